//! A run of some thousand cycles: whatever an input says, the machine executes it.

use std::sync::LazyLock;

use isa::MachineConfig;
use microcode::{Build, Program};
use sim_core::{Machine, NoProbe};

/// Cycles that an input gets.
pub(crate) const CYCLES: u64 = 20_000;

/// Runs an image on a machine, if one can be built for it.
pub(crate) fn short_run(config: &MachineConfig, program: &Program, image: &[u32]) {
    let Ok(mut machine) = Machine::new(config, program, image) else {
        return;
    };
    while machine.state.cycle < CYCLES {
        machine.run(CYCLES, &mut NoProbe);
    }
}

/// The usual build of our microcode, assembled once.
pub(crate) static MICROCODE: LazyLock<Program> = LazyLock::new(|| microcode::jvm(Build::Jop));
