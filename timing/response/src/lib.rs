//! Worst-case response times of the threads of `joplab.RtThread`, without the machine.
//!
//! ```text
//!   program ──▶ wcet ──▶ threads: priorities, periods, jobs
//!   jobs ──▶ wcet ──▶ cycles of each job, methods that it may reload ─┐
//!   scheduler ──▶ wcet, cost table ──▶ prices of an interrupt, of a wait, of a start ─┤
//!   priorities, periods, jitter ──▶ fixed point ──▶ response time of each thread ◀────┘ ──▶ room of each job
//! ```
//!
//! A response lasts from the microsecond of the release to the call of `waitForNextPeriod`. The scheduler is `Dispatcher` of our
//! runtime: each release of a higher priority is one timer interrupt and one wait, each of which may exchange the stacks.
//!
//! Not covered: exceptions, other interrupts than the timer's, garbage collections without a price, and `java.lang.Thread`.

mod code;
mod fixed_point;
mod found;
mod prices;
mod room;
mod sections;
mod timeline;

pub use fixed_point::{Common, Demand, Response, Unbounded, all_meet, responses};
pub use found::{Found, classes, found, found_each, job_of};
pub use prices::{Prices, Thread, prices};
pub use room::{Room, rooms};
pub use sections::Section;
pub use timeline::{Activity, Step, timeline};

/// Why there are no response times.
#[derive(Debug, thiserror::Error)]
pub enum ResponseError {
    /// The program has no such method.
    #[error("the program has no {0}; response times are those of threads of joplab.RtThread")]
    NoMethod(String),
    /// The program makes no thread.
    #[error("the program makes no joplab.RtThread; response times are those of its threads")]
    NoThreads,
    /// A thread may be made more than once.
    #[error(
        "{0} may be made more than once; give each thread a class of its own, or write the set into a file, as in --method set.toml"
    )]
    Several(String),
    /// A class does not extend `RtThread`.
    #[error("{0} does not extend joplab.RtThread; name the job of one that does")]
    NoThread(String),
    /// A number is not known.
    #[error(
        "priority, period or offset of {0} is not proven to be one number; pass constants, or write the set into a file, as in --method set.toml"
    )]
    Unproven(String),
    /// A thread does more than a job and a wait.
    #[error(
        "{0} does more than call its job and wait for the next period in a loop; override job() instead"
    )]
    OwnLoop(String),
    /// The program schedules threads otherwise, too.
    #[error(
        "the program also uses java.lang.Thread, whose scheduler has no bound; use joplab.RtThread alone"
    )]
    OtherThreads,
    /// A method has no bound.
    #[error(transparent)]
    Bound(#[from] wcet::WcetError),
    /// A bound leaves out what happens.
    #[error(
        "{0} may collect garbage; allocate before the mission, or give a collection a price with --collection"
    )]
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
