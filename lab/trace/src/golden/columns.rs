//! The columns of a golden trace, and the machine's value of each.
//!
//! Required and informative columns are compared alike, and bus values also in cycles without their strobe: the
//! machine shows every value of every vector.

use method_cache::MethodCache;
use sim_core::MachineState;
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::probe::Signals;

use crate::golden::cell::Cell;

/// One column.
pub struct Column {
    /// Name in the trace.
    pub name: &'static str,
    /// Bits of a number at most, on any machine; 0 for a name.
    pub bits: u32,
    /// The machine's value.
    pub value: fn(&MachineState, &Signals) -> Cell,
}

macro_rules! columns {
    ($($name:literal $bits:literal |$state:pat_param, $signals:pat_param| $value:expr;)*) => {
        /// Every column that a trace can have.
        pub const COLUMNS: &[Column] = &[$(Column {
            name: $name,
            bits: $bits,
            value: |$state, $signals| Cell::Number(u64::from($value)),
        }),*];
    };
}

columns! {
    "cycle" 64 |s, _| s.cycle;
    "pc" 11 |s, _| s.microcode_fetch.pc;
    "ir" 10 |s, _| s.microcode_fetch.ir;
    "nxt" 1 |_, c| c.rom_data.nxt();
    "opd" 1 |_, c| c.rom_data.opd();
    "jpc" 16 |s, _| s.bytecode_fetch.jpc;
    "jbc_q" 8 |_, c| c.bytecode;
    "jopd" 16 |s, _| s.bytecode_fetch.jopd;
    "a" 32 |s, _| s.stack.a;
    "b" 32 |s, _| s.stack.b;
    "sp" 10 |s, _| s.stack.sp();
    "vp" 10 |s, _| s.stack.vp();
    "ar" 10 |s, _| s.stack.ar();
    "bsy" 1 |_, c| c.bsy;
    "mem_rd" 1 |_, c| c.command.rd && addresses(c, Slave::Memory);
    "mem_wr" 1 |_, c| c.command.wr && addresses(c, Slave::Memory);
    "mem_addr" 23 |_, c| c.command.address;
    "mem_wr_data" 32 |_, c| c.command.wr_data;
    "mem_rd_data" 32 |s, _| s.memory_system.response_of(Slave::Memory).rd_data;
    "mem_rdy_cnt" 2 |s, _| s.memory_system.response_of(Slave::Memory).rdy_cnt;
    "io_rd" 1 |_, c| c.command.rd && addresses(c, Slave::Io);
    "io_wr" 1 |_, c| c.command.wr && addresses(c, Slave::Io);
    "io_addr" 23 |_, c| c.command.address;
    "io_wr_data" 32 |_, c| c.command.wr_data;
    "io_rd_data" 32 |s, _| s.memory_system.response_of(Slave::Io).rd_data;
    "io_rdy_cnt" 2 |s, _| s.memory_system.response_of(Slave::Io).rdy_cnt;
    "mc_find" 1 |_, c| c.op == MemoryOp::MethodLoad;
    "mc_rdy" 1 |s, _| s.memory_system.method_cache.ready();
    "mc_in_cache" 1 |s, _| s.memory_system.method_cache.in_cache();
    "mc_bcstart" 13 |s, _| s.memory_system.method_cache.start_word();
    "bc_wr_ena" 1 |s, _| s.memory_system.controller.outputs.bc_wr_ena;
    "irq" 1 |_, c| c.irq;
    "irq_ena" 1 |s, _| s.memory_system.io.system.interrupt_enable();
    "int_req" 1 |_, c| c.int_req;
    "exc" 1 |_, c| c.exc;
    "exc_pend" 1 |s, _| s.bytecode_fetch.exc_pend;
    "sp_ov" 1 |s, _| s.stack.sp_ov;
    "null_pointer" 1 |s, _| s.memory_system.controller.outputs.null_pointer;
    "bounds_error" 1 |s, _| s.memory_system.controller.outputs.bounds_error;
}

/// The state of the memory controller, the only column that is a name.
pub const MEMORY_STATE: Column = Column {
    name: "mem_state",
    bits: 0,
    value: |state, _| Cell::Name(state.memory_system.controller.state.name().to_owned()),
};

/// The column of that name.
#[must_use]
pub fn column(name: &str) -> Option<&'static Column> {
    if name == MEMORY_STATE.name {
        return Some(&MEMORY_STATE);
    }
    COLUMNS.iter().find(|column| column.name == name)
}

fn addresses(signals: &Signals, slave: Slave) -> bool {
    Slave::of(signals.command.address) == slave
}
