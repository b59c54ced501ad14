//! Amounts of limits: cycles, times, words or counts, as people write them.

use std::fmt;

use isa::quantity;

/// Picoseconds of a second.
const SECOND: u128 = 1_000_000_000_000;
const MICROSECOND: u128 = 1_000_000;
/// Units of time, and their picoseconds.
const TIMES: [(&str, u128); 5] = [
    ("ns", 1_000),
    ("us", MICROSECOND),
    ("µs", MICROSECOND),
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

    /// Reads `250 us`, `1_000 cycles`, `1.5M cycles`, `200 words`, `1 KB` or `12`.
    ///
    /// # Errors
    /// If it is none of these, with what may stand there.
    pub fn read(text: &str) -> Result<Self, String> {
        let problem = || {
            format!(
                "`{text}` is no amount; write 250 us, 1.5 ms, 2000 cycles, 2k cycles, 200 words or 1 KB"
            )
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
            let named = unit
                .zip(whole())
                .map(|(unit, number)| Given::Of(unit, number));
            // As options of cycles: `250k`, `1.5M cycles`.
            let cycles = || {
                quantity::cycles(
                    trimmed
                        .strip_suffix(Unit::Cycles.name())
                        .unwrap_or(trimmed)
                        .trim_end(),
                )
            };
            named.or_else(|| cycles().ok().map(|number| Given::Of(Unit::Cycles, number)))
        };
        Ok(Self {
            text: trimmed.to_owned(),
            value: value.ok_or_else(problem)?,
        })
    }

    /// Returns true if it has a unit of time, or of cycles.
    pub(crate) fn is_time(&self) -> bool {
        matches!(
            self.value,
            Given::Picoseconds(_) | Given::Of(Unit::Cycles, _)
        )
    }

    /// Returns true if it may be an amount of this unit.
    pub(crate) fn may_be(&self, unit: Unit) -> bool {
        match self.value {
            Given::Plain(_) => true,
            Given::Of(of, _) => of == unit,
            Given::Picoseconds(_) => unit == Unit::Cycles,
        }
    }

    /// The amount in the unit of its figure, on a machine with this clock; a time is rounded down to whole cycles, and what is more
    /// than 2^63 is the largest number below.
    #[must_use]
    pub fn on(&self, clock_hz: u32) -> u64 {
        self.many(1, clock_hz)
    }

    /// The amount as cycles of a machine with this clock; none if it is of something else.
    #[must_use]
    pub fn cycles(&self, clock_hz: u32) -> Option<u64> {
        self.may_be(Unit::Cycles).then(|| self.on(clock_hz))
    }

    /// The amount in microseconds of so many cycles; none if it is of something else, or not a whole number of them.
    #[must_use]
    pub fn microseconds(&self, cycles: u64) -> Option<u64> {
        let (all, one) = match self.value {
            Given::Plain(number) | Given::Of(Unit::Cycles, number) => {
                (number.into(), cycles.into())
            }
            Given::Of(..) => return None,
            Given::Picoseconds(time) => (time, MICROSECOND),
        };
        let whole = all.is_multiple_of(one).then(|| all / one)?;
        u64::try_from(whole).ok()
    }

    /// So many times the amount, rounded down once.
    pub(crate) fn many(&self, times: u64, clock_hz: u32) -> u64 {
        let most = i64::MAX.cast_unsigned();
        let times = u128::from(times);
        let all = match self.value {
            Given::Plain(number) | Given::Of(_, number) => u128::from(number) * times,
            Given::Picoseconds(time) => {
                let cycles = time.saturating_mul(clock_hz.into());
                cycles.saturating_mul(times) / SECOND
            }
        };
        u64::try_from(all).map_or(most, |all| all.min(most))
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
        let on = |text: &str, clock| Amount::read(text).unwrap().on(clock);
        assert_eq!(on("250 us", 100_000_000), 25_000);
        assert_eq!(on("0.25ms", 60_000_000), 15_000);
        assert_eq!(on("33 ns", 60_000_000), 1);
        assert_eq!(on("1_000 cycles", 1), 1_000);
        assert_eq!(on("12", 1), 12);
        let cycles = ["2k cycles", "1.5M", "1e6 cycles", "1_0K  cycles"];
        assert_eq!(
            cycles.map(|text| on(text, 1)),
            [2_000, 1_500_000, 1_000_000, 10_000]
        );
        assert_eq!(on("1 KB", 1), 256);
        assert_eq!(on("200 words", 1), 200);
        assert_eq!(on("9999999999999 s", 100_000_000), i64::MAX.cast_unsigned());
    }

    #[test]
    fn microseconds_are_whole() {
        let us = |text: &str| Amount::read(text).unwrap().microseconds(33);
        assert_eq!(us("1 ms"), Some(1_000));
        assert_eq!(us("66 cycles"), Some(2));
        assert_eq!(us("33"), Some(1));
        for none in ["1.5 us", "34 cycles", "200 words", "1 KB"] {
            assert_eq!(us(none), None, "{none}");
        }
    }

    #[test]
    fn many_periods_are_rounded_once() {
        let period = Amount::read("1.5 us").unwrap();
        assert_eq!(period.on(33_333_333), 49);
        assert_eq!(period.many(1_000, 33_333_333), 49_999);
    }

    #[test]
    fn what_is_no_amount_is_refused_and_every_amount_has_its_units() {
        for text in ["", "us", "1.5", "2 B", "-3", "3 parsecs", ".5 s", "1..5 s"] {
            assert!(Amount::read(text).is_err(), "{text}");
        }
        let may = |text: &str, unit| Amount::read(text).unwrap().may_be(unit);
        assert!(may("3", Unit::Words) && may("3 us", Unit::Cycles));
        assert!(!may("3 us", Unit::Words) && !may("3 words", Unit::Cycles));
        assert!(!may("3 cycles", Unit::Times));
        assert!(!may("3k", Unit::Words) && !may("3k cycles", Unit::Times));
    }
}
