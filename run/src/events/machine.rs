//! Events of the machine, from its cycles or from the sums of superblocks.
//!
//! A bytecode lasts from the cycle in which `nxt` is on the ROM output to the one before the next. A cycle in
//! which `wait` holds the microcode belongs to the memory operation in flight. The copy unit, which reads and writes, counts as a write.

use isa::{Spent, op};
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::main_memory::Words;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::statistics::Stalls;
use sim_core::{MachineState, Probe};
use superblock::{Dispatch, Sums, Waited};

use super::{
    Events, Lookup, Passed, Retired, Stayed, Use, Wrote, comes_alone, is_entry, tell_access,
};
use crate::lock::device_access;

/// Tells a recorder what a machine does.
#[derive(Debug, Clone)]
pub struct MachineEvents<R> {
    recorder: R,
    /// The bytecode or entry that runs; none before the first.
    opcode: Option<u8>,
    /// Its Java PC; the last bytecode's in an entry.
    jpc: u32,
    /// Cycle of its dispatch, and the one after the last that was seen.
    since: u64,
    now: u64,
    /// Cycles in which it has waited; [`Spent::cycles`] is not counted.
    waits: Spent,
    stalls: Stalls,
    /// The answer to its lookup, and the cycle of that.
    lookup: Option<(MethodLookup, u64)>,
    /// The method that runs: word address of its code, and its first word in the bytecode RAM.
    at: (u32, u32),
    /// Bytecodes that stayed in their method and are not told yet.
    passed: Passed,
    uses: Box<[Use; 256]>,
    operation: MemoryOp,
    slave: Slave,
    /// A write of the reference's last cycle.
    written: Option<(u64, (u32, u32))>,
    /// An access of a device in that cycle, which does not show its answer yet.
    accessed: Option<(u64, Command)>,
    /// What the recorder asks for.
    each: bool,
    stayed: bool,
    due: u64,
}

impl<R: Events> MachineEvents<R> {
    const DEVICES: bool = R::DEVICES || R::LOCKS;

    /// Tells this recorder of a machine in its first cycle.
    #[must_use]
    pub fn new(recorder: R) -> Self {
        let mut events = Self {
            recorder,
            opcode: None,
            jpc: 0,
            since: 0,
            now: 0,
            waits: Spent::default(),
            stalls: Stalls::default(),
            lookup: None,
            at: (0, 0),
            passed: Passed::default(),
            uses: Box::new([Use::default(); 256]),
            operation: MemoryOp::None,
            slave: Slave::Memory,
            written: None,
            accessed: None,
            each: false,
            stayed: false,
            due: u64::MAX,
        };
        events.ask();
        events
    }

    /// The recorder; the sums are told as far as bytecodes have ended.
    pub fn recorder(&mut self) -> &mut R {
        self.flush();
        &mut self.recorder
    }

    /// The recorder after the run; the bytecode that runs ends with its cycles so far.
    #[must_use]
    pub fn finish(mut self) -> R {
        if let Some((cycle, (address, word))) = self.written.take() {
            self.wrote_unseen(cycle, address, word);
        }
        if let Some((cycle, command)) = self.accessed.take_if(|(_, command)| command.wr) {
            self.access(cycle, &command, 0);
        }
        self.flush();
        let lookup = self.lookup.take();
        let lookup = lookup.map(|(lookup, answer)| told(&lookup, answer));
        let last = self.retire(self.now, 0);
        match self.opcode {
            None => self.recorder.started(&last),
            Some(opcode) => {
                if let (Some(pc), true) = (last.pc, self.each || comes_alone(opcode)) {
                    self.recorder.begins(last.method, pc, opcode);
                }
                self.recorder.cut(&last, lookup.as_ref());
            }
        }
        self.stop()
    }

    /// The recorder after what has ended; what runs is not told.
    #[must_use]
    pub fn stop(mut self) -> R {
        self.flush();
        self.recorder.used(&self.uses);
        self.recorder
    }

    /// Nothing is told from the dispatch of this cycle on, which the adapter has seen.
    pub fn pause(&mut self) {
        self.flush();
        (self.waits, self.stalls, self.lookup) = Default::default();
    }

    /// Told from the dispatch of this cycle on, in this method.
    pub fn resume(&mut self, cycle: u64, at: &MethodLookup) {
        self.pause();
        self.since = cycle;
        self.at = (at.address, at.start_word);
        self.ask();
    }

    /// A transaction while nothing is told: threads are numbered in the order of their first run all the same.
    pub fn unseen(&mut self, cycle: u64, command: &Command) {
        self.slave = Slave::of(command.address);
        if command.wr {
            self.wrote_unseen(cycle, command.address, command.wr_data);
        }
    }

    fn wrote_unseen(&mut self, cycle: u64, address: u32, word: u32) {
        if self.recorder.watches(address) {
            self.tell_write(&Wrote {
                cycle,
                address,
                word,
                memory: None,
            });
        }
    }

    fn flush(&mut self) {
        let passed = std::mem::take(&mut self.passed);
        if passed.bytecodes > 0 {
            self.recorder.passed(&passed);
        }
    }

    /// What the recorder asks for may be another after each event.
    #[inline(always)]
    fn ask(&mut self) {
        self.each = self.recorder.each();
        if R::STAYED {
            self.stayed = self.recorder.wants_stayed();
        }
        if R::TIMED {
            self.due = self.recorder.due();
        }
    }

    /// The running bytecode ends with the dispatch of this cycle; `vp` is the frame pointer after it.
    #[inline(always)]
    fn end(&mut self, cycle: u64, vp: u32) {
        match self.opcode {
            Some(opcode) if self.stays(opcode) => self.pass(cycle, opcode),
            _ => self.end_alone(cycle, vp),
        }
        self.since = cycle;
        if R::TIMED && cycle >= self.due {
            self.reach(cycle);
        }
    }

    /// The running bytecode is told with others.
    #[inline(always)]
    fn stays(&self, opcode: u8) -> bool {
        self.lookup.is_none() && self.waits.load == 0 && !self.each && !comes_alone(opcode)
    }

    #[inline(always)]
    fn pass(&mut self, cycle: u64, opcode: u8) {
        let cycles = cycle - self.since;
        if R::STAYED && self.stayed {
            self.tell_stayed(opcode, cycles);
        }
        let own = &mut self.uses[usize::from(opcode)];
        own.count += 1;
        own.cycles += cycles;
        self.passed.bytecodes += 1;
        self.passed.spent.cycles += cycles;
        if self.waits.memory_read | self.waits.memory_write != 0 {
            let waits = std::mem::take(&mut self.waits);
            self.passed.spent.memory_read += waits.memory_read;
            self.passed.spent.memory_write += waits.memory_write;
            if R::CAUSES {
                self.stalls = Stalls::default();
            }
        }
    }

    #[inline(always)]
    fn tell_stayed(&mut self, opcode: u8, cycles: u64) {
        self.recorder.stayed(&Stayed {
            method: self.at.0,
            pc: self.pc(),
            opcode,
            spent: Spent {
                cycles,
                ..self.waits
            },
            stalls: self.stalls,
        });
    }

    /// Byte offset of the running bytecode.
    #[inline(always)]
    fn pc(&self) -> u32 {
        // One bit wider than an address of the bytecode RAM, and no RAM is as large as this.
        self.jpc.wrapping_sub(self.at.1 << 2) & 0xFFFF
    }

    // Out of the loop over bytecodes that stay.
    #[inline(never)]
    fn end_alone(&mut self, cycle: u64, vp: u32) {
        let retired = self.retire(cycle, vp);
        if let Some((lookup, _)) = self.lookup.take() {
            self.at = (lookup.address, lookup.start_word);
        }
        if retired.pc.is_some() && retired.lookup.is_some() {
            let passed = std::mem::take(&mut self.passed);
            self.recorder.moved(&passed, &retired);
        } else {
            self.tell_alone(&retired);
        }
        self.ask();
    }

    #[inline(always)]
    fn retire(&mut self, cycle: u64, vp: u32) -> Retired {
        let has_place = self.opcode.is_some_and(|opcode| !is_entry(opcode));
        Retired {
            cycle: self.since,
            method: self.at.0,
            pc: has_place.then(|| self.pc()),
            opcode: self.opcode.unwrap_or(op::NOP),
            spent: Spent {
                cycles: cycle - self.since,
                ..std::mem::take(&mut self.waits)
            },
            stalls: std::mem::take(&mut self.stalls),
            lookup: self
                .lookup
                .as_ref()
                .map(|(lookup, answer)| told(lookup, *answer)),
            frame: vp,
        }
    }

    #[inline(never)]
    fn tell_alone(&mut self, retired: &Retired) {
        self.flush();
        if self.opcode.is_none() {
            self.recorder.started(retired);
            return;
        }
        if let (None, Some(pc)) = (retired.lookup, retired.pc) {
            self.recorder.begins(retired.method, pc, retired.opcode);
        }
        self.recorder.retired(retired);
    }

    #[inline(never)]
    fn reach(&mut self, cycle: u64) {
        self.flush();
        self.recorder.reached(cycle);
        self.ask();
    }

    #[inline(always)]
    fn write(&mut self, cycle: u64, (address, word): (u32, u32), memory: &Words) {
        if self.recorder.watches(address) {
            self.tell_write(&Wrote {
                cycle,
                address,
                word,
                memory: Some(memory),
            });
        }
    }

    #[inline(never)]
    fn tell_write(&mut self, wrote: &Wrote<'_>) {
        self.flush();
        self.recorder.wrote(wrote);
        self.ask();
    }

    #[inline(never)]
    fn access(&mut self, cycle: u64, command: &Command, answer: u32) {
        self.flush();
        tell_access(&mut self.recorder, &device_access(cycle, command, answer));
        self.ask();
    }

    #[inline(always)]
    fn stall(&mut self, operation: MemoryOp, slave: Slave, cycles: u64) {
        if R::CAUSES {
            *self.stalls.cause(operation, slave) += cycles;
        }
        match operation {
            MemoryOp::MethodLoad => self.waits.load += cycles,
            MemoryOp::Write
            | MemoryOp::WriteAssociative
            | MemoryOp::PutStatic
            | MemoryOp::PutField
            | MemoryOp::PutFieldReference
            | MemoryOp::ArrayStore
            | MemoryOp::Copy => self.waits.memory_write += cycles,
            _ => self.waits.memory_read += cycles,
        }
    }
}

impl<R: Events> Probe for MachineEvents<R> {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        if let Some((cycle, write)) = self.written.take() {
            self.write(cycle, write, &state.memory_system.memory.words);
        }
        if Self::DEVICES
            && let Some((cycle, command)) = self.accessed.take()
        {
            let answer = state.memory_system.io.response().rd_data;
            self.access(cycle, &command, answer);
        }
        if signals.rom_data.nxt() {
            self.end(state.cycle, state.stack.vp());
        }
        if R::CYCLES {
            self.recorder.cycle(state.cycle, state.stack.sp());
        }
        self.now = state.cycle + 1;
    }

    #[inline(always)]
    fn dispatch(&mut self, _cycle: u64, jpc: u32, bytecode: u8) {
        (self.opcode, self.jpc) = (Some(bytecode), jpc);
    }

    fn entry(&mut self, _cycle: u64, entry: Entry) {
        self.opcode = Some(match entry {
            Entry::Interrupt => op::SYS_INT,
            Entry::Exception => op::SYS_EXC,
        });
    }

    #[inline(always)]
    fn memory_op(&mut self, _cycle: u64, operation: MemoryOp) {
        self.operation = operation;
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        self.slave = Slave::of(command.address);
        if command.wr && self.recorder.watches(command.address) {
            self.written = Some((cycle, (command.address, command.wr_data)));
        }
        if Self::DEVICES && self.slave == Slave::Io {
            self.accessed = Some((cycle, *command));
        }
    }

    #[inline(always)]
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.lookup = Some((lookup, cycle));
    }

    #[inline(always)]
    fn stall(&mut self, _cycle: u64) {
        self.stall(self.operation, self.slave, 1);
    }
}

impl<R: Events> Sums for MachineEvents<R> {
    #[inline(always)]
    fn left(&mut self, cycle: u64, last: (MemoryOp, Slave), _load: Option<u64>) {
        self.now = cycle;
        (self.operation, self.slave) = last;
    }

    #[inline(always)]
    fn dispatched(&mut self, dispatch: &Dispatch) {
        self.end(dispatch.cycle, dispatch.vp);
        (self.opcode, self.jpc) = (Some(dispatch.bytecode), dispatch.jpc);
    }

    #[inline(always)]
    fn wrote(&mut self, cycle: u64, write: (u32, u32), memory: &Words) {
        self.write(cycle, write, memory);
    }

    #[inline(always)]
    fn device(&mut self, cycle: u64, command: &Command, answer: u32) {
        if Self::DEVICES {
            self.access(cycle, command, answer);
        }
    }

    #[inline(always)]
    fn looked_up(&mut self, waited: &Waited) {
        self.lookup = Some((waited.lookup, waited.answer));
    }

    #[inline(always)]
    fn stalled(&mut self, _from: u64, (operation, slave): (MemoryOp, Slave), cycles: u64) {
        self.stall(operation, slave, cycles);
    }
}

#[inline(always)]
fn told(lookup: &MethodLookup, answer: u64) -> Lookup {
    Lookup {
        method: lookup.address,
        words: lookup.length,
        hit: lookup.hit,
        answer,
    }
}
