//! `jop cost diff`: the differences of two tables.

use std::path::PathBuf;

use cost_model::{CostRow, CostTable, Path, Scenario};

use crate::args::cost_source;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::result::ResultArguments;
use crate::output::table::{Format, Table, Value};

/// Compare two cost tables
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Compare two cost tables: cycles, loads of methods and exceptions of every path. If a table does not list a scenario, its usual path is compared.")]
#[command(after_help = "\
Exit codes: 1 if the tables differ.

Examples:
  jop cost diff costs.toml strict.toml
  jop cost diff costs.toml mine.json --format csv")]
pub(super) struct Arguments {
    /// One table, TOML or JSON
    #[arg(value_name = "A")]
    left: PathBuf,
    /// The other table
    #[arg(value_name = "B")]
    right: PathBuf,
    #[command(flatten)]
    result: ResultArguments,
}

/// Runs the command.
pub(super) fn execute(arguments: &Arguments) -> Result<u8, Error> {
    let left = cost_source::read(&arguments.left)?;
    let right = cost_source::read(&arguments.right)?;
    let differences = differences(&left, &right);
    let format = arguments.result.format()?;
    let equal = differences.is_empty();
    if equal && format == Format::Table && arguments.result.file().is_none() {
        return Ok(exit_code::DONE);
    }
    let mut table = Table::new(&["code", "bytecode", "scenario", "what", "A", "B"]);
    for difference in differences {
        table.push(
            difference
                .map(|text| match &*text {
                    "-" => Value::None,
                    _ => text.into(),
                })
                .into(),
        );
    }
    let text = table.render(format, Document::CostDiff)?;
    arguments.result.print(&text)?;
    Ok(if equal {
        exit_code::DONE
    } else {
        exit_code::DIFFERS
    })
}

fn differences(left: &CostTable, right: &CostTable) -> Vec<[String; 6]> {
    let loads = [
        ("hit", &left.method_load.hit, &right.method_load.hit),
        ("miss", &left.method_load.miss, &right.method_load.miss),
    ];
    let mut all: Vec<_> = loads
        .into_iter()
        .filter(|(_, a, b)| a != b)
        .map(|(what, a, b)| {
            let text = |text: &str| text.to_owned();
            [
                text(""),
                text("method load"),
                text(""),
                text(what),
                a.to_string(),
                b.to_string(),
            ]
        })
        .collect();
    for (a, b) in left.all_rows().zip(right.all_rows()) {
        all.extend(differences_of(a, b));
    }
    all
}

fn differences_of(left: &CostRow, right: &CostRow) -> Vec<[String; 6]> {
    let code = left
        .opcode
        .map_or_else(String::new, |opcode| format!("{opcode:02X}"));
    let paths = left.paths.iter().chain(&right.paths);
    let mut scenarios: Vec<Scenario> = paths.map(|path| path.scenario).collect();
    scenarios.sort();
    scenarios.dedup();
    let mut all = Vec::new();
    for scenario in scenarios {
        let (a, b) = (aspects(left.path(scenario)), aspects(right.path(scenario)));
        for ((what, a), (_, b)) in a.into_iter().zip(b).filter(|(a, b)| a != b) {
            let name = scenario.name().to_owned();
            all.push([code.clone(), left.name.clone(), name, what.to_owned(), a, b]);
        }
    }
    all
}

/// The compared properties of a path, as text.
fn aspects(path: Option<&Path>) -> [(&'static str, String); 3] {
    let none = || "-".to_owned();
    let load = path.and_then(|path| path.load.as_ref());
    let exception = path.and_then(|path| path.exception.as_ref());
    [
        (
            "cycles",
            path.map_or_else(none, |path| path.cycles.to_string()),
        ),
        (
            "hidden",
            load.map_or_else(none, |load| load.hidden.to_string()),
        ),
        (
            "exception at",
            exception.map_or_else(none, ToString::to_string),
        ),
    ]
}
