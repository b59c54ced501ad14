//! The machine, faster: its microcode compiled to superblocks, and not one bit of its state different.
//!
//! ```text
//!   ROM, configuration --> compile --> operations of every bytecode, sites
//!                                          |
//!   MachineState --> enter --> execute blocks --> leave at a site --> MachineState
//!        ^                                                               |
//!        +------------------- the reference, cycle by cycle <------------+
//! ```
//!
//! A [`BlockMachine`] is a [`Machine`] that runs most of its cycles as superblocks, from the dispatch of a bytecode to the
//! next, and the others, one by one, as the machine itself: interrupts, exceptions, output, and whatever the compiler does
//! not express. [`BlockMachine::run`] stops in the same cycle as [`Machine::run`], with the same [`MachineState`] and counters.
//!
//! How a microinstruction becomes an operation is one table, `operation` in `operation.rs`.
//!
//! # What a superblock keeps
//!
//! Each rule has a test in `tests/it/invariants.rs`; `tests/it/walk.rs` has every kind of word after every other one.
//!
//! 1. *Two stages at once.* An operation does both stages of its word; only the next word's IR stage is in the same cycle as its EX
//!    stage. What that word samples there (A, B, the adder's mode, the product, busy) is kept for it, or the block ends before
//!    (`Previous` in `path.rs`, from all lines of `decode`). Pointers that are loaded count from the second word on, that of an
//!    operand from the third; a block ends before a word that would need one from before two loads.
//! 2. *Ages are words.* Where a `wait` may be held, cycles are more than words: nothing younger than `LONG_AGO` whose bytes are
//!    still to come passes one (`compile/redirects.rs`).
//! 3. *A memory operation is done at its strobe.* Until a pair of `wait` there is no other operation, no read of its data, no
//!    site and no dispatch; after the pair the memory side is idle (`in_flight`; `Latencies::measure` refuses a machine on
//!    which it would not be). The load of a method is done when it is waited for, or by the reference.
//! 4. *No command, no bus.* An operation that only loads registers leaves the local bus as it is (`Latency::REGISTER`). Its
//!    registers are new one cycle early; a getfield right after an invalidation is the only word that could see it.
//! 5. *What is not clocked stays.* The hand-over writes the memory side only if an operation has been done (`leave_memory`).
//! 6. *Leave at sites.* There the word in IR is next, a `nop` is in EX, no redirect is under way and no load of a pointer. The RAM
//!    output of the stack and the branch target are stale: the `nop` uses neither, and the next edge loads both.
//! 7. *Enter by comparison.* `Blocks` takes over if the registers are those of a first word in IR, however they came to be;
//!    the word in EX is completed, and the first word may not sample A, B or the adder's mode early.
//! 8. *No event inside.* Blocks end before the caller's limit and the next request of the timer, and stay below the stack's
//!    limit; they begin with no interrupt or exception on its way. Exceptions and devices with an effect are refused before
//!    anything has changed (`memory_port.rs`).

mod chains;
mod compile;
mod core;
mod execute;
mod fuse;
mod handover;
mod latency;
mod memory_port;
mod methods;
mod operation;
mod path;
mod several;
mod sums;
mod translate;

use isa::{MachineConfig, Output, StackRamKind, Stop, UartKind};
use sim_core::decode::{DecodeTable, MemoryOp};
use sim_core::probe::{Entry, MethodLookup};
use sim_core::{Machine, MachineState, Probe, Statistics};

use crate::compile::{Code, Options, compile};
use crate::core::{Core, Masks};
use crate::execute::{Executor, TRANSLATE};
use crate::latency::Latencies;
use crate::memory_port::MemoryPort;
use crate::methods::{INSIDE, Methods};
pub use crate::several::{BlockMultiprocessor, Left, SeveralCounters};
pub use crate::sums::{Arrivals, Dispatch, Sums, Waited};
use crate::translate::{MOST_TRANSLATED, Translator};

/// A machine that executes superblocks where it can.
#[derive(Debug, Clone)]
pub struct BlockMachine {
    machine: Machine,
    blocks: Option<Box<Blocks>>,
    block_cycles: u64,
}

/// The operation at which the bytecode dispatched last begins.
const DISPATCH: u32 = 0;
/// Key of a bytecode RAM as a whole: no lookup has it.
const WHOLE: u32 = u32::MAX;
/// Cycles that a run may take in any case: those of a virtual call, and of bytecodes around it.
const LEAST_RUN: u32 = 256;
/// Loads of the reference remembered at most; older ones execute as compiled.
const MOST_LOADS: usize = 64;

/// Compiled microcode for a configuration, and the registers of its processor.
#[derive(Debug, Clone)]
struct Blocks {
    code: Code,
    methods: Methods,
    /// Loads of the reference that the methods do not know of.
    loads: Loads,
    /// Nothing is known of the bytecode RAM.
    is_new: bool,
    /// Translations report each dispatch.
    reports: bool,
    latencies: Latencies,
    masks: Masks,
    decode: DecodeTable,
    core: Core,
    /// Cycles of a segment at most, and of a run.
    margin: u64,
    run_margin: u64,
    /// Stack pointers that blocks stay below.
    stack_limit: u32,
    /// Leaves at sites chosen by this generator, to test every hand-over.
    faltering: Option<u64>,
}

impl BlockMachine {
    /// Compiles the microcode of a machine. A machine with what superblocks do not know stays as it is.
    #[must_use]
    pub fn new(machine: Machine) -> Self {
        Self::build(machine, None)
    }

    /// The machine without superblocks: every cycle on the reference.
    #[must_use]
    pub fn reference(machine: Machine) -> Self {
        Self {
            machine,
            blocks: None,
            block_cycles: 0,
        }
    }

    /// The same for tests: it leaves its superblocks at random sites, as `seed` chooses them, a few sites apart.
    #[must_use]
    pub fn faltering(machine: Machine, seed: u64) -> Self {
        Self::build(machine, Some(seed))
    }

    fn build(machine: Machine, faltering: Option<u64>) -> Self {
        let blocks = Blocks::new(&machine, faltering).map(Box::new);
        Self {
            machine,
            blocks,
            block_cycles: 0,
        }
    }

    /// The machine, in the cycle that it has reached.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The machine, to connect its devices or to change its state.
    pub fn machine_mut(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// The machine alone.
    #[must_use]
    pub fn into_machine(self) -> Machine {
        self.machine
    }

    /// Cycles that have been executed as superblocks.
    #[must_use]
    pub fn block_cycles(&self) -> u64 {
        self.block_cycles
    }

    /// Runs of bytecodes that are translated now.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.blocks
            .as_ref()
            .map_or(0, |blocks| blocks.code.runs.len())
    }

    /// Runs until something leaves the machine, its cycle counter reaches `limit`, or the probe stops it.
    pub fn run<S: Sums>(&mut self, limit: u64, probe: &mut (Statistics, S)) -> Stop {
        let Some(blocks) = &mut self.blocks else {
            return run_reference(&mut self.machine, limit, probe);
        };
        blocks.report(S::SEES_DISPATCHES);
        while self.machine.state.cycle < limit {
            if let Some(start) = blocks.enter(&mut self.machine.state, limit, &probe.0) {
                let from = self.machine.state.cycle;
                probe.1.entered(from, blocks.core.jinstr);
                blocks.execute(start, &mut self.machine, probe);
                self.block_cycles += self.machine.state.cycle - from;
            }
            loop {
                if let Some(output) = self.machine.step(&mut (&mut *probe, &mut blocks.loads)) {
                    return Stop::Output(output);
                }
                let state = &self.machine.state;
                if S::MAY_STOP && probe.1.stops() {
                    return Stop::Limit;
                }
                if state.cycle >= limit || blocks.may_enter(state) {
                    break;
                }
            }
        }
        Stop::Limit
    }

    /// One clock cycle, on the reference.
    #[inline(always)]
    pub fn step<P: Probe>(&mut self, probe: &mut P) -> Option<Output> {
        match &mut self.blocks {
            Some(blocks) => self.machine.step(&mut (probe, &mut blocks.loads)),
            None => self.machine.step(probe),
        }
    }

    /// Bytes that a timed UART still holds, as [`Machine::empty_uart`].
    pub fn empty_uart(&mut self) -> Vec<u8> {
        self.machine.empty_uart()
    }
}

impl Blocks {
    fn new(machine: &Machine, faltering: Option<u64>) -> Option<Self> {
        let config = machine.config();
        if !is_known(config) {
            return None;
        }
        let latencies = Latencies::of_machine(config)?;
        let stack_limit = (1 << config.ram_width) - 1 - 16;
        let options = Options {
            latencies: &latencies,
            stack_limit,
            falters: faltering,
        };
        let code = compile(machine.rom(), machine.jump_table(), options);
        let entries = code.entries.iter().map(|entry| &entry.segment);
        let cycles = entries.chain(&code.segments).map(|segment| segment.cycles);
        let longest = cycles.max().unwrap_or(0);
        let width = u32::from(config.jpc_width);
        Some(Self {
            margin: u64::from(longest),
            run_margin: u64::from(longest.max(LEAST_RUN)),
            stack_limit,
            code,
            methods: Methods::new(1 << width),
            loads: Loads {
                methods: Vec::new(),
                asked: false,
                hits: machine.state.memory_system.method_cache.needs_words(),
            },
            is_new: true,
            reports: false,
            latencies,
            masks: Masks {
                jpc: (1 << (width + 1)) - 1,
                jbc: (1 << width) - 1,
                branch: (1 << (width - 7)) - 1,
                stack: (1 << config.ram_width) - 1,
            },
            decode: DecodeTable::new(),
            core: Core::default(),
            faltering,
        })
    }

    /// Executes blocks from an operation on, up to a site, and puts the machine there.
    fn execute<S: Sums>(
        &mut self,
        mut start: u32,
        machine: &mut Machine,
        probe: &mut (Statistics, S),
    ) {
        self.core.fuel = self.next_fuel();
        loop {
            match self.execute_methods(start, machine, probe) {
                TRANSLATE => start = self.translate(),
                site => return self.leave(site, machine, probe),
            }
        }
    }

    /// The same up to a site, or up to a bytecode that is to be translated.
    fn execute_methods<S: Sums>(
        &mut self,
        start: u32,
        machine: &mut Machine,
        probe: &mut (Statistics, S),
    ) -> u32 {
        let MachineState {
            stack,
            bytecode_fetch,
            memory_system,
            multiplier,
            ..
        } = &mut machine.state;
        let mut executor = Executor {
            code: &self.code,
            port: MemoryPort {
                core: std::mem::take(&mut self.core),
                system: memory_system,
                jbc: &mut bytecode_fetch.jbc,
                methods: &mut self.methods,
                latencies: &self.latencies,
                statistics: &mut probe.0,
                sums: &mut probe.1,
                margin: self.margin,
                run_margin: self.run_margin,
            },
            multiplier,
            masks: self.masks,
        };
        let ram = &mut stack.ram[..];
        let site = if let Ok(ram) = <&mut [u32; 256]>::try_from(&mut *ram) {
            executor.run(start, ram)
        } else if let Ok(ram) = <&mut [u32; 512]>::try_from(&mut *ram) {
            executor.run(start, ram)
        } else if let Ok(ram) = <&mut [u32; 1024]>::try_from(ram) {
            executor.run(start, ram)
        } else {
            unreachable!("a stack RAM has 256, 512 or 1024 words")
        };
        self.core = executor.port.core;
        site
    }

    /// Translates from the bytecode on that has been dispatched; gives the operation to go on with.
    fn translate(&mut self) -> u32 {
        let at = self.core.jpc & self.masks.jbc;
        if self.code.translated() > MOST_TRANSLATED {
            self.forget();
        }
        if let Some((method, place)) = self.methods.around(at) {
            Translator {
                code: &mut self.code,
                method,
                mask: self.masks.jpc,
                branch_mask: self.masks.branch,
                stack_limit: self.stack_limit,
                longest: self.run_margin as u32,
                reports: self.reports,
                kept: 0,
            }
            .translate(place);
            self.methods.refresh(at);
        }
        let target = self.methods.targets[at as usize];
        if target > INSIDE { target } else { DISPATCH }
    }

    fn forget(&mut self) {
        self.code.forget();
        self.methods.untranslate();
    }

    /// Translations report each dispatch, or none.
    fn report(&mut self, reports: bool) {
        if self.reports != reports {
            self.forget();
            self.reports = reports;
        }
    }

    /// Learns which methods lie in the bytecode RAM after the reference has run.
    fn learn(&mut self, jbc: &[u8]) {
        if std::mem::take(&mut self.is_new) {
            self.methods.loaded(WHOLE, 0, jbc.len() as u32, jbc);
        }
        self.methods.check(jbc);
        for load in self.loads.methods.drain(..) {
            let key = load.address << 10 | load.length;
            self.methods
                .loaded(key, load.start_word << 2, 4 * load.length, jbc);
        }
    }

    /// Sites to pass before the next leave: none, a few, many.
    fn next_fuel(&mut self) -> u32 {
        let Some(seed) = &mut self.faltering else {
            return u32::MAX;
        };
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let random = (*seed >> 33) as u32;
        random >> 8 & ((1 << (random % 8)) - 1)
    }
}

/// Every cycle on the reference.
fn run_reference<S: Sums>(machine: &mut Machine, limit: u64, probe: &mut (Statistics, S)) -> Stop {
    if !S::MAY_STOP {
        return machine.run(limit, probe);
    }
    while machine.state.cycle < limit && !probe.1.stops() {
        if let Some(output) = machine.step(probe) {
            return Stop::Output(output);
        }
    }
    Stop::Limit
}

/// Methods that the reference has put into the bytecode RAM.
#[derive(Debug, Clone, Default)]
struct Loads {
    methods: Vec<MethodLookup>,
    /// Those that hit, too.
    hits: bool,
    /// Microcode has asked for a method, and its bytecode has not waited for it: who looks on is still to see that.
    asked: bool,
}

impl Probe for Loads {
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        if !lookup.hit || self.hits {
            if self.methods.len() == MOST_LOADS {
                self.methods.remove(0);
            }
            self.methods.push(lookup);
        }
    }

    fn dispatch(&mut self, _cycle: u64, _jpc: u32, _bytecode: u8) {
        self.asked = false;
    }

    fn entry(&mut self, _cycle: u64, _entry: Entry) {
        self.asked = false;
    }

    fn memory_op(&mut self, _cycle: u64, op: MemoryOp) {
        self.asked = op == MemoryOp::MethodLoad;
    }

    fn wait(&mut self, _cycle: u64) {
        self.asked = false;
    }
}

/// Configurations of which superblocks know all.
fn is_known(config: &MachineConfig) -> bool {
    config.uart == UartKind::Instant
        && config.stack_ram == StackRamKind::OldData
        && config.jpc_width <= 15
}
