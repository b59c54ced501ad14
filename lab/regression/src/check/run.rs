//! Runs a case on its engine and takes its figures.

use std::collections::VecDeque;

use cost_model::EvaluatedTable;
use cross_profile::{Profile, Provenance};
use fast_engine::{Engine, NoProbe};
use isa::{MachineConfig, Output, Stop, UartKind};
use jopizer::{ExitText, Symbols};
use microcode::Build;
use record::machine::ContextProbe;
use sim_core::{Machine, Probe, Statistics};

use crate::check::figures::{Counters, Figures};
use crate::check::golden::{Hashes, Measured};
use crate::check::manifest::{Case, Limits, Record};

/// What a case runs on, resolved.
#[derive(Debug, Clone)]
pub struct Setup<'a> {
    /// Words of memory.
    pub image: &'a [u32],
    /// Names of its methods.
    pub symbols: Option<&'a Symbols>,
    /// Whether the runtime is the original's, which tells its end by a text.
    pub exit_text: bool,
    /// The machine.
    pub config: &'a MachineConfig,
    /// Its microcode.
    pub microcode: &'a microcode::Program,
    /// For the fast engine: which build of our microcode this is, and its costs on this machine.
    pub costs: Option<(Build, &'a EvaluatedTable)>,
    /// Of image, machine and microcode.
    pub hashes: Hashes,
}

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
    /// The engine learns of a byte from a timed UART after it has gone on.
    #[error(
        "`until` on a timed UART needs the machine for all but total and cache; take engine = \"machine\""
    )]
    TimedUntil,
}

/// Runs a case to its end.
///
/// # Errors
///
/// If it cannot run as the manifest wants it.
pub fn run(case: &Case, setup: &Setup<'_>) -> Result<Measured, RunError> {
    let (outcome, counters, profile) = match setup.costs {
        Some((build, costs)) => on_engine(case, setup, build, costs)?,
        None if case.needs_profile() => {
            let (outcome, counters, probe) =
                on_machine(case, setup, ContextProbe::new(setup.symbols))?;
            let profile = probe.finish().into_profile(Provenance::default());
            (outcome, counters, Some(profile))
        }
        None => {
            let (outcome, counters, _) = on_machine(case, setup, sim_core::NoProbe)?;
            (outcome, counters, None)
        }
    };
    if outcome == MAX_CYCLES && case.limits.max_cycles.is_none() {
        return Err(RunError::NoEnd(Limits::USUAL));
    }
    Ok(Measured {
        hashes: setup.hashes.clone(),
        outcome,
        figures: figures(&case.record, &counters, profile.as_ref()),
    })
}

fn figures(record: &[Record], counters: &Counters, profile: Option<&Profile>) -> Figures {
    let mut figures = Figures::default();
    for record in record {
        match (record, profile) {
            (Record::Total, _) => figures.add_total(counters),
            (Record::Cache, _) => figures.add_cache(counters),
            (Record::Causes, Some(profile)) => figures.add_causes(profile),
            (Record::Methods, Some(profile)) => figures.add_methods(profile),
            (Record::Bytecodes, Some(profile)) => figures.add_bytecodes(profile),
            (Record::Causes | Record::Methods | Record::Bytecodes, None) => {}
        }
    }
    figures
}

fn on_machine<P: Probe>(
    case: &Case,
    setup: &Setup<'_>,
    probe: P,
) -> Result<(String, Counters, P), RunError> {
    let mut machine = Machine::new(setup.config, setup.microcode, setup.image)?;
    let mut probes = (Statistics::default(), probe);
    let mut end = Ending::new(&case.limits, setup.exit_text);
    let outcome = loop {
        let ended = match machine.run(case.limits.cycles(), &mut probes) {
            Stop::Limit => Some(MAX_CYCLES.to_owned()),
            Stop::Output(Output::Exit(status)) => Some(exit(status)),
            Stop::Output(Output::Uart(byte)) => end.sees(byte),
            Stop::Output(_) => None,
        };
        if let Some(outcome) = ended {
            break outcome;
        }
    };
    let (statistics, probe) = probes;
    let counters = Counters {
        cycles: statistics.cycles,
        bytecodes: statistics.bytecodes,
        interrupts: statistics.interrupts,
        exceptions: statistics.exceptions,
        lookups: statistics.method_lookups,
        hits: statistics.method_hits,
        words_loaded: statistics.method_words_loaded,
    };
    Ok((outcome, counters, probe))
}

fn on_engine(
    case: &Case,
    setup: &Setup<'_>,
    build: Build,
    costs: &EvaluatedTable,
) -> Result<(String, Counters, Option<Profile>), RunError> {
    let stack_ram = &setup.microcode.stack_ram;
    let mut engine = Engine::new(setup.config, build, costs.clone(), setup.image, stack_ram)?;
    let ends_by_text = case.limits.until.is_some() || setup.exit_text;
    if case.needs_profile() && ends_by_text && setup.config.uart == UartKind::Timed {
        return Err(RunError::TimedUntil);
    }
    let mut probe = case
        .needs_profile()
        .then(|| record::fast::ContextProbe::new(&mut engine, setup.symbols));
    let mut end = Ending::new(&case.limits, setup.exit_text);
    let (outcome, cycles) = loop {
        use isa::{Output, Stop};
        let stop = match &mut probe {
            Some(probe) => engine.run(case.limits.cycles(), probe)?,
            None => engine.run(case.limits.cycles(), &mut NoProbe)?,
        };
        let ended = match stop {
            // The bytecode under way at the limit counts as far as the limit.
            Stop::Limit => {
                break (
                    MAX_CYCLES.to_owned(),
                    engine.cycles().min(case.limits.cycles()),
                );
            }
            Stop::Output(Output::Exit(status)) => Some(exit(status)),
            Stop::Output(Output::Uart(byte)) => end.sees(byte),
            Stop::Output(_) => None,
        };
        if let Some(outcome) = ended {
            break (outcome, engine.cycles_of_output());
        }
    };
    let profile = probe.map(|probe| {
        let observer = probe.finish(&engine, cycles);
        observer.into_profile(Provenance::default())
    });
    let counted = engine.counters();
    let counters = Counters {
        cycles,
        bytecodes: counted.bytecodes,
        interrupts: counted.interrupts,
        exceptions: counted.exceptions,
        lookups: counted.method_lookups,
        hits: counted.method_hits,
        words_loaded: counted.method_words_loaded,
    };
    Ok((outcome, counters, profile))
}

const MAX_CYCLES: &str = "max-cycles";

fn exit(status: u32) -> String {
    format!("exit {}", status.cast_signed())
}

/// What ends a run by its output.
struct Ending {
    /// The text, and as much of the output as it has bytes.
    until: Option<(Vec<u8>, VecDeque<u8>)>,
    exit_text: Option<ExitText>,
}

impl Ending {
    fn new(limits: &Limits, exit_text: bool) -> Self {
        Self {
            until: limits
                .until
                .as_ref()
                .map(|text| (text.clone().into_bytes(), VecDeque::new())),
            exit_text: exit_text.then(ExitText::default),
        }
    }

    /// How the run ended if this byte ends it.
    fn sees(&mut self, byte: u8) -> Option<String> {
        let until = self.until.as_mut().is_some_and(|(text, seen)| {
            if seen.len() == text.len() {
                seen.pop_front();
            }
            seen.push_back(byte);
            *seen == *text
        });
        let exit = self.exit_text.as_mut().is_some_and(|text| text.ends(byte));
        match (until, exit) {
            (true, _) => Some("text".to_owned()),
            (_, true) => Some("exit text".to_owned()),
            _ => None,
        }
    }
}
