//! The columns of a golden trace: what the machine shows for each, and when it counts.

use method_cache::MethodCache;
use sim_core::MachineState;
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::probe::Signals;

use crate::relaxation::Relaxation;
use crate::vector::Cell;

/// When the value of a column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// In every cycle.
    Always,
    /// With a read or write strobe of main memory.
    MemoryStrobe,
    /// With a write strobe of main memory.
    MemoryWrite,
    /// With a read or write strobe of an I/O device.
    IoStrobe,
    /// With a write strobe of an I/O device.
    IoWrite,
    /// Never required; compared for information.
    Informative,
}

/// One column.
pub struct Column {
    /// Name in the trace.
    pub name: &'static str,
    /// When it counts.
    pub meaning: Meaning,
    /// What the machine shows.
    pub value: fn(&MachineState, &Signals) -> Cell,
}

macro_rules! columns {
    ($($name:literal $meaning:ident |$state:pat_param, $signals:pat_param| $value:expr;)*) => {
        /// Every column that a trace can have.
        pub const COLUMNS: &[Column] = &[$(Column {
            name: $name,
            meaning: Meaning::$meaning,
            value: |$state, $signals| Cell::Number(u64::from($value)),
        }),*];
    };
}

columns! {
    "cycle" Always |s, _| s.cycle;
    "pc" Always |s, _| s.microcode_fetch.pc;
    "ir" Always |s, _| s.microcode_fetch.ir;
    "nxt" Always |_, c| c.rom_data.nxt();
    "opd" Always |_, c| c.rom_data.opd();
    "jpc" Always |s, _| s.bytecode_fetch.jpc;
    "jbc_q" Always |_, c| c.bytecode;
    "jopd" Always |s, _| s.bytecode_fetch.jopd;
    "a" Always |s, _| s.stack.a;
    "b" Always |s, _| s.stack.b;
    "sp" Always |s, _| s.stack.sp();
    "vp" Always |s, _| s.stack.vp();
    "ar" Always |s, _| s.stack.ar();
    "bsy" Always |_, c| c.bsy;
    "mem_rd" Always |_, c| c.command.rd && addresses(c, Slave::Memory);
    "mem_wr" Always |_, c| c.command.wr && addresses(c, Slave::Memory);
    "mem_addr" MemoryStrobe |_, c| c.command.address;
    "mem_wr_data" MemoryWrite |_, c| c.command.wr_data;
    "mem_rd_data" Always |s, _| s.memory_system.response_of(Slave::Memory).rd_data;
    "mem_rdy_cnt" Always |s, _| s.memory_system.response_of(Slave::Memory).rdy_cnt;
    "io_rd" Always |_, c| c.command.rd && addresses(c, Slave::Io);
    "io_wr" Always |_, c| c.command.wr && addresses(c, Slave::Io);
    "io_addr" IoStrobe |_, c| c.command.address;
    "io_wr_data" IoWrite |_, c| c.command.wr_data;
    "io_rd_data" Always |s, _| s.memory_system.response_of(Slave::Io).rd_data;
    "io_rdy_cnt" Always |s, _| s.memory_system.response_of(Slave::Io).rdy_cnt;
    "mc_find" Always |_, c| c.op == MemoryOp::MethodLoad;
    "mc_rdy" Always |s, _| s.memory_system.method_cache.ready();
    "mc_in_cache" Always |s, _| s.memory_system.method_cache.in_cache();
    "mc_bcstart" Always |s, _| s.memory_system.method_cache.start_word();
    "bc_wr_ena" Always |s, _| s.memory_system.controller.outputs.bc_wr_ena;
    "irq" Always |_, c| c.irq;
    "irq_ena" Always |s, _| s.memory_system.io.system.interrupt_enable();
    "int_req" Always |_, c| c.int_req;
    "exc" Always |_, c| c.exc;
    "exc_pend" Always |s, _| s.bytecode_fetch.exc_pend;
    "sp_ov" Always |s, _| s.stack.sp_ov;
    "null_pointer" Always |s, _| s.memory_system.controller.outputs.null_pointer;
    "bounds_error" Always |s, _| s.memory_system.controller.outputs.bounds_error;
}

/// The state of the memory controller, the only column that is a name.
pub const MEMORY_STATE: Column = Column {
    name: "mem_state",
    meaning: Meaning::Informative,
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

/// The relaxation that leaves a column out in a cycle, if one does.
#[must_use]
pub fn excuse(meaning: Meaning, signals: &Signals) -> Option<Relaxation> {
    let command = &signals.command;
    let counts = match meaning {
        Meaning::Always | Meaning::Informative => true,
        Meaning::MemoryStrobe => command.is_active() && addresses(signals, Slave::Memory),
        Meaning::MemoryWrite => command.wr && addresses(signals, Slave::Memory),
        Meaning::IoStrobe => command.is_active() && addresses(signals, Slave::Io),
        Meaning::IoWrite => command.wr && addresses(signals, Slave::Io),
    };
    (!counts).then_some(Relaxation::IdleBus)
}
