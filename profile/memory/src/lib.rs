//! Memory of a run: who allocates, what stays alive, what the collector costs whom, and how deep the stack gets.
//!
//! ```text
//!   engine ──▶ Contexts (record) ──▶ contexts ───────────────────────┐
//!        └────▶ HeapFollower: Allocation, collections, lifetimes ─┼──▶ MemoryProfile ──▶ a section of a recording
//!        └────▶ StackFollower: calls, or every cycle ─────────────┘         └──▶ views: sites, classes, leaks
//! ```
//!
//! Nothing of the runtime changes, so no cycle does: the followers read what the runtime writes (`Heap.java`, `Collector.java`).
//! An object is its handle, which stays where it is while the collector moves data, from the write that ends `Heap.allocate` to the
//! collection that frees it.
//!
//! # Sums
//!
//! Objects and words of the sites add up to those of [`run::probes::Collections`]. The pause of each collection, and its cycles in
//! the profile, are divided among the sites that allocated since the collection before, in proportion to the words that they took
//! from the heap, data, the word before them and handle. [`blame::shares`] rounds so that nothing is lost. If nothing was allocated
//! since, the site that asks for the collection has all of it.

pub mod blame;
mod class;
pub mod file;
mod heap;
mod place;
mod probe;
mod profile;
mod site;
mod stack;
mod views;

pub use class::ClassKey;
pub use file::MemoryError;
pub use heap::{Allocation, HeapFollower};
pub use place::NoHeap;
pub use probe::HeapLayer;
pub use profile::{
    Caller, Code, Collection, Counted, HeapUse, MemoryProfile, Recorded, Site, SiteHistory,
    StackUse, Survivors, ThreadStack,
};
pub use site::{Place, PlaceId, SiteId, SiteKey};
pub use stack::{ContextStack, StackFollower};
pub use views::{Attribution, Figures, Leak, Line};
