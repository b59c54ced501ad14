//! A job of a sweep.

use isa::MemoryKind;
use serde::{Deserialize, Serialize};

/// Part of a sweep: a program on a memory with all shapes of an organisation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Its number, from 0.
    pub job: usize,
    /// Name of the program.
    pub program: String,
    /// Technology of the memory.
    pub memory: MemoryKind,
    /// Length of a memory read in clock cycles.
    pub ram_cnt: u8,
    /// Name of the organisation.
    pub organisation: String,
    /// Number of shapes.
    pub configurations: usize,
    #[serde(skip)]
    pub(crate) workload: usize,
    #[serde(skip)]
    pub(crate) organisation_index: usize,
}
