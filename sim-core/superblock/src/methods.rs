//! Methods in the bytecode RAM, and where each of their bytecodes continues as translated operations.
//!
//! A method keeps its translation after it has been overwritten: the next load of the same words finds it again.

use std::ops::Range;

use rustc_hash::FxHashMap;

/// A bytecode whose block executes as it was compiled.
pub(crate) const GENERIC: u32 = 0;
/// A bytecode that nobody has tried to translate.
pub(crate) const UNTRIED: u32 = 1;
/// A bytecode in the middle of a translated run; executes as compiled if it is reached otherwise.
pub(crate) const INSIDE: u32 = 2;

/// Methods kept at most; then all begins anew.
const MOST_METHODS: usize = 4096;

/// The words of a method and its translation.
#[derive(Debug, Clone)]
pub(crate) struct Method {
    pub(crate) bytes: Vec<u8>,
    /// The same as memory has them: each load compares them as a whole, without taking bytes together.
    words: Vec<u32>,
    /// For each byte the operation at which the bytecode there begins, or one of the three above.
    pub(crate) starts: Vec<u32>,
}

/// A method that lies in the bytecode RAM; none of no bytes.
#[derive(Debug, Clone, Copy, Default)]
struct Resident {
    method: u32,
    /// Its first byte, and how many.
    start: u32,
    length: u32,
}

/// Methods in the bytecode RAM by the words that they begin at.
#[derive(Debug, Clone)]
struct Residents {
    all: Box<[Resident]>,
    /// A bit for each word at which one begins.
    begins: Box<[u64]>,
}

/// All methods known.
#[derive(Debug, Clone)]
pub(crate) struct Methods {
    methods: Vec<Method>,
    /// By address and length, as A has them in a lookup.
    known: FxHashMap<u32, u32>,
    residents: Residents,
    /// For each byte of the bytecode RAM what [`Method::starts`] has for it.
    pub(crate) targets: Box<[u32]>,
}

impl Methods {
    /// None yet; the bytecode RAM has `size` bytes, a power of two.
    pub(crate) fn new(size: usize) -> Self {
        Self {
            methods: Vec::new(),
            known: FxHashMap::default(),
            residents: Residents::new(size / 4),
            targets: vec![GENERIC; size].into(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.methods.clear();
        self.known.clear();
        self.residents = Residents::new(self.targets.len() / 4);
        self.targets.fill(GENERIC);
    }

    /// Forgets all translations; methods stay, to be translated again when they are reached.
    pub(crate) fn untranslate(&mut self) {
        for method in &mut self.methods {
            method.starts.fill(UNTRIED);
        }
        for resident in self.residents.iter() {
            let starts = &self.methods[resident.method as usize].starts;
            copy_around(&mut self.targets, resident.start, starts);
        }
    }

    /// Loads a method to `start`: its words, if they are not those that are known, come from `bytes`.
    pub(crate) fn load(&mut self, key: u32, start: u32, jbc: &mut [u8], words: &[u32]) {
        let length = 4 * words.len() as u32;
        self.evict(start, length);
        if words.is_empty() || length as usize > self.targets.len() {
            return copy_words(jbc, start, words);
        }
        let id = match self.known.get(&key) {
            Some(&id) if self.methods[id as usize].words == words => id,
            _ => self.add(key, words),
        };
        let resident = Resident {
            method: id,
            start,
            length,
        };
        copy_around(jbc, start, &self.methods[id as usize].bytes);
        self.install(resident);
    }

    /// A method that the machine itself has loaded.
    pub(crate) fn loaded(&mut self, key: u32, start: u32, length: u32, jbc: &[u8]) {
        let mask = jbc.len() as u32 - 1;
        if length as usize > jbc.len() {
            self.evict(start, length);
            return;
        }
        let byte = |n: u32| jbc[((start + n) & mask) as usize];
        let words: Vec<u32> = (0..length / 4)
            .map(|n| u32::from_be_bytes([0, 1, 2, 3].map(|m| byte(4 * n + m))))
            .collect();
        let mut same = jbc.to_vec();
        self.load(key, start, &mut same, &words);
    }

    fn add(&mut self, key: u32, words: &[u32]) -> u32 {
        if self.methods.len() >= MOST_METHODS {
            self.clear();
        }
        let id = self.methods.len() as u32;
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        self.methods.push(Method {
            starts: vec![UNTRIED; bytes.len()],
            bytes,
            words: words.to_vec(),
        });
        self.known.insert(key, id);
        id
    }

    fn install(&mut self, resident: Resident) {
        self.residents.add(resident);
        let starts = &self.methods[resident.method as usize].starts;
        copy_around(&mut self.targets, resident.start, starts);
    }

    /// Forgets what lies in a part of the bytecode RAM, as a whole.
    fn evict(&mut self, start: u32, length: u32) {
        let size = self.targets.len() as u32;
        let end = start + length.min(size);
        // One that begins before it may reach into it.
        if let Some(before) = self.resident_at(start) {
            self.remove(&before);
        }
        while let Some(resident) = self.residents.first_in(start..end.min(size)) {
            self.remove(&resident);
        }
        while let Some(resident) = self.residents.first_in(0..end.saturating_sub(size)) {
            self.remove(&resident);
        }
    }

    fn remove(&mut self, resident: &Resident) {
        self.residents.remove(resident);
        let end = (resident.start + resident.length) as usize;
        let size = self.targets.len();
        self.targets[resident.start as usize..end.min(size)].fill(GENERIC);
        self.targets[..end.saturating_sub(size)].fill(GENERIC);
    }

    /// Forgets what is no longer in the bytecode RAM as it was.
    pub(crate) fn check(&mut self, jbc: &[u8]) {
        let mut from = 0;
        while let Some(resident) = self.residents.first_in(from..jbc.len() as u32) {
            from = resident.start + 4;
            let bytes = &self.methods[resident.method as usize].bytes;
            let first = bytes.len().min(jbc.len() - resident.start as usize);
            let (head, tail) = bytes.split_at(first);
            if !jbc[resident.start as usize..].starts_with(head) || !jbc.starts_with(tail) {
                self.remove(&resident);
            }
        }
    }

    /// The method around a byte of the bytecode RAM, and the byte's place in it.
    pub(crate) fn around(&mut self, at: u32) -> Option<(&mut Method, u32)> {
        let resident = self.resident_at(at)?;
        let place = at.wrapping_sub(resident.start) & (self.targets.len() as u32 - 1);
        Some((&mut self.methods[resident.method as usize], place))
    }

    /// Takes over what has been translated of the method around a byte.
    pub(crate) fn refresh(&mut self, at: u32) {
        if let Some(resident) = self.resident_at(at) {
            let starts = &self.methods[resident.method as usize].starts;
            copy_around(&mut self.targets, resident.start, starts);
        }
    }

    /// The method that has a byte: only the last one that begins before its end can.
    fn resident_at(&self, at: u32) -> Option<Resident> {
        let mask = self.targets.len() as u32 - 1;
        let resident = self.residents.last_before((at & !3) + 4)?;
        (at.wrapping_sub(resident.start) & mask < resident.length).then_some(resident)
    }
}

impl Residents {
    /// None, in a bytecode RAM of so many words.
    fn new(words: usize) -> Self {
        Self {
            all: vec![Resident::default(); words].into(),
            begins: vec![0; words.div_ceil(64)].into(),
        }
    }

    fn add(&mut self, resident: Resident) {
        let word = resident.start as usize / 4;
        self.all[word] = resident;
        self.begins[word / 64] |= 1 << (word % 64);
    }

    fn remove(&mut self, resident: &Resident) {
        let word = resident.start as usize / 4;
        self.begins[word / 64] &= !(1 << (word % 64));
    }

    /// The first one that begins in these bytes.
    fn first_in(&self, bytes: Range<u32>) -> Option<Resident> {
        let (from, end) = (bytes.start as usize / 4, bytes.end as usize / 4);
        let mut mask = u64::MAX << (from % 64);
        for place in from / 64..end.div_ceil(64) {
            let begins = self.begins[place] & mask;
            if begins != 0 {
                let word = 64 * place + begins.trailing_zeros() as usize;
                return (word < end).then(|| self.all[word]);
            }
            mask = u64::MAX;
        }
        None
    }

    /// The last one that begins before a byte; that at the end of the RAM comes before the first one.
    fn last_before(&self, byte: u32) -> Option<Resident> {
        let word = byte as usize / 4;
        let places = self.begins.len();
        let mut mask = (1 << (word % 64)) - 1;
        // The last place is the first one again, with the words after.
        for n in 0..=places {
            let place = (word / 64 + places - n) % places;
            let begins = self.begins[place] & mask;
            if begins != 0 {
                return Some(self.all[64 * place + begins.ilog2() as usize]);
            }
            mask = u64::MAX;
        }
        None
    }

    fn iter(&self) -> impl Iterator<Item = &Resident> {
        let begins = |word: &usize| self.begins[word / 64] >> (word % 64) & 1 != 0;
        (0..self.all.len())
            .filter(begins)
            .map(|word| &self.all[word])
    }
}

/// Copies to a memory that begins again at its end.
fn copy_around<T: Copy>(to: &mut [T], start: u32, from: &[T]) {
    let start = start as usize;
    let first = from.len().min(to.len() - start);
    let (head, tail) = from.split_at(first);
    to[start..start + first].copy_from_slice(head);
    to[..tail.len()].copy_from_slice(tail);
}

/// Copies words, of which the last ones stay where there are more than the bytecode RAM has.
fn copy_words(jbc: &mut [u8], start: u32, words: &[u32]) {
    let mask = jbc.len() - 1;
    for (n, word) in words.iter().enumerate() {
        let first = (start as usize + 4 * n) & mask;
        jbc[first..first + 4].copy_from_slice(&word.to_be_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 64;

    /// A memory side with one method of five words at `start`.
    fn loaded(start: u32) -> (Methods, [u8; SIZE]) {
        let (mut methods, mut jbc) = (Methods::new(SIZE), [0; SIZE]);
        methods.load(5, start, &mut jbc, &[1, 2, 3, 4, 5]);
        (methods, jbc)
    }

    #[test]
    fn a_method_that_goes_over_the_end_begins_again_at_the_start() {
        let (mut methods, jbc) = loaded(52);
        assert_eq!(jbc[52..], [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]);
        assert_eq!(jbc[..8], [0, 0, 0, 4, 0, 0, 0, 5]);
        assert_eq!(methods.around(3).map(|(_, place)| place), Some(15));
        assert!(methods.around(8).is_none() && methods.around(51).is_none());
    }

    #[test]
    fn a_method_comes_back_with_its_translation_and_other_words_do_not() {
        let (mut methods, mut jbc) = loaded(8);
        methods.around(8).expect("it is there").0.starts[4] = 77;
        methods.refresh(8);
        assert_eq!(methods.targets[12], 77);
        methods.load(9, 0, &mut jbc, &[9; 8]);
        assert_eq!(methods.targets[12], UNTRIED, "of the other method");
        methods.load(5, 40, &mut jbc, &[1, 2, 3, 4, 5]);
        assert_eq!(methods.targets[44], 77);
        methods.load(5, 40, &mut jbc, &[1, 2, 3, 4, 6]);
        assert_eq!(methods.targets[44], UNTRIED);
    }

    #[test]
    fn a_method_without_its_translation_may_be_translated_again() {
        let (mut methods, _) = loaded(56);
        methods.around(56).expect("it is there").0.starts[12] = 77;
        methods.refresh(56);
        assert_eq!(methods.targets[4], 77);
        methods.untranslate();
        assert_eq!(methods.targets[56..], [UNTRIED; 8]);
        assert_eq!(methods.targets[..12], [UNTRIED; 12]);
        assert_eq!(methods.targets[12..56], [GENERIC; 44]);
        assert!(methods.around(4).is_some());
    }

    #[test]
    fn a_method_that_is_overwritten_in_part_is_gone_as_a_whole() {
        let (mut methods, mut jbc) = loaded(0);
        methods.load(6, 16, &mut jbc, &[7]);
        assert_eq!(methods.targets[..16], [GENERIC; 16]);
        assert_eq!(methods.targets[16..20], [UNTRIED; 4]);
    }

    #[test]
    fn what_somebody_else_has_changed_is_forgotten() {
        let (mut methods, mut jbc) = loaded(52);
        methods.check(&jbc);
        assert!(methods.around(60).is_some());
        jbc[7] = 1;
        methods.check(&jbc);
        assert!(methods.around(60).is_none());
        assert!(methods.targets.iter().all(|target| *target == GENERIC));
    }

    #[test]
    fn a_method_larger_than_the_memory_leaves_its_last_words() {
        let (mut methods, mut jbc) = loaded(0);
        let words: Vec<u32> = (0..20).collect();
        methods.load(20, 4, &mut jbc, &words);
        assert!(methods.targets.iter().all(|target| *target == GENERIC));
        assert_eq!((jbc[7], jbc[19]), (16, 19));
    }
}
