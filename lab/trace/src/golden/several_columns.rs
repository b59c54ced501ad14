//! The columns of a golden trace of several processors, and the machine's value of each.
//!
//! Shared signals have their name alone, those of processor N the prefix `cpuN.`. An address without its strobe is 0 in
//! these traces, and so is write data without the write strobe.

use sim_core::MachineState;
use sim_core::cmp::SharedSignals;
use sim_core::cmp::lock_unit::LockUnit;
use sim_core::local_bus::Slave;
use sim_core::lock_port::LockPort;
use sim_core::probe::Signals;
use sim_core::simpcon::Command;

use crate::golden::cell::Cell;
use crate::golden::columns::column;

/// Shared columns that every vector has.
const SHARED: [&str; 7] = [
    "cycle",
    "m_rd",
    "m_wr",
    "m_addr",
    "m_wr_data",
    "m_rd_data",
    "m_rdy_cnt",
];

/// Columns that every vector has for each processor.
const CPU: [&str; 21] = [
    "pc",
    "ir",
    "jpc",
    "a",
    "b",
    "sp",
    "bsy",
    "nxt",
    "opd",
    "mem_rd",
    "mem_wr",
    "mem_addr",
    "mem_wr_data",
    "mem_rd_data",
    "mem_rdy_cnt",
    "io_rd",
    "io_wr",
    "io_addr",
    "io_wr_data",
    "io_rd_data",
    "io_rdy_cnt",
];

/// The machine's value of a column, by what it is taken from.
#[derive(Debug, Clone, Copy)]
pub enum Source {
    /// Shared signals.
    Shared(fn(&SharedSignals) -> u64),
    /// A processor's own.
    Cpu(usize, CpuValue),
    /// A processor's command to the arbiter.
    Request(usize, fn(&Command) -> u64),
}

/// A processor's own value.
pub type CpuValue = fn(&MachineState, &Signals) -> Cell;

/// Columns that every vector of so many processors has.
pub(super) fn required(cpus: usize) -> Vec<String> {
    let own = (0..cpus).flat_map(|cpu| CPU.map(|name| format!("cpu{cpu}.{name}")));
    SHARED.map(str::to_owned).into_iter().chain(own).collect()
}

/// The value of the column of that name on so many processors.
#[must_use]
pub fn source(name: &str, cpus: usize) -> Option<Source> {
    let Some(own) = name.strip_prefix("cpu") else {
        return shared(name).map(Source::Shared);
    };
    let (cpu, own) = own.split_once('.')?;
    let cpu = cpu.parse().ok().filter(|cpu| *cpu < cpus)?;
    if let Some(value) = request(own) {
        return Some(Source::Request(cpu, value));
    }
    let value = masked(own).or_else(|| locks(own));
    let value = value.or_else(|| column(own).map(|column| column.value))?;
    Some(Source::Cpu(cpu, value))
}

fn shared(name: &str) -> Option<fn(&SharedSignals) -> u64> {
    Some(match name {
        "cycle" => |s| s.cycle,
        "arb_counter" => |s| s.counter.unwrap_or(0).into(),
        "m_rd" => |s| s.command.rd.into(),
        "m_wr" => |s| s.command.wr.into(),
        "m_addr" => |s| address(&s.command),
        "m_wr_data" => |s| wr_data(&s.command),
        "m_rd_data" => |s| s.response.rd_data.into(),
        "m_rdy_cnt" => |s| s.response.rdy_cnt.into(),
        "lock_state" => |s| match s.lock_unit {
            LockUnit::None => 0,
            LockUnit::Ihlu(unit) => unit.state as u64,
            LockUnit::Cmpsync(unit) => unit.owner.is_some().into(),
        },
        "lock_scan" => |s| match s.lock_unit {
            LockUnit::Ihlu(unit) => unit.scan as u64,
            _ => 0,
        },
        "lock_total" => |s| match s.lock_unit {
            LockUnit::Ihlu(unit) => unit.total() as u64,
            _ => 0,
        },
        "lock_owner" => |s| match s.lock_unit {
            LockUnit::Cmpsync(unit) => unit.owner_number() as u64,
            _ => 0,
        },
        "lock_last" => |s| match s.lock_unit {
            LockUnit::Cmpsync(unit) => unit.last as u64,
            _ => 0,
        },
        _ => return None,
    })
}

/// The arbiter's side of a processor's data cache, as far as the processor drives it.
fn request(name: &str) -> Option<fn(&Command) -> u64> {
    Some(match name {
        "arb_rd" => |c| c.rd.into(),
        "arb_wr" => |c| c.wr.into(),
        "arb_addr" => address,
        "arb_wr_data" => wr_data,
        _ => return None,
    })
}

/// Columns whose values differ from those of a vector of one processor.
fn masked(name: &str) -> Option<CpuValue> {
    Some(match name {
        "mem_addr" => |_, c| Cell::Number(address(&sent_to(Slave::Memory, c))),
        "mem_wr_data" => |_, c| Cell::Number(wr_data(&sent_to(Slave::Memory, c))),
        "io_addr" => |_, c| Cell::Number(address(&sent_to(Slave::Io, c))),
        "io_wr_data" => |_, c| Cell::Number(wr_data(&sent_to(Slave::Io, c))),
        "arb_rd_data" => |s, _| Cell::Number(s.memory_system.memory.response().rd_data.into()),
        "arb_rdy_cnt" => |s, _| Cell::Number(s.memory_system.memory.response().rdy_cnt.into()),
        _ => return None,
    })
}

fn locks(name: &str) -> Option<CpuValue> {
    fn cell(state: &MachineState, value: fn(&LockPort) -> u32) -> Cell {
        let lock = state.memory_system.io.system.lock();
        Cell::Number(lock.map_or(0, value).into())
    }
    Some(match name {
        "lock_req" => |s, _| cell(s, |lock| lock.request.req.into()),
        "lock_op" => |s, _| cell(s, |lock| lock.request.unlock.into()),
        "lock_data" => |s, _| cell(s, |lock| lock.request.data),
        "halted" => |s, _| cell(s, |lock| lock.answer.halted.into()),
        "status" => |s, _| cell(s, |lock| lock.answer.status.into()),
        "s_out" => |s, _| cell(s, |lock| lock.answer.s_out.into()),
        _ => return None,
    })
}

/// The processor's command if it addresses this slave.
fn sent_to(slave: Slave, signals: &Signals) -> Command {
    if Slave::of(signals.command.address) == slave {
        signals.command
    } else {
        Command::IDLE
    }
}

fn address(command: &Command) -> u64 {
    if command.is_active() {
        command.address.into()
    } else {
        0
    }
}

fn wr_data(command: &Command) -> u64 {
    if command.wr {
        command.wr_data.into()
    } else {
        0
    }
}
