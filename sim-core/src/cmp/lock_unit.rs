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

    /// The edge ending a cycle.
    pub fn clock(&mut self, requests: &[LockRequest]) {
        match self {
            Self::None => {}
            Self::Ihlu(unit) => unit.clock(requests),
            Self::Cmpsync(unit) => unit.clock(requests),
        }
    }
}
