//! String literals: those of the original linker, packed (spec 11 section 12), and ours, handles first
//! (`docs/image-extensions.md`).

use super::Words;
use crate::symbols::StringSymbol;

/// Words of our two handles of a literal.
const HANDLES: u32 = 16;
/// Words of a handle.
const HANDLE: u32 = 8;
/// Type word of a char array's handle.
const CHAR_ARRAY: u32 = 5;
/// Words of the original's literal without its characters.
const ORIGINAL: u32 = 5;

/// The region of the literals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Literals {
    /// First address; our handles are aligned.
    pub(super) start: u32,
    /// Method table of java.lang.String.
    pub(super) method_table: Option<u32>,
    pub(super) strings: Vec<StringSymbol>,
    /// Address after the last word.
    pub(super) end: u32,
}

/// Finds the literals after the special pointers.
pub(super) fn find(words: Words<'_>, start: u32) -> Literals {
    ours(words, start.next_multiple_of(HANDLE))
        .or_else(|| original(words, start))
        .unwrap_or(Literals {
            start,
            method_table: None,
            strings: Vec::new(),
            end: start,
        })
}

fn ours(words: Words<'_>, start: u32) -> Option<Literals> {
    let handles = words.get(start)?.checked_sub(start)?;
    if handles == 0 || !handles.is_multiple_of(HANDLES) {
        return None;
    }
    let method_table = words.get(start + 1)?;
    let mut strings = Vec::new();
    let mut end = words.end_of(start, handles)?;
    for address in (start..end).step_by(HANDLES as usize) {
        let handle = words.range(address, HANDLES)?;
        let (string, characters, length) = (handle[0], handle[8], handle[9]);
        let fits = handle[1] == method_table
            && handle[11] == CHAR_ARRAY
            && words.get(string) == Some(address + HANDLE);
        if !fits {
            return None;
        }
        strings.push(StringSymbol {
            address,
            text: text(words.range(characters, length)?),
        });
        end = end.max(characters + length);
    }
    Some(Literals {
        start,
        method_table: Some(method_table),
        strings,
        end,
    })
}

fn original(words: Words<'_>, start: u32) -> Option<Literals> {
    let mut strings = Vec::new();
    let mut address = start;
    while let Some(&[data, _, characters, length, array]) = words.range(address, ORIGINAL) {
        let fits = data == address + 4 && characters == address + ORIGINAL && array == address + 2;
        let Some(units) = words.range(address + ORIGINAL, length).filter(|_| fits) else {
            break;
        };
        strings.push(StringSymbol {
            address,
            text: text(units),
        });
        address += ORIGINAL + length;
    }
    (!strings.is_empty()).then_some(Literals {
        start,
        method_table: words.get(start + 1),
        strings,
        end: address,
    })
}

/// UTF-16 units; the original extends bytes from 0x80 on by their sign.
fn text(units: &[u32]) -> String {
    let units: Vec<u16> = units
        .iter()
        .map(|unit| match unit.cast_signed() {
            ..0 => (unit & 0xFF) as u16,
            _ => *unit as u16,
        })
        .collect();
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_of_the_original_lie_packed() {
        let mut words = vec![0; 3];
        words.extend([7, 99, 8, 2, 5, 72, 105]);
        words.extend([14, 99, 15, 1, 12, 0xE4_u32.wrapping_sub(256)]);
        words.push(0);
        let found = find(Words(&words), 3);
        let texts: Vec<_> = found
            .strings
            .iter()
            .map(|string| (string.address, string.text.as_str()))
            .collect();
        assert_eq!(texts, [(3, "Hi"), (10, "ä")]);
        assert_eq!((found.start, found.end), (3, 16));
    }

    #[test]
    fn where_no_literal_is_the_region_is_empty() {
        let found = find(Words(&[0; 20]), 4);
        assert_eq!((found.start, found.end, found.strings.len()), (4, 4, 0));
    }

    #[test]
    fn a_literal_that_claims_more_characters_than_there_are_is_none() {
        let words = [4, 9, 5, u32::MAX, 2, 72];
        assert_eq!(find(Words(&words), 0).strings, []);
    }
}
