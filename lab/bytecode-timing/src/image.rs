//! A memory image laid out by hand: methods, constants, handles, classes (spec 11, spec 12 section 5).

use isa::image::CLASS_HEADER;

/// Words of a handle.
const HANDLE_WORDS: usize = 8;
/// Start of the static fields; everything else is placed after them.
pub const STATICS: u32 = 2;
const STATIC_WORDS: usize = 62;

/// Words of main memory under construction.
#[derive(Debug, Clone)]
pub struct Image {
    words: Vec<u32>,
}

/// The two words that describe a method (spec 11 section 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MethodStruct {
    /// Address << 10 | length of the code in words.
    pub code: u32,
    /// Constant pool << 10 | locals << 5 | arguments.
    pub shape: u32,
}

/// Words of stack a method uses beside its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Argument words, `this` included.
    pub arguments: u32,
    /// Other local words.
    pub locals: u32,
}

impl Default for Image {
    fn default() -> Self {
        Self::new()
    }
}

impl Image {
    /// Header and static fields, all zero.
    #[must_use]
    pub fn new() -> Self {
        Self {
            words: vec![0; STATICS as usize + STATIC_WORDS],
        }
    }

    /// The words, word 0 their number.
    #[must_use]
    pub fn into_words(mut self) -> Vec<u32> {
        self.words[0] = self.next();
        self.words
    }

    fn next(&self) -> u32 {
        u32::try_from(self.words.len()).unwrap_or(u32::MAX)
    }

    /// Places words after the others and returns their address.
    pub fn place(&mut self, words: &[u32]) -> u32 {
        let address = self.next();
        self.words.extend_from_slice(words);
        address
    }

    /// Writes a word that is already there.
    pub fn set(&mut self, address: u32, word: u32) {
        self.words[address as usize] = word;
    }

    /// Places bytecodes, the first byte of a word in its upper bits, and gives the method's description.
    pub fn code(&mut self, bytes: &[u8], constants: u32, shape: Shape) -> MethodStruct {
        let words: Vec<u32> = bytes
            .chunks(4)
            .map(|chunk| {
                let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
                byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3)
            })
            .collect();
        let address = self.place(&words);
        MethodStruct {
            code: address << 10 | (self.next() - address),
            shape: constants << 10 | shape.locals << 5 | shape.arguments,
        }
    }

    /// Places a method's description on its own.
    pub fn method(&mut self, method: MethodStruct) -> u32 {
        self.place(&[method.code, method.shape])
    }

    /// Places a handle of 8 words.
    pub fn handle(&mut self, data: u32, second: u32, kind: u32, array_class: u32) -> u32 {
        let mut words = [0; HANDLE_WORDS];
        (words[0], words[1], words[3], words[6]) = (data, second, kind, array_class);
        self.place(&words)
    }

    /// An object with these fields, of the class at `class`.
    pub fn object(&mut self, fields: &[u32], class: u32) -> u32 {
        let data = self.place(fields);
        self.handle(data, class + CLASS_HEADER, 0, 0)
    }

    /// An int array, or with `words_each` = 2 a long array; its class's superclass is `superclass`.
    pub fn array(&mut self, words: &[u32], words_each: u32, superclass: u32) -> u32 {
        let kind = if words_each == 2 { 11 } else { 10 };
        let descriptor = self.place(&[0, kind, 0, superclass, 0, 0, 0]);
        let data = self.place(words);
        let length = u32::try_from(words.len()).unwrap_or(u32::MAX) / words_each;
        self.handle(data, length, kind, descriptor)
    }

    /// A class with its method table; `interface_table` is the address of its table of method structs, or 0.
    pub fn class(
        &mut self,
        superclass: u32,
        interface_table: u32,
        methods: &[MethodStruct],
    ) -> u32 {
        let class = self.place(&[0, 0, 0, superclass, interface_table]);
        for method in methods {
            self.method(*method);
        }
        class
    }
}
