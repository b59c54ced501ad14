//! `jop vector predict`: a vector times a system.

use std::path::PathBuf;

use isa::MachineConfig;
use microcode::Build;
use run::Program;
use vectors::{PartPrediction, Vector, predict};

use super::measure::machine_cycles;
use super::show::number;
use super::{files, system};
use crate::commands::cost::memories::MemoryArguments;
use crate::console::Console;
use crate::document::Document;
use crate::embedded_programs::PROGRAM;
use crate::errors::Error;
use crate::exit_code;
use crate::machine_arguments::MachineArguments;
use crate::program_source::{LinkArguments, load_embedded};
use crate::quantity::cycles;
use crate::result_output::ResultArguments;
use crate::table::{Table, Value, counted};

/// Predict the cycles of components on a system
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Predict the cycles of components on a system.

The counts of a vector times the prices of a system. Those of a cost table have no error; those of a system vector have a covariance, \
from which the standard error of each sum follows. `count error` is what counts of fits may be wrong by, if all are wrong by a standard \
deviation in one direction. An atom without a price makes a prediction incomplete: it is named, and its cycles are missing.")]
#[command(after_help = "\
Examples:
  jop vector predict lift.jvec --ram-cnt 1..5
  jop vector predict lift.jvec --ram-cnt 1..5 --truth lift -- 20
  jop vector predict lift.jvec --system measured.toml --memory sram32,ssram32
  jop vector predict lift.jvec --system board.json
  jop vector predict lift.jvec --lookups all-miss")]
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
        "count error",
        "truth",
        "difference",
        "without a price",
    ]);
    let mut last = None;
    for config in &machines {
        let predicted = predict(&vector, &system.on(config)?);
        let truth = match &truth {
            Some(program) => {
                let limit = arguments.max_cycles;
                Some(machine_cycles(program, config, arguments.build(), limit)?)
            }
            None => None,
        };
        let parts = predicted.parts.iter().filter(|_| !arguments.total);
        for part in parts {
            table.push(row(part, config, None));
        }
        table.push(row(&predicted.total, config, truth));
        last = Some(predicted.total);
    }
    arguments
        .result
        .print(&table.render(format, Document::VectorPredict)?)?;
    arguments.notes(&vector, &machines, console);
    if let Some(total) = last {
        note_unpriced(&total, &arguments.system, console);
    }
    Ok(exit_code::DONE)
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

/// Atoms without a price that are listed.
const LISTED: usize = 3;

fn row(part: &PartPrediction, config: &MachineConfig, truth: Option<u64>) -> Vec<Value> {
    let unpriced = part.unpriced.iter().take(LISTED);
    let mut names: Vec<String> = unpriced
        .map(|(atom, count)| format!("{count} {atom}"))
        .collect();
    if part.unpriced.len() > LISTED {
        names.push(format!("{} more", part.unpriced.len() - LISTED));
    }
    let difference = truth.map(|truth| (part.cycles - truth as f64).round() as i128);
    vec![
        part.name.as_str().into(),
        memory_name(config).into(),
        Value::Count(config.ram_cnt.into()),
        number(part.cycles),
        part.standard_error.map_or(Value::None, number),
        number(part.count_error),
        truth.map_or(Value::None, Value::Count),
        difference.map_or(Value::None, Value::Difference),
        names.join(", ").into(),
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

    fn notes(&self, vector: &Vector, machines: &[MachineConfig], console: Console) {
        for source in &vector.provenance.sources {
            if source.time_uses > 0 && machines.len() > 1 {
                console.note(&format!(
                    "jop: note: {} reads time, waits or takes interrupts: on another memory than its own ({}) it may take another path",
                    source.program, source.memory
                ));
            }
        }
    }
}
