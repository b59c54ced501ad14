//! `jop explore --machines`: one program on several machines, side by side.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use cross_profile::{Cause, Profile};
use isa::MachineConfig;
use microcode::Build;
use rayon::prelude::*;
use run::{Microcode, Setup};

use super::arguments::Arguments;
use super::render::table_format;
use crate::args::{long_methods, machine_file, profile_file};
use crate::commands::show::quiet_run::{Conditions, QuietRun, quiet_run};
use crate::host::roomy::ROOMY;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::table::{Format, Table, Value};

/// Name of the machine without a file.
const DEFAULT: &str = "default";

/// A row, before it is compared.
struct Row {
    machine: String,
    run: QuietRun,
    /// The part that is asked for.
    profile: Profile,
}

/// Runs the program on each machine, every cycle counted, and prints a row of each.
pub(super) fn compared(
    arguments: &Arguments,
    stop: &AtomicBool,
    console: Console,
) -> Result<u8, Error> {
    // A wrong ending is told before anything runs.
    let format = table_format(arguments.rows.format()?)?;
    let region = arguments.question.region.as_deref();
    let machines = arguments.question.machines.iter().map(|file| machine(file));
    let machines: Vec<(String, MachineConfig)> = machines.collect::<Result<_, _>>()?;
    let microcode = arguments.microcode.load(console)?;
    let conditions = Conditions {
        max_cycles: arguments.work.max_cycles,
        stop,
        console,
    };
    // Linked one after the other, as notes of the linker are printed.
    let setups: Result<Vec<(String, Setup)>, Error> = machines
        .into_iter()
        .map(|(name, machine)| {
            let setup = Setup {
                program: arguments.workload.program(machine.memory_words, console)?,
                machine,
                microcode: match name == ROOMY && !arguments.microcode.is_given() {
                    true => Microcode::ours(Build::Strict),
                    false => microcode.clone(),
                },
            };
            profile_file::check_region(&setup.program, region)?;
            let place = format!("{name}: ");
            long_methods::check((&setup.program, &setup.machine), &place, console)?;
            Ok((name, setup))
        })
        .collect();
    let setups = setups?;
    let program = setups[0].1.program.name.clone();
    let several = setups.len() > 1;
    let rows: Vec<Result<Option<Row>, Error>> = setups
        .into_par_iter()
        .map(|(machine, setup)| {
            let name = machine.clone();
            let row = row(machine, &setup, &conditions, region);
            row.map_err(|error| match several {
                true => Error::at(&name)(error),
                false => error,
            })
        })
        .collect();
    // Of several errors the first machine's is told.
    let rows: Vec<Option<Row>> = rows.into_iter().collect::<Result<_, _>>()?;
    let Some(rows) = rows.into_iter().collect::<Option<Vec<Row>>>() else {
        return Ok(exit_code::INTERRUPTED);
    };
    let table = table(&program, &rows, region.is_some(), format);
    arguments
        .rows
        .print(&table.render(format, Document::Compare)?)?;
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
