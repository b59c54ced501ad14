//! Components of a recording: their counts times the prices of a system.

use isa::MachineConfig;
use run::Program;
use vectors::{PartPrediction, Vector, predict};

use super::arguments::{Arguments, Lookups};
use crate::args::embedded_programs::PROGRAM;
use crate::args::memories::memory_name;
use crate::args::prices::{self, NamedSystem};
use crate::args::program_source::load_embedded;
use crate::args::vector_terms;
use crate::commands::cost::measure::machine_cycles;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::table::{Table, Value, counted, limited, list, listed};

/// Components that are printed.
const COMPONENTS: usize = 20;

/// Runs the command for a recording.
pub(super) fn execute(arguments: &Arguments, file: &str, console: Console) -> Result<u8, Error> {
    let format = arguments.result.format()?;
    arguments.refuse_run()?;
    let vector = vector(arguments, file)?;
    let system = prices::chosen(&arguments.table, arguments.build())?;
    let machines = machines(arguments, &system, console)?;
    let truth = program(arguments, console)?;
    if let Some(program) = &truth {
        note_other(&vector, program, (file, console));
    }
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
    let top = arguments.top.unwrap_or(COMPONENTS);
    let most = listed(top, format);
    let (mut last, mut missing) = (None, 0);
    let mut code = exit_code::DONE;
    for config in &machines {
        let predicted = predict(&vector, &system.on(config)?);
        let truth = match &truth {
            Some(program) => {
                let limit = arguments.max_cycles();
                let (cycles, end) = machine_cycles(program, config, arguments.build(), limit)?;
                code = exit_code::worst([code, exit_code::of_run(end, program, console)]);
                Some(cycles)
            }
            None => None,
        };
        let parts = predicted.parts.iter().filter(|_| !arguments.total);
        let (parts, left_out) = limited(parts.collect(), top, format);
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
        note_unpriced(&total, &arguments.table.name(), console);
    }
    Ok(code)
}

/// Says that the truth is that of another run.
fn note_other(vector: &Vector, program: &Program, (file, console): (&str, Console)) {
    let image = program.fed_fingerprint();
    let mut sources = vector.provenance.sources.iter();
    if !sources.all(|it| it.image_sha256 == image.digits()) {
        console.note(&format!(
            "jop: note: {file} counted other runs than that of --truth={program}: its program, ARGS or input differ"
        ));
    }
}

/// Says that a prediction is incomplete.
fn note_unpriced(total: &PartPrediction, system: &str, console: Console) {
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
        Value::of_number(part.cycles),
        part.standard_error
            .map_or(Value::Unbounded, Value::of_number),
        part.price_error.map_or(Value::Unbounded, Value::of_number),
        Value::of_number(part.count_error),
        truth.map_or(Value::None, Value::Count),
        difference.map_or(Value::None, Value::Difference),
        part.unbounded.join("; ").into(),
        list(names.collect(), most, ", ").into(),
    ]
}

fn vector(arguments: &Arguments, file: &str) -> Result<Vector, Error> {
    let vector = vector_terms::read(file.as_ref())?;
    Ok(match arguments.lookups {
        None | Some(Lookups::Recorded) => vector,
        Some(Lookups::AllHit) => vector.with_lookups(true),
        Some(Lookups::AllMiss) => vector.with_lookups(false),
    })
}

/// The machines of the prices: one, with the memories that are asked for.
fn machines(
    arguments: &Arguments,
    system: &NamedSystem,
    console: Console,
) -> Result<Vec<MachineConfig>, Error> {
    if arguments.bases()?.len() != 1 {
        return Err(Error::Input(
            "--config: the prices of components are those of one machine".to_owned(),
        ));
    }
    arguments.refuse_axes()?;
    let machines = arguments.machines(console)?.into_iter();
    let machines: Vec<MachineConfig> = machines.map(|(_, machine)| machine).collect();
    if system.is_vector() && machines.len() > 1 {
        let problem = "a system vector holds for the memory that was measured; leave out --memory and --ram-cnt";
        return Err(Error::Input(format!(
            "{}: {problem}",
            arguments.table.name()
        )));
    }
    Ok(machines)
}

/// The program of --truth: an embedded one, or any other.
fn program(arguments: &Arguments, console: Console) -> Result<Option<Program>, Error> {
    let name = match &arguments.truth {
        None => return Ok(None),
        Some(None) => {
            return Err(Error::Input(
                "--truth: a recording does not hold its program; name it: --truth=PROGRAM"
                    .to_owned(),
            ));
        }
        Some(Some(name)) => name,
    };
    let words = arguments.bases()?[0].1.memory_words;
    let (link, words_of_main) = (&arguments.link, &arguments.arguments);
    let program = match PROGRAM.parse(name) {
        Ok(program) if !link.is_given() => load_embedded(program, words_of_main, words)?,
        _ => link.load(name, words_of_main, words, console)?,
    };
    let input = arguments.input.whole(&program, console)?;
    Ok(Some(program.fed(input)))
}
