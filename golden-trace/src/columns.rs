//! The columns of a golden trace, and what the machine shows for each.
//!
//! Required and informative columns are compared alike, and bus values also in cycles without their strobe: the
//! machine shows every value of every vector.

use method_cache::MethodCache;
use sim_core::MachineState;
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::probe::Signals;

use crate::vector::Cell;

/// One column.
pub struct Column {
    /// Name in the trace.
    pub name: &'static str,
    /// What the machine shows.
    pub value: fn(&MachineState, &Signals) -> Cell,
}

macro_rules! columns {
    ($($name:literal |$state:pat_param, $signals:pat_param| $value:expr;)*) => {
        /// Every column that a trace can have.
        pub const COLUMNS: &[Column] = &[$(Column {
            name: $name,
            value: |$state, $signals| Cell::Number(u64::from($value)),
        }),*];
    };
}

columns! {
    "cycle" |s, _| s.cycle;
    "pc" |s, _| s.microcode_fetch.pc;
    "ir" |s, _| s.microcode_fetch.ir;
    "nxt" |_, c| c.rom_data.nxt();
    "opd" |_, c| c.rom_data.opd();
    "jpc" |s, _| s.bytecode_fetch.jpc;
    "jbc_q" |_, c| c.bytecode;
    "jopd" |s, _| s.bytecode_fetch.jopd;
    "a" |s, _| s.stack.a;
    "b" |s, _| s.stack.b;
    "sp" |s, _| s.stack.sp();
    "vp" |s, _| s.stack.vp();
    "ar" |s, _| s.stack.ar();
    "bsy" |_, c| c.bsy;
    "mem_rd" |_, c| c.command.rd && addresses(c, Slave::Memory);
    "mem_wr" |_, c| c.command.wr && addresses(c, Slave::Memory);
    "mem_addr" |_, c| c.command.address;
    "mem_wr_data" |_, c| c.command.wr_data;
    "mem_rd_data" |s, _| s.memory_system.response_of(Slave::Memory).rd_data;
    "mem_rdy_cnt" |s, _| s.memory_system.response_of(Slave::Memory).rdy_cnt;
    "io_rd" |_, c| c.command.rd && addresses(c, Slave::Io);
    "io_wr" |_, c| c.command.wr && addresses(c, Slave::Io);
    "io_addr" |_, c| c.command.address;
    "io_wr_data" |_, c| c.command.wr_data;
    "io_rd_data" |s, _| s.memory_system.response_of(Slave::Io).rd_data;
    "io_rdy_cnt" |s, _| s.memory_system.response_of(Slave::Io).rdy_cnt;
    "mc_find" |_, c| c.op == MemoryOp::MethodLoad;
    "mc_rdy" |s, _| s.memory_system.method_cache.ready();
    "mc_in_cache" |s, _| s.memory_system.method_cache.in_cache();
    "mc_bcstart" |s, _| s.memory_system.method_cache.start_word();
    "bc_wr_ena" |s, _| s.memory_system.controller.outputs.bc_wr_ena;
    "irq" |_, c| c.irq;
    "irq_ena" |s, _| s.memory_system.io.system.interrupt_enable();
    "int_req" |_, c| c.int_req;
    "exc" |_, c| c.exc;
    "exc_pend" |s, _| s.bytecode_fetch.exc_pend;
    "sp_ov" |s, _| s.stack.sp_ov;
    "null_pointer" |s, _| s.memory_system.controller.outputs.null_pointer;
    "bounds_error" |s, _| s.memory_system.controller.outputs.bounds_error;
}

/// The state of the memory controller, the only column that is a name.
pub const MEMORY_STATE: Column = Column {
    name: "mem_state",
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
