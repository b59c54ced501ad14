//! A case of the search: a machine with any contents, and where to compare the engine with the reference.
//!
//! A case is a text that says everything, so that it can be repeated from a log and committed as a file.

use isa::MachineConfig;
use isa::address::system;
use microcode::{JumpTable, Program, ROM_WORDS};
use serde::{Deserialize, Serialize};
use sim_core::decode::Pointer;
use sim_core::simpcon::Command;
use sim_core::system_device::Events;
use sim_core::{Machine, MachineState, NoProbe};
use superblock::BlockMachine;

use crate::LockStep;
use crate::hex::{Hex, number};

/// `nop`.
pub(crate) const NOP: u16 = 0x100;
/// Cycles of `nop` in which the memory side comes to rest, whatever it was told after reset.
pub(crate) const REST: u64 = 50;

/// A machine, and where it starts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Command or seed that gave it.
    pub origin: String,
    /// Microcode; words behind the last one are `nop`.
    pub rom: Hex<u16>,
    /// Entries of the bytecodes.
    pub table: Hex<u16>,
    /// Entry of an interrupt.
    pub interrupt: u16,
    /// Entry of an exception.
    pub exception: u16,
    /// Main memory from its begin on; 0 behind.
    pub memory: Hex<u32>,
    /// Stack RAM from its begin on; 0 behind.
    pub stack: Hex<u32>,
    /// Bytecode RAM from its begin on; 0 behind.
    pub bytes: Hex<u8>,
    /// The engine leaves at sites that this seed chooses.
    #[serde(default, with = "number", skip_serializing_if = "Option::is_none")]
    pub falters: Option<u64>,
    /// The machine.
    pub config: MachineConfig,
    /// Starts, each of the machine as it is above.
    pub starts: Vec<Start>,
}

/// Begin of a run and its cuts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Seed of the bytecode that is dispatched and of the stack; none: reset.
    #[serde(default, with = "number", skip_serializing_if = "Option::is_none")]
    pub bytecode: Option<u64>,
    /// Microseconds after which the timer interrupts; none: interrupts are as the program has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timer: Option<u32>,
    /// Cycles to run.
    pub cycles: u64,
    /// Seed of the cuts.
    #[serde(default, with = "number")]
    pub cuts: Option<u64>,
    /// Cycles between two cuts at most.
    pub apart: u64,
    /// Nobody looks on.
    pub quiet: bool,
}

/// What cases did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Cases compared.
    pub cases: u64,
    /// Cycles compared.
    pub cycles: u64,
    /// Those that ran as superblocks.
    pub block_cycles: u64,
    /// Cuts at which all of the state was compared.
    pub cuts: u64,
    /// Runs of bytecodes translated.
    pub runs: u64,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.cases += other.cases;
        self.cycles += other.cycles;
        self.block_cycles += other.block_cycles;
        self.cuts += other.cuts;
        self.runs += other.runs;
    }
}

/// A start at which engine and reference differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Number of the start.
    pub start: usize,
    /// Cycle of the cut, from the begin of the start on.
    pub cycles: u64,
    /// What differs.
    pub report: String,
}

impl Case {
    /// Reads the text of a case.
    ///
    /// # Errors
    /// With the place, when it is none.
    pub fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// All of it as a text.
    ///
    /// # Panics
    /// Never: a case always serialises.
    #[must_use]
    pub fn text(&self) -> String {
        toml::to_string(self).expect("numbers, texts and tables")
    }

    /// Runs all starts on both engines.
    ///
    /// # Errors
    /// With the first difference.
    pub fn check(&self) -> Result<Tally, Difference> {
        let mut tally = Tally {
            cases: 1,
            ..Tally::default()
        };
        let engines = self.engines().map_err(|report| Difference {
            start: 0,
            cycles: 0,
            report,
        })?;
        for (n, start, engine) in engines {
            let from = engine.machine().state.cycle;
            let mut lock_step = match start.quiet {
                true => LockStep::quiet(engine),
                false => LockStep::new(engine),
            };
            start.run(&mut lock_step).map_err(|report| Difference {
                start: n,
                cycles: lock_step.cycle() - from,
                report,
            })?;
            tally += Tally {
                cases: 0,
                cycles: lock_step.cycle() - from,
                block_cycles: lock_step.block_cycles(),
                cuts: lock_step.cuts,
                runs: lock_step.runs() as u64,
            };
        }
        Ok(tally)
    }

    /// Its starts with their numbers, each with the engine in its first cycle.
    ///
    /// # Errors
    /// When no machine is like this.
    pub fn engines(&self) -> Result<impl Iterator<Item = (usize, &Start, BlockMachine)>, String> {
        let machine = self.machine()?;
        let engine = match self.falters {
            Some(seed) => BlockMachine::faltering(machine.clone(), seed),
            None => BlockMachine::new(machine.clone()),
        };
        let mut at_rest = None;
        Ok(self
            .starts
            .iter()
            .enumerate()
            .filter_map(move |(n, start)| {
                let mut engine = engine.clone();
                if start.bytecode.is_some() {
                    let at_rest = at_rest.get_or_insert_with(|| rest(&machine));
                    engine.machine_mut().state.clone_from(at_rest);
                }
                if let Some(microseconds) = start.timer {
                    interrupt_after(microseconds, engine.machine_mut());
                }
                let begins = start
                    .bytecode
                    .is_none_or(|seed| begin(engine.machine_mut(), seed));
                begins.then_some((n, start, engine))
            }))
    }

    /// Its microcode.
    #[must_use]
    pub fn program(&self) -> Program {
        let mut rom = self.rom.0.clone();
        rom.resize(ROM_WORDS, NOP);
        Program {
            rom,
            stack_ram: self.stack.0.clone(),
            jump_table: JumpTable {
                bytecodes: self.table.0.clone(),
                interrupt: self.interrupt,
                exception: self.exception,
            },
            symbols: Default::default(),
        }
    }

    fn machine(&self) -> Result<Machine, String> {
        let mut machine = Machine::new(&self.config, &self.program(), &self.memory.0)
            .map_err(|error| error.to_string())?;
        let jbc = machine.state.bytecode_fetch.jbc.iter_mut();
        jbc.zip(&self.bytes.0).for_each(|(byte, new)| *byte = *new);
        Ok(machine)
    }
}

impl Start {
    fn run(&self, lock_step: &mut LockStep) -> Result<(), String> {
        for cut in self.cuts(lock_step.cycle()) {
            lock_step.run_to(cut)?;
        }
        Ok(())
    }

    /// The cycles of its cuts, from a cycle on; the last one is its end.
    pub fn cuts(&self, from: u64) -> impl Iterator<Item = u64> + use<> {
        let (end, apart) = (from + self.cycles, self.apart);
        let (mut random, mut cut) = (self.cuts.unwrap_or(0), from);
        std::iter::from_fn(move || {
            if cut >= end {
                return None;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            cut = end.min(cut + 1 + (random >> 33) % apart);
            Some(cut)
        })
    }
}

/// The state once the memory side is at rest; memories of the processor are as before.
fn rest(machine: &Machine) -> MachineState {
    let mut resting = machine.clone();
    for _ in 0..REST {
        resting.state.microcode_fetch.ir = NOP;
        resting.state.execute.row = NOP;
        resting.step(&mut NoProbe);
    }
    let mut state = resting.state;
    state
        .bytecode_fetch
        .jbc
        .clone_from(&machine.state.bytecode_fetch.jbc);
    state.stack.ram.clone_from(&machine.state.stack.ram);
    state
}

/// Enables interrupts, and has the timer request one.
pub(crate) fn interrupt_after(microseconds: u32, machine: &mut Machine) {
    let device = &mut machine.state.memory_system.io.system;
    let timer = device.us_cnt().wrapping_add(microseconds);
    for (address, wr_data) in [
        (system::CLEAR_INTERRUPTS, 0),
        (system::TIMER, timer),
        (system::INTERRUPT_MASK, 1),
        (system::INTERRUPT_ENABLE, 1),
    ] {
        let write = Command {
            wr: true,
            address,
            wr_data,
            ..Command::IDLE
        };
        device.clock(&write, Events::default());
    }
}

/// Puts a machine at the first word of a bytecode that `seed` chooses, a stack in the middle; false if that one dispatches at
/// once.
pub(crate) fn begin(machine: &mut Machine, seed: u64) -> bool {
    let jbc_mask = machine.state.bytecode_fetch.jbc.len() as u32 - 1;
    let jpc_br = seed as u32 & jbc_mask;
    let byte = |at: u32| machine.state.bytecode_fetch.jbc[(at & jbc_mask) as usize];
    let (bytecode, operand) = (byte(jpc_br), byte(jpc_br + 1));
    let entry = machine.jump_table().bytecodes[usize::from(bytecode)];
    let word = machine.rom()[usize::from(entry)];
    let consumes = word & 0x400 != 0;
    let kept = u32::from(operand ^ 0x5A);
    let [opcode, operand] = [bytecode, operand].map(u32::from);
    let stack_mask = (1 << machine.config().ram_width) - 1;
    let state = &mut machine.state;
    let fetch = &mut state.bytecode_fetch;
    let jpc = (jpc_br + 1 + u32::from(consumes)) & (2 * jbc_mask + 1);
    (fetch.jinstr, fetch.jinstr_d) = (bytecode, bytecode);
    (fetch.jpc_br, fetch.jpc_br_d) = (jpc_br, jpc_br);
    (fetch.jpc, fetch.jbc_address) = (jpc, jpc & jbc_mask);
    fetch.jopd_d = kept << 8 | opcode;
    fetch.jopd = if consumes { opcode } else { kept } << 8 | operand;
    (fetch.int_pend, fetch.exc_pend) = (false, false);
    let pc = (entry + 1) & 0x7FF;
    (state.microcode_fetch.pc, state.microcode_fetch.rom_address) = (pc, pc);
    state.microcode_fetch.ir = word & 0x3FF;
    (state.execute.row, state.execute.branch) = (NOP, false);
    let stack = &mut state.stack;
    let (sp, vp) = (90 + (seed >> 20) as u32 % 60, 64 + (seed >> 30) as u32 % 30);
    for (n, local) in stack.pointers[..4].iter_mut().enumerate() {
        *local = (vp + n as u32) & stack_mask;
    }
    stack.pointers[Pointer::LocalOperand as usize] = (vp + (opcode & 0x7F)) & stack_mask;
    stack.pointers[Pointer::Ar as usize] = 70;
    stack.pointers[Pointer::Sp as usize] = sp;
    stack.pointers[Pointer::SpPlusOne as usize] = sp + 1;
    stack.opddly = fetch.jopd_d;
    (stack.a, stack.b, stack.sp_ov) = (seed as u32 & 0xFF, 100, false);
    word & 0x800 == 0
}
