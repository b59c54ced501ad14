//! What a machine shows from one dispatch to the next, and which path of the table shows the same.

use cost_model::{AccessKind, EvaluatedPath, EvaluatedRow, EvaluatedTable};
use sim_core::decode::MemoryOp;
use sim_core::{MachineState, Probe};

use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;

/// A window: one bytecode or entry. Cycles count from its dispatch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Window {
    /// Opcode; 256 an interrupt, 257 an exception, 258 reset.
    pub(crate) what: usize,
    pub(crate) cycles: u32,
    /// Bus commands besides those of a method load.
    pub(crate) commands: Vec<(u32, AccessKind)>,
    /// Changes of the stack pointer: cycle and by how much.
    pub(crate) moves: Vec<(u32, i32)>,
    pub(crate) read_stall: u32,
    pub(crate) write_stall: u32,
    pub(crate) load_stall: u32,
    /// Words of the method, if it was not in the cache.
    pub(crate) missed: Option<u32>,
    /// Offset of the strobe of the lookup.
    pub(crate) lookup_at: Option<u32>,
    /// Offset of the reported exception, by the memory unit or by a write of the exception register.
    pub(crate) exception: Option<u32>,
}

pub(crate) const INTERRUPT: usize = 256;
pub(crate) const EXCEPTION: usize = 257;
pub(crate) const RESET: usize = 258;
const EXCEPTION_REGISTER: u32 = 0x7f_ff84;
/// The first word is in the execute stage three cycles after the dispatch; all is shown from then on.
const PIPELINE: u64 = 2;

/// Cuts a run into windows.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    events: Vec<(u64, Event)>,
    dispatches: Vec<(u64, usize)>,
    last_op: MemoryOp,
    sp: Option<u32>,
}

#[derive(Debug, Clone, Copy)]
enum Event {
    Command(AccessKind, bool),
    Move(i32),
    Stall(MemoryOp),
    Lookup(MethodLookup),
    LookupStrobe,
    Exception,
}

impl Probe for Watch {
    fn cycle(&mut self, state: &MachineState, _signals: &Signals) {
        let cycle = state.cycle;
        let sp = state.stack.sp();
        if let Some(before) = self.sp.filter(|before| *before != sp) {
            let change = sp.wrapping_sub(before).cast_signed();
            self.events.push((cycle, Event::Move(change)));
        }
        self.sp = Some(sp);
        let outputs = &state.memory_system.controller.outputs;
        if outputs.null_pointer || outputs.bounds_error {
            self.events.push((cycle, Event::Exception));
        }
    }

    fn dispatch(&mut self, cycle: u64, _jpc: u32, bytecode: u8) {
        self.dispatches.push((cycle, bytecode.into()));
    }

    fn entry(&mut self, cycle: u64, entry: Entry) {
        let what = match entry {
            Entry::Interrupt => INTERRUPT,
            Entry::Exception => EXCEPTION,
        };
        self.dispatches.push((cycle, what));
    }

    fn memory_op(&mut self, cycle: u64, op: MemoryOp) {
        self.last_op = op;
        if op == MemoryOp::MethodLoad {
            self.events.push((cycle, Event::LookupStrobe));
        }
    }

    fn transaction(&mut self, cycle: u64, command: &Command) {
        if self.last_op == MemoryOp::MethodLoad {
            return;
        }
        let kind = if command.rd {
            AccessKind::Read
        } else {
            AccessKind::Write
        };
        let raises = command.wr && command.address == EXCEPTION_REGISTER;
        self.events.push((cycle, Event::Command(kind, raises)));
    }

    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.events.push((cycle, Event::Lookup(lookup)));
    }

    fn stall(&mut self, cycle: u64) {
        self.events.push((cycle, Event::Stall(self.last_op)));
    }
}

impl Watch {
    /// All windows that are complete, reset first; the last dispatches may still be in the pipeline.
    pub(crate) fn windows(&self) -> Vec<Window> {
        let mut events = self.events.iter().peekable();
        let starts = [(0, RESET)]
            .into_iter()
            .chain(self.dispatches.iter().copied());
        let ends = self
            .dispatches
            .iter()
            .rev()
            .skip(PIPELINE as usize + 1)
            .rev();
        starts
            .zip(ends)
            .map(|((start, what), (end, _))| {
                let mut window = Window::new(what, (end - start) as u32);
                while let Some((cycle, event)) =
                    events.next_if(|(cycle, _)| *cycle <= end + PIPELINE)
                {
                    window.note((cycle - start) as u32, *event);
                }
                window
            })
            .collect()
    }
}

impl Window {
    fn new(what: usize, cycles: u32) -> Self {
        Self {
            what,
            cycles,
            commands: Vec::new(),
            moves: Vec::new(),
            read_stall: 0,
            write_stall: 0,
            load_stall: 0,
            missed: None,
            lookup_at: None,
            exception: None,
        }
    }

    fn note(&mut self, at: u32, event: Event) {
        match event {
            Event::Command(kind, raises) => {
                self.commands.push((at, kind));
                if raises {
                    self.exception.get_or_insert(at);
                }
            }
            Event::Move(change) => self.moves.push((at, change)),
            Event::Stall(op) => *self.stall(op) += 1,
            Event::Lookup(lookup) => self.missed = (!lookup.hit).then_some(lookup.length),
            Event::LookupStrobe => self.lookup_at = Some(at),
            Event::Exception => {
                self.exception.get_or_insert(at);
            }
        }
    }

    fn stall(&mut self, op: MemoryOp) -> &mut u32 {
        match op {
            MemoryOp::MethodLoad => &mut self.load_stall,
            MemoryOp::Read
            | MemoryOp::ReadConstant
            | MemoryOp::ReadAssociative
            | MemoryOp::GetStatic
            | MemoryOp::GetField
            | MemoryOp::ArrayLoad => &mut self.read_stall,
            _ => &mut self.write_stall,
        }
    }

    pub(crate) fn row<'a>(&self, table: &'a EvaluatedTable) -> &'a EvaluatedRow {
        match self.what {
            INTERRUPT => &table.interrupt,
            EXCEPTION => &table.exception,
            RESET => &table.reset,
            opcode => &table.bytecodes[opcode],
        }
    }

    /// Returns true if a path shows what the machine showed.
    pub(crate) fn shows(&self, path: &EvaluatedPath) -> bool {
        if path.cycles_per_count > 0 {
            let further = self.cycles.checked_sub(path.cycles);
            return further.is_some_and(|cycles| cycles % path.cycles_per_count == 0);
        }
        self.cycles
            == path.cycles
                + path.load.map_or(0, |load| {
                    load.miss(self.missed.unwrap_or(0)) * u32::from(self.missed.is_some())
                })
            && self.lookup_at == path.load.map(|load| load.at)
            && self.exception == path.exception
            && self.read_stall == path.read_stall
            && self.write_stall == path.write_stall
            && self.load_stall == self.predicted_load_stall(path)
            && self.commands
                == path
                    .accesses
                    .iter()
                    .map(|access| (access.at, access.kind))
                    .collect::<Vec<_>>()
            && self.moves_match(path)
    }

    fn predicted_load_stall(&self, path: &EvaluatedPath) -> u32 {
        match (path.load, self.missed) {
            (None, _) => 0,
            (Some(load), None) => load.hit_stall,
            (Some(load), Some(words)) => load.miss_stall(words),
        }
    }

    /// Cycles of all moves; by how much the pointer moves, except for what `stsp` stores.
    fn moves_match(&self, path: &EvaluatedPath) -> bool {
        let mut height = Some(0);
        let predicted: Vec<_> = path
            .stack
            .iter()
            .map(|step| {
                let base = height.filter(|_| step.height != 0 || !step.stored);
                height = Some(step.height);
                (step.at, base.map(|before| step.height - before))
            })
            .filter(|(_, change)| *change != Some(0))
            .collect();
        let stored = |(at, _): &&(u32, Option<i32>)| self.moves.iter().any(|(seen, _)| seen == at);
        let predicted: Vec<_> = predicted
            .iter()
            .filter(|step| step.1.is_some() || stored(step))
            .collect();
        predicted.len() == self.moves.len()
            && predicted
                .iter()
                .zip(&self.moves)
                .all(|((at, change), (seen, moved))| {
                    at == seen && change.is_none_or(|change| change == *moved)
                })
    }
}
