//! A bench for tiny programs: builds microcode and memory word by word, runs the machine and keeps a row of
//! everything that the specification's cycle tables speak of.
//!
//! Phase: a row holds every value as it is during its cycle, before the edge that ends it. Row 0 is the first
//! cycle after reset.

use std::ops::Index;

use isa::{MachineConfig, Output};
use method_cache::MethodCache;
use microcode::{JumpTable, Program};
use sim_core::bytecode_fetch::BytecodeFetch;
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::probe::{Probe, Signals};
use sim_core::simpcon::{Command, Response};
use sim_core::{Machine, MachineState};

use super::words::{NOP, jmp, ldi};

/// One cycle.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) rom: u16,
    pub(crate) nxt: bool,
    pub(crate) opd: bool,
    pub(crate) ir: u16,
    pub(crate) pc: u16,
    pub(crate) bsy: bool,
    pub(crate) op: MemoryOp,
    pub(crate) command: Command,
    /// State of the memory controller, by its name in spec 04 section 5.
    pub(crate) state: &'static str,
    /// What the controller sees on the local bus.
    pub(crate) bus: Response,
    pub(crate) main_memory: Response,
    /// What `ldmrd` in IR takes: `mem_dout`.
    pub(crate) mem_dout: u32,
    pub(crate) bc_wr_ena: bool,
    /// The method cache has finished its last lookup.
    pub(crate) mc_rdy: bool,
    pub(crate) mc_in_cache: bool,
    /// Start of the method in words: `bcstart`.
    pub(crate) mc_bcstart: u32,
    pub(crate) null_pointer: bool,
    pub(crate) bounds_error: bool,
    pub(crate) illegal_assignment: bool,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) sp: u32,
    pub(crate) sp_ov: bool,
    pub(crate) jpc: u32,
    pub(crate) jbc_q: u8,
    pub(crate) jinstr: u8,
    pub(crate) jopd: u32,
    pub(crate) jpc_br: u32,
    pub(crate) jmp_addr: u32,
    pub(crate) jmp: bool,
    pub(crate) irq: bool,
    pub(crate) exc: bool,
    pub(crate) int_pend: bool,
    pub(crate) exc_pend: bool,
    pub(crate) int_req: bool,
    pub(crate) ack_irq: bool,
    pub(crate) ack_exc: bool,
    pub(crate) irq_ena: bool,
    pub(crate) clock_cnt: u32,
    pub(crate) us_cnt: u32,
    /// What left the machine at the end of the cycle.
    pub(crate) output: Option<Output>,
}

/// The rows of a run.
pub(crate) struct Trace {
    pub(crate) rows: Vec<Row>,
    pub(crate) machine: Machine,
}

/// A tiny program in the making.
#[derive(Debug, Clone)]
pub(crate) struct Bench {
    pub(crate) config: MachineConfig,
    pub(crate) memory: Vec<u32>,
    pub(crate) stack_ram: Vec<u32>,
    pub(crate) table: [u16; 256],
    pub(crate) interrupt: u16,
    pub(crate) exception: u16,
    rom: Vec<u16>,
    constants: Vec<u32>,
}

impl Bench {
    /// A bench whose program starts with the two `nop` that reset needs; 2048 words of memory, all zero.
    pub(crate) fn new(config: &MachineConfig) -> Self {
        Self {
            config: MachineConfig {
                memory_words: 2048,
                ..config.clone()
            },
            memory: vec![0; 2048],
            stack_ram: vec![0; 256],
            table: [0; 256],
            interrupt: 0,
            exception: 0,
            rom: vec![NOP, NOP],
            constants: Vec::new(),
        }
    }

    /// Address of the next word.
    pub(crate) fn here(&self) -> u16 {
        self.rom.len() as u16
    }

    /// Appends words.
    pub(crate) fn code(&mut self, words: &[u16]) -> &mut Self {
        self.rom.extend_from_slice(words);
        self
    }

    /// Appends a push of `value`.
    pub(crate) fn push(&mut self, value: u32) -> &mut Self {
        let word = self.load(value);
        self.code(&[word])
    }

    /// The instruction that pushes `value`, which becomes a constant.
    pub(crate) fn load(&mut self, value: u32) -> u16 {
        let known = self
            .constants
            .iter()
            .position(|&constant| constant == value);
        let index = known.unwrap_or_else(|| {
            self.constants.push(value);
            self.constants.len() - 1
        });
        ldi(index as u16)
    }

    /// Appends the idle loop.
    pub(crate) fn idle_loop(&mut self) -> &mut Self {
        self.code(&[jmp(-1), NOP, NOP])
    }

    /// Memory from `address` on := `words`.
    pub(crate) fn store(&mut self, address: usize, words: &[u32]) -> &mut Self {
        self.memory[address..address + words.len()].copy_from_slice(words);
        self
    }

    /// The machine in its first cycle after reset; an idle loop follows the program.
    pub(crate) fn machine(&self) -> Machine {
        let mut bench = self.clone();
        bench.idle_loop();
        let mut rom = bench.rom;
        rom.resize(2048, NOP);
        let mut stack_ram = bench.stack_ram;
        stack_ram[32..32 + bench.constants.len()].copy_from_slice(&bench.constants);
        let program = Program {
            rom,
            stack_ram,
            jump_table: JumpTable {
                bytecodes: bench.table.to_vec(),
                interrupt: bench.interrupt,
                exception: bench.exception,
            },
            symbols: Default::default(),
        };
        Machine::new(&bench.config, &program, &bench.memory).expect("the bench builds machines")
    }

    /// Runs the program for some cycles.
    pub(crate) fn run(&self, cycles: usize) -> Trace {
        run(self.machine(), cycles)
    }
}

/// Runs a machine for some cycles.
pub(crate) fn run(mut machine: Machine, cycles: usize) -> Trace {
    let mut recorder = Recorder(Vec::with_capacity(cycles));
    for _ in 0..cycles {
        let output = machine.step(&mut recorder);
        if let Some(row) = recorder.0.last_mut() {
            row.output = output;
        }
    }
    Trace {
        rows: recorder.0,
        machine,
    }
}

impl Trace {
    /// The cycles with the strobe `op`: cycle 0 of the tables of spec 04.
    pub(crate) fn strobes(&self, op: MemoryOp) -> Vec<usize> {
        self.cycles(|row| row.op == op)
    }

    /// The last cycle with the strobe `op`.
    pub(crate) fn strobe(&self, op: MemoryOp) -> usize {
        *self
            .strobes(op)
            .last()
            .expect("the program starts the operation")
    }

    /// All cycles for which `holds`.
    pub(crate) fn cycles(&self, holds: impl Fn(&Row) -> bool) -> Vec<usize> {
        (0..self.rows.len())
            .filter(|&c| holds(&self.rows[c]))
            .collect()
    }

    /// The first cycle from `from` on for which `holds`, relative to `from`.
    pub(crate) fn after(&self, from: usize, holds: impl Fn(&Row) -> bool) -> Option<usize> {
        self.rows[from..].iter().position(holds)
    }
}

impl Index<usize> for Trace {
    type Output = Row;

    fn index(&self, cycle: usize) -> &Row {
        &self.rows[cycle]
    }
}

/// The register `jmp_addr`, of which the machine keeps the parts: it is only looked at in the cycle of a `jbr`.
fn branch_target(fetch: &BytecodeFetch) -> u32 {
    let wrap = 2 * fetch.jbc.len() as u32 - 1;
    let offset = (fetch.jopd_d & 0xff) << 8 | fetch.jopd & 0xff;
    (fetch.jpc_br_d + offset) & wrap
}

struct Recorder(Vec<Row>);

impl Probe for Recorder {
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        let fetch = &state.bytecode_fetch;
        let memory = &state.memory_system;
        let controller = &memory.controller;
        self.0.push(Row {
            rom: signals.rom_data.instruction(),
            nxt: signals.rom_data.nxt(),
            opd: signals.rom_data.opd(),
            ir: state.microcode_fetch.ir,
            pc: state.microcode_fetch.pc,
            bsy: signals.bsy,
            op: signals.op,
            command: signals.command,
            state: controller.state.name(),
            bus: memory.response(),
            main_memory: memory.response_of(Slave::Memory),
            mem_dout: memory.external(0, 0),
            bc_wr_ena: controller.outputs.bc_wr_ena,
            mc_rdy: memory.method_cache.ready(),
            mc_in_cache: memory.method_cache.in_cache(),
            mc_bcstart: memory.method_cache.start_word(),
            null_pointer: controller.outputs.null_pointer,
            bounds_error: controller.outputs.bounds_error,
            illegal_assignment: controller.outputs.illegal_assignment,
            a: state.stack.a,
            b: state.stack.b,
            sp: state.stack.sp(),
            sp_ov: state.stack.sp_ov,
            jpc: fetch.jpc,
            jbc_q: signals.bytecode,
            jinstr: fetch.jinstr,
            jopd: fetch.jopd,
            jpc_br: fetch.jpc_br,
            jmp_addr: branch_target(fetch),
            jmp: signals.jmp,
            irq: signals.irq,
            exc: signals.exc,
            int_pend: fetch.int_pend,
            exc_pend: fetch.exc_pend,
            int_req: signals.int_req,
            ack_irq: signals.ack_irq,
            ack_exc: signals.ack_exc,
            irq_ena: memory.io.system.interrupt_enable(),
            clock_cnt: memory.io.system.clock_cnt(),
            us_cnt: memory.io.system.us_cnt(),
            output: None,
        });
    }
}
