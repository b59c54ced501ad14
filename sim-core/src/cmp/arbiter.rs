//! The arbiter of a machine: one of four.

use isa::ArbiterKind;
use serde::{Deserialize, Serialize};

use crate::cmp::fair::Fair;
use crate::cmp::fixed_priority::FixedPriority;
use crate::cmp::round_robin::RoundRobin;
use crate::cmp::tdma::Tdma;
use crate::simpcon::{Command, Response};

/// An arbiter with its registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arbiter {
    /// Time slots.
    Tdma(Tdma),
    /// One access each, in turn.
    RoundRobin(RoundRobin),
    /// In turn, one access after the other.
    Fair(Fair),
    /// The lowest number first.
    FixedPriority(FixedPriority),
}

impl Arbiter {
    /// The arbiter after reset.
    #[must_use]
    pub fn new(kind: ArbiterKind, cpus: usize) -> Self {
        match kind {
            ArbiterKind::Tdma(slots) => Self::Tdma(Tdma::new(cpus, slots)),
            ArbiterKind::RoundRobin => Self::RoundRobin(RoundRobin::new(cpus)),
            ArbiterKind::Fair => Self::Fair(Fair::new(cpus)),
            ArbiterKind::FixedPriority => Self::FixedPriority(FixedPriority::new(cpus)),
        }
    }

    /// The counter of the slots in this cycle; fixed priority has none.
    #[must_use]
    pub fn counter(&self) -> Option<u32> {
        match self {
            Self::Tdma(arbiter) => Some(arbiter.counter),
            Self::RoundRobin(arbiter) => Some(arbiter.counter),
            Self::Fair(arbiter) => Some(arbiter.counter),
            Self::FixedPriority(_) => None,
        }
    }

    /// Answer to processor `cpu` in this cycle: from registers of arbiter and memory only.
    #[inline]
    #[must_use]
    pub fn response(&self, cpu: usize, memory: Response) -> Response {
        match self {
            Self::Tdma(arbiter) => arbiter.response(cpu, memory),
            Self::RoundRobin(arbiter) => arbiter.response(cpu, memory),
            Self::Fair(arbiter) => arbiter.response(cpu, memory),
            Self::FixedPriority(arbiter) => arbiter.response(cpu, memory),
        }
    }

    /// Returns true if a request of processor `cpu`, made before this cycle, has not reached the memory before it.
    #[must_use]
    pub fn waits(&self, cpu: usize) -> bool {
        match self {
            Self::Tdma(arbiter) => arbiter.waits(cpu),
            Self::RoundRobin(arbiter) => arbiter.waits(cpu),
            Self::Fair(arbiter) => arbiter.waits(cpu),
            Self::FixedPriority(arbiter) => arbiter.waits(cpu),
        }
    }

    /// The edge ending a cycle, with a request of each processor; gives the cycle's command to the memory.
    #[inline]
    pub fn clock(&mut self, requests: &[Command], memory: Response) -> Command {
        match self {
            Self::Tdma(arbiter) => arbiter.clock(requests, memory),
            Self::RoundRobin(arbiter) => arbiter.clock(requests, memory),
            Self::Fair(arbiter) => arbiter.clock(requests, memory),
            Self::FixedPriority(arbiter) => arbiter.clock(requests, memory),
        }
    }

    /// No port has a request or an answer under way; fixed priority never tells.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        match self {
            Self::Tdma(arbiter) => arbiter.is_at_rest(),
            Self::RoundRobin(arbiter) => arbiter.is_at_rest(),
            Self::Fair(arbiter) => arbiter.is_at_rest(),
            Self::FixedPriority(_) => false,
        }
    }

    /// Puts the port of processor `cpu` to rest, after its last request and with the last word that it has read.
    pub fn put_to_rest(&mut self, cpu: usize, last: Command, data: u32) {
        match self {
            Self::Tdma(arbiter) => arbiter.put_to_rest(cpu, last, data),
            Self::RoundRobin(arbiter) => arbiter.put_to_rest(cpu, last, data),
            Self::Fair(arbiter) => arbiter.put_to_rest(cpu, last, data),
            Self::FixedPriority(_) => {}
        }
    }

    /// Sets the counter of the slots.
    pub fn set_counter(&mut self, counter: u32) {
        match self {
            Self::Tdma(arbiter) => arbiter.counter = counter,
            Self::RoundRobin(arbiter) => arbiter.counter = counter,
            Self::Fair(arbiter) => arbiter.counter = counter,
            Self::FixedPriority(_) => {}
        }
    }
}
