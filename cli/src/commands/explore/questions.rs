//! What is asked of the points: the best within a budget, sensitivity, break-even.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use explore::{Row, Workload, best_for_all, best_within};

use super::arguments::Arguments;
use super::loaded::Loaded;
use super::render::{self, Shown, TOP, table_format, tell_refused};
use super::{columns, record};
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::rows::RowsFormat;
use crate::output::table::{Format, Table, Value, limited};

/// Why no point may be recommended.
const NO_HARDWARE: &str = "no hardware has the method cache of any point";

/// Prints the best point of each program within a budget, and the one that is best for all.
pub(super) fn best(
    arguments: &Arguments,
    rows: &[Row],
    budget: f64,
    shown: &Shown,
) -> Result<(), Error> {
    let best = best_within(rows, budget);
    if best.is_empty() {
        let costs = rows.iter().filter(|row| row.eligible).map(|row| row.cost);
        let least = costs.fold(f64::INFINITY, f64::min);
        return Err(Error::Input(match least.is_finite() {
            true => format!("no point costs at most {budget}: the cheapest costs {least}"),
            false => format!("{NO_HARDWARE}: name one in --org, or give --with-studied"),
        }));
    }
    let bytes = match arguments.rows.format()? {
        RowsFormat::Table => {
            let mut table = Table::new(&shown.columns());
            for row in &best {
                table.push(shown.values(row));
            }
            let mut text = table.render(Format::Table, Document::Explore)?;
            if best.len() > 1
                && let Some((all, mean)) = best_for_all(rows, budget)
            {
                text += &format!(
                    "\nBest for all {} programs: {:.2} % above the best of each on average (geometric mean)\n",
                    all.len(),
                    100.0 * (mean - 1.0)
                );
                let mut table = Table::new(&shown.columns());
                for row in all {
                    table.push(shown.values(row));
                }
                text += &table.render(Format::Table, Document::Explore)?;
            }
            text.into_bytes()
        }
        format => {
            let best: Vec<Row> = best.into_iter().cloned().collect();
            match format {
                RowsFormat::Csv => record::csv(&best)?,
                RowsFormat::Parquet => columns::parquet(&best)?,
                _ => record::json(&best)?.into_bytes(),
            }
        }
    };
    arguments.rows.write(&bytes)
}

/// Varies one axis at a time.
pub(super) fn sensitivity(
    arguments: &Arguments,
    stop: &AtomicBool,
    console: Console,
) -> Result<u8, Error> {
    let cost = arguments.question.cost()?;
    let loaded = Loaded::new(arguments, console)?;
    let description = &loaded.description;
    if description.space.axes.is_empty() && loaded.variants.len() == 1 {
        return Err(Error::Input(
            "--sensitivity varies nothing: give axes, as in --ram-cnt 1..6 --size 1K..16K"
                .to_owned(),
        ));
    }
    let format = table_format(arguments.rows.format()?)?;
    let (effects, refused) =
        explore::sensitivity(description, &loaded.workloads, &loaded.variants, stop)?;
    tell_refused(&refused, console);
    // The axis that can change most comes first.
    let mut swing: BTreeMap<(usize, &str), [u64; 2]> = BTreeMap::new();
    for effect in &effects {
        let cycles = effect.outcome.cycles;
        let range = swing
            .entry((effect.program, &effect.axis))
            .or_insert([effect.base.cycles; 2]);
        *range = [range[0].min(cycles), range[1].max(cycles)];
    }
    let swing =
        |program: usize, axis: &str| swing.get(&(program, axis)).map_or(0, |it| it[1] - it[0]);
    let mut order: Vec<usize> = (0..effects.len()).collect();
    order.sort_by_key(|&number| {
        let effect = &effects[number];
        (
            effect.program,
            std::cmp::Reverse(swing(effect.program, &effect.axis)),
        )
    });
    let mut table = Table::new(&[
        "program",
        "axis",
        "value",
        "cycles",
        "difference",
        "change",
        "swing",
        "cost",
        "hardware",
        "source",
    ]);
    let at = |number: usize| &effects[number];
    for effect in order.into_iter().map(at) {
        let [cycles, base] = [effect.outcome.cycles, effect.base.cycles];
        let change = i128::from(cycles) - i128::from(base);
        let variant = &description.variants[effect.point.variant].name;
        table.push(vec![
            description.programs[effect.program].program.clone().into(),
            effect.axis.clone().into(),
            effect.value.clone().into(),
            cycles.into(),
            Value::Difference(change),
            Value::Error(change as f64 / base.max(1) as f64),
            swing(effect.program, &effect.axis).into(),
            Value::Decimal(cost.of(&effect.point, variant), 0),
            render::hardware(&effect.point.config).into(),
            effect.outcome.source.name().into(),
        ]);
    }
    let mut text = table.render(format, Document::ExploreSensitivity)?;
    if format == Format::Table {
        text += "difference, change: from the machine of --config; swing: most less fewest cycles along the axis\n";
    }
    arguments.rows.write(text.as_bytes())?;
    let failed = effects
        .iter()
        .map(|effect| (effect.program, effect.base.failed));
    let failed: BTreeMap<usize, Option<u32>> = failed.collect();
    let codes = failed.into_iter().map(|(program, failed)| {
        let name = &description.programs[program].program;
        exit_code::of_status(failed, name, console)
    });
    Ok(exit_code::worst(codes))
}

/// Says what each bytecode in Java may take in microcode or hardware.
pub(super) fn break_even(
    arguments: &Arguments,
    stop: &AtomicBool,
    console: Console,
) -> Result<u8, Error> {
    // It is for one core, and says so.
    arguments.machine.machine()?;
    let loaded = Loaded::new(arguments, console)?;
    let format = table_format(arguments.rows.format()?)?;
    let machine = &loaded.description.space.base;
    let max_cycles = loaded.description.max_cycles;
    let mut rows = Vec::new();
    let mut codes = Vec::new();
    for (workload, described) in loaded.workloads.iter().zip(&loaded.description.programs) {
        let Workload::Program(images) = workload else {
            return Err(Error::Input(format!(
                "--break-even runs programs; {} is a profile",
                described.program
            )));
        };
        let variant = &loaded.variants[0];
        let (found, end) = explore::break_even(&images.one, machine, variant, max_cycles, stop)?;
        codes.push(exit_code::of_run(end, &described.program, console));
        rows.extend(found.into_iter().map(|row| (&described.program, row)));
    }
    let (rows, missing) = limited(rows, arguments.question.top.unwrap_or(TOP), format);
    let mut table = Table::new(&[
        "program",
        "bytecode",
        "executions",
        "break-even",
        "saved at most",
        "share",
        "cycles",
    ])
    .without(missing);
    for (program, row) in rows {
        let share = row.saved_at_most() as f64 / row.cycles.max(1) as f64;
        table.push(vec![
            program.clone().into(),
            row.bytecode.clone().into(),
            row.executions.into(),
            Value::Decimal(row.break_even(), 1),
            row.saved_at_most().into(),
            Value::Part(share),
            row.cycles.into(),
        ]);
    }
    let mut text = table.render(format, Document::ExploreBreakEven)?;
    if format == Format::Table {
        text += "break-even: cycles of an execution below which microcode or hardware is faster; saved: if it took none\n";
    }
    arguments.rows.write(text.as_bytes())?;
    Ok(exit_code::worst(codes))
}
