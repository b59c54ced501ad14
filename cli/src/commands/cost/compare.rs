//! `jop cost compare`: every path next to the hardware and the published table.

use cost_model::{Comparison, Formula, PathVerdict, compare};

use crate::args::cost_source::CostArguments;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::result::ResultArguments;
use crate::output::table::{Format, Table, Value};

/// Compare a cost table with the hardware and the published table
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Compare a cost table with the hardware and with the published table, path by path.

Hardware: cycles counted on the RTL or evaluated from its microcode, at ram_cnt 1, 2, 3, 4 and 6. Published: the formulas of handbook and \
WCET tool, for ram_cnt 2 and more. `=` means the same cycles, `-` no such path.")]
#[command(after_help = "\
Exit codes: 1 if a path differs from the hardware without a known reason.

Examples:
  jop cost compare                          every path of our microcode
  jop cost compare --strict --different     where the strict microcode differs, and why
  jop cost compare --table mine.toml        a table from a file")]
pub(super) struct Arguments {
    /// Only the paths that differ
    #[arg(long)]
    different: bool,
    #[command(flatten)]
    cost: CostArguments,
    #[command(flatten)]
    result: ResultArguments,
}

/// Runs the command.
pub(super) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let source = arguments.cost.load(console)?;
    let all = compare(&source.table).map_err(Error::refused)?;
    let mut table = Table::new(&[
        "code",
        "bytecode",
        "scenario",
        "cycles",
        "hardware",
        "published",
        "microcode",
        "why",
    ]);
    let shown = all
        .iter()
        .filter(|row| !arguments.different || differs(row));
    for row in shown {
        let spans: Vec<_> = row.microcode.iter().map(ToString::to_string).collect();
        table.push(vec![
            row.opcode
                .map_or_else(String::new, |opcode| format!("{opcode:02X}"))
                .into(),
            row.name.as_str().into(),
            row.scenario.name().into(),
            row.derived.to_string().into(),
            beside(row.against_hardware, row.hardware.as_ref()),
            beside(row.against_published, row.published.as_ref()),
            spans.join(" ").into(),
            why(row).into(),
        ]);
    }
    let format = arguments.result.format()?;
    let mut text = table.render(format, Document::CostCompare)?;
    let summary = summary(&source.table.provenance.microcode, &all);
    match format {
        Format::Table => text += &format!("\n{summary}"),
        Format::Json | Format::Csv => console.note(summary.trim_end()),
    }
    arguments.result.print(&text)?;
    let defects = all
        .iter()
        .any(|row| row.against_hardware == PathVerdict::Unexplained);
    Ok(if defects {
        exit_code::DIFFERS
    } else {
        exit_code::DONE
    })
}

fn differs(row: &Comparison) -> bool {
    let different = |verdict| matches!(verdict, PathVerdict::Explained | PathVerdict::Unexplained);
    different(row.against_hardware) || different(row.against_published)
}

fn beside(verdict: PathVerdict, formula: Option<&Formula>) -> Value {
    match (verdict, formula) {
        (PathVerdict::Equal, _) => "=".into(),
        (PathVerdict::Absent, _) | (_, None) => Value::None,
        (_, Some(formula)) => formula.to_string().into(),
    }
}

fn why(row: &Comparison) -> String {
    match row.against_hardware {
        PathVerdict::Unexplained => "unexplained".to_owned(),
        _ => row.why.clone(),
    }
}

fn summary(name: &str, all: &[Comparison]) -> String {
    let line = |source: &str, of: &dyn Fn(&Comparison) -> PathVerdict| {
        let count = |verdict| match all.iter().filter(|row| of(row) == verdict).count() {
            0 => "none".to_owned(),
            count => count.to_string(),
        };
        format!(
            "{name}, {} paths against the {source}: {} equal, {} different for a reason, {} different without one, {} not in it\n",
            all.len(),
            count(PathVerdict::Equal),
            count(PathVerdict::Explained),
            count(PathVerdict::Unexplained),
            count(PathVerdict::Absent)
        )
    };
    line("hardware", &|row| row.against_hardware)
        + &line("published table", &|row| row.against_published)
}
