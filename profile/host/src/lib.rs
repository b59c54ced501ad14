//! Profiles of Java programs that run on the host's JVM, as they would be on JOP.
//!
//! ```text
//!  java --patch-module java.base=DIR -javaagent:agent.jar=SETTINGS ... Main
//!    classes as they are loaded ──▶ instrumented: a tree of contexts for each thread,
//!                                   a count for each basic block of each context
//!    bytecodes that JOP has in Java ──▶ the runtime's own methods run beside them
//!    calls and returns ──▶ a method cache for each thread, or one for all
//!  counts ──▶ [`Counts`] ──▶ [`price`] with a cost table ──▶ Profile (.jrec)
//! ```
//!
//! The agent (folder `agent`, Java, with ASM) counts and knows no cycles: which bytecodes a block has on JOP, how long the
//! linked code of a method is, how often each block began. So one run can be priced with any table; only the method cache,
//! which depends on the order of calls, is simulated while the program runs.

mod api;
mod bytecode_use;
mod cache;
mod contention;
mod counts;
mod host_library;
mod java_command;
mod jvm_class;
mod jvm_options;
mod jvm_refused;
mod jvm_room;
mod model;
mod price;
mod settings;
pub mod target;
mod uncovered;

pub use api::api_jar;
pub use cache::{CacheError, CacheOrganisation};
pub use contention::{Contention, OTHER_CORES, Waits};
pub use counts::{Block, Context, Counted, Counts, CountsError, Method, PathCount, Thread};
pub use host_library::{ErrorsOfShares, Evaluated, errors_of_shares, evaluated};
pub use java_command::{JavaCommand, JavaCommandError};
pub use jvm_options::{jvm_options, wanted_of_jvm};
pub use jvm_refused::refused_option;
pub use jvm_room::{context_room, environment, with_room};
pub use model::{FeatureCost, Model};
pub use price::{Outcome, Pricing, WithoutCost, price};
pub use settings::{
    Binding, CacheModel, Collections, Cover, Exceptions, Routines, Settings, SettingsError,
    kept_setting,
};
pub use uncovered::Uncovered;

/// The agent: instruments classes, and makes the folder that the JVM's `java.base` is patched with.
pub static AGENT_JAR: &[u8] = include_bytes!("../agent/agent.jar");

/// The oldest JVM that the agent runs on.
pub const OLDEST_JAVA: u32 = 11;

#[cfg(test)]
extern crate self as host_profile;
#[cfg(test)]
#[path = "../tests/it/main.rs"]
mod it;
