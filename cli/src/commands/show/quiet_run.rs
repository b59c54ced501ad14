//! A run of a program for its figures and its profile alone: what it prints goes nowhere.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use cross_profile::Profile;
#[cfg(not(feature = "whole"))]
use run::probes::{ThreadProbe, ThreadStates, threads};
use run::{Counters, End, Engine, EngineKind, Limits, Setup};

use crate::host::quiet::Quiet;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Figures of a run that has ended by itself.
pub(crate) struct QuietRun {
    pub(crate) counters: Counters,
    pub(crate) profile: Profile,
    /// How the program ended it.
    pub(crate) end: End,
}

/// Limits of such a run.
pub(crate) struct Conditions<'a> {
    pub(crate) max_cycles: u64,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) console: Console,
}

/// Runs a program to its end on its machine; none after Ctrl-C. `place` is what notes begin with.
pub(crate) fn quiet_run(
    setup: &Setup,
    conditions: &Conditions<'_>,
    place: &str,
) -> Result<Option<QuietRun>, Error> {
    let contexts =
        record::machine::contexts(&setup.program.image.words, setup.program.symbols.as_ref());
    let mut run = record::machine::profiled(setup.build()?, contexts);
    let Some(end) = to_end(&mut run, setup, conditions, place)? else {
        return Ok(None);
    };
    let provenance = record::provenance(&setup.provenance(), EngineKind::Machine);
    let profile = run.probe.1.finish().into_profile(provenance);
    Ok(Some(QuietRun {
        counters: (&run.probe.0).into(),
        profile,
        end,
    }))
}

/// Runs a program to its end on its machine, and gives the states of its threads, the run's cycles and its end; none after Ctrl-C.
#[cfg(not(feature = "whole"))]
pub(crate) fn thread_run(
    setup: &Setup,
    conditions: &Conditions<'_>,
) -> Result<Option<(Vec<ThreadStates>, u64, End)>, Error> {
    let program = &setup.program;
    let probe = ThreadProbe::new(&program.image.words, program.symbols.as_ref());
    let mut run = threads::watched(setup.build()?, probe);
    let Some(end) = to_end(&mut run, setup, conditions, "")? else {
        return Ok(None);
    };
    let cycles = run.cycles(end);
    Ok(Some((run.probe.1.finish(cycles), cycles, end)))
}

/// The end that a program comes to by itself; none after Ctrl-C.
fn to_end(
    run: &mut impl Engine<Fault = Infallible>,
    setup: &Setup,
    conditions: &Conditions<'_>,
    place: &str,
) -> Result<Option<End>, Error> {
    let limits = Limits::stopped_by(conditions.max_cycles, conditions.stop);
    let mut host = Quiet::new(conditions.console, place);
    let Ok(end) = run::to_end(&setup.program, run, &mut host, &limits);
    if end == End::Interrupted {
        return Ok(None);
    }
    Ok(Some(end.whole(&setup.program.name, run.cycle())?))
}
