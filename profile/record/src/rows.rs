//! Cycles of each bytecode of the code, and of each microinstruction in it.

use cross_profile::attribution::is_charged_to_callee;
use isa::op;
use run::events::{Lookup, Retired, Stayed};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::statistics::Stalls;
use sim_core::{MachineState, Probe};

use crate::contexts::Contexts;
use crate::layer::Layer;

/// Events at one place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Times it was begun.
    pub executions: u64,
    /// Clock cycles, waiting included.
    pub cycles: u64,
    /// Part of its cycles in which `wait` held the microcode, by cause.
    pub stalls: Stalls,
}

/// A place in the code that takes cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// Start from reset, before the first bytecode.
    Start,
    /// A bytecode.
    Bytecode {
        /// Word address of the method's code.
        method: u32,
        /// Place in it. Unit: bytes.
        offset: u32,
        /// The opcode.
        opcode: u8,
    },
    /// Dispatches of a bytecode carried out in Java, or entries into an interrupt or exception: what leads to the first bytecode of
    /// the method that they call, which has their cycles. A bytecode keeps its executions at its place.
    Dispatch {
        /// Word address of the called method's code.
        method: u32,
        /// The opcode; 240 the interrupt, 241 the exception.
        opcode: u8,
    },
}

impl Code {
    /// Word address of the method that has its cycles; none before the first.
    #[must_use]
    pub fn method(self) -> Option<u32> {
        match self {
            Self::Start => None,
            Self::Bytecode { method, .. } | Self::Dispatch { method, .. } => Some(method),
        }
    }
}

/// A microinstruction of a bytecode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Word {
    /// ROM address.
    pub address: u16,
    /// Its cost.
    pub figures: Figures,
}

/// One place with what it took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerticalRow {
    /// The place.
    pub code: Code,
    /// Its cost.
    pub figures: Figures,
    /// Its microinstructions in the order in which they first ran; none if they were not recorded.
    pub words: Vec<Word>,
}

impl VerticalRow {
    fn new(code: Code) -> Self {
        Self {
            code,
            figures: Figures::default(),
            words: Vec::new(),
        }
    }

    pub(crate) fn add_word(&mut self, address: u16, figures: &Figures) {
        let place = place_of(&mut self.words, address);
        self.words[place].figures.add(figures);
    }
}

/// Rows by their places.
#[derive(Debug, Clone)]
pub(crate) struct RowTable {
    rows: Vec<VerticalRow>,
    /// Rows of each method's bytes of code; [`NO_ROW`] where none was dispatched.
    places: FxHashMap<u32, Vec<u32>>,
    /// Rows of dispatches.
    dispatches: FxHashMap<Code, u32>,
    /// The method that was asked for last, and the rows of its code.
    method: u32,
    own: Vec<u32>,
}

const NO_ROW: u32 = u32::MAX;

impl Default for RowTable {
    fn default() -> Self {
        Self {
            rows: vec![VerticalRow::new(Code::Start)],
            places: FxHashMap::default(),
            dispatches: FxHashMap::default(),
            method: 0,
            own: Vec::new(),
        }
    }
}

impl RowTable {
    /// The row of a bytecode.
    #[inline(always)]
    pub(crate) fn bytecode(&mut self, method: u32, offset: u32, opcode: u8) -> usize {
        if method != self.method {
            self.go_to(method);
        }
        match self.own.get(offset as usize) {
            Some(row) if *row != NO_ROW => *row as usize,
            _ => self.new_place(offset, opcode),
        }
    }

    #[inline(never)]
    fn go_to(&mut self, method: u32) {
        let left = std::mem::take(&mut self.own);
        self.places.insert(self.method, left);
        self.own = self.places.remove(&method).unwrap_or_default();
        self.method = method;
    }

    #[inline(never)]
    fn new_place(&mut self, offset: u32, opcode: u8) -> usize {
        if self.own.len() <= offset as usize {
            self.own.resize(offset as usize + 1, NO_ROW);
        }
        let row = self.rows.len();
        self.own[offset as usize] = row as u32;
        self.rows.push(VerticalRow::new(Code::Bytecode {
            method: self.method,
            offset,
            opcode,
        }));
        row
    }

    /// The row whose cycles those of a bytecode are, by the rule of [`cross_profile::attribution`]. `place` is its own row, none of
    /// an entry; `method` is the one that runs after it, and the bytecode has gone there if `has_gone`.
    #[inline(always)]
    pub(crate) fn charged(
        &mut self,
        (opcode, place): (Option<u8>, Option<usize>),
        (method, has_gone): (u32, bool),
        executions: u64,
    ) -> &mut VerticalRow {
        let row = self.charged_row((opcode, place), (method, has_gone), executions);
        &mut self.rows[row]
    }

    /// The number of that row.
    #[inline(always)]
    pub(crate) fn charged_row(
        &mut self,
        (opcode, place): (Option<u8>, Option<usize>),
        (method, has_gone): (u32, bool),
        executions: u64,
    ) -> usize {
        match (opcode, place) {
            (Some(opcode), place) if has_gone && is_charged_to_callee(opcode) => {
                if let Some(place) = place {
                    self.rows[place].figures.executions += executions;
                }
                self.dispatch(Code::Dispatch { method, opcode })
            }
            // An entry whose call was not seen, as the recording stopped: it stays with the method that it came upon.
            (Some(opcode), None) => self.dispatch(Code::Dispatch { method, opcode }),
            (_, place) => place.unwrap_or(0),
        }
    }

    #[inline(always)]
    pub(crate) fn row(&mut self, row: usize) -> &mut VerticalRow {
        &mut self.rows[row]
    }

    /// Microinstructions of a row that may be new in it, in the order in which they run.
    #[cold]
    pub(crate) fn add_places(&mut self, row: usize, addresses: &[u16]) {
        for address in addresses {
            place_of(&mut self.rows[row].words, *address);
        }
    }

    fn dispatch(&mut self, code: Code) -> usize {
        let rows = &mut self.rows;
        let row = *self.dispatches.entry(code).or_insert_with(|| {
            rows.push(VerticalRow::new(code));
            rows.len() as u32 - 1
        });
        row as usize
    }

    /// The rows that took cycles, by their places.
    pub(crate) fn finish(self) -> Vec<VerticalRow> {
        let mut rows = self.rows;
        rows.retain(|row| row.figures.cycles != 0 || row.figures.executions != 0);
        rows.sort_by_key(|row| row.code);
        rows
    }
}

/// Records rows of bytecodes along with contexts.
#[derive(Debug, Clone, Default)]
pub struct RowLayer(RowTable);

impl RowLayer {
    /// The rows that took cycles, by their places.
    #[must_use]
    pub fn finish(self) -> Vec<VerticalRow> {
        self.0.finish()
    }

    fn ended(&mut self, retired: &Retired) {
        let place = retired
            .pc
            .map(|pc| self.0.bytecode(retired.method, pc, retired.opcode));
        let is_start = retired.pc.is_none() && !retired.is_entry();
        let opcode = (!is_start).then_some(retired.opcode);
        let after = retired.lookup.map_or(retired.method, |it| it.method);
        let figures = Figures {
            executions: u64::from(!is_start),
            cycles: retired.spent.cycles,
            stalls: retired.stalls,
        };
        let gone = (after, retired.lookup.is_some());
        let row = self.0.charged((opcode, place), gone, figures.executions);
        row.figures.add(&figures);
    }
}

impl Layer for RowLayer {
    const STAYED: bool = true;
    const CAUSES: bool = true;

    #[inline(always)]
    fn stayed(&mut self, stayed: &Stayed, _contexts: &mut Contexts) {
        let row = self.0.bytecode(stayed.method, stayed.pc, stayed.opcode);
        let figures = &mut self.0.rows[row].figures;
        figures.executions += 1;
        figures.cycles += stayed.spent.cycles;
        if stayed.spent.memory_read | stayed.spent.memory_write != 0 {
            figures.stalls.add(&stayed.stalls);
        }
    }

    fn retired(&mut self, retired: &Retired, _contexts: &mut Contexts) {
        self.ended(retired);
    }

    fn cut(&mut self, retired: &Retired, _lookup: Option<&Lookup>, _contexts: &mut Contexts) {
        self.ended(retired);
    }
}

/// Records rows with their microinstructions. As a probe it records every cycle that it sees.
#[derive(Debug, Clone)]
pub struct Rows {
    pub(crate) table: RowTable,
    /// The method that runs, and its first byte in the bytecode RAM.
    pub(crate) method: u32,
    start: u32,
    /// Row of the place that runs; none in an entry, which has no place.
    pub(crate) row: Option<usize>,
    /// The bytecode or entry that runs; none before the first.
    pub(crate) opcode: Option<u8>,
    /// It has gone to another method.
    pub(crate) has_gone: bool,
    /// What it has taken so far.
    pub(crate) running: Running,
    /// Microinstruction that ran last, in `running`.
    word: usize,
    /// ROM addresses of the microinstructions on the ROM output and in IR.
    pub(crate) fetched: u16,
    in_ir: u16,
    pub(crate) operation: MemoryOp,
    pub(crate) slave: Slave,
}

/// What a bytecode has taken since its dispatch: whose cycles they are is known when it ends.
#[derive(Debug, Clone, Default)]
pub(crate) struct Running {
    pub(crate) figures: Figures,
    words: Vec<Word>,
}

impl Default for Rows {
    fn default() -> Self {
        Self {
            table: RowTable::default(),
            method: 0,
            start: 0,
            row: Some(0),
            opcode: None,
            has_gone: false,
            running: Running::default(),
            word: 0,
            fetched: 0,
            in_ir: 0,
            operation: MemoryOp::None,
            slave: Slave::Memory,
        }
    }
}

impl Rows {
    /// Goes on in a method that was entered while nothing was recorded.
    pub(crate) fn resume(&mut self, lookup: &MethodLookup) {
        self.enter(lookup);
    }

    /// The rows that took cycles, by their places; with the cycle of the first dispatch, which
    /// takes the place of the last where recording has stopped, if it `is_open`.
    #[must_use]
    pub(crate) fn finish(mut self, is_open: bool) -> Vec<VerticalRow> {
        if is_open {
            self.running.figures.cycles += 1;
            self.charge_word(self.fetched).executions += 1;
        }
        self.end();
        self.table.finish()
    }

    fn enter(&mut self, lookup: &MethodLookup) {
        (self.method, self.start) = (lookup.address, lookup.start_word * 4);
    }

    /// A bytecode or entry begins.
    #[inline(always)]
    fn begin(&mut self, opcode: u8, row: Option<usize>) {
        self.row = row;
        self.opcode = Some(opcode);
        self.word = 0;
        self.running.figures.executions = 1;
    }

    /// A bytecode begins at this Java PC.
    #[inline(always)]
    pub(crate) fn begin_at(&mut self, jpc: u32, bytecode: u8) {
        // Code that runs in front of its method, or far behind it, is no code of Java; its place still is one.
        let offset = jpc.wrapping_sub(self.start) & 0xFFFF;
        let row = self.table.bytecode(self.method, offset, bytecode);
        self.begin(bytecode, Some(row));
    }

    /// Cycles in which the microinstruction at a ROM address has held the microcode.
    pub(crate) fn add_stall(&mut self, address: u16, last: (MemoryOp, Slave), cycles: u64) {
        let place = place_of(&mut self.running.words, address);
        let figures = &mut self.running.words[place].figures;
        figures.cycles += cycles;
        *figures.stalls.cause(last.0, last.1) += cycles;
    }

    /// What runs ends.
    #[inline(always)]
    pub(crate) fn end(&mut self) {
        let has_gone = std::mem::take(&mut self.has_gone);
        let figures = std::mem::take(&mut self.running.figures);
        let place = (self.opcode, self.row);
        let row = self
            .table
            .charged(place, (self.method, has_gone), figures.executions);
        row.figures.add(&figures);
        add_words(&mut row.words, &mut self.running.words);
    }

    /// A cycle of the microinstruction at a ROM address.
    #[inline(always)]
    pub(crate) fn charge_word(&mut self, address: u16) -> &mut Figures {
        let words = &mut self.running.words;
        let is_at = |place: usize| words.get(place).is_some_and(|word| word.address == address);
        if !is_at(self.word) {
            self.word = if is_at(self.word + 1) {
                self.word + 1
            } else {
                place_of(words, address)
            };
        }
        let figures = &mut words[self.word].figures;
        figures.cycles += 1;
        figures
    }
}

/// Adds the microinstructions of one execution to those of its row, and leaves none.
fn add_words(sums: &mut Vec<Word>, words: &mut Vec<Word>) {
    let mut next = 0;
    for word in words.drain(..) {
        let is_next = sums
            .get(next)
            .is_some_and(|sum| sum.address == word.address);
        let place = if is_next {
            next
        } else {
            place_of(sums, word.address)
        };
        sums[place].figures.add(&word.figures);
        next = place + 1;
    }
}

fn place_of(words: &mut Vec<Word>, address: u16) -> usize {
    let found = words.iter().position(|word| word.address == address);
    found.unwrap_or_else(|| {
        words.push(Word {
            address,
            figures: Figures::default(),
        });
        words.len() - 1
    })
}

impl Probe for Rows {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        self.running.figures.cycles += 1;
        // A held PC does not hold IR (spec 02 section 5).
        self.in_ir = self.fetched;
        self.fetched = state.microcode_fetch.pc;
        if !signals.held {
            self.charge_word(self.fetched).executions += 1;
        }
    }

    #[inline(always)]
    fn dispatch(&mut self, _cycle: u64, jpc: u32, bytecode: u8) {
        self.end();
        self.begin_at(jpc, bytecode);
    }

    fn entry(&mut self, _cycle: u64, entry: Entry) {
        self.end();
        let opcode = match entry {
            Entry::Interrupt => op::SYS_INT,
            Entry::Exception => op::SYS_EXC,
        };
        self.begin(opcode, None);
    }

    #[inline(always)]
    fn memory_op(&mut self, _cycle: u64, operation: MemoryOp) {
        self.operation = operation;
    }

    #[inline(always)]
    fn transaction(&mut self, _cycle: u64, command: &Command) {
        self.slave = Slave::of(command.address);
    }

    #[inline(always)]
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        self.enter(&lookup);
        self.has_gone = true;
    }

    #[inline(always)]
    fn stall(&mut self, _cycle: u64) {
        let (operation, slave) = (self.operation, self.slave);
        let stalls = &mut self.running.figures.stalls;
        *stalls.cause(operation, slave) += 1;
        let word = self.charge_word(self.in_ir);
        *word.stalls.cause(operation, slave) += 1;
    }
}
