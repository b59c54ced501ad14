//! The method cache: which methods stay in it while a call or a loop runs.
//!
//! A *scope* is a call or a loop. If all methods that it looks up take no more blocks than the cache has, each is loaded at most once
//! for every entry of the scope, whatever was in the cache before:
//!
//! - FIFO: between two loads of one method everything else in the scope is loaded at most once, which moves the next block not far
//!   enough to take over the method's first block. The method that runs at the entry may be old, so it may be loaded once, too.
//! - LRU: what was used in the scope is younger than all else, and the running method is the youngest at the entry.
//!
//! All other organisations miss always, except the ideal one, in which each method is loaded once.

use isa::{MachineConfig, OrganisationKind};
use method_cache::replay::Shape;

use crate::error::WcetError;

/// Replacement, as far as it matters to scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Replacement {
    Fifo,
    Lru,
    /// Nothing is replaced.
    None,
    /// Every lookup misses, or nothing is known.
    Always,
}

/// The method cache of a machine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cache {
    pub(crate) replacement: Replacement,
    shape: Shape,
}

impl Cache {
    pub(crate) fn of(config: &MachineConfig) -> Result<Self, WcetError> {
        let geometry = config.geometry().map_err(|_| WcetError::Machine {
            option: "the size of the method cache",
        })?;
        let replacement = match config.method_cache {
            OrganisationKind::Fifo => Replacement::Fifo,
            OrganisationKind::Studied(name) if name.name() == "lru" => Replacement::Lru,
            OrganisationKind::Studied(name) if name.name() == "ideal" => Replacement::None,
            _ => Replacement::Always,
        };
        Ok(Self {
            replacement,
            shape: Shape::of(geometry),
        })
    }

    pub(crate) fn blocks(&self) -> u32 {
        self.shape.geometry.blocks()
    }

    /// Blocks of a method of so many words.
    pub(crate) fn blocks_of(&self, words: u32) -> u32 {
        self.shape.blocks_of(words)
    }

    /// Words of a block.
    pub(crate) fn words_of_block(&self) -> u32 {
        self.shape.geometry.block_words()
    }

    /// Returns true if methods that need so many blocks stay as long as nothing else is looked up.
    pub(crate) fn holds(&self, needed: impl FnOnce() -> u32) -> bool {
        match self.replacement {
            Replacement::None => true,
            Replacement::Always => false,
            Replacement::Fifo | Replacement::Lru => needed() <= self.blocks(),
        }
    }

    /// Returns true if the method that runs when a scope is entered may be loaded again in it.
    pub(crate) fn may_lose_running(&self) -> bool {
        self.replacement == Replacement::Fifo
    }
}
