//! Why a program on a machine cannot be validated.

use cross_profile::matching::NoMatch;
use sim_core::MachineError;
use thiserror::Error;

/// Why a program on a machine cannot be validated.
#[derive(Debug, Error)]
pub enum CaseError {
    /// The machine cannot be built.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// The program does not come to its end.
    #[error("the program has not ended after {0} cycles; raise --max-cycles")]
    NoEnd(u64),
    /// A method does not fit the method cache.
    #[error(
        "{method} has {words} words, and the method cache of this machine runs methods of up to {longest}; raise jpc_width"
    )]
    MethodTooLong {
        /// The method.
        method: String,
        /// Its length.
        words: u32,
        /// The longest that runs.
        longest: u32,
    },
    /// A given profile is of another program.
    #[error(transparent)]
    NoMatch(#[from] NoMatch),
}
