//! A run of a program for its cost alone: nothing is printed, and Ctrl-C ends the process.

use isa::{MachineConfig, Output, Stop};
use jopizer::Linked;
use microcode::Program;
use run::probes::{CollectionProbe, Collections};
use sim_core::{Machine, Statistics};

use crate::errors::Error;

/// What a run cost.
pub(super) struct Measured {
    pub(super) statistics: Statistics,
    pub(super) collections: Collections,
    /// Whether the program found its results right.
    pub(super) right: bool,
}

/// Runs a program to its end.
pub(super) fn measure(
    config: &MachineConfig,
    microcode: &Program,
    linked: &Linked,
) -> Result<Measured, Error> {
    let mut machine = Machine::new(config, microcode, &linked.image.words)?;
    let collections = CollectionProbe::new(Some(&linked.symbols));
    let mut probes = (Statistics::default(), collections);
    let status = loop {
        match machine.run(u64::MAX, &mut probes) {
            Stop::Output(Output::Exit(status)) => break Some(status),
            Stop::Output(_) => {}
            Stop::Limit => break None,
        }
    };
    Ok(Measured {
        statistics: probes.0,
        collections: probes.1.collections(),
        right: status == Some(0),
    })
}
