//! The engines tell a recorder the same events, one by one.

use cross_profile::observer::RUNNING_TASK;
use isa::MachineConfig;
use microcode::Build;
use proptest::prelude::*;
use run::events::{
    DeviceAccess, Events, FastEvents, Lock, Lookup, MachineEvents, Passed, Retired, Stayed, Use,
    Wrote,
};
use run::{BlockRun, FastRun, MachineRun};
use sim_core::{Machine, Statistics};
use tests::random_program::{config, image, machines, pieces};

/// Cycles of a run that the machine repeats; the engine steps over a long wait at once.
const MOST: u64 = 2_000_000;

/// What was told.
#[derive(Debug, Clone, PartialEq)]
enum Event {
    Started(Retired),
    Begins(u32, u32, u8),
    Passed(Passed),
    Stayed(Stayed),
    Retired(Retired),
    Moved(Passed, Retired),
    Cut(Retired),
    Reached(u64),
    Wrote(u32, u32),
    Accessed(DeviceAccess),
    Locked(Lock),
    Used(u8, Use),
}

/// Writes down all that it is told.
#[derive(Debug, Clone, Default)]
struct Log {
    events: Vec<Event>,
    wants_stayed: bool,
    /// Cycles between two that it waits for.
    width: u64,
    due: u64,
    /// Every bytecode alone after so many events.
    each_from: usize,
    is_each: bool,
    watched: Option<u32>,
}

/// Without what one of the engines cannot tell.
fn known(retired: &Retired) -> Retired {
    Retired {
        lookup: retired.lookup.as_ref().map(known_lookup),
        frame: retired.lookup.map_or(0, |_| retired.frame),
        ..*retired
    }
}

fn known_lookup(lookup: &Lookup) -> Lookup {
    Lookup {
        // The field has 10 bits, and 0 of them loads 1,024 words.
        words: lookup.words % 1024,
        answer: 0,
        ..*lookup
    }
}

impl Events for Log {
    const STAYED: bool = true;
    const TIMED: bool = true;
    const DEVICES: bool = true;
    const LOCKS: bool = true;

    fn each(&self) -> bool {
        self.is_each
    }

    fn wants_stayed(&self) -> bool {
        self.wants_stayed
    }

    fn due(&self) -> u64 {
        self.due
    }

    fn started(&mut self, start: &Retired) {
        self.events.push(Event::Started(known(start)));
    }

    fn begins(&mut self, method: u32, pc: u32, opcode: u8) {
        self.events.push(Event::Begins(method, pc, opcode));
        self.is_each = self.events.len() >= self.each_from;
    }

    fn passed(&mut self, passed: &Passed) {
        self.events.push(Event::Passed(*passed));
    }

    fn stayed(&mut self, stayed: &Stayed) {
        self.events.push(Event::Stayed(*stayed));
    }

    fn retired(&mut self, retired: &Retired) {
        self.events.push(Event::Retired(known(retired)));
    }

    fn moved(&mut self, passed: &Passed, retired: &Retired) {
        self.events.push(Event::Moved(*passed, known(retired)));
    }

    // The fast engine does not know when the answer came.
    fn cut(&mut self, retired: &Retired, _lookup: Option<&Lookup>) {
        self.events.push(Event::Cut(known(retired)));
    }

    fn reached(&mut self, cycle: u64) {
        self.events.push(Event::Reached(cycle));
        self.due = (cycle / self.width + 1) * self.width;
    }

    fn watches(&self, address: u32) -> bool {
        self.watched == Some(address)
    }

    fn wrote(&mut self, wrote: &Wrote<'_>) {
        self.events.push(Event::Wrote(wrote.address, wrote.word));
    }

    fn accessed(&mut self, access: &DeviceAccess) {
        self.events.push(Event::Accessed(*access));
    }

    fn locked(&mut self, lock: &Lock) {
        self.events.push(Event::Locked(*lock));
    }

    fn used(&mut self, uses: &[Use; 256]) {
        let uses = (0..=255).zip(uses).filter(|(_, own)| own.count > 0);
        self.events
            .extend(uses.map(|(opcode, own)| Event::Used(opcode, *own)));
    }
}

/// A run of the fast engine that its program or `limit` ends, and its cycles; nothing of a program that it refuses.
fn on_fast_engine(
    (config, build): (&MachineConfig, Build),
    image: &[u32],
    log: Log,
    limit: u64,
) -> Option<(Vec<Event>, u64)> {
    let engine = fast_engine::Engine::with_derived_costs(config, build, image);
    let mut engine = engine.expect("an engine");
    let watched = log.watched;
    let probe = FastEvents::new(&mut engine, log, watched);
    let mut run = FastRun::new(engine, probe);
    run::alone(&mut run, limit).ok()?;
    let cycles = run.engine.cycles();
    Some((run.probe.finish(&run.engine, cycles).events, cycles))
}

/// The same of so many cycles of the machine, cycle by cycle and as superblocks.
fn on_machine(
    (config, build): (&MachineConfig, Build),
    image: &[u32],
    log: &Log,
    limit: u64,
) -> [Vec<Event>; 2] {
    let machine = || Machine::new(config, &microcode::jvm(build), image).expect("the program fits");
    let mut reference = MachineRun::new(machine(), MachineEvents::new(log.clone()));
    let Ok(_) = run::alone(&mut reference, limit);
    let probe = (Statistics::default(), MachineEvents::new(log.clone()));
    let mut blocks = BlockRun::new(machine(), probe);
    let Ok(_) = run::alone(&mut blocks, limit);
    [reference.probe, blocks.probe.1].map(|probe| probe.finish().events)
}

/// What was told before the end of the run: whether it has cut the last bytecode, the engines see differently.
fn decided(events: &[Event]) -> &[Event] {
    let is_end = |event: &Event| {
        matches!(
            event,
            Event::Begins(..)
                | Event::Passed(_)
                | Event::Used(..)
                | Event::Cut(_)
                | Event::Reached(_)
        )
    };
    let last = events.iter().rposition(|event| !is_end(event));
    &events[..last.map_or(0, |last| last + 1)]
}

/// All cycles that were told.
fn cycles(events: &[Event]) -> u64 {
    let of = |event: &Event| match event {
        Event::Started(retired) | Event::Retired(retired) | Event::Cut(retired) => {
            retired.spent.cycles
        }
        Event::Moved(passed, retired) => passed.spent.cycles + retired.spent.cycles,
        Event::Passed(passed) => passed.spent.cycles,
        _ => 0,
    };
    events.iter().map(of).sum()
}

/// The first event that differs, with the one before it.
fn difference(ours: &[Event], theirs: &[Event]) -> Option<String> {
    if cycles(ours) != cycles(theirs) {
        return Some(format!("{} cycles for {}", cycles(ours), cycles(theirs)));
    }
    let most = decided(ours).len().min(decided(theirs).len());
    let (ours, theirs) = (&ours[..most], &theirs[..most]);
    let at = ours.iter().zip(theirs).position(|(a, b)| a != b)?;
    let from = at.saturating_sub(1);
    let part = |events: &[Event]| format!("{:#?}", &events[from..events.len().min(at + 2)]);
    Some(format!("event {at}: {}\nfor {}", part(ours), part(theirs)))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn all_engines_tell_the_same_events_of_random_programs(
        pieces in pieces(),
        config in machines(),
        (strict, wants_stayed, is_timed) in any::<(bool, bool, bool)>(),
        (width, each_from) in (1_u64..3000, 0_usize..4000),
        limit in 1_000_u64..30_000,
    ) {
        let build = if strict { Build::Strict } else { Build::Jop };
        let image = image(&pieces);
        let log = Log {
            wants_stayed,
            width,
            due: if is_timed { width } else { u64::MAX },
            each_from,
            ..Log::default()
        };
        // What the engine refuses, it says.
        if let Some((ours, cycles)) = on_fast_engine((&config, build), &image, log.clone(), limit) {
            prop_assume!(cycles <= MOST);
            let [reference, blocks] = on_machine((&config, build), &image, &log, cycles);
            prop_assert!(!decided(&reference).is_empty());
            prop_assert_eq!(&blocks, &reference, "superblocks for the reference");
            prop_assert_eq!(difference(&ours, &reference), None, "fast engine for the reference");
        }
    }
}

/// Executions of a kind among the events of a program.
fn count(events: &[Event], is_one: fn(&Event) -> bool) -> usize {
    events.iter().filter(|event| is_one(event)).count()
}

#[test]
fn all_engines_tell_the_same_events_of_threads_and_their_locks() {
    let config = MachineConfig::default();
    let programs = tests::program::Program::all();
    for name in ["ProducerConsumer", "Waiting", "Locks"] {
        let program = programs.iter().find(|program| program.name == name);
        let linked = program.expect("a program of the tests").link();
        let mut fields = linked.symbols.statics.iter();
        let current = fields.find(|it| [&*it.class, &*it.name] == RUNNING_TASK);
        let log = Log {
            due: u64::MAX,
            each_from: usize::MAX,
            watched: current.map(|field| field.address),
            ..Log::default()
        };
        for build in [Build::Jop, Build::Strict] {
            let (machine, image) = ((&config, build), &linked.image.words);
            let ours = on_fast_engine(machine, image, log.clone(), MOST);
            let (ours, cycles) = ours.expect("the engine knows the program");
            let [reference, blocks] = on_machine(machine, image, &log, cycles);
            assert!(blocks == reference, "{name}: superblocks for the reference");
            assert_eq!(difference(&ours, &reference), None, "{name}");
            let switches = count(&ours, |it| matches!(it, Event::Wrote(..)));
            let reads = |it: &Event| matches!(it, Event::Accessed(access) if !access.is_write);
            let entered = |it: &Event| matches!(it, Event::Locked(lock) if lock.is_entered);
            let left = |it: &Event| matches!(it, Event::Locked(lock) if !lock.is_entered);
            assert!(switches > 2 && count(&ours, reads) > 10, "{name}");
            assert_eq!(count(&ours, entered), count(&ours, left), "{name}");
            assert!(count(&ours, entered) > 2, "{name}");
        }
    }
}
