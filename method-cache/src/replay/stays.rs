//! The stays of a program in its methods: each lookup with the bytes that are executed until the next one.

use super::model::{Call, load_words};

/// A lookup in one form: of one method, by invoke or return, with the same cycles hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lookup {
    /// The lookup.
    pub call: Call,
    /// Cycles from the strobe of the lookup to the first one in which the microcode would wait for it.
    pub hidden: u16,
}

/// A stay in a method, as often as it occurs in the same form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stay {
    /// The call that begins it.
    pub call: Call,
    /// The form of its lookup, a number of [`Stays::lookups`].
    pub lookup: u32,
    /// Bytes executed, a bit each, as a range of all masks.
    mask: (u32, u32),
}

/// Every form of lookup and of stay that a trace holds so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stays {
    lookups: Vec<Lookup>,
    stays: Vec<Stay>,
    masks: Vec<u64>,
    /// For each method the first of its words in a buffer that holds a bit for each byte of each method.
    places: Vec<u32>,
    buffer_words: u32,
    /// How often the stays were forgotten: a number means another stay afterwards.
    generation: u32,
}

impl Stays {
    /// Adds a form of lookup. Methods come numbered in order of first use.
    ///
    /// # Panics
    /// When a method number is left out.
    pub fn add_lookup(&mut self, lookup: Lookup) -> u32 {
        let method = lookup.call.method as usize;
        assert!(method <= self.places.len(), "methods are numbered in order");
        if method == self.places.len() {
            self.places.push(self.buffer_words);
            self.buffer_words += mask_words(&lookup.call);
        }
        self.lookups.push(lookup);
        self.lookups.len() as u32 - 1
    }

    /// Adds a form of stay to a form of lookup; `bytes` holds a bit for each byte of the method that is executed, and
    /// may end after the last one.
    ///
    /// # Panics
    /// When the method has fewer bytes, or there is no such lookup.
    pub fn add_stay(&mut self, lookup: u32, bytes: &[u64]) -> u32 {
        let call = self.lookups[lookup as usize].call;
        assert!(
            bytes.len() <= mask_words(&call) as usize,
            "bytes after the end of a method"
        );
        let first = self.masks.len() as u32;
        self.masks.extend_from_slice(bytes);
        self.stays.push(Stay {
            call,
            lookup,
            mask: (first, bytes.len() as u32),
        });
        self.stays.len() as u32 - 1
    }

    /// Forgets every form of stay, so that a program with ever new ones needs no more memory; numbers start again from 0.
    /// Lookups and methods keep theirs. No chunk may hold stays from before and after.
    pub fn forget_stays(&mut self) {
        self.stays.clear();
        self.masks.clear();
        self.generation = self.generation.wrapping_add(1);
    }

    /// Words that the bits of all stays take.
    #[must_use]
    pub fn mask_words(&self) -> usize {
        self.masks.len()
    }

    /// All forms of lookups, by number.
    #[must_use]
    pub fn lookups(&self) -> &[Lookup] {
        &self.lookups
    }

    /// All forms of stays, by number.
    #[must_use]
    pub fn stays(&self) -> &[Stay] {
        &self.stays
    }

    /// Bits of the bytes that a stay executes.
    #[must_use]
    pub fn mask(&self, stay: &Stay) -> &[u64] {
        &self.masks[stay.mask.0 as usize..][..stay.mask.1 as usize]
    }
}

/// Words that hold a bit for each byte of a method.
fn mask_words(call: &Call) -> u32 {
    (load_words(call.length) * 4).div_ceil(64)
}

/// Bytes executed of each loaded method, until it is loaded again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Usage {
    bits: Vec<u64>,
    methods: Vec<MethodUsage>,
    used: u64,
    /// That of the stays whose numbers the methods hold.
    generation: u32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct MethodUsage {
    loaded: bool,
    /// The last stay marked since the load, counted from 1: marking it twice changes nothing.
    last: u32,
}

impl Usage {
    /// Makes room for every method of the table.
    pub(super) fn grow(&mut self, stays: &Stays) {
        if self.generation != stays.generation {
            self.generation = stays.generation;
            self.methods.iter_mut().for_each(|method| method.last = 0);
        }
        self.bits.resize(stays.buffer_words as usize, 0);
        self.methods
            .resize(stays.places.len(), MethodUsage::default());
    }

    /// One stay; `number` is its form.
    #[inline(always)]
    pub(super) fn enter(&mut self, stays: &Stays, number: u32, hit: bool) {
        let stay = &stays.stays[number as usize];
        let method = &mut self.methods[stay.call.method as usize];
        if hit && method.last == number + 1 {
            return;
        }
        method.last = number + 1;
        let place = stays.places[stay.call.method as usize] as usize;
        if !hit {
            if std::mem::replace(&mut method.loaded, true) {
                let words = mask_words(&stay.call) as usize;
                self.used += take_ones(&mut self.bits[place..place + words]);
            }
        } else if !method.loaded {
            return;
        }
        let mask = stays.mask(stay);
        for (bits, mask) in self.bits[place..].iter_mut().zip(mask) {
            *bits |= mask;
        }
    }

    /// Bytes of all loads that were executed before the next load of the method. Unit: bytes.
    pub(super) fn total(&self) -> u64 {
        self.used
            + self
                .bits
                .iter()
                .map(|bits| u64::from(bits.count_ones()))
                .sum::<u64>()
    }
}

fn take_ones(bits: &mut [u64]) -> u64 {
    bits.iter_mut()
        .map(|bits| u64::from(std::mem::take(bits).count_ones()))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::super::model::CallKind;
    use super::*;

    #[test]
    fn a_stay_that_takes_the_number_of_a_forgotten_one_is_another() {
        let (mut table, mut usage) = (Stays::default(), Usage::default());
        let call = Call {
            method: 0,
            tag: 0,
            address: 7,
            length: 2,
            kind: CallKind::Invoke,
        };
        let lookup = table.add_lookup(Lookup { call, hidden: 9 });
        for (bytes, hit) in [(0b01, false), (0b10, true)] {
            let number = table.add_stay(lookup, &[bytes]);
            assert_eq!(number, 0);
            usage.grow(&table);
            usage.enter(&table, number, hit);
            table.forget_stays();
        }
        assert_eq!(usage.total(), 2);
    }
}
