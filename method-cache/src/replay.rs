//! Method caches at the level of lookups, for studies of many of them (no clock, no bytecode RAM).
//!
//! On JOP only invoke and return touch the method cache, and what a lookup costs depends on nothing but hit or miss,
//! the length of the method and the memory. So the lookups of one run, replayed, give the cycles of every cache.
//!
//! ```text
//!   organisation + shape ---> model ---> hit or miss of each lookup
//!                        \--> definition: the same, slow and literal
//!                        \--> passes: many shapes in one go, where inclusion allows it
//! ```
//!
//! An organisation is one file that opens with its definition in words (placement, fragmentation, eviction, cost),
//! repeats it as slow and literal code, and adds a fast model; the package `method-cache-kit` holds one against the other. To add one,
//! write the file and put its line into [`ORGANISATIONS`]; an organisation of your own crate calls [`add`], see
//! `examples/own-cache`.
//!
//! Common to all of them:
//! - A method that is not there is loaded whole, at the cost of the hardware's load engine, beside which the rest of
//!   the invoke or return goes on; only the instruction cache differs.
//! - Block-based organisations take `length / block + 1` blocks: a length that fills its blocks exactly takes one
//!   block more, as in the hardware (spec 05 section 1). So they differ by their policy alone.
//! - A method longer than [`Organisation::longest_method`] cannot run on the shape at all.

use std::sync::RwLock;

use isa::{OrganisationKind, StudiedName};

mod bump_pointer;
mod fifo;
mod fixed_fifo;
mod fixed_lru;
mod ideal;
mod instruction_cache;
mod live;
mod lru;
mod model;
mod one_block;
mod pass;
mod recency;
mod stays;
mod two_block;

pub use bump_pointer::BumpPointer;
pub use fifo::{Fifo, FifoBlocks};
pub use fixed_fifo::FixedFifo;
pub use fixed_lru::FixedLru;
pub use ideal::Ideal;
pub use instruction_cache::InstructionCache;
pub use live::LiveModel;
pub use lru::Lru;
pub use model::{
    Axes, Call, CallKind, FetchModel, LineCount, Model, Models, Numbers, Organisation, Shape,
    Unbuildable, load_words,
};
pub use one_block::OneBlock;
pub use pass::{Alone, AloneFetching, Chunk, Fetch, Pass, Tally, one_by_one};
pub use stays::{Lookup, Stay, Stays};
pub use two_block::TwoBlock;

/// Every organisation, in the order of tables.
pub static ORGANISATIONS: &[&dyn Organisation] = &[
    &Fifo,
    &OneBlock,
    &TwoBlock,
    &Lru,
    &FixedFifo,
    &FixedLru,
    &BumpPointer,
    &InstructionCache,
    &Ideal,
];

/// Organisations of other crates.
static ADDED: RwLock<Vec<&'static dyn Organisation>> = RwLock::new(Vec::new());

/// Adds an organisation of another crate, so that machines and commands know its name. The first one of a name stays.
pub fn add(own: &'static dyn Organisation) {
    if organisation(own.name()).is_none()
        && let Ok(mut added) = ADDED.write()
    {
        StudiedName::add(own.name());
        added.push(own);
    }
}

/// Every organisation, those added behind the others.
#[must_use]
pub fn all() -> Vec<&'static dyn Organisation> {
    let added = ADDED.read().map(|added| added.clone()).unwrap_or_default();
    ORGANISATIONS.iter().copied().chain(added).collect()
}

/// The organisation of a name.
#[must_use]
pub fn organisation(name: &str) -> Option<&'static dyn Organisation> {
    all()
        .into_iter()
        .find(|organisation| organisation.name() == name)
}

/// The organisation of a kind: the hardware's, or the one of the name.
#[must_use]
pub fn organisation_of(kind: OrganisationKind) -> Option<&'static dyn Organisation> {
    organisation(kind.name())
}
