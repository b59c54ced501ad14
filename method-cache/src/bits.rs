//! Bit vectors in files: words of 64 bits on every computer.
//!
//! `bitvec` itself writes words as wide as the computer's pointers, and refuses those of another width: a checkpoint of a
//! 64-bit computer would not open in a browser, whose WebAssembly has 32.

use std::borrow::Cow;

use bitvec::vec::BitVec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Bits of a word in files.
const WIDTH: usize = 64;
/// Name of the order of bits in a word, as `bitvec` writes it: the lowest first.
const ORDER: &str = "bitvec::order::Lsb0";

/// The layout of `bitvec` on a 64-bit computer.
#[derive(Serialize, Deserialize)]
struct Saved<'a> {
    order: Cow<'a, str>,
    head: Head,
    bits: u64,
    data: Vec<u64>,
}

/// Place of the first bit in the first word.
#[derive(Serialize, Deserialize)]
struct Head {
    width: u8,
    index: u8,
}

/// Writes the bits.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(bits: &BitVec, serializer: S) -> Result<S::Ok, S::Error> {
    let words = bits.chunks(WIDTH);
    let word = |ones: u64, place: usize| ones | 1 << place;
    Saved {
        order: Cow::Borrowed(ORDER),
        head: Head {
            width: WIDTH as u8,
            index: 0,
        },
        bits: bits.len() as u64,
        data: words.map(|bits| bits.iter_ones().fold(0, word)).collect(),
    }
    .serialize(serializer)
}

/// Reads them.
///
/// # Errors
/// When they have another layout.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BitVec, D::Error> {
    let saved = Saved::deserialize(deserializer)?;
    let head = (usize::from(saved.head.width), saved.head.index);
    let words = saved.bits.div_ceil(WIDTH as u64);
    if saved.order != ORDER || head != (WIDTH, 0) || words != saved.data.len() as u64 {
        return Err(D::Error::custom("no vector of bits in words of 64"));
    }
    let places = 0..saved.bits as usize;
    Ok(places
        .map(|place| saved.data[place / WIDTH] >> (place % WIDTH) & 1 != 0)
        .collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Bits(#[serde(with = "super")] BitVec);

    /// Bits at every third place.
    fn thirds(length: usize) -> BitVec {
        (0..length).map(|place| place % 3 == 0).collect()
    }

    #[test]
    fn bits_come_back_from_a_file() {
        for length in [0, 1, 31, 32, 33, 63, 64, 65, 200] {
            let bytes = postcard::to_stdvec(&Bits(thirds(length))).unwrap();
            let Bits(read) = postcard::from_bytes(&bytes).unwrap();
            assert_eq!(read, thirds(length), "{length}");
        }
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn a_file_has_the_bytes_that_a_64_bit_computer_always_wrote() {
        for length in [0, 1, 16, 64, 65, 200] {
            let bytes = postcard::to_stdvec(&Bits(thirds(length))).unwrap();
            assert_eq!(
                bytes,
                postcard::to_stdvec(&thirds(length)).unwrap(),
                "{length}"
            );
        }
    }

    #[test]
    fn other_words_orders_and_lengths_are_refused() {
        let good = postcard::to_stdvec(&Bits(thirds(70))).unwrap();
        let width = 1 + ORDER.len();
        // A letter of the order, the width, the first place, the length.
        for (place, byte) in [(1, b'B'), (width, 32), (width + 1, 1), (width + 2, 60)] {
            let mut bytes = good.clone();
            bytes[place] = byte;
            assert!(postcard::from_bytes::<Bits>(&bytes).is_err(), "{place}");
        }
    }
}
