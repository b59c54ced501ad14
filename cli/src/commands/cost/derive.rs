//! `jop cost derive`: the table as a file.

use std::path::PathBuf;

use clap::ValueEnum;
use cost_model::{CostTable, MemoryTiming};

use crate::args::cost_source::{CostArguments, is_named};
use crate::args::machine::MachineArguments;
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::result::{named, refuse_format};
use crate::output::{atomic_file, exit_code, stdout};
use run::Fingerprint;

/// Write the cost table of a microcode
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Write the cost table of a microcode.

TOML and JSON hold the whole table: formulas, offsets of accesses, exceptions, the microcode of every path; `docs/cost-table.md` describes \
them. CSV holds one line per path, with cycles on the machine of --config, for other profilers.")]
#[command(after_help = "\
Examples:
  jop cost derive -o costs.toml                       formulas for every memory
  jop cost derive --strict -o strict.json             those of the strict microcode
  jop cost derive --config slow.toml -o slow.toml     numbers for one machine
  jop cost derive --format csv                        one line per path, on standard output")]
pub(super) struct Arguments {
    /// File to write; TOML, JSON or CSV by its ending
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format of the table on standard output [default: toml]
    #[arg(long, value_enum, ignore_case = true, value_name = "FORMAT")]
    format: Option<FileFormat>,
    /// In TOML and JSON, write numbers for the machine of --config instead of formulas
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    cost: CostArguments,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FileFormat {
    /// The whole table
    Toml,
    /// The same as JSON
    Json,
    /// One line per path
    Csv,
}

/// Runs the command.
pub(super) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let format = arguments.file_format()?;
    let source = arguments.cost.load(console)?;
    let config = arguments.machine.machine()?;
    let (mut table, memory) = source.on(&config)?;
    if arguments.machine.is_given() {
        table = table.for_memory(memory);
        table.provenance.configuration_sha256 =
            Fingerprint::of_machine(&config).digits().to_owned();
    }
    let text = text(&table, memory, format)?;
    match &arguments.output {
        Some(path) => atomic_file::write(path, text.as_bytes())?,
        None => stdout::print(&text)?,
    }
    console.note(&summary(&table));
    Ok(exit_code::DONE)
}

impl Arguments {
    fn file_format(&self) -> Result<FileFormat, Error> {
        let Some(path) = named(self.output.as_deref()) else {
            return Ok(self.format.unwrap_or(FileFormat::Toml));
        };
        refuse_format(path, self.format.is_some())?;
        let formats = [
            ("toml", FileFormat::Toml),
            ("json", FileFormat::Json),
            ("csv", FileFormat::Csv),
        ];
        let mut known = formats.into_iter();
        known
            .find(|(extension, _)| is_named(path, extension))
            .map(|(_, format)| format)
            .ok_or_else(|| {
                let path = path.display();
                Error::Input(format!(
                    "{path}: unknown kind of table: end the name in .toml, .json or .csv"
                ))
            })
    }
}

/// A table as a document.
pub(super) fn document(table: &CostTable) -> Result<String, Error> {
    let whole = table.to_value().map_err(Error::refused)?;
    document::json(Document::CostTable, &whole)
}

fn text(table: &CostTable, memory: MemoryTiming, format: FileFormat) -> Result<String, Error> {
    let text = match format {
        FileFormat::Toml => table.to_toml(),
        FileFormat::Json => return document(table),
        FileFormat::Csv => table.to_csv(memory),
    };
    text.map_err(Error::refused)
}

/// Size of the table, and what it lacks.
fn summary(table: &CostTable) -> String {
    let rows = table.all_rows().count();
    let paths: usize = table.all_rows().map(|row| row.paths.len()).sum();
    let missing = table.all_rows().flat_map(|row| {
        let missing = row.underivable.iter();
        missing.map(|listed| format!("\n{}, {}: {}", row.name, listed.scenario, listed.reason))
    });
    let unexplored = table.all_rows().flat_map(|row| {
        let branches = row.unexplored.iter();
        branches.map(|branch| {
            format!(
                "\n{}: no scenario has {}, tested at {}",
                row.name, branch.condition, branch.address
            )
        })
    });
    let missing: Vec<_> = missing.collect();
    let count = match missing.len() {
        0 => "none".to_owned(),
        count => count.to_string(),
    };
    let name = &table.provenance.microcode;
    format!(
        "{name}: {rows} rows, {paths} paths; {count} without a formula{}{}",
        missing.concat(),
        unexplored.collect::<String>()
    )
}
