//! A straight-line interpreter of the microinstruction set: what every instruction does to the registers and
//! memories, written from spec 02 to 06, without cycles and without a line in common with the machine.
//!
//! One step executes one word. Where the specification lets an instruction see an older value - a branch its
//! condition, a load its address, an operand its byte - the distance is counted in words. A memory operation
//! happens as a whole when it starts; legal programs cannot tell, as they wait before they look.
//!
//! Order within the step of a word: the next word is fetched, and its flags `nxt` and `opd` act; then the word
//! is executed. So it is in the pipeline: the flags of a word act while the word before it is in IR.
//!
//! Programs that break a rule of spec 02 sections 4 and 5, or ask for something that depends on the cycle, end
//! the interpretation with a [`Left`]; up to there they count.

mod bytecodes;
mod coverage;
mod data_cache;
mod devices;
mod memory;
mod method_cache;
mod object_cache;
mod stack;

use std::collections::VecDeque;

use isa::MachineConfig;
use microcode::Program;

use crate::support::words::*;
use bytecodes::Bytecodes;
pub(crate) use coverage::{Case, Coverage};
use memory::{Memory, Start};
use stack::Stack;

/// Why the interpretation ended: what follows is not specified or depends on cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Left(pub(crate) &'static str);

/// A word that was fetched and is to be executed.
#[derive(Debug, Clone, Copy)]
struct Word {
    address: u16,
    /// Ten bits of microinstruction.
    code: u16,
    nxt: bool,
    opd: bool,
    /// What `nxt` dispatched.
    dispatch: Option<Dispatch>,
}

/// A dispatch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dispatch {
    /// Bytecode, or the one that an interrupt or exception replaced.
    pub(crate) bytecode: u8,
    /// ROM address it leads to.
    pub(crate) entry: u16,
    /// Java PC behind the bytecode.
    pub(crate) jpc: u32,
}

/// Words executed last, for the report of a failure.
const RECENT: usize = 40;

/// The interpreter.
pub(crate) struct Interpreter<'a> {
    program: &'a Program,
    pub(crate) stack: Stack,
    pub(crate) bytecodes: Bytecodes,
    pub(crate) memory: Memory,
    current: Word,
    /// Targets of branches whose delay slots are not over: behind the next word, and behind the one after it.
    redirects: [Option<u16>; 2],
    /// The operation whose pair of waits is not complete.
    busy: Option<Start>,
    /// Waits in a row.
    waits: u32,
    /// The load out of bounds whose exception comes behind its pair of waits (spec 04 section 8).
    late: Option<u64>,
    /// The next word is executed twice.
    repeat: bool,
    /// Words executed.
    pub(crate) executed: u64,
    last_multiply: Option<u64>,
    last_stjpc: Option<u64>,
    recent: VecDeque<u16>,
    coverage: Coverage,
}

impl<'a> Interpreter<'a> {
    /// At word 1, where execution starts after reset (spec 01 section 4).
    pub(crate) fn new(config: &MachineConfig, program: &'a Program, image: &[u32]) -> Self {
        let reset = Word {
            address: 0,
            code: NOP,
            nxt: false,
            opd: false,
            dispatch: None,
        };
        let mut interpreter = Self {
            program,
            stack: Stack::new(config, &program.stack_ram),
            bytecodes: Bytecodes::new(config),
            memory: Memory::new(config, image),
            current: reset,
            redirects: [None; 2],
            busy: None,
            waits: 0,
            late: None,
            repeat: false,
            executed: 0,
            last_multiply: None,
            last_stjpc: None,
            recent: VecDeque::with_capacity(RECENT),
            coverage: Coverage::default(),
        };
        interpreter.current = interpreter.fetch(1);
        interpreter
    }

    /// Executes to the end of the next word with `nxt`; `None` when the program idles instead.
    pub(crate) fn run_to_dispatch(&mut self, limit: u64) -> Result<Option<Dispatch>, Left> {
        loop {
            if self.idles() {
                return Ok(None);
            }
            if let Some(dispatch) = self.step()? {
                return Ok(Some(dispatch));
            }
            if self.executed > limit {
                return Err(Left("the program is long"));
            }
        }
    }

    /// Addresses of the words executed last, the oldest first.
    pub(crate) fn recent(&self) -> impl Iterator<Item = u16> + '_ {
        self.recent.iter().copied()
    }

    /// What the program has met.
    pub(crate) fn coverage(&self) -> Coverage {
        let mut coverage = self.coverage.clone();
        coverage.merge(&self.bytecodes.coverage);
        coverage.merge(&self.memory.coverage);
        coverage
    }

    /// At a jump to itself with two `nop` in its delay slots.
    fn idles(&self) -> bool {
        let at = |offset| self.program.word(self.current.address + offset);
        [at(0), at(1), at(2)] == [jmp(-1), NOP, NOP] && self.redirects == [None; 2]
    }

    fn fetch(&mut self, address: u16) -> Word {
        let address = address & 0x7ff;
        let word = self.program.word(address);
        let (nxt, opd) = (word & NXT != 0, word & OPD != 0);
        let system = &mut self.memory.bus.system;
        let table = &self.program.jump_table;
        Word {
            address,
            code: word & 0x3ff,
            nxt,
            opd,
            dispatch: self.bytecodes.fetch(nxt, opd, table, system),
        }
    }

    /// Executes one word; tells if it dispatched.
    fn step(&mut self) -> Result<Option<Dispatch>, Left> {
        let word = self.current;
        let address = self.successor(word);
        let next = self.fetch(address);
        self.check_flags(word, next)?;
        self.bytecodes.load_deferred_jpc();
        if self.memory.finish_putfield(self.bytecodes.operand)? {
            self.bytecodes.exc_pend = true;
        }
        self.stack.begin(self.bytecodes.operand_in_ir());
        self.execute(word, next)?;
        self.memory.end_of_step();
        self.latch_device_requests();
        self.count(word)?;
        self.current = next;
        if self.stack.met_limit() {
            return Err(Left("the stack met its limit"));
        }
        Ok(word.dispatch)
    }

    /// Address of the word after this one. A dispatch wins over a branch whose second delay slot it stands in.
    fn successor(&mut self, word: Word) -> u16 {
        let [due, later] = self.redirects;
        self.redirects = [later, None];
        let repeat = self.repeat;
        match word.dispatch {
            Some(dispatch) => {
                if due.is_some() {
                    self.coverage.meet(Case::BranchLost);
                }
                if repeat {
                    self.coverage.meet(Case::LateBoundsDispatch);
                }
                dispatch.entry
            }
            None if repeat => {
                self.coverage.meet(Case::LateBounds);
                word.address
            }
            None => due.unwrap_or(word.address + 1),
        }
    }

    /// Rules for the flags of the word that follows `word`.
    fn check_flags(&self, word: Word, next: Word) -> Result<(), Left> {
        if !next.nxt && !next.opd {
            return Ok(());
        }
        if next.code == WAIT {
            return Err(Left("a wait with a flag"));
        }
        if word.code == STJPC || self.words_since(self.last_stjpc) < 3 {
            return Err(Left("a flag less than four words behind stjpc"));
        }
        let second_wait = word.code == WAIT && self.waits == 1;
        if self.busy.is_some() && next.nxt && !second_wait {
            return Err(Left("a dispatch before the waits"));
        }
        if self.busy.is_some_and(|start| start.code == STBCRD) && !second_wait {
            return Err(Left("an operand during a method load"));
        }
        if next.nxt && self.memory.bus.device_written {
            return Err(Left("a dispatch directly behind a device's write"));
        }
        Ok(())
    }

    fn words_since(&self, word: Option<u64>) -> u64 {
        word.map_or(u64::MAX, |word| self.executed - word)
    }

    fn execute(&mut self, word: Word, next: Word) -> Result<(), Left> {
        self.check_operand_use(word.code)?;
        match word.code {
            JBR => self.java_branch(next)?,
            0x180..=0x1ff => {
                let zero = self.stack.in_ir().a == 0;
                let branch_if_zero = word.code < 0x1c0;
                if zero == branch_if_zero {
                    self.redirect(target(next.address, word.code, 6));
                } else {
                    self.coverage.meet(Case::BranchNotTaken);
                }
            }
            0x200.. => self.redirect(target(next.address, word.code, 9)),
            STJPC => {
                self.bytecodes.deferred_jpc = Some(self.stack.a);
                self.last_stjpc = Some(self.executed);
            }
            STMUL => {
                self.stack.multiply();
                self.last_multiply = Some(self.executed);
            }
            0x041..=0x04f | STGS | CINVAL => self.start(word.code)?,
            _ => {}
        }
        let external = self.external(word.code)?;
        if self.stack.execute(word.code, external) {
            self.coverage.meet(Case::ReadDuringWrite);
        }
        Ok(())
    }

    /// A branch goes to `target` behind its two delay slots.
    fn redirect(&mut self, target: u16) {
        let case = match self.redirects[0] {
            Some(_) => Case::BranchInDelaySlot,
            None => Case::BranchTaken,
        };
        self.coverage.meet(case);
        self.redirects[1] = Some(target);
    }

    /// The stream is unsteady for five words behind `stjpc` and during a method load.
    fn check_operand_use(&self, code: u16) -> Result<(), Left> {
        let uses = match code {
            LD | ST | JBR | LD_OPD_8U..=LD_OPD_16S => true,
            STGF | STPF | STPFR | STPS | STGS => !self.memory.is_native(),
            _ => false,
        };
        if uses && self.words_since(self.last_stjpc) < 5 {
            return Err(Left("an operand less than five words behind stjpc"));
        }
        if uses && self.busy.is_some_and(|start| start.code == STBCRD) {
            return Err(Left("an operand during a method load"));
        }
        Ok(())
    }

    /// What a push takes from outside the stack; 0 for all other instructions.
    fn external(&self, code: u16) -> Result<u32, Left> {
        let waits = || match self.busy {
            Some(_) => Err(Left("a result before the waits")),
            None => Ok(()),
        };
        Ok(match code {
            LDMRD => waits().map(|()| self.memory.data())?,
            LDBCSTART..=0x0e7 => waits().map(|()| 4 * self.memory.method_start())?,
            LDMUL if self.words_since(self.last_multiply) < 18 => {
                return Err(Left("ldmul less than 18 words behind stmul"));
            }
            LDJPC | 0x0f3 => self.bytecodes.jpc,
            _ => 0,
        })
    }

    fn java_branch(&mut self, next: Word) -> Result<(), Left> {
        if self.stack.previous_added() {
            self.coverage.meet(Case::JavaBranchBehindAdd);
        }
        let taken = self.bytecodes.branches(self.stack.flags());
        self.coverage.meet(if taken {
            Case::JavaBranchTaken
        } else {
            Case::JavaBranchNotTaken
        });
        if taken {
            if next.nxt || next.opd {
                return Err(Left("a flag directly behind a Java branch that is taken"));
            }
            self.bytecodes.branch();
        }
        Ok(())
    }

    fn start(&mut self, code: u16) -> Result<(), Left> {
        if self.busy.is_some() {
            return Err(Left("a memory operation during another"));
        }
        let start = Start {
            code,
            a: self.stack.a,
            b: self.stack.b,
            third: self.stack.third(),
            operand: self.bytecodes.operand,
        };
        let outcome = self.memory.start(start, &mut self.bytecodes.jbc)?;
        if outcome.late_exception {
            self.late = Some(self.executed);
        }
        if outcome.exception {
            self.bytecodes.exc_pend = true;
        }
        if outcome.busy {
            self.busy = Some(start);
        }
        Ok(())
    }

    fn latch_device_requests(&mut self) {
        let system = &mut self.memory.bus.system;
        self.bytecodes.exc_pend |= std::mem::take(&mut system.exception);
        self.bytecodes.int_pend |= std::mem::take(&mut system.interrupt);
    }

    /// Counts the word, and the waits that end a memory operation.
    fn count(&mut self, word: Word) -> Result<(), Left> {
        let plain = !matches!(word.code, 0x040..=0x04f | 0x101..=0x11f | 0x180..);
        if std::mem::take(&mut self.repeat) && !plain {
            return Err(Left("a memory operation or branch that is executed twice"));
        }
        self.waits = if word.code == WAIT { self.waits + 1 } else { 0 };
        if self.waits == 2 {
            self.busy = None;
            self.memory.bus.device_written = false;
            self.end_late_load()?;
        }
        self.executed += 1;
        self.coverage.execute(word.code);
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(word.address);
        Ok(())
    }

    /// With at most one wait state `bsy` falls in cycle 5 of a load out of bounds and rises again: the waits end
    /// before the exception is there, and the word behind them is held for one cycle more.
    fn end_late_load(&mut self) -> Result<(), Left> {
        if let Some(start) = self.late.take() {
            if self.executed - start > 6 {
                return Err(Left(
                    "many words between a load out of bounds and its waits",
                ));
            }
            self.bytecodes.raise_late();
            self.repeat = true;
        }
        Ok(())
    }
}

/// Target of a branch; the displacement counts from the word that follows it.
fn target(following: u16, code: u16, bits: u32) -> u16 {
    let shift = 16 - bits;
    let displacement = (code << shift) as i16 >> shift;
    following.wrapping_add_signed(displacement) & 0x7ff
}
