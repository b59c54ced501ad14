//! `jop cost fit`: a system vector from programs with measured totals.

mod estimates;
mod tables;

use std::path::{Path, PathBuf};

use calibration::{Estimate, table_of};
use isa::MachineConfig;
use microcode::Build;
use rayon::prelude::*;
use run::Fingerprint;
use vectors::{FitOptions, Prior, RecordOptions, Solver, SystemVector, fit, read_measured};

use self::tables::Row;
use super::measure::machine_cycles;
use crate::args::embedded_programs::{self, PROGRAM_OR_SUITE, Programs};
use crate::args::machine::MachineArguments;
use crate::args::prices;
use crate::args::program_source::load_embedded;
use crate::args::quantity::cycles;
use crate::args::vector_terms::{Term, read_text};
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::exit_code::exit_codes;
use crate::output::result::ResultArguments;
use crate::output::result::{check_ending, check_writable, refuse_inputs};
use crate::output::table::{counted, list};
use crate::output::{atomic_file, exit_code};

/// Fit a system vector to programs with measured totals
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Fit a system vector to programs with measured totals.

MEASURED.csv has the columns vector (a file, or FILE:COMPONENT) and cycles. Each row is an equation: counts of atoms times their unknown prices. There may be \
fewer equations than atoms. `confidence` is the part of a price's prior uncertainty that the measurements remove; the last column gives the reason for a low one.

--solver ridge starts from the prices of --prior (one price for every atom, or a cost table up to a common factor) and \
corrects them as far as the measurements allow. Every price has an error, unless the measurements are proportional to \
each other. nnls and least-squares use no prior prices.")]
#[command(after_help = concat!(exit_codes!(), "

Examples:
  jop cost fit measured.csv --save-system board.json      prices, to predict with --table
  jop cost fit measured.csv --held-out                    each total predicted from the others
  jop cost fit measured.csv --combinations                sums of atoms that are known
  jop cost fit measured.csv --prior published --save-table board.toml
  jop cost fit --program all --held-out                   embedded programs, on the machine"))]
pub(super) struct Arguments {
    /// Vectors and their cycles
    #[arg(value_name = "MEASURED.csv", required_unless_present = "embedded")]
    measured: Option<PathBuf>,
    /// Embedded programs in place of a file, measured on the machine; suites and `all` as in `jop cost predict`
    #[arg(long = "program", value_name = "NAMES", value_delimiter = ',', conflicts_with = "measured",
          hide_possible_values = true, value_parser = PROGRAM_OR_SUITE)]
    embedded: Vec<Programs>,
    /// How the equations are solved
    #[arg(long, value_enum, value_name = "SOLVER", default_value = "ridge")]
    solver: SolverChoice,
    /// Prices to start from: flat, derived, published or a cost table; for ridge [default: flat]
    #[arg(long, value_name = "PRIOR")]
    prior: Option<String>,
    /// Standard deviation of a measurement in percent of it
    #[arg(long, value_name = "PERCENT", default_value_t = 0.01)]
    noise: f64,
    /// Predict each total from all others
    #[arg(long)]
    held_out: bool,
    /// List sums of atoms that the measurements determine
    #[arg(long, conflicts_with = "held_out")]
    combinations: bool,
    /// Print at most this many rows; 0 prints every row
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Also write the prices with their covariance, for the --table of `jop cost predict`
    #[arg(long, value_name = "FILE.json")]
    save_system: Option<PathBuf>,
    /// Also write the prices in whole cycles as a cost table
    #[arg(long, value_name = "FILE.toml")]
    save_table: Option<PathBuf>,
    #[command(flatten)]
    machine: MachineArguments,
    /// Stop a program after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles, default_value = "10G")]
    max_cycles: u64,
    #[command(flatten)]
    result: ResultArguments,
}

/// Rows that a note names.
const NAMED: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum SolverChoice {
    /// Least squares that stay close to the prices of --prior
    Ridge,
    /// Non-negative least squares
    Nnls,
    /// Least squares without bounds
    LeastSquares,
}

/// Runs the command.
pub(super) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let format = arguments.result.format()?;
    arguments.check_files()?;
    let machine = arguments.machine.machine()?;
    let options = arguments.options(&machine)?;
    let measured = match &arguments.measured {
        Some(file) => arguments.read(file)?,
        None => arguments.embedded(&machine)?,
    };
    let fitted = fit(&measured, &options).map_err(Error::refused)?;
    let system = &fitted.system;
    let (table, document) = if arguments.held_out {
        (
            tables::held_out(&measured, &options, arguments.top, format)?,
            Document::VectorHeldOut,
        )
    } else if arguments.combinations {
        (
            tables::combinations(system, arguments.top, format),
            Document::VectorCombinations,
        )
    } else {
        (
            tables::prices(system, arguments.top, format),
            Document::VectorFit,
        )
    };
    arguments.save(system, console)?;
    arguments.result.print(&table.render(format, document)?)?;
    let determined = system
        .prices
        .iter()
        .filter(|price| price.problem.is_none())
        .count();
    console.note(&format!(
        "jop: {}, {}, rank {}, {determined} determined alone; residual {:.4} % of a total",
        counted(measured.len() as u64, "measurement"),
        counted(system.prices.len() as u64, "atom"),
        system.rank,
        100.0 * fitted.residual
    ));
    Ok(exit_code::DONE)
}

impl Arguments {
    /// Refuses files to write that have another ending, or that are read or written twice.
    fn check_files(&self) -> Result<(), Error> {
        let prior = self.prior.as_deref().map(Path::new);
        let inputs = [self.measured.as_deref(), prior, self.machine.file()];
        let inputs: Vec<&Path> = inputs.into_iter().flatten().collect();
        let saved = self.saved();
        for (file, option, what, ending) in saved {
            if let Some(file) = file {
                check_ending(file, what, ending)?;
            }
            check_writable(file)?;
            self.result.refuse_second(file, option)?;
            refuse_inputs(file, option, &inputs)?;
        }
        refuse_inputs(self.result.file(), "-o", &inputs)
    }

    /// Files that are written beside the result.
    fn saved(&self) -> [(Option<&Path>, &'static str, &'static str, &'static str); 2] {
        [
            (
                self.save_system.as_deref(),
                "--save-system",
                "a system vector",
                "json",
            ),
            (
                self.save_table.as_deref(),
                "--save-table",
                "a cost table",
                "toml",
            ),
        ]
    }

    /// The vectors of a list; their names are relative to its folder.
    fn read(&self, file: &Path) -> Result<Vec<Row>, Error> {
        let text = read_text(file, "a list has")?;
        let measured = read_measured(&text).map_err(Error::at(file.display()))?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let rows = measured.into_iter().map(|it| {
            let term: Result<Term, _> = it.vector.parse();
            let read = term.map_err(Error::Input).and_then(|mut term| {
                term.file = folder.join(&term.file);
                for (saved, option, ..) in self.saved() {
                    refuse_inputs(saved, option, &[&*term.file])?;
                }
                refuse_inputs(self.result.file(), "-o", &[&*term.file])?;
                Ok(term.read()?.total().times(term.factor))
            });
            let at = |error| Error::Input(format!("{}: line {}: {error}", file.display(), it.line));
            Ok((it.vector, read.map_err(at)?, it.cycles))
        });
        rows.collect()
    }

    fn options(&self, machine: &MachineConfig) -> Result<FitOptions, Error> {
        if !(self.noise > 0.0 && self.noise < 100.0) {
            let problem = "--noise: percent of a total, above 0 and below 100";
            return Err(Error::Input(problem.to_owned()));
        }
        if self.prior.is_some() && self.solver != SolverChoice::Ridge {
            let problem = "--prior is for --solver ridge; the other solvers assume nothing";
            return Err(Error::Input(problem.to_owned()));
        }
        let prior_name = self.prior.clone().unwrap_or_else(|| "flat".to_owned());
        let prior = match prior_name.as_str() {
            "flat" => Prior::Flat,
            name => prices::load(name, Build::Jop)?.prior(machine)?,
        };
        Ok(FitOptions {
            solver: match self.solver {
                SolverChoice::Ridge => Solver::Ridge,
                SolverChoice::Nnls => Solver::Nnls,
                SolverChoice::LeastSquares => Solver::LeastSquares,
            },
            prior,
            prior_name,
            noise: self.noise / 100.0,
            // Programs are recorded on the machine that is measured; of a list nothing is known.
            machine_sha256: self
                .measured
                .is_none()
                .then(|| Fingerprint::of_machine(machine).digits().to_owned()),
        })
    }

    /// Embedded programs with the cycles of the machine.
    fn embedded(&self, machine: &MachineConfig) -> Result<Vec<Row>, Error> {
        let programs = embedded_programs::distinct(&self.embedded);
        let rows = programs.par_iter().map(|embedded| {
            let program = load_embedded(embedded, &[], machine.memory_words)?;
            let options = RecordOptions::default();
            let recorded =
                vectors::record(&program, machine, Build::Jop, &options, self.max_cycles);
            let vector = recorded.map_err(Error::at(&program))?;
            let (cycles, end) = machine_cycles(&program, machine, Build::Jop, self.max_cycles)?;
            exit_code::ended_well(end, &program)?;
            Ok((program.name.clone(), vector.total(), cycles as f64))
        });
        rows.collect()
    }

    fn save(&self, system: &SystemVector, console: Console) -> Result<(), Error> {
        if let Some(path) = &self.save_system {
            let text = document::json(Document::VectorSystem, system)?;
            atomic_file::write(path, text.as_bytes())?;
        }
        if let Some(path) = &self.save_table {
            let name = format!("fitted to {} totals", system.measurements.len());
            let estimates = estimates::of(system);
            note_unmeasured(&estimates, path, console);
            let table = table_of(&estimates, &name);
            let text = table.to_toml().map_err(Error::refused)?;
            atomic_file::write(path, text.as_bytes())?;
        }
        Ok(())
    }
}

/// Says which rows of a table have no cycles, and what would give them some.
fn note_unmeasured(estimates: &[Estimate], file: &Path, console: Console) {
    let open = estimates.iter().filter(|it| it.cycles.is_none());
    let names: Vec<String> = open.map(|it| it.atom.to_string()).collect();
    if !names.is_empty() {
        let known = "--prior derived or published gives those that it knows";
        console.note(&format!(
            "jop: note: {}: without cycles, as nothing measured has them: {}; {known}",
            file.display(),
            list(names, NAMED, ", ")
        ));
    }
}
