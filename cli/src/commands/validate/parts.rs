//! Parts of the errors: of a prediction as text, of all methods as CSV.

use cross_profile::decomposition::{MethodParts, Parts};
use validation::{Case, Score};

use crate::output::errors::Error;
use crate::output::table::{self, Table, Value};

/// Columns of the parts in CSV, in the order of [`Parts::NAMES`].
pub(super) const COLUMNS: [&str; Parts::COUNT] = [
    "error by calls",
    "error by bytecodes",
    "error by prices",
    "error by routines",
    "error by runtime",
    "error by library",
    "error by cache",
    "error by missing",
    "error by foreign",
    "error by uncounted",
];

/// Values of the parts.
pub(super) fn values(parts: &Parts) -> impl Iterator<Item = Value> {
    parts.list().into_iter().map(Value::Difference)
}

/// The parts of a prediction's error, and those of its methods.
pub(super) fn of(score: &Score, top: usize) -> Result<String, Error> {
    let parts = score.decomposition.total.list();
    let total = &score.comparison.total;
    let mut table = Table::new(&["difference", "of the true cycles", "part"]);
    for (name, cycles) in Parts::NAMES.into_iter().zip(parts) {
        if cycles != 0 {
            table.push(vec![
                Value::Difference(cycles),
                match total.truth {
                    0 => Value::None,
                    truth => Value::Error(cycles as f64 / truth as f64),
                },
                name.into(),
            ]);
        }
    }
    let mut text = format!("\n{} by part:", score.prediction);
    if parts.iter().all(|cycles| *cycles == 0) {
        return Ok(text + " no difference\n");
    }
    text += "\n";
    text += &table.for_people();
    let rows = &score.decomposition.by_method;
    let shown = if top == 0 {
        rows.len()
    } else {
        top.min(rows.len())
    };
    text += &format!("\n{} by method and part:\n", score.prediction);
    text += &by_method(&rows[..shown]).for_people();
    if rows.len() > shown {
        text += &table::more(rows.len() - shown);
    }
    Ok(text)
}

/// Only parts that a method has are columns.
fn by_method(rows: &[MethodParts]) -> Table {
    let used: Vec<usize> = (0..Parts::COUNT)
        .filter(|part| rows.iter().any(|row| row.parts.list()[*part] != 0))
        .collect();
    let mut columns = vec!["difference"];
    columns.extend(used.iter().map(|part| Parts::NAMES[*part]));
    columns.push("method");
    let mut table = Table::new(&columns);
    for row in rows {
        let parts = row.parts.list();
        let mut cells = vec![Value::Difference(row.parts.sum())];
        cells.extend(used.iter().map(|part| Value::Difference(parts[*part])));
        cells.push(row.method.as_str().into());
        table.push(cells);
    }
    table
}

/// A line for each method with a difference, of each case and prediction.
pub(super) fn csv(cases: &[Case]) -> Result<String, Error> {
    let mut columns = vec![
        "program",
        "machine",
        "prediction",
        "method",
        "true cycles",
        "predicted",
        "difference",
    ];
    columns.extend(COLUMNS);
    let mut table = Table::new(&columns);
    for case in cases {
        for score in &case.predictions {
            for row in &score.decomposition.by_method {
                let mut cells: Vec<Value> = vec![
                    case.program.as_str().into(),
                    case.machine.as_str().into(),
                    score.prediction.as_str().into(),
                    row.method.as_str().into(),
                    row.truth.into(),
                    row.predicted.into(),
                    Value::Difference(row.parts.sum()),
                ];
                cells.extend(values(&row.parts));
                table.push(cells);
            }
        }
    }
    table.csv()
}
