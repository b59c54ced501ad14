//! Numbers of a case's text, in hexadecimal.

use std::fmt::{LowerHex, Write};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Words on a line.
const PER_LINE: usize = 16;

/// Words of a memory, from its begin on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hex<T>(pub Vec<T>);

impl<T: LowerHex> Serialize for Hex<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::new();
        for line in self.0.chunks(PER_LINE) {
            for word in line {
                // Writing to a string cannot fail.
                let _ = write!(text, " {word:x}");
            }
            text.push('\n');
        }
        serializer.serialize_str(&text)
    }
}

impl<'de, T: TryFrom<u64>> Deserialize<'de> for Hex<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let words = text.split_whitespace().map(|word| {
            let number = u64::from_str_radix(word, 16).ok();
            let number = number.and_then(|number| T::try_from(number).ok());
            number.ok_or_else(|| D::Error::custom(format!("`{word}` is no word of this memory")))
        });
        words.collect::<Result<_, _>>().map(Self)
    }
}

/// Seeds, which have 64 bits.
pub(crate) mod number {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        number: &Option<u64>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{:x}", number.unwrap_or(0)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<u64>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = u64::from_str_radix(&text, 16);
        number.map(Some).map_err(D::Error::custom)
    }
}
