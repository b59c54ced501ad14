//! Numbers of cycles and bytes as people write them.

/// Cycles: `250000`, `250_000`, `250k`, `1.5M`, `1e6`.
pub(crate) fn cycles(text: &str) -> Result<u64, String> {
    const FACTORS: [(&str, u64); 4] = [
        ("k", 1_000),
        ("K", 1_000),
        ("M", 1_000_000),
        ("G", 1_000_000_000),
    ];
    number(text, &FACTORS).ok_or_else(|| {
        "a number of cycles, as in 250000, 250_000, 250k, 1.5M, 1e6 or 1G".to_owned()
    })
}

/// The same, at least one.
pub(crate) fn positive_cycles(text: &str) -> Result<u64, String> {
    match cycles(text)? {
        0 => Err("at least one cycle".to_owned()),
        number => Ok(number),
    }
}

/// Bytes: `4096`, `4_096`, `4K`, `4KB`, `4KiB`; K is 1024.
pub(crate) fn bytes(text: &str) -> Option<u32> {
    const FACTORS: [(&str, u64); 2] = [("K", 1 << 10), ("M", 1 << 20)];
    let upper = text.to_ascii_uppercase();
    let digits = ["IB", "B"]
        .iter()
        .find_map(|unit| upper.strip_suffix(unit))
        .unwrap_or(&upper);
    number(digits, &FACTORS)?.try_into().ok()
}

/// A whole number: digits with separators, a decimal point, an exponent of ten and a factor.
fn number(text: &str, factors: &[(&str, u64)]) -> Option<u64> {
    let (number, factor) = factors
        .iter()
        .find_map(|(name, factor)| Some((text.strip_suffix(name)?, *factor)))
        .unwrap_or((text, 1));
    let number = number.replace('_', "");
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((&number, "0"));
    let exponent: u32 = exponent
        .strip_prefix('+')
        .unwrap_or(exponent)
        .parse()
        .ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = [whole, fraction].concat();
    // `parse` takes a sign.
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let places = 10_u64.checked_pow(fraction.len().try_into().ok()?)?;
    let scaled = (digits.parse::<u64>().ok()?)
        .checked_mul(10_u64.checked_pow(exponent)?)?
        .checked_mul(factor)?;
    scaled.is_multiple_of(places).then(|| scaled / places)
}

/// A budget: a number, or bytes of on-chip memory as bits.
#[cfg(feature = "whole")]
pub(crate) fn budget(text: &str) -> Result<f64, String> {
    let is_size = text.to_ascii_uppercase().ends_with('B');
    let bytes = || bytes(text).filter(|_| is_size);
    let bits = bytes().map(|bytes| f64::from(bytes) * 8.0);
    let number = || text.replace('_', "").parse::<f64>().ok();
    let budget = bits.or_else(number).filter(|number| number.is_finite());
    budget.ok_or_else(|| "a cost, as in 60000, or bytes of on-chip memory, as in 12KB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_can_be_written_with_separators_multipliers_and_exponents() {
        let texts = [
            "5", "1_000", "2k", "2K", "3M", "1G", "1e6", "1.5e3", "2E+3", "1.5M", "0.25k",
            "1.50_0M",
        ];
        let numbers = [
            5,
            1000,
            2000,
            2000,
            3_000_000,
            1_000_000_000,
            1_000_000,
            1500,
            2000,
            1_500_000,
            250,
            1_500_000,
        ];
        assert_eq!(texts.map(|text| cycles(text).unwrap()), numbers);
    }

    #[test]
    fn cycles_that_are_no_number_or_too_many_are_refused() {
        for text in [
            "",
            "k",
            "-1",
            "+1",
            "1.5",
            "1e",
            "1e-3",
            "e6",
            "_",
            "1.2.3",
            "99999999999G",
            "1e30",
            "4KB",
        ] {
            assert!(cycles(text).is_err(), "{text}");
        }
    }

    #[test]
    fn bytes_take_every_usual_unit() {
        let texts = ["4096", "4_096", "4K", "4k", "4KB", "4kb", "4KiB", "4096B"];
        assert_eq!(texts.map(bytes), [Some(4096); 8]);
        assert_eq!(
            ["1M", "5G", "B", "KB", ""].map(bytes),
            [Some(1 << 20), None, None, None, None]
        );
    }
}
