//! Runs of programs on the fast engine under the probes of this crate.

use std::collections::BTreeMap;

use cost_model::EvaluatedTable;
use fast_engine::{Engine, EngineError, Fault, Probe};
use isa::MachineConfig;
use jopizer::{Image, Linked, Symbols};
use microcode::Build;
use run::{End, FastRun, Guest, Limits, Silent};
use wcet::{Analyser, Bounds, LoopId, Program, ToWatch};

use crate::calls::{Calls, Seen};
use crate::check::Machine;
use crate::hold::Shown;
use crate::watch::{Counts, Watch};

/// A run that cannot be observed.
#[derive(Debug, thiserror::Error)]
pub enum ObserveError {
    /// The engine cannot be this machine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The program does what the engine refuses.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// A program and the machine that it runs on.
#[derive(Debug, Clone, Copy)]
pub struct Watched<'a> {
    /// The image.
    pub image: &'a Image,
    /// Its symbols.
    pub symbols: &'a Symbols,
    /// The machine.
    pub config: &'a MachineConfig,
    /// The build of the microcode.
    pub build: Build,
    /// Costs in place of those derived from it.
    pub costs: Option<&'a EvaluatedTable>,
    /// Cycles after which the run is stopped.
    pub most_cycles: u64,
}

impl<'a> Watched<'a> {
    /// A linked program on a machine, for runs of so many cycles at most.
    #[must_use]
    pub fn on(machine: &'a Machine, linked: &'a Linked, most_cycles: u64) -> Self {
        Self {
            image: &linked.image,
            symbols: &linked.symbols,
            config: &machine.config,
            build: machine.build,
            costs: None,
            most_cycles,
        }
    }
}

impl Watched<'_> {
    /// The engine before the program's first bytecode.
    pub(crate) fn engine(&self) -> Result<Engine, ObserveError> {
        let words = &self.image.words;
        Ok(match self.costs {
            Some(costs) => {
                let stack_ram = &microcode::jvm(self.build).stack_ram;
                Engine::new(self.config, self.build, costs.clone(), words, stack_ram)?
            }
            None => Engine::with_derived_costs(self.config, self.build, words)?,
        })
    }

    pub(crate) fn run<P: Probe>(
        &self,
        probe: P,
        field: Option<u32>,
    ) -> Result<(P, End), ObserveError> {
        let mut engine = self.engine()?;
        if let Some(field) = field {
            engine.watch(field);
        }
        let mut run = FastRun::new(engine, probe);
        let guest = Guest::with_symbols(Some(self.symbols));
        let limits = Limits::cycles(self.most_cycles);
        let end = run::to_end(guest, &mut run, &mut Silent, &limits)?;
        Ok((run.probe, end))
    }
}

/// Calls of each method in a run.
///
/// # Errors
/// If the engine cannot be this machine or cannot run the program.
pub fn calls_of(watched: &Watched<'_>) -> Result<BTreeMap<u32, Seen>, ObserveError> {
    let (calls, _) = watched.run(Calls::new(watched.symbols, false), None)?;
    Ok(calls.methods)
}

/// Most repetitions of each loop in a run.
///
/// # Errors
/// As [`calls_of`].
pub fn loops_of(
    watched: &Watched<'_>,
    program: &Program<'_>,
) -> Result<BTreeMap<LoopId, u64>, ObserveError> {
    Ok(counts_of(watched, program, ToWatch::default())?.0.loops)
}

fn counts_of(
    watched: &Watched<'_>,
    program: &Program<'_>,
    to_watch: ToWatch,
) -> Result<(Counts, End), ObserveError> {
    let probe = Watch::new(watched.symbols, program.loops(), to_watch);
    let field = probe.field();
    let (probe, end) = watched.run(probe, field)?;
    Ok((probe.counts(), end))
}

/// All that a run shows of bounds on a machine of the comparison.
pub(crate) fn shown_of(
    watched: &Watched<'_>,
    program: &Program<'_>,
    machine: &Machine,
    bounds: &Bounds,
) -> Result<Shown, String> {
    let analyser = Analyser::new(program, &machine.costs);
    let mut to_watch = analyser
        .to_watch(bounds)
        .map_err(|error| error.to_string())?;
    let ranges = analyser.fields();
    let fields = ranges.iter().map(|(field, _)| field.clone());
    to_watch.fields.extend(fields);
    let shown = shown(watched, program, to_watch, false).map_err(|error| error.to_string())?;
    for (field, (least, most)) in ranges {
        let Some((lo, hi)) = shown.counts.fields.get(&field.name) else {
            continue;
        };
        if *lo < least || *hi > most {
            let name = field.name;
            return Err(format!(
                "the analysis has {least} to {most} for {name}, and the run {lo} to {hi}"
            ));
        }
    }
    Ok(shown)
}

/// All that a run shows of bounds; collections have a price or are left out.
///
/// # Errors
/// As [`calls_of`].
pub fn shown(
    watched: &Watched<'_>,
    program: &Program<'_>,
    to_watch: ToWatch,
    has_price: bool,
) -> Result<Shown, ObserveError> {
    let (calls, _) = watched.run(Calls::new(watched.symbols, has_price), None)?;
    let (counts, end) = counts_of(watched, program, to_watch)?;
    Ok(Shown {
        calls: calls.methods,
        counts,
        end,
    })
}
