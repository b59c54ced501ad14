//! Registers of arbiter and memory in a cycle: the last accesses are done again by the units themselves.

use sim_core::cmp::arbiter::Arbiter;
use sim_core::main_memory::{MainMemory, Words};
use sim_core::simpcon::Command;

use crate::several::bus::{Bus, Served};

/// Most processors.
const CORES: usize = 8;
/// Cycles after an access in which all of it has come to rest.
const LONG: u64 = 200;

/// The units at rest before the first access.
#[derive(Debug, Clone)]
pub(super) struct Units {
    pub(super) arbiter: Arbiter,
    /// Without its words.
    pub(super) memory: MainMemory,
}

impl Units {
    /// Sets the units to their registers at the begin of a cycle. The words are as they are after all accesses granted before it;
    /// they become those of that cycle.
    pub(super) fn at(
        &self,
        cycle: u64,
        bus: &Bus,
        (arbiter, memory): (&mut Arbiter, &mut MainMemory),
    ) {
        let (first, known) = first_of(bus, cycle);
        let mut words = Words::new(Vec::new());
        memory.swap_words(&mut words);
        *arbiter = self.arbiter.clone();
        *memory = self.memory.clone();
        put_to_rest(bus, first, (arbiter, memory));
        for Served { access, .. } in bus.served[first..].iter().rev() {
            if access.command.wr {
                words.write(access.command.address, access.word);
            }
        }
        memory.swap_words(&mut words);
        let from = begin(bus, first, known, cycle);
        arbiter.set_counter(counter(bus, first, known, from));
        replay((from, cycle), (bus, first), (arbiter, memory));
    }
}

/// The words after all accesses that have been granted.
pub(super) fn redo(bus: &Bus, words: &mut Words) {
    for Served { access, .. } in &bus.served {
        if access.command.wr {
            words.write(access.command.address, access.command.wr_data);
        }
    }
}

/// The first access that is not over for long; whether all before it are.
fn first_of(bus: &Bus, cycle: u64) -> (usize, bool) {
    let long = LONG + bus.period();
    let mut next = cycle;
    for (n, Served { access, .. }) in bus.served.iter().enumerate().rev() {
        if next - access.grant > long {
            return (n + 1, true);
        }
        next = access.grant;
    }
    (0, bus.old == [None; 2])
}

/// Ports and memory after the accesses before the first one.
fn put_to_rest(bus: &Bus, first: usize, (arbiter, memory): (&mut Arbiter, &mut MainMemory)) {
    let mut rests = bus.rests;
    let mut old = bus.old;
    let mut wrote_last = bus.wrote_last;
    let mut touched = [false; CORES];
    for (cpu, rest) in rests.iter().enumerate() {
        touched[cpu] = rest.last.is_active();
    }
    for Served { cpu, access } in &bus.served[..first] {
        rests[*cpu].last = access.command;
        touched[*cpu] = true;
        if access.command.rd {
            rests[*cpu].data = access.word;
        }
        old[usize::from(access.command.wr)] = Some((access.command, access.word));
        wrote_last = access.command.wr;
    }
    for cpu in 0..bus.cpus {
        if touched[cpu] {
            arbiter.put_to_rest(cpu, rests[cpu].last, rests[cpu].data);
        }
    }
    if !wrote_last {
        old.reverse();
    }
    for (command, word) in old.into_iter().flatten() {
        let mut words = Words::new(vec![word]);
        memory.swap_words(&mut words);
        memory.clock(&command);
        while !memory.is_idle() {
            memory.clock(&Command::IDLE);
        }
        memory.swap_words(&mut words);
    }
}

/// The cycle to begin with.
fn begin(bus: &Bus, first: usize, known: bool, cycle: u64) -> u64 {
    let served = bus.served[first..].iter().map(|it| it.access.issue);
    let waiting = bus.requests.iter().flatten().map(|it| it.issue);
    match bus.served.get(first) {
        Some(it) if !known => it.access.grant,
        _ => served.chain(waiting).min().unwrap_or(cycle).min(cycle),
    }
}

fn counter(bus: &Bus, first: usize, known: bool, from: u64) -> u32 {
    let period = bus.period();
    let before = |counter: u64, at: u64| (counter + period - (at - from) % period) % period;
    let counter = match bus.served.get(first) {
        _ if from >= bus.since => (bus.counter + from - bus.since) % period,
        _ if matches!(bus.kind, isa::ArbiterKind::Tdma(_)) => before(bus.counter, bus.since),
        Some(it) => before(it.cpu as u64, it.access.grant),
        None => before(bus.counter, bus.since),
    };
    debug_assert!(known || from >= bus.served[first].access.grant);
    counter as u32
}

fn replay(
    (from, to): (u64, u64),
    (bus, first): (&Bus, usize),
    (arbiter, memory): (&mut Arbiter, &mut MainMemory),
) {
    let mut requests = Vec::new();
    for Served { cpu, access } in &bus.served[first..] {
        requests.push((access.issue.max(from), *cpu, access.command));
    }
    for (cpu, request) in bus.requests.iter().enumerate() {
        if let Some(request) = request.filter(|it| it.issue < to) {
            requests.push((request.issue.max(from), cpu, request.command));
        }
    }
    let mut grants = bus.served[first..].iter().map(|it| it.access.grant);
    for cycle in from..to {
        let mut commands = [Command::IDLE; CORES];
        for (_, cpu, command) in requests.iter().filter(|it| it.0 == cycle) {
            commands[*cpu] = *command;
        }
        let command = arbiter.clock(&commands[..bus.cpus], memory.response());
        if command.is_active() {
            debug_assert_eq!(grants.next(), Some(cycle), "{:?}", bus.kind);
        }
        memory.clock(&command);
    }
}
