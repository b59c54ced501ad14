//! The first difference of a vector: the cycles around it, expected beside actual.

use std::collections::HashSet;
use std::fmt::Write;

use comfy_table::{ContentArrangement, presets};
use microcode::isa::Instruction;
use serde_json::{Map, Value, json};
use trace::golden::Cell;
use trace::golden::compare::{Divergence, RowPair};

use super::checked::Checked;
use crate::output::console::{DIFFERENT, HEADING};

/// Columns that are always shown, in this order, of several processors those of every one that differs; columns that differ
/// follow.
const CONTEXT: [&str; 9] = ["pc", "ir", "nxt", "opd", "a", "b", "sp", "bsy", "mem_state"];

/// Text for people: what differs, then a table in which `expected/actual` marks each difference.
pub(crate) fn render(vector: &Checked, divergence: &Divergence) -> String {
    let mut text = format!(
        "\n{HEADING}{}{HEADING:#} ({})\n",
        vector.name,
        vector.path.display()
    );
    for (column, expected, actual) in &divergence.differences {
        let (expected, actual) = (show(column, expected), show(column, actual));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  first difference in cycle {}: column `{column}`, expected {expected}, actual {DIFFERENT}{actual}{DIFFERENT:#}",
            divergence.cycle
        );
    }
    text += "  values during the cycle, before the edge that ends it, in hexadecimal; expected/actual where they differ\n\n";
    for line in table(vector, divergence).lines() {
        let at_difference = line.starts_with('>');
        let style = if at_difference {
            DIFFERENT
        } else {
            anstyle::Style::new()
        };
        let _ = writeln!(text, "{style}{line}{style:#}");
    }
    text
}

fn table(vector: &Checked, divergence: &Divergence) -> String {
    let columns = shown_columns(vector, divergence);
    let mut table = comfy_table::Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled);
    let header = columns.iter().map(|(_, name)| *name);
    table.set_header(["", "cycle"].into_iter().chain(header));
    for row in &divergence.rows {
        let mark = if row.cycle == divergence.cycle {
            ">"
        } else {
            ""
        };
        let cells = columns.iter().map(|(index, name)| pair(name, row, *index));
        table.add_row(
            [mark.to_owned(), row.cycle.to_string()]
                .into_iter()
                .chain(cells),
        );
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt()
}

/// One document with the same contents.
pub(crate) fn document(vector: &Checked, divergence: &Divergence) -> Value {
    let columns = shown_columns(vector, divergence);
    let side = |cells: &[Cell]| -> Map<String, Value> {
        let values = columns.iter().map(|(index, name)| match own_name(name) {
            "ir" => ((*name).to_owned(), show(name, &cells[*index]).into()),
            _ => ((*name).to_owned(), plain(&cells[*index])),
        });
        values.collect()
    };
    let rows = divergence.rows.iter().map(|row| {
        json!({ "cycle": row.cycle, "expected": side(&row.golden), "actual": side(&row.machine) })
    });
    let columns = divergence.differences.iter().map(|(name, expected, actual)| {
        json!({ "column": name, "expected": plain(expected), "actual": plain(actual) })
    });
    json!({
        "vector": vector.name,
        "file": vector.path,
        "cycle": divergence.cycle,
        "columns": columns.collect::<Vec<_>>(),
        "rows": rows.collect::<Vec<_>>(),
    })
}

/// Places and names of the columns to show.
fn shown_columns<'a>(vector: &'a Checked, divergence: &Divergence) -> Vec<(usize, &'a str)> {
    let mut names: Vec<String> = Vec::new();
    for (name, ..) in &divergence.differences {
        let processor = name.trim_end_matches(own_name(name));
        names.extend(CONTEXT.map(|column| format!("{processor}{column}")));
    }
    names.extend(divergence.differences.iter().map(|(name, ..)| name.clone()));
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    let place = |name: &String| vector.columns.iter().position(|column| column == name);
    let places = names.iter().filter_map(place);
    places
        .map(|index| (index, vector.columns[index].as_str()))
        .collect()
}

/// Name of a column without its processor.
fn own_name(column: &str) -> &str {
    column.rsplit('.').next().unwrap_or(column)
}

fn pair(column: &str, row: &RowPair, index: usize) -> String {
    let (expected, actual) = (&row.golden[index], &row.machine[index]);
    if expected == actual {
        show(column, expected)
    } else {
        format!("{}/{}", show(column, expected), show(column, actual))
    }
}

fn show(column: &str, cell: &Cell) -> String {
    match (own_name(column), cell) {
        ("ir", Cell::Number(code)) => Instruction::decode(*code as u16).to_string(),
        ("a" | "b", Cell::Number(value)) => format!("{value:08x}"),
        ("cycle", Cell::Number(value)) => value.to_string(),
        _ => cell.to_string(),
    }
}

fn plain(cell: &Cell) -> Value {
    match cell {
        Cell::Number(number) => (*number).into(),
        Cell::Name(name) => name.clone().into(),
    }
}
