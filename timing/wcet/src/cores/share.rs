//! What several cores add to a bound.

use serde::{Deserialize, Serialize};

/// What several cores add to a bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoresShare {
    /// Number of cores. The bound is that of each.
    pub cores: u8,
    /// Name of the arbiter.
    pub arbiter: String,
    /// The bound on a core that has the memory to itself, while others change fields. Unit: cycles.
    pub alone: u64,
    /// Cycles more to wait for the arbiter.
    pub arbiter_wait: u64,
    /// Cycles more to wait for the lock unit and for those that hold a lock.
    pub lock_wait: u64,
    /// The bound with each access at its worst alignment; methods, lines and causes add up to it. Unit: cycles.
    pub worst_alignment: u64,
    /// The bound that follows the phase of the time slots: of all phases, or of the one that is given; none for other arbiters. Unit: cycles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_phase: Option<u64>,
    /// Cycles from the begin of a time slot of the core to that of the call; none if that is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<u64>,
    /// The bounds of calls that begin 0, 1, 2, ... cycles after a time slot of the core does; empty for other arbiters. Unit: cycles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<u64>,
    /// Longest delay of a read. Unit: cycles.
    pub longest_read_wait: u64,
    /// Longest delay of a write. Unit: cycles.
    pub longest_write_wait: u64,
    /// Longest time for which another core holds a lock; none if the call takes none. Unit: cycles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_section: Option<u64>,
    /// The method that holds it; none if the number was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section_of: Option<String>,
}
