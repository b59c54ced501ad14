//! The probe that counts every bytecode by its place.
//!
//! A bytecode lasts from the cycle in which the `nxt` before it is on the ROM output to the one before the next, as in
//! calling-context profiles. Its offset is the Java PC minus the start of its method in the bytecode RAM, known from the last
//! lookup. A cycle counts for the microcode word that comes onto the ROM output when it ends, so a bytecode
//! has its own words, and a cycle in which `wait` holds counts for the word that is held.

use isa::MachineConfig;
use rustc_hash::FxHashMap;
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::{MachineState, Probe};

use crate::counts::{Counts, Wait};
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
    site: Site,
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
    site: Site,
    /// Cost of the running site since it was entered.
    running: Counts,
    wait: Wait,
    /// The cycle before, until the word is known that it counts for.
    last: Option<LastCycle>,
    sites: FxHashMap<Site, Counts>,
    microcode: FxHashMap<(Site, u16), MicroCounts>,
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
            site: Site::Start,
            running: Counts::default(),
            wait: Wait {
                operation: MemoryOp::None,
                slave: Slave::Memory,
            },
            last: None,
            sites: FxHashMap::default(),
            microcode: FxHashMap::default(),
        }
    }

    /// The recording; the running site counts with its cycles so far.
    #[must_use]
    pub fn finish(mut self) -> InstructionProfile {
        self.flush();
        // No word follows the last cycle; it stays with its own.
        if let Some(last) = self.last {
            self.count_word(last, last.address);
        }
        InstructionProfile {
            sites: self.sites.into_iter().collect(),
            microcode: self.microcode.into_iter().collect(),
        }
    }

    fn flush(&mut self) {
        if self.running.cycles > 0 || self.running.executions > 0 {
            self.sites.entry(self.site).or_default().add(&self.running);
            self.running.executions = 0;
            self.running.cycles = 0;
            self.running.waits.clear();
        }
    }

    fn enter(&mut self, site: Site) {
        self.site = site;
        self.running.executions = 1;
        if let Some(last) = &mut self.last {
            last.site = site;
        }
    }

    fn count_word(&mut self, cycle: LastCycle, address: u16) {
        let counts = self.microcode.entry((cycle.site, address)).or_default();
        counts.cycles += 1;
        counts.stalls += u64::from(cycle.held);
    }
}

impl Probe for Recorder {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        if self.detail == Detail::Microcode {
            let address = state.microcode_fetch.rom_address;
            if let Some(last) = self.last {
                self.count_word(last, address);
            }
            self.last = Some(LastCycle {
                site: self.site,
                held: signals.held,
                address,
            });
        }
        if signals.rom_data.nxt() {
            self.flush();
        }
        self.running.cycles += 1;
    }

    #[inline(always)]
    fn dispatch(&mut self, _cycle: u64, jpc: u32, _bytecode: u8) {
        let offset = jpc.wrapping_sub(self.start) & self.jpc_mask;
        let method = self.method;
        self.enter(Site::Bytecode { method, offset });
    }

    fn entry(&mut self, _cycle: u64, entry: Entry) {
        self.enter(match entry {
            Entry::Interrupt => Site::Interrupt,
            Entry::Exception => Site::Exception,
        });
    }

    #[inline(always)]
    fn memory_op(&mut self, _cycle: u64, operation: MemoryOp) {
        self.wait.operation = operation;
    }

    #[inline(always)]
    fn transaction(&mut self, _cycle: u64, command: &Command) {
        self.wait.slave = Slave::of(command.address);
    }

    #[inline(always)]
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        self.method = lookup.address;
        self.start = lookup.start_word << 2;
    }

    #[inline(always)]
    fn stall(&mut self, _cycle: u64) {
        self.running.add_wait(self.wait, 1);
    }
}
