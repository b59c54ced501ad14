//! All benchmarks for a machine.

use isa::MachineConfig;
use method_cache::{Geometry, OrganisationKind};

use crate::board::Benchmark;
use crate::loads::CacheSize;
use crate::{calls, loads, patterns, sequences};

/// Measured atoms besides those of a cost table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extras {
    /// Pairs of bytecodes as separate atoms.
    pub pairs: bool,
    /// Basic blocks as separate atoms.
    pub blocks: bool,
}

/// The benchmarks for machines with this method cache, in an order that is always the same.
#[must_use]
pub fn benchmarks(config: &MachineConfig, extras: Extras) -> Vec<Benchmark> {
    let mut all = patterns::benchmarks();
    all.extend(calls::benchmarks());
    all.extend(loads::benchmarks(cache_size(config)));
    if extras.pairs {
        all.extend(sequences::pairs());
    }
    if extras.blocks {
        all.extend(sequences::blocks());
    }
    all
}

/// Words of the length field of a method.
const LONGEST_METHOD: usize = 1023;

fn cache_size(config: &MachineConfig) -> CacheSize {
    let geometry = Geometry::new(config.jpc_width.into(), config.block_bits.into());
    let words = geometry.map_or(LONGEST_METHOD, |geometry| geometry.words() as usize);
    let longest = match config.method_cache {
        OrganisationKind::TwoBlock => words / 2 - 1,
        _ => words - 1,
    };
    CacheSize {
        words,
        longest: longest.min(LONGEST_METHOD),
    }
}
