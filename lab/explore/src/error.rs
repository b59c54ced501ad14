//! Errors of an exploration.

use cache_sweep::SweepError;
use cost_model::{TableError, TimingError};
use fast_engine::{ConfigError, EngineError, Fault};

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
