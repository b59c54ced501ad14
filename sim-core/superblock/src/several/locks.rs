//! The lock unit and the start signal, at the time of whoever asks for them.

use std::collections::VecDeque;

use sim_core::cmp::lock_unit::LockUnit;
use sim_core::lock_port::{LockAnswer, LockRequest};

/// Most processors.
const CORES: usize = 8;

/// The lock unit's time, and requests that come after it.
#[derive(Debug, Clone, Default)]
pub(super) struct Locks {
    cycle: u64,
    requests: VecDeque<(u64, usize, LockRequest)>,
    /// The signal register of processor 0: before and from this cycle on.
    signal: (bool, u64, bool),
}

impl Locks {
    pub(super) fn new(cycle: u64, signal: bool) -> Self {
        Self {
            cycle,
            requests: VecDeque::new(),
            signal: (signal, cycle, signal),
        }
    }

    /// A processor asks in a cycle.
    pub(super) fn ask(&mut self, cycle: u64, cpu: usize, request: LockRequest) {
        self.requests.push_back((cycle, cpu, request));
    }

    /// The signal register has this value from a cycle on; gives whether that is another one.
    pub(super) fn signal(&mut self, cycle: u64, signal: bool) -> bool {
        let changes = self.signal.2 != signal;
        if changes {
            self.signal = (self.signal.2, cycle, signal);
        }
        changes
    }

    /// The signal register has in a cycle the last value that it has got.
    pub(super) fn is_last(&self, cycle: u64) -> bool {
        cycle >= self.signal.1
    }

    /// Moves the unit to the begin of a cycle.
    pub(super) fn advance(&mut self, unit: &mut LockUnit, cycle: u64) {
        while self.cycle < cycle {
            let next = self.requests.front().map_or(cycle, |it| it.0.min(cycle));
            if next > self.cycle {
                unit.skip(next - self.cycle);
                self.cycle = next;
                continue;
            }
            let mut requests = [LockRequest::default(); CORES];
            while let Some(&(at, cpu, request)) = self.requests.front()
                && at == self.cycle
            {
                requests[cpu] = request;
                self.requests.pop_front();
            }
            unit.clock(&requests);
            self.cycle += 1;
        }
    }

    /// The answer to a processor in a cycle in which it has this request.
    pub(super) fn answer(
        &self,
        unit: &LockUnit,
        (cycle, cpu): (u64, usize),
        request: LockRequest,
    ) -> LockAnswer {
        let (before, from, after) = self.signal;
        let signal = if cycle >= from { after } else { before };
        unit.answer(cpu, request, signal)
    }
}
