//! How long a method a machine's method cache runs.

use std::fmt;

use isa::{MachineConfig, OrganisationKind};

use crate::replay::{self, Shape};

/// Length of the longest method that a method cache runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Longest {
    /// Unit: words.
    pub words: u32,
    /// The bytecode RAM has room for longer ones, the organisation's blocks have not.
    is_of_blocks: bool,
}

/// A method that is longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLong {
    /// Its length. Unit: words.
    pub words: u32,
    longest: Longest,
}

impl Longest {
    /// That of a machine.
    #[must_use]
    pub fn of(config: &MachineConfig) -> Self {
        let room = config.longest_method();
        let own = match (config.method_cache, config.geometry()) {
            (OrganisationKind::Studied(name), Ok(geometry)) => replay::organisation(name.name())
                .and_then(|known| known.longest_method(Shape::of(geometry)).ok()),
            _ => None,
        };
        let words = own.map_or(room, |own| own.min(room));
        Self {
            words,
            is_of_blocks: words < room,
        }
    }

    /// Refuses a method of so many words that is longer.
    ///
    /// # Errors
    /// What is wrong, in words that follow the method's name.
    #[inline]
    pub fn check(self, words: u32) -> Result<(), TooLong> {
        if words > self.words {
            return Err(TooLong {
                words,
                longest: self,
            });
        }
        Ok(())
    }
}

/// `76 words, and the method cache of this machine runs methods of up to 63; lower block_bits or raise jpc_width`.
impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remedy = match self.longest.is_of_blocks {
            true => "lower block_bits or raise jpc_width",
            false => "raise jpc_width",
        };
        write!(
            f,
            "{} words, and the method cache of this machine runs methods of up to {}; {remedy}",
            self.words, self.longest.words
        )
    }
}
