//! What a run shows of the numbers that bounds rest on: repetitions of loops, calls that are active at once, calls between calls.
//!
//! Each thread has its own frames: they change places when the scheduler writes which task runs. Interrupts and exceptions begin anew: what
//! runs in them is no part of the call that they interrupt.

mod fields;
mod limits;

use std::collections::{BTreeMap, HashMap};

use cost_model::RowId;
use fast_engine::{Executed, FieldAccess, Probe};
use isa::cause::COLLECTOR;
use isa::{Bytecode, op};
use jopizer::Symbols;
use wcet::{LimitEvent, LoopId, MethodLoops, ToWatch};

pub use self::fields::FieldValues;
use self::fields::Fields;
pub use self::limits::LimitCounts;
use self::limits::{Limits, Open};

/// The static field with the task that runs.
const RUNNING_TASK: [&str; 2] = ["com.jopdesign.sys.Scheduler", "current"];
/// The routine that stores references into static fields.
const WRITER: [&str; 2] = ["com.jopdesign.sys.JVM", "f_putstatic_ref"];

/// What a run shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Most repetitions of each loop for one entry.
    pub loops: BTreeMap<LoopId, u64>,
    /// The same in calls of a method, by the address of its code, its own loops and those of its callees; calls with an exception are left out.
    pub within: BTreeMap<(u32, LoopId), u64>,
    /// Most calls of each method that were active at once.
    pub depths: BTreeMap<u32, u64>,
    /// Least calls of the callers of a method between two calls of it.
    pub gaps: BTreeMap<u32, u64>,
    /// Values of the fields with a range.
    pub fields: FieldValues,
    /// Most of what counts for each limit of calls.
    pub limits: LimitCounts,
}

/// Watches a run.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    counts: Counts,
    places: HashMap<u32, MethodLoops>,
    /// Methods whose calls are counted against those of their callers.
    shared: BTreeMap<u32, Shared>,
    collector: Option<u32>,
    running_task: Option<u32>,
    writer: Option<u32>,
    frames: Vec<Frame>,
    /// The task that runs; 0 before there are tasks.
    task: u32,
    /// The task that runs once the routine that stores references has returned, in a frame of the one before.
    next: Option<u32>,
    /// Frames of the tasks that do not run.
    others: HashMap<u32, Vec<Frame>>,
    within: HashMap<(u32, LoopId), u64>,
    fields: Fields,
    limits: Limits,
}

/// Calls of a method and of its callers.
#[derive(Debug, Clone, Default)]
struct Shared {
    callers: Vec<u32>,
    /// Calls of callers since the last call of the method; none before it and after an event.
    since: Option<u64>,
    /// The same before the call that runs.
    before: Option<u64>,
}

/// Most repetitions by loop.
type Repetitions = BTreeMap<LoopId, u64>;

/// A method that runs.
#[derive(Debug, Clone, Default)]
struct Frame {
    pointer: u32,
    method: u32,
    /// Repetitions since the last entry, by loop.
    repetitions: Vec<u64>,
    /// The most of these; none if the loop was not entered.
    most: Vec<Option<u64>>,
    /// Byte offset of its last bytecode that is part of the flow.
    last: Option<u32>,
    /// Calls of the method that are active, with this one.
    active: u64,
    /// Most repetitions of loops in calls of it that have ended.
    callees: Repetitions,
    /// True if an interrupt or exception began here.
    is_event: bool,
    has_exception: bool,
    /// What it has counted for its limits.
    open: Open,
}

impl Watch {
    /// A probe for loops of methods, for methods with their callers, and for fields.
    #[must_use]
    pub fn new(symbols: &Symbols, places: BTreeMap<u32, MethodLoops>, watched: ToWatch) -> Self {
        let method = |class, name| symbols.methods_named(class, name).next();
        let collector = method(COLLECTOR.0, COLLECTOR.1);
        let writer = method(WRITER[0], WRITER[1]);
        let running = symbols.static_field(RUNNING_TASK[0], RUNNING_TASK[1]);
        let shared = watched.shared.into_iter().map(|(method, callers)| {
            let shared = Shared {
                callers,
                ..Shared::default()
            };
            (method, shared)
        });
        Self {
            places: places.into_iter().collect(),
            shared: shared.collect(),
            collector: collector.map(|it| it.address),
            running_task: running,
            writer: writer.map(|it| it.address),
            fields: Fields::new(watched.fields),
            limits: Limits::new(watched.limits),
            ..Self::default()
        }
    }

    /// Address of the static field whose writes the engine reports.
    pub(crate) fn field(&self) -> Option<u32> {
        self.running_task
    }

    /// A method that runs already, by the address of its code and its frame pointer.
    pub(crate) fn enter(&mut self, (method, pointer): (u32, u32)) {
        self.go(method, pointer, false, false);
    }

    /// What the run has shown, with the calls that have not ended.
    #[must_use]
    pub fn counts(mut self) -> Counts {
        let others = std::mem::take(&mut self.others);
        let rest = std::mem::take(&mut self.frames);
        for frames in others.into_values().chain([rest]) {
            self.frames = frames;
            while let Some(frame) = self.frames.pop() {
                self.ended(frame);
            }
        }
        self.counts.within = std::mem::take(&mut self.within).into_iter().collect();
        self.counts.fields = self.fields.into_values();
        self.counts.limits = self.limits.into_counts();
        self.counts
    }

    fn step(&mut self, method: u32, pc: u32) {
        let is_running = |frame: &Frame| frame.method == method;
        let is_limited =
            self.limits.is_inside(method) && self.frames.last().is_some_and(is_running);
        if is_limited {
            self.limit(LimitEvent::Bytecode(method, pc));
        }
        if self.repeat(method, pc) && is_limited {
            self.limit(LimitEvent::Repetition(method, pc));
        }
    }

    /// Counts repetitions; true if this bytecode begins one.
    fn repeat(&mut self, method: u32, pc: u32) -> bool {
        let Some(frame) = self.frames.last_mut() else {
            return false;
        };
        let Some(places) = self.places.get(&method) else {
            return false;
        };
        if frame.method != method || !places.is_in_flow(pc) {
            return false;
        }
        frame.repetitions.resize(places.loops.len(), 0);
        frame.most.resize(places.loops.len(), None);
        let mut repeats = false;
        for (number, place) in places.loops.iter().enumerate() {
            if place.head != pc {
                continue;
            }
            let is_back = frame.last.is_some_and(|last| place.contains(last));
            let count = &mut frame.repetitions[number];
            *count = if is_back { *count + 1 } else { 0 };
            frame.most[number] = frame.most[number].max(Some(*count));
            repeats |= is_back;
        }
        frame.last = Some(pc);
        repeats
    }

    /// Counts an event in the calls that are active and that no interrupt or exception separates from it.
    fn limit(&mut self, event: LimitEvent) {
        let mut is_own = true;
        let frames = self.frames.iter_mut().rev();
        let own = frames.take_while(|frame| std::mem::replace(&mut is_own, !frame.is_event));
        let own = own.filter(|frame| !frame.has_exception && !frame.open.is_empty());
        self.limits.count(event, own.map(|frame| &mut frame.open));
    }

    /// Adds what a call has shown; with an exception, nothing of it counts for the call and its callers.
    fn ended(&mut self, mut frame: Frame) {
        if let Some(places) = self.places.get(&frame.method) {
            for (place, most) in places.loops.iter().zip(&frame.most) {
                let Some(most) = *most else { continue };
                let id = (frame.method, place.head);
                let known = self.counts.loops.entry(id).or_default();
                *known = most.max(*known);
                let known = frame.callees.entry(id).or_default();
                *known = most.max(*known);
            }
        }
        if frame.has_exception {
            return;
        }
        for (id, most) in &frame.callees {
            let known = self.within.entry((frame.method, *id)).or_default();
            *known = (*most).max(*known);
        }
        if let Some(caller) = self.frames.last_mut()
            && !frame.is_event
        {
            merge(&mut caller.callees, frame.callees);
        }
    }

    fn keep(&mut self, frames: usize) {
        while self.frames.len() > frames {
            if let Some(frame) = self.frames.pop() {
                self.left(frame.method);
                self.ended(frame);
            }
        }
    }

    fn go(&mut self, method: u32, pointer: u32, is_return: bool, is_event: bool) {
        if is_return {
            let is_it = |frame: &Frame| (frame.pointer, frame.method) == (pointer, method);
            if let Some(place) = self.frames.iter().rposition(is_it) {
                self.keep(place + 1);
                return;
            }
            // The first frame of a new thread.
            self.keep(0);
        }
        let own = self.frames.iter().rposition(|frame| frame.is_event);
        let own = &self.frames[own.unwrap_or(0)..];
        let same = own.iter().rev().find(|frame| frame.method == method);
        let active = match is_event {
            true => 1,
            false => same.map_or(0, |frame| frame.active) + 1,
        };
        let depth = self.counts.depths.entry(method).or_default();
        *depth = active.max(*depth);
        if !is_return && !is_event && !self.limits.is_empty() {
            self.limit(LimitEvent::Call(method));
        }
        self.frames.push(Frame {
            open: self.limits.opened(method),
            pointer,
            method,
            active,
            is_event,
            ..Frame::default()
        });
        if !is_return {
            self.called(method, is_event);
        }
    }

    /// Counts a call of a method against those of its callers.
    fn called(&mut self, method: u32, is_event: bool) {
        let is_collection = self.collector == Some(method);
        for (address, shared) in &mut self.shared {
            if is_event || is_collection {
                (shared.since, shared.before) = (None, None);
            } else if *address == method {
                shared.before = shared.since.replace(0);
            } else if let Some(since) = &mut shared.since
                && shared.callers.contains(&method)
            {
                *since += 1;
            }
        }
    }

    /// A call has ended; one with a collection in it is not counted.
    fn left(&mut self, method: u32) {
        let Some(shared) = self.shared.get_mut(&method) else {
            return;
        };
        if let Some(gap) = shared.before.take() {
            let known = self.counts.gaps.entry(method).or_insert(gap);
            *known = gap.min(*known);
        }
    }

    fn thrown(&mut self) {
        for frame in self.frames.iter_mut().rev() {
            frame.has_exception = true;
            if frame.is_event {
                break;
            }
        }
    }

    /// Another task runs from here on. Each is in the same method when it leaves and when it goes on.
    fn switch(&mut self, task: u32) {
        let last = std::mem::replace(&mut self.task, task);
        if last == 0 || last == task {
            return;
        }
        let frames = self.others.remove(&task).unwrap_or_default();
        let left = std::mem::replace(&mut self.frames, frames);
        self.others.insert(last, left);
        for shared in self.shared.values_mut() {
            (shared.since, shared.before) = (None, None);
        }
    }
}

/// Adds the repetitions of a callee to those of its caller.
fn merge(caller: &mut Repetitions, callee: Repetitions) {
    if caller.is_empty() {
        *caller = callee;
        return;
    }
    for (id, most) in callee {
        let known = caller.entry(id).or_default();
        *known = most.max(*known);
    }
}

impl Probe for Watch {
    const BYTECODES: bool = true;
    const FIELDS: bool = true;

    fn executed(&mut self, executed: &Executed) {
        let (is_return, is_event) = match executed.path.row {
            RowId::Bytecode(opcode) => {
                self.step(executed.place.method, executed.place.pc);
                (Bytecode::of(opcode).is_return(), opcode == op::ATHROW)
            }
            RowId::Exception => (false, true),
            RowId::Interrupt => (false, true),
            RowId::Reset => (false, false),
        };
        let is_exception = is_event && executed.path.row != RowId::Interrupt;
        if is_exception {
            self.thrown();
        }
        if let Some(lookup) = executed.lookup {
            self.go(lookup.method, executed.frame, is_return, is_event);
            if is_return && let Some(task) = self.next.take() {
                self.switch(task);
            }
        }
    }

    fn field(&mut self, access: &FieldAccess, memory: &[u32]) {
        self.fields.access(access, memory);
    }

    fn wrote(&mut self, field: u32, data: u32) {
        if Some(field) != self.running_task {
            return;
        }
        let method = self.frames.last().map(|frame| frame.method);
        if self.writer.is_some() && method == self.writer {
            self.next = Some(data);
        } else {
            self.switch(data);
        }
    }
}
