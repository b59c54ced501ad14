//! Rows for people: the front, and why points are left out.

use explore::{Cost, Description, Refused, Row, has_hardware};
use isa::MachineConfig;

use super::varied::{has_studied, value_of};
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::rows::RowsFormat;
use crate::output::table::Format;
use crate::output::table::{Table, Value, limited, thousands};

/// Rows of a table at most, if nothing else is asked for.
pub(super) const TOP: usize = 40;

/// Whether hardware has the method cache of a machine, for people.
pub(super) fn hardware(machine: &MachineConfig) -> &'static str {
    match has_hardware(machine.method_cache) {
        true => "yes",
        false => "no",
    }
}

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
