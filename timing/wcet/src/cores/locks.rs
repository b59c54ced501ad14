//! Waiting for the lock table: for each operation, and for those that hold the lock (spec 07 section 6).

use crate::premise::Premise;

/// Register of the system device that takes a lock, and the one that leaves it.
pub(crate) const LOCK: i32 = -123;
pub(crate) const UNLOCK: i32 = -122;

/// Cycles for which the lock unit stops a core.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct LockWaits {
    pub(crate) lock: u64,
    pub(crate) unlock: u64,
}

impl LockWaits {
    /// Those of an access to a device.
    pub(crate) fn of(self, device: i32) -> u64 {
        match device {
            LOCK => self.lock,
            UNLOCK => self.unlock,
            _ => 0,
        }
    }
}

/// The longest time for which another core holds a lock.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) cycles: u64,
    /// The method that holds it; none if somebody gives the cycles, or if there is no lock.
    pub(crate) method: Option<String>,
    /// What that rests on.
    pub(crate) premises: Vec<Premise>,
}
