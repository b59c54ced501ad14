//! Numbers of cycles and bytes as people write them, in options and in files.

/// Cycles: `250000`, `250_000`, `250k`, `1.5M`, `1e6`.
///
/// # Errors
/// If it is none of these, with what may be written.
pub fn cycles(text: &str) -> Result<u64, String> {
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

/// Bytes: `4096`, `4_096`, `4K`, `4KB`, `4KiB`; K is 1024.
#[must_use]
pub fn bytes(text: &str) -> Option<u32> {
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
