//! `jop vector show`: the atoms of components, by cycles.

use std::path::PathBuf;

use microcode::Build;
use vectors::{AtomModel, CallModel, Component, PartPrediction, Vector, predict};

use super::{files, system};
use crate::args::machine::MachineArguments;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::result::ResultArguments;
use crate::output::table::{Format, Table, Value, limited};

/// Show the atoms of components by their cycles on a system
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jop vector show lift.jvec                            atoms of each component, dearest first
  jop vector show lift.jvec --component lift.Door --top 0
  jop vector show lift.jvec --config slow.toml --format csv
  jop vector show sort.jvec --calls                    counts of a call, by its parameters")]
pub(super) struct Arguments {
    /// Vector
    #[arg(value_name = "FILE.jvec")]
    file: PathBuf,
    /// Only this component
    #[arg(long, value_name = "NAME")]
    component: Option<String>,
    /// Counts of single calls, which --per-call has recorded
    #[arg(long)]
    calls: bool,
    /// Rows of each component at most; 0 is every row
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// What prices atoms: derived, published, a cost table or a system vector
    #[arg(long, value_name = "SYSTEM", default_value = "derived")]
    system: String,
    /// Our microcode with exact null and bounds checks
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    result: ResultArguments,
}

/// Runs the command.
pub(super) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let format = arguments.result.format()?;
    let vector = arguments.vector()?;
    if arguments.calls {
        let table = arguments.call_table(&vector, format)?;
        arguments
            .result
            .print(&table.render(format, Document::VectorCalls)?)?;
        return Ok(exit_code::DONE);
    }
    let build = if arguments.strict {
        Build::Strict
    } else {
        Build::Jop
    };
    let system = system::load(&arguments.system, build)?;
    let machine = arguments.machine.machine()?;
    let predicted = predict(&vector, &system.on(&machine)?);
    let mut table = Table::new(&["component", "atom", "count", "calls", "cycles", "share"]);
    let mut missing = 0;
    for (part, component) in predicted.parts.iter().zip(&vector.components) {
        missing += push_atoms(&mut table, part, component, arguments.top, format);
    }
    let table = table.without(missing);
    arguments
        .result
        .print(&table.render(format, Document::VectorShow)?)?;
    super::predict::note_unpriced(&predicted.total, &arguments.system, console);
    Ok(exit_code::DONE)
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
            number(count),
            number(component.calls),
            cycles.map_or(Value::None, number),
            cycles.map_or(Value::None, |cycles| {
                Value::Part(cycles / part.cycles.max(1.0))
            }),
        ]);
    }
    missing
}

/// A whole number, or one with two decimals.
pub(super) fn number(value: f64) -> Value {
    if value.fract() == 0.0 && (0.0..9e15).contains(&value) {
        Value::Count(value as u64)
    } else {
        Value::Decimal(value, 2)
    }
}

impl Arguments {
    fn vector(&self) -> Result<Vector, Error> {
        let mut vector = files::read(&self.file)?;
        if let Some(wanted) = &self.component {
            let term = format!("{}:{wanted}", self.file.display());
            let term: files::Term = term.parse().map_err(Error::Input)?;
            vector = term.read()?;
        }
        Ok(vector)
    }

    fn call_table(&self, vector: &Vector, format: Format) -> Result<Table, Error> {
        let mut table = Table::new(&[
            "component",
            "method",
            "calls",
            "atom",
            "line",
            "residual",
            "least",
            "median",
            "average",
            "percentile 90",
            "most",
        ]);
        let mut missing = 0;
        let mut models = 0;
        for component in &vector.components {
            for model in &component.models {
                models += 1;
                let mut atoms: Vec<&AtomModel> = model.atoms.iter().collect();
                // What differs most between calls comes first.
                let order = |atom: &AtomModel| atom.distribution.deviation;
                atoms.sort_by(|one, other| order(other).total_cmp(&order(one)));
                let (rows, left_out) = limited(atoms, self.top, format);
                missing += left_out;
                for atom in rows {
                    table.push(call_row(&component.name, model, atom));
                }
            }
        }
        if models == 0 {
            return Err(Error::Input(format!(
                "{}: it has no counts of single calls; record it with --per-call",
                self.file.display()
            )));
        }
        Ok(table.without(missing))
    }
}

fn call_row(component: &str, model: &CallModel, atom: &AtomModel) -> Vec<Value> {
    let it = &atom.distribution;
    let residual = atom
        .line
        .as_ref()
        .map_or(Value::None, |line| Value::Decimal(line.residual, 2));
    vec![
        component.into(),
        model.method.as_str().into(),
        Value::Count(model.calls),
        atom.atom.to_string().into(),
        line_text(atom).into(),
        residual,
        Value::Count(it.least),
        Value::Count(it.median),
        Value::Decimal(it.average, 2),
        Value::Count(it.percentile_90),
        Value::Count(it.most),
    ]
}

/// `2 + 3 n`; nothing where no line fits.
fn line_text(atom: &AtomModel) -> String {
    let Some(line) = &atom.line else {
        return String::new();
    };
    let short = |value: f64| {
        let text = format!("{value:.3}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let mut text = short(line.constant);
    for slope in &line.slopes {
        let sign = if slope.slope < 0.0 { '-' } else { '+' };
        text += &format!(" {sign} {} {}", short(slope.slope.abs()), slope.parameter);
    }
    text
}
