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
