//! States of threads: what each of them does, or waits for, in every cycle.
//!
//! The scheduler's writes of its tasks' fields give the states, the bus commands of the lock unit the monitors, and the polling
//! loops ([`crate::polls`]) the waits of a thread that runs. A monitor switches interrupts off (spec 12 section 14), so nobody waits
//! to enter one: threads that could run wait until the one that holds it leaves.
//!
//! Superblocks leave to the reference where the calls under way are to be seen: at a write of a task's field, at the taking of a
//! monitor, and at the first iteration of a polling loop that found nothing.

use std::collections::BTreeMap;

use isa::Stop;
use isa::address::Region;
use jopizer::Symbols;
use jopizer::symbols::MethodSymbol;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::{Machine, MachineState, Probe, Statistics};
use superblock::{BlockMachine, Dispatch, Sums, Waited};

use crate::blocks::BlockRun;
use crate::engine::View;
use crate::lock::{Lock, device_access};
use crate::polls::{Arrival, Awaited, Polls, Stay};
use crate::probes::SCHEDULER;
use crate::probes::ledger::{Ledger, Reason, State, ThreadTimes};
use crate::probes::places::{Places, text};
use crate::standstill::calls;

const TASK: &str = "com.jopdesign.sys.Task";
/// Packages whose calls are not the program's own.
const LIBRARY: [&str; 3] = ["java.", "javax.", "com.jopdesign."];
const LOCKS: &str = "java.util.concurrent.locks.";

/// A thread and its times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadStates {
    /// Its name.
    pub name: String,
    /// Its cycles.
    pub times: ThreadTimes,
}

/// Offsets of the fields of a task.
#[derive(Debug, Clone, Copy)]
struct TaskOffsets {
    name: u32,
    ready: u32,
    dead: u32,
    waits_for: u32,
    next: u32,
}

/// A task of the scheduler.
#[derive(Debug, Clone)]
struct Task {
    handle: u32,
    is_ready: bool,
}

/// An event whose circumstances the next cycle shows.
#[derive(Debug, Clone, Copy)]
enum Event {
    /// A word was written to an address of main memory.
    Wrote(u32, u32),
    /// A monitor was entered or left.
    Locked(Lock),
    /// The last iteration of a polling loop found nothing, for so many cycles.
    Polled(Awaited, u64),
    /// A polling loop was left.
    Left,
}

/// Addresses of main memory whose writes are events.
#[derive(Debug, Clone)]
struct Watched {
    addresses: Vec<u32>,
    /// A bit for each remainder of an address: most writes end here.
    remainders: [u64; 16],
}

impl Watched {
    fn new(addresses: Vec<u32>) -> Self {
        let mut remainders = [0; 16];
        for address in &addresses {
            remainders[(address >> 6 & 15) as usize] |= 1 << (address & 63);
        }
        Self {
            addresses,
            remainders,
        }
    }

    #[inline(always)]
    fn has(&self, address: u32) -> bool {
        let remainders = self.remainders[(address >> 6 & 15) as usize];
        remainders >> (address & 63) & 1 != 0 && self.addresses.contains(&address)
    }
}

/// Watches threads.
#[derive(Debug, Clone)]
pub struct ThreadProbe<'a> {
    symbols: Option<&'a Symbols>,
    current: u32,
    /// `current`, and the fields and handles of the tasks.
    watched: Watched,
    offsets: Option<TaskOffsets>,
    tasks: Vec<Task>,
    names: Vec<String>,
    ledger: Ledger,
    /// The thread that the scheduler has chosen last, and the depth of the monitors of each.
    running: usize,
    depths: Vec<u32>,
    events: Vec<(u64, Event)>,
    stay: Stay,
    /// The cycle of the last read of the polling loop, and what its first iteration found out.
    read: u64,
    polls: Option<(State, Reason)>,
    /// The method that runs: word address of its code, and its first byte in the bytecode RAM; place of the bytecode in it.
    at: (u32, u32),
    pc: u32,
    /// Numbers of the objects of each class that were waited for.
    objects: BTreeMap<String, Vec<u32>>,
}

/// A machine whose threads are watched; its loop is compiled here.
#[must_use]
pub fn watched<'a>(machine: Machine, probe: ThreadProbe<'a>) -> BlockRun<ThreadProbe<'a>> {
    let probe = (Statistics::default(), probe);
    BlockRun::with_loop(machine, probe, watched_loop)
}

fn watched_loop(
    machine: &mut BlockMachine,
    limit: u64,
    probe: &mut (Statistics, ThreadProbe<'_>),
) -> Stop {
    machine.run(limit, probe)
}

impl<'a> ThreadProbe<'a> {
    /// A probe for the image with these words and symbols, from the first cycle on.
    #[must_use]
    pub fn new(words: &[u32], symbols: Option<&'a Symbols>) -> Self {
        let places = Places(symbols);
        let offset = |name| places.offset(TASK, name);
        let offsets = || {
            Some(TaskOffsets {
                name: offset("name")?,
                ready: offset("ready")?,
                dead: offset("dead")?,
                waits_for: offset("waitsFor")?,
                next: offset("next")?,
            })
        };
        let mut ledger = Ledger::default();
        let main = ledger.start(0);
        ledger.run(0, main);
        let current = places.field(SCHEDULER, "current");
        Self {
            current,
            watched: Watched::new(vec![current]),
            offsets: offsets(),
            tasks: Vec::new(),
            names: vec!["main".to_owned()],
            ledger,
            running: main,
            depths: vec![0],
            events: Vec::new(),
            stay: Stay::new(Polls::of(words, symbols)),
            read: 0,
            polls: None,
            at: (0, 0),
            pc: 0,
            objects: BTreeMap::new(),
            symbols,
        }
    }

    /// The threads in the order of their starts, of a run of so many cycles.
    #[must_use]
    pub fn finish(self, cycles: u64) -> Vec<ThreadStates> {
        let times = self.ledger.finish(cycles);
        let threads = self.names.into_iter().zip(times);
        threads
            .map(|(name, times)| ThreadStates { name, times })
            .collect()
    }

    #[cold]
    fn see(&mut self, state: &MachineState) {
        let view = View::of(state);
        for (cycle, event) in std::mem::take(&mut self.events) {
            match event {
                Event::Wrote(address, word) if address == self.current => {
                    if word != 0 {
                        self.chosen(cycle, word, &view);
                    }
                }
                Event::Wrote(address, word) => self.wrote(cycle, (address, word), &view),
                Event::Locked(lock) if lock.is_entered => self.taken(cycle, lock.object, &view),
                Event::Locked(_) => self.given(cycle),
                Event::Polled(awaited, cycles) => self.polled(awaited, cycles, &view),
                Event::Left => self.left_loop(),
            }
        }
        self.watch(&view);
    }

    /// Tasks may be new, or elsewhere.
    fn watch(&mut self, view: &View<'_>) {
        let mut addresses = vec![self.current];
        if let Some(offsets) = self.offsets {
            for Task { handle, .. } in &self.tasks {
                let fields = [offsets.ready, offsets.dead, offsets.next];
                let task = view.word(*handle);
                addresses.extend(fields.map(|field| task.wrapping_add(field)));
                addresses.push(*handle);
            }
        }
        if addresses != self.watched.addresses {
            self.watched = Watched::new(addresses);
        }
    }

    fn left_loop(&mut self) {
        self.polls = None;
        self.ledger.left_loop();
    }

    /// The scheduler has chosen a task; the first one is that of `main`.
    fn chosen(&mut self, cycle: u64, handle: u32, view: &View<'_>) {
        let known = self.tasks.iter().position(|task| task.handle == handle);
        let thread = known.unwrap_or_else(|| {
            self.tasks.push(Task {
                handle,
                is_ready: true,
            });
            let thread = self.tasks.len() - 1;
            if thread > 0 {
                self.begin(cycle);
            }
            thread
        });
        if let Some(offsets) = self.offsets {
            self.names[thread] = text(field(view, handle, offsets.name), |it| view.word(it));
        }
        self.running = thread;
        self.ledger.run(cycle, thread);
    }

    /// A thread is new.
    fn begin(&mut self, cycle: u64) {
        let number = self.ledger.start(cycle);
        self.names.push(format!("thread {number}"));
        self.depths.push(0);
    }

    /// A word of memory was written: perhaps a field of a task.
    fn wrote(&mut self, cycle: u64, (address, word): (u32, u32), view: &View<'_>) {
        let Some(offsets) = self.offsets else {
            return;
        };
        let place = |task: &Task| address.wrapping_sub(view.word(task.handle));
        let is_field = |it: u32| [offsets.ready, offsets.dead, offsets.next].contains(&it);
        let mut tasks = self.tasks.iter();
        let Some(thread) = tasks.position(|task| is_field(place(task))) else {
            return;
        };
        let offset = place(&self.tasks[thread]);
        let was_ready = self.tasks[thread].is_ready;
        if offset == offsets.next {
            let is_new = |task: &Task| task.handle != word;
            if word != 0 && self.tasks.iter().all(is_new) {
                self.tasks.push(Task {
                    handle: word,
                    is_ready: true,
                });
                self.begin(cycle);
                let name = text(field(view, word, offsets.name), |it| view.word(it));
                if let Some(own) = self.names.last_mut() {
                    *own = name;
                }
            }
        } else if offset == offsets.dead {
            if word != 0 {
                self.ledger.end(cycle, thread);
            }
        } else if word != 0 && !was_ready {
            self.tasks[thread].is_ready = true;
            self.ledger.wake(cycle, thread);
        } else if word == 0 && was_ready {
            self.tasks[thread].is_ready = false;
            let handle = self.tasks[thread].handle;
            let object = field(view, handle, offsets.waits_for);
            let (state, reason) = self.why(object, view);
            self.ledger.block(cycle, thread, state, reason);
        }
    }

    /// Why the running thread blocks, in `Scheduler.block`.
    fn why(&mut self, object: u32, view: &View<'_>) -> (State, Reason) {
        let chain = self.chain(view);
        let mut own = chain.iter();
        let entry = own.find(|(method, _)| method.class == SCHEDULER && method.name != "block");
        let library = chain
            .iter()
            .find(|(method, _)| !method.class.starts_with("com.jopdesign."));
        let state = match entry.map(|(method, _)| &*method.name) {
            Some("sleep") => State::Sleep,
            Some("join") => State::Join,
            _ if library.is_some_and(|(method, _)| is_lock(&method.class)) => State::Lock,
            _ => State::Wait,
        };
        let place = self.place(&chain);
        let object = match state {
            State::Sleep => "clock".to_owned(),
            State::Join => self.thread_of(object),
            _ => match (self.class_of(object, view), library) {
                (Some(class), _) if !class.starts_with("com.jopdesign.") => {
                    self.numbered(class, object)
                }
                (_, Some((method, _))) => method.class.clone(),
                (class, None) => self.numbered(class.unwrap_or("object"), object),
            },
        };
        (state, Reason { object, place })
    }

    fn thread_of(&self, task: u32) -> String {
        let known = self.tasks.iter().position(|known| known.handle == task);
        known.map_or_else(
            || "a thread".to_owned(),
            |number| self.names[number].clone(),
        )
    }

    fn class_of(&self, object: u32, view: &View<'_>) -> Option<&'a str> {
        let table = view.word(object.wrapping_add(1));
        let mut classes = self.symbols?.classes.iter();
        let class = classes.find(|class| object != 0 && class.method_table == table)?;
        Some(&class.name)
    }

    /// An object by its class and its number among those that were waited for.
    fn numbered(&mut self, class: &str, object: u32) -> String {
        let known = self.objects.entry(class.to_owned()).or_default();
        let number = known.iter().position(|known| *known == object);
        let number = number.unwrap_or_else(|| {
            known.push(object);
            known.len() - 1
        });
        format!("{class} #{}", number + 1)
    }

    /// The calls under way and the places in them, the running one first.
    fn chain(&self, view: &View<'_>) -> Vec<(&'a MethodSymbol, u32)> {
        let Some(symbols) = self.symbols else {
            return Vec::new();
        };
        let Some(running) = symbols.method_at(self.at.0) else {
            return Vec::new();
        };
        let word = |address: u32| view.stack[address as usize % view.stack.len()];
        let frame = view.locals + running.arguments + running.locals;
        let callers = calls(view, frame, word);
        let callers = callers.into_iter().filter_map(|[structure, pc]| {
            symbols
                .method_of_struct(structure)
                .map(|method| (method, pc))
        });
        [(running, self.pc)].into_iter().chain(callers).collect()
    }

    /// The innermost place of the program's own code; of the library, if there is none.
    fn place(&self, chain: &[(&MethodSymbol, u32)]) -> String {
        let is_own = |method: &MethodSymbol| {
            !method.made && !LIBRARY.iter().any(|it| method.class.starts_with(it))
        };
        let own = chain.iter().find(|(method, _)| is_own(method));
        let place = own.or(chain.last()).and_then(|(method, pc)| {
            let symbols = self.symbols?;
            symbols.place(method.address, *pc)
        });
        place.unwrap_or_default()
    }

    /// The running thread has taken a monitor.
    fn taken(&mut self, cycle: u64, object: u32, view: &View<'_>) {
        let depth = &mut self.depths[self.running];
        *depth += 1;
        if *depth > 1 {
            return;
        }
        let symbols = self.symbols;
        let class = symbols.and_then(|symbols| symbols.class_at(object));
        let object = match (class, self.class_of(object, view)) {
            (Some(class), _) => format!("class {}", class.name),
            (None, Some(class)) => self.numbered(class, object),
            (None, None) => self.numbered("object", object),
        };
        let place = self.place(&self.chain(view));
        self.ledger.hold(cycle, Some(Reason { object, place }));
    }

    fn given(&mut self, cycle: u64) {
        let depth = &mut self.depths[self.running];
        *depth = depth.saturating_sub(1);
        if *depth == 0 {
            self.ledger.hold(cycle, None);
        }
    }

    fn polled(&mut self, awaited: Awaited, cycles: u64, view: &View<'_>) {
        let state = match awaited {
            Awaited::Output => State::Output,
            Awaited::Input => State::Input,
            Awaited::Clock => State::Clock,
            Awaited::Device(_) => State::Device,
            // The thread whose call it is does not run.
            Awaited::Thread => return,
        };
        let (state, reason) = self.polls.take().unwrap_or_else(|| {
            let place = self.place(&self.chain(view));
            let object = awaited.to_string();
            (state, Reason { object, place })
        });
        self.ledger.polled(state, &reason, cycles);
        self.polls = Some((state, reason));
    }

    fn leave(&mut self, cycle: u64) {
        if self.stay.is_on() {
            self.stay.leave();
            self.events.push((cycle, Event::Left));
        }
    }

    /// A bytecode begins.
    #[inline(always)]
    fn begins(&mut self, cycle: u64, jpc: u32, bytecode: u8) {
        self.pc = jpc.wrapping_sub(self.at.1) & 0xFFFF;
        if self.stay.concerns(bytecode) {
            self.arrive(cycle, bytecode);
        }
    }

    #[inline(never)]
    fn arrive(&mut self, cycle: u64, bytecode: u8) {
        match self.stay.arrive(self.at.0, self.pc, bytecode) {
            Arrival::Stays => {}
            Arrival::Round(site) => {
                let awaited = self.stay.site(site).awaited;
                let polled = Event::Polled(awaited, cycle - self.read);
                self.events.push((cycle, polled));
                self.read = cycle;
            }
            Arrival::Turns => {
                self.read = cycle;
                self.events.push((cycle, Event::Left));
            }
        }
    }

    /// What needs no look at the machine is done at once.
    #[inline(always)]
    fn settle(&mut self) {
        if !self.events.is_empty() {
            self.settle_events();
        }
    }

    #[inline(never)]
    fn settle_events(&mut self) {
        while let Some((_, event)) = self.events.first() {
            match (event, &self.polls) {
                (Event::Left, _) => self.left_loop(),
                (Event::Polled(Awaited::Thread, _), _) => {}
                (Event::Polled(_, cycles), Some((state, reason))) => {
                    self.ledger.polled(*state, reason, *cycles);
                }
                _ => return,
            }
            self.events.remove(0);
        }
    }
}

fn field(view: &View<'_>, object: u32, offset: u32) -> u32 {
    view.word(view.word(object).wrapping_add(offset))
}

/// Returns true for classes whose threads wait for a lock, not for a condition.
fn is_lock(class: &str) -> bool {
    class.starts_with(LOCKS) && !class.contains("Condition") && !class.contains("LockSupport")
}

impl Probe for ThreadProbe<'_> {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, _signals: &Signals) {
        if !self.events.is_empty() {
            self.see(state);
        }
    }

    #[inline(always)]
    fn dispatch(&mut self, cycle: u64, jpc: u32, bytecode: u8) {
        self.begins(cycle, jpc, bytecode);
    }

    fn entry(&mut self, cycle: u64, _entry: Entry) {
        self.leave(cycle);
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        if !command.wr {
            return;
        }
        let (address, word) = (command.address, command.wr_data);
        if Region::of(address) == Region::Devices {
            let lock = lock(cycle, command);
            self.events
                .extend(lock.map(|lock| (cycle, Event::Locked(lock))));
        } else if self.watched.has(address) {
            self.events.push((cycle, Event::Wrote(address, word)));
        }
    }

    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.leave(cycle);
        self.at = (lookup.address, lookup.start_word << 2);
    }
}

impl Sums for ThreadProbe<'_> {
    const MAY_STOP: bool = true;

    #[inline(always)]
    fn watches_write(&self, address: u32) -> bool {
        self.watched.has(address)
    }

    fn watches_device(&self, command: &Command) -> bool {
        let is_taken = || lock(0, command).is_some_and(|lock| lock.is_entered);
        !self.events.is_empty() || self.depths[self.running] == 0 && is_taken()
    }

    #[inline(always)]
    fn dispatched(&mut self, dispatch: &Dispatch) {
        self.begins(dispatch.cycle, dispatch.jpc, dispatch.bytecode);
        self.settle();
    }

    fn device(&mut self, cycle: u64, command: &Command, _answer: u32) {
        match lock(cycle, command) {
            Some(lock) if lock.is_entered => self.depths[self.running] += 1,
            Some(_) => self.given(cycle),
            None => {}
        }
    }

    fn looked_up(&mut self, waited: &Waited) {
        self.lookup(waited.answer, waited.lookup);
        self.settle();
    }
}

fn lock(cycle: u64, command: &Command) -> Option<Lock> {
    Lock::of(&device_access(cycle, command, 0))
}
