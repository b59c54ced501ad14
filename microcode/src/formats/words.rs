//! Numbers, separated by blanks, commas or line ends.
//!
//! A number with `0x` is hexadecimal. If a number without `0x` has a letter or a leading zero, all numbers of the file
//! are hexadecimal; else they are decimal. `//`, `--`, `#` and `;` start a comment that ends with the line.

use super::reader::{RawError, Reader, quote};

pub(super) fn parse(reader: Reader<'_>, text: &str) -> Result<Vec<u32>, RawError> {
    let bare_hexadecimal = tokens(text).any(|(_, token)| is_bare_hexadecimal(token));
    let mut words = Vec::new();
    for (line, token) in tokens(text) {
        let not_a_number = || reader.malformed(line, format!("{} is not a number", quote(token)));
        let value = number(token, bare_hexadecimal).ok_or_else(not_a_number)?;
        reader.address(line, words.len() as u64)?;
        words.push(reader.word(line, value)?);
    }
    Ok(words)
}

/// Tokens with their lines, counted from 1.
fn tokens(text: &str) -> impl Iterator<Item = (u32, &str)> {
    (1..).zip(text.lines()).flat_map(|(line, text)| {
        let comment = ["//", "--", "#", ";"]
            .iter()
            .filter_map(|mark| text.find(mark))
            .min();
        let text = &text[..comment.unwrap_or(text.len())];
        let separated = text.split(|c: char| c.is_whitespace() || c == ',');
        separated
            .filter(|token| !token.is_empty())
            .map(move |token| (line, token))
    })
}

fn is_bare_hexadecimal(token: &str) -> bool {
    let digits = token.bytes().all(|byte| byte.is_ascii_hexdigit());
    let leading_zero = token.len() > 1 && token.starts_with('0');
    digits && (leading_zero || token.bytes().any(|byte| byte.is_ascii_alphabetic()))
}

/// The value, saturated where 64 bits do not hold it; `None` for what is no number.
fn number(token: &str, bare_hexadecimal: bool) -> Option<i64> {
    let lower = token.to_ascii_lowercase();
    let (digits, radix) = match lower.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (lower.as_str(), if bare_hexadecimal { 16 } else { 10 }),
    };
    let magnitude = digits.strip_prefix('-').unwrap_or(digits);
    if magnitude.is_empty() || !magnitude.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let limit = if magnitude.len() < digits.len() {
        i64::MIN
    } else {
        i64::MAX
    };
    Some(i64::from_str_radix(digits, radix).unwrap_or(limit))
}
