//! Cost tables as files: TOML and JSON of one schema, and CSV for other profilers (docs/cost-table.md).
//!
//! Reading rejects unknown keys, missing or repeated rows, and formulas that are negative where they
//! may not be. Every message is one line.

mod json;

use std::collections::BTreeSet;

use isa::document::{self, without_header};
use serde::Serialize;

use crate::evaluate::EvaluatedPath;
use crate::formula::{Formula, Values};
use crate::memory_timing::MemoryTiming;
use crate::scenario::Scenario;
use crate::table::{Carrier, CostRow, CostTable, VERSION};

const BYTECODES: usize = 256;

/// A cost table that cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The text does not follow the schema.
    #[error("line {line}: {message}; docs/cost-table.md describes the format")]
    Syntax {
        /// Line from 1; 0 where the reader gives no place.
        line: usize,
        /// The error, on one line.
        message: String,
    },
    /// The text follows the schema but is no cost table.
    #[error("{place}: {message}")]
    Content {
        /// The row or key.
        place: String,
        /// The error.
        message: String,
    },
    /// The table does not become text.
    #[error("cannot write the table: {0}")]
    Write(String),
}

impl CostTable {
    /// Reads a table from TOML.
    ///
    /// # Errors
    /// When the text is not TOML of the schema, or no whole table.
    pub fn from_toml(text: &str) -> Result<Self, TableError> {
        let table: Self = toml::from_str(text).map_err(|error| toml_syntax(text, &error))?;
        table.check()?;
        Ok(table)
    }

    /// Reads a table from JSON.
    ///
    /// # Errors
    /// When the text is not JSON of the schema, or no whole table.
    pub fn from_json(text: &str) -> Result<Self, TableError> {
        let text = json_table(text)?;
        let table: Self = serde_json::from_str(&text).map_err(|error| json_syntax(&error))?;
        table.check()?;
        Ok(table)
    }

    /// The table as TOML.
    ///
    /// # Errors
    /// None that a table of this library can cause.
    pub fn to_toml(&self) -> Result<String, TableError> {
        toml::to_string(self).map_err(|error| TableError::Write(error.to_string()))
    }

    /// The table as JSON with every key, `null` for what is missing.
    ///
    /// # Errors
    /// None that a table of this library can cause.
    pub fn to_value(&self) -> Result<serde_json::Value, TableError> {
        let value = serde_json::to_value(self);
        let mut value = value.map_err(|error| TableError::Write(error.to_string()))?;
        json::complete(&mut value);
        Ok(value)
    }

    /// One line for each path, with its cycles on a memory.
    ///
    /// # Errors
    /// None that a table of this library can cause.
    pub fn to_csv(&self, memory: MemoryTiming) -> Result<String, TableError> {
        let evaluated = self.evaluate(memory);
        let entries = [&evaluated.interrupt, &evaluated.exception, &evaluated.reset];
        let numbers = evaluated.bytecodes.iter().chain(entries);
        let mut writer = csv::Writer::from_writer(Vec::new());
        let failed = |error: &dyn std::fmt::Display| TableError::Write(error.to_string());
        for (row, numbers) in self.all_rows().zip(numbers) {
            for path in &row.paths {
                let record = Record::new(
                    row,
                    path.scenario,
                    &path.cycles,
                    numbers.path(path.scenario),
                );
                writer.serialize(record).map_err(|error| failed(&error))?;
            }
        }
        let bytes = writer.into_inner().map_err(|error| failed(&error))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Checks what the schema cannot say.
    ///
    /// # Errors
    /// On the first row that is missing, twice there, or has paths that no bytecode can have.
    pub fn check(&self) -> Result<(), TableError> {
        if self.version != VERSION {
            let message = format!("is {}, and this program reads {VERSION}", self.version);
            return Err(content("version", message));
        }
        for (opcode, row) in self.bytecodes.iter().enumerate() {
            if row.opcode.map(usize::from) != Some(opcode) {
                let message = format!(
                    "comes where the row of opcode {opcode} belongs: bytecodes must be in order, each once"
                );
                return Err(content(&row.name, message));
            }
        }
        if self.bytecodes.len() != BYTECODES {
            let message = format!("{} rows for {BYTECODES} bytecodes", self.bytecodes.len());
            return Err(content("bytecode", message));
        }
        check_formula("method_load", &self.method_load.hit)?;
        check_formula("method_load", &self.method_load.miss)?;
        self.all_rows().try_for_each(check_row)
    }
}

pub(crate) fn toml_syntax(text: &str, error: &toml::de::Error) -> TableError {
    let before = error.span().and_then(|span| text.get(..span.start));
    TableError::Syntax {
        line: before.map_or(0, |before| before.matches('\n').count() + 1),
        message: one_line(error.message()),
    }
}

/// The text of a table without the header of a document, if it has one.
pub(crate) fn json_table(text: &str) -> Result<String, TableError> {
    without_header(text, document::COST_TABLE).map_err(|error| {
        let message = format!(
            "is {}, and this program reads {}",
            error.found, error.wanted
        );
        content("schema", message)
    })
}

pub(crate) fn json_syntax(error: &serde_json::Error) -> TableError {
    TableError::Syntax {
        line: error.line(),
        message: one_line(&error.to_string()),
    }
}

pub(crate) fn content(place: &str, message: impl Into<String>) -> TableError {
    TableError::Content {
        place: place.to_owned(),
        message: message.into(),
    }
}

fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join(", ")
}

fn check_row(row: &CostRow) -> Result<(), TableError> {
    let usual = row.paths.first().map(|path| path.scenario);
    if usual != Some(Scenario::Usual) && row.underivable_reason(Scenario::Usual).is_none() {
        return Err(content(
            &row.name,
            "the first path must be the scenario `usual`",
        ));
    }
    let mut seen = BTreeSet::new();
    for path in &row.paths {
        if !seen.insert(path.scenario) {
            let message = format!("two paths for the scenario `{}`", path.scenario);
            return Err(content(&row.name, message));
        }
        let formulas = path.formulas();
        formulas
            .iter()
            .try_for_each(|formula| check_formula(&row.name, formula))?;
    }
    if (row.carrier == Carrier::Java) != row.method.is_some() {
        let message = "`method` is for a row with carrier = \"java\", and such a row needs it";
        return Err(content(&row.name, message));
    }
    Ok(())
}

/// Cycles cannot be negative; formulas are looked at for memories that exist.
fn check_formula(place: &str, formula: &Formula) -> Result<(), TableError> {
    let waits = (0..=SLOWEST).map(|r| (r, r + 1));
    let mut negative = waits
        .map(|(r, w)| Values::of_waits(r, w))
        .filter(|values| formula.at(*values) < 0);
    match negative.next() {
        None => Ok(()),
        Some(values) => {
            let (r, w) = (values.read, values.write);
            let message = format!("`{formula}` is negative for r = {r}, w = {w}");
            Err(content(place, message))
        }
    }
}

/// Wait states of the slowest memory of the specification.
const SLOWEST: i64 = 31;

/// A line of the CSV form.
#[derive(Debug, Serialize)]
struct Record<'a> {
    opcode: Option<u8>,
    bytecode: &'a str,
    scenario: Scenario,
    carrier: Carrier,
    java_method: Option<u8>,
    formula: String,
    cycles: u32,
    cycles_per_count: u32,
    load_hidden: Option<u32>,
    load_fixed: Option<u32>,
    load_per_word: Option<u32>,
}

impl<'a> Record<'a> {
    fn new(
        row: &'a CostRow,
        scenario: Scenario,
        formula: &Formula,
        numbers: &EvaluatedPath,
    ) -> Self {
        Self {
            opcode: row.opcode,
            bytecode: &row.name,
            scenario,
            carrier: row.carrier,
            java_method: row.method,
            formula: formula.to_string(),
            cycles: numbers.cycles,
            cycles_per_count: numbers.cycles_per_count,
            load_hidden: numbers.load.map(|load| load.hidden),
            load_fixed: numbers.load.map(|load| load.fixed),
            load_per_word: numbers.load.map(|load| load.per_word),
        }
    }
}
