//! Calls of a run: how long each took, as `jop show calls` counts, and whether an event was in it that bounds exclude.

use std::collections::BTreeMap;

use cost_model::{RowId, Scenario};
use fast_engine::{Executed, Probe};
use isa::cause::COLLECTOR;
use isa::{Bytecode, op};
use jopizer::Symbols;
use wcet::EventKind;

/// Classes that switch threads.
const SCHEDULING: [&str; 2] = [
    "com.jopdesign.sys.Scheduler",
    "com.jopdesign.sys.Dispatcher",
];

/// Calls of a method that are kept.
const MOST_CALLS: usize = 100_000;

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
    /// Calls with an excluded event, by the place of its kind in [`EventKind::ALL`].
    pub events: [Met; EventKind::ALL.len()],
}

/// Calls with an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Met {
    /// Their number.
    pub calls: u64,
    /// Cycles of the longest that returned; none if none did.
    pub longest: Option<u64>,
}

/// Events of a call.
#[derive(Debug, Clone, Copy, Default)]
struct Events([bool; EventKind::ALL.len()]);

impl Events {
    fn add(&mut self, kind: EventKind) {
        self.0[kind as usize] = true;
    }

    fn has(self, kind: EventKind) -> bool {
        self.0[kind as usize]
    }

    fn is_any(self) -> bool {
        self.0.contains(&true)
    }
}

/// Watches the calls of a run.
#[derive(Debug, Clone, Default)]
pub struct Calls {
    /// By the address of the method's code.
    pub methods: BTreeMap<u32, Seen>,
    frames: Vec<Frame>,
    /// Methods that are excluded events.
    excluded: BTreeMap<u32, EventKind>,
    /// Calls of one method, if they are asked for.
    wanted: Option<Wanted>,
    /// Cycles of the longest call of a method that began in a phase of this period.
    period: u64,
    phases: BTreeMap<(u32, u64), u64>,
    /// Cycles of the call that ended last; none if a bound does not cover it.
    pub(crate) ended: Option<u64>,
}

/// A call that is invoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Begun {
    /// Cycle of its first bytecode.
    pub(crate) begin: u64,
    /// Code address of its method.
    pub(crate) method: u32,
    /// Frame pointer.
    pub(crate) pointer: u32,
    /// Method and frame pointer of the caller.
    pub(crate) caller: (u32, u32),
    /// Its cycles as the program makes it; 0 before its end.
    pub(crate) cycles: u64,
}

/// Calls of a method.
#[derive(Debug, Clone, Default)]
struct Wanted {
    method: u32,
    calls: Vec<Begun>,
    longest: Option<Begun>,
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    method: u32,
    /// Frame pointer.
    pointer: u32,
    begin: u64,
    /// A bytecode has invoked it, so that its arguments are its first local variables.
    is_invoked: bool,
    events: Events,
}

impl Calls {
    /// A probe for the program with these symbols. Collections are no reason to leave a call out if they have a price.
    #[must_use]
    pub fn new(symbols: &Symbols, has_price: bool) -> Self {
        let event = |class: &str, name: &str| match (class, name) {
            it if it == COLLECTOR && !has_price => Some(EventKind::Collection),
            (class, _) if SCHEDULING.contains(&class) => Some(EventKind::Switch),
            _ => None,
        };
        let methods = symbols.methods.iter();
        let excluded = methods.filter_map(|it| Some((it.address, event(&it.class, &it.name)?)));
        Self {
            excluded: excluded.collect(),
            ..Self::default()
        }
    }

    /// The same, which tells calls apart by the phase of a period in which they begin.
    pub(crate) fn by_phase(self, period: u64) -> Self {
        Self { period, ..self }
    }

    /// The longest calls of a method by the phase in which they began.
    pub(crate) fn phases_of(&self, method: u32) -> BTreeMap<u64, u64> {
        let own = self.phases.range((method, 0)..=(method, u64::MAX));
        own.map(|((_, phase), cycles)| (*phase, *cycles)).collect()
    }

    /// The same, which also keeps the calls of a method.
    pub(crate) fn of_method(symbols: &Symbols, has_price: bool, method: u32) -> Self {
        let wanted = Wanted {
            method,
            ..Wanted::default()
        };
        Self {
            wanted: Some(wanted),
            ..Self::new(symbols, has_price)
        }
    }

    /// The same in one call.
    pub(crate) fn inside(symbols: &Symbols, has_price: bool, call: &Begun) -> Self {
        let frame = |(method, pointer), begin| Frame {
            method,
            pointer,
            begin,
            is_invoked: true,
            events: Events::default(),
        };
        let own = frame((call.method, call.pointer), call.begin);
        Self {
            frames: vec![frame(call.caller, 0), own],
            ..Self::new(symbols, has_price)
        }
    }

    /// Returns true once the call of [`Calls::inside`] has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.frames.len() < 2
    }

    /// Returns true if nothing has happened in the call of [`Calls::inside`] that bounds do not cover.
    pub(crate) fn is_covered(&self) -> bool {
        self.frames.get(1).is_none_or(|it| !it.events.is_any())
    }

    /// Calls of the method that is asked for in the order of their ends; the longest is among them.
    pub(crate) fn begun(self) -> Vec<Begun> {
        let Wanted {
            mut calls, longest, ..
        } = self.wanted.unwrap_or_default();
        let others =
            longest.filter(|longest| calls.len() == MOST_CALLS && !calls.contains(longest));
        calls.extend(others);
        calls
    }

    /// Keeps a call of the method that is asked for.
    fn keep(&mut self, frame: &Frame, cycles: u64) {
        let (Some(wanted), Some(caller)) = (&mut self.wanted, self.frames.last()) else {
            return;
        };
        if !frame.is_invoked || wanted.method != frame.method {
            return;
        }
        let call = Begun {
            begin: frame.begin,
            method: frame.method,
            pointer: frame.pointer,
            caller: (caller.method, caller.pointer),
            cycles,
        };
        if wanted.longest.is_none_or(|it| it.cycles < cycles) {
            wanted.longest = Some(call);
        }
        if wanted.calls.len() < MOST_CALLS {
            wanted.calls.push(call);
        }
    }

    /// An event happens in all calls that run.
    fn met(&mut self, kind: EventKind) {
        for frame in &mut self.frames {
            frame.events.add(kind);
        }
    }

    /// A bytecode has gone to another method.
    fn went(&mut self, executed: &Executed, method: u32) {
        let end = executed.cycle + executed.cycles;
        let event = event_of(executed);
        let (is_return, is_invoked, begin) = match executed.path.row {
            RowId::Bytecode(opcode) => {
                let bytecode = Bytecode::of(opcode);
                let is_invoke = bytecode.is_invoke() || opcode == op::JOPSYS_INVOKE;
                let begin = if is_invoke { end } else { executed.cycle };
                (bytecode.is_return(), is_invoke, begin)
            }
            RowId::Interrupt | RowId::Exception => (false, false, executed.cycle),
            RowId::Reset => (false, false, end),
        };
        if is_return {
            self.returned(executed.frame, method, end);
            return;
        }
        self.frames.push(Frame {
            method,
            pointer: executed.frame,
            begin,
            is_invoked,
            events: Events::default(),
        });
        let of_method = self.excluded.get(&method).copied();
        for kind in event.into_iter().chain(of_method) {
            self.met(kind);
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
            self.leave_out(&frame, None);
        }
        if let Some(frame) = ended {
            self.leave_out(&frame, None);
        }
    }

    /// A call that a bound does not cover, with its cycles if it returned.
    fn leave_out(&mut self, frame: &Frame, cycles: Option<u64>) {
        self.ended = None;
        let mut events = frame.events;
        if !events.is_any() {
            events.add(EventKind::Switch);
        }
        if events.has(EventKind::Exception) && cycles.is_some() {
            events.add(EventKind::Caught);
        }
        let seen = self.methods.entry(frame.method).or_default();
        seen.left_out += 1;
        for (met, has) in seen.events.iter_mut().zip(events.0) {
            if has {
                met.calls += 1;
                met.longest = met.longest.max(cycles);
            }
        }
    }

    fn count(&mut self, frame: &Frame, end: u64) {
        let cycles = end - frame.begin;
        if frame.events.is_any() {
            self.leave_out(frame, Some(cycles));
            return;
        }
        self.ended = Some(cycles);
        self.keep(frame, cycles);
        if let Some(phase) = frame.begin.checked_rem(self.period) {
            let longest = self.phases.entry((frame.method, phase)).or_default();
            *longest = cycles.max(*longest);
        }
        let seen = self.methods.entry(frame.method).or_default();
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
            self.met(EventKind::Device);
        }
        match executed.lookup {
            Some(lookup) => self.went(executed, lookup.method),
            // An entry that goes nowhere is an event, too.
            None => event_of(executed)
                .into_iter()
                .for_each(|kind| self.met(kind)),
        }
    }
}

/// The event that a bytecode or entry is.
fn event_of(executed: &Executed) -> Option<EventKind> {
    match executed.path.row {
        RowId::Interrupt => Some(EventKind::Switch),
        RowId::Exception | RowId::Bytecode(op::ATHROW) => Some(EventKind::Exception),
        RowId::Bytecode(opcode) => {
            let is_null = executed.path.scenario == Scenario::Null;
            (is_null && Bytecode::of(opcode).is_invoke()).then_some(EventKind::NullCall)
        }
        RowId::Reset => None,
    }
}
