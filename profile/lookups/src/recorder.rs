//! The probe that records a trace.

use std::io::{self, Write};

use isa::{Bytecode, MachineConfig, Operands, op};
use method_cache::replay::{CallKind, load_words};
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::probe::{Entry, MethodLookup, Probe};
use sim_core::simpcon::Command;
use superblock::{Dispatch, Sums, Waited};

use crate::format::{Header, Summary};
use crate::load_time::LoadTime;
use crate::symbol::Symbol;
use crate::time_use::{Callers, TimeCause, TimeUse, cause_of};
use crate::writer::Writer;

/// For each bytecode the distances, a bit each, at which the next one continues its run: any length of a bytecode, but
/// of a branch its own alone, as a taken one can lead over the bytecode behind it.
const CONTINUES: [u8; 256] = {
    let mut distances = [0b11_1110; 256];
    let mut code = 0;
    while code < distances.len() {
        if matches!(Bytecode::ALL[code].operands(), Operands::Branch) {
            distances[code] = 1 << 3;
        }
        code += 1;
    }
    distances
};

/// A lookup whose microcode is under way.
#[derive(Debug, Clone, Copy, Default)]
struct Pending {
    strobe: u64,
    address: u32,
    length: u32,
    hit: bool,
    /// Java PC of the method's first byte.
    start: u32,
    /// Cycles from the strobe to the first `wait`; none before it.
    hidden: Option<u16>,
    stall: u64,
}

/// Records the lookups of a run, and, if the header requests it, the runs of bytecodes between them.
#[derive(Debug, Clone)]
pub struct Recorder<W> {
    writer: Writer<W>,
    config: MachineConfig,
    load_time: LoadTime,
    /// Code of `main`.
    main: Option<u32>,
    in_main: bool,
    callers: Callers,
    summary: Summary,
    /// The last strobe was that of a lookup.
    loading: bool,
    pending: Option<Pending>,
    /// An interrupt or exception took a bytecode's place.
    entered: bool,
    /// The bytecode dispatched last, and its Java PC.
    bytecode: u8,
    jpc: u32,
    /// Distances at which the next bytecode continues the run, a bit each; none once a lookup has begun.
    continues: u8,
    /// True if runs of bytecodes are recorded, and the Java PC at which the one under way began.
    records_runs: bool,
    run: Option<u32>,
    /// The running method: address, length, Java PC of its first byte.
    method: u32,
    length: u32,
    start: u32,
}

impl<W: Write> Recorder<W> {
    /// Begins a trace in `to`; `main` is the code of `main`, see [`crate::main_address`].
    ///
    /// # Errors
    /// When the header cannot be written.
    pub fn new(to: W, header: &Header, main: Option<u32>) -> io::Result<Self> {
        Ok(Self {
            writer: Writer::new(to, header)?,
            config: header.machine.clone(),
            load_time: LoadTime::of(&header.machine),
            main,
            in_main: false,
            callers: Callers::default(),
            summary: Summary::default(),
            loading: false,
            pending: None,
            entered: false,
            bytecode: 0,
            jpc: 0,
            continues: 0,
            records_runs: header.runs,
            run: None,
            method: 0,
            length: 0,
            start: 0,
        })
    }

    /// Ends the trace of a run of so many cycles.
    ///
    /// # Errors
    /// When anything could not be written.
    pub fn finish(mut self, cycles: u64) -> io::Result<(Summary, W)> {
        self.end_run();
        self.end_lookup();
        self.summary.cycles = cycles;
        let to = self.writer.finish(&mut self.summary)?;
        Ok((self.summary, to))
    }

    /// Counts so far.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    fn begin_lookup(&mut self, cycle: u64) {
        self.end_lookup();
        self.continues = 0;
        self.pending = Some(Pending {
            strobe: cycle,
            ..Pending::default()
        });
    }

    /// Writes the lookup that was under way, as its microcode is over.
    fn end_lookup(&mut self) {
        let Some(lookup) = self.pending.take() else {
            return;
        };
        let hidden = lookup.hidden.unwrap_or(u16::MAX);
        let expected = self.load_time.stall(lookup.hit, lookup.length, hidden);
        if lookup.hidden.is_none() || lookup.stall != expected {
            self.summary.unexplained += 1;
        }
        let returns = !std::mem::take(&mut self.entered) && Bytecode::of(self.bytecode).is_return();
        self.summary.lookups += 1;
        self.summary.load_stalls += lookup.stall;
        let words = load_words(lookup.length);
        self.summary.longest_method = self.summary.longest_method.max(words);
        if !lookup.hit {
            let misses = if returns {
                &mut self.summary.return_misses
            } else {
                &mut self.summary.invoke_misses
            };
            *misses += 1;
            self.summary.words_loaded += u64::from(words);
        }
        if returns {
            self.callers.return_to(lookup.address);
        } else {
            let byte = self.jpc.wrapping_sub(self.start);
            self.callers.invoke(self.method, byte);
        }
        self.method = lookup.address;
        self.length = lookup.length;
        self.start = lookup.start;
        self.in_main |= Some(lookup.address) == self.main;
        self.writer.put(Symbol::Lookup {
            address: lookup.address,
            length: lookup.length,
            kind: if returns {
                CallKind::Return
            } else {
                CallKind::Invoke
            },
            hidden,
        });
    }

    /// Writes the run that ends with the bytecode dispatched last.
    fn end_run(&mut self) {
        let Some(first) = self.run.take() else {
            return;
        };
        // Only a program that has lost its way leaves its method.
        let most = load_words(self.length) * 4 - 1;
        let first = first.wrapping_sub(self.start).min(most);
        let last = self.jpc.wrapping_sub(self.start) + operand_bytes(self.bytecode);
        self.summary.runs += 1;
        self.writer.put(Symbol::Run {
            first: first as u16,
            last: last.clamp(first, most) as u16,
        });
    }

    fn add_load_stall(&mut self, cycles: u64) {
        match &mut self.pending {
            Some(pending) => pending.stall += cycles,
            None => self.summary.unexplained += cycles,
        }
    }

    /// A bytecode that does not follow the one before; called before the recorder takes it in.
    #[inline(never)]
    fn jump(&mut self, jpc: u32) {
        self.end_run();
        self.end_lookup();
        if self.records_runs && self.summary.lookups > 0 {
            self.run = Some(jpc);
        }
    }

    /// The program, which waits, is told in this cycle that its input has ended.
    pub fn input_ended(&mut self, cycle: u64) {
        self.sees_time(cycle, TimeCause::EndOfInput);
    }

    /// Input of the program arrives in this cycle.
    pub fn input_arrived(&mut self, cycle: u64) {
        // What is there from the first cycle on is there on every machine.
        if cycle > 0 {
            self.sees_time(cycle, TimeCause::Input);
        }
    }

    #[cold]
    fn sees_time(&mut self, cycle: u64, cause: TimeCause) {
        self.summary.time_uses += 1;
        let known = &self.summary.first_time_use;
        if known
            .as_ref()
            .is_none_or(|known| self.in_main && !known.in_main)
        {
            self.summary.first_time_use = Some(TimeUse {
                cause,
                method: self.method,
                offset: self.jpc.wrapping_sub(self.start),
                cycle,
                in_main: self.in_main,
                callers: self.callers.innermost(),
            });
        }
    }
}

impl<W: Write> Probe for Recorder<W> {
    #[inline(always)]
    fn dispatch(&mut self, _cycle: u64, jpc: u32, bytecode: u8) {
        self.summary.bytecodes += 1;
        let distance = jpc.wrapping_sub(self.jpc);
        if distance >= u8::BITS || self.continues >> distance & 1 == 0 {
            self.jump(jpc);
        }
        self.jpc = jpc;
        self.bytecode = bytecode;
        self.continues = CONTINUES[usize::from(bytecode)];
    }

    fn entry(&mut self, cycle: u64, entry: Entry) {
        self.end_run();
        self.end_lookup();
        self.entered = true;
        self.continues = 0;
        if entry == Entry::Interrupt {
            self.sees_time(cycle, TimeCause::Interrupt);
        }
    }

    #[inline(always)]
    fn memory_op(&mut self, cycle: u64, op: MemoryOp) {
        self.loading = op == MemoryOp::MethodLoad;
        if self.loading {
            self.begin_lookup(cycle);
        }
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        if let Some(cause) = cause_of(command, &self.config) {
            self.sees_time(cycle, cause);
        }
    }

    #[inline]
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        if let Some(pending) = &mut self.pending {
            pending.address = lookup.address;
            pending.length = lookup.length;
            pending.hit = lookup.hit;
            pending.start = lookup.start_word << 2;
        }
    }

    #[inline(always)]
    fn wait(&mut self, cycle: u64) {
        if let (true, Some(pending)) = (self.loading, &mut self.pending)
            && pending.hidden.is_none()
        {
            let hidden = cycle - pending.strobe;
            pending.hidden = Some(u16::try_from(hidden).unwrap_or(u16::MAX));
        }
    }

    #[inline(always)]
    fn stall(&mut self, _cycle: u64) {
        if self.loading {
            self.add_load_stall(1);
        }
    }
}

impl<W: Write> Sums for Recorder<W> {
    #[inline(always)]
    fn left(&mut self, _cycle: u64, (op, _): (MemoryOp, Slave), load: Option<u64>) {
        self.loading = op == MemoryOp::MethodLoad;
        if let Some(strobe) = load {
            self.begin_lookup(strobe);
        }
    }

    #[inline(always)]
    fn dispatched(&mut self, dispatch: &Dispatch) {
        self.dispatch(dispatch.cycle, dispatch.jpc, dispatch.bytecode);
    }

    #[inline(always)]
    fn device(&mut self, cycle: u64, command: &Command, _answer: u32) {
        self.transaction(cycle, command);
    }

    #[inline(always)]
    fn looked_up(&mut self, waited: &Waited) {
        self.memory_op(waited.strobe, MemoryOp::MethodLoad);
        self.lookup(waited.answer, waited.lookup);
        self.wait(waited.wait);
    }

    #[inline(always)]
    fn stalled(&mut self, _from: u64, (op, _slave): (MemoryOp, Slave), cycles: u64) {
        if op == MemoryOp::MethodLoad {
            self.add_load_stall(cycles);
        }
    }
}

/// Operand bytes that microcode fetches of the bytecodes that can end a run: branches, calls, and those that a Java
/// method carries out (spec 11 section 13).
fn operand_bytes(bytecode: u8) -> u32 {
    match bytecode {
        op::INVOKEINTERFACE => 4,
        op::IFEQ..=op::GOTO
        | op::INVOKEVIRTUAL..=op::INVOKESTATIC
        | op::NEW
        | op::ANEWARRAY
        | op::CHECKCAST
        | op::INSTANCEOF
        | op::IFNULL
        | op::IFNONNULL
        | op::PUTSTATIC_REF
        | op::PUTFIELD_REF
        | op::INVOKESUPER => 2,
        op::NEWARRAY => 1,
        _ => 0,
    }
}
