//! Errors of the validation of a program on a machine.

use cross_profile::matching::NoMatch;
use cross_profile::{Fold, NoRegion};
use fast_engine::{EngineError, Fault};
use sim_core::MachineError;
use thiserror::Error;

/// Errors of the validation of a program on a machine.
#[derive(Debug, Error)]
pub enum CaseError {
    /// The machine cannot be built.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// The program does not come to its end.
    #[error("the program has not ended after {0} cycles; raise --max-cycles")]
    NoEnd(u64),
    /// The program cannot go on.
    #[error("{}", run::BLOCKED)]
    Blocked,
    /// The fast engine has no model for the machine.
    #[error(transparent)]
    Model(#[from] fast_engine::ConfigError),
    /// The memory has no formulas.
    #[error(transparent)]
    Memory(#[from] cost_model::TimingError),
    /// The program does not fit the machine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The program does what the fast engine cannot execute.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// No table can be calibrated.
    #[error("the machine cannot be calibrated: {0}")]
    Calibration(String),
    /// The machine goes on where the fast engine had come to the end.
    #[error(
        "the fast engine ends after {engine} cycles, and the machine has not ended after {machine}"
    )]
    OtherEnd {
        /// Cycles of the engine.
        engine: u64,
        /// Cycles of the machine.
        machine: u64,
    },
    /// The engine sees the end after it has gone on.
    #[error(
        "the exit text leaves a timed UART late, so that the end of the program is not known; set uart = \"instant\""
    )]
    LateEnd,
    /// The region that is compared was not marked.
    #[error("{name}: {reason}")]
    NoRegion {
        /// Name of the program or prediction.
        name: String,
        /// The mismatch.
        reason: NoRegion,
    },
    /// The method below which cycles are compared was not called.
    #[error("{name}: no context of `{root}`, and so nothing below it")]
    NoRoot {
        /// Name of the program or prediction.
        name: String,
        /// The method.
        root: String,
    },
    /// Nothing tells what the callers are that would take the folded cycles.
    #[error(
        "{name}: --fold {fold} needs chains of calls, and this profile has cycles of methods only; leave --fold out, or fold where it was recorded"
    )]
    FoldFlat {
        /// Name of the prediction.
        name: String,
        /// What was asked for.
        fold: Fold,
    },
    /// Chains of calls begin elsewhere.
    #[error(
        "{name}: none of its {contexts} contexts is one of the program; its chains begin with `{first}`: compare what is below it with --root, or only methods with a CSV of method,cycles"
    )]
    NoContext {
        /// Name of the prediction.
        name: String,
        /// Contexts of the profile.
        contexts: usize,
        /// First method of a chain.
        first: String,
    },
    /// A given profile is of another program.
    #[error("{name}: {reason}")]
    NoMatch {
        /// Name of the prediction.
        name: String,
        /// The mismatch.
        reason: NoMatch,
    },
}

impl CaseError {
    /// The end of the run that left the case without figures, if it was one.
    #[must_use]
    pub fn end(&self) -> Option<run::End> {
        match self {
            Self::NoEnd(_) => Some(run::End::MaxCycles),
            Self::Blocked => Some(run::End::Blocked),
            _ => None,
        }
    }
}
