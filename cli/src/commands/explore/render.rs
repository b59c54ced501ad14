//! Rows as text: for people, as CSV, JSON and Parquet.

use explore::{Cost, Description, Refused, Row, Source, blocks_of, has_hardware};
use isa::{MachineConfig, MemoryKind, OrganisationKind};
use parquet_table::{Cell, Column};
use serde::Serialize;

use super::varied::{has_studied, value_of};
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::rows::{self, RowsFormat};
use crate::output::table::Format;
use crate::output::table::{Table, Value, limited, thousands};

/// Rows of a table at most, if nothing else is asked for.
pub(super) const TOP: usize = 40;

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
    cycles: u64,
    error_cycles: Option<u64>,
    microseconds: f64,
    stall_cycles: Option<u64>,
    load_stall_cycles: Option<u64>,
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
            cycles: outcome.cycles,
            error_cycles: outcome.error_cycles,
            microseconds: row.microseconds(),
            stall_cycles: outcome.stall_cycles,
            load_stall_cycles: outcome.load_stall_cycles,
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

/// Whether hardware has the method cache of a machine, for people.
pub(super) fn hardware(machine: &MachineConfig) -> &'static str {
    match has_hardware(machine.method_cache) {
        true => "yes",
        false => "no",
    }
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

/// What a table for people shows: varied options only.
pub(super) struct Shown {
    has_variants: bool,
    varied: Vec<String>,
    /// Some program is a profile, whose rows have an error.
    shows_error: bool,
    shows_time: bool,
    /// Some machine has a method cache that no hardware has.
    shows_hardware: bool,
    cost: String,
}

impl Shown {
    pub(super) fn new(description: &Description, cost: &Cost) -> Self {
        let axes = description.space.axes.iter();
        let varied: Vec<String> = axes
            .filter(|axis| axis.values.len() > 1)
            .map(|axis| axis.option.clone())
            .collect();
        Self {
            has_variants: description.variants.len() > 1,
            shows_hardware: has_studied(description),
            shows_error: description.programs.iter().any(|it| it.is_profile),
            shows_time: varied.iter().any(|option| option == "clk_freq_hz"),
            varied,
            cost: cost.text().to_owned(),
        }
    }

    /// Columns of [`Shown::values`].
    pub(super) fn columns(&self) -> Vec<String> {
        let mut columns = vec!["program".to_owned()];
        if self.has_variants {
            columns.push("variant".to_owned());
        }
        let label = |option: &String| match option.as_str() {
            "jpc_width" => "size".to_owned(),
            "block_bits" => "blocks".to_owned(),
            other => other.to_owned(),
        };
        columns.extend(self.varied.iter().map(label));
        columns.push("cycles".to_owned());
        if self.shows_error {
            columns.push("off at most".to_owned());
        }
        if self.shows_time {
            columns.push("microseconds".to_owned());
        }
        columns.push("bits".to_owned());
        if self.cost != "bits" {
            columns.push(format!("cost: {}", self.cost));
        }
        if self.shows_hardware {
            columns.push("hardware".to_owned());
        }
        columns.push("source".to_owned());
        columns
    }

    /// A row of the table.
    pub(super) fn values(&self, row: &Row) -> Vec<Value> {
        let mut values = vec![Value::Text(row.program.clone())];
        if self.has_variants {
            values.push(row.variant.clone().into());
        }
        values.extend(self.varied.iter().map(|option| value_of(row, option)));
        values.push(row.outcome.cycles.into());
        if self.shows_error {
            let error = row.outcome.error_cycles;
            values.push(error.map_or(Value::None, Value::Count));
        }
        if self.shows_time {
            values.push(Value::Decimal(row.microseconds(), 1));
        }
        values.push(row.bits.into());
        if self.cost != "bits" {
            values.push(Value::Decimal(row.cost, 1));
        }
        if self.shows_hardware {
            values.push(hardware(&row.point.config).into());
        }
        values.push(row.outcome.source.name().into());
        values
    }

    /// The front for people, or all rows, with a line on what is left out.
    pub(super) fn front(&self, rows: &[Row], top: usize) -> Result<String, Error> {
        // Who asks for all rows means those that others beat, too.
        let front = rows.iter().filter(|row| row.pareto || top == 0);
        let front: Vec<&Row> = front.collect();
        let left_out = rows.iter().filter(|row| !row.pareto && top != 0);
        let (beaten, studied): (Vec<&Row>, Vec<&Row>) = left_out.partition(|row| row.eligible);
        let mut front = front;
        front.sort_by(|left, right| {
            let order = left.cost.total_cmp(&right.cost);
            order.then(left.outcome.point.cmp(&right.outcome.point))
        });
        // A stable sort keeps programs in their order.
        let order: Vec<&str> = programs(rows);
        front.sort_by_key(|row| order.iter().position(|program| *program == row.program));
        let (front, missing) = limited(front, top, Format::Table);
        let mut table = Table::new(&self.columns()).without(missing);
        for row in front {
            table.push(self.values(row));
        }
        let mut text = table.render(Format::Table, Document::Explore)?;
        let points = |rows: &[&Row]| match rows.len() {
            1 => "1 point is".to_owned(),
            many => format!("{} points are", thousands(many as u64)),
        };
        if !beaten.is_empty() {
            text += &format!(
                "{} not shown, as others beat {}; --top 0 prints all\n",
                points(&beaten),
                if beaten.len() == 1 { "it" } else { "them" }
            );
        }
        if !studied.is_empty() {
            text += &format!(
                "{} not shown, as no hardware has the method cache; --with-studied lets such into the front\n",
                points(&studied)
            );
        }
        Ok(text)
    }
}

/// Programs in the order of rows.
fn programs(rows: &[Row]) -> Vec<&str> {
    let mut order: Vec<&str> = Vec::new();
    for row in rows {
        if order.last() != Some(&row.program.as_str()) && !order.contains(&row.program.as_str()) {
            order.push(&row.program);
        }
    }
    order
}

/// Prints why points are left out.
pub(super) fn tell_refused(refused: &[Refused], console: Console) {
    for Refused { reason, points } in refused {
        let plural = if *points == 1 { "point" } else { "points" };
        console.note(&format!("jop: note: {points} {plural} left out: {reason}"));
    }
}

/// The format of a table that is no Parquet.
pub(super) fn table_format(format: RowsFormat) -> Result<Format, Error> {
    match format {
        RowsFormat::Table => Ok(Format::Table),
        RowsFormat::Csv => Ok(Format::Csv),
        RowsFormat::Json => Ok(Format::Json),
        RowsFormat::Parquet => Err(Error::Input(
            "this table is no Parquet; write .csv or .json".to_owned(),
        )),
    }
}
