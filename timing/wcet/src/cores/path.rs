//! Memory accesses of a path, and what a delay of each adds to its cycles.

use cost_model::{AccessKind, EvaluatedLoad, EvaluatedPath, MemoryTiming};

use crate::cores::arbiter::{Turn, Waits};
use crate::cores::locks::LockWaits;

/// Where a path waits for what other cores do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WaitPlace {
    pub(crate) at: u64,
    pub(crate) kind: WaitKind,
    /// Part of a delay that runs beside other microcode.
    hides: u64,
    /// Cycles to the next of the same stop in a loop.
    every: Option<u64>,
}

/// What it waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WaitKind {
    /// The memory.
    Access(AccessKind),
    /// The memory, for a read without a cycle after the one before.
    Following,
    /// The lock unit, for so many cycles.
    Lock(u64),
}

/// Stops of a path, in their order.
pub(crate) fn stops(
    path: &EvaluatedPath,
    memory: MemoryTiming,
    locks: LockWaits,
) -> Vec<WaitPlace> {
    let mut found: Vec<WaitPlace> = Vec::new();
    let mut last_read = None;
    for (number, access) in path.accesses.iter().enumerate() {
        let slack = access.slack;
        // A constant address from 0 on is one of the memory.
        let device = access.device.filter(|device| *device < 0);
        let kind = match device {
            Some(device) => match locks.of(device) {
                0 => continue,
                cycles => WaitKind::Lock(cycles),
            },
            None if last_read == Some((access.at, access.kind)) => WaitKind::Following,
            None => WaitKind::Access(access.kind),
        };
        let busy = match kind {
            WaitKind::Lock(_) => 1,
            WaitKind::Access(AccessKind::Write) => memory.write_wait,
            _ => memory.read_wait.max(1),
        };
        // Where another access of the operation comes before the wait, that access is late, too.
        let next = path.accesses.get(number + 1);
        let is_last = next.is_none_or(|next| next.at >= access.at.saturating_add(slack));
        let is_waited_for = slack != u32::MAX && is_last;
        let hides = if is_waited_for {
            slack.saturating_sub(busy)
        } else {
            0
        };
        found.push(WaitPlace {
            at: access.at.into(),
            kind,
            hides: hides.into(),
            every: access.every.map(u64::from),
        });
        let following = access.at + memory.read_wait + 1;
        let is_read = access.kind == AccessKind::Read && device.is_none();
        last_read = (is_read && memory.read_wait > 0).then_some((following, AccessKind::Read));
    }
    found
}

impl WaitPlace {
    /// Cycles that this delay adds to the path.
    fn shown(self, delay: u64) -> u64 {
        delay.saturating_sub(self.hides)
    }

    /// Most cycles that it adds to one run.
    pub(crate) fn most(self, waits: Waits) -> u64 {
        self.shown(match self.kind {
            WaitKind::Access(kind) => waits.of(kind),
            WaitKind::Following => waits.following,
            WaitKind::Lock(cycles) => cycles,
        })
    }

    pub(crate) fn is_in_loop(self) -> bool {
        self.every.is_some()
    }

    /// When a path is late by how much after this stop, that begins at a time and is late before it.
    fn late(self, turn: Turn, begin: u64, late: u64) -> u64 {
        let asked = begin + self.at + late;
        let kind = match self.kind {
            WaitKind::Access(kind) => kind,
            WaitKind::Following => AccessKind::Read,
            WaitKind::Lock(cycles) => return late + self.shown(cycles),
        };
        late + self.shown(turn.begin(kind, asked) - asked)
    }
}

/// When a path ends that begins at a time, with so many runs of its loop and its method in the cache.
pub(crate) fn end(
    path: &EvaluatedPath,
    stops: &[WaitPlace],
    count: u32,
    turn: Turn,
    begin: u64,
) -> u64 {
    let first = stops.iter().position(|stop| stop.is_in_loop());
    let last = stops.iter().rposition(|stop| stop.is_in_loop());
    let mut late = 0;
    let mut stop_at = |stop: WaitPlace| late = stop.late(turn, begin, late);
    let (Some(first), Some(last)) = (first, last) else {
        stops.iter().for_each(|stop| stop_at(*stop));
        return begin + u64::from(path.cycles_of_count(count)) + late;
    };
    stops[..first].iter().for_each(|stop| stop_at(*stop));
    let further = u64::from(path.cycles_of_count(count) - path.cycles);
    let runs = u64::from(count.max(1));
    for run in 0..runs {
        for stop in &stops[first..=last] {
            let at = stop.at + run * stop.every.unwrap_or(0);
            stop_at(WaitPlace { at, ..*stop });
        }
    }
    for stop in &stops[last + 1..] {
        let at = stop.at + further;
        stop_at(WaitPlace { at, ..*stop });
    }
    begin + u64::from(path.cycles_of_count(count)) + late
}

/// When a path ends that loads a method of so many words, and would end at a time if that were in the cache.
pub(crate) fn end_of_load(
    path: &EvaluatedPath,
    load: EvaluatedLoad,
    words: u32,
    turn: Turn,
    end: u64,
) -> u64 {
    // Nothing is late that comes after the lookup.
    let begin = end - u64::from(path.cycles);
    let mut late = 0;
    for word in 0..=words {
        let asked = begin + u64::from(load.word_at(word)) + late;
        late += turn.begin(AccessKind::Read, asked) - asked;
    }
    let cycles = u64::from(load.fixed) + u64::from(load.per_word) * u64::from(words) + late;
    let stall = cycles.saturating_sub(load.hidden.into());
    end + stall.saturating_sub(load.hit_stall.into())
}

#[cfg(test)]
mod tests {
    use cost_model::derived_costs;
    use isa::{ArbiterKind, LockUnitKind, MachineConfig, Processors, Slots, op};

    use super::*;
    use crate::cores::arbiter::longest_waits;

    /// The example of docs/wcet-cores.md: a field read by one of four cores, by the phase of its dispatch.
    #[test]
    fn a_field_read_waits_twice_at_most_and_by_phase_less() {
        let config = MachineConfig::default();
        let costs = derived_costs(&config, &microcode::jvm(microcode::Build::Jop)).unwrap();
        let path = &costs.bytecodes[usize::from(op::GETFIELD)].usual;
        let processors = Processors {
            cores: 4,
            arbiter: ArbiterKind::Tdma(Slots::fitting(&config)),
            lock_unit: LockUnitKind::None,
        };
        let memory = MemoryTiming::of_machine(&config).unwrap();
        let turn = Turn::of(processors).unwrap();
        let stops = stops(path, memory, LockWaits::default());
        let at: Vec<u64> = stops.iter().map(|stop| stop.at).collect();
        let waits = longest_waits(processors, memory, 0);
        let most: Vec<u64> = stops.iter().map(|stop| stop.most(waits)).collect();
        let ends: Vec<u64> = (0..turn.period)
            .map(|begin| end(path, &stops, 1, turn, begin) - begin)
            .collect();
        assert_eq!((path.cycles, at, most), (10, vec![4, 8], vec![10, 10]));
        assert_eq!(turn.period, 12);
        assert_eq!(ends, [26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 28, 27]);
    }
}
