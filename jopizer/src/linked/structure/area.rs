//! The part of the image that holds code.

use isa::image::{MethodFrame, MethodWord};

/// Range of code, and start of the constant pools.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) pools: u32,
}

impl Area {
    /// Returns true if two words can be a method structure: zero, or code in the area with a pool after the literals.
    pub(super) fn has_struct(self, [code, shape]: [u32; 2]) -> bool {
        let inside = (self.start..self.end).contains(&MethodWord::unpack(code).address)
            && MethodFrame::unpack(shape).constants >= self.pools;
        code == 0 && shape == 0 || inside
    }
}
