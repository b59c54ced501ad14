//! `jop compare`: one program on several machines, side by side.

use std::path::{Path, PathBuf};

use cross_profile::{Cause, Profile};
use isa::MachineConfig;
use rayon::prelude::*;
use run::Setup;

use super::run::watch_for_interrupts;
use crate::console::Console;
use crate::document::Document;
use crate::errors::Error;
use crate::exit_code::exit_codes;
use crate::host_input::InputArguments;
use crate::microcode_source::MicrocodeArguments;
use crate::program_source::ProgramArguments;
use crate::quantity::cycles;
use crate::quiet_run::{Conditions, QuietRun, quiet_run};
use crate::result_output::ResultArguments;
use crate::table::{Format, Table, Value};
use crate::{exit_code, long_methods, machine_file, profile_file};

/// Name of the machine without a file.
const DEFAULT: &str = "default";

/// Compare a program's cycles, their causes and the hit rate on several machines
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Compare a program's cycles, their causes and the hit rate on several machines.

The program runs once on each machine, every cycle counted; what it prints is not shown. A row is a machine: its cycles, their \
change from the first row, cycles per bytecode, the method cache's hit rate, and the cycles by cause as `jop report --causes` has them. \
The table leaves out causes that no machine has; CSV and JSON have all, and the program, bytecodes and lookups, too. With --region the row is \
about that part of the run alone, and lookups and hit rate, which are of the whole run, are missing.")]
#[command(after_help = concat!(exit_codes!(), "

Examples:
  jop compare --program lift --config default,board.toml
  jop compare Main.java --config fifo.toml,lru.toml,ideal.toml -o caches.csv
  jop compare Main.java --config default,fast.toml --region filter"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    /// Machine files, separated by commas, as printed by `jop config`; `default` is the default machine
    #[arg(long, value_name = "FILES", value_delimiter = ',', required = true)]
    config: Vec<PathBuf>,
    /// Count only this region, which the program marks with joplab.Region
    #[arg(long, value_name = "NAME")]
    region: Option<String>,
    #[command(flatten)]
    input: InputArguments,
    /// Give up after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles)]
    max_cycles: Option<u64>,
    #[command(flatten)]
    microcode: MicrocodeArguments,
    #[command(flatten)]
    result: ResultArguments,
}

/// A row, before it is compared.
struct Row {
    machine: String,
    run: QuietRun,
    /// The part that is asked for.
    profile: Profile,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    // A wrong ending is told before anything runs.
    let format = arguments.result.format()?;
    let machines = arguments.config.iter().map(|file| machine(file));
    let machines: Vec<(String, MachineConfig)> = machines.collect::<Result<_, _>>()?;
    let microcode = arguments.microcode.load(console)?;
    let input = arguments.input.whole()?;
    let conditions = Conditions {
        max_cycles: arguments.max_cycles.unwrap_or(u64::MAX),
        stop: watch_for_interrupts()?,
        console,
    };
    // Linked one after the other, as notes of the linker are printed.
    let setups: Result<Vec<(String, Setup)>, Error> = machines
        .into_iter()
        .map(|(name, machine)| {
            let program = arguments.program.load(machine.memory_words, console)?;
            profile_file::check_region(&program, arguments.region.as_deref())?;
            let setup = Setup {
                program: program.fed(input.clone()),
                machine,
                microcode: microcode.clone(),
            };
            long_methods::note(
                (&setup.program, &setup.machine),
                &format!("{name}: "),
                console,
            );
            Ok((name, setup))
        })
        .collect();
    let rows: Vec<Result<Option<Row>, Error>> = setups?
        .into_par_iter()
        .map(|(machine, setup)| {
            let name = machine.clone();
            let row = row(machine, &setup, &conditions, arguments.region.as_deref());
            row.map_err(|error| match arguments.config.len() {
                1 => error,
                _ => Error::at(&name)(error),
            })
        })
        .collect();
    // Of several errors the first machine's is told.
    let rows: Vec<Option<Row>> = rows.into_iter().collect::<Result<_, _>>()?;
    let Some(rows) = rows.into_iter().collect::<Option<Vec<Row>>>() else {
        return Ok(exit_code::INTERRUPTED);
    };
    let program = arguments.program.name();
    let table = table(program, &rows, arguments.region.is_some(), format);
    let text = table.render(format, Document::Compare)?;
    arguments.result.print(&text)?;
    let codes = rows.iter();
    let codes = codes.map(|row| exit_code::of_run(row.run.end, &row.machine, console));
    Ok(exit_code::worst(codes))
}

fn machine(file: &Path) -> Result<(String, MachineConfig), Error> {
    let name = file.display().to_string();
    if name == DEFAULT {
        return Ok((name, MachineConfig::default()));
    }
    Ok((name, machine_file::read(file)?))
}

fn row(
    machine: String,
    setup: &Setup,
    conditions: &Conditions<'_>,
    region: Option<&str>,
) -> Result<Option<Row>, Error> {
    let Some(run) = quiet_run(setup, conditions, &format!("{machine}: "))? else {
        return Ok(None);
    };
    let profile = match region {
        Some(name) => profile_file::region(&run.profile, Path::new(&setup.program.name), name)?,
        None => run.profile.clone(),
    };
    Ok(Some(Row {
        machine,
        run,
        profile,
    }))
}

fn table(program: &str, rows: &[Row], is_part: bool, format: Format) -> Table {
    let of_cause = |row: &Row| row.profile.total_by_cause();
    let shown: Vec<usize> = (0..Cause::COUNT)
        .filter(|cause| format != Format::Table || rows.iter().any(|row| of_cause(row)[*cause] > 0))
        .collect();
    let mut columns = vec!["machine", "cycles", "change", "CPI", "hit rate"];
    if format != Format::Table {
        columns.extend(["program", "bytecodes", "lookups"]);
    }
    columns.extend(shown.iter().map(|cause| Cause::ALL[*cause].name()));
    let mut table = Table::new(&columns);
    let first = rows.first().map_or(0, |row| row.profile.total_cycles());
    for row in rows {
        let cycles = row.profile.total_cycles();
        let figures = row.profile.by_method();
        let bytecodes: u64 = figures.iter().map(|figures| figures.bytecodes).sum();
        let mut values = vec![
            row.machine.as_str().into(),
            cycles.into(),
            Value::Error(cycles as f64 / first.max(1) as f64 - 1.0),
            Value::Decimal(cycles as f64 / bytecodes.max(1) as f64, 3),
        ];
        values.push(match is_part {
            true => Value::None,
            false => Value::Part(row.run.counters.hit_rate()),
        });
        if format != Format::Table {
            values.extend([program.into(), bytecodes.into()]);
            values.push(match is_part {
                true => Value::None,
                false => row.run.counters.method_lookups.into(),
            });
        }
        values.extend(shown.iter().map(|cause| of_cause(row)[*cause].into()));
        table.push(values);
    }
    table
}
