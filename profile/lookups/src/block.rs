//! Symbols of one block as bytes and back.

use std::collections::{HashMap, HashSet};

use crate::predictor::Predictor;
use crate::symbol::Symbol;

/// Symbols of a full block.
pub(crate) const BLOCK_SYMBOLS: usize = 1 << 16;

/// Gathers the symbols of a block.
#[derive(Debug, Clone)]
pub(crate) struct Encoder {
    /// Every symbol seen, by number.
    dictionary: Vec<Symbol>,
    numbers: HashMap<Symbol, u32>,
    predictor: Predictor,
    /// Of this block:
    count: usize,
    new: Vec<u8>,
    new_count: u64,
    flags: Vec<u8>,
    others: Vec<u8>,
}

impl Encoder {
    pub(crate) fn new() -> Self {
        Self {
            dictionary: Vec::new(),
            numbers: HashMap::new(),
            predictor: Predictor::new(),
            count: 0,
            new: Vec::new(),
            new_count: 0,
            flags: vec![0; BLOCK_SYMBOLS / 8],
            others: Vec::new(),
        }
    }

    /// Adds a symbol; returns true if the block is full.
    #[inline]
    pub(crate) fn put(&mut self, symbol: Symbol) -> bool {
        let expected = self.predictor.expected();
        let number = if self.dictionary.get(expected as usize) == Some(&symbol) {
            self.flags[self.count / 8] |= 1 << (self.count % 8);
            expected
        } else {
            self.put_other(symbol)
        };
        self.predictor.take(number);
        self.count += 1;
        self.count == BLOCK_SYMBOLS
    }

    fn put_other(&mut self, symbol: Symbol) -> u32 {
        let next = self.dictionary.len() as u32;
        let number = *self.numbers.entry(symbol).or_insert(next);
        if number == next {
            self.dictionary.push(symbol);
            self.new_count += 1;
            push_varint(&mut self.new, symbol.code());
        }
        push_varint(&mut self.others, number.into());
        number
    }

    /// The block as bytes; the next one begins. Nothing if there is no symbol.
    pub(crate) fn take(&mut self) -> Option<Vec<u8>> {
        if self.count == 0 {
            return None;
        }
        let flags = self.count.div_ceil(8);
        let mut bytes = Vec::with_capacity(20 + self.new.len() + flags + self.others.len());
        push_varint(&mut bytes, self.count as u64);
        push_varint(&mut bytes, self.new_count);
        bytes.append(&mut self.new);
        bytes.extend_from_slice(&self.flags[..flags]);
        bytes.append(&mut self.others);
        self.flags.fill(0);
        (self.count, self.new_count) = (0, 0);
        Some(bytes)
    }
}

/// Reads blocks in the order in which they were written.
#[derive(Debug)]
pub(crate) struct Decoder {
    pub(crate) dictionary: Vec<Symbol>,
    /// Limit of the dictionary: a few packed bytes that define one symbol over and over would fill the memory.
    known: HashSet<Symbol>,
    predictor: Predictor,
}

impl Decoder {
    pub(crate) fn new() -> Self {
        Self {
            dictionary: Vec::new(),
            known: HashSet::new(),
            predictor: Predictor::new(),
        }
    }

    /// Decodes the symbols of a block by number into `symbols`; an error describes the damage.
    pub(crate) fn decode(
        &mut self,
        bytes: &[u8],
        symbols: &mut Vec<u32>,
    ) -> Result<(), &'static str> {
        let mut bytes = Bytes(bytes);
        let count = bytes.varint()?;
        if count == 0 || count > BLOCK_SYMBOLS as u64 {
            return Err("a block has 1 to 65536 symbols");
        }
        let count = count as usize;
        let new = bytes.varint()?;
        if new > count as u64 {
            return Err("a block defines more symbols than it has");
        }
        for _ in 0..new {
            let symbol = Symbol::from_code(bytes.varint()?).ok_or("a symbol is none")?;
            if !self.known.insert(symbol) {
                return Err("a symbol is defined twice");
            }
            self.dictionary.push(symbol);
        }
        let flags = bytes.take(count.div_ceil(8))?;
        symbols.clear();
        for index in 0..count {
            let number = if flags[index / 8] >> (index % 8) & 1 == 1 {
                self.predictor.expected()
            } else {
                u32::try_from(bytes.varint()?).map_err(|_| "a symbol is not defined")?
            };
            if number as usize >= self.dictionary.len() {
                return Err("a symbol is not defined");
            }
            self.predictor.take(number);
            symbols.push(number);
        }
        if bytes.0.is_empty() {
            Ok(())
        } else {
            Err("bytes are left over")
        }
    }
}

fn push_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], &'static str> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or("it is too short")?;
        self.0 = rest;
        Ok(taken)
    }

    #[inline]
    fn varint(&mut self) -> Result<u64, &'static str> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            let bits = u64::from(byte & 0x7F);
            if bits << shift >> shift != bits {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err("a number has more than 64 bits")
    }
}

#[cfg(test)]
mod tests {
    use method_cache::replay::CallKind;
    use proptest::prelude::*;

    use super::*;

    fn symbols() -> impl Strategy<Value = Vec<Symbol>> {
        let lookup = (0u32..30, 0u32..5, any::<bool>(), 9u16..12).prop_map(
            |(address, length, invoke, hidden)| Symbol::Lookup {
                address,
                length,
                kind: if invoke {
                    CallKind::Invoke
                } else {
                    CallKind::Return
                },
                hidden,
            },
        );
        let run = (0u16..20, 0u16..20).prop_map(|(first, more)| Symbol::Run {
            first,
            last: first + more,
        });
        prop::collection::vec(prop_oneof![lookup, run], 1..400)
    }

    proptest! {
        #[test]
        fn blocks_come_back_as_they_were(blocks in prop::collection::vec(symbols(), 1..4)) {
            let (mut encoder, mut decoder) = (Encoder::new(), Decoder::new());
            for block in blocks {
                for symbol in &block {
                    prop_assert!(!encoder.put(*symbol));
                }
                let mut numbers = Vec::new();
                decoder.decode(&encoder.take().unwrap(), &mut numbers).unwrap();
                let read: Vec<_> = numbers.iter().map(|&n| decoder.dictionary[n as usize]).collect();
                prop_assert_eq!(read, block);
            }
        }

        #[test]
        fn a_block_that_defines_a_symbol_twice_is_refused(block in symbols()) {
            let (mut encoder, mut decoder) = (Encoder::new(), Decoder::new());
            block.iter().for_each(|symbol| { encoder.put(*symbol); });
            let bytes = encoder.take().unwrap();
            decoder.decode(&bytes, &mut Vec::new()).unwrap();
            prop_assert_eq!(decoder.decode(&bytes, &mut Vec::new()), Err("a symbol is defined twice"));
        }

        #[test]
        fn bytes_that_are_no_block_are_refused_without_a_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let _ = Decoder::new().decode(&bytes, &mut Vec::new());
        }

        #[test]
        fn a_changed_block_is_read_or_refused_without_a_panic(
            block in symbols(), place: prop::sample::Index, bits in 1u8..,
        ) {
            let mut encoder = Encoder::new();
            block.iter().for_each(|symbol| { encoder.put(*symbol); });
            let mut bytes = encoder.take().unwrap();
            let place = place.index(bytes.len());
            bytes[place] ^= bits;
            let _ = Decoder::new().decode(&bytes, &mut Vec::new());
        }
    }
}
