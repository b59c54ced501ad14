//! Bytecode as the method cache holds it: whole methods, copied on first use.
//!
//! A method is identified by the word in its struct and the method cache: address << 10 | length (spec 11 section 8).
//! A length of 0 counts as 1024 words, as in the hardware's loader.

use isa::image::MethodWord;

/// Words that a length field of 0 means.
const LONGEST: u32 = 1024;

/// Number of a method in [`Code`].
pub(crate) type MethodId = u32;

/// A method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Method {
    /// Address << 10 | length.
    pub(crate) word: u32,
    /// Start of its bytes in the arena.
    pub(crate) first: u32,
    /// Its length in bytes.
    pub(crate) length: u32,
}

/// Word address and length of the method that a struct's first word describes.
pub(crate) fn place(word: u32) -> (u32, u32) {
    let words = match MethodWord::unpack(word).words {
        0 => LONGEST,
        words => words,
    };
    (
        MethodWord::unpack(word).address & method_cache::ADDRESS_MASK,
        words,
    )
}

/// All methods asked for so far.
#[derive(Debug, Clone)]
pub(crate) struct Code {
    pub(crate) methods: Vec<Method>,
    pub(crate) bytes: Vec<u8>,
    /// One more than the number of the newest method at each address; 0 where none was met.
    ///
    /// As long as it has to be: a search makes thousands of copies of an engine.
    by_address: Vec<u32>,
}

impl Code {
    pub(crate) fn new() -> Self {
        Self {
            methods: Vec::new(),
            bytes: Vec::new(),
            by_address: Vec::new(),
        }
    }

    /// The newest method at an address.
    #[inline(always)]
    pub(crate) fn at(&self, address: u32) -> Option<MethodId> {
        self.by_address.get(address as usize)?.checked_sub(1)
    }

    /// The method, if it is the newest at its address.
    #[inline(always)]
    pub(crate) fn known(&self, word: u32) -> Option<MethodId> {
        let id = self.at(MethodWord::unpack(word).address & method_cache::ADDRESS_MASK)?;
        (self.methods[id as usize].word == word).then_some(id)
    }

    /// Copies a method out of memory.
    pub(crate) fn load(&mut self, word: u32, memory: &[u32]) -> MethodId {
        let (address, words) = place(word);
        let first = self.bytes.len() as u32;
        self.bytes.extend(bytes(address, words, memory));
        let id = self.methods.len() as MethodId;
        self.methods.push(Method {
            word,
            first,
            length: 4 * words,
        });
        let place = address as usize;
        if self.by_address.len() <= place {
            self.by_address.resize(place + 1, 0);
        }
        self.by_address[place] = id + 1;
        id
    }

    /// Returns true if the memory still holds what was copied.
    pub(crate) fn is_current(&self, id: MethodId, memory: &[u32]) -> bool {
        let method = self.methods[id as usize];
        let (address, words) = place(method.word);
        let copied = &self.bytes[method.first as usize..(method.first + method.length) as usize];
        bytes(address, words, memory).eq(copied.iter().copied())
    }

    /// The byte at an offset; none after the method.
    pub(crate) fn byte(&self, id: MethodId, offset: u32) -> Option<u8> {
        let method = self.methods[id as usize];
        (offset < method.length).then(|| self.bytes[(method.first + offset) as usize])
    }
}

/// The first byte of a word is its highest.
fn bytes(address: u32, words: u32, memory: &[u32]) -> impl Iterator<Item = u8> {
    (address..address + words).flat_map(|word| memory[word as usize % memory.len()].to_be_bytes())
}
