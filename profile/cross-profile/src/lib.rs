//! Calling-context profiles of Java programs on JOP: where each cycle went, by chain of calls and by cause.
//!
//! ```text
//!   machine ────┐                         ┌──▶ sections of a recording
//!               ├─▶ Observer ─▶ Profile ──┤
//!   fast engine ┘                         └──▶ Comparison ◀── profiles of other tools (`profile-import`)
//! ```
//!
//! Sums are conserved: the causes of all contexts of all threads add up to the cycles of the run.

pub mod attribution;
pub mod call_graph;
pub mod call_times;
pub mod compare;
pub mod context_names;
pub mod decomposition;
pub mod file;
pub mod fold;
pub mod matching;
pub mod merge;
mod method_calls;
pub mod no_region;
pub mod observer;
pub mod origin;
pub mod profile;
pub mod recorder;
mod region;
pub mod tree;

pub use isa::cause;
pub use isa::method_name;

pub use call_graph::CallGraph;
pub use call_times::CallTimes;
pub use cause::{Cause, Charge, Service};
pub use compare::Comparison;
pub use decomposition::Decomposition;
pub use file::FileError;
pub use fold::Fold;
pub use isa::Spent;
pub use merge::MergeError;
pub use method_calls::MethodCalls;
pub use no_region::NoRegion;
pub use observer::{Observer, Transfer};
pub use origin::Origin;
pub use profile::{BytecodeUse, Profile, Provenance, ThreadProfile};
pub use recorder::{ListedCall, Recorder, ThreadId};
pub use region::Region;
pub use tree::{CallingContextTree, Context, ContextId, MethodId};
