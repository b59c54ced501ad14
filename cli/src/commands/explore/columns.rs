//! Rows as Parquet: the columns of every field.

use explore::{Row, blocks_of};
use parquet_table::{Cell, Column};

use super::record::{arbiter, cores, lock_unit, slots};
use crate::output::errors::Error;

/// The rows as a Parquet file.
pub(super) fn parquet(rows: &[Row]) -> Result<Vec<u8>, Error> {
    parquet_table::bytes("explore", COLUMNS, rows).map_err(|reason| Error::System {
        what: "write Parquet",
        reason: reason.into(),
    })
}

const COLUMNS: &[Column<Row>] = &[
    ("program", Cell::Text(|row| row.program.clone())),
    ("variant", Cell::Text(|row| row.variant.clone())),
    (
        "clk_freq_hz",
        Cell::Number(|row| row.point.config.clk_freq_hz.into()),
    ),
    (
        "memory",
        Cell::Text(|row| row.point.config.memory.to_string()),
    ),
    (
        "memory_words",
        Cell::Number(|row| row.point.config.memory_words.into()),
    ),
    (
        "ram_cnt",
        Cell::Number(|row| row.point.config.ram_cnt.into()),
    ),
    (
        "spm_width",
        Cell::Number(|row| row.point.config.spm_width.into()),
    ),
    (
        "method_cache",
        Cell::Text(|row| row.point.config.method_cache.to_string()),
    ),
    ("size", Cell::Number(|row| 1 << row.point.config.jpc_width)),
    (
        "blocks",
        Cell::Optional(|row| blocks_of(&row.point.config).map(u64::from)),
    ),
    (
        "object_cache",
        Cell::Flag(|row| row.point.config.object_cache),
    ),
    ("data_cache", Cell::Flag(|row| row.point.config.data_cache)),
    (
        "ram_width",
        Cell::Number(|row| row.point.config.ram_width.into()),
    ),
    (
        "stack_ram",
        Cell::Text(|row| row.point.config.stack_ram.to_string()),
    ),
    ("uart", Cell::Text(|row| row.point.config.uart.to_string())),
    (
        "uart_baud",
        Cell::Number(|row| row.point.config.uart_baud.into()),
    ),
    (
        "uart_tx_depth",
        Cell::Number(|row| row.point.config.uart_tx_depth.into()),
    ),
    (
        "uart_rx_depth",
        Cell::Number(|row| row.point.config.uart_rx_depth.into()),
    ),
    ("cores", Cell::Number(|row| cores(row).into())),
    (
        "arbiter",
        Cell::Text(|row| arbiter(row).unwrap_or_default().to_owned()),
    ),
    (
        "slot",
        Cell::Optional(|row| slots(row).map(|it| it.slot.into())),
    ),
    (
        "read_gap",
        Cell::Optional(|row| slots(row).map(|it| it.read_gap.into())),
    ),
    (
        "write_gap",
        Cell::Optional(|row| slots(row).map(|it| it.write_gap.into())),
    ),
    (
        "lock_unit",
        Cell::Text(|row| lock_unit(row).map_or_else(String::new, |it| it.to_string())),
    ),
    ("cycles", Cell::Number(|row| row.outcome.cycles)),
    (
        "error_cycles",
        Cell::Optional(|row| row.outcome.error_cycles),
    ),
    ("microseconds", Cell::Fraction(Row::microseconds)),
    (
        "stall_cycles",
        Cell::Optional(|row| row.outcome.stall_cycles),
    ),
    (
        "load_stall_cycles",
        Cell::Optional(|row| row.outcome.load_stall_cycles),
    ),
    (
        "arbiter_wait_cycles",
        Cell::Optional(|row| row.outcome.waits.map(|it| it.arbiter)),
    ),
    (
        "lock_wait_cycles",
        Cell::Optional(|row| row.outcome.waits.map(|it| it.locks)),
    ),
    ("lookups", Cell::Optional(|row| row.outcome.lookups)),
    ("misses", Cell::Optional(|row| row.outcome.misses)),
    (
        "words_loaded",
        Cell::Optional(|row| row.outcome.words_loaded),
    ),
    ("bytecodes", Cell::Number(|row| row.outcome.bytecodes)),
    ("bits", Cell::Number(|row| row.bits)),
    ("cost", Cell::Fraction(|row| row.cost)),
    ("hardware", Cell::Flag(Row::has_hardware)),
    ("pareto", Cell::Flag(|row| row.pareto)),
    (
        "source",
        Cell::Text(|row| row.outcome.source.name().to_owned()),
    ),
];
