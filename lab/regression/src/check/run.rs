//! Runs a case on its engine and takes its figures.

use cost_model::EvaluatedTable;
use cross_profile::{NoRegion, Profile, Provenance};
use isa::UartKind;
use microcode::Build;
use run::probes::CollectionProbe;
use run::{BlockRun, Counted as _, Counters, End, FastRun, Setup, Silent};
use sim_core::Statistics;

use crate::check::figures::Figures;
use crate::check::golden::{Hashes, Measured};
use crate::check::manifest::{Case, Limits};
use crate::check::record::Record;

/// The costs of bytecodes on a machine, for the fast engine, and which build of our microcode they are of.
pub type BuildCosts<'a> = (Build, &'a EvaluatedTable);

/// A case that cannot run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The machine cannot be built.
    #[error(transparent)]
    Machine(#[from] sim_core::MachineError),
    /// The engine cannot be built.
    #[error(transparent)]
    Engine(#[from] fast_engine::EngineError),
    /// The program does what the engine cannot.
    #[error(transparent)]
    Fault(#[from] fast_engine::Fault),
    /// The program goes on.
    #[error("it has not ended after {0} cycles; give it `until` or `max_cycles` in [programs]")]
    NoEnd(u64),
    /// A region that the program does not mark.
    #[error(transparent)]
    NoRegion(#[from] NoRegion),
    /// The recorders cannot watch the program.
    #[error(transparent)]
    Choice(#[from] recorders::ChoiceError),
    /// A limit of calls that says nothing.
    #[error(
        "the limit in line {1} is of {0}, which the run does not call; name one that it calls, or let it run longer"
    )]
    NoCall(String, usize),
    /// A period of no cycle.
    #[error("the limit in line {1}: a period of {0} is no cycle of this machine's clock")]
    NoPeriod(String, usize),
    /// A limit of what is live after collections, without one.
    #[error(
        "the limit in line {0} is of memory.live, and the run collects no garbage; take memory.heap"
    )]
    NoCollection(usize),
    /// The engine learns of a byte from a timed UART after it has gone on.
    #[error(
        "`until` on a timed UART needs the machine for all but total and cache; take engine = \"machine\""
    )]
    TimedUntil,
}

impl RunError {
    /// The end of the run that could not be measured, if it was one.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        matches!(self, Self::NoEnd(_)).then_some(End::MaxCycles)
    }
}

/// Runs a case without limits: on the fast engine if there are costs, else on the machine.
pub(super) fn on_either(
    case: &Case,
    setup: &Setup,
    costs: Option<BuildCosts<'_>>,
) -> Result<(End, Counters, Option<Profile>), RunError> {
    let symbols = setup.program.symbols.as_ref();
    Ok(match costs {
        Some(costs) => on_engine(case, setup, costs)?,
        None if case.needs_profile() => {
            let machine = record::machine::profiled(
                setup.build()?,
                record::machine::contexts(&setup.program.image.words, symbols),
            );
            let (end, counters, probe) = on_machine(case, setup, machine);
            let profile = probe.finish().into_profile(Provenance::default());
            (end, counters, Some(profile))
        }
        None => {
            let collections = CollectionProbe::new(symbols);
            let machine = BlockRun::usual(setup.build()?, (Statistics::default(), collections));
            let (end, counters, _) = on_machine(case, setup, machine);
            (end, counters, None)
        }
    })
}

/// Refuses a run that went on.
pub(super) fn check_end(case: &Case, end: End) -> Result<(), RunError> {
    match end {
        End::MaxCycles if case.limits.max_cycles.is_none() => Err(RunError::NoEnd(Limits::USUAL)),
        _ => Ok(()),
    }
}

/// The figures that a case records.
pub(super) fn measured(
    case: &Case,
    setup: &Setup,
    (end, counters): (End, Counters),
    profile: Option<Profile>,
) -> Result<Measured, RunError> {
    check_end(case, end)?;
    let (counters, profile) = match (&case.region, profile) {
        (Some(name), Some(profile)) => {
            let part = profile.region(name)?;
            (counters_of(&part), Some(part))
        }
        (_, profile) => (counters, profile),
    };
    Ok(Measured {
        hashes: Hashes::of(&setup.provenance()),
        outcome: outcome(end),
        figures: figures(&case.record, &counters, profile.as_ref()),
    })
}

/// What is counted of a part of a run: interrupts and exceptions are counted of the whole, so its golden has no such figure.
fn counters_of(part: &Profile) -> Counters {
    Counters {
        cycles: part.total_cycles(),
        bytecodes: part.by_method().iter().map(|method| method.bytecodes).sum(),
        ..Counters::default()
    }
}

/// The end of a run as goldens have it.
fn outcome(end: End) -> String {
    match end {
        End::Exit(status) => format!("exit {}", status.cast_signed()),
        End::ExitText => "exit text".to_owned(),
        End::Until => "text".to_owned(),
        End::MaxCycles => "max-cycles".to_owned(),
        End::Blocked => "blocked".to_owned(),
        End::Interrupted => "interrupted".to_owned(),
    }
}

/// What ends a case before its program does.
pub(super) fn limits(case: &Case) -> run::Limits<'_> {
    run::Limits {
        until: case.limits.until.as_deref(),
        ..run::Limits::cycles(case.limits.cycles())
    }
}

pub(super) fn figures(
    record: &[Record],
    counters: &Counters,
    profile: Option<&Profile>,
) -> Figures {
    let mut figures = Figures::default();
    for record in record {
        match (record, profile) {
            (Record::Total, _) => figures.add_total(counters),
            (Record::Cache, _) => figures.add_cache(counters),
            (Record::Causes, Some(profile)) => figures.add_causes(profile),
            (Record::Methods, Some(profile)) => figures.add_methods(profile),
            (Record::Bytecodes, Some(profile)) => figures.add_bytecodes(profile),
            (Record::Causes | Record::Methods | Record::Bytecodes, None) => {}
            // They are of the program, or of a recording that not every run has: whoever has them adds them.
            (Record::Bounds | Record::Memory, _) => {}
        }
    }
    figures
}

fn on_machine<S>(case: &Case, setup: &Setup, mut run: BlockRun<S>) -> (End, Counters, S) {
    let Ok(end) = run::to_end(&setup.program, &mut run, &mut Silent, &limits(case));
    let (statistics, probe) = run.probe;
    (end, (&statistics).into(), probe)
}

/// The engine of a case.
pub(super) fn engine(
    setup: &Setup,
    (build, costs): BuildCosts<'_>,
) -> Result<fast_engine::Engine, RunError> {
    let (config, stack_ram) = (&setup.machine, &setup.microcode.program.stack_ram);
    let image = &setup.program.image.words;
    Ok(fast_engine::Engine::new(
        config,
        build,
        costs.clone(),
        image,
        stack_ram,
    )?)
}

/// The engine would learn too late of the text that ends the run.
pub(super) fn is_late(case: &Case, setup: &Setup) -> bool {
    let ends_by_text = case.limits.until.is_some() || setup.program.exit_text;
    case.needs_profile() && ends_by_text && setup.machine.uart == UartKind::Timed
}

fn on_engine(
    case: &Case,
    setup: &Setup,
    costs: BuildCosts<'_>,
) -> Result<(End, Counters, Option<Profile>), RunError> {
    let engine = engine(setup, costs)?;
    if is_late(case, setup) {
        return Err(RunError::TimedUntil);
    }
    let limits = limits(case);
    if !case.needs_profile() {
        let mut run = FastRun::usual(engine);
        let end = run::to_end(&setup.program, &mut run, &mut Silent, &limits)?;
        return Ok((end, run.counters(end), None));
    }
    let mut run = record::fast::watched(engine, setup.program.symbols.as_ref());
    let end = run::to_end(&setup.program, &mut run, &mut Silent, &limits)?;
    let counters = run.counters(end);
    let observer = run.probe.finish(&run.engine, counters.cycles);
    let profile = observer.into_profile(Provenance::default());
    Ok((end, counters, Some(profile)))
}
