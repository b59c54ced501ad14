//! Points and caches as charts: cycles over the axis with most numbers.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use cache_sweep::SweepRow;
use charts::{Axis, Figure, Mark, Panel, Point, Scale, Series};
use explore::{Description, Row};
use indexmap::IndexMap;

use super::varied::value_of;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::picture::{lines, scale};
use crate::output::table::Value;

/// The options that vary, that with most values first; an error if none does, which is known before any run.
pub(super) fn varied(description: &Description) -> Result<Vec<&str>, Error> {
    let axes = description.space.axes.iter();
    let mut axes: Vec<_> = axes.filter(|axis| axis.values.len() > 1).collect();
    if axes.is_empty() {
        return Err(Error::Input(
            "a chart is over a parameter; vary one, as in --size 1K..16K".to_owned(),
        ));
    }
    axes.sort_by_key(|axis| Reverse(axis.values.len()));
    Ok(axes.iter().map(|axis| axis.option.as_str()).collect())
}

/// Cycles over the axis with most numbers, without numbers over the first one; a line for each value of the others.
pub(super) fn points(
    description: &Description,
    rows: &[Row],
    console: Console,
) -> Result<Figure, Error> {
    let varied = varied(description)?;
    let number = |row: &Row, option: &str| match value_of(row, option) {
        Value::Count(count) => Some(count as f64),
        _ => None,
    };
    let has_numbers = |option: &&&str| rows.iter().all(|row| number(row, option).is_some());
    let numeric = varied.iter().find(has_numbers);
    let option = *numeric.unwrap_or(&varied[0]);
    let mut names: Vec<String> = Vec::new();
    let mut found: IndexMap<String, Vec<Point>> = IndexMap::new();
    for row in rows {
        let x = number(row, option).unwrap_or_else(|| place_of(&mut names, row, option));
        let others = varied.iter().filter(|other| **other != option);
        let values = others.map(|other| text_of(row, other));
        let (program, variant) = (row.program.clone(), row.variant.clone());
        let variant = (description.variants.len() > 1).then_some(variant);
        let program = (description.programs.len() > 1).then_some(program);
        let name: Vec<String> = program.into_iter().chain(variant).chain(values).collect();
        found.entry(name.join(", ")).or_default().push(Point {
            x,
            y: row.outcome.cycles as f64,
            error: row.outcome.error_cycles.map(|error| error as f64),
        });
    }
    let x = match numeric {
        Some(_) => Axis {
            scale: scale(found.values().flatten().map(|point| point.x)),
            ..Axis::linear(label(option))
        },
        None => Axis::names(label(option), names),
    };
    Ok(over(x, found, console))
}

/// Cycles over the size of the cache, for each organisation those of its best shape.
pub(super) fn caches(rows: &[SweepRow], console: Console) -> Figure {
    let is_one = |value: fn(&SweepRow) -> String| {
        let mut values: Vec<String> = rows.iter().map(value).collect();
        values.sort_unstable();
        values.dedup();
        values.len() < 2
    };
    let memory = |row: &SweepRow| format!("{} ram_cnt {}", row.memory.name(), row.ram_cnt);
    let (one_program, one_memory) = (is_one(|row| row.program.clone()), is_one(memory));
    let mut best: IndexMap<String, BTreeMap<u32, u64>> = IndexMap::new();
    for row in rows {
        // A cache of one method, or none, has no size.
        let Some(size) = row.size else { continue };
        let program = (!one_program).then(|| row.program.clone());
        let on = (!one_memory).then(|| memory(row));
        let name = program.into_iter().chain(on);
        let name: Vec<String> = name.chain([row.organisation.clone()]).collect();
        let of_size = best.entry(name.join(", ")).or_default();
        let cycles = of_size.entry(size).or_insert(u64::MAX);
        *cycles = row.cycles.min(*cycles);
    }
    let points = best.into_iter().map(|(name, sizes)| {
        let points = sizes.into_iter();
        let points = points.map(|(size, cycles)| Point::new(size.into(), cycles as f64));
        (name, points.collect())
    });
    let x = Axis {
        scale: Scale::Doubling,
        ..Axis::linear("size (bytes)")
    };
    over(x, points.collect(), console)
}

fn over(x: Axis, found: IndexMap<String, Vec<Point>>, console: Console) -> Figure {
    let series = found.into_iter().map(|(name, points)| Series {
        name,
        mark: Mark::Line,
        points,
    });
    Figure::of(Panel {
        x,
        y: Axis::linear("cycles"),
        series: lines(series.collect(), console),
    })
}

/// The place of a value among those that were met.
fn place_of(names: &mut Vec<String>, row: &Row, option: &str) -> f64 {
    let name = text_of(row, option);
    let place = names.iter().position(|known| *known == name);
    let place = place.unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    });
    place as f64
}

fn text_of(row: &Row, option: &str) -> String {
    match value_of(row, option) {
        Value::Text(text) => text,
        Value::Count(count) if option == "jpc_width" => format!("{count} bytes"),
        Value::Count(count) => format!("{} {count}", label(option)),
        _ => format!("no {}", label(option)),
    }
}

/// An option with its unit.
fn label(option: &str) -> &str {
    match option {
        "jpc_width" => "size (bytes)",
        "block_bits" => "blocks",
        "clk_freq_hz" => "clock (Hz)",
        "method_cache" => "method cache",
        other => other,
    }
}
