//! Bit-serial multiplier: two bits of B in each cycle, low 32 bits of the product (spec 03 section 4).
//!
//! Quirk: reading early gives the partial sum; it is complete as soon as the bits left in `b` are zero.

use serde::{Deserialize, Serialize};

/// Registers of the multiplier; none has a reset.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Multiplier {
    product: u32,
    /// Multiplicand, shifted left by two in each step.
    pub a: u32,
    /// Bits of the multiplier that are left.
    pub b: u32,
}

impl Multiplier {
    /// The sum so far; the product from the 18th cycle after `stmul` sat in `ir`.
    #[inline(always)]
    #[must_use]
    pub fn product(&self) -> u32 {
        self.product
    }

    /// The edge ending a cycle. `load` is the EX cycle of `stmul`, with A and B of that cycle.
    #[inline(always)]
    pub fn clock(&mut self, load: bool, a: u32, b: u32) {
        if load {
            *self = Self { product: 0, a, b };
        } else if self.b != 0 {
            self.product = self.product.wrapping_add(self.a.wrapping_mul(self.b & 3));
            self.a <<= 2;
            self.b >>= 2;
        }
    }

    /// The edges of so many cycles without a load.
    pub fn skip(&mut self, cycles: u64) {
        for _ in 0..cycles {
            if self.b == 0 {
                break;
            }
            self.clock(false, 0, 0);
        }
    }
}
