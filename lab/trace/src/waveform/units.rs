//! The signals of every unit: one table, which both formats expand.
//!
//! Names are those of the behaviour specification. A row has name, bits or characters, and what the machine shows. What
//! the machine lets stand still while it matters to nobody is frozen here, too: the wait-state counter of an idle memory.

#![expect(
    clippy::cast_lossless,
    reason = "a row may be a flag, a number or an enum"
)]

use std::borrow::Cow;

use isa::{MachineConfig, UartKind};
use method_cache::{LookupState, MethodCache};
use microcode::isa::Instruction;
use sim_core::MachineState;
use sim_core::controller_state::ControllerState;
use sim_core::decode::{MemoryOp, Pointer};
use sim_core::local_bus::Slave;
use sim_core::lock_port::LockPort;
use sim_core::probe::Signals;
use sim_core::simpcon::CacheClass;
use sim_core::uart::Uart;

/// Kind of the values of a signal.
#[derive(Debug, Clone, Copy)]
pub enum Format {
    /// A number of so many bits.
    Bits(u32),
    /// The number of a name, with at most so many characters.
    Text(u32, fn(u64) -> Cow<'static, str>),
    /// A text that is no number, with at most so many characters.
    Name(u32),
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Bits(a), Self::Bits(b))
            | (Self::Text(a, _), Self::Text(b, _))
            | (Self::Name(a), Self::Name(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Format {}

/// One signal.
#[derive(Debug)]
pub struct Signal {
    /// Name in the specification.
    pub name: &'static str,
    /// Its values.
    pub format: Format,
}

/// The signals of a hardware unit.
#[derive(Debug)]
pub struct Unit {
    /// Scopes, the unit's own last.
    pub scopes: &'static [&'static str],
    /// True if a machine has it.
    pub present: fn(&MachineConfig) -> bool,
    /// Its signals.
    pub signals: &'static [Signal],
    /// Their values in a cycle, in the same order.
    pub sample: fn(&MachineState, &Signals, &mut [u64]),
}

macro_rules! units {
    ($(#[$about:meta])* $table:ident $([$($scope:literal)*] $present:expr, |$state:ident, $signals:ident| {
        $($name:literal $format:ident $width:tt $value:expr;)*
    })*) => {
        $(#[$about])*
        pub static $table: &[Unit] = &[$(Unit {
            scopes: &[$($scope),*],
            present: $present,
            signals: &[$(Signal { name: $name, format: units!(@format $format $width) }),*],
            sample: |$state, $signals, values| {
                let _ = ($state, $signals);
                values.copy_from_slice(&[$(($value) as u64),*]);
            },
        }),*];
    };
    (@format bits $width:literal) => { Format::Bits($width) };
    (@format text ($width:literal $decode:ident)) => { Format::Text($width, $decode) };
}

const ALWAYS: fn(&MachineConfig) -> bool = |_| true;

units! {
    /// Every unit.
    UNITS
    [] ALWAYS, |s, c| {
        "cycle" bits 64 s.cycle;
    }
    ["core" "bytecode_fetch"] ALWAYS, |s, c| {
        "jpc" bits 16 s.bytecode_fetch.jpc;
        "jbc_address" bits 15 s.bytecode_fetch.jbc_address;
        "jbc_q" bits 8 c.bytecode;
        "bytecode" text (20 bytecode_name) c.bytecode;
        "jinstr" bits 8 s.bytecode_fetch.jinstr;
        "running" text (20 bytecode_name) s.bytecode_fetch.jinstr;
        "jpc_br" bits 16 s.bytecode_fetch.jpc_br;
        "jopd" bits 16 s.bytecode_fetch.jopd;
        "jmp" bits 1 c.jmp;
        "jpaddr" bits 11 c.jpaddr;
        "int_pend" bits 1 s.bytecode_fetch.int_pend;
        "int_req" bits 1 c.int_req;
        "ack_irq" bits 1 c.ack_irq;
        "exc_pend" bits 1 s.bytecode_fetch.exc_pend;
        "ack_exc" bits 1 c.ack_exc;
    }
    ["core" "microcode_fetch"] ALWAYS, |s, c| {
        "pc" bits 11 s.microcode_fetch.pc;
        "rom_data" bits 10 c.rom_data.instruction();
        "rom_instruction" text (20 instruction) c.rom_data.instruction();
        "nxt" bits 1 c.rom_data.nxt();
        "opd" bits 1 c.rom_data.opd();
        "ir" bits 10 s.microcode_fetch.ir;
        "ir_instruction" text (20 instruction) s.microcode_fetch.ir;
        "target" bits 11 s.microcode_fetch.target;
        "redirect" bits 1 c.redirect;
        "pcwait" bits 1 c.waits;
        "bsy" bits 1 c.bsy;
        "held" bits 1 c.held;
    }
    ["core" "decode"] ALWAYS, |s, c| {
        "ex" bits 11 s.execute.row;
        "br" bits 1 s.execute.branch;
        "strobe" text (8 strobe) c.op;
    }
    ["core" "stack"] ALWAYS, |s, c| {
        "a" bits 32 s.stack.a;
        "b" bits 32 s.stack.b;
        "sp" bits 10 s.stack.sp();
        "vp" bits 10 s.stack.vp();
        "vpadd" bits 10 s.stack.pointers[Pointer::LocalOperand as usize];
        "ar" bits 10 s.stack.ar();
        "opddly" bits 16 s.stack.opddly;
        "immval" bits 32 s.stack.immval;
        "exr" bits 32 s.stack.exr;
        "ram_q" bits 32 s.stack.ram_q;
        "wraddr" bits 10 s.stack.write_address;
        "wr_ena" bits 1 s.stack.write_enable;
        "sp_ov" bits 1 s.stack.sp_ov;
    }
    ["core" "multiplier"] ALWAYS, |s, c| {
        "a" bits 32 s.multiplier.a;
        "b" bits 32 s.multiplier.b;
        "p" bits 32 s.multiplier.product();
    }
    ["memory" "memory_controller"] ALWAYS, |s, c| {
        "state" text (8 state_name) s.memory_system.controller.state;
        "state_bsy" bits 1 s.memory_system.controller.state_bsy;
        "addr_reg" bits 23 s.memory_system.controller.addr_reg;
        "translate_bit" bits 1 s.memory_system.controller.translate_bit;
        "index" bits 23 s.memory_system.controller.index;
        "value" bits 32 s.memory_system.controller.value;
        "bc_len" bits 10 s.memory_system.controller.bc_len;
        "bc_addr" bits 13 s.memory_system.controller.bc_addr;
        "bc_wr_ena" bits 1 s.memory_system.controller.outputs.bc_wr_ena;
        "was_a_stidx" bits 1 s.memory_system.controller.was_a_stidx;
        "was_a_hwo" bits 1 s.memory_system.controller.was_a_hwo;
        "was_a_store" bits 1 s.memory_system.controller.was_a_store;
        "base_reg" bits 23 s.memory_system.controller.base_reg;
        "pos_reg" bits 23 s.memory_system.controller.pos_reg;
        "offset_reg" bits 23 s.memory_system.controller.offset_reg;
        "cp_stopbit" bits 1 s.memory_system.controller.cp_stopbit;
        "putref_reg" bits 1 s.memory_system.controller.putref_reg;
        "dest_level_reg" bits 7 s.memory_system.controller.dest_level_reg;
        "read_ocache" bits 1 s.memory_system.controller.read_ocache;
        "atomic" bits 1 s.memory_system.controller.atomic;
        "state_rd" bits 1 s.memory_system.controller.outputs.rd;
        "state_wr" bits 1 s.memory_system.controller.outputs.wr;
        "null_pointer" bits 1 s.memory_system.controller.outputs.null_pointer;
        "bounds_error" bits 1 s.memory_system.controller.outputs.bounds_error;
        "illegal_assignment" bits 1 s.memory_system.controller.outputs.illegal_assignment;
    }
    ["memory" "method_cache"] ALWAYS, |s, c| {
        "find" bits 1 c.op == MemoryOp::MethodLoad;
        "state" text (8 lookup_state) s.memory_system.method_cache.state();
        "rdy" bits 1 s.memory_system.method_cache.ready();
        "in_cache" bits 1 s.memory_system.method_cache.in_cache();
        "bcstart" bits 13 s.memory_system.method_cache.start_word();
        "next_block" bits 10 s.memory_system.method_cache.next();
    }
    ["memory" "object_cache"] |config| config.object_cache, |s, c| {
        "chk_gf_dly" bits 1 s.memory_system.object_cache.chk_gf_dly;
        "chk_pf" bits 1 s.memory_system.controller.chk_pf;
        "wr_gf" bits 1 s.memory_system.controller.wr_gf;
        "wr_pf" bits 1 s.memory_system.controller.wr_pf;
        "hit_tag_reg" bits 1 s.memory_system.object_cache.hit_tag_reg;
        "cacheable_reg" bits 1 s.memory_system.object_cache.cacheable_reg;
        "handle_reg" bits 23 s.memory_system.object_cache.handle_reg;
        "index_reg" bits 3 s.memory_system.object_cache.index_reg;
        "line_reg" bits 4 s.memory_system.object_cache.line_reg;
        "inc_reg" bits 1 s.memory_system.object_cache.inc_reg;
        "next" bits 4 s.memory_system.object_cache.next;
        "invalidate" bits 1 s.memory_system.object_cache.invalidate;
        "ram_q" bits 32 s.memory_system.object_cache.ram_q;
        "data_out" bits 32 s.memory_system.object_cache.data_out();
    }
    ["memory" "bus"] ALWAYS, |s, c| {
        "rd" bits 1 c.command.rd;
        "wr" bits 1 c.command.wr;
        "address" bits 23 c.command.address;
        "wr_data" bits 32 c.command.wr_data;
        "class" text (8 cache_class) c.command.class;
        "slave" text (10 slave) Slave::of(c.command.address);
        "selected" text (10 slave) s.memory_system.local_bus.selected();
        "next_mux" text (10 slave) s.memory_system.local_bus.next_mux;
        "dly_mux" text (10 slave) s.memory_system.local_bus.dly_mux;
        "is_pipelined" bits 1 s.memory_system.local_bus.is_pipelined;
        "rd_data" bits 32 s.memory_system.response().rd_data;
        "rdy_cnt" bits 2 s.memory_system.response().rdy_cnt;
    }
    ["memory" "data_cache"] |config| config.data_cache, |s, c| {
        "out_mux" text (8 cache_class) s.memory_system.data_cache.as_ref().map_or(CacheClass::Bypass, |cache| cache.out_mux);
        "in_mux" text (8 cache_class) s.memory_system.data_cache.as_ref().map_or(CacheClass::Bypass, |cache| cache.in_mux);
        "bp_fetch" bits 1 s.memory_system.data_cache.as_ref().is_some_and(|cache| cache.bp_fetch);
        "bp_data" bits 32 s.memory_system.data_cache.as_ref().map_or(0, |cache| cache.bp_data);
    }
    ["memory" "main_memory"] ALWAYS, |s, c| {
        "state" bits 4 s.memory_system.memory.registers().state;
        "wait_state" bits 4 s.memory_system.memory.registers().wait_state;
        "address" bits 23 s.memory_system.memory.registers().address;
        "wr_data" bits 32 s.memory_system.memory.registers().wr_data;
        "rd_data" bits 32 s.memory_system.memory.response().rd_data;
        "rdy_cnt" bits 2 s.memory_system.memory.response().rdy_cnt;
    }
    ["memory" "scratchpad"] |config| config.spm_width > 0, |s, c| {
        "rd_data" bits 32 s.memory_system.scratchpad.response().rd_data;
    }
    ["io"] ALWAYS, |s, c| {
        "select" bits 2 s.memory_system.io.select;
        "rd_data" bits 32 s.memory_system.io.response().rd_data;
        "rdy_cnt" bits 2 s.memory_system.io.response().rdy_cnt;
    }
    ["io" "system_device"] ALWAYS, |s, c| {
        "clock_cnt" bits 32 s.memory_system.io.system.clock_cnt();
        "us_cnt" bits 32 s.memory_system.io.system.us_cnt();
        "pre_scale" bits 8 s.memory_system.io.system.pre_scale();
        "timer_cnt" bits 32 s.memory_system.io.system.timer_cnt;
        "equal_d" bits 1 s.memory_system.io.system.equal_d;
        "flags" bits 3 s.memory_system.io.system.flags;
        "mask" bits 3 s.memory_system.io.system.mask;
        "software" bits 3 s.memory_system.io.system.software;
        "clear_all" bits 1 s.memory_system.io.system.clear_all;
        "interrupt_number" bits 2 s.memory_system.io.system.interrupt_number;
        "gate_d" bits 1 s.memory_system.io.system.gate_d;
        "irq_ena" bits 1 s.memory_system.io.system.interrupt_enable();
        "irq" bits 1 c.irq;
        "exc_pend" bits 1 s.memory_system.io.system.exc_pend;
        "exc_pend_d" bits 1 s.memory_system.io.system.exc_pend_d;
        "exc_type" bits 8 s.memory_system.io.system.exc_type;
        "exc" bits 1 c.exc;
        "timeout" bits 32 s.memory_system.io.system.timeout;
        "dly_block" bits 1 s.memory_system.io.system.dly_block;
        "watchdog" bits 1 s.memory_system.io.system.watchdog;
        "signal" bits 1 s.memory_system.io.system.signal;
        "rd_data" bits 32 s.memory_system.io.system.response().rd_data;
    }
    ["io" "uart"] ALWAYS, |s, c| {
        "rd_data" bits 32 s.memory_system.io.uart.response().rd_data;
    }
    ["io" "uart"] |config| config.uart == UartKind::Timed, |s, c| {
        "tx_byte" bits 8 uart(s).and_then(Uart::sending).map_or(0, |(byte, _)| byte);
        "tx_bits_left" bits 4 uart(s).and_then(Uart::sending).map_or(0, |(_, bits)| bits);
        "rx_bits_left" bits 4 uart(s).map_or(0, Uart::receiving);
        "txd" bits 1 uart(s).is_none_or(Uart::txd);
        "rxd" bits 1 s.memory_system.io.uart.rxd();
        "rts" bits 1 uart(s).is_some_and(Uart::rts);
    }
}

units! {
    /// What a processor has towards arbiter and lock unit, if it is one of several.
    PORTS
    ["memory" "arbiter_port"] ALWAYS, |s, c| {
        "rd_data" bits 32 s.memory_system.memory.response().rd_data;
        "rdy_cnt" bits 2 s.memory_system.memory.response().rdy_cnt;
    }
    ["io" "lock_port"] ALWAYS, |s, c| {
        "req" bits 1 lock(s).is_some_and(|lock| lock.request.req);
        "unlock" bits 1 lock(s).is_some_and(|lock| lock.request.unlock);
        "data" bits 32 lock(s).map_or(0, |lock| lock.request.data);
        "halted" bits 1 lock(s).is_some_and(|lock| lock.answer.halted);
        "status" bits 1 lock(s).is_some_and(|lock| lock.answer.status);
        "s_out" bits 1 lock(s).is_some_and(|lock| lock.answer.s_out);
    }
}

fn lock(state: &MachineState) -> Option<&LockPort> {
    state.memory_system.io.system.lock()
}

fn uart(state: &MachineState) -> Option<&Uart> {
    state.memory_system.io.uart.uart()
}

fn bytecode_name(code: u64) -> Cow<'static, str> {
    isa::Bytecode::of(code as u8).name().into()
}

fn instruction(code: u64) -> Cow<'static, str> {
    Instruction::decode(code as u16).to_string().into()
}

fn state_name(number: u64) -> Cow<'static, str> {
    let state = ControllerState::ALL.get(number as usize);
    state.map_or("?", |state| state.name()).into()
}

/// Microinstructions that strobe, in the order of [`MemoryOp`].
const STROBES: [&str; 20] = [
    "-", "stmwa", "stmra", "stmwd", "stald", "stast", "stgf", "stpf", "stcp", "stbcrd", "stidx",
    "stps", "stmrac", "stmraf", "stmwdf", "stpfr", "stgs", "cinval", "atmstart", "atmend",
];

fn strobe(number: u64) -> Cow<'static, str> {
    STROBES.get(number as usize).copied().unwrap_or("?").into()
}

fn lookup_state(number: u64) -> Cow<'static, str> {
    const NAMES: [(LookupState, &str); 3] = [
        (LookupState::Idle, "idle"),
        (LookupState::Compare, "s1"),
        (LookupState::Allocate, "s2"),
    ];
    named(&NAMES, |state| *state as u64 == number)
}

fn slave(number: u64) -> Cow<'static, str> {
    const NAMES: [(Slave, &str); 3] = [
        (Slave::Memory, "memory"),
        (Slave::Scratchpad, "scratchpad"),
        (Slave::Io, "io"),
    ];
    named(&NAMES, |slave| *slave as u64 == number)
}

fn cache_class(number: u64) -> Cow<'static, str> {
    const NAMES: [(CacheClass, &str); 4] = [
        (CacheClass::Bypass, "bypass"),
        (CacheClass::DirectMappedConstant, "dm_const"),
        (CacheClass::DirectMapped, "dm"),
        (CacheClass::FullyAssociative, "fa"),
    ];
    named(&NAMES, |class| *class as u64 == number)
}

fn named<T>(names: &[(T, &'static str)], is: impl Fn(&T) -> bool) -> Cow<'static, str> {
    let found = names.iter().find(|(value, _)| is(value));
    found.map_or("?", |(_, name)| *name).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::decode::{DecodeTable, MemoryOp};

    #[test]
    fn every_strobe_has_the_mnemonic_of_the_microinstruction_that_sets_it() {
        let table = DecodeTable::new();
        let mut seen = 0;
        for row in microcode::isa::TABLE {
            let op = table.row(row.code).memory;
            if op != MemoryOp::None {
                assert_eq!(strobe(op as u64), row.mnemonic);
                seen += 1;
            }
        }
        assert_eq!(seen, STROBES.len() - 1);
    }

    #[test]
    fn no_scope_has_two_signals_of_a_name() {
        let mut names = std::collections::HashSet::new();
        for unit in UNITS.iter().chain(PORTS) {
            for signal in unit.signals {
                assert!(names.insert((unit.scopes, signal.name)), "{}", signal.name);
            }
        }
    }

    #[test]
    fn every_name_of_a_text_fits_its_characters() {
        for signal in UNITS.iter().flat_map(|unit| unit.signals) {
            let Format::Text(most, text) = signal.format else {
                continue;
            };
            for number in 0..1024 {
                let text = text(number);
                assert!(text.len() <= most as usize, "{}: {text}", signal.name);
            }
        }
    }
}
