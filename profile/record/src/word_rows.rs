//! Rows with their microinstructions, of a machine of superblocks.
//!
//! A superblock tells of branches of the microcode and of stalls. From one to the next a bytecode's words are a [`Stretch`]: a row counts
//! these, and its words have their figures at the end. A bytecode that the reference executes, or a part of it, counts word by word.

use cross_profile::attribution::is_charged_to_callee;
use microcode::Program;
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::statistics::Stalls;
use sim_core::{MachineState, Probe};
use superblock::{Dispatch, Sums, Waited};

use crate::rows::{Figures, Rows, VerticalRow};
use crate::stretches::{Stretch, Stretches};

/// Records rows with their microinstructions, of all of a run.
#[derive(Debug, Clone)]
pub struct WordRows {
    rows: Rows,
    ways: Stretches,
    /// What superblocks have counted, by row.
    counts: Vec<Counts>,
    running: Running,
}

/// What superblocks have executed of a row.
#[derive(Debug, Clone, Default)]
struct Counts {
    executions: Vec<(Stretch, u64)>,
    waits: Vec<Wait>,
}

/// Stalls of a pair of `wait`.
#[derive(Debug, Clone)]
struct Wait {
    /// The way, and the place of the first of the two in it.
    place: (Stretch, u16),
    /// Cycles of both: the first holds the microcode for one cycle, the second for all others.
    stalls: [Stalls; 2],
}

/// What superblocks have executed of the bytecode that runs.
#[derive(Debug, Clone, Default)]
struct Running {
    /// The reference has executed its first word.
    is_entered: bool,
    /// Ways, the last one under way, and the number of words before that.
    ways: Vec<Stretch>,
    words: u64,
    /// The first cycle that is not counted.
    from: u64,
    /// The cycle in which the first word would be in IR, had nothing been held.
    begin: u64,
    stalls: Vec<Held>,
    /// The way that the bytecode before has ended with.
    before: Option<Stretch>,
}

/// A `wait` that has held the microcode.
#[derive(Debug, Clone, Copy)]
struct Held {
    place: (Stretch, u16),
    /// Its word among all of the bytecode.
    word: u64,
    last: (MemoryOp, Slave),
    cycles: u64,
}

impl WordRows {
    /// Of a machine in its first cycle with this microcode.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        Self {
            rows: Rows::default(),
            ways: Stretches::new(program),
            counts: Vec::new(),
            running: Running::default(),
        }
    }

    /// The rows that took cycles, by their places; with the cycle of the first dispatch.
    #[must_use]
    pub fn finish(mut self) -> Vec<VerticalRow> {
        for (row, counts) in self.counts.iter().enumerate() {
            counts.expand(&self.ways, self.rows.table.row(row));
        }
        self.rows.finish(true)
    }

    /// The bytecode that runs goes on in a superblock.
    #[inline(always)]
    fn begin(&mut self, bytecode: u8, cycle: u64) {
        let running = &mut self.running;
        running.before = running.ways.last().copied();
        running.ways.clear();
        running.ways.push(self.ways.of_entry(bytecode));
        running.stalls.clear();
        running.words = 0;
        running.begin = cycle;
    }

    /// A bytecode has ended in a superblock, with the dispatch in a cycle.
    #[inline(always)]
    fn end(&mut self, cycle: u64) {
        let cycles = cycle + 1 - self.running.from;
        if self.running.is_entered {
            self.end_mixed(cycles);
            return;
        }
        let has_gone = std::mem::take(&mut self.rows.has_gone);
        let row = match self.rows.row {
            Some(row) if !(has_gone && self.rows.opcode.is_some_and(is_charged_to_callee)) => row,
            place => {
                let gone = (self.rows.method, has_gone);
                self.rows
                    .table
                    .charged_row((self.rows.opcode, place), gone, 1)
            }
        };
        let figures = &mut self.rows.table.row(row).figures;
        figures.executions += 1;
        figures.cycles += cycles;
        if self.counts.len() <= row {
            self.counts.resize_with(row + 1, Counts::default);
        }
        let counts = &mut self.counts[row];
        for way in &self.running.ways {
            let mut known = counts.executions.iter_mut();
            match known.find(|(known, _)| known == way) {
                Some((_, executions)) => *executions += 1,
                None => {
                    counts.executions.push((*way, 1));
                    self.rows.table.add_places(row, self.ways.words(*way));
                }
            }
        }
        if !self.running.stalls.is_empty() {
            self.add_stalls(row);
        }
    }

    #[inline(never)]
    fn add_stalls(&mut self, row: usize) {
        let counts = &mut self.counts[row];
        let figures = &mut self.rows.table.row(row).figures;
        for held in &self.running.stalls {
            let (op, slave) = held.last;
            *figures.stalls.cause(op, slave) += held.cycles;
            let known = counts
                .waits
                .iter()
                .position(|wait| wait.place == held.place);
            let wait = known.unwrap_or_else(|| {
                counts.waits.push(Wait {
                    place: held.place,
                    stalls: Default::default(),
                });
                counts.waits.len() - 1
            });
            let [first, second] = &mut counts.waits[wait].stalls;
            *first.cause(op, slave) += 1;
            *second.cause(op, slave) += held.cycles - 1;
        }
    }

    /// The same of a bytecode whose first word, or more, the reference has executed.
    #[cold]
    fn end_mixed(&mut self, cycles: u64) {
        self.expand(u64::MAX);
        self.rows.running.figures.cycles += cycles;
        self.rows.end();
    }

    /// Counts what a superblock has executed word by word, up to a word of the bytecode, and gives the address of that.
    fn expand(&mut self, last: u64) -> u16 {
        let running = &self.running;
        let ways = running.ways.iter().flat_map(|way| self.ways.words(*way));
        let (mut address, mut words) = (0, Vec::new());
        for (number, word) in (0..=last).zip(ways) {
            address = *word;
            words.push(address);
            if number > 0 || !running.is_entered {
                self.rows.charge_word(address).executions += 1;
            }
        }
        for held in &running.stalls {
            let (op, slave) = held.last;
            *self.rows.running.figures.stalls.cause(op, slave) += held.cycles;
            let word = held.word as usize;
            for (address, cycles) in words[word..].iter().zip([1, held.cycles - 1]) {
                self.rows.add_stall(*address, (op, slave), cycles);
            }
        }
        address
    }
}

impl Counts {
    fn expand(&self, ways: &Stretches, row: &mut VerticalRow) {
        for (way, executions) in &self.executions {
            for address in ways.words(*way) {
                row.add_word(
                    *address,
                    &Figures {
                        executions: *executions,
                        cycles: *executions,
                        stalls: Stalls::default(),
                    },
                );
            }
        }
        for Wait { place, stalls } in &self.waits {
            let words = &ways.words(place.0)[usize::from(place.1)..];
            for (address, stalls) in words.iter().zip(stalls) {
                row.add_word(
                    *address,
                    &Figures {
                        executions: 0,
                        cycles: stalls.total(),
                        stalls: *stalls,
                    },
                );
            }
        }
    }
}

impl Probe for WordRows {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        // Rows cut bytecodes a cycle later than contexts do.
        if state.cycle != 0 {
            self.rows.cycle(state, signals);
        }
    }

    #[inline(always)]
    fn dispatch(&mut self, cycle: u64, jpc: u32, bytecode: u8) {
        self.rows.dispatch(cycle, jpc, bytecode);
    }

    fn entry(&mut self, cycle: u64, entry: Entry) {
        self.rows.entry(cycle, entry);
    }

    #[inline(always)]
    fn memory_op(&mut self, cycle: u64, op: MemoryOp) {
        self.rows.memory_op(cycle, op);
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        self.rows.transaction(cycle, command);
    }

    #[inline(always)]
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.rows.lookup(cycle, lookup);
    }

    #[inline(always)]
    fn stall(&mut self, cycle: u64) {
        self.rows.stall(cycle);
    }
}

impl Sums for WordRows {
    fn entered(&mut self, cycle: u64, bytecode: u8) {
        self.begin(bytecode, cycle);
        self.running.from = cycle;
        self.running.is_entered = true;
    }

    fn left(&mut self, cycle: u64, last: (MemoryOp, Slave), _load: Option<u64>) {
        self.rows.running.figures.cycles += cycle - self.running.from;
        self.rows.fetched = match cycle.checked_sub(self.running.begin) {
            Some(word) => self.expand(word),
            // The first word is not in IR yet.
            None => {
                let before = self.running.before.iter();
                let words = before.flat_map(|way| self.ways.words(*way).last());
                words.last().copied().unwrap_or(0)
            }
        };
        (self.rows.operation, self.rows.slave) = last;
    }

    #[inline(always)]
    fn dispatched(&mut self, dispatch: &Dispatch) {
        self.end(dispatch.cycle);
        self.rows.begin_at(dispatch.jpc, dispatch.bytecode);
        self.begin(dispatch.bytecode, dispatch.cycle + 2);
        self.running.from = dispatch.cycle + 1;
        self.running.is_entered = false;
    }

    #[inline(always)]
    fn looked_up(&mut self, waited: &Waited) {
        self.rows.lookup(waited.answer, waited.lookup);
    }

    #[inline(always)]
    fn stalled(&mut self, from: u64, last: (MemoryOp, Slave), cycles: u64) {
        let running = &mut self.running;
        let word = from - running.begin;
        let way = running.ways[running.ways.len() - 1];
        running.stalls.push(Held {
            place: (way, (word - running.words) as u16),
            word,
            last,
            cycles,
        });
        running.begin += cycles;
    }

    #[inline(always)]
    fn branched(&mut self, taken: bool) {
        let running = &mut self.running;
        let way = running.ways[running.ways.len() - 1];
        running.words += self.ways.words(way).len() as u64;
        running.ways.push(self.ways.behind(way, taken));
    }
}
