//! The machine: all units of one processor, its memory and its devices, clocked together.
//!
//! In every cycle the combinational signals are computed from the registers, in an order without loops
//! (spec 01 section 2); then all registers take their next value at once. Units that stand still for certain
//! are left out of a cycle; each tells so itself.

use method_cache::{MethodCache, Organisation};
use microcode::{JumpTable, Program, ROM_WORDS};

use crate::bytecode_fetch::{BytecodeFetch, FetchInputs};
use crate::config::{ConfigError, MachineConfig};
use crate::controller_state::ControllerState;
use crate::decode::{BranchCondition, Control, DecodeTable, MemoryOp, PointerLoad, RESET_ROW};
use crate::io::{Io, Output};
use crate::local_bus::{LocalBus, Slave};
use crate::main_memory::MainMemory;
use crate::memory_controller::{Inputs, MemoryController};
use crate::microcode_fetch::{MicrocodeFetch, NextPc};
use crate::multiplier::Multiplier;
use crate::object_cache::ObjectCache;
use crate::probe::{Entry, MethodLookup, Probe, Signals};
use crate::scratchpad::Scratchpad;
use crate::simpcon::{Command, Response};
use crate::stack::Stack;
use crate::state::{ExecuteControl, MachineState};
use crate::system_device::Events;

/// Why a run stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The cycle counter reached the limit.
    Limit,
    /// Something left the machine.
    Output(Output),
}

/// A machine that cannot be built.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MachineError {
    /// The configuration describes no machine.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The image does not fit.
    #[error(
        "the image has {image} words and the memory {memory}: raise memory_words in the configuration"
    )]
    ImageTooLarge {
        /// Words of the image.
        image: usize,
        /// Words of the memory.
        memory: u32,
    },
    /// The microcode memories have another size than the hardware's.
    #[error(
        "the microcode has {rom} ROM words and {table} jump table entries instead of 2048 and 256"
    )]
    Microcode {
        /// Words of the ROM.
        rom: usize,
        /// Entries of the jump table.
        table: usize,
    },
}

/// A processor with its memory and devices.
#[derive(Debug, Clone)]
pub struct Machine {
    config: MachineConfig,
    rom: Box<[u16; ROM_WORDS]>,
    jump_table: JumpTable,
    decode: DecodeTable,
    /// Registers and memories, free to look at between cycles.
    pub state: MachineState,
}

impl Machine {
    /// A machine in the first cycle after reset, its memory filled from the start with `image`.
    ///
    /// # Errors
    /// When the configuration is out of range, or image or microcode do not fit.
    pub fn new(
        config: &MachineConfig,
        program: &Program,
        image: &[u32],
    ) -> Result<Self, MachineError> {
        config.check()?;
        if image.len() > config.memory_words as usize {
            return Err(MachineError::ImageTooLarge {
                image: image.len(),
                memory: config.memory_words,
            });
        }
        let rom = <Box<[u16; ROM_WORDS]>>::try_from(program.rom.clone().into_boxed_slice());
        let (Ok(rom), 256) = (rom, program.jump_table.bytecodes.len()) else {
            return Err(MachineError::Microcode {
                rom: program.rom.len(),
                table: program.jump_table.bytecodes.len(),
            });
        };
        Ok(Self {
            config: config.clone(),
            state: MachineState {
                cycle: 0,
                bytecode_fetch: BytecodeFetch::new(config),
                microcode_fetch: MicrocodeFetch::new(rom.as_slice()),
                execute: ExecuteControl {
                    row: RESET_ROW,
                    branch: false,
                },
                stack: Stack::new(config, &program.stack_ram),
                multiplier: Multiplier::default(),
                memory_controller: MemoryController::new(config.jpc_width),
                method_cache: Organisation::new(config.method_cache, config.geometry()?),
                object_cache: ObjectCache::new(config.object_cache),
                local_bus: LocalBus::default(),
                memory: MainMemory::new(config, image),
                scratchpad: Scratchpad::new(config.spm_width),
                io: Io::new(config),
            },
            rom,
            jump_table: program.jump_table.clone(),
            decode: DecodeTable::new(),
        })
    }

    /// The configuration the machine was built from.
    #[must_use]
    pub fn config(&self) -> &MachineConfig {
        &self.config
    }

    /// Runs until something leaves the machine or its cycle counter reaches `limit`.
    pub fn run<P: Probe>(&mut self, limit: u64, probe: &mut P) -> Stop {
        while self.state.cycle < limit {
            if let Some(output) = self.step(probe) {
                return Stop::Output(output);
            }
        }
        Stop::Limit
    }

    /// One clock cycle.
    #[inline(always)]
    pub fn step<P: Probe>(&mut self, probe: &mut P) -> Option<Output> {
        let ir = self.decode.row(self.state.microcode_fetch.ir);
        let ex = self.decode.row(self.state.execute.row);
        let signals = settle(&self.state, &self.rom, &self.jump_table, ir, ex);
        report(&self.state, &signals, probe);
        self.state.clock(&signals, ir, ex, probe)
    }
}

/// The combinational signals of a cycle, up to the command on the bus.
#[inline(always)]
fn settle(
    state: &MachineState,
    rom: &[u16; ROM_WORDS],
    jump_table: &JumpTable,
    ir: &Control,
    ex: &Control,
) -> Signals {
    let rom_data = state.microcode_fetch.rom_data(rom);
    let bytecode = state.bytecode_fetch.jbc_q();
    let slave = state.local_bus.selected();
    let response = state.response_of(slave);
    let controller = &state.memory_controller;
    let bsy = ex.starts_memory || controller.is_busy(response.rdy_cnt);
    let irq_ena = state.io.system.interrupt_enable();
    let command = if controller.is_settled() && ex.memory == MemoryOp::None {
        Command::IDLE
    } else {
        controller.command(&state.controller_inputs(ex.memory, response))
    };
    Signals {
        rom_data,
        bytecode,
        dispatch: state
            .bytecode_fetch
            .dispatch(jump_table, bytecode, rom_data.nxt, irq_ena),
        jmp: ir.jbr
            && state
                .bytecode_fetch
                .branches(state.stack.flags(ex.subtracts)),
        bsy,
        held: ir.wait && bsy && !rom_data.nxt && !state.execute.branch && !ex.jump,
        op: ex.memory,
        command,
        slave,
        response,
        irq: state.io.system.irq(),
        exc: state.io.system.exc(),
    }
}

#[inline(always)]
fn report<P: Probe>(state: &MachineState, signals: &Signals, probe: &mut P) {
    let cycle = state.cycle;
    probe.cycle(state, signals);
    if signals.rom_data.nxt {
        if signals.dispatch.ack_exc {
            probe.entry(cycle, Entry::Exception);
        } else if signals.dispatch.ack_irq {
            probe.entry(cycle, Entry::Interrupt);
        } else {
            probe.dispatch(cycle, state.bytecode_fetch.jpc, signals.bytecode);
        }
    }
    if signals.op != MemoryOp::None {
        probe.memory_op(cycle, signals.op);
    }
    if signals.command.is_active() {
        probe.transaction(cycle, &signals.command);
    }
    if signals.held {
        probe.stall(cycle, signals.slave);
    }
}

impl MachineState {
    /// What a slave of the local bus answers in this cycle.
    #[inline(always)]
    #[must_use]
    pub fn response_of(&self, slave: Slave) -> Response {
        match slave {
            Slave::Memory => self.memory.response(),
            Slave::Scratchpad => self.scratchpad.response(),
            Slave::Io => self.io.response(),
        }
    }

    #[inline(always)]
    fn controller_inputs(&self, op: MemoryOp, response: Response) -> Inputs {
        let (a, bcopd) = (self.stack.a, self.bytecode_fetch.jopd);
        Inputs {
            op,
            a,
            b: self.stack.b,
            bcopd,
            response,
            method_ready: self.method_cache.ready(),
            method_in_cache: self.method_cache.in_cache(),
            method_start: self.method_cache.start_word(),
            object_hit: op == MemoryOp::GetField && self.object_cache.hit(a, bcopd),
        }
    }

    /// The edge that ends a cycle: every register takes its next value.
    #[inline(always)]
    fn clock<P: Probe>(
        &mut self,
        signals: &Signals,
        ir: &Control,
        ex: &Control,
        probe: &mut P,
    ) -> Option<Output> {
        let external = self.external(ir.external, signals.response);
        let (a, b) = (self.stack.a, self.stack.b);
        let events = Events {
            ack_irq: signals.dispatch.ack_irq,
            ack_exc: signals.dispatch.ack_exc,
            sp_ov: self.stack.sp_ov,
            null_pointer: self.memory_controller.null_pointer,
            bounds_error: self.memory_controller.bounds_error,
        };
        if signals.op != MemoryOp::None || !self.memory_controller.is_settled() {
            self.clock_memory_controller(signals, probe);
        }
        let output = self.clock_slaves(signals, events);
        self.stack.clock(
            ir,
            ex,
            self.bytecode_fetch.jopd,
            self.bytecode_fetch.jpc,
            external,
        );
        self.multiplier.clock(ex.multiply, a, b);
        self.clock_fetch(signals, ir, ex, a);
        self.cycle += 1;
        output
    }

    /// Source of `exr`: memory data, product or method start in bytes.
    #[inline(always)]
    fn external(&self, select: u8, response: Response) -> u32 {
        match select {
            0 if self.memory_controller.read_ocache => self.object_cache.data_out(),
            0 => response.rd_data,
            1 => self.multiplier.product(),
            _ => self.method_cache.start_word() << 2,
        }
    }

    fn clock_memory_controller<P: Probe>(&mut self, signals: &Signals, probe: &mut P) {
        let inputs = self.controller_inputs(signals.op, signals.response);
        let controller = &mut self.memory_controller;
        let next_state = controller.next_state(&inputs);
        if controller.state == ControllerState::BcCc && inputs.method_ready {
            probe.lookup(
                self.cycle,
                MethodLookup {
                    address: controller.addr_reg & method_cache::ADDRESS_MASK,
                    length: controller.bc_len,
                    hit: inputs.method_in_cache,
                    start_word: inputs.method_start,
                },
            );
        }
        if controller.bc_wr_ena {
            self.bytecode_fetch
                .write_word(controller.bc_addr, signals.response.rd_data);
        }
        let find = signals.op == MemoryOp::MethodLoad;
        if find || !self.method_cache.is_idle() {
            self.method_cache.clock(
                find,
                controller.addr_reg & method_cache::ADDRESS_MASK,
                controller.bc_len,
            );
        }
        if self.object_cache.is_enabled() {
            self.object_cache.clock(
                controller,
                inputs.op,
                inputs.a,
                inputs.bcopd,
                inputs.response.rd_data,
            );
        }
        controller.clock(&inputs, next_state);
    }

    #[inline(always)]
    fn clock_slaves(&mut self, signals: &Signals, events: Events) -> Option<Output> {
        let command = &signals.command;
        self.local_bus.clock(command, signals.response);
        if !command.is_active() {
            self.memory.clock(&Command::IDLE);
            return self.io.clock(&Command::IDLE, events);
        }
        let slave = Slave::of(command.address);
        let to = |addressed| {
            if slave == addressed {
                command
            } else {
                &Command::IDLE
            }
        };
        self.memory.clock(to(Slave::Memory));
        self.scratchpad.clock(to(Slave::Scratchpad));
        self.io.clock(to(Slave::Io), events)
    }

    #[inline(always)]
    fn clock_fetch(&mut self, signals: &Signals, ir: &Control, ex: &Control, a: u32) {
        let rom_data = signals.rom_data;
        let row = self.microcode_fetch.ir;
        self.microcode_fetch.clock(
            rom_data,
            NextPc {
                dispatch: rom_data.nxt.then_some(signals.dispatch.jpaddr),
                branch: self.execute.branch,
                jump: ex.jump,
                hold: signals.held,
            },
            ir.branch_displacement,
            ir.jump_displacement,
        );
        self.bytecode_fetch.clock(
            FetchInputs {
                nxt: rom_data.nxt,
                opd: rom_data.opd,
                jmp: signals.jmp,
                load_jpc: (ex.pointer == PointerLoad::Jpc).then_some(a),
                irq: signals.irq,
                exc: signals.exc,
            },
            signals.dispatch,
            signals.bytecode,
        );
        self.execute = ExecuteControl {
            row,
            branch: match ir.branch {
                BranchCondition::Never => false,
                BranchCondition::Zero => a == 0,
                BranchCondition::NotZero => a != 0,
            },
        };
    }
}
