//! The lock unit of a machine: one of two, or none.

use isa::LockUnitKind;
use serde::{Deserialize, Serialize};

use crate::cmp::cmpsync::Cmpsync;
use crate::cmp::ihlu::Ihlu;
use crate::lock_port::{LockAnswer, LockInterface, LockRequest};

/// A lock unit with its registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LockUnit {
    /// All answers are 0 (spec 07 section 8).
    None,
    /// Hardware lock table.
    Ihlu(Ihlu),
    /// One global lock.
    Cmpsync(Cmpsync),
}

impl LockUnit {
    /// The unit after reset.
    #[must_use]
    pub fn new(kind: LockUnitKind, cpus: usize) -> Self {
        match kind {
            LockUnitKind::None => Self::None,
            LockUnitKind::Ihlu => Self::Ihlu(Ihlu::new(cpus)),
            LockUnitKind::Cmpsync => Self::Cmpsync(Cmpsync::new(cpus)),
        }
    }

    /// The interface of the system devices that belongs to the unit.
    #[must_use]
    pub fn interface(&self) -> LockInterface {
        match self {
            Self::None | Self::Ihlu(_) => LockInterface::Key,
            Self::Cmpsync(_) => LockInterface::Level,
        }
    }

    /// Answers in a cycle with these requests, in the order of the processors; `signal` is the signal register of
    /// processor 0.
    pub fn answers(
        &self,
        requests: &[LockRequest],
        signal: bool,
    ) -> impl Iterator<Item = LockAnswer> {
        let next_owner = match self {
            Self::Cmpsync(unit) => unit.next_owner(requests),
            _ => None,
        };
        requests
            .iter()
            .enumerate()
            .map(move |(cpu, request)| match self {
                Self::None => LockAnswer::default(),
                Self::Ihlu(unit) => LockAnswer {
                    halted: unit.halted(cpu, *request),
                    status: unit.status(cpu),
                    s_out: signal,
                },
                Self::Cmpsync(_) => LockAnswer {
                    halted: next_owner.is_some_and(|owner| owner != cpu),
                    status: false,
                    s_out: signal,
                },
            })
    }

    /// Processor `cpu` waits for a lock that another one holds.
    #[must_use]
    pub fn is_queued(&self, cpu: usize) -> bool {
        match self {
            Self::None => false,
            Self::Ihlu(unit) => unit.is_queued(cpu),
            Self::Cmpsync(unit) => unit.owner.is_some_and(|owner| owner != cpu),
        }
    }

    /// The lock that processor `cpu` waits for: its key and its owner; the key of a global lock is 0.
    #[must_use]
    pub fn waits_for(&self, cpu: usize) -> Option<(u32, usize)> {
        match self {
            Self::None => None,
            Self::Ihlu(unit) => unit.waits_for(cpu),
            Self::Cmpsync(unit) => unit
                .owner
                .filter(|owner| *owner != cpu)
                .map(|owner| (0, owner)),
        }
    }

    /// The first entry of a lock table that was used although its queue lies outside of the queue memory.
    #[must_use]
    pub fn late_entry(&self) -> Option<usize> {
        match self {
            Self::Ihlu(unit) => unit.late_entry(),
            Self::None | Self::Cmpsync(_) => None,
        }
    }

    /// The edges of so many cycles without requests, of which the level of a global lock has none.
    pub fn skip(&mut self, cycles: u64) {
        if let Self::Ihlu(unit) = self {
            unit.skip(cycles);
        }
    }

    /// The answer to processor `cpu` in a cycle with this request of a key; `signal` is the signal register of processor 0.
    #[must_use]
    pub fn answer(&self, cpu: usize, request: LockRequest, signal: bool) -> LockAnswer {
        match self {
            Self::Ihlu(unit) => LockAnswer {
                halted: unit.halted(cpu, request),
                status: unit.status(cpu),
                s_out: signal,
            },
            Self::None | Self::Cmpsync(_) => LockAnswer::default(),
        }
    }

    /// The edge ending a cycle.
    pub fn clock(&mut self, requests: &[LockRequest]) {
        match self {
            Self::None => {}
            Self::Ihlu(unit) => unit.clock(requests),
            Self::Cmpsync(unit) => unit.clock(requests),
        }
    }
}
