//! Measured cycles as CSV: of our machine, or of a board (docs/calibration.md).

use std::collections::BTreeSet;

use isa::cells::{self, NumberError};

use crate::board::Benchmark;
use crate::calibrate::Measurement;

const BENCHMARK: &str = "benchmark";
const CYCLES: &str = "cycles";
const REPETITION: &str = "repetition";
/// Missing benchmarks that a message names.
const NAMED: usize = 3;

/// Measurements that cannot be used. Every message is one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MeasurementsError {
    /// The first line lacks a column, or has one that is not known.
    #[error("line 1: {0}; the columns are benchmark,cycles or benchmark,cycles,repetition")]
    Header(String),
    /// A line is not as it should be.
    #[error("line {line}: {problem}")]
    Line {
        /// Line from 1.
        line: u64,
        /// The error and its remedy.
        problem: String,
    },
    /// Benchmarks without a line.
    #[error("no cycles for {0}; run the images of `jop cost calibrate --images`")]
    Missing(String),
}

/// Places of the columns.
struct Columns {
    benchmark: usize,
    cycles: usize,
    repetition: Option<usize>,
    delimiter: u8,
}

/// Reads measurements of all of these benchmarks.
///
/// # Errors
/// On the first line that names no benchmark or no cycles, and when a benchmark is missing.
pub fn read_measurements(
    text: &str,
    benchmarks: &[Benchmark],
) -> Result<Vec<Measurement>, MeasurementsError> {
    let names: BTreeSet<&str> = benchmarks.iter().map(|b| b.name.as_str()).collect();
    let text = text.trim_start_matches(cells::BYTE_ORDER_MARK);
    let delimiter = cells::delimiter(cells::header_line(text));
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let line_of = |at: Option<&csv::Position>| {
        cells::line_after_comments(text, at.map_or(1, csv::Position::line))
    };
    let of_reader = |error: csv::Error| of_reader(line_of(error.position()), &error);
    let header = reader.headers().map_err(of_reader)?;
    let columns = Columns::of(header, delimiter)?;
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for record in reader.records() {
        let record = record.map_err(of_reader)?;
        let line = line_of(record.position());
        // Spreadsheets write rows of nothing but delimiters.
        if record.iter().all(str::is_empty) {
            continue;
        }
        let at = |problem: String| MeasurementsError::Line { line, problem };
        let measurement = columns.measurement(&record).map_err(at)?;
        let name = &measurement.benchmark;
        if !names.contains(name.as_str()) {
            let problem = format!(
                "unknown benchmark `{name}`; `jop cost calibrate --images` writes those that there are"
            );
            return Err(at(problem));
        }
        if !seen.insert((name.clone(), measurement.repetition)) {
            let problem = format!(
                "a second line for `{name}`, repetition {}; number the repetitions",
                measurement.repetition
            );
            return Err(at(problem));
        }
        all.push(measurement);
    }
    refuse_missing(&names, &seen)?;
    Ok(all)
}

/// The measurements as text that [`read_measurements`] reads.
#[must_use]
pub fn write_measurements(measurements: &[Measurement]) -> String {
    let mut text = format!("{BENCHMARK},{CYCLES},{REPETITION}\n");
    for measurement in measurements {
        // Names of benchmarks have no commas and quotes.
        text += &format!(
            "{},{},{}\n",
            measurement.benchmark, measurement.cycles, measurement.repetition
        );
    }
    text
}

fn refuse_missing(
    names: &BTreeSet<&str>,
    seen: &BTreeSet<(String, u32)>,
) -> Result<(), MeasurementsError> {
    let measured: BTreeSet<&str> = seen.iter().map(|(name, _)| name.as_str()).collect();
    let missing: Vec<&str> = names.difference(&measured).copied().collect();
    if missing.is_empty() {
        return Ok(());
    }
    let named = missing.iter().take(NAMED).map(|name| format!("`{name}`"));
    let mut text = named.collect::<Vec<_>>().join(", ");
    if missing.len() > NAMED {
        text += &format!(" and {} more benchmarks", missing.len() - NAMED);
    }
    Err(MeasurementsError::Missing(text))
}

fn of_reader(line: u64, error: &csv::Error) -> MeasurementsError {
    let problem = match error.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("{len} fields in place of {expected_len}"),
        csv::ErrorKind::Utf8 { .. } => "is not UTF-8".to_owned(),
        _ => "is not CSV".to_owned(),
    };
    MeasurementsError::Line { line, problem }
}

impl Columns {
    fn of(header: &csv::StringRecord, delimiter: u8) -> Result<Self, MeasurementsError> {
        let known = [BENCHMARK, CYCLES, REPETITION];
        let is = |name: &str, wanted: &str| name.eq_ignore_ascii_case(wanted);
        let is_other = |name: &&str| !known.iter().any(|wanted| is(name, wanted));
        if let Some(other) = header.iter().find(is_other) {
            let problem = format!("unknown column `{}`", other.escape_debug());
            return Err(MeasurementsError::Header(problem));
        }
        let place = |wanted: &str| header.iter().position(|name| is(name, wanted));
        let required = |wanted: &str| {
            place(wanted).ok_or_else(|| MeasurementsError::Header(format!("no column `{wanted}`")))
        };
        Ok(Self {
            benchmark: required(BENCHMARK)?,
            cycles: required(CYCLES)?,
            repetition: place(REPETITION),
            delimiter,
        })
    }

    fn measurement(&self, record: &csv::StringRecord) -> Result<Measurement, String> {
        let repetition = match self.repetition {
            None => 1,
            Some(place) => record[place].parse().map_err(|_| {
                let text = record[place].escape_debug();
                format!("repetition `{text}` is no number from 0 up")
            })?,
        };
        Ok(Measurement {
            benchmark: record[self.benchmark].to_owned(),
            repetition,
            cycles: cycles(&record[self.cycles], self.delimiter)?,
        })
    }
}

/// Decimal, or hexadecimal as the benchmarks send it.
fn cycles(text: &str, delimiter: u8) -> Result<u64, String> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => match cells::count(text, delimiter) {
            Ok(count) => u32::try_from(count).ok(),
            Err(NumberError::NotANumber(_)) => None,
            Err(error) => return Err(format!("column `{CYCLES}`: {error}")),
        },
    };
    number.map(u64::from).ok_or_else(|| {
        let text = text.escape_debug();
        format!("`{text}` is no number of cycles from 0 to 4294967295, decimal or as 0x0000012c")
    })
}
