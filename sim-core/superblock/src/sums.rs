//! Observers that need no single cycles.

use sim_core::probe::{MethodLookup, NoProbe, Probe};

/// A probe that looks at lookups of methods and at writes on the bus only, wherever the program runs.
pub trait Sums: Probe {
    /// As [`Probe::transaction`], of a write.
    #[inline(always)]
    fn wrote(&mut self, _address: u32, _data: u32) {}

    /// As [`Probe::lookup`].
    #[inline(always)]
    fn looked_up(&mut self, _cycle: u64, _lookup: MethodLookup) {}
}

impl Sums for NoProbe {}
