//! Numbers of cycles and bytes in options.

pub(crate) use isa::quantity::{bytes, cycles};

/// Cycles, at least one.
pub(crate) fn positive_cycles(text: &str) -> Result<u64, String> {
    match cycles(text)? {
        0 => Err("at least one cycle".to_owned()),
        number => Ok(number),
    }
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
