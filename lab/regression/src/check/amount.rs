//! Amounts of limits: cycles, times, words or counts, as people write them.

use std::fmt;

/// Picoseconds of a second.
const SECOND: u128 = 1_000_000_000_000;
/// Units of time, and their picoseconds.
const TIMES: [(&str, u128); 5] = [
    ("ns", 1_000),
    ("us", 1_000_000),
    ("µs", 1_000_000),
    ("ms", 1_000_000_000),
    ("s", SECOND),
];
/// Bytes of a word, and names of more bytes.
const WORD: u128 = 4;
const BYTES: [(&str, u128); 3] = [("B", 1), ("KB", 1 << 10), ("MB", 1 << 20)];

isa::named_enum! {
    /// What a figure counts.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Unit {
        /// Clock cycles.
        Cycles = "cycles",
        /// Words of 32 bits.
        Words = "words",
        /// How often something happens.
        Times = "times",
    }
}

/// The most that a limit allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount {
    text: String,
    value: Given,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Given {
    /// In the unit of the figure.
    Plain(u64),
    Picoseconds(u128),
    Of(Unit, u64),
}

impl fmt::Display for Amount {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.text)
    }
}

impl Amount {
    /// A number in the unit of the figure that it limits.
    #[must_use]
    pub fn plain(number: u64) -> Self {
        Self {
            text: number.to_string(),
            value: Given::Plain(number),
        }
    }

    /// Reads `250 us`, `1_000 cycles`, `200 words`, `1 KB` or `12`.
    ///
    /// # Errors
    /// If it is none of these, with what may stand there.
    pub fn read(text: &str) -> Result<Self, String> {
        let problem = || {
            format!("`{text}` is no amount; write 250 us, 1.5 ms, 2000 cycles, 200 words or 1 KB")
        };
        let trimmed = text.trim();
        let split = trimmed
            .find(|it: char| !(it.is_ascii_digit() || it == '.' || it == '_'))
            .unwrap_or(trimmed.len());
        let (number, unit) = (&trimmed[..split], trimmed[split..].trim());
        let factor = |units: &[(&str, u128)]| {
            let found = units.iter().find(|(name, _)| *name == unit);
            found.map(|(_, factor)| *factor)
        };
        let whole = || scaled(number, 1).and_then(|it| u64::try_from(it).ok());
        let value = if let Some(factor) = factor(&TIMES) {
            scaled(number, factor).map(Given::Picoseconds)
        } else if let Some(factor) = factor(&BYTES) {
            let bytes = scaled(number, factor).filter(|it| it.is_multiple_of(WORD));
            let words = bytes.and_then(|it| u64::try_from(it / WORD).ok());
            words.map(|words| Given::Of(Unit::Words, words))
        } else if unit.is_empty() {
            whole().map(Given::Plain)
        } else {
            let unit = Unit::ALL.into_iter().find(|it| it.name() == unit);
            unit.zip(whole())
                .map(|(unit, number)| Given::Of(unit, number))
        };
        Ok(Self {
            text: trimmed.to_owned(),
            value: value.ok_or_else(problem)?,
        })
    }

    pub(crate) fn is_zero(&self) -> bool {
        matches!(
            self.value,
            Given::Plain(0) | Given::Picoseconds(0) | Given::Of(_, 0)
        )
    }

    /// The amount in a unit on a machine with this clock; a time is rounded down to whole cycles. None if it is of another unit.
    #[must_use]
    pub fn of(&self, unit: Unit, clock_hz: u32) -> Option<u64> {
        match self.value {
            Given::Plain(number) => Some(number),
            Given::Of(of, number) => (of == unit).then_some(number),
            Given::Picoseconds(time) if unit == Unit::Cycles => {
                let cycles = time.saturating_mul(clock_hz.into()) / SECOND;
                Some(u64::try_from(cycles).unwrap_or(u64::MAX))
            }
            Given::Picoseconds(_) => None,
        }
    }
}

/// A decimal number times a factor; none if that is no whole number or too large.
fn scaled(number: &str, factor: u128) -> Option<u128> {
    let number = number.replace('_', "");
    let (whole, part) = number.split_once('.').unwrap_or((&number, ""));
    let digits = format!("{whole}{part}");
    let power = 10_u128.checked_pow(u32::try_from(part.len()).ok()?)?;
    let scaled = digits.parse::<u128>().ok()?.checked_mul(factor)?;
    (!whole.is_empty() && scaled.is_multiple_of(power)).then_some(scaled / power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_cycles_of_the_clock_and_bytes_are_words() {
        let cycles = |text: &str, clock| Amount::read(text).unwrap().of(Unit::Cycles, clock);
        assert_eq!(cycles("250 us", 100_000_000), Some(25_000));
        assert_eq!(cycles("0.25ms", 60_000_000), Some(15_000));
        assert_eq!(cycles("33 ns", 60_000_000), Some(1));
        assert_eq!(cycles("1_000 cycles", 1), Some(1_000));
        assert_eq!(cycles("12", 1), Some(12));
        let words = |text: &str| Amount::read(text).unwrap().of(Unit::Words, 1);
        assert_eq!(words("1 KB"), Some(256));
        assert_eq!(words("200 words"), Some(200));
    }

    #[test]
    fn what_is_no_amount_or_of_another_unit_is_none() {
        for text in [
            "",
            "us",
            "1.5",
            "2 B",
            "-3",
            "3 parsecs",
            "1e9",
            ".5 s",
            "1..5 s",
        ] {
            assert!(Amount::read(text).is_err(), "{text}");
        }
        let of = |text: &str, unit| Amount::read(text).unwrap().of(unit, 1);
        assert_eq!(of("3 us", Unit::Words), None);
        assert_eq!(of("3 words", Unit::Cycles), None);
        assert_eq!(of("3 cycles", Unit::Times), None);
    }
}
