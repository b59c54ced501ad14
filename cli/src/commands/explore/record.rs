//! Rows for programs: every field, as CSV, JSON and Parquet.

use explore::{Row, Source, blocks_of};
use isa::{LockUnitKind, MemoryKind, OrganisationKind, Slots};
use serde::Serialize;

use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::rows;

/// A row with everything that is computed from it, in the order of the columns.
#[derive(Debug, Serialize)]
struct Record<'a> {
    program: &'a str,
    variant: &'a str,
    clk_freq_hz: u32,
    memory: MemoryKind,
    memory_words: u32,
    ram_cnt: u8,
    spm_width: u8,
    method_cache: OrganisationKind,
    size: u32,
    blocks: Option<u32>,
    object_cache: bool,
    data_cache: bool,
    ram_width: u8,
    stack_ram: isa::StackRamKind,
    uart: isa::UartKind,
    uart_baud: u32,
    uart_tx_depth: u8,
    uart_rx_depth: u8,
    cores: u8,
    arbiter: Option<&'static str>,
    slot: Option<u8>,
    read_gap: Option<u8>,
    write_gap: Option<u8>,
    lock_unit: Option<LockUnitKind>,
    cycles: u64,
    error_cycles: Option<u64>,
    microseconds: f64,
    stall_cycles: Option<u64>,
    load_stall_cycles: Option<u64>,
    arbiter_wait_cycles: Option<u64>,
    lock_wait_cycles: Option<u64>,
    lookups: Option<u64>,
    misses: Option<u64>,
    words_loaded: Option<u64>,
    bytecodes: u64,
    bits: u64,
    cost: f64,
    hardware: bool,
    pareto: bool,
    source: Source,
}

impl<'a> From<&'a Row> for Record<'a> {
    fn from(row: &'a Row) -> Self {
        let config = &row.point.config;
        let outcome = &row.outcome;
        Self {
            program: &row.program,
            variant: &row.variant,
            clk_freq_hz: config.clk_freq_hz,
            memory: config.memory,
            memory_words: config.memory_words,
            ram_cnt: config.ram_cnt,
            spm_width: config.spm_width,
            method_cache: config.method_cache,
            size: 1 << config.jpc_width,
            blocks: blocks_of(config),
            object_cache: config.object_cache,
            data_cache: config.data_cache,
            ram_width: config.ram_width,
            stack_ram: config.stack_ram,
            uart: config.uart,
            uart_baud: config.uart_baud,
            uart_tx_depth: config.uart_tx_depth,
            uart_rx_depth: config.uart_rx_depth,
            cores: cores(row),
            arbiter: arbiter(row),
            slot: slots(row).map(|it| it.slot),
            read_gap: slots(row).map(|it| it.read_gap),
            write_gap: slots(row).map(|it| it.write_gap),
            lock_unit: lock_unit(row),
            cycles: outcome.cycles,
            error_cycles: outcome.error_cycles,
            microseconds: row.microseconds(),
            stall_cycles: outcome.stall_cycles,
            load_stall_cycles: outcome.load_stall_cycles,
            arbiter_wait_cycles: outcome.waits.map(|it| it.arbiter),
            lock_wait_cycles: outcome.waits.map(|it| it.locks),
            lookups: outcome.lookups,
            misses: outcome.misses,
            words_loaded: outcome.words_loaded,
            bytecodes: outcome.bytecodes,
            bits: row.bits,
            cost: row.cost,
            hardware: row.has_hardware(),
            pareto: row.pareto,
            source: outcome.source,
        }
    }
}

pub(super) fn cores(row: &Row) -> u8 {
    row.point.processors.map_or(1, |it| it.cores)
}

/// Name of the arbiter, if it has one.
pub(super) fn arbiter(row: &Row) -> Option<&'static str> {
    row.point.processors.map(|it| it.arbiter.name())
}

pub(super) fn lock_unit(row: &Row) -> Option<LockUnitKind> {
    row.point.processors.map(|it| it.lock_unit)
}

/// The time slots, if it has some.
pub(super) fn slots(row: &Row) -> Option<Slots> {
    row.point.processors.and_then(|it| it.arbiter.slots())
}

/// CSV with a header line.
pub(super) fn csv(rows: &[Row]) -> Result<Vec<u8>, Error> {
    rows::csv(rows.iter().map(Record::from))
}

/// The rows as a document.
pub(super) fn json(rows: &[Row]) -> Result<String, Error> {
    let records: Vec<Record<'_>> = rows.iter().map(Record::from).collect();
    document::json(Document::Explore, &records)
}
