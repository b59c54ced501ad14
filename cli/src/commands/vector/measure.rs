//! Cycles of the machine, which predictions are compared with.

use isa::MachineConfig;
use microcode::Build;
use run::probes::CollectionProbe;
use run::{BlockRun, End, Ending, Engine as _, Microcode, Program, Setup};
use sim_core::Statistics;

use crate::errors::Error;

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
    let mut ending = Ending::of(program).max_cycles(max_cycles);
    let Ok(end) = run::drive_silently(&mut run, &mut ending);
    let end = end.whole(&program.name, run.cycle())?;
    Ok((run.cycle(), end))
}
