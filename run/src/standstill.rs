//! Programs that cannot go on: every thread waits for ever, or one waits for input.
//!
//! A look at the machine between two slices is enough. Once no thread of the ring is ready and none has a time to wake up,
//! `Scheduler.choose` runs with interrupts off and never returns; `System.in` waits for a byte in one method, which returns only with one.

mod cores;

use jopizer::Symbols;
use jopizer::stack_trace::TraceReader;
use jopizer::symbols::MethodSymbol;

use self::cores::{Cores, MOST, TASK};
use crate::engine::View;
use crate::probes::SCHEDULER;
use crate::probes::places::{Places, text};

const INPUT: &str = "com.jopdesign.sys.UartInput";
/// First word of the stack RAM that a task's copy holds, and the address of the last frame (spec 12 section 2).
const STACK_START: u32 = 64;
const LAST_FRAME: u32 = 69;
/// Words of a frame: stack pointer, pc, locals, constant pool, method structure.
const FRAME: u32 = 5;
/// Calls in one message of a trace.
const MOST_CALLS: usize = 255;

/// What keeps a program from going on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standstill {
    /// Every thread waits for another one. The text has a line for each thread, then its calls.
    Blocked(String),
    /// The running thread waits for a byte of the UART, and none is on its way.
    Input {
        /// No other thread can run.
        alone: bool,
    },
}

/// Places in the image that tell.
#[derive(Debug, Clone)]
pub struct StandstillWatch<'a> {
    reader: Option<&'a MethodSymbol>,
    /// None in a program with one thread, which the scheduler is not linked into.
    threads: Option<Threads<'a>>,
    /// None in a program for one core.
    cores: Option<Cores<'a>>,
}

/// The scheduler and its tasks.
#[derive(Debug, Clone)]
struct Threads<'a> {
    symbols: &'a Symbols,
    choose: &'a MethodSymbol,
    /// The caller of `choose` in a thread that waits.
    block: &'a MethodSymbol,
    current: u32,
    task: TaskOffsets,
}

/// Offsets of the fields of a task.
#[derive(Debug, Clone, Copy)]
struct TaskOffsets {
    name: u32,
    ready: u32,
    timed: u32,
    dead: u32,
    waits_for: u32,
    stack: u32,
    top: u32,
    next: u32,
}

/// The method of `System.in` that takes a byte from the line; runtimes whose `read` does so have none.
fn receives(symbols: &Symbols) -> Option<&MethodSymbol> {
    symbols.methods_named(INPUT, "received").next()
}

/// The method of `System.in` that waits for a byte, in a program that reads.
fn waits(symbols: &Symbols) -> Option<&MethodSymbol> {
    receives(symbols).or_else(|| symbols.methods_named(INPUT, "read").next())
}

/// Checks if `System.in` of a program tells a byte 4 of the input from the end of it; not seen without symbols.
pub(crate) fn tells_end(symbols: Option<&Symbols>) -> bool {
    symbols.and_then(receives).is_some()
}

impl<'a> StandstillWatch<'a> {
    /// A watch for the image with these symbols. With another runtime, or without symbols, it sees nothing.
    #[must_use]
    pub fn new(symbols: Option<&'a Symbols>) -> Self {
        Self {
            reader: symbols.and_then(waits),
            threads: symbols.and_then(Threads::new),
            cores: symbols.and_then(Cores::new),
        }
    }

    /// Returns true if there is anything that it could see.
    #[must_use]
    pub fn sees(&self) -> bool {
        self.reader.is_some() || self.threads.is_some() || self.cores.is_some()
    }

    /// What keeps the program from going on, if anything does.
    #[must_use]
    pub fn look(&self, view: &View<'_>) -> Option<Standstill> {
        let running = view.stack[0];
        if self
            .reader
            .is_some_and(|reader| reader.structs.contains(&running))
        {
            let threads = self.threads.as_ref();
            let cores = self.cores.as_ref();
            let alone = threads.is_none_or(|threads| threads.others_wait(view))
                && cores.is_none_or(|cores| cores.others_wait(view));
            return (!view.has_input).then_some(Standstill::Input { alone });
        }
        if let Some(cores) = &self.cores {
            return cores.blocked(view).map(Standstill::Blocked);
        }
        let threads = self.threads.as_ref()?;
        if !threads.choose.structs.contains(&running) {
            return None;
        }
        threads.blocked(view).map(Standstill::Blocked)
    }
}

impl<'a> Threads<'a> {
    fn new(symbols: &'a Symbols) -> Option<Self> {
        let places = Places(Some(symbols));
        let method = |name| symbols.methods_named(SCHEDULER, name).next();
        let offset = |name| places.offset(TASK, name);
        Some(Self {
            symbols,
            choose: method("choose")?,
            block: method("block")?,
            current: places.field(SCHEDULER, "current"),
            task: TaskOffsets {
                name: offset("name")?,
                ready: offset("ready")?,
                timed: offset("timed")?,
                dead: offset("dead")?,
                waits_for: offset("waitsFor")?,
                stack: offset("stack")?,
                top: offset("top")?,
                next: offset("next")?,
            },
        })
    }

    /// The threads and their calls, if all wait for ever.
    fn blocked(&self, view: &View<'_>) -> Option<String> {
        let tasks = self.tasks(view)?;
        let all_wait = tasks.iter().all(|task| self.waits(view, *task));
        all_wait.then(|| self.describe(view, &tasks))
    }

    /// Returns true if all threads but the running one wait for ever.
    fn others_wait(&self, view: &View<'_>) -> bool {
        let running = view.word(self.current);
        let tasks = self.tasks(view).unwrap_or_default();
        let mut others = tasks.iter().filter(|task| **task != running);
        others.all(|task| self.waits(view, *task))
    }

    fn waits(&self, view: &View<'_>, task: u32) -> bool {
        self.field(view, task, self.task.ready) == 0 && self.field(view, task, self.task.timed) == 0
    }

    /// The threads that live, the running one first.
    fn tasks(&self, view: &View<'_>) -> Option<Vec<u32>> {
        let first = view.word(self.current);
        let mut tasks = Vec::new();
        let mut task = first;
        while task != 0 && tasks.len() < MOST {
            tasks.push(task);
            task = self.field(view, task, self.task.next);
            if task == first || tasks.last() == Some(&task) {
                break;
            }
        }
        tasks.retain(|task| self.field(view, *task, self.task.dead) == 0);
        (!tasks.is_empty()).then_some(tasks)
    }

    fn field(&self, view: &View<'_>, object: u32, offset: u32) -> u32 {
        view.word(view.word(object).wrapping_add(offset))
    }

    fn describe(&self, view: &View<'_>, tasks: &[u32]) -> String {
        let lines = tasks.iter().map(|task| {
            let name = text(self.field(view, *task, self.task.name), |address| {
                view.word(address)
            });
            let calls = if *task == view.word(self.current) {
                self.running_calls(view)
            } else {
                self.saved_calls(view, *task)
            };
            format!(
                "\"{name}\" waits{}\n{}",
                self.reason(view, *task),
                self.trace(&calls)
            )
        });
        lines.collect()
    }

    /// The class of the object that a thread waits for.
    fn reason(&self, view: &View<'_>, task: u32) -> String {
        let object = self.field(view, task, self.task.waits_for);
        let table = view.word(object.wrapping_add(1));
        let mut classes = self.symbols.classes.iter();
        match classes.find(|class| object != 0 && class.method_table == table) {
            Some(class) if class.name == TASK => " for the end of another thread".to_owned(),
            Some(class) => format!(" for notify() of {}", class.name),
            None => String::new(),
        }
    }

    /// Method structure and pc of each call below `choose` and `block`, which run.
    fn running_calls(&self, view: &View<'_>) -> Vec<[u32; 2]> {
        let word = |address: u32| view.stack[address as usize % view.stack.len()];
        let choose = view.locals + self.choose.arguments + self.choose.locals;
        let block = word(choose + 2) + self.block.arguments + self.block.locals;
        calls(view, block, word)
    }

    /// The same of a thread whose stack was copied to memory by `transfer`.
    fn saved_calls(&self, view: &View<'_>, task: u32) -> Vec<[u32; 2]> {
        let copy = view.word(self.field(view, task, self.task.stack));
        let top = self.field(view, task, self.task.top);
        let word = |address: u32| view.word(copy.wrapping_add(address).wrapping_sub(STACK_START));
        calls(view, (top + 1).saturating_sub(FRAME), word)
    }

    fn trace(&self, calls: &[[u32; 2]]) -> String {
        let mut reader = TraceReader::default();
        let head = calls.len() as u32;
        let words = [head].into_iter().chain(calls.iter().flatten().copied());
        let text = words.filter_map(|word| reader.push(word, Some(self.symbols)));
        text.collect()
    }
}

/// The calls from a frame on, innermost first.
pub(crate) fn calls(view: &View<'_>, mut frame: u32, word: impl Fn(u32) -> u32) -> Vec<[u32; 2]> {
    let mut calls = Vec::new();
    while frame > LAST_FRAME && calls.len() < MOST_CALLS {
        let structure = word(frame + 4);
        calls.push([structure, word(frame + 1).wrapping_sub(1)]);
        let sizes = view.word(structure.wrapping_add(1));
        let next = word(frame + 2) + (sizes & 31) + (sizes >> 5 & 31);
        if next >= frame {
            break;
        }
        frame = next;
    }
    calls
}
