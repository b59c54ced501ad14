//! Reasons why there is no bound, each in one line with a remedy.

use thiserror::Error;

/// No bound.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum WcetError {
    /// No method has code there.
    #[error("no method has code at {0}; `jop inspect --part methods` lists all")]
    NoMethod(u32),
    /// The image has no structure.
    #[error(transparent)]
    Structure(#[from] jopizer::structure::StructureError),
    /// The machine has a unit without a model.
    #[error(
        "{option}: cycles would depend on what it holds, which is not analysed; leave it out of the configuration"
    )]
    Machine {
        /// The option of the configuration.
        option: &'static str,
    },
    /// Code that cannot be decoded.
    #[error(
        "{place}: {problem}; compile the class anew with a Java compiler, and link it with `jop build`"
    )]
    Code {
        /// Method and byte offset.
        place: String,
        /// The problem.
        problem: String,
    },
    /// Two entries into one loop.
    #[error(
        "{place}: a jump enters the middle of a loop, so the loop has no bound; compile the method from Java without such jumps"
    )]
    Irreducible {
        /// Where the jump goes.
        place: String,
    },
    /// A loop without a bound.
    #[error(
        "{place}: the loop has no bound; give one with `--bounds`: \"{key}\" = {number} under [loops], or @LoopBounds at the method{reason}"
    )]
    Unbounded {
        /// Class, method and line.
        place: String,
        /// Its key in a file of bounds.
        key: String,
        /// Its number, or a number for each loop of the method.
        number: String,
        /// More about it, or nothing.
        reason: &'static str,
    },
    /// Recursion without a bound.
    #[error(
        "recursion without a bound: {cycle}; give one with `--bounds`: \"{key}\" = DEPTH under [recursion]"
    )]
    Recursion {
        /// Methods of the cycle.
        cycle: String,
        /// Key in a file of bounds.
        key: String,
    },
    /// A call whose target is unknown.
    #[error(
        "{place}: {problem}, so what it calls is unknown; bound the methods that do not call it"
    )]
    UnknownTarget {
        /// Class, method and line.
        place: String,
        /// Reason.
        problem: String,
    },
    /// A bytecode without a usable price.
    #[error("{place}: {bytecode} has no bound: {reason}; bound the methods that do not execute it")]
    Price {
        /// Class, method and line.
        place: String,
        /// The bytecode.
        bytecode: String,
        /// Reason.
        reason: String,
    },
    /// An exception that the call may catch.
    #[error(
        "{place}: the call may catch an exception here and go on, and ways of exceptions have no bound; \
         bound calls without exceptions by `--exceptions exclude`, or the methods that it calls"
    )]
    Caught {
        /// Class, method and line of the handler.
        place: String,
    },
    /// The method never returns.
    #[error(
        "{0} never returns on a path without an exception or a garbage collection, so it has no worst case; \
         bound the methods that it calls, or give collections a price by `--collection`"
    )]
    NeverReturns(String),
    /// Calls within each other beyond what is followed.
    #[error(
        "{method}: more than {most} calls within each other are not followed; lower its bound under [recursion]"
    )]
    Depth {
        /// The method.
        method: String,
        /// Calls that are followed.
        most: usize,
    },
    /// More interfaces than the structure of an image tells.
    #[error(
        "the program has {0} interfaces, and which classes implement them is known of 192 at most; link less with it"
    )]
    Interfaces(u32),
    /// A method that the method cache cannot hold.
    #[error("{method} has {reason}")]
    LongMethod {
        /// The method.
        method: String,
        /// Its length, and the cache's.
        reason: method_cache::TooLong,
    },
    /// No thread for the analysis.
    #[error("no thread for the analysis: {0}; free memory, or run fewer programs beside it")]
    Thread(String),
    /// `all-fit` where not all fit.
    #[error(
        "the methods of this call take {needed} blocks and the method cache has {blocks}; use `--cache analysis`, or a larger cache"
    )]
    DoesNotFit {
        /// Blocks needed.
        needed: u32,
        /// Blocks there are.
        blocks: u32,
    },
    /// The organisation keeps nothing that `all-fit` could rest on.
    #[error("method cache `{0}` is not analysed as all-fit; use `--cache always-miss`")]
    Organisation(String),
    /// The solver failed.
    #[error(
        "{method}: the integer linear programme has no solution: {problem}; split the method, or lower the bounds of its loops"
    )]
    Solver {
        /// The method.
        method: String,
        /// Message of the solver.
        problem: String,
    },
    /// Several cores on which nothing bounds a call.
    #[error("{0}")]
    Cores(String),
    /// A bound that is none.
    #[error("{file}: {problem}")]
    Bounds {
        /// The file.
        file: String,
        /// The problem.
        problem: String,
    },
    /// Cycles beyond 64 bits.
    #[error(
        "{0}: the bound exceeds 2^53 cycles; lower the bounds of its loops or of its recursion"
    )]
    TooLarge(String),
}
