//! Rows as text: for people, as CSV and as JSON.

use cache_sweep::{Path, Source, SweepRow};
use isa::MemoryKind;
use serde::Serialize;

use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::rows;
use crate::output::table::{Table, Value, thousands};

/// A row with everything that is computed from it, in the order of the columns.
#[derive(Debug, Serialize)]
pub(super) struct Record<'a> {
    pub(super) program: &'a str,
    pub(super) memory: MemoryKind,
    pub(super) ram_cnt: u8,
    pub(super) organisation: &'a str,
    pub(super) size: Option<u32>,
    pub(super) blocks: Option<u32>,
    pub(super) line: Option<u32>,
    pub(super) ways: Option<u32>,
    pub(super) lookups: u64,
    pub(super) hit_rate: f64,
    pub(super) invoke_misses: u64,
    pub(super) return_misses: u64,
    pub(super) words_loaded: u64,
    pub(super) bytes_loaded: u64,
    pub(super) bytes_used: Option<u64>,
    pub(super) cycles: u64,
    pub(super) load_stall_cycles: u64,
    pub(super) bytecodes: u64,
    pub(super) cycles_per_bytecode: f64,
    pub(super) hardware: bool,
    pub(super) pareto: bool,
    pub(super) source: Source,
    pub(super) path: Path,
}

impl<'a> From<&'a SweepRow> for Record<'a> {
    fn from(row: &'a SweepRow) -> Self {
        Self {
            program: &row.program,
            memory: row.memory,
            ram_cnt: row.ram_cnt,
            organisation: &row.organisation,
            size: row.size,
            blocks: row.blocks,
            line: row.line,
            ways: row.ways,
            lookups: row.lookups,
            hit_rate: row.hit_rate(),
            invoke_misses: row.invoke_misses,
            return_misses: row.return_misses,
            words_loaded: row.words_loaded,
            bytes_loaded: row.words_loaded * 4,
            bytes_used: row.bytes_used,
            cycles: row.cycles,
            load_stall_cycles: row.stall_cycles,
            bytecodes: row.bytecodes,
            cycles_per_bytecode: row.cycles_per_bytecode(),
            hardware: row.has_hardware(),
            pareto: row.pareto,
            source: row.source,
            path: row.path,
        }
    }
}

/// Configuration of a row, on one line.
pub(super) fn name_of(row: &SweepRow) -> String {
    let memory = row.memory.name();
    let mut name = format!(
        "{} on {memory}, ram_cnt {}: {}",
        row.program, row.ram_cnt, row.organisation
    );
    if let Some(size) = row.size {
        name += &format!(" of {size} bytes");
    }
    if let Some(blocks) = row.blocks {
        name += &format!(" in {blocks} blocks");
    }
    name
}

/// CSV with a header line.
pub(super) fn csv(rows: &[SweepRow]) -> Result<Vec<u8>, Error> {
    rows::csv(rows.iter().map(Record::from))
}

/// The rows as a document.
pub(super) fn json(rows: &[SweepRow]) -> Result<String, Error> {
    document::json(
        Document::Sweep,
        &rows.iter().map(Record::from).collect::<Vec<_>>(),
    )
}

/// A column for people: its name, and what it shows of a row.
type Column = (&'static str, fn(&SweepRow) -> Value);

const COLUMNS: &[Column] = &[
    ("program", |row| row.program.clone().into()),
    ("memory", |row| row.memory.name().into()),
    ("ram_cnt", |row| u64::from(row.ram_cnt).into()),
    ("organisation", |row| row.organisation.clone().into()),
    ("size", |row| optional(row.size)),
    ("blocks", |row| optional(row.blocks)),
    ("line", |row| optional(row.line)),
    ("ways", |row| optional(row.ways)),
    ("hit rate", |row| {
        format!("{:6.2} %", row.hit_rate() * 100.0).into()
    }),
    ("invoke misses", |row| row.invoke_misses.into()),
    ("return misses", |row| row.return_misses.into()),
    ("words loaded", |row| row.words_loaded.into()),
    ("bytes used", |row| used(row).into()),
    ("cycles", |row| row.cycles.into()),
    ("load stalls", |row| row.stall_cycles.into()),
    ("per bytecode", |row| {
        format!("{:8.3}", row.cycles_per_bytecode()).into()
    }),
    ("hardware", |row| match row.has_hardware() {
        true => "".into(),
        false => "no".into(),
    }),
    ("pareto", |row| if row.pareto { "*" } else { "" }.into()),
    ("path", |row| row.path.name().into()),
];

fn optional(number: Option<u32>) -> Value {
    number
        .map_or_else(String::new, |number| thousands(number.into()))
        .into()
}

fn used(row: &SweepRow) -> String {
    match row.bytes_used {
        Some(used) if row.words_loaded > 0 => {
            format!("{:5.1} %", used as f64 * 25.0 / row.words_loaded as f64)
        }
        _ => String::new(),
    }
}

/// Aligned columns, of which so many rows are missing; those without a value are left out, and the path where all are exact.
pub(super) fn for_people(rows: &[SweepRow], missing: usize) -> Result<String, Error> {
    let empty = Value::Text(String::new());
    let shown: Vec<&Column> = COLUMNS
        .iter()
        .filter(|(name, value)| match *name {
            "path" => rows.iter().any(|row| row.path != Path::Exact),
            _ => rows.iter().any(|row| value(row) != empty),
        })
        .collect();
    let names: Vec<_> = shown.iter().map(|(name, _)| *name).collect();
    let mut table = Table::new(&names).without(missing);
    for row in rows {
        table.push(shown.iter().map(|(_, value)| value(row)).collect());
    }
    Ok(table.for_people())
}
