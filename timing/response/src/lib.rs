//! Worst-case response times of the threads of `joplab.RtThread`, without the machine.
//!
//! ```text
//!   jobs ──▶ wcet ──▶ cycles of each job, methods that it may reload ─┐
//!   scheduler ──▶ wcet, cost table ──▶ prices of an interrupt, of a wait, of a start ─┤
//!   priorities, periods, jitter ──▶ fixed point ──▶ response time of each thread ◀────┘
//! ```
//!
//! A response lasts from the microsecond of the release to the call of `waitForNextPeriod`. The scheduler is `Dispatcher` of our
//! runtime: each release of a higher priority is one timer interrupt and one wait, each of which may exchange the stacks.
//!
//! Not covered: exceptions, other interrupts than the timer's, garbage collections, `java.lang.Thread`, and what `main` does after the
//! start of the mission with interrupts off, unless its methods are named.

mod fixed_point;
mod prices;

pub use fixed_point::{Demand, Response, responses};
pub use prices::{Prices, Thread, prices};

/// Why there are no response times.
#[derive(Debug, thiserror::Error)]
pub enum ResponseError {
    /// The program has no such method.
    #[error("the program has no {0}; response times are those of joplab.RtThread")]
    NoMethod(String),
    /// The program schedules threads otherwise, too.
    #[error(
        "the program also uses java.lang.Thread, whose scheduler has no bound; use joplab.RtThread alone"
    )]
    OtherThreads,
    /// A method has no bound.
    #[error(transparent)]
    Bound(#[from] wcet::WcetError),
    /// A bound leaves out what happens.
    #[error("{0} may collect garbage; give a collection a price with --collection")]
    Collects(String),
    /// A bytecode has no price.
    #[error("{method}: {bytecode} has no price")]
    Price {
        /// The method.
        method: String,
        /// The bytecode.
        bytecode: String,
    },
}
