//! What components execute: atoms by their cycles, and counts of single calls.

mod per_call;

use std::path::Path;

use isa::MachineConfig;
use microcode::Build;
use run::Microcode;
use vectors::{Component, PartPrediction, RecordOptions, Scope, Vector, predict};

use super::Arguments;
use super::subject::Subject;
use super::view::View;
use crate::args::components::selection;
use crate::args::{prices, vector_terms};
use crate::host::interrupts::end_at_interrupts;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::result::refuse_format;
use crate::output::table::{Format, Order, Table, Value, counted, limited};

/// Atoms of each component that are printed.
const ATOMS: usize = 10;

/// A vector, the machine and microcode of its prices, and the exit code of its run.
struct Found {
    vector: Vector,
    prices: (MachineConfig, Build),
    code: u8,
}

/// Shows the vector of a recording, or of a program.
pub(super) fn show(arguments: &Arguments, view: View, subject: &Subject<'_>) -> Result<u8, Error> {
    let (path, is_program) = (subject.path()?, subject.is_program()?);
    let kept = arguments.keeps().filter(|_| is_program);
    let format = match kept {
        Some(file) => {
            refuse_format(file, arguments.rows.format.is_some()).map(|()| Format::Table)?
        }
        None => arguments.rows.table_format()?,
    };
    let found = match is_program {
        true => of_program(arguments, view, subject)?,
        false => of_file(arguments, path, subject)?,
    };
    if kept.is_some() {
        vector_terms::write(&found.vector, kept)?;
        return Ok(found.code);
    }
    let order = arguments.order(ATOMS);
    let (table, document) = match view {
        View::PerCall => (
            per_call::table(&found.vector, path, order, format)?,
            Document::VectorCalls,
        ),
        _ => (
            atoms(arguments, &found, (order, format), subject.console)?,
            Document::VectorShow,
        ),
    };
    arguments.rows.print(&table.render(format, document)?)?;
    Ok(found.code)
}

fn of_file(arguments: &Arguments, path: &Path, subject: &Subject<'_>) -> Result<Found, Error> {
    let vector = vector_terms::read(path)?;
    let wanted = arguments.whole.component.as_deref();
    Ok(Found {
        vector: match wanted {
            Some(wanted) => vector_terms::only(vector, wanted, path)?,
            None => vector,
        },
        prices: subject.program.prices()?,
        code: exit_code::DONE,
    })
}

/// The program is run first, with the component that is asked for; its single calls are counted if that is what is shown.
fn of_program(arguments: &Arguments, view: View, subject: &Subject<'_>) -> Result<Found, Error> {
    end_at_interrupts()?;
    let Some(setup) = subject.setup()? else {
        unreachable!("it is a program");
    };
    let (machine, build) = subject.program.prices()?;
    let ours = Microcode::ours(build).identity().sha256;
    if ours != setup.microcode.identity().sha256 {
        return Err(Error::Input(
            "components are counted with our microcode; leave out --microcode".to_owned(),
        ));
    }
    let component = arguments.whole.component.iter();
    let options = RecordOptions {
        per_call: match view {
            View::PerCall => component.clone().cloned().collect(),
            _ => Vec::new(),
        },
        components: component
            .map(|name| selection(name, name, Scope::WithCallees))
            .collect(),
        ..RecordOptions::default()
    };
    let (program, limit) = (&setup.program, subject.program.most_cycles());
    let recorded = vectors::recorded(program, &machine, build, &options, limit);
    let (mut vector, end) = recorded.map_err(Error::at(program))?;
    if let Some(wanted) = &arguments.whole.component {
        vector.components.retain(|it| it.name == *wanted);
    }
    Ok(Found {
        vector,
        prices: (machine, build),
        code: exit_code::of_run(end, program, subject.console),
    })
}

/// Atoms of each component, dearest first.
fn atoms(
    arguments: &Arguments,
    found: &Found,
    (order, format): (Order<'_>, Format),
    console: Console,
) -> Result<Table, Error> {
    let (machine, build) = &found.prices;
    let system = prices::chosen(&arguments.whole.table, *build)?;
    let predicted = predict(&found.vector, &system.on(machine)?);
    let mut table = Table::new(&["component", "atom", "count", "calls", "cycles", "share"]);
    let top = match order.sort {
        Some(_) => 0,
        None => order.top,
    };
    let mut missing = 0;
    for (part, component) in predicted.parts.iter().zip(&found.vector.components) {
        missing += push_atoms(&mut table, part, component, top, format);
    }
    if !predicted.total.is_complete() {
        console.note(&format!(
            "jop: note: incomplete: {} has no price for {} of the vector",
            arguments.whole.table.name(),
            counted(predicted.total.unpriced.len() as u64, "atom")
        ));
    }
    match order.sort {
        Some(_) => table.ordered(order, format),
        None => Ok(table.without(missing)),
    }
}

/// Rows of a component; returns how many are left out.
fn push_atoms(
    table: &mut Table,
    part: &PartPrediction,
    component: &Component,
    top: usize,
    format: Format,
) -> usize {
    let priced = part
        .atoms
        .iter()
        .map(|(atom, count, cycles)| (atom, *count, Some(*cycles)));
    let unpriced = part
        .unpriced
        .iter()
        .map(|(atom, count)| (atom, *count, None));
    let (rows, missing) = limited(unpriced.chain(priced).collect(), top, format);
    for (atom, count, cycles) in rows {
        table.push(vec![
            part.name.as_str().into(),
            atom.to_string().into(),
            Value::of_number(count),
            Value::of_number(component.calls),
            cycles.map_or(Value::None, Value::of_number),
            cycles.map_or(Value::None, |cycles| {
                Value::Part(cycles / part.cycles.max(1.0))
            }),
        ]);
    }
    missing
}
