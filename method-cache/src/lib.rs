//! Method-cache organisations of JOP behind one trait (spec 05 section 1).
//!
//! The method cache holds whole methods. On an invoke and on a return the processor asks for a method by
//! its word address and length; a lookup takes a few cycles and answers whether the method is there and
//! where in the bytecode RAM it starts. On a miss the memory controller then loads the whole method.
//!
//! ```text
//!                +--------------+
//!   find    ---->|              |----> ready       lookup finished
//!   address ---->| method cache |----> in_cache    hit or miss of the last lookup
//!   length  ---->|     tags     |----> start_word  where the method starts in the bytecode RAM
//!                +--------------+
//! ```
//!
//! Phase: outputs are registers and hold during a cycle; [`MethodCache::clock`] is the edge that ends it.
//! With `find` in cycle 0, `start_word` is valid from cycle 2 on; `ready` rises in cycle 3 on a hit and in
//! cycle 4 on a miss.
//!
//! [`replay`] has the same caches, and others that no hardware has, at the level of whole lookups; package `method-cache-kit`
//! checks each against its definition. [`StudiedCache`] puts those that no hardware has on the machine.

pub mod bits;
mod clocked;
mod fifo;
mod longest;
mod one_block;
mod organisation;
pub mod replay;
mod studied;
mod two_block;

pub use fifo::FifoCache;
pub use isa::{Geometry, GeometryError, OrganisationKind, StudiedName};
pub use longest::{Longest, TooLong};
pub use one_block::OneBlockCache;
pub use organisation::{Organisation, check};
pub use studied::StudiedCache;
pub use two_block::TwoBlockCache;

use serde::{Deserialize, Serialize};

/// Mask of a method address: 18 bits of a word address, all of them the tag.
pub const ADDRESS_MASK: u32 = (1 << 18) - 1;

/// Steps of one lookup, common to all organisations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LookupState {
    /// Waits for `find`.
    #[default]
    Idle,
    /// Compares the tags; `s1` in the specification.
    Compare,
    /// Enters the missing method into the tags; `s2` in the specification.
    Allocate,
}

/// Answer of one whole lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lookup {
    /// True if the method was in the cache.
    pub hit: bool,
    /// Word address in the bytecode RAM at which the method starts, or to which it is to be loaded.
    pub start_word: u32,
}

/// One organisation of the method cache, clocked.
pub trait MethodCache {
    /// The edge that ends a cycle. `find` starts a lookup; `address` (word address, 18 bits) and `length`
    /// (words) are those of the cycle and must hold for the two cycles after `find`.
    fn clock(&mut self, find: bool, address: u32, length: u32);

    /// No lookup is under way; the outputs belong to the last one.
    fn ready(&self) -> bool;

    /// The last lookup was a hit.
    fn in_cache(&self) -> bool;

    /// Word address in the bytecode RAM of the method of the last lookup.
    fn start_word(&self) -> u32;

    /// The lookup waits for `find`, so that a clock without `find` changes nothing.
    fn is_idle(&self) -> bool;

    /// The answer that a lookup of an idle cache would give.
    fn peek(&self, address: u32, length: u32) -> Lookup;

    /// A whole lookup of an idle cache, whose answer is that of [`MethodCache::peek`].
    fn look_up_again(&mut self, _answer: Lookup, address: u32, length: u32) {
        self.lookup(address, length);
    }

    /// A whole lookup without regard to its cycles, for cache studies.
    fn lookup(&mut self, address: u32, length: u32) -> Lookup {
        self.clock(true, address, length);
        while !self.is_idle() {
            self.clock(false, address, length);
        }
        Lookup {
            hit: self.in_cache(),
            start_word: self.start_word(),
        }
    }
}
