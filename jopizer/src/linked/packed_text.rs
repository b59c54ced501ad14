//! Names in the tables of the image: packed characters, a fifth of the size of a literal (`docs/image-runtime.md`, "Packed texts").

use crate::hashing::OrderedMap;

/// Bit of word 0: characters have 16 bits.
const WIDE: u32 = 1;

/// The texts of one image, each distinct one once, in the order in which they were added.
#[derive(Debug, Default)]
pub(crate) struct PackedTexts {
    /// Address of each.
    texts: OrderedMap<String, u32>,
}

impl PackedTexts {
    /// Adds a text; `take` reserves the words that it needs.
    pub(crate) fn add(&mut self, text: &str, take: &mut impl FnMut(u32) -> u32) {
        if !self.texts.contains_key(text) {
            let address = take(pack(text).len() as u32);
            self.texts.insert(text.to_owned(), address);
        }
    }

    /// Address of a text, or 0 if it was not added.
    pub(crate) fn address(&self, text: &str) -> u32 {
        self.texts.get(text).copied().unwrap_or_default()
    }

    /// All of them, one after the other.
    pub(crate) fn words(&self) -> Vec<u32> {
        self.texts.keys().flat_map(|text| pack(text)).collect()
    }
}

fn pack(text: &str) -> Vec<u32> {
    let units: Vec<u32> = text.encode_utf16().map(u32::from).collect();
    let wide = units.iter().any(|unit| *unit > 0xff);
    let bits = if wide { 16 } else { 8 };
    let mut words = vec![(units.len() as u32) << 1 | if wide { WIDE } else { 0 }];
    for part in units.chunks(32 / bits) {
        let placed = (0..).zip(part).map(|(place, unit)| unit << (place * bits));
        words.push(placed.sum());
    }
    words
}

/// Reads a text; `word` gives the word at an offset from its start. `None` if there is no text.
pub(crate) fn unpack(word: impl Fn(u32) -> Option<u32>) -> Option<String> {
    let head = word(0)?;
    let bits = if head & WIDE == 0 { 8 } else { 16 };
    let per_word = 32 / bits;
    let mask = u32::MAX >> (32 - bits);
    // A name is never longer than the 16 bits in which class files count its bytes.
    let length = Some(head >> 1).filter(|length| *length <= 0xffff)?;
    let unit =
        |index: u32| Some((word(1 + index / per_word)? >> (index % per_word * bits) & mask) as u16);
    let units: Option<Vec<u16>> = (0..length).map(unit).collect();
    String::from_utf16(&units?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(words: &[u32]) -> Option<String> {
        unpack(|offset| words.get(offset as usize).copied())
    }

    #[test]
    fn four_narrow_characters_or_two_wide_ones_share_a_word() {
        assert_eq!(pack("abcde"), [10, 0x6463_6261, 0x65]);
        assert_eq!(pack("a€b"), [7, 0x20ac_0061, 0x62]);
        assert_eq!(pack(""), [0]);
    }

    #[test]
    fn texts_come_back_as_they_were() {
        for text in ["", "a", "java.lang.String", "Größe", "名前😀x"] {
            assert_eq!(unpacked(&pack(text)).as_deref(), Some(text));
        }
    }

    #[test]
    fn words_that_end_early_or_are_no_text_give_none() {
        assert_eq!(unpacked(&[10, 0x6463_6261]), None);
        assert_eq!(unpacked(&[3, 0xd83d]), None, "half a surrogate pair");
        assert_eq!(unpacked(&[u32::MAX]), None);
    }
}
