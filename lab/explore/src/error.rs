//! Errors of an exploration.

use cache_sweep::SweepError;
use cost_model::{TableError, TimingError};
use fast_engine::{ConfigError, EngineError, Fault};
use run::{End, Program};
use sim_core::cmp::CmpError;

/// Reasons why an exploration stops.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    /// A program that does not end, or a recorded run that fails.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// A machine that the fast engine has no model for.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// An engine that cannot begin.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A program that the fast engine cannot execute.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Several processors that cannot be built.
    #[error(transparent)]
    Cores(#[from] CmpError),
    /// A memory without formulas.
    #[error(transparent)]
    Memory(TimingError),
    /// What cannot be priced.
    #[error("{0}")]
    NoMeans(String),
    /// Costs that are no table.
    #[error(transparent)]
    Table(TableError),
}

impl ExploreError {
    /// The end of the run that stopped the exploration, if it was one.
    #[must_use]
    pub fn end(&self) -> Option<run::End> {
        match self {
            Self::Sweep(error) => error.end(),
            _ => None,
        }
    }
}

/// The end of a run, if it is one of the program's own.
pub(crate) fn ended(end: End, program: &Program, cycles: u64) -> Result<End, ExploreError> {
    let program = program.name.clone();
    match end {
        End::Interrupted => Err(SweepError::Interrupted.into()),
        End::Blocked => Err(SweepError::Blocked(program).into()),
        End::MaxCycles => Err(SweepError::NoEnd { program, cycles }.into()),
        End::Exit(_) | End::ExitText | End::Until => Ok(end),
    }
}
