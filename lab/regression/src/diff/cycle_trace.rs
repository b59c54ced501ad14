//! Cycle traces: a row of values for each clock cycle.

use std::collections::HashSet;

use trace::golden::Vector;

use crate::diff::artefact::{Kind, ReadError};
use crate::diff::difference::{Difference, Pair, totals};

/// Columns shown beside those that differ, where the traces have them.
const SHOWN: [&str; 9] = ["core", "pc", "ir", "nxt", "opd", "jpc", "a", "b", "sp"];

/// Values by cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CycleTrace {
    /// Names of the values; `cycle` is not among them.
    columns: Vec<String>,
    rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    cycle: String,
    cells: Vec<String>,
}

impl CycleTrace {
    /// Reads CSV with a header, the cycle in its first column.
    pub(crate) fn of_csv(text: &str) -> Result<Self, ReadError> {
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let columns: Vec<String> = reader
            .headers()?
            .iter()
            .skip(1)
            .map(str::to_owned)
            .collect();
        let mut seen = HashSet::new();
        if let Some(twice) = columns.iter().find(|name| !seen.insert(*name)) {
            return Err(ReadError::ColumnTwice(twice.clone()));
        }
        let rows = reader.records().map(|record| {
            let record = record?;
            let mut cells = record.iter().map(str::to_owned);
            Ok(Row {
                cycle: cells.next().unwrap_or_default(),
                cells: cells.collect(),
            })
        });
        Ok(Self {
            columns,
            rows: rows.collect::<Result<_, csv::Error>>()?,
        })
    }

    /// Cycles; of several cores each has a row for each.
    fn cycles(&self) -> u64 {
        let mut rows = self.rows.iter().map(|row| &row.cycle).collect::<Vec<_>>();
        rows.dedup();
        rows.len() as u64
    }

    /// The trace of a golden trace's run.
    pub(crate) fn of_vector(vector: &Vector) -> Self {
        let cycle = vector.columns.iter().position(|name| name == "cycle");
        let others = |place: &usize| Some(*place) != cycle;
        let places: Vec<usize> = (0..vector.columns.len()).filter(others).collect();
        let rows = vector.trace.iter().enumerate().map(|(number, row)| Row {
            cycle: cycle.map_or_else(
                || number.to_string(),
                |place| number_of(&row[place].to_string(), number),
            ),
            cells: places.iter().map(|place| row[*place].to_string()).collect(),
        });
        Self {
            columns: places
                .iter()
                .map(|place| vector.columns[*place].clone())
                .collect(),
            rows: rows.collect(),
        }
    }
}

/// A cell shows hexadecimal; cycles are counted in decimal.
fn number_of(cell: &str, otherwise: usize) -> String {
    let number = u64::from_str_radix(cell, 16).unwrap_or(otherwise as u64);
    number.to_string()
}

/// Two traces, row by row; figures are how many cycles differ in each column.
pub(crate) fn compare(
    a: &CycleTrace,
    b: &CycleTrace,
    context: usize,
) -> Result<Difference, String> {
    if let Some(column) = a.columns.iter().find(|name| !b.columns.contains(name)) {
        return Err(only_one(column, "first"));
    }
    if let Some(column) = b.columns.iter().find(|name| !a.columns.contains(name)) {
        return Err(only_one(column, "second"));
    }
    let order: Vec<usize> = a
        .columns
        .iter()
        .filter_map(|name| b.columns.iter().position(|other| other == name))
        .collect();
    let rows = a.rows.len().max(b.rows.len());
    let pairs: Vec<Pair> = (0..rows)
        .map(|row| {
            let (a, b) = (a.rows.get(row), b.rows.get(row));
            let place = a.or(b).map(|row| row.cycle.clone()).unwrap_or_default();
            let other = |row: &Row| {
                order
                    .iter()
                    .map(|place| row.cells[*place].clone())
                    .collect()
            };
            Pair {
                place,
                a: a.map(|row| row.cells.clone()),
                b: b.map(other),
            }
        })
        .collect();
    let changed = |column: usize| {
        let cell = |side: &Option<Vec<String>>| side.as_ref().map(|cells| cells[column].clone());
        pairs
            .iter()
            .filter(|pair| cell(&pair.a) != cell(&pair.b))
            .count() as u64
    };
    let changes: Vec<(String, u64)> = a
        .columns
        .iter()
        .enumerate()
        .map(|(place, name)| (name.clone(), changed(place)))
        .collect();
    let lengths = |trace: &CycleTrace| [("cycles".to_owned(), trace.cycles())];
    let mut figures = totals("whole run", lengths(a), lengths(b));
    figures.extend(totals("cycles that differ", [], changes));
    let difference = Difference::of(Kind::CycleTrace, a.columns.clone(), &pairs, context);
    Ok(without_idle_columns(difference).with_totals(figures))
}

fn only_one(column: &str, which: &str) -> String {
    format!("only the {which} trace has a column `{column}`; compare traces of the same columns")
}

/// Keeps the columns that differ around the first difference, and a few that identify its place.
fn without_idle_columns(mut difference: Difference) -> Difference {
    let Some(first) = &mut difference.first else {
        return difference;
    };
    let at = &first.rows[first.at];
    let differs = |place: usize| match (&at.a, &at.b) {
        (Some(a), Some(b)) => a[place] != b[place],
        _ => false,
    };
    let shown = |place: &usize| SHOWN.contains(&first.columns[*place].as_str()) || differs(*place);
    let kept: Vec<usize> = (0..first.columns.len()).filter(shown).collect();
    for row in &mut first.rows {
        row.a = row.a.as_deref().map(|cells| only(cells, &kept));
        row.b = row.b.as_deref().map(|cells| only(cells, &kept));
    }
    first.columns = only(&first.columns, &kept);
    difference
}

fn only(cells: &[String], kept: &[usize]) -> Vec<String> {
    kept.iter().map(|place| cells[*place].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(text: &str) -> CycleTrace {
        CycleTrace::of_csv(text).unwrap()
    }

    #[test]
    fn the_first_cycle_that_differs_is_found_whatever_the_order_of_columns() {
        let a = trace("cycle,pc,a,idle\n0,1,2,0\n1,2,2,0\n2,3,2,0\n");
        let b = trace("cycle,a,pc,idle\n0,2,1,0\n1,7,2,0\n2,7,3,0\n");
        let difference = compare(&a, &b, 1).unwrap();
        let first = difference.first.unwrap();
        assert_eq!(first.rows[first.at].place, "1");
        assert_eq!(first.columns, ["pc", "a"]);
        assert_eq!(
            first.rows[first.at].b.as_deref(),
            Some(["2".to_owned(), "7".to_owned()].as_slice())
        );
        assert_eq!((difference.entries, difference.differing), (3, 2));
        assert_eq!(difference.totals[0].name, "a");
    }

    #[test]
    fn rows_of_several_cores_are_compared_one_by_one_and_name_their_core() {
        let a = trace("cycle,core,halted\n0,0,0\n0,1,0\n1,0,0\n1,1,0\n");
        let b = trace("cycle,core,halted\n0,0,0\n0,1,0\n1,0,0\n1,1,1\n");
        let difference = compare(&a, &b, 1).unwrap();
        let first = difference.first.unwrap();
        assert_eq!(first.rows[first.at].place, "1");
        assert_eq!(first.columns, ["core", "halted"]);
        assert_eq!(a.cycles(), 2);
    }

    #[test]
    fn a_trace_that_ends_early_differs_in_the_cycle_that_it_lacks() {
        let difference =
            compare(&trace("cycle,pc\n0,1\n1,2\n"), &trace("cycle,pc\n0,1\n"), 1).unwrap();
        let first = difference.first.unwrap();
        assert_eq!(
            (first.rows[first.at].place.as_str(), &first.rows[first.at].b),
            ("1", &None)
        );
        assert_eq!((difference.totals[0].a, difference.totals[0].b), (2, 1));
    }

    #[test]
    fn a_trace_with_two_columns_of_one_name_is_refused() {
        let error = CycleTrace::of_csv("cycle,pc,a,pc\n0,1,2,3\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            "cycle trace: two columns are called `pc`; give each a unique name"
        );
    }

    #[test]
    fn traces_of_other_columns_are_refused() {
        let error = compare(&trace("cycle,pc\n0,1\n"), &trace("cycle,sp\n0,1\n"), 1).unwrap_err();
        assert!(
            error.starts_with("only the first trace has a column `pc`"),
            "{error}"
        );
    }
}
