//! Application vector times system vector: the cycles that a table predicts.

use cost_model::{Atom, CostTable, EvaluatedTable, PathId};
use fast_engine::Fault;
use isa::MachineConfig;
use microcode::Build;
use run::{Counted as _, End, FastRun, Limits, Program, Silent};

use crate::counts::{Counter, Counts};
use crate::hardware::RunError;

/// Output of a program, up to the output that ended it.
#[derive(Debug, Clone, PartialEq)]
pub struct Application {
    /// Everything but the last bytecode.
    pub counts: Counts,
    /// The bytecode whose write ended the program.
    pub last: PathId,
    /// Cycles that the engine took with the costs that it ran with.
    pub cycles: u64,
    /// Bytecodes.
    pub bytecodes: u64,
    /// How it ended.
    pub end: End,
}

/// A predicted run.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Cycles.
    pub cycles: u64,
    /// Atoms that the program has and the table has no price for, with their executions: they count as no cycles.
    pub unknown: Vec<(Atom, u64)>,
}

/// A program that gives no vector.
#[derive(Debug, thiserror::Error)]
pub enum ApplicationError {
    /// It cannot run on the engine.
    #[error(transparent)]
    Run(#[from] RunError),
    /// It does not end.
    #[error("the program does not end within {0} cycles: raise --max-cycles")]
    NoEnd(u64),
    /// It cannot go on.
    #[error("{}", run::BLOCKED)]
    Blocked,
}

impl ApplicationError {
    /// The end of the run that gave no vector, if it was one.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        match self {
            Self::Run(_) => None,
            Self::NoEnd(_) => Some(End::MaxCycles),
            Self::Blocked => Some(End::Blocked),
        }
    }
}

impl From<Fault> for ApplicationError {
    fn from(fault: Fault) -> Self {
        Self::Run(fault.into())
    }
}

/// Runs a program on the fast engine with these costs and counts its atoms until it ends.
///
/// The costs decide which path a program takes that reads a clock or takes interrupts: those derived from the microcode give
/// the path of the machine.
///
/// # Errors
/// When the engine cannot be such a machine, or the program does not end.
pub fn application(
    program: &Program,
    config: &MachineConfig,
    (build, costs): (Build, EvaluatedTable),
    limit: u64,
) -> Result<Application, ApplicationError> {
    fast_engine::check_machine(config).map_err(RunError::from)?;
    let stack_ram = microcode::jvm(build).stack_ram;
    let image = &program.image.words;
    let engine = fast_engine::Engine::new(config, build, costs, image, &stack_ram);
    let mut run = FastRun::new(engine.map_err(RunError::from)?, Counter::default());
    let end = run::to_end(program, &mut run, &mut Silent, &Limits::cycles(limit))?;
    if end == End::Blocked {
        return Err(ApplicationError::Blocked);
    }
    if !end.is_of_program() {
        return Err(ApplicationError::NoEnd(limit));
    }
    let counted = run.counters(end);
    Ok(Application {
        counts: run.probe.counts(),
        last: run.probe.last(),
        cycles: counted.cycles,
        bytecodes: counted.bytecodes,
        end,
    })
}

/// Prediction of a table for a program on a memory.
#[must_use]
pub fn predict(table: &CostTable, costs: &EvaluatedTable, application: &Application) -> Prediction {
    let counts = &application.counts;
    let mut cycles = counts.device_delay;
    let mut unknown = Vec::new();
    for (atom, &times) in &counts.atoms {
        match table.price(costs, atom) {
            Some(each) => cycles += times * u64::from(each),
            None => unknown.push((atom.clone(), times)),
        }
    }
    for (&(asked, words), &times) in &counts.loads {
        match costs.row(asked).usual.load {
            Some(load) => cycles += times * u64::from(load.miss(words)),
            None => unknown.push((Atom::LoadOn(asked), times)),
        }
    }
    Prediction {
        cycles: cycles + u64::from(costs.path(application.last).until_output()),
        unknown,
    }
}
