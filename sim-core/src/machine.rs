//! The machine: all units of one processor, its memory and its devices, clocked together.
//!
//! In every cycle the combinational signals are computed from the registers, in an order without loops
//! (spec 01 section 2); then all registers take their next value at once. Units that report that they cannot change
//! are skipped.

use microcode::{JumpTable, Program, ROM_WORDS};

use crate::bytecode_fetch::{BytecodeFetch, FetchInputs};
use crate::decode::{
    ASource, BranchCondition, Control, DecodeTable, MemoryOp, PointerLoad, RESET_ROW,
};
use crate::memory_system::{MemorySystem, Request};
use crate::microcode_fetch::{MicrocodeFetch, NextPc};
use crate::multiplier::Multiplier;
use crate::probe::{Entry, Probe, Signals};
use crate::simpcon::Command;
use crate::stack::Stack;
use crate::state::{ExecuteControl, MachineState};
use crate::system_device::Events;
use isa::{ConfigError, MachineConfig, Output, Stop};

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
    /// A state that belongs to another machine, or to none.
    #[error("the state of the {unit} is impossible for this machine")]
    State {
        /// The mismatch.
        unit: &'static str,
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
        tracing::debug!(?config, image_words = image.len(), "machine built");
        Ok(Self {
            config: config.clone(),
            state: MachineState {
                cycle: 0,
                alert: true,
                bytecode_fetch: BytecodeFetch::new(config),
                microcode_fetch: MicrocodeFetch::new(rom.as_slice()),
                execute: ExecuteControl {
                    row: RESET_ROW,
                    branch: false,
                },
                stack: Stack::new(config, &program.stack_ram),
                multiplier: Multiplier::default(),
                memory_system: MemorySystem::new(config, image)?,
            },
            rom,
            jump_table: program.jump_table.clone(),
            decode: DecodeTable::new(),
        })
    }

    /// The machine that was in `state`, with the same configuration and microcode.
    ///
    /// # Errors
    /// When the configuration is out of range, the microcode does not fit, or no such machine can be in this state.
    pub fn restore(
        config: &MachineConfig,
        program: &Program,
        state: MachineState,
    ) -> Result<Self, MachineError> {
        let mut machine = Self::new(config, program, &[])?;
        let table = &program.jump_table;
        let [interrupt, exception] = [table.interrupt, table.exception].map(usize::from);
        let bytecodes = table.bytecodes.iter().copied().max();
        if interrupt.max(exception).max(bytecodes.unwrap_or(0).into()) >= ROM_WORDS {
            return Err(MachineError::State { unit: "jump table" });
        }
        match state.misfit(&machine.state) {
            None => machine.state = state,
            Some(unit) => return Err(MachineError::State { unit }),
        }
        Ok(machine)
    }

    /// The configuration the machine was built from.
    #[must_use]
    pub fn config(&self) -> &MachineConfig {
        &self.config
    }

    /// The words of the microcode ROM.
    #[must_use]
    pub fn rom(&self) -> &[u16; ROM_WORDS] {
        &self.rom
    }

    /// Where each bytecode, interrupt and exception begins in the ROM.
    #[must_use]
    pub fn jump_table(&self) -> &JumpTable {
        &self.jump_table
    }

    /// Runs until something leaves the machine or its cycle counter reaches `limit`.
    pub fn run<P: Probe>(&mut self, limit: u64, probe: &mut P) -> Stop {
        while self.state.cycle < limit {
            if let Some(output) = self.step(probe) {
                tracing::trace!(cycle = self.state.cycle, ?output, "output");
                return Stop::Output(output);
            }
        }
        Stop::Limit
    }

    /// Clocks the UART, and nothing else, until it has sent what it holds, and gives these bytes: a timed UART still has the end
    /// of the output when the program has ended. What the processor would write later is not the program's.
    pub fn empty_uart(&mut self) -> Vec<u8> {
        let uart = &mut self.state.memory_system.io.uart;
        let mut bytes = Vec::new();
        while uart.is_sending() {
            bytes.extend(uart.clock(&Command::IDLE));
        }
        bytes
    }

    /// One clock cycle.
    #[inline(always)]
    pub fn step<P: Probe>(&mut self, probe: &mut P) -> Option<Output> {
        let ir = self.decode.row(self.state.microcode_fetch.ir);
        let ex = self.decode.row(self.state.execute.row);
        if ex.memory == MemoryOp::Invalidate {
            self.state.memory_system.reset_data_cache();
        }
        let signals = settle(&self.state, &self.rom, &self.jump_table, ir, ex);
        report(&self.state, &signals, probe);
        self.state.clock(&signals, ir, ex, probe)
    }
}

/// The combinational signals of a cycle.
#[inline(always)]
fn settle(
    state: &MachineState,
    rom: &[u16; ROM_WORDS],
    jump_table: &JumpTable,
    ir: &Control,
    ex: &Control,
) -> Signals {
    let fetch = &state.bytecode_fetch;
    let memory_system = &state.memory_system;
    let system_device = &memory_system.io.system;
    let rom_data = state.microcode_fetch.rom_data(rom);
    let bytecode = fetch.jbc_q();
    let bsy = ex.starts_memory || memory_system.is_busy();
    let redirect = state.execute.branch || ex.jump;
    let alert = state.alert;
    let nxt = rom_data.nxt();
    let waits = ir.wait && !nxt && !redirect;
    let int_req = alert && fetch.interrupt_request(system_device.interrupt_enable());
    Signals {
        rom_data,
        bytecode,
        int_req,
        ack_irq: int_req && nxt,
        ack_exc: alert && fetch.exc_pend && nxt,
        jpaddr: match (nxt, alert) {
            (false, _) => 0,
            (true, false) => jump_table.bytecodes[usize::from(bytecode)],
            (true, true) => fetch.jpaddr(jump_table, bytecode, int_req),
        },
        jmp: ir.jbr && fetch.branches(state.stack.flags(ex.subtracts)),
        bsy,
        redirect,
        waits,
        held: waits && bsy,
        op: ex.memory,
        command: memory_system.command(state.request(ex.memory)),
        irq: alert && system_device.irq(),
        exc: alert && system_device.exc(),
    }
}

#[inline(always)]
fn report<P: Probe>(state: &MachineState, signals: &Signals, probe: &mut P) {
    let cycle = state.cycle;
    probe.cycle(state, signals);
    if signals.rom_data.nxt() {
        if signals.ack_exc {
            probe.entry(cycle, Entry::Exception);
        } else if signals.ack_irq {
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
    if signals.waits {
        probe.wait(cycle);
        if signals.held {
            probe.stall(cycle);
        }
    }
}

impl MachineState {
    #[inline(always)]
    fn request(&self, op: MemoryOp) -> Request {
        Request {
            op,
            a: self.stack.a,
            b: self.stack.b,
            bcopd: self.bytecode_fetch.jopd,
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
        let (a, b) = (self.stack.a, self.stack.b);
        let external = (ir.a == ASource::External).then(|| {
            let product = self.multiplier.product();
            self.memory_system.external(ir.external, product)
        });
        let output = self.clock_memory_system(signals, probe);
        let (jopd, jpc) = (self.bytecode_fetch.jopd, self.bytecode_fetch.jpc);
        self.stack.clock(ir, ex, jopd, jpc, external);
        self.alert |= self.stack.sp_ov;
        self.multiplier.clock(ex.multiply, a, b);
        self.clock_fetch(signals, ir, ex, a);
        self.cycle += 1;
        output
    }

    #[inline(always)]
    fn clock_memory_system<P: Probe>(
        &mut self,
        signals: &Signals,
        probe: &mut P,
    ) -> Option<Output> {
        let request = self.request(signals.op);
        let system = &mut self.memory_system;
        let idle = system.is_quiet() && request.op == MemoryOp::None && !self.alert;
        if idle && system.io.rest() {
            return None;
        }
        let events = Events {
            ack_irq: signals.ack_irq,
            ack_exc: signals.ack_exc,
            sp_ov: self.stack.sp_ov,
            null_pointer: system.controller.outputs.null_pointer,
            bounds_error: system.controller.outputs.bounds_error,
        };
        let fetch = &mut self.bytecode_fetch;
        if self.alert {
            fetch.clock_pending(signals.irq, signals.exc, signals.ack_irq, signals.ack_exc);
        }
        let output = system.clock(request, events, fetch, (self.cycle, probe));
        let device = &system.io.system;
        self.alert = fetch.int_pend || fetch.exc_pend || device.irq() || device.exc();
        output
    }

    #[inline(always)]
    fn clock_fetch(&mut self, signals: &Signals, ir: &Control, ex: &Control, a: u32) {
        let rom_data = signals.rom_data;
        self.execute = ExecuteControl {
            row: self.microcode_fetch.ir,
            branch: match ir.branch {
                BranchCondition::Never => false,
                BranchCondition::Zero => a == 0,
                BranchCondition::NotZero => a != 0,
            },
        };
        self.microcode_fetch.clock(
            rom_data.instruction(),
            NextPc {
                dispatch: rom_data.nxt().then_some(signals.jpaddr),
                redirect: signals.redirect,
                hold: signals.held,
            },
            ir.displacement,
        );
        self.bytecode_fetch.clock(&FetchInputs {
            rom_data,
            jmp: signals.jmp,
            load_jpc: (ex.pointer == PointerLoad::Jpc).then_some(a),
            bytecode: signals.bytecode,
        });
    }
}
