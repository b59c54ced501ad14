//! The columns of the golden traces of several processors, a row for each cycle and processor.
//!
//! `cycle` and `core` come first; then a processor's own columns, those of the golden trace without `cpuN.`; last what all share, with the
//! same value in the row of each. Lock units and data caches have their columns only where there are some, as in the golden traces.

use isa::{ArbiterKind, LockUnitKind, MachineConfig, Processors};
use sim_core::cmp::SharedSignals;

use super::sink::SeveralSink;
use crate::TraceError;
use crate::columns::{Rows, all};
use crate::cycle::Cycle;
use crate::golden::Cell;
use crate::golden::several_columns::{CpuValue, Source, source};

/// One column.
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Bits of a number at most; 0 for a name.
    pub bits: u32,
    value: Value,
}

enum Value {
    Core,
    Own(CpuValue),
    Request(fn(&sim_core::simpcon::Command) -> u64),
    Shared(fn(&SharedSignals) -> u64),
}

/// A processor's columns between it and its lock unit: those of a lock table, and of the global lock.
const TABLE: [(&str, u32); 6] = [
    ("lock_req", 1),
    ("lock_op", 1),
    ("lock_data", 32),
    ("halted", 1),
    ("status", 1),
    ("s_out", 1),
];
const GLOBAL: [(&str, u32); 3] = [("lock_req", 1), ("halted", 1), ("s_out", 1)];
/// Those between its data cache and the arbiter.
const CACHED: [(&str, u32); 6] = [
    ("arb_rd", 1),
    ("arb_wr", 1),
    ("arb_addr", 23),
    ("arb_wr_data", 32),
    ("arb_rd_data", 32),
    ("arb_rdy_cnt", 2),
];
const COUNTER: [(&str, u32); 1] = [("arb_counter", 32)];
const MEMORY: [(&str, u32); 6] = [
    ("m_rd", 1),
    ("m_wr", 1),
    ("m_addr", 23),
    ("m_wr_data", 32),
    ("m_rd_data", 32),
    ("m_rdy_cnt", 2),
];
const TABLE_SHARED: [(&str, u32); 3] = [("lock_state", 2), ("lock_scan", 3), ("lock_total", 6)];
const GLOBAL_SHARED: [(&str, u32); 3] = [("lock_state", 1), ("lock_owner", 4), ("lock_last", 3)];

/// Every column of such processors in its order.
#[must_use]
pub fn columns(config: &MachineConfig, processors: &Processors) -> Vec<Column> {
    let mut names = vec![("cycle", 64), ("core", 3)];
    let own = all().filter(|column| column.name != "cycle");
    names.extend(own.map(|column| (column.name, column.bits)));
    let (own, shared): (&[_], &[_]) = match processors.lock_unit {
        LockUnitKind::None => (&[], &[]),
        LockUnitKind::Ihlu => (&TABLE, &TABLE_SHARED),
        LockUnitKind::Cmpsync => (&GLOBAL, &GLOBAL_SHARED),
    };
    names.extend(own);
    if config.data_cache {
        names.extend(CACHED);
    }
    if processors.arbiter != ArbiterKind::FixedPriority {
        names.extend(COUNTER);
    }
    names.extend(MEMORY);
    names.extend(shared);
    let named = names.into_iter();
    named
        .filter_map(|(name, bits)| {
            let value = value(name)?;
            Some(Column { name, bits, value })
        })
        .collect()
}

fn value(name: &str) -> Option<Value> {
    if name == "core" {
        return Some(Value::Core);
    }
    let own = || source(&format!("cpu0.{name}"), 1);
    Some(match source(name, 1).or_else(own)? {
        Source::Shared(value) => Value::Shared(value),
        Source::Cpu(_, value) => Value::Own(value),
        Source::Request(_, value) => Value::Request(value),
    })
}

/// Puts rows together.
pub struct SeveralColumns<R> {
    columns: Vec<Column>,
    rows: R,
    headed: bool,
    /// Own values of the cycle under way, of each recorded processor.
    own: Vec<(usize, Vec<Cell>)>,
}

impl<R: Rows> SeveralColumns<R> {
    /// Rows of such processors.
    pub fn new(rows: R, config: &MachineConfig, processors: &Processors) -> Self {
        Self {
            columns: columns(config, processors),
            rows,
            headed: false,
            own: Vec::new(),
        }
    }
}

impl<R: Rows> SeveralSink for SeveralColumns<R> {
    fn cycle(&mut self, core: usize, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        let own = self.columns.iter().filter_map(|column| match column.value {
            Value::Own(value) => Some(value(cycle.state, cycle.signals)),
            _ => None,
        });
        self.own.push((core, own.collect()));
        Ok(())
    }

    fn shared(&mut self, signals: &SharedSignals) -> Result<(), TraceError> {
        if !std::mem::replace(&mut self.headed, true) {
            let names = self.columns.iter().map(|it| (it.name, it.bits));
            self.rows.head(&names.collect::<Vec<_>>())?;
        }
        for (core, own) in self.own.drain(..) {
            let mut own = own.into_iter();
            let cells = self.columns.iter().filter_map(|column| match column.value {
                Value::Core => Some(Cell::Number(core as u64)),
                Value::Own(_) => own.next(),
                Value::Request(value) => Some(Cell::Number(value(&signals.requests[core]))),
                Value::Shared(value) => Some(Cell::Number(value(signals))),
            });
            self.rows.row(cells.collect())?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.rows.finish()
    }
}
