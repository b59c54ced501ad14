//! Organisations of the method cache by name: those of the hardware, and studied ones that no hardware has.

use std::sync::RwLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::config::UnknownName;

/// Name of an organisation, as configurations write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OrganisationKind {
    /// Variable blocks, first in, first out: the hardware's default.
    Fifo,
    /// One method, every lookup a miss.
    OneBlock,
    /// Two halves of 128 words, for a bytecode RAM of 1 KB.
    TwoBlock,
    /// One that no hardware has; its definition is in `method_cache::replay`.
    Studied(StudiedName),
}

/// Name of an organisation that no hardware has; only known names exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StudiedName(&'static str);

/// Names added by other crates.
static ADDED: RwLock<Vec<&'static str>> = RwLock::new(Vec::new());

impl StudiedName {
    /// Those that need not be added.
    pub const KNOWN: [&str; 5] = ["lru", "fixed-fifo", "fixed-lru", "bump-pointer", "ideal"];

    /// Adds a name, so that configurations may have it; adding it again changes nothing.
    pub fn add(name: &'static str) -> Self {
        if Self::find(name).is_none()
            && let Ok(mut added) = ADDED.write()
        {
            added.push(name);
        }
        Self(name)
    }

    /// The organisation of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let known = Self::KNOWN.into_iter().find(|known| *known == name);
        let added = || {
            let added = ADDED.read().ok()?;
            added.iter().copied().find(|added| *added == name)
        };
        known.or_else(added).map(Self)
    }

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl OrganisationKind {
    /// The names, as configurations write them; those added by other crates are not among them.
    pub const NAMES: &[&str] = {
        let [lru, fixed_fifo, fixed_lru, bump_pointer, ideal] = StudiedName::KNOWN;
        let [fifo, one_block, two_block] = [
            Self::Fifo.name(),
            Self::OneBlock.name(),
            Self::TwoBlock.name(),
        ];
        &[
            fifo,
            one_block,
            two_block,
            lru,
            fixed_fifo,
            fixed_lru,
            bump_pointer,
            ideal,
        ]
    };

    /// The name, as configurations write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fifo => "fifo",
            Self::OneBlock => "one-block",
            Self::TwoBlock => "two-block",
            Self::Studied(name) => name.name(),
        }
    }
}

impl std::fmt::Display for OrganisationKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

impl std::str::FromStr for OrganisationKind {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let hardware = [Self::Fifo, Self::OneBlock, Self::TwoBlock];
        let found = hardware.into_iter().find(|kind| kind.name() == text);
        found
            .or_else(|| StudiedName::find(text).map(Self::Studied))
            .ok_or_else(|| UnknownName {
                option: "method_cache",
                name: text.to_owned(),
                known: Self::NAMES,
            })
    }
}

impl Serialize for OrganisationKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for OrganisationKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|_| serde::de::Error::unknown_variant(&text, Self::NAMES))
    }
}
