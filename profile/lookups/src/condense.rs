//! From symbols to the stays and fetches that caches are replayed with.

use std::collections::HashMap;
use std::io::Read;

use method_cache::replay::{Call, Chunk, Fetch, Lookup, Numbers, Stays, load_words};

use crate::format::LookupsError;
use crate::reader::Reader;
use crate::symbol::Symbol;

/// Limits beyond which forms of stay are forgotten before the next stretch: their number, and the words of their bits.
const MOST_STAYS: usize = 1 << 17;
const MOST_WORDS: usize = 1 << 20;

/// Gathers the symbols of a trace into stays: a lookup, and the bytes executed until the next one.
///
/// A program with ever new forms of stay needs no more memory than some: they are forgotten now and then.
#[derive(Debug)]
pub struct Condenser {
    /// [`MOST_STAYS`], but in tests.
    most_stays: usize,
    stays: Vec<u32>,
    fetches: Vec<Fetch>,
    table: Stays,
    /// Count of each form of lookup.
    counts: Vec<u64>,
    /// Form of lookup by number in the dictionary.
    lookups: HashMap<u32, u32>,
    /// Form of stay by form of lookup and bytes.
    numbers: HashMap<(u32, Vec<u64>), u32>,
    methods: Numbers,
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
        Self {
            most_stays: MOST_STAYS,
            stays: Vec::new(),
            fetches: Vec::new(),
            table: Stays::default(),
            counts: Vec::new(),
            lookups: HashMap::new(),
            numbers: HashMap::new(),
            methods: Numbers::default(),
            open: None,
        }
    }

    /// Reads the next stretch of a trace; `false` at its end, after the last stretch. A stay is part of the stretch in
    /// which it ends.
    ///
    /// # Errors
    /// When the trace is damaged.
    pub fn read<R: Read>(&mut self, trace: &mut Reader<R>) -> Result<bool, LookupsError> {
        self.stays.clear();
        self.fetches.clear();
        if self.numbers.len() > self.most_stays || self.table.mask_words() > MOST_WORDS {
            self.numbers.clear();
            self.table.forget_stays();
        }
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
                    let call = self.methods.call(address, length, kind);
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

    /// Every form of lookup, and those of stays that are not forgotten.
    #[must_use]
    pub fn table(&self) -> &Stays {
        &self.table
    }

    /// Count of each form of lookup.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
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

impl Default for Condenser {
    fn default() -> Self {
        Self::new()
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
    use isa::MachineConfig;
    use method_cache::Geometry;
    use method_cache::replay::{CallKind, ORGANISATIONS, Shape, Tally};
    use proptest::prelude::*;

    use super::*;
    use crate::{Header, Summary, Writer};

    /// Lookups of 16 methods in four blocks, the bytes of each stay almost always other ones.
    fn trace_of_many_stays() -> Vec<u8> {
        let header = Header {
            program: "p".to_owned(),
            image: String::new(),
            microcode: String::new(),
            machine: MachineConfig::default(),
            runs: true,
            methods: std::collections::BTreeMap::new(),
        };
        let mut writer = Writer::new(Vec::new(), &header).unwrap();
        let mut summary = Summary::default();
        let mut random = 1_u32;
        for _ in 0..70_000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let method = (random >> 20 & 7) + (random >> 26 & 4) * 8;
            writer.put(Symbol::Lookup {
                address: method * 50,
                length: 20 + method,
                kind: CallKind::Invoke,
                hidden: 37,
            });
            for shift in [4, 10] {
                let first = (random >> shift & 31) as u16;
                let last = first + (random >> 8 & 15) as u16;
                writer.put(Symbol::Run { first, last });
            }
            summary.lookups += 1;
            summary.runs += 2;
        }
        writer.finish(&mut summary).unwrap()
    }

    fn replay_all(bytes: &[u8], mut condenser: Condenser) -> (Vec<(usize, Tally)>, usize) {
        let shapes = [(10, 2), (11, 4), (12, 4)]
            .map(|(size, blocks)| Shape::of(Geometry::new(size, blocks).unwrap()));
        let mut passes: Vec<_> = ORGANISATIONS
            .iter()
            .flat_map(|it| it.passes(&shapes))
            .collect();
        let mut trace = Reader::new(bytes).unwrap();
        let (mut more, mut most) = (true, 0);
        while more {
            more = condenser.read(&mut trace).unwrap();
            most = most.max(condenser.table().stays().len());
            passes
                .iter_mut()
                .for_each(|pass| pass.feed(&condenser.chunk()));
        }
        (
            passes.iter().flat_map(|pass| pass.tallies()).collect(),
            most,
        )
    }

    #[test]
    fn forgotten_stays_change_no_count_and_keep_the_table_small() {
        let bytes = trace_of_many_stays();
        let (expected, all) = replay_all(&bytes, Condenser::new());
        let forgetful = Condenser {
            most_stays: 0,
            ..Condenser::new()
        };
        let (found, most) = replay_all(&bytes, forgetful);
        assert!(found == expected);
        assert!(most < all, "{most} of {all}");
    }

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
