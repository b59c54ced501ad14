//! Calls of a run: how long each took, as `jop show calls` counts, and whether an event was in it that bounds exclude.

use std::collections::{BTreeMap, BTreeSet};

use cost_model::RowId;
use fast_engine::{Executed, Probe};
use isa::cause::COLLECTOR;
use isa::{Bytecode, op};
use jopizer::Symbols;

/// Classes that switch threads.
const SCHEDULING: &str = "com.jopdesign.sys.Scheduler";

/// Calls of a method.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    /// Calls without an excluded event.
    pub calls: u64,
    /// Calls left out: an exception, an interrupt, a switch of threads, a collection or a waiting device was in them.
    pub left_out: u64,
    /// Cycles of the shortest.
    pub min: u64,
    /// Cycles of the longest.
    pub max: u64,
    /// Cycle of the run in which the longest began.
    pub worst_begin: u64,
}

/// Watches the calls of a run.
#[derive(Debug, Clone, Default)]
pub struct Calls {
    /// By the address of the method's code.
    pub methods: BTreeMap<u32, Seen>,
    frames: Vec<Frame>,
    /// Methods that are excluded events.
    excluded: BTreeSet<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    method: u32,
    /// Frame pointer.
    pointer: u32,
    begin: u64,
    has_excluded: bool,
}

impl Calls {
    /// A probe for the program with these symbols. Collections are no reason to leave a call out if they have a price.
    #[must_use]
    pub fn new(symbols: &Symbols, has_price: bool) -> Self {
        let is_excluded = |class: &str, name: &str| {
            (class, name) == COLLECTOR && !has_price || class == SCHEDULING
        };
        let methods = symbols.methods.iter();
        let excluded = methods.filter(|it| is_excluded(&it.class, &it.name));
        Self {
            excluded: excluded.map(|it| it.address).collect(),
            ..Self::default()
        }
    }

    fn exclude_all(&mut self) {
        for frame in &mut self.frames {
            frame.has_excluded = true;
        }
    }

    /// A bytecode has gone to another method.
    fn went(&mut self, executed: &Executed, method: u32) {
        let end = executed.cycle + executed.cycles;
        let (is_return, begin, is_event) = match executed.path.row {
            RowId::Bytecode(opcode) => {
                let bytecode = Bytecode::of(opcode);
                let is_invoke = bytecode.is_invoke() || opcode == op::JOPSYS_INVOKE;
                let begin = if is_invoke { end } else { executed.cycle };
                (bytecode.is_return(), begin, opcode == op::ATHROW)
            }
            RowId::Interrupt | RowId::Exception => (false, executed.cycle, true),
            RowId::Reset => (false, end, false),
        };
        if is_return {
            self.returned(executed.frame, method, end);
            return;
        }
        self.frames.push(Frame {
            method,
            pointer: executed.frame,
            begin,
            has_excluded: false,
        });
        if is_event || self.excluded.contains(&method) {
            self.exclude_all();
        }
    }

    /// A return has gone to the frame at `pointer`, of a method.
    fn returned(&mut self, pointer: u32, method: u32, end: u64) {
        let is_caller = |frame: &Frame| (frame.pointer, frame.method) == (pointer, method);
        let place = self.frames.iter().rposition(is_caller);
        let ended = self.frames.pop();
        if place.is_some_and(|place| place + 1 == self.frames.len()) {
            if let Some(frame) = ended {
                self.count(&frame, end);
            }
            return;
        }
        // An exception left several frames, or another thread goes on.
        for frame in self.frames.split_off(place.map_or(0, |place| place + 1)) {
            self.methods.entry(frame.method).or_default().left_out += 1;
        }
        if let Some(frame) = ended {
            self.methods.entry(frame.method).or_default().left_out += 1;
        }
    }

    fn count(&mut self, frame: &Frame, end: u64) {
        let seen = self.methods.entry(frame.method).or_default();
        if frame.has_excluded {
            seen.left_out += 1;
            return;
        }
        let cycles = end - frame.begin;
        if seen.calls == 0 || cycles > seen.max {
            (seen.max, seen.worst_begin) = (cycles, frame.begin);
        }
        if seen.calls == 0 || cycles < seen.min {
            seen.min = cycles;
        }
        seen.calls += 1;
    }
}

impl Probe for Calls {
    const SUMS: bool = true;

    fn executed(&mut self, executed: &Executed) {
        if executed.delay > 0 {
            self.exclude_all();
        }
        match executed.lookup {
            Some(lookup) => self.went(executed, lookup.method),
            // An entry that goes nowhere is an event, too.
            None if !matches!(executed.path.row, RowId::Bytecode(_) | RowId::Reset) => {
                self.exclude_all();
            }
            None => {}
        }
    }
}
