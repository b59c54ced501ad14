//! Cycles of the machine, which predictions are compared with.

use isa::MachineConfig;
use microcode::Build;
use run::probes::CollectionProbe;
use run::{BlockRun, End, Engine as _, Limits, Microcode, Program, Setup, Silent};
use sim_core::Statistics;

use crate::output::errors::Error;

/// Cycles of a program on the machine, and how it ended.
pub(super) fn machine_cycles(
    program: &Program,
    machine: &MachineConfig,
    build: Build,
    max_cycles: u64,
) -> Result<(u64, End), Error> {
    let setup = Setup {
        program: program.clone(),
        machine: machine.clone(),
        microcode: Microcode::ours(build),
    };
    let collections = CollectionProbe::new(program.symbols.as_ref());
    let mut run = BlockRun::usual(setup.build()?, (Statistics::default(), collections));
    let limits = Limits::cycles(max_cycles);
    let Ok(end) = run::to_end(program, &mut run, &mut Silent, &limits);
    let end = end.whole(&program.name, run.cycle())?;
    Ok((run.cycle(), end))
}
