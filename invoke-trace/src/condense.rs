//! From symbols to the stays and fetches that caches are replayed with.

use std::collections::HashMap;
use std::io::Read;

use method_cache::replay::{Call, CallKind, Chunk, Fetch, Lookup, Stays, load_words};

use crate::format::TraceError;
use crate::reader::TraceReader;
use crate::symbol::Symbol;

/// Gathers the symbols of a trace into stays: a lookup, and the bytes executed until the next one.
#[derive(Debug, Default)]
pub struct Condenser {
    stays: Vec<u32>,
    fetches: Vec<Fetch>,
    table: Stays,
    /// How often each form of lookup occurs.
    counts: Vec<u64>,
    /// Form of lookup by number in the dictionary.
    lookups: HashMap<u32, u32>,
    /// Form of stay by form of lookup and bytes.
    numbers: HashMap<(u32, Vec<u64>), u32>,
    methods: HashMap<(u32, u32), u32>,
    tags: HashMap<u32, u32>,
    /// The stay under way.
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    lookup: u32,
    call: Call,
    bytes: Vec<u64>,
}

impl Condenser {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next stretch of a trace; `false` at its end, after the last stretch. A stay is part of the stretch in
    /// which it ends.
    ///
    /// # Errors
    /// When the trace is damaged.
    pub fn read<R: Read>(&mut self, trace: &mut TraceReader<R>) -> Result<bool, TraceError> {
        self.stays.clear();
        self.fetches.clear();
        let more = match trace.next_block()? {
            None => {
                self.close();
                return Ok(false);
            }
            Some(numbers) => numbers.to_vec(),
        };
        for number in more {
            match trace.dictionary()[number as usize] {
                Symbol::Lookup {
                    address,
                    length,
                    kind,
                    hidden,
                } => {
                    self.close();
                    let call = self.call(address, length, kind);
                    self.open(number, Lookup { call, hidden });
                }
                Symbol::Run { first, last } => self.run(first.into(), last.into()),
            }
        }
        Ok(true)
    }

    /// The stretch read last.
    #[must_use]
    pub fn chunk(&self) -> Chunk<'_> {
        Chunk {
            stays: &self.stays,
            fetches: &self.fetches,
            table: &self.table,
        }
    }

    /// Every form of lookup and stay.
    #[must_use]
    pub fn table(&self) -> &Stays {
        &self.table
    }

    /// How often each form of lookup occurred.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn call(&mut self, address: u32, length: u32, kind: CallKind) -> Call {
        let (methods, tags) = (self.methods.len() as u32, self.tags.len() as u32);
        Call {
            method: *self.methods.entry((address, length)).or_insert(methods),
            tag: *self.tags.entry(address).or_insert(tags),
            address,
            length,
            kind,
        }
    }

    fn run(&mut self, first: u32, last: u32) {
        // A reader lets no run come before the first lookup.
        let Some(open) = &mut self.open else {
            return;
        };
        let last = last.min(load_words(open.call.length) * 4 - 1);
        let first = first.min(last);
        set_bits(&mut open.bytes, first as usize, last as usize);
        self.fetches.push(Fetch {
            word: open.call.address + first / 4,
            words: last / 4 - first / 4 + 1,
            kind: open.call.kind,
        });
    }

    fn open(&mut self, symbol: u32, form: Lookup) {
        let lookup = *self.lookups.entry(symbol).or_insert_with(|| {
            self.counts.push(0);
            self.table.add_lookup(form)
        });
        self.counts[lookup as usize] += 1;
        self.open = Some(Open {
            lookup,
            call: form.call,
            bytes: Vec::new(),
        });
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else {
            return;
        };
        let key = (open.lookup, open.bytes);
        let number = match self.numbers.get(&key) {
            Some(&number) => number,
            None => {
                let number = self.table.add_stay(key.0, &key.1);
                self.numbers.insert(key, number);
                number
            }
        };
        self.stays.push(number);
    }
}

/// Sets bits `first` to `last`.
fn set_bits(words: &mut Vec<u64>, first: usize, last: usize) {
    if words.len() <= last / 64 {
        words.resize(last / 64 + 1, 0);
    }
    for (index, word) in words
        .iter_mut()
        .enumerate()
        .take(last / 64 + 1)
        .skip(first / 64)
    {
        let from = first.saturating_sub(index * 64);
        let to = (last - index * 64).min(63);
        *word |= u64::MAX >> (63 - to) & u64::MAX << from;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_from_first_to_last_are_set_and_no_others(first in 0usize..300, more in 0usize..300) {
            let last = first + more;
            let mut words = Vec::new();
            set_bits(&mut words, first, last);
            for bit in 0..words.len() * 64 {
                prop_assert_eq!(words[bit / 64] >> (bit % 64) & 1 == 1, (first..=last).contains(&bit));
            }
        }
    }
}
