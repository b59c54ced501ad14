//! The method cache that the agent simulates.

use isa::{Geometry, GeometryError, MachineConfig};
use method_cache::replay::{Shape, organisation};

/// A method cache of whole methods. None of these looks at addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheOrganisation {
    /// Variable blocks, first in, first out.
    Fifo = 1,
    /// One method, every lookup a miss.
    OneBlock,
    /// Two halves of 128 words.
    TwoBlock,
    /// Variable blocks anywhere, the least recently used method replaced.
    Lru,
    /// One method in each block, first in, first out.
    FixedFifo,
    /// One method in each block, the least recently used replaced.
    FixedLru,
    /// Variable blocks, placed after the running method.
    BumpPointer,
}

/// An organisation that the machine cannot have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CacheError {
    /// Size and blocks exclude each other.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    /// The agent has no model of it.
    #[error(
        "method cache {name}: the cross-profiler does not simulate it; name another with --org"
    )]
    NotSimulated {
        /// Name of the organisation.
        name: &'static str,
    },
    /// The organisation does not exist with this size or these blocks.
    #[error("method cache {name}: {reason}")]
    Unbuildable {
        /// Name of the organisation.
        name: &'static str,
        /// The reason.
        reason: String,
    },
}

impl CacheOrganisation {
    /// All of them, with the names that `jop explore --caches --org` has for them.
    pub const ALL: [(&'static str, Self); 7] = [
        ("fifo", Self::Fifo),
        ("one-block", Self::OneBlock),
        ("two-block", Self::TwoBlock),
        ("lru", Self::Lru),
        ("fixed-fifo", Self::FixedFifo),
        ("fixed-lru", Self::FixedLru),
        ("bump-pointer", Self::BumpPointer),
    ];

    /// The organisation of the machine.
    ///
    /// # Errors
    /// When the agent does not simulate it.
    pub fn of_machine(machine: &MachineConfig) -> Result<Self, CacheError> {
        let name = machine.method_cache.name();
        Self::named(name).ok_or(CacheError::NotSimulated { name })
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let (name, _) = Self::ALL[self as usize - 1];
        name
    }

    /// The organisation of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, organisation)| *organisation)
    }

    /// Words of the longest method that it can run with the machine's size and blocks.
    ///
    /// # Errors
    /// When it does not exist with them.
    pub fn longest_method(self, machine: &MachineConfig) -> Result<u32, CacheError> {
        let geometry = Geometry::new(machine.jpc_width.into(), machine.block_bits.into())?;
        let name = self.name();
        let Some(known) = organisation(name) else {
            return Ok(geometry.words() - 1);
        };
        known
            .longest_method(Shape::of(geometry))
            .map_err(|unbuildable| CacheError::Unbuildable {
                name,
                reason: unbuildable.0,
            })
    }

    /// Number of the organisation in the agent, blocks, and words of a block.
    pub(crate) fn numbers(self, machine: &MachineConfig) -> Result<[u32; 3], CacheError> {
        self.longest_method(machine)?;
        let geometry = Geometry::new(machine.jpc_width.into(), machine.block_bits.into())?;
        Ok([self as u32, geometry.blocks(), geometry.block_words()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_organisation_is_that_of_the_sweep_with_its_name() {
        for (name, cache) in CacheOrganisation::ALL {
            assert_eq!(cache.name(), name);
            assert_eq!(CacheOrganisation::named(name), Some(cache));
            assert!(organisation(name).is_some(), "{name}");
        }
        assert_eq!(CacheOrganisation::named("icache"), None);
    }

    #[test]
    fn two_halves_exist_with_a_kilobyte_only() {
        let error = CacheOrganisation::TwoBlock.numbers(&MachineConfig::default());
        assert_eq!(
            error.unwrap_err().to_string(),
            "method cache two-block: exists with 1 KB only"
        );
    }
}
