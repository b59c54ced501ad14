//! `jop cost calibrate`: a table from measurements of programs on the machine.

use std::fs;
use std::path::{Path, PathBuf};

use calibration::{
    Calibration, Combined, Estimate, Extras, Fit, Hardware, Measurement, Method, OnMemory, Reason,
    calibrate_with, combine,
};
use cost_model::{Atom, CostTable, EvaluatedTable, MemoryTiming, evaluated};
use isa::MachineConfig;
use jopizer::Image;
use microcode::Build;
use rayon::prelude::*;

use super::derive;
use crate::args::cost_source::is_named;
use crate::args::machine::MachineArguments;
use crate::args::memories::MemoryArguments;
use crate::args::microcode_source::MicrocodeArguments;
use crate::host::interrupts::end_at_interrupts;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::table::{Format, FormatArguments, Table, Value};
use crate::output::{atomic_file, exit_code, stdout};
use run::Fingerprint;
use run::Microcode;

/// Calibrate a cost table without microcode
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Calibrate a cost table without microcode.

Benchmark images for every bytecode, taken and untaken branch, call, return and load of a method read the cycle counter before and \
after, and send the difference. The machine runs them as if it were unknown hardware; --measurements reads the cycles of a \
board instead. The bytecodes in between are counted, and least squares give the cycles of each atom \
with a 95 % confidence interval, or the reason why it cannot be determined. The microcode's cycles are shown next to them.

With several memories the table has formulas linear in read and write wait states. docs/calibration.md describes \
method, files and limits.")]
#[command(after_help = "\
Examples:
  jop cost calibrate -o measured.toml                       the default machine
  jop cost calibrate --config board.toml --solver least-squares
  jop cost calibrate --memory sram32,ssram32 --ram-cnt 2..4 -o formulas.toml
  jop cost calibrate --pairs --blocks --format csv          does a block cost the sum of its parts?
  jop cost calibrate --images benchmarks/                   images for a board
  jop cost calibrate --measurements board.csv -o board.toml")]
pub(super) struct Arguments {
    /// Method to solve the system of equations
    #[arg(
        long,
        alias = "method",
        value_enum,
        ignore_case = true,
        default_value = "nnls",
        value_name = "SOLVER"
    )]
    solver: SolverName,
    /// Include pairs of bytecodes as atoms
    #[arg(long)]
    pairs: bool,
    /// Include blocks of twelve bytecodes as atoms
    #[arg(long)]
    blocks: bool,
    /// Measured cycles, CSV, instead of the machine's
    #[arg(long, value_name = "FILE.csv", conflicts_with_all = ["memory", "ram_cnt"])]
    measurements: Option<PathBuf>,
    /// Write the measured cycles in the format of --measurements
    #[arg(long, value_name = "FILE.csv", conflicts_with_all = ["measurements", "memory", "ram_cnt"])]
    save_measurements: Option<PathBuf>,
    /// Write the images of the benchmarks to this folder, and do not measure
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["measurements", "save_measurements", "output"])]
    images: Option<PathBuf>,
    /// Write the cost table; TOML or JSON by its ending
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    memories: MemoryArguments,
    #[command(flatten)]
    microcode: MicrocodeArguments,
    #[command(flatten)]
    format: FormatArguments,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum SolverName {
    /// No cost is negative
    Nnls,
    /// Without bounds
    LeastSquares,
}

/// Runs the command.
pub(super) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    end_at_interrupts()?;
    for (file, what) in [
        (&arguments.output, "a cost table beside the result"),
        (&arguments.save_measurements, "--save-measurements"),
    ] {
        let file = file.as_deref();
        file.map_or(Ok(()), |file| atomic_file::file_only(file, what))?;
    }
    let kind = arguments.output.as_deref().map(table_kind).transpose()?;
    let machine = arguments.machine.machine()?;
    let microcode = arguments.microcode.load(console)?;
    if let Some(folder) = &arguments.images {
        return write_images(folder, &machine, arguments.extras(), console);
    }
    let machines = arguments.memories.machines(&machine, console)?;
    let memories = memories(&machines)?;
    let calibrations: Result<Vec<Calibration>, Error> = machines
        .par_iter()
        .map(|config| calibrate(arguments, config, &microcode))
        .collect();
    let calibrations = calibrations?;
    let document = match calibrations.len() {
        1 => Document::CostCalibrate,
        _ => Document::CostCalibrateMemories,
    };
    let (table, rows, summary) = match calibrations.as_slice() {
        [one] => of_one(one, &machines[0], &microcode)?,
        several => {
            let truths = machines.iter().map(|config| truth(config, &microcode));
            let truths: Result<Vec<_>, Error> = truths.collect();
            let pairs: Vec<_> = memories.into_iter().zip(several).collect();
            of_several(&pairs, &truths?, arguments.method())
        }
    };
    if let (Some(path), Some(kind)) = (&arguments.output, kind) {
        atomic_file::write(path, text(&table, kind)?.as_bytes())?;
    }
    stdout::print(&rows.render(arguments.format.format, document)?)?;
    match arguments.format.format {
        Format::Table => stdout::print(&format!("\n{summary}\n"))?,
        Format::Json | Format::Csv => console.note(&summary),
    }
    Ok(exit_code::DONE)
}

impl Arguments {
    fn method(&self) -> Method {
        match self.solver {
            SolverName::Nnls => Method::Nnls,
            SolverName::LeastSquares => Method::LeastSquares,
        }
    }

    fn extras(&self) -> Extras {
        Extras {
            pairs: self.pairs,
            blocks: self.blocks,
        }
    }
}

/// Measures, or reads what was measured, and solves.
fn calibrate(
    arguments: &Arguments,
    config: &MachineConfig,
    microcode: &Microcode,
) -> Result<Calibration, Error> {
    let hardware = Hardware {
        config,
        program: &microcode.program,
        // Benchmarks raise no exception that our builds tell apart.
        build: microcode.build.unwrap_or(Build::Jop),
    };
    let benchmarks = calibration::benchmarks(config, arguments.extras());
    let measured: Vec<Measurement> = match &arguments.measurements {
        None => calibration::measure(&hardware, &benchmarks).map_err(Error::refused)?,
        Some(path) => {
            let text = fs::read_to_string(path).map_err(|reason| Error::Read {
                path: path.clone(),
                reason,
            })?;
            let read = calibration::read_measurements(&text, &benchmarks);
            read.map_err(Error::at(path.display()))?
        }
    };
    if let Some(path) = &arguments.save_measurements {
        let text = calibration::write_measurements(&measured);
        atomic_file::write(path, text.as_bytes())?;
    }
    let calibrated = calibrate_with(&hardware, &benchmarks, &measured, arguments.method());
    calibrated.map_err(Error::refused)
}

fn write_images(
    folder: &Path,
    machine: &MachineConfig,
    extras: Extras,
    console: Console,
) -> Result<u8, Error> {
    fs::create_dir_all(folder).map_err(|reason| Error::Write {
        path: folder.to_owned(),
        reason,
    })?;
    let benchmarks = calibration::benchmarks(machine, extras);
    for benchmark in &benchmarks {
        let image = Image {
            words: benchmark.image.clone(),
        };
        let path = folder.join(format!("{}.jop", benchmark.name));
        atomic_file::write(&path, image.to_text(None).as_bytes())?;
    }
    let count = benchmarks.len();
    console.note(&format!("{}: {count} images", folder.display()));
    Ok(exit_code::DONE)
}

/// Checks if a table is written as JSON.
#[derive(Debug, Clone, Copy)]
enum TableKind {
    Toml,
    Json,
}

fn table_kind(path: &Path) -> Result<TableKind, Error> {
    match (is_named(path, "toml"), is_named(path, "json")) {
        (true, _) => Ok(TableKind::Toml),
        (_, true) => Ok(TableKind::Json),
        _ => Err(Error::Input(format!(
            "{}: unknown kind of table: end the name in .toml or .json",
            path.display()
        ))),
    }
}

fn text(table: &CostTable, kind: TableKind) -> Result<String, Error> {
    let text = match kind {
        TableKind::Toml => table.to_toml(),
        TableKind::Json => return derive::document(table),
    };
    text.map_err(Error::refused)
}

/// Cycles of the microcode on a machine.
fn truth(config: &MachineConfig, microcode: &Microcode) -> Result<EvaluatedTable, Error> {
    let kind = config.memory;
    evaluated(&microcode.program, kind, config.ram_cnt).map_err(Error::refused)
}

fn of_one(
    calibration: &Calibration,
    config: &MachineConfig,
    microcode: &Microcode,
) -> Result<(CostTable, Table, String), Error> {
    let truth = truth(config, microcode)?;
    let mut rows = Table::new(&[
        "atom",
        "cycles",
        "interval",
        "occurrences",
        "derived",
        "error",
        "why not",
    ]);
    for estimate in &calibration.estimates {
        let derived = truth.cycles_of(&estimate.atom);
        rows.push(vec![
            estimate.atom.to_string().into(),
            decimal(estimate.cycles),
            decimal(estimate.interval),
            estimate.occurrences.into(),
            decimal(derived),
            decimal(error(estimate, &truth)),
            text_of(estimate.problem.as_ref()),
        ]);
    }
    let mut table = calibration.table.clone();
    table.provenance.configuration_sha256 = Fingerprint::of_machine(config).digits().to_owned();
    let summary = format!(
        "{}\n{}",
        of_fit(&calibration.fit),
        accuracy(calibration, &truth)
    );
    Ok((table, rows, summary))
}

fn of_fit(fit: &Fit) -> String {
    format!(
        "{}: {} measurements, {} atoms, rank {}, condition {:.1}, {} degrees of freedom, residual {:.2} cycles (root mean square)",
        fit.method.name(),
        fit.equations,
        fit.atoms,
        fit.rank,
        fit.condition,
        fit.degrees_of_freedom,
        fit.root_mean_square
    )
}

/// Estimate minus derived cycles, where the atom can be determined.
fn error(estimate: &Estimate, truth: &EvaluatedTable) -> Option<f64> {
    if estimate.problem.is_some() {
        return None;
    }
    Some(estimate.cycles? - truth.cycles_of(&estimate.atom)?)
}

/// Cycles below which an error is rounding.
const EXACT: f64 = 1e-6;

/// Errors against the microcode, and the atoms that could not be determined.
fn accuracy(calibration: &Calibration, truth: &EvaluatedTable) -> String {
    let estimates = calibration.estimates.iter();
    let mut errors: Vec<(f64, &Atom)> = estimates
        .filter_map(|estimate| Some((error(estimate, truth)?.abs(), &estimate.atom)))
        .collect();
    errors.sort_by(|one, other| one.0.total_cmp(&other.0));
    let exact = errors.iter().filter(|(error, _)| *error < EXACT).count();
    let median = errors.get(errors.len() / 2).map_or(0.0, |error| error.0);
    let worst = errors.last().filter(|(error, _)| *error >= EXACT);
    let worst = worst.map_or("0.00".to_owned(), |(error, atom)| {
        format!("{error:.2} ({atom})")
    });
    let count = |occurs: bool| {
        let estimates = calibration.estimates.iter();
        let unknown = estimates.filter(|estimate| estimate.problem.is_some());
        unknown
            .filter(|estimate| (estimate.occurrences > 0) == occurs)
            .count()
    };
    format!(
        "against the microcode: {} atoms compared, {exact} exact, median error {median:.2} cycles, worst {worst}\nnot distinguished: {}; never in the benchmarks: {}",
        errors.len(),
        none_or(count(true)),
        none_or(count(false)),
    )
}

fn none_or(count: usize) -> String {
    match count {
        0 => "none".to_owned(),
        count => count.to_string(),
    }
}

/// Wait states of the memories, if there are formulas to be found of them.
fn memories(machines: &[MachineConfig]) -> Result<Vec<MemoryTiming>, Error> {
    if let [_] = machines {
        return Ok(Vec::new());
    }
    let timing = |config: &MachineConfig| {
        let kind = config.memory;
        MemoryTiming::of(kind, config.ram_cnt).map_err(Error::refused)
    };
    machines.iter().map(timing).collect()
}

fn of_several(
    pairs: &[OnMemory<'_>],
    truths: &[EvaluatedTable],
    method: Method,
) -> (CostTable, Table, String) {
    let Combined { table, formulas } = combine(pairs, method);
    let mut rows = Table::new(&[
        "atom",
        "formula",
        "largest error",
        "from microcode",
        "why not",
    ]);
    let mut exact = 0;
    for row in &formulas {
        let mut derived = pairs.iter().zip(truths).map(|((memory, _), truth)| {
            let cycles = row.formula.at(memory.values()) as f64;
            Some((cycles - truth.cycles_of(&row.atom)?).abs())
        });
        let first = derived.next().flatten();
        let largest = derived.flatten().chain(first).reduce(f64::max);
        exact += usize::from(largest.is_some_and(|error| error < EXACT));
        rows.push(vec![
            row.atom.to_string().into(),
            row.formula.to_string().into(),
            decimal(Some(row.error)),
            decimal(largest),
            text_of(row.problem.as_ref()),
        ]);
    }
    let found = formulas.iter().filter(|row| row.error < 0.5).count();
    let summary = format!(
        "{} memories ({}): {} atoms, {found} with a formula within half a cycle, {exact} equal to the microcode on all of them",
        pairs.len(),
        table.provenance.memories.join("; "),
        formulas.len()
    );
    (table, rows, summary)
}

/// A reason, with all that it names.
fn text_of(reason: Option<&Reason>) -> Value {
    reason.map_or("".into(), |reason| reason.to_string().into())
}

/// A number without what rounding leaves, or nothing.
fn decimal(value: Option<f64>) -> Value {
    const DIGITS: f64 = 1e6;
    // Adding 0 makes -0 into 0.
    value.map_or("".into(), |value| {
        Value::Decimal((value * DIGITS).round() / DIGITS + 0.0, 2)
    })
}
