//! Arbiter and memory as events: in which cycle a request reaches the memory, without going through the cycles.
//!
//! The registers follow from the last accesses (`registers.rs`), for who looks at them.

use std::sync::Arc;

use isa::{ArbiterKind, Slots};
use sim_core::cmp::traffic::Traffic;
use sim_core::simpcon::Command;

use crate::several::port::Access;
use crate::several::timing::Timing;

/// Most processors.
const CORES: usize = 8;
/// Accesses that are remembered one by one.
pub(super) const REMEMBERED: usize = 32;

/// A request that has not reached the memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    pub(super) issue: u64,
    pub(super) command: Command,
    /// The cycle in which it will, as far as that is known.
    pub(super) grant: u64,
    /// Cycles of waiting in which the memory serves another one.
    others: u64,
}

/// An access and its processor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Served {
    pub(super) cpu: usize,
    pub(super) access: Access,
}

/// Last request of a port, and the word read last.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rest {
    pub(super) last: Command,
    pub(super) data: u32,
}

/// The arbiter's state.
#[derive(Debug, Clone)]
pub(super) struct Bus {
    pub(super) timing: Arc<Timing>,
    pub(super) kind: ArbiterKind,
    pub(super) cpus: usize,
    /// The counter in this cycle, from which on it moves by one in each cycle until the next grant.
    pub(super) counter: u64,
    pub(super) since: u64,
    /// Requests under way.
    pub(super) requests: [Option<Request>; CORES],
    /// Requests that the reference makes once more.
    withdrawn: [Option<Request>; CORES],
    /// The last accesses, the oldest first; and how it was before them.
    pub(super) served: Vec<Served>,
    pub(super) rests: [Rest; CORES],
    /// The last read and the last write before them, and whether the write came last.
    pub(super) old: [Option<(Command, u32)>; 2],
    pub(super) wrote_last: bool,
    /// Last cycle in which the memory is busy with the last access.
    busy_until: u64,
    /// Counters of all accesses that were granted.
    pub(super) traffic: Traffic,
}

impl Bus {
    /// Everything at rest in a cycle, the counter with this value.
    pub(super) fn new(
        timing: Arc<Timing>,
        (kind, cpus): (ArbiterKind, usize),
        (counter, cycle): (u64, u64),
        traffic: Traffic,
        data: &[u32],
    ) -> Self {
        let mut rests = [Rest::default(); CORES];
        for (rest, data) in rests.iter_mut().zip(data) {
            rest.data = *data;
        }
        Self {
            timing,
            kind,
            cpus,
            counter,
            since: cycle,
            requests: [None; CORES],
            withdrawn: [None; CORES],
            served: Vec::with_capacity(2 * REMEMBERED),
            rests,
            old: [None; 2],
            wrote_last: false,
            busy_until: cycle.saturating_sub(1),
            traffic,
        }
    }

    /// Values of the counter.
    pub(super) fn period(&self) -> u64 {
        match self.kind {
            ArbiterKind::Tdma(slots) => self.cpus as u64 * u64::from(slots.slot),
            _ => self.cpus as u64,
        }
    }

    /// A processor asks for an access.
    pub(super) fn ask(&mut self, cpu: usize, issue: u64, command: Command) {
        let asked = self.withdrawn[cpu].take();
        let others = match asked.filter(|it| it.issue == issue) {
            Some(asked) => asked.others,
            None => self.others_after(issue),
        };
        self.requests[cpu] = Some(Request {
            issue,
            command,
            grant: self.grant_of(cpu, issue, command),
            others,
        });
    }

    /// Cycles after one in which the memory serves what has been granted.
    fn others_after(&self, issue: u64) -> u64 {
        let served = self.served.iter().rev();
        let ends = served.map(|it| (it.access.grant, self.until(&it.access)));
        let others = ends.take_while(|(_, until)| *until > issue);
        others.map(|(begin, until)| until - issue.max(begin)).sum()
    }

    /// The last cycle in which the memory is busy with an access.
    fn until(&self, access: &Access) -> u64 {
        access.grant + self.timing.count(access.command.wr).done - 1
    }

    /// The cycle in which a request is granted, if nobody else is before.
    fn grant_of(&self, cpu: usize, issue: u64, command: Command) -> u64 {
        match self.kind {
            ArbiterKind::Tdma(slots) => self.slot_of(cpu, issue, command.wr, slots),
            ArbiterKind::Fair if self.is_pipelined(cpu, issue, command) => issue,
            _ => {
                let from = issue.max(self.since);
                let cpus = self.cpus as u64;
                let counter = (self.counter + (from - self.since)) % cpus;
                let cpu = cpu as u64;
                from + if cpu >= counter {
                    cpu - counter
                } else {
                    cpu + cpus - counter
                }
            }
        }
    }

    fn slot_of(&self, cpu: usize, issue: u64, writes: bool, slots: Slots) -> u64 {
        let period = self.period();
        let counter = (self.counter + (issue - self.since)) % period;
        let begin = cpu as u64 * u64::from(slots.slot);
        let gap = if writes {
            slots.write_gap
        } else {
            slots.read_gap
        };
        let end = begin + u64::from(slots.slot - gap);
        if counter < begin {
            issue + begin - counter
        } else if counter < end {
            issue
        } else {
            issue + period + begin - counter
        }
    }

    /// Only a read at the end of a read of the same processor keeps the slot of the fair arbiter.
    fn is_pipelined(&self, cpu: usize, issue: u64, command: Command) -> bool {
        self.served.last().is_some_and(|last| {
            let at = last.access.grant + self.timing.read.near;
            last.cpu == cpu
                && last.access.command.rd
                && command.rd
                && issue == at
                && self.timing.read.at(self.timing.read.near) == 1
        })
    }

    /// The first request that is granted, and when.
    pub(super) fn first(&self) -> Option<(u64, usize)> {
        let waiting = self.requests[..self.cpus].iter().enumerate();
        waiting
            .filter_map(|(cpu, request)| Some((request.as_ref()?.grant, cpu)))
            .min()
    }

    /// The request of a processor reaches the memory, whose word at the address is this one.
    pub(super) fn grant(&mut self, cpu: usize, word: u32) -> Option<Access> {
        let request = self.requests[cpu].take()?;
        let access = Access {
            issue: request.issue,
            grant: request.grant,
            command: request.command,
            word,
        };
        self.count(cpu, &request);
        let count = self.timing.count(access.command.wr);
        let (near, done) = (count.near, count.done);
        match self.kind {
            ArbiterKind::Tdma(_) => {}
            ArbiterKind::RoundRobin => {
                (self.since, self.counter) = (access.grant + near, cpu as u64 + 1);
            }
            _ => (self.since, self.counter) = (access.grant + done, cpu as u64 + 1),
        }
        let until = access.grant + done - 1;
        self.busy_until = until;
        self.served.push(Served { cpu, access });
        for other in 0..self.cpus {
            let later = |it: &Request| until.saturating_sub(it.issue.max(access.grant));
            if let Some(request) = &mut self.withdrawn[other] {
                request.others += later(request);
            }
            if let Some(mut request) = self.requests[other] {
                request.others += later(&request);
                if !matches!(self.kind, ArbiterKind::Tdma(_)) {
                    request.grant = self.grant_of(other, request.issue, request.command);
                }
                self.requests[other] = Some(request);
            }
        }
        if self.served.len() == 2 * REMEMBERED {
            self.forget();
        }
        Some(access)
    }

    fn forget(&mut self) {
        for n in 0..REMEMBERED {
            let Served { cpu, access } = self.served[n];
            let Access { command, word, .. } = access;
            self.rests[cpu].last = command;
            if command.rd {
                self.rests[cpu].data = word;
            }
            self.old[usize::from(command.wr)] = Some((command, word));
            self.wrote_last = command.wr;
        }
        self.served.drain(..REMEMBERED);
    }

    fn count(&mut self, cpu: usize, request: &Request) {
        let waits = request.grant - request.issue;
        let core = &mut self.traffic.cores[cpu];
        core.accesses += 1;
        core.waits_for_others += request.others;
        core.waits_for_turn += waits - request.others;
        let done = self.timing.count(request.command.wr).done;
        let until = request.grant + done - 1;
        let counted = self.busy_until.max(request.grant.saturating_sub(1));
        let first = self.served.is_empty() && request.grant == 0;
        self.traffic.busy += until - counted + u64::from(first);
    }

    /// The counters at the begin of a cycle, with what waits then.
    pub(super) fn traffic_at(&self, cycle: u64) -> Traffic {
        let mut traffic = self.traffic.clone();
        let over = (self.busy_until + 1).saturating_sub(cycle);
        if !self.served.is_empty() {
            traffic.busy -= over;
        }
        for (core, request) in traffic.cores.iter_mut().zip(&self.requests) {
            let Some(request) = request.filter(|it| it.issue < cycle) else {
                continue;
            };
            let waits = cycle - 1 - request.issue;
            let later = self.busy_until.saturating_sub(request.issue.max(cycle - 1));
            let others = request.others - later.min(request.others);
            core.accesses += 1;
            core.waits_for_others += others;
            core.waits_for_turn += waits - others;
        }
        traffic
    }

    /// A request is taken back: the reference makes it once more.
    pub(super) fn withdraw(&mut self, cpu: usize) {
        self.withdrawn[cpu] = self.requests[cpu].take();
    }
}
