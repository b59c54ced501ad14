//! `jop vector predict`: a vector times a system.

use std::path::PathBuf;

use isa::MachineConfig;
use microcode::Build;
use run::Program;
use vectors::{PartPrediction, Vector, predict};

use super::measure::machine_cycles;
use super::show::number;
use super::{files, system};
use crate::args::embedded_programs::PROGRAM;
use crate::args::machine::MachineArguments;
use crate::args::memories::MemoryArguments;
use crate::args::program_source::{LinkArguments, load_embedded};
use crate::args::quantity::cycles;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::exit_code::exit_codes;
use crate::output::result::ResultArguments;
use crate::output::table::{Table, Value, counted, limited, list, listed};

/// Predict the cycles of components on a system
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Predict the cycles of components on a system.

The counts of a vector times the prices of a system. The truth is within two standard errors in 90 to 99 % of cases. `price error` \
is that of the prices: none where they are derived, from the covariance of a system vector. `count error` is that of counts of single \
calls. Where the truth may be anything the standard error is `unbounded`, and the row says why: prices without known errors, an atom \
without a price (its cycles are missing), calls unlike those that were counted, a program that sees time on another machine.")]
#[command(after_help = concat!(exit_codes!(), "

Examples:
  jop vector predict lift.jvec --ram-cnt 1..5
  jop vector predict lift.jvec --ram-cnt 1..5 --truth lift -- 20
  jop vector predict lift.jvec --system measured.toml --memory sram32,ssram32
  jop vector predict lift.jvec --system board.json
  jop vector predict lift.jvec --lookups all-miss"))]
pub(super) struct Arguments {
    /// Vector
    #[arg(value_name = "FILE.jvec")]
    file: PathBuf,
    /// What prices atoms: derived, published, a cost table or a system vector
    #[arg(long, value_name = "SYSTEM", default_value = "derived")]
    system: String,
    /// Machine of the prices, as printed by `jop config`
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    memories: MemoryArguments,
    /// Method-cache lookups: as recorded, or all alike
    #[arg(long, value_enum, value_name = "LOOKUPS", default_value = "recorded")]
    lookups: Lookups,
    /// Only the sum of all components
    #[arg(long)]
    total: bool,
    /// Components at most, with a few of the atoms that have no price; 0 is every one, and all atoms
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Also run this program on the machine, and report the difference to the sum
    #[arg(long, value_name = "PROGRAM")]
    truth: Option<String>,
    /// Arguments passed to the main of --truth
    #[arg(last = true, value_name = "ARGS", requires = "truth")]
    arguments: Vec<String>,
    #[command(flatten)]
    link: LinkArguments,
    /// Our microcode with exact null and bounds checks
    #[arg(long)]
    strict: bool,
    /// Stop the program of --truth after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles, default_value = "10G")]
    max_cycles: u64,
    #[command(flatten)]
    result: ResultArguments,
}

/// Pricing of method-cache lookups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Lookups {
    /// As the cache of the recording answered
    Recorded,
    /// Each method was in the cache
    AllHit,
    /// None was
    AllMiss,
}

/// Runs the command.
pub(super) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let format = arguments.result.format()?;
    let vector = arguments.vector()?;
    let system = system::load(&arguments.system, arguments.build())?;
    let machine = arguments.machine.machine()?;
    let machines = arguments.memories.machines(&machine, console)?;
    if system.is_vector() && machines.len() > 1 {
        let problem = "a system vector holds for the memory that was measured; leave out --memory and --ram-cnt";
        return Err(Error::Input(format!("{}: {problem}", arguments.system)));
    }
    let truth = arguments.program(&machine, console)?;
    let mut table = Table::new(&[
        "component",
        "memory",
        "ram_cnt",
        "cycles",
        "standard error",
        "price error",
        "count error",
        "truth",
        "difference",
        "unbounded as",
        "without a price",
    ]);
    let most = listed(arguments.top, format);
    let (mut last, mut missing) = (None, 0);
    let mut code = exit_code::DONE;
    for config in &machines {
        let predicted = predict(&vector, &system.on(config)?);
        let truth = match &truth {
            Some(program) => {
                let limit = arguments.max_cycles;
                let (cycles, end) = machine_cycles(program, config, arguments.build(), limit)?;
                code = exit_code::worst([code, exit_code::of_run(end, program, console)]);
                Some(cycles)
            }
            None => None,
        };
        let parts = predicted.parts.iter().filter(|_| !arguments.total);
        let (parts, left_out) = limited(parts.collect(), arguments.top, format);
        missing += left_out;
        for part in parts {
            table.push(row(part, config, None, most));
        }
        table.push(row(&predicted.total, config, truth, most));
        last = Some(predicted.total);
    }
    let table = table.without(missing);
    arguments
        .result
        .print(&table.render(format, Document::VectorPredict)?)?;
    if let Some(total) = last {
        note_unpriced(&total, &arguments.system, console);
    }
    Ok(code)
}

/// Says that a prediction is incomplete.
pub(super) fn note_unpriced(total: &PartPrediction, system: &str, console: Console) {
    if !total.is_complete() {
        console.note(&format!(
            "jop: note: incomplete: {system} has no price for {} of the vector",
            counted(total.unpriced.len() as u64, "atom")
        ));
    }
}

/// The row of a component, which names at most so many atoms.
fn row(
    part: &PartPrediction,
    config: &MachineConfig,
    truth: Option<u64>,
    most: usize,
) -> Vec<Value> {
    let unpriced = part.unpriced.iter();
    let names = unpriced.map(|(atom, count)| format!("{count} {atom}"));
    let difference = truth.map(|truth| (part.cycles - truth as f64).round() as i128);
    vec![
        part.name.as_str().into(),
        memory_name(config).into(),
        Value::Count(config.ram_cnt.into()),
        number(part.cycles),
        part.standard_error.map_or(Value::Unbounded, number),
        part.price_error.map_or(Value::Unbounded, number),
        number(part.count_error),
        truth.map_or(Value::None, Value::Count),
        difference.map_or(Value::None, Value::Difference),
        part.unbounded.join("; ").into(),
        list(names.collect(), most, ", ").into(),
    ]
}

fn memory_name(config: &MachineConfig) -> &'static str {
    use isa::MemoryKind;
    match config.memory {
        MemoryKind::Sram32 => "sram32",
        MemoryKind::Sram16 => "sram16",
        MemoryKind::Ssram32 => "ssram32",
    }
}

impl Arguments {
    fn build(&self) -> Build {
        if self.strict {
            Build::Strict
        } else {
            Build::Jop
        }
    }

    fn vector(&self) -> Result<Vector, Error> {
        let vector = files::read(&self.file)?;
        Ok(match self.lookups {
            Lookups::Recorded => vector,
            Lookups::AllHit => vector.with_lookups(true),
            Lookups::AllMiss => vector.with_lookups(false),
        })
    }

    /// The program of --truth: an embedded one, or any other.
    fn program(&self, machine: &MachineConfig, console: Console) -> Result<Option<Program>, Error> {
        let Some(name) = &self.truth else {
            return Ok(None);
        };
        let words = machine.memory_words;
        let program = match PROGRAM.parse(name) {
            Ok(program) if !self.link.is_given() => load_embedded(program, &self.arguments, words)?,
            _ => self.link.load(name, &self.arguments, words, console)?,
        };
        Ok(Some(program))
    }
}
