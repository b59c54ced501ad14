//! A run of a program for its cost alone: nothing is printed, and Ctrl-C ends the process.

use isa::MachineConfig;
use jopizer::Linked;
use microcode::Program;
use run::probes::{CollectionProbe, Collections};
use run::{BlockRun, Counted as _, Counters, End};
use sim_core::{Machine, Statistics};

use crate::output::errors::Error;

/// Cost of a run.
pub(super) struct Measured {
    pub(super) counters: Counters,
    pub(super) collections: Collections,
    /// Set if the program found its results right.
    pub(super) right: bool,
}

/// Runs a program to its end.
pub(super) fn measure(
    config: &MachineConfig,
    microcode: &Program,
    linked: &Linked,
) -> Result<Measured, Error> {
    let machine = Machine::new(config, microcode, &linked.image.words)?;
    let collections = CollectionProbe::new(Some(&linked.symbols));
    let mut run = BlockRun::usual(machine, (Statistics::default(), collections));
    let Ok(end) = run::alone(&mut run, u64::MAX);
    Ok(Measured {
        counters: run.counters(end),
        collections: run.probe.1.collections(),
        right: end == End::Exit(0),
    })
}
