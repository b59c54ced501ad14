//! The points as a page for a browser.

use std::collections::HashMap;
use std::path::Path;

use explore::{Cost, Description, Row, has_hardware};
use pages::{ExploreAxis, ExplorePoints, ExploreRow};
use run::Fingerprint;

use crate::output::errors::Error;
use crate::output::table::thousands;

/// Rows of a page at most: what a browser draws in some seconds.
const MOST_ROWS: usize = 200_000;

/// Refuses a page of several cores: its switches have a value of every axis, and slots are of some arbiters.
pub(super) fn check(page: Option<&Path>, description: &Description) -> Result<(), Error> {
    match page {
        Some(_) if description.space.has_several_cores() => Err(Error::Input(
            "--page is of machines with one core; write rows of several with -o FILE.csv"
                .to_owned(),
        )),
        _ => Ok(()),
    }
}

/// The page of all rows.
pub(super) fn html(description: &Description, rows: &[Row], cost: &Cost) -> Result<String, Error> {
    if rows.len() > MOST_ROWS {
        return Err(Error::Input(format!(
            "--page: {} rows are more than a browser draws, {}; vary less, or write a file",
            thousands(rows.len() as u64),
            thousands(MOST_ROWS as u64)
        )));
    }
    let axes = axes(description);
    let options: Vec<String> = axes.iter().map(|axis| axis.option.clone()).collect();
    let places: Vec<HashMap<&str, usize>> = axes
        .iter()
        .map(|axis| axis.values.iter().map(String::as_str).enumerate())
        .map(|values| values.map(|(place, value)| (value, place)).collect())
        .collect();
    let programs: Vec<String> = description
        .programs
        .iter()
        .map(|it| it.program.clone())
        .collect();
    let row = |row: &Row| {
        let values = options.iter().zip(&places).map(|(option, places)| {
            let value = value_of(row, option);
            places.get(value.as_str()).copied().unwrap_or(0)
        });
        ExploreRow {
            program: programs
                .iter()
                .position(|name| *name == row.program)
                .unwrap_or(0),
            at: values.collect(),
            cycles: row.outcome.cycles,
            microseconds: row.microseconds(),
            bits: row.bits,
            cost: row.cost,
            pareto: row.pareto,
            source: row.outcome.source.name(),
        }
    };
    let points = ExplorePoints {
        base: base(description),
        cost: cost.text().to_owned(),
        rows: rows.iter().map(row).collect(),
        programs: programs.clone(),
        axes,
    };
    let machine = Fingerprint::of_machine(&description.space.base);
    let mut facts = vec![(
        "machine of --config".to_owned(),
        machine.digits().to_owned(),
    )];
    for program in &description.programs {
        let name = format!("image of {}", program.program);
        facts.push((name, program.image.clone()));
    }
    for variant in description.variants.iter().take(1) {
        facts.push(("microcode".to_owned(), variant.microcode.clone()));
    }
    let page = pages::explore(&programs.join(", "), &facts, &points);
    page.map_err(Error::refused)
}

/// The axes that have a choice, and the instruction set if there are several.
fn axes(description: &Description) -> Vec<ExploreAxis> {
    let varied = description.space.axes.iter();
    let varied = varied.filter(|axis| axis.values.len() > 1);
    let mut axes: Vec<ExploreAxis> = varied
        .map(|axis| ExploreAxis {
            option: axis.option.clone(),
            label: label(&axis.option).to_owned(),
            texts: axis
                .values
                .iter()
                .map(|value| text(&axis.option, value))
                .collect(),
            values: axis.values.clone(),
        })
        .collect();
    if description.variants.len() > 1 {
        let names: Vec<String> = description
            .variants
            .iter()
            .map(|it| it.name.clone())
            .collect();
        axes.push(ExploreAxis {
            option: "variant".to_owned(),
            label: "instruction set".to_owned(),
            texts: names.clone(),
            values: names,
        });
    }
    axes
}

fn label(option: &str) -> &str {
    match option {
        "jpc_width" => "cache size",
        "block_bits" => "blocks",
        "method_cache" => "method cache",
        "clk_freq_hz" => "clock",
        other => other,
    }
}

fn text(option: &str, value: &str) -> String {
    let number = || value.parse::<u32>().unwrap_or(0);
    match option {
        "jpc_width" if number() >= 10 => format!("{} KB", 1u32 << (number() - 10)),
        "jpc_width" => format!("{} B", 1u32 << number()),
        "block_bits" => (1u32 << number()).to_string(),
        "clk_freq_hz" => format!("{} MHz", f64::from(number()) / 1e6),
        "method_cache" => match value.parse() {
            Ok(kind) if !has_hardware(kind) => format!("{value} (no hardware)"),
            _ => value.to_owned(),
        },
        _ => value.to_owned(),
    }
}

/// A row's value of an option, as configurations have it.
fn value_of(row: &Row, option: &str) -> String {
    if option == "variant" {
        return row.variant.clone();
    }
    let config = serde_json::to_value(&row.point.config).unwrap_or_default();
    match &config[option] {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Options of the base with their values in TOML.
fn base(description: &Description) -> Vec<(String, String)> {
    let config = serde_json::to_value(&description.space.base).unwrap_or_default();
    let options = isa::config_reference::OPTIONS.iter();
    // Strings, numbers and booleans are written alike in JSON and TOML.
    options
        .map(|option| (option.name.to_owned(), config[option.name].to_string()))
        .collect()
}
