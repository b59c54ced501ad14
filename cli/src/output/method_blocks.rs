//! Blocks of the method cache that a method takes up (spec 05 section 1).

use isa::MachineConfig;
use method_cache::replay::{self, Axes, Shape};
use method_cache::{Geometry, OrganisationKind, StudiedName};

use crate::output::errors::Error;

/// Words of half a two-block cache.
const HALF: u32 = 128;

/// The method cache of a machine, as far as sizes go.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MethodBlocks {
    kind: OrganisationKind,
    geometry: Geometry,
}

impl MethodBlocks {
    /// That of a machine.
    pub(crate) fn of(config: &MachineConfig) -> Result<Self, Error> {
        let geometry = config.geometry().map_err(Error::refused)?;
        Ok(Self {
            kind: config.method_cache,
            geometry,
        })
    }

    /// Blocks that a method of so many words takes up.
    pub(crate) fn of_method(&self, words: u32) -> u32 {
        match self.kind {
            OrganisationKind::Fifo => 1 + self.geometry.further_blocks(words),
            OrganisationKind::Studied(name) => match studied_blocks(name, self.geometry) {
                StudiedBlocks::None | StudiedBlocks::OfOneMethod => 1,
                StudiedBlocks::Several => 1 + self.geometry.further_blocks(words),
            },
            OrganisationKind::OneBlock => 1,
            OrganisationKind::TwoBlock => 1 + u32::from(words >= HALF),
        }
    }

    /// `16 blocks of 64 words`.
    pub(crate) fn describe(&self) -> String {
        let words = self.geometry.words();
        let (blocks, each) = match self.kind {
            OrganisationKind::Studied(name)
                if studied_blocks(name, self.geometry) == StudiedBlocks::None =>
            {
                (1, words)
            }
            OrganisationKind::Fifo | OrganisationKind::Studied(_) => {
                (self.geometry.blocks(), words / self.geometry.blocks())
            }
            OrganisationKind::OneBlock => (1, words),
            OrganisationKind::TwoBlock => (2, HALF),
        };
        let plural = if blocks == 1 { "" } else { "s" };
        format!("{blocks} block{plural} of {each} words")
    }
}

/// What blocks are to an organisation that no hardware has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StudiedBlocks {
    /// It has none.
    None,
    /// A method fits into one of them, or not at all.
    OfOneMethod,
    /// A method takes up as many as it needs.
    Several,
}

/// As the organisation says.
pub(crate) fn studied_blocks(name: StudiedName, geometry: Geometry) -> StudiedBlocks {
    let Some(organisation) = replay::organisation(name.name()) else {
        return StudiedBlocks::Several;
    };
    if organisation.axes() != Axes::Blocks {
        return StudiedBlocks::None;
    }
    let longest = organisation.longest_method(Shape::of(geometry));
    match longest.is_ok_and(|longest| longest < geometry.block_words()) {
        true => StudiedBlocks::OfOneMethod,
        false => StudiedBlocks::Several,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(toml: &str, words: u32) -> u32 {
        let config = MachineConfig::from_toml(toml).unwrap();
        MethodBlocks::of(&config).unwrap().of_method(words)
    }

    #[test]
    fn a_method_that_fills_its_blocks_takes_one_more() {
        assert_eq!(
            [1, 63, 64, 130].map(|words| blocks("", words)),
            [1, 1, 2, 3]
        );
        assert_eq!(blocks("block_bits = 5", 64), 3);
    }

    #[test]
    fn studied_caches_have_the_blocks_that_their_organisation_has() {
        let sizes = [63, 64, 130];
        let of = |name: &str| {
            let toml = format!("method_cache = \"{name}\"");
            sizes.map(|words| blocks(&toml, words))
        };
        assert_eq!(of("lru"), [1, 2, 3]);
        assert_eq!(of("fixed-lru"), [1, 1, 1]);
        assert_eq!(of("ideal"), [1, 1, 1]);
        let ideal = MachineConfig::from_toml("method_cache = \"ideal\"").unwrap();
        let text = MethodBlocks::of(&ideal).unwrap().describe();
        assert_eq!(text, "1 block of 1024 words");
    }

    #[test]
    fn the_older_caches_have_one_block_or_two_halves() {
        assert_eq!(blocks("method_cache = \"one-block\"", 400), 1);
        let halves = "method_cache = \"two-block\"\njpc_width = 10";
        assert_eq!([127, 128].map(|words| blocks(halves, words)), [1, 2]);
    }
}
