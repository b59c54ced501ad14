//! What the benches share: programs linked and loaded into a machine, and the memory of the process.

use std::error::Error;
use std::sync::LazyLock;
use std::time::Instant;

use fast_engine::Engine;
use isa::{MachineConfig, Stop};
use jopizer::LinkOptions;
use microcode::{Build, jvm};
use run::Ending;
use sim_core::{Machine, NoProbe, Probe};

/// A machine of the default configuration, loaded with an embedded program.
///
/// # Errors
/// When the program does not link or does not fit.
pub fn machine_with(main_class: &str) -> Result<Machine, Box<dyn Error>> {
    let linked = jopizer::link(&LinkOptions::new(main_class, []))?;
    let config = MachineConfig::default();
    Ok(Machine::new(
        &config,
        &jvm(Build::Jop),
        &linked.image.words,
    )?)
}

/// Runs a program to its end without a probe and gives its cycles.
pub fn run_to_exit(machine: &mut Machine) -> u64 {
    run_with(machine, &mut NoProbe)
}

/// The same under a probe.
pub fn run_with(machine: &mut Machine, probe: &mut impl Probe) -> u64 {
    let mut ending = Ending::of_program(false);
    while let Stop::Output(output) = machine.run(u64::MAX, probe)
        && ending.sees(output, machine.state.cycle).is_none()
    {}
    machine.state.cycle
}

/// Runs a program on the fast engine to its end.
pub fn run_fast<P: fast_engine::Probe>(engine: &mut Engine, probe: &mut P) {
    let mut ending = Ending::of_program(false);
    while let Ok(Stop::Output(output)) = engine.run(u64::MAX, probe)
        && ending.sees(output, engine.cycles()).is_none()
    {}
}

/// Peak of the resident memory of this process in bytes, where the system tells it.
#[must_use]
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// Seconds of the processor that a run takes.
pub fn timed(run: impl FnOnce()) -> f64 {
    let start = seconds_of_processor();
    run();
    seconds_of_processor() - start
}

/// Time of the processor that this thread has had: others on the machine do not count. Elsewhere than on Linux the clock's.
fn seconds_of_processor() -> f64 {
    let scheduled = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds =
        scheduled.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |time| time / 1e9)
}

static START: LazyLock<Instant> = LazyLock::new(Instant::now);
