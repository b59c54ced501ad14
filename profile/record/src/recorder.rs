//! The probe that counts every bytecode by its place.
//!
//! A bytecode lasts from the cycle in which the `nxt` before it is on the ROM output to the one before the next, as in
//! calling-context profiles. Its offset is the Java PC minus the start of its method in the bytecode RAM, known from the last
//! lookup. A cycle counts for the microcode word that comes onto the ROM output when it ends, so a bytecode
//! has its own words, and a cycle in which `wait` holds counts for the word that is held.

use cross_profile::attribution::is_charged_to_callee;
use isa::{Bytecode, MachineConfig, op};
use jopizer::Symbols;
use rustc_hash::FxHashMap;
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::{MachineState, Probe};

use crate::counts::{Counts, Wait};
use crate::gate::Gate;
use crate::limits::{Limits, LimitsError};
use crate::profile::{InstructionProfile, MicroCounts, Site};

/// Grain of the recorder.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Detail {
    /// Bytecodes.
    #[default]
    Bytecodes,
    /// Bytecodes and the microcode addresses in each, at several times the cost.
    Microcode,
}

#[derive(Debug, Clone, Copy)]
struct LastCycle {
    held: bool,
    /// Microcode address on the ROM output.
    address: u16,
}

/// Counts every bytecode of a run.
#[derive(Debug, Clone)]
pub struct Recorder {
    detail: Detail,
    /// Bits of the Java PC.
    jpc_mask: u32,
    /// Method that the last lookup found, and its start in the bytecode RAM. Unit: words, bytes.
    method: u32,
    start: u32,
    /// Place of the running bytecode; none in an entry.
    place: Option<Site>,
    /// The bytecode or entry that runs; none before the first.
    opcode: Option<u8>,
    /// It has gone to another method.
    has_gone: bool,
    /// Cost of the running site since it was entered.
    running: Counts,
    wait: Wait,
    /// The cycle before, until the word is known that it counts for.
    last: Option<LastCycle>,
    /// Words of the running site's cycles, and whether they were held.
    words: Vec<(u16, bool)>,
    sites: FxHashMap<Site, Counts>,
    calls: FxHashMap<u32, u64>,
    microcode: FxHashMap<(Site, u16), MicroCounts>,
    /// What is to be recorded; all, if there is none.
    gate: Option<Box<Gate>>,
}

impl Recorder {
    /// A recorder for a machine of this configuration.
    #[must_use]
    pub fn new(config: &MachineConfig, detail: Detail) -> Self {
        Self {
            detail,
            // One bit wider than an address of the bytecode RAM.
            jpc_mask: (2 << config.jpc_width) - 1,
            method: 0,
            start: 0,
            place: Some(Site::Start),
            opcode: None,
            has_gone: false,
            calls: FxHashMap::default(),
            running: Counts::default(),
            wait: Wait {
                operation: MemoryOp::None,
                slave: Slave::Memory,
            },
            last: None,
            words: Vec::new(),
            sites: FxHashMap::default(),
            microcode: FxHashMap::default(),
            gate: None,
        }
    }

    /// Records only what is within these limits.
    ///
    /// # Errors
    /// When the limits mean nothing in an image with these symbols.
    pub fn within(
        mut self,
        limits: &Limits,
        symbols: Option<&Symbols>,
    ) -> Result<Self, LimitsError> {
        self.gate = Some(Box::new(Gate::new(limits.resolve(symbols)?, symbols)));
        Ok(self)
    }

    fn is_open(&self) -> bool {
        self.gate.as_ref().is_none_or(|gate| gate.is_open)
    }

    /// The recording; the running site counts with its cycles so far.
    #[must_use]
    pub fn finish(mut self) -> InstructionProfile {
        // No word follows the last cycle; it stays with its own.
        if let Some(last) = self.last {
            self.words.push((last.address, last.held));
        }
        self.flush();
        InstructionProfile {
            sites: self.sites.into_iter().collect(),
            calls: self.calls.into_iter().collect(),
            microcode: self.microcode.into_iter().collect(),
        }
    }

    /// What runs ends; its cycles are charged by the rule of [`cross_profile::attribution`].
    fn flush(&mut self) {
        let has_gone = std::mem::take(&mut self.has_gone);
        if self.running.cycles == 0 && self.running.executions == 0 {
            return;
        }
        if !self.is_open() {
            self.forget();
            return;
        }
        let method = self.method;
        let site = match (self.opcode, self.place) {
            (Some(opcode), place) if has_gone && is_charged_to_callee(opcode) => {
                if let Some(place) = place {
                    self.sites.entry(place).or_default().executions += self.running.executions;
                }
                Site::Dispatch { method, opcode }
            }
            // An entry whose call was not seen, as the run was cut.
            (Some(opcode), None) => Site::Dispatch { method, opcode },
            (_, place) => place.unwrap_or(Site::Start),
        };
        self.sites.entry(site).or_default().add(&self.running);
        for (address, held) in self.words.drain(..) {
            let counts = self.microcode.entry((site, address)).or_default();
            counts.cycles += 1;
            counts.stalls += u64::from(held);
        }
        self.forget();
    }

    /// Nothing has run since the last bytecode.
    fn forget(&mut self) {
        self.running.executions = 0;
        self.running.cycles = 0;
        self.running.waits.clear();
        self.words.clear();
    }

    /// A bytecode at this place begins, or an entry, which has none.
    fn enter(&mut self, opcode: u8, place: Option<Site>) {
        self.opcode = Some(opcode);
        self.place = place;
        self.running.executions = 1;
    }
}

impl Probe for Recorder {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        if self.detail == Detail::Microcode {
            let address = state.microcode_fetch.rom_address;
            if let Some(last) = self.last {
                self.words.push((address, last.held));
            }
            self.last = Some(LastCycle {
                held: signals.held,
                address,
            });
        }
        if signals.rom_data.nxt() {
            self.flush();
            if let Some(gate) = &mut self.gate {
                gate.decide(state.cycle);
                gate.ended(state.cycle, state.stack.vp());
                gate.is_open = gate.wanted;
            }
        }
        self.running.cycles += 1;
    }

    #[inline(always)]
    fn dispatch(&mut self, cycle: u64, jpc: u32, bytecode: u8) {
        if let Some(gate) = &mut self.gate {
            gate.dispatch(cycle, jpc, bytecode);
        }
        let offset = jpc.wrapping_sub(self.start) & self.jpc_mask;
        let method = self.method;
        self.enter(bytecode, Some(Site::Bytecode { method, offset }));
    }

    fn entry(&mut self, cycle: u64, entry: Entry) {
        if let Some(gate) = &mut self.gate {
            gate.entry(cycle, entry);
        }
        let opcode = match entry {
            Entry::Interrupt => op::SYS_INT,
            Entry::Exception => op::SYS_EXC,
        };
        self.enter(opcode, None);
    }

    #[inline(always)]
    fn memory_op(&mut self, _cycle: u64, operation: MemoryOp) {
        self.wait.operation = operation;
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        if let Some(gate) = &mut self.gate {
            gate.transaction(cycle, command);
        }
        self.wait.slave = Slave::of(command.address);
    }

    #[inline(always)]
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        let is_open = self.is_open();
        if let Some(gate) = &mut self.gate {
            gate.lookup(cycle, lookup);
        }
        self.method = lookup.address;
        self.start = lookup.start_word << 2;
        self.has_gone = true;
        let is_return = |opcode| Bytecode::of(opcode).is_return();
        if is_open && !self.opcode.is_some_and(is_return) {
            *self.calls.entry(lookup.address).or_default() += 1;
        }
    }

    #[inline(always)]
    fn stall(&mut self, _cycle: u64) {
        self.running.add_wait(self.wait, 1);
    }
}
