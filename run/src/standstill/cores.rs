//! The same where several cores run the program: no thread of any core is ready, and none has a time to wake up.
//!
//! The runtime changes what a thread waits for under a lock, and makes one ready before it makes another wait. So the words of a moment
//! are enough, whatever each core is doing.

use jopizer::Symbols;

use crate::engine::View;
use crate::probes::places::{NOWHERE, Places, text};

pub(super) const TASK: &str = "com.jopdesign.sys.Task";
/// More threads or calls than a memory can hold.
pub(super) const MOST: usize = 1 << 12;
const CORE: &str = "com.jopdesign.sys.Core";
/// Word of a handle in which a monitor names its owner.
const OWNER: u32 = 7;

/// The cores and their tasks.
#[derive(Debug, Clone)]
pub(super) struct Cores<'a> {
    symbols: &'a Symbols,
    all: u32,
    current: u32,
    anchor: u32,
    task: Offsets,
}

/// Offsets of the fields of a task.
#[derive(Debug, Clone, Copy)]
struct Offsets {
    name: u32,
    core: u32,
    ready: u32,
    timed: u32,
    dead: u32,
    waits_for: u32,
    wants: u32,
    next: u32,
}

impl<'a> Cores<'a> {
    /// The cores of a program that is linked for several.
    pub(super) fn new(symbols: &'a Symbols) -> Option<Self> {
        let places = Places(Some(symbols));
        let all = places.field(CORE, "all");
        let offset = |name| places.offset(TASK, name);
        (all != NOWHERE).then_some(())?;
        Some(Self {
            symbols,
            all,
            current: places.offset(CORE, "current")?,
            anchor: places.offset(CORE, "anchor")?,
            task: Offsets {
                name: offset("name")?,
                core: offset("core")?,
                ready: offset("ready")?,
                timed: offset("timed")?,
                dead: offset("dead")?,
                waits_for: offset("waitsFor")?,
                wants: offset("wants")?,
                next: offset("next")?,
            },
        })
    }

    /// The threads and what they wait for, if all wait for ever.
    pub(super) fn blocked(&self, view: &View<'_>) -> Option<String> {
        let tasks = self.tasks(view);
        let all_wait = tasks.iter().all(|task| self.waits(view, *task));
        let lines = tasks.iter().map(|task| self.line(view, *task));
        (all_wait && !tasks.is_empty()).then(|| lines.collect())
    }

    /// Returns true if all threads but the one that runs on core 0 wait for ever.
    pub(super) fn others_wait(&self, view: &View<'_>) -> bool {
        let first = view.word(view.word(view.word(self.all)));
        let running = view.word(first.wrapping_add(self.current));
        let tasks = self.tasks(view);
        let mut others = tasks.iter().filter(|task| **task != running);
        others.all(|task| self.waits(view, *task))
    }

    /// The threads that live, core by core.
    fn tasks(&self, view: &View<'_>) -> Vec<u32> {
        let cores = view.word(self.all);
        if cores == 0 {
            return Vec::new();
        }
        let count = view.word(cores.wrapping_add(1)).min(MOST as u32);
        let core = |index| view.word(view.word(cores).wrapping_add(index));
        let rings = (0..count).flat_map(|index| self.ring(view, core(index)));
        rings.collect()
    }

    fn ring(&self, view: &View<'_>, core: u32) -> Vec<u32> {
        let first = self.field(view, core, self.anchor);
        let mut tasks = Vec::new();
        let mut task = first;
        while task != 0 && tasks.len() < MOST {
            tasks.push(task);
            task = self.field(view, task, self.task.next);
            if task == first {
                break;
            }
        }
        tasks.retain(|task| self.field(view, *task, self.task.dead) == 0);
        tasks
    }

    fn waits(&self, view: &View<'_>, task: u32) -> bool {
        self.field(view, task, self.task.ready) == 0 && self.field(view, task, self.task.timed) == 0
    }

    fn field(&self, view: &View<'_>, object: u32, offset: u32) -> u32 {
        view.word(view.word(object).wrapping_add(offset))
    }

    /// One thread: its core, its name, and what it waits for.
    fn line(&self, view: &View<'_>, task: u32) -> String {
        let monitor = self.field(view, task, self.task.wants);
        let object = self.field(view, task, self.task.waits_for);
        let reason = if monitor != 0 {
            let owner = view.word(monitor.wrapping_add(OWNER));
            let class = self.class(view, monitor);
            let owner = self.thread(view, owner);
            format!("for the monitor of {class} (handle {monitor:#x}), which {owner} holds")
        } else if object != 0 && self.class(view, object) == TASK {
            format!("for the end of {}", self.thread(view, object))
        } else if object == view.word(self.all) {
            "for the end of all other threads".to_owned()
        } else if object != 0 {
            let class = self.class(view, object);
            format!("for notify() of {class} (handle {object:#x})")
        } else {
            "for an interrupt()".to_owned()
        };
        format!("{} waits {reason}\n", self.thread(view, task))
    }

    fn thread(&self, view: &View<'_>, task: u32) -> String {
        let word = |address| view.word(address);
        let name = text(self.field(view, task, self.task.name), word);
        format!(
            "\"{name}\" on core {}",
            self.field(view, task, self.task.core)
        )
    }

    fn class(&self, view: &View<'_>, object: u32) -> &str {
        let table = view.word(object.wrapping_add(1));
        let mut classes = self.symbols.classes.iter();
        let found = classes.find(|class| class.method_table == table);
        found.map_or("an array", |class| &class.name)
    }
}
