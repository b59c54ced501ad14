//! Arithmetic and logic unit of the execute stage: sums and logic of B and A, and the flags of the Java branch
//! (spec 02 section 6, spec 03 section 4).
//!
//! ```text
//!            +-------+
//!   a, b --->|       |---> add, subtract, and, or, xor    what A may take at the edge ending EX
//!   sub  --->|  alu  |---> zf, nf, eq, lt                 flags, in every cycle
//!            +-------+
//! ```
//!
//! The unit has no registers: operands are A and B of the cycle, `b` on the left.
//!
//! Quirk: `lt` is the sign of the 33-bit sum, so it means "less" only while the instruction in EX subtracts.

/// Flags that a Java branch tests, from A and B of the same cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flags {
    /// A is zero.
    pub zero: bool,
    /// A is negative.
    pub negative: bool,
    /// A equals B.
    pub equal: bool,
    /// B is less than A as signed numbers; meaningless while the adder adds.
    pub less: bool,
}

/// Flags of `a` and `b`; `subtracts` is the adder's mode, set by the instruction in EX.
#[inline(always)]
#[must_use]
pub fn flags(a: u32, b: u32, subtracts: bool) -> Flags {
    let (wide_a, wide_b) = (i64::from(a as i32), i64::from(b as i32));
    let sum = if subtracts {
        wide_b - wide_a
    } else {
        wide_b + wide_a
    };
    Flags {
        zero: a == 0,
        negative: (a as i32) < 0,
        equal: a == b,
        less: sum < 0,
    }
}

/// B plus A, wrapping at 32 bits.
#[inline(always)]
#[must_use]
pub fn add(b: u32, a: u32) -> u32 {
    b.wrapping_add(a)
}

/// B minus A, wrapping at 32 bits.
#[inline(always)]
#[must_use]
pub fn subtract(b: u32, a: u32) -> u32 {
    b.wrapping_sub(a)
}

/// B and A, bit by bit.
#[inline(always)]
#[must_use]
pub fn and(b: u32, a: u32) -> u32 {
    b & a
}

/// B or A, bit by bit.
#[inline(always)]
#[must_use]
pub fn or(b: u32, a: u32) -> u32 {
    b | a
}

/// B exclusive-or A, bit by bit.
#[inline(always)]
#[must_use]
pub fn xor(b: u32, a: u32) -> u32 {
    b ^ a
}
