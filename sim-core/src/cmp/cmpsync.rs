//! Older lock unit: one global lock, granted in turn (spec 07 section 7).
//!
//! ```text
//!                     +---------+
//!   request levels -->| cmpsync |--> halted
//!                     +---------+
//! ```
//!
//! Quirks:
//! - `halted` is combinational, from the *next* owner: a grant holds in the cycle of its request.
//! - Every processor but the owner is halted, if it asks or not; the devices stop only those that ask.
//! - Release and next grant happen at one edge.

use serde::{Deserialize, Serialize};

use crate::lock_port::LockRequest;

/// Registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cmpsync {
    /// Owner of the lock. Reset none.
    pub owner: Option<usize>,
    /// The last owner. Reset the highest number.
    pub last: usize,
    cpus: usize,
}

impl Cmpsync {
    /// The unit after reset.
    #[must_use]
    pub fn new(cpus: usize) -> Self {
        Self {
            owner: None,
            last: cpus - 1,
            cpus,
        }
    }

    /// Number of the owner as the hardware has it: the number of processors if there is none.
    #[must_use]
    pub fn owner_number(&self) -> usize {
        self.owner.unwrap_or(self.cpus)
    }

    /// Owner after this cycle.
    #[must_use]
    pub fn next_owner(&self, requests: &[LockRequest]) -> Option<usize> {
        let asks = |cpu: &usize| requests[*cpu].req;
        match self.owner {
            Some(owner) if asks(&owner) => Some(owner),
            _ => (self.last + 1..self.cpus)
                .find(asks)
                .or_else(|| (0..self.cpus).find(asks)),
        }
    }

    /// The edge ending a cycle.
    pub fn clock(&mut self, requests: &[LockRequest]) {
        self.owner = self.next_owner(requests);
        self.last = self.owner.unwrap_or(self.last);
    }
}
