//! The pipeline, seen from the microinstructions that go through it.
//!
//! ```text
//! cycle                     7 8 9 0 1
//! iload_1      ld1 nxt      F R I X .      F  the bytecode's byte is on jbc_q and is dispatched
//! iadd         add nxt      . F R I X      R  the microinstruction is on rom_data
//!                                          I  it is in ir, is decoded and addresses the stack RAM
//!                                          X  it executes; A shows the result in the cycle after
//! ```
//!
//! While `wait` in ir holds the microcode PC, the next word stays on `rom_data`: each such cycle adds one to the
//! R of that word and belongs to what `wait` waits for. The held word enters ir in each of them as well (spec 02 section
//! 5), which for another `wait` changes nothing. No word is ever flushed: what is on `rom_data` will execute.

use std::collections::VecDeque;

use sim_core::StallCause;
use sim_core::probe::MethodLookup;

use crate::cycle::Cycle;
use crate::names::{CodeNames, NamedBytecode};

/// One microinstruction on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipelineRow {
    /// ROM address.
    pub address: u16,
    /// The bytecode that it begins and the cycle of its dispatch.
    pub begins: Option<(u64, NamedBytecode)>,
    /// First cycle on `rom_data`.
    pub fetched: u64,
    /// Causes that held it there in the following cycles.
    pub stalls: Vec<StallCause>,
    /// A in the cycle after execution; none if that was not recorded.
    pub a: Option<u32>,
    /// Other events while it was on `rom_data`, decoded or executed.
    pub notes: Vec<Note>,
}

/// Something that happened to a microinstruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Note {
    /// `jbr` in IR decides on a Java branch: taken or not.
    JavaBranch(bool),
    /// `bz` or `bnz` in EX is taken.
    Branch,
    /// The method cache answered.
    Lookup(MethodLookup),
    /// The memory controller reports a null pointer.
    NullPointer,
    /// The memory controller reports an index out of bounds.
    BoundsError,
    /// The system device pulses an interrupt.
    InterruptPulse,
    /// The system device pulses an exception.
    ExceptionPulse,
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::JavaBranch(true) => f.write_str("branch taken"),
            Self::JavaBranch(false) => f.write_str("branch not taken"),
            Self::Branch => f.write_str("taken"),
            Self::Lookup(lookup) if lookup.hit => f.write_str("method cache hit"),
            Self::Lookup(lookup) => write!(f, "method cache miss, {} words", lookup.length),
            Self::NullPointer => f.write_str("null pointer"),
            Self::BoundsError => f.write_str("index out of bounds"),
            Self::InterruptPulse => f.write_str("interrupt request"),
            Self::ExceptionPulse => f.write_str("exception request"),
        }
    }
}

impl PipelineRow {
    /// Last cycle on `rom_data`.
    #[must_use]
    pub fn last_fetched(&self) -> u64 {
        self.fetched + self.stalls.len() as u64
    }

    /// Cycle in ir.
    #[must_use]
    pub fn decoded(&self) -> u64 {
        self.last_fetched() + 1
    }

    /// Cycle of execution.
    #[must_use]
    pub fn executed(&self) -> u64 {
        self.last_fetched() + 2
    }

    /// First cycle of the row: its dispatch, or its fetch.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.begins
            .as_ref()
            .map_or(self.fetched, |(cycle, _)| *cycle)
    }
}

/// Rows under way, oldest first.
#[derive(Debug, Default)]
pub struct Pipeline {
    rows: VecDeque<PipelineRow>,
    /// Role of the next fetched word.
    next: Option<(u64, NamedBytecode)>,
    /// Reason why the word on `rom_data` is held.
    held: Option<StallCause>,
    /// No row for the word on `rom_data`.
    skip: bool,
}

impl Pipeline {
    /// Starts anew with this cycle. If it dispatches a bytecode, the word on `rom_data` belongs to the one before and is
    /// left out.
    pub fn open(&mut self, first: &Cycle<'_>, names: &mut CodeNames<'_>) {
        *self = Self {
            skip: first.dispatched.is_some(),
            ..Self::default()
        };
        if !self.skip {
            let mut running = names.running(first);
            running.text.insert_str(0, "... ");
            self.next = Some((first.number(), running));
        }
    }

    /// A cycle of the window; gives what it dispatches.
    pub fn cycle(&mut self, cycle: &Cycle<'_>, names: &mut CodeNames<'_>) -> Option<NamedBytecode> {
        self.fetch(cycle);
        self.note(cycle);
        let named = names.dispatched(cycle);
        if let Some(named) = &named {
            self.next = Some((cycle.number(), named.clone()));
        }
        self.held = cycle.stall;
        named
    }

    /// A cycle after the window, the first one or a later one: no row begins but that of the last word of its last
    /// bytecode.
    pub fn drain(&mut self, cycle: &Cycle<'_>, first: bool) {
        let last_word = first && cycle.dispatched.is_some();
        if last_word || self.held.is_some() {
            self.fetch(cycle);
        }
        self.note(cycle);
        self.held = None;
    }

    /// The rows that are complete, oldest first.
    pub fn complete(&mut self) -> Option<PipelineRow> {
        let complete = self.rows.front().is_some_and(|row| row.a.is_some());
        if complete {
            self.rows.pop_front()
        } else {
            None
        }
    }

    /// All rows, complete or not.
    pub fn rest(&mut self) -> Option<PipelineRow> {
        self.rows.pop_front()
    }

    /// First cycle of the oldest row under way; of later rows nothing is known before it.
    #[must_use]
    pub fn oldest(&self) -> Option<u64> {
        self.rows.front().map(PipelineRow::first)
    }

    fn fetch(&mut self, cycle: &Cycle<'_>) {
        match (self.held.take(), self.rows.back_mut()) {
            (Some(cause), Some(row)) => row.stalls.push(cause),
            _ if std::mem::take(&mut self.skip) => {}
            _ => self.rows.push_back(PipelineRow {
                address: cycle.state.microcode_fetch.rom_address,
                begins: self.next.take(),
                fetched: cycle.number(),
                stalls: Vec::new(),
                a: None,
                notes: Vec::new(),
            }),
        }
    }

    /// Adds to the rows what this cycle shows of them.
    fn note(&mut self, cycle: &Cycle<'_>) {
        let number = cycle.number();
        let state = cycle.state;
        for row in &mut self.rows {
            // What is on `rom_data` may be held there still, so that its later cycles are not known.
            if row.last_fetched() == number {
                continue;
            }
            if row.decoded() == number && is_jbr(state.microcode_fetch.ir) {
                row.notes.push(Note::JavaBranch(cycle.signals.jmp));
            }
            if row.executed() == number && state.execute.branch {
                row.notes.push(Note::Branch);
            }
            if row.executed() + 1 == number {
                row.a = Some(state.stack.a);
            }
        }
        let Some(row) = self.rows.back_mut() else {
            return;
        };
        let outputs = &state.memory_system.controller.outputs;
        let device = &state.memory_system.io.system;
        let facts = [
            (outputs.null_pointer, Note::NullPointer),
            (outputs.bounds_error, Note::BoundsError),
            (device.irq(), Note::InterruptPulse),
            (device.exc(), Note::ExceptionPulse),
        ];
        let facts = facts.into_iter().filter(|(is_so, _)| *is_so);
        row.notes.extend(facts.map(|(_, note)| note));
        row.notes.extend(cycle.lookup.map(Note::Lookup));
    }
}

fn is_jbr(code: u16) -> bool {
    microcode::isa::Instruction::decode(code)
        .op()
        .is_some_and(|op| op.mnemonic() == "jbr")
}
