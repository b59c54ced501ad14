//! Rows as an Apache Parquet file of one row group, columns as in the other formats.

use cache_sweep::{Source, SweepRow};
use parquet_table::{Cell, Column};

use super::render::Record;
use crate::output::errors::Error;

fn columns<'a>() -> [Column<Record<'a>>; 23] {
    [
        ("program", Cell::Text(|row| row.program.to_owned())),
        ("memory", Cell::Text(|row| row.memory.name().to_owned())),
        ("ram_cnt", Cell::Number(|row| row.ram_cnt.into())),
        (
            "organisation",
            Cell::Text(|row| row.organisation.to_owned()),
        ),
        ("size", Cell::Optional(|row| row.size.map(u64::from))),
        ("blocks", Cell::Optional(|row| row.blocks.map(u64::from))),
        ("line", Cell::Optional(|row| row.line.map(u64::from))),
        ("ways", Cell::Optional(|row| row.ways.map(u64::from))),
        ("lookups", Cell::Number(|row| row.lookups)),
        ("hit_rate", Cell::Fraction(|row| row.hit_rate)),
        ("invoke_misses", Cell::Number(|row| row.invoke_misses)),
        ("return_misses", Cell::Number(|row| row.return_misses)),
        ("words_loaded", Cell::Number(|row| row.words_loaded)),
        ("bytes_loaded", Cell::Number(|row| row.bytes_loaded)),
        ("bytes_used", Cell::Optional(|row| row.bytes_used)),
        ("cycles", Cell::Number(|row| row.cycles)),
        (
            "load_stall_cycles",
            Cell::Number(|row| row.load_stall_cycles),
        ),
        ("bytecodes", Cell::Number(|row| row.bytecodes)),
        (
            "cycles_per_bytecode",
            Cell::Fraction(|row| row.cycles_per_bytecode),
        ),
        ("hardware", Cell::Flag(|row| row.hardware)),
        ("pareto", Cell::Flag(|row| row.pareto)),
        (
            "source",
            Cell::Text(|row| source_name(row.source).to_owned()),
        ),
        ("path", Cell::Text(|row| row.path.name().to_owned())),
    ]
}

fn source_name(source: Source) -> &'static str {
    match source {
        Source::Replay => "replay",
        Source::Machine => "machine",
    }
}

/// The file.
pub(super) fn bytes(rows: &[SweepRow]) -> Result<Vec<u8>, Error> {
    let records: Vec<Record<'_>> = rows.iter().map(Record::from).collect();
    parquet_table::bytes("sweep", &columns(), &records).map_err(|reason| Error::System {
        what: "write Parquet",
        reason: reason.into(),
    })
}
