//! Lists of numbers in options: `4`, `1,4,16`, `1..64`, `512..64K`.

use std::ops::RangeInclusive;

use isa::config_reference::MOST_RAM_CNT;
use isa::processors::MOST_CORES;

use crate::args::quantity;

/// Numbers in the order given, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Numbers(pub(crate) Vec<u32>);

/// Cache sizes in bytes.
pub(crate) fn sizes(text: &str) -> Result<Numbers, String> {
    parse(text, 8..=1 << 16, true)
}

/// Numbers of blocks.
pub(crate) fn blocks(text: &str) -> Result<Numbers, String> {
    parse(text, 1..=1 << 14, true)
}

/// Lengths of lines in bytes.
pub(crate) fn lines(text: &str) -> Result<Numbers, String> {
    parse(text, 4..=1 << 16, true)
}

/// Lines of a set.
pub(crate) fn ways(text: &str) -> Result<Numbers, String> {
    parse(text, 1..=1 << 14, true)
}

/// Lengths of a memory read in cycles.
pub(crate) fn ram_cnts(text: &str) -> Result<Numbers, String> {
    parse(text, 1..=MOST_RAM_CNT.into(), false)
}

/// Numbers of cores.
pub(crate) fn cores(text: &str) -> Result<Numbers, String> {
    parse(text, 1..=MOST_CORES.into(), false)
}

/// Lengths of time slots in cycles.
pub(crate) fn slots(text: &str) -> Result<Numbers, String> {
    parse(text, 1..=u8::MAX.into(), false)
}

fn parse(text: &str, allowed: RangeInclusive<u32>, doubles: bool) -> Result<Numbers, String> {
    let mut numbers = Vec::new();
    for item in text.split(',') {
        let (first, last) = item.split_once("..").unwrap_or((item, item));
        let first = number(first, &allowed, doubles)?;
        let last = number(last, &allowed, doubles)?;
        if first > last {
            return Err(format!("{item} has its larger end first"));
        }
        let mut next = first;
        while next <= last {
            if !numbers.contains(&next) {
                numbers.push(next);
            }
            next = if doubles { next * 2 } else { next + 1 };
        }
    }
    Ok(Numbers(numbers))
}

fn number(text: &str, allowed: &RangeInclusive<u32>, doubles: bool) -> Result<u32, String> {
    let number = quantity::bytes(text).filter(|number| allowed.contains(number));
    if let Some(other) = number.filter(|number| doubles && !number.is_power_of_two()) {
        let above = other.next_power_of_two();
        return Err(format!(
            "{text} is no power of two; {} or {above} is next to it",
            above / 2
        ));
    }
    number.ok_or_else(|| {
        let kind = if doubles { "powers of two" } else { "numbers" };
        format!(
            "{kind} of {} to {}, as in A, A,B or A..B",
            allowed.start(),
            allowed.end()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_sizes_doubles_and_one_of_cycles_counts() {
        assert_eq!(sizes("512..4K").unwrap().0, [512, 1024, 2048, 4096]);
        assert_eq!(ram_cnts("1..4").unwrap().0, [1, 2, 3, 4]);
        assert_eq!(blocks("16,1..4,2").unwrap().0, [16, 1, 2, 4]);
    }

    #[test]
    fn what_is_no_list_of_such_numbers_is_refused() {
        for text in [
            "",
            "3",
            "1000",
            "4..2",
            "1K..",
            "128K",
            "-1",
            "1..2..4",
            "4294967296K",
        ] {
            assert!(sizes(text).is_err(), "{text}");
        }
        assert!(ram_cnts("0").is_err() && ram_cnts("15").is_err());
    }
}
