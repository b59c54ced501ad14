//! Probes of our Java runtime: they observe its collector and its scheduler from outside.
//!
//! They follow calls by the lookups of the method cache and the runtime's state by the writes of its static fields, whose
//! addresses are in the symbols. The program runs as without them, to the cycle. With an image of another runtime, or
//! without symbols, they see nothing.

pub mod collections;
pub mod ledger;
pub(crate) mod places;
pub mod switches;
pub mod threads;

/// The class of our runtime that runs threads by turns.
pub(crate) const SCHEDULER: &str = "com.jopdesign.sys.Scheduler";

pub use collections::{CollectionProbe, Collections, Heap};
pub use switches::{Reason, Switch, SwitchProbe};
pub use threads::{ThreadProbe, ThreadStates};
