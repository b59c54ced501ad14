//! Execution time of a program in each environment.

use jopizer::{LinkOptions, LinkProgram};
use microcode::Build;
use run::probes::CollectionProbe;
use run::{BlockRun, Counted as _, Engine as _, FastRun, Microcode, Setup};
use runtime::programs::EmbeddedProgram;
use sim_core::Statistics;

use super::host::Host;
use super::published::RTL_CYCLES_PER_SECOND;
use super::result::{Evaluation, Source, Time};
use super::seconds::{Seconds, Stopwatch, Whose};
use super::variants::CacheState;
use crate::args::program_source::link_with_notes;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;

/// Names of the environments.
pub(super) const ENVIRONMENTS: [&str; 5] = [
    "RTL simulation",
    "machine",
    "fast engine",
    "cross-profiler",
    "host JVM",
];

/// Seconds of a program in each environment, the least of several runs.
pub(super) fn evaluate(
    program: &'static EmbeddedProgram,
    host: Option<&Host>,
    runs: u32,
    evaluation: &mut Evaluation,
    console: Console,
) -> Result<(), Error> {
    let setup = setup(program, console)?;
    let (machine, cycles) = least(runs, || on_machine(&setup))?;
    let (engine, _) = least(runs, || on_engine(&setup))?;
    let mut add = |environment: &str, (seconds, cpu_seconds), source| {
        evaluation.times.push(Time {
            program: program.name.to_owned(),
            environment: environment.to_owned(),
            cycles,
            seconds,
            cpu_seconds,
            source,
        });
    };
    let measured = |seconds: Seconds| (seconds.wall, Some(seconds.cpu));
    let [rtl, of_machine, of_engine, of_cross, of_host] = ENVIRONMENTS;
    let simulated = cycles as f64 / RTL_CYCLES_PER_SECOND;
    add(rtl, (simulated, None), Source::PublishedRate);
    add(of_machine, measured(machine), Source::Measured);
    add(of_engine, measured(engine), Source::Measured);
    let Some(host) = host else {
        return Ok(());
    };
    let state = CacheState::Simulated;
    let cross = least(runs, || {
        let run = host.cross((program, program.length), state, (&[], &[]));
        run.map(|(_, seconds)| (seconds, ()))
    });
    let plain = least(runs, || {
        let run = host.plain(program, program.length);
        run.map(|seconds| (seconds, ()))
    });
    for (name, seconds) in [(of_cross, cross), (of_host, plain)] {
        match seconds {
            Ok((seconds, ())) => add(name, measured(seconds), Source::Measured),
            Err(reason) => evaluation
                .skipped
                .push(format!("time of {} in the {name}: {reason}", program.name)),
        }
    }
    Ok(())
}

fn setup(program: &EmbeddedProgram, console: Console) -> Result<Setup, Error> {
    let machine = CacheState::Simulated.machine().config;
    let options = LinkOptions {
        memory_words: machine.memory_words,
        ..program.options(&[])
    };
    let linked = link_with_notes(&options, console)?;
    Ok(Setup {
        program: run::Program::linked(program.name, linked),
        machine,
        microcode: Microcode::ours(Build::Jop),
    })
}

/// The least seconds of several runs, and what the last one gave.
fn least<T, E>(
    runs: u32,
    mut run: impl FnMut() -> Result<(Seconds, T), E>,
) -> Result<(Seconds, T), E> {
    let mut best = run()?;
    for _ in 1..runs {
        let next = run()?;
        best = (best.0.least(next.0), next.1);
    }
    Ok(best)
}

fn on_machine(setup: &Setup) -> Result<(Seconds, u64), Error> {
    let machine = setup.build()?;
    let collections = CollectionProbe::new(setup.program.symbols.as_ref());
    let mut run = BlockRun::usual(machine, (Statistics::default(), collections));
    let watch = Stopwatch::start(Whose::Own);
    let Ok(end) = run::alone(&mut run, u64::MAX);
    let seconds = watch.stop();
    exit_code::ended_well(end, &setup.program)?;
    Ok((seconds, run.cycle()))
}

fn on_engine(setup: &Setup) -> Result<(Seconds, u64), Error> {
    let microcode = &setup.microcode.program;
    let costs = cost_model::derived_costs(&setup.machine, microcode).map_err(Error::refused)?;
    let image = &setup.program.image.words;
    let engine = fast_engine::Engine::new(
        &setup.machine,
        Build::Jop,
        costs,
        image,
        &microcode.stack_ram,
    )?;
    let mut run = FastRun::new(engine, fast_engine::NoProbe);
    let watch = Stopwatch::start(Whose::Own);
    let end = run::alone(&mut run, u64::MAX)?;
    let seconds = watch.stop();
    exit_code::ended_well(end, &setup.program)?;
    Ok((seconds, run.counters(end).cycles))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_several_runs_is_kept_and_an_error_ends_them() {
        let seconds = |wall, cpu| Seconds { wall, cpu };
        let mut times = [(3.0, 1.0), (1.0, 2.0), (2.0, 3.0)].into_iter();
        let best = least::<_, ()>(3, || {
            let next = times.next().map(|(wall, cpu)| (seconds(wall, cpu), wall));
            next.ok_or(())
        });
        assert_eq!(best, Ok((seconds(1.0, 1.0), 2.0)));
        assert_eq!(least::<(), _>(3, || Err("no")), Err("no"));
    }
}
