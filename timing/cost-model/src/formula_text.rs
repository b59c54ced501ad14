//! Formulas from text: `48 + 2r + w + max(0, w-3)`.
//!
//! Sums of products of numbers, the letters `r`, `w`, `k`, `n` and the functions `max(a, b)` and `m(a)` = `max(1, a)`.
//! A number, letter or closing bracket directly before another factor multiplies: `2r`, `k w`, `4 m(r)`.

use std::fmt;
use std::iter::Peekable;
use std::str::{Chars, FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::formula::{Formula, Symbol};

/// Text that is no formula.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot read the formula `{text}` at {}: use numbers, r, w, k, n, max(a, b), m(a), +, -, * and brackets",
    place(.rest)
)]
pub struct FormulaError {
    text: String,
    rest: String,
}

fn place(rest: &str) -> String {
    if rest.is_empty() {
        "its end".to_owned()
    } else {
        format!("`{rest}`")
    }
}

/// Longer text is no formula of cycles.
const LONGEST: usize = 400;
/// Brackets within brackets; deeper text is refused instead of read without bound.
const DEEPEST: u32 = 20;
/// Larger numbers are no cycles.
const LARGEST: i64 = 1_000_000_000;

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    depth: u32,
}

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        let mut reader = Reader {
            rest: text.chars().peekable(),
            depth: 0,
        };
        let formula = (text.len() <= LONGEST).then(|| reader.sum()).flatten();
        let formula = formula.filter(|formula| formula.is_reasonable() && reader.next().is_none());
        formula.ok_or_else(|| FormulaError {
            text: text.to_owned(),
            rest: reader.rest.collect(),
        })
    }
}

impl Reader<'_> {
    /// The next character that is not blank, left in place.
    fn next(&mut self) -> Option<char> {
        while self.rest.next_if(|c| c.is_whitespace()).is_some() {}
        self.rest.peek().copied()
    }

    fn take(&mut self, wanted: char) -> Option<()> {
        (self.next()? == wanted)
            .then(|| self.rest.next())
            .map(|_| ())
    }

    fn sum(&mut self) -> Option<Formula> {
        let mut left = match self.take('-') {
            Some(()) => Formula::default() - self.product()?,
            None => self.product()?,
        };
        loop {
            match self.next() {
                Some('+') => {
                    self.rest.next();
                    left = left + self.product()?;
                }
                Some('-') => {
                    self.rest.next();
                    left = left - self.product()?;
                }
                _ => return Some(left),
            }
        }
    }

    fn product(&mut self) -> Option<Formula> {
        self.factors().filter(Formula::is_reasonable)
    }

    fn factors(&mut self) -> Option<Formula> {
        let mut left = self.factor()?;
        loop {
            match self.next() {
                Some('*') => {
                    self.rest.next();
                }
                Some('a'..='z' | '(') => {}
                _ => return Some(left),
            }
            left = left * self.factor()?;
            if !left.is_reasonable() {
                return None;
            }
        }
    }

    fn factor(&mut self) -> Option<Formula> {
        match self.next()? {
            '(' => self.bracket(),
            '0'..='9' => self.number(),
            _ => self.named(),
        }
    }

    fn bracket(&mut self) -> Option<Formula> {
        self.take('(')?;
        self.depth += 1;
        let inner = (self.depth <= DEEPEST).then(|| self.sum())??;
        self.depth -= 1;
        self.take(')')?;
        Some(inner)
    }

    fn number(&mut self) -> Option<Formula> {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let number = digits.parse().ok().filter(|number| *number <= LARGEST)?;
        Some(Formula::constant(number))
    }

    fn named(&mut self) -> Option<Formula> {
        let mut name = String::new();
        while let Some(letter) = self.rest.next_if(char::is_ascii_lowercase) {
            name.push(letter);
        }
        match name.as_str() {
            "m" => Some(Formula::constant(1).larger_of(&self.bracket()?)),
            "max" => {
                self.take('(')?;
                let left = self.sum()?;
                self.take(',')?;
                let right = self.sum()?;
                self.take(')')?;
                Some(left.larger_of(&right))
            }
            name => Symbol::ALL
                .into_iter()
                .find(|symbol| name.chars().eq([symbol.letter()]))
                .map(Formula::symbol),
        }
    }
}

impl Serialize for Formula {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Formula {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrNumber)
    }
}

/// A formula as text, or a whole number of cycles.
struct TextOrNumber;

impl de::Visitor<'_> for TextOrNumber {
    type Value = Formula;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of cycles or a formula as text")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Formula, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Formula, E> {
        number.to_string().parse().map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Formula, E> {
        number.to_string().parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Values;

    fn read(text: &str) -> Formula {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in [
            "0",
            "7 + r",
            "9 + 3max(0, r-1)",
            "11 + 15k + k w + max(0, r-1)",
            "9 - 3max(0, r-2) + 6max(0, r-1)",
            "max(0, r+w-3)",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
    }

    #[test]
    fn the_forms_of_the_published_tables_are_read() {
        let at = |text: &str| read(text).at(Values::of_waits(3, 4));
        assert_eq!(at("98 + 2r + 4 m(r)"), 98 + 6 + 12);
        assert_eq!(at("2(w - 1)*3"), 18);
        assert_eq!(at("17 + max(0,r-2) + max(0,r-1)"), 20);
        assert_eq!(at("10 - 3 - 2"), 5);
    }

    #[test]
    fn an_error_shows_the_text_and_what_is_left() {
        let error = "7 + x 2"
            .parse::<Formula>()
            .map_err(|error| error.to_string());
        assert_eq!(
            error.err().as_deref(),
            Some(
                "cannot read the formula `7 + x 2` at ` 2`: use numbers, r, w, k, n, max(a, b), m(a), +, -, * and brackets"
            )
        );
    }

    #[test]
    fn an_error_at_the_end_says_so() {
        let error = "7 +".parse::<Formula>().map_err(|error| error.to_string());
        assert!(
            error
                .is_err_and(|error| error.starts_with("cannot read the formula `7 +` at its end:"))
        );
    }

    #[test]
    fn text_without_end_or_bound_is_refused() {
        assert!("22 (outermost)".parse::<Formula>().is_err());
        assert!("99999999999999999999".parse::<Formula>().is_err());
        assert!("(".repeat(5000).parse::<Formula>().is_err());
        assert!("".parse::<Formula>().is_err());
        assert!("(r + w + k + n)".repeat(20).parse::<Formula>().is_err());
        assert!("900000000*900000000*900000000".parse::<Formula>().is_err());
    }
}
