//! String literals: each distinct text once, as a String object with its char array (`docs/image-extensions.md`).

use std::rc::Rc;

use crate::hashing::OrderedSet;

/// Words of a handle.
pub(crate) const HANDLE_WORDS: u32 = 8;

/// Words of the two handles of a literal.
const LITERAL_HANDLES: u32 = 2 * HANDLE_WORDS;

/// Type word of a char array's handle.
const CHAR_ARRAY: u32 = 5;

/// Targets of the handles of strings and their characters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StringShape {
    /// Method table of java.lang.String.
    pub(crate) method_table: u32,
    /// Words of a String's data.
    pub(crate) instance_size: u32,
    /// Array descriptor of `char[]`, or 0.
    pub(crate) char_array: u32,
}

/// The literals of a program in order of first use.
#[derive(Debug, Default)]
pub(crate) struct Literals {
    texts: OrderedSet<Rc<[u16]>>,
}

impl Literals {
    pub(crate) fn add(&mut self, text: Rc<[u16]>) {
        self.texts.insert(text);
    }

    pub(crate) fn add_text(&mut self, text: &str) {
        self.texts.insert(text.encode_utf16().collect());
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = &Rc<[u16]>> {
        self.texts.iter()
    }

    /// Address of a literal's String handle, if the region starts at `base`.
    pub(crate) fn handle(&self, base: u32, text: &[u16]) -> u32 {
        self.texts
            .get_index_of(text)
            .map_or(0, |index| base + LITERAL_HANDLES * index as u32)
    }

    /// Address of a literal's String handle.
    pub(crate) fn handle_of_text(&self, base: u32, text: &str) -> u32 {
        self.handle(base, &text.encode_utf16().collect::<Vec<_>>())
    }

    /// The words of the region when it starts at `base`, which must be a multiple of 8.
    pub(crate) fn words(&self, base: u32, shape: StringShape) -> Vec<u32> {
        let mut handles = Vec::new();
        let mut data = Vec::new();
        let data_start = base + LITERAL_HANDLES * self.texts.len() as u32;
        for (index, text) in (0..).zip(&self.texts) {
            let handle = base + LITERAL_HANDLES * index;
            let string = data_start + data.len() as u32;
            let characters = string + shape.instance_size;
            handles.extend(object_handle(string, shape.method_table));
            handles.extend(array_handle(
                characters,
                text.len() as u32,
                CHAR_ARRAY,
                shape.char_array,
            ));
            data.push(handle + HANDLE_WORDS);
            data.resize((characters - data_start) as usize, 0);
            data.extend(text.iter().map(|unit| u32::from(*unit)));
        }
        handles.append(&mut data);
        handles
    }

    /// Number of words of the region.
    pub(crate) fn len(&self, instance_size: u32) -> u32 {
        let texts = self
            .texts
            .iter()
            .map(|text| instance_size + text.len() as u32);
        LITERAL_HANDLES * self.texts.len() as u32 + texts.sum::<u32>()
    }
}

/// The handle of an object outside the heap (spec 12 section 5).
pub(crate) fn object_handle(data: u32, method_table: u32) -> [u32; HANDLE_WORDS as usize] {
    [data, method_table, 0, 0, 0, 0, 0, 0]
}

/// The handle of an array outside the heap (spec 12 section 5; word 6 is ours).
pub(crate) fn array_handle(
    data: u32,
    length: u32,
    type_code: u32,
    descriptor: u32,
) -> [u32; HANDLE_WORDS as usize] {
    [data, length, 0, type_code, 0, 0, descriptor, 0]
}
