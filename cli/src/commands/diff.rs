//! `jop diff`: the first difference of two results, and the total differences.

use std::path::{Path, PathBuf};

use regression::diff::{Artefact, Difference, First, Pair, ReadError, Total, compare};
use serde_json::json;

use crate::args::{profile_file, recording_file};
use crate::output::console::{Console, DIFFERENT, HEADING};
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::result::ResultArguments;
use crate::output::table::{self, Format, Table, Value, thousands};

/// Show where two results, traces or tables first differ, and by how much in total
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Show where two results, traces or tables first differ, and by how much in total.

Both files must be of one kind, detected from their content: run reports (jop run --report), goldens (jop check), cycle traces \
(CSV whose first column is `cycle`, or golden traces), cost tables (jop cost derive), or recordings (jop run -o, and profiles of other tools; sections that only one of two has are not compared). \
--lookups compares the lookups of two recordings in the method cache, and the bytecodes between them. The result has the first cycle, event, context or value that differs, with its \
neighbours, as A/B; then totals, by cause, by method and by context where the kind has them. Host times are not compared.")]
#[command(after_help = "\
Exit codes:
  0  equal       1  different       2  bad input, or two different kinds

Examples:
  jop diff before.json after.json                two run reports
  jop diff lift.jrec lift2.jrec --top 0          two recordings, all methods that differ
  jop diff before.jrec after.jrec --region filter
  jop diff before.jrec after.jrec --lookups      calls and returns, one by one
  jop diff costs.toml strict.toml --format csv   two cost tables, for a spreadsheet")]
pub(crate) struct Arguments {
    /// First file
    #[arg(value_name = "A")]
    a: PathBuf,
    /// Second file
    #[arg(value_name = "B")]
    b: PathBuf,
    /// Entries shown before and after the first that differs
    #[arg(long, value_name = "N", default_value_t = regression::diff::CONTEXT)]
    context: usize,
    /// Print at most this many totals of each kind; 0 for all
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Compare two profiles only in this region, which the program marks with joplab.Region
    #[arg(long, value_name = "NAME")]
    region: Option<String>,
    /// Compare the lookups of two recordings, event by event
    #[arg(long, conflicts_with = "region")]
    lookups: bool,
    #[command(flatten)]
    result: ResultArguments,
}

/// What is compared of two files.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part<'a> {
    /// All that their kind has.
    All,
    /// A region of profiles.
    Region(&'a str),
    /// Lookups of recordings.
    Lookups,
}

/// Two files, and what is asked of them.
pub(crate) struct Pairing<'a> {
    pub(crate) files: [&'a Path; 2],
    pub(crate) part: Part<'a>,
    /// Entries before and after the first that differs.
    pub(crate) context: usize,
    pub(crate) top: usize,
    pub(crate) console: Console,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let pairing = Pairing {
        files: [&arguments.a, &arguments.b],
        part: match (&arguments.region, arguments.lookups) {
            (_, true) => Part::Lookups,
            (Some(region), false) => Part::Region(region),
            (None, false) => Part::All,
        },
        context: arguments.context,
        top: arguments.top,
        console,
    };
    let (text, code) = pairing.compared(|| arguments.result.format())?;
    arguments.result.print_comparison(&text, console)?;
    Ok(code)
}

impl Pairing<'_> {
    /// The difference in a format, which is asked for after the files have been read, and the exit code.
    pub(crate) fn compared(
        &self,
        format: impl FnOnce() -> Result<Format, Error>,
    ) -> Result<(String, u8), Error> {
        let [a, b] = self.files.map(|path| read(path, self.part, self.console));
        let (a, b) = (a?, b?);
        let difference = compare(&a, &b, self.context).map_err(|problem| {
            let [a, b] = self.files.map(Path::display);
            Error::Input(format!("{a}, {b}: {problem}"))
        })?;
        let text = match format()? {
            Format::Table => for_people(&difference, self.top)?,
            Format::Json => document::json(Document::Diff, &body(&difference))?,
            Format::Csv => rows(&difference).csv()?,
        };
        let code = match difference.is_none() {
            true => exit_code::DONE,
            false => exit_code::DIFFERS,
        };
        Ok((text, code))
    }
}

/// Reads a file; of a profile, the part that is asked for.
fn read(path: &Path, part: Part<'_>, console: Console) -> Result<Artefact, Error> {
    let whole = match part {
        Part::Lookups => Artefact::read_lookups(path),
        Part::All | Part::Region(_) => match recording_file::journaled(path, console)? {
            Some(profile) => Ok(Artefact::Profile(profile.into())),
            None => Artefact::read(path),
        },
    };
    match (named(path, whole)?, part) {
        (Artefact::Profile(whole), Part::Region(region)) => {
            let part = profile_file::region(&whole, path, region)?;
            Ok(Artefact::Profile(part.into()))
        }
        (artefact, Part::Region(_)) => Err(Error::Input(format!(
            "{}: --region is for profiles, and the file is of another kind: {}",
            path.display(),
            artefact.kind().name()
        ))),
        (artefact, _) => Ok(artefact),
    }
}

fn named(path: &Path, artefact: Result<Artefact, ReadError>) -> Result<Artefact, Error> {
    artefact.map_err(|reason| match reason.names_file(path) {
        true => Error::refused(reason),
        false => Error::at(path.display())(reason),
    })
}

fn for_people(difference: &Difference, top: usize) -> Result<String, Error> {
    let (kind, entry) = (difference.kind.name(), difference.kind.entry());
    let entries = thousands(difference.entries);
    let lacking = match difference.not_compared.as_slice() {
        [] => String::new(),
        figures => format!(
            "not compared, as one side lacks them: {}\n",
            figures.join(", ")
        ),
    };
    if difference.is_none() {
        return Ok(format!("equal {kind}s: {entries} {entry}s\n{lacking}"));
    }
    let differing = thousands(difference.differing);
    let mut text = format!("{kind}s: {differing} of {entries} {entry}s differ\n{lacking}");
    if let Some(first) = &difference.first {
        text += &format!(
            "\n{HEADING}first difference: {entry} {}{HEADING:#}\n",
            first.rows[first.at].place
        );
        text += &around(first, entry)?;
    }
    for totals in difference.totals.chunk_by(|a, b| a.section == b.section) {
        text += &format!("\n{HEADING}{}{HEADING:#}\n", totals[0].section);
        let mut table = Table::new(&["A", "B", "difference", "change", ""]);
        let shown = if top == 0 {
            totals.len()
        } else {
            top.min(totals.len())
        };
        for total in &totals[..shown] {
            let mut row = sizes(total).to_vec();
            row.push(total.name.as_str().into());
            table.push(row);
        }
        text += &table.for_people();
        if shown < totals.len() {
            text += &table::more(totals.len() - shown);
        }
    }
    Ok(text)
}

/// The entries around the first difference; cells that differ are shown as A/B.
fn around(first: &First, entry: &str) -> Result<String, Error> {
    let mut columns = vec![String::new(), entry.to_owned()];
    columns.extend(first.columns.iter().cloned());
    let mut table = Table::new(&columns);
    for (place, pair) in first.rows.iter().enumerate() {
        let mark = if place == first.at { ">" } else { "" };
        let mut row: Vec<Value> = vec![mark.into(), pair.place.as_str().into()];
        row.extend((0..first.columns.len()).map(|column| Value::Text(cell(pair, column))));
        table.push(row);
    }
    let text = table.for_people();
    let lines = text.lines().map(|line| {
        if line.starts_with('>') {
            format!("{DIFFERENT}{line}{DIFFERENT:#}\n")
        } else {
            format!("{line}\n")
        }
    });
    Ok(lines.collect())
}

fn cell(pair: &Pair, column: usize) -> String {
    let side = |cells: &Option<Vec<String>>| match cells {
        Some(cells) => cells[column].clone(),
        None => "-".to_owned(),
    };
    let (a, b) = (side(&pair.a), side(&pair.b));
    if a == b { a } else { format!("{a}/{b}") }
}

fn difference(total: &Total) -> i64 {
    total.b.cast_signed().saturating_sub(total.a.cast_signed())
}

/// A, B, difference, relative change.
fn sizes(total: &Total) -> [Value; 4] {
    let difference = i128::from(difference(total));
    let change = (total.a != 0).then(|| difference as f64 / total.a as f64);
    [
        total.a.into(),
        total.b.into(),
        Value::Difference(difference),
        change.map_or(Value::None, Value::Error),
    ]
}

/// Values of an entry; none for those that are missing.
fn cells(side: &Option<Vec<String>>) -> Option<Vec<Option<&str>>> {
    let cells = side.as_ref()?.iter();
    Some(
        cells
            .map(|cell| Some(cell.as_str()).filter(|cell| !["", "-"].contains(cell)))
            .collect(),
    )
}

fn body(found: &Difference) -> serde_json::Value {
    let first = found.first.as_ref().map(|first| {
        let rows = first
            .rows
            .iter()
            .map(|pair| json!({ "place": pair.place, "a": cells(&pair.a), "b": cells(&pair.b) }));
        json!({
            "place": first.rows[first.at].place,
            "columns": first.columns,
            "rows": rows.collect::<Vec<_>>(),
        })
    });
    let totals = found.totals.iter().map(|total| {
        json!({
            "section": total.section,
            "name": total.name,
            "a": total.a,
            "b": total.b,
            "difference": difference(total),
        })
    });
    json!({
        "kind": found.kind.name(),
        "entries": found.entries,
        "differing": found.differing,
        "first": first,
        "totals": totals.collect::<Vec<_>>(),
        "not_compared": found.not_compared,
    })
}

/// A row for each total that differs, after those for the values of the first entry that does.
fn rows(difference: &Difference) -> Table {
    let mut table = Table::new(&["section", "name", "a", "b", "difference", "change"]);
    if let Some(first) = &difference.first {
        let pair = &first.rows[first.at];
        let entry = difference.kind.entry();
        for (place, column) in first.columns.iter().enumerate() {
            let [a, b] = [&pair.a, &pair.b].map(|side| side.as_ref().map(|cells| &cells[place]));
            if a == b {
                continue;
            }
            let section = match first.columns.len() {
                1 => format!("first {entry}"),
                _ => format!("first {entry}: {column}"),
            };
            let cell = |side: Option<&String>| side.map_or(Value::None, |cell| cell.clone().into());
            let name = pair.place.as_str().into();
            let none = [const { Value::None }; 2];
            table.push([vec![section.into(), name, cell(a), cell(b)], none.into()].concat());
        }
    }
    for total in &difference.totals {
        let mut row: Vec<Value> = vec![total.section.into(), total.name.as_str().into()];
        row.extend(sizes(total));
        table.push(row);
    }
    table
}
