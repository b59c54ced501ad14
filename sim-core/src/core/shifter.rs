//! Shifter of the execute stage: B by the low five bits of A (spec 03 section 4).

/// `value` shifted right by `count` modulo 32, zeros entering.
#[inline(always)]
#[must_use]
pub fn right_logical(value: u32, count: u32) -> u32 {
    value.wrapping_shr(count)
}

/// `value` shifted left by `count` modulo 32.
#[inline(always)]
#[must_use]
pub fn left(value: u32, count: u32) -> u32 {
    value.wrapping_shl(count)
}

/// `value` shifted right by `count` modulo 32, the sign entering.
#[inline(always)]
#[must_use]
pub fn right_arithmetic(value: u32, count: u32) -> u32 {
    (value as i32).wrapping_shr(count) as u32
}
