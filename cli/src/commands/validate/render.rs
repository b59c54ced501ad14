//! Results as text: one case with everything, many as a table of errors, CSV with a line for each prediction.

use std::cmp::Reverse;
use std::collections::HashMap;

use cross_profile::compare::{Distribution, Pair};
use cross_profile::decomposition::Parts;
use cross_profile::{Comparison, Fold};
use validation::{Case, Score};

use super::inputs::DEFAULT_MACHINE;
use super::parts;
use crate::output::errors::Error;
use crate::output::table::{self, Table, Value, thousands};

/// One case, of the whole run or of the part below `root`: figures of all predictions, then the first one by method, bytecode and cause.
pub(super) fn one(case: &Case, root: Option<&str>, top: usize) -> Result<String, Error> {
    let mut text = format!(
        "{} on {}: {} cycles\n\n",
        case.program,
        in_sentence(&case.machine),
        thousands(case.cycles)
    );
    text += &figures(case).for_people();
    let Some(first) = case.predictions.first() else {
        return Ok(text);
    };
    for alike in case.predictions.chunk_by(|a, b| a.folded == b.folded) {
        if alike[0].folded != Fold::None {
            let names: Vec<&str> = alike
                .iter()
                .map(|score| score.prediction.as_str())
                .collect();
            text += &format!("\n{}: {}\n", names.join("; "), folded(alike[0].folded));
        }
    }
    let comparison = &first.comparison;
    let bytecode = |opcode: &u8| isa::Bytecode::of(*opcode).name().to_owned();
    let lists = [
        ("method", differing(&comparison.by_method, String::clone)),
        ("context", differing(&comparison.by_context, String::clone)),
        ("bytecode", differing(&comparison.by_bytecode, bytecode)),
        (
            "cause",
            differing(&comparison.by_cause, |cause| cause.name().to_owned()),
        ),
    ];
    if lists.iter().all(|(_, rows)| rows.is_empty()) {
        text += &format!(
            "\n{}: no difference in any {}\n",
            first.prediction,
            compared(comparison)
        );
        return Ok(text);
    }
    for (what, rows) in lists {
        text += &format!("\n{} by {what}:", first.prediction);
        if rows.is_empty() {
            let tells = match what {
                "bytecode" => !comparison.by_bytecode.is_empty(),
                "context" => comparison.contexts.is_some(),
                "cause" => !comparison.by_cause.is_empty(),
                _ => true,
            };
            text += &match (tells, root) {
                (true, _) => " no difference\n".to_owned(),
                (false, Some(root)) if what == "bytecode" => {
                    format!(" a profile has them of the whole run, not of the part below {root}\n")
                }
                (false, _) => " not in the profile\n".to_owned(),
            };
            continue;
        }
        let shown = if top == 0 { rows.len() } else { top };
        text += "\n";
        let rows_shown = &rows[..shown.min(rows.len())];
        let table = match what {
            "method" => ranked(rows_shown, &comparison.by_method),
            _ => list(rows_shown, what),
        };
        text += &table.for_people();
        if rows.len() > shown {
            text += &table::more(rows.len() - shown);
        }
    }
    text += &parts::of(first, top)?;
    Ok(text)
}

/// What both sides tell.
fn compared(comparison: &Comparison) -> &'static str {
    let bytecodes = !comparison.by_bytecode.is_empty();
    let causes = !comparison.by_cause.is_empty();
    match (bytecodes, causes) {
        (true, true) => "method, bytecode or cause",
        (true, false) => "method or bytecode; the profile has no causes",
        (false, true) => "method or cause; bytecodes are not compared",
        (false, false) => "method; the profile has neither bytecodes nor causes",
    }
}

fn folded(fold: Fold) -> &'static str {
    match fold {
        Fold::None => "every method is compared as it is",
        Fold::Routines => "routines are part of their callers on both sides",
        Fold::Runtime => "routines and runtime are part of their callers on both sides",
        Fold::All => "routines, runtime and library are part of their callers on both sides",
    }
}

/// Differences by name, the largest first.
fn differing<T>(pairs: &[Pair<T>], name: impl Fn(&T) -> String) -> Vec<Pair<String>> {
    let differing = pairs.iter().filter(|pair| pair.difference() != 0);
    let mut rows: Vec<Pair<String>> = differing
        .map(|pair| Pair {
            what: name(&pair.what),
            truth: pair.truth,
            predicted: pair.predicted,
        })
        .collect();
    rows.sort_by(|a, b| {
        let order = b.difference().abs().cmp(&a.difference().abs());
        order.then_with(|| a.what.cmp(&b.what))
    });
    rows
}

fn list(rows: &[Pair<String>], what: &str) -> Table {
    let mut table = Table::new(&["true cycles", "predicted", "difference", "error", what]);
    for pair in rows {
        table.push(vec![
            pair.truth.into(),
            pair.predicted.into(),
            Value::Difference(pair.difference()),
            pair.error().map_or(Value::None, Value::Error),
            pair.what.as_str().into(),
        ]);
    }
    table
}

/// Places of methods by cycles, in truth and as predicted; those without cycles have none.
struct Ranks<'a> {
    truth: HashMap<&'a str, u64>,
    predicted: HashMap<&'a str, u64>,
}

impl<'a> Ranks<'a> {
    fn of(all: &'a [Pair<String>]) -> Self {
        let places = |cycles: fn(&Pair<String>) -> u64| -> HashMap<&str, u64> {
            let mut order: Vec<&Pair<String>> =
                all.iter().filter(|pair| cycles(pair) != 0).collect();
            order.sort_by_key(|pair| (Reverse(cycles(pair)), &pair.what));
            let names = order.into_iter().map(|pair| pair.what.as_str());
            names.zip(1..).collect()
        };
        Self {
            truth: places(|pair| pair.truth),
            predicted: places(|pair| pair.predicted),
        }
    }

    fn cells(&self, method: &str) -> [Value; 2] {
        [&self.truth, &self.predicted].map(|places| {
            let place = places.get(method);
            place.map_or(Value::None, |place| Value::Count(*place))
        })
    }
}

/// Methods with their places.
fn ranked(rows: &[Pair<String>], all: &[Pair<String>]) -> Table {
    let ranks = Ranks::of(all);
    let mut table = Table::new(&[
        "rank",
        "predicted rank",
        "true cycles",
        "predicted",
        "difference",
        "error",
        "method",
    ]);
    for pair in rows {
        let mut row: Vec<Value> = ranks.cells(&pair.what).into();
        row.extend([
            pair.truth.into(),
            pair.predicted.into(),
            Value::Difference(pair.difference()),
            pair.error().map_or(Value::None, Value::Error),
            pair.what.as_str().into(),
        ]);
        table.push(row);
    }
    table
}

/// A line for each figure, a column for each prediction.
fn figures(case: &Case) -> Table {
    let names = case
        .predictions
        .iter()
        .map(|score| score.prediction.as_str());
    let mut columns = vec!["figure"];
    columns.extend(names);
    let records: Vec<_> = case.predictions.iter().map(record).collect();
    let mut table = Table::new(&columns);
    let lines = records.first().map_or(0, Vec::len);
    for line in 0..lines {
        let mut row = vec![records[0][line].0.into()];
        row.extend(records.iter().map(|record| record[line].1.clone()));
        table.push(row);
    }
    table
}

/// All figures of a prediction by their names.
fn record(score: &Score) -> Vec<(&'static str, Value)> {
    let comparison = &score.comparison;
    let error = comparison.total_error();
    let mut record = vec![
        ("cycles", comparison.total.predicted.into()),
        (
            "error in cycles",
            Value::Difference(comparison.total.difference()),
        ),
        ("error", error.map_or(Value::None, Value::Error)),
    ];
    record.extend(
        METHODS
            .into_iter()
            .zip(distribution(comparison.methods.as_ref())),
    );
    record.extend(
        CONTEXTS
            .into_iter()
            .zip(distribution(comparison.contexts.as_ref())),
    );
    let tau = comparison.kendall_tau;
    record.push((
        "Kendall tau",
        tau.map_or(Value::None, |tau| Value::Decimal(tau, 3)),
    ));
    record.push(("top 10 shared", (comparison.top_overlap as u64).into()));
    record.push(("top 10 of", (comparison.top_of as u64).into()));
    record
}

/// Figures at the start of a record that single methods have, too.
const FIGURES: usize = 3;

const METHODS: [&str; 9] = [
    "methods",
    "methods missed",
    "methods without truth",
    "method bias",
    "method MAPE",
    "method weighted",
    "method median",
    "method p95",
    "method worst",
];

const CONTEXTS: [&str; 9] = [
    "contexts",
    "contexts missed",
    "contexts without truth",
    "context bias",
    "context MAPE",
    "context weighted",
    "context median",
    "context p95",
    "context worst",
];

fn distribution(errors: Option<&Distribution>) -> [Value; 9] {
    let Some(errors) = errors else {
        return [const { Value::None }; 9];
    };
    [
        (errors.count as u64).into(),
        (errors.missed as u64).into(),
        (errors.without_truth as u64).into(),
        Value::Error(errors.bias),
        Value::Part(errors.mape),
        Value::Part(errors.weighted),
        Value::Part(errors.median),
        Value::Part(errors.p95),
        Value::Error(errors.worst),
    ]
}

/// Errors of the totals: a line for each case, a column for each prediction.
pub(super) fn many(cases: &[Case]) -> Result<String, Error> {
    let Some(first) = cases.first() else {
        return Ok(String::new());
    };
    let mut columns = vec!["program", "machine", "cycles"];
    columns.extend(
        first
            .predictions
            .iter()
            .map(|score| score.prediction.as_str()),
    );
    let mut table = Table::new(&columns);
    for case in cases {
        let mut row = vec![
            case.program.as_str().into(),
            case.machine.as_str().into(),
            case.cycles.into(),
        ];
        row.extend(case.predictions.iter().map(|score| {
            let error = score.comparison.total_error();
            error.map_or(Value::None, Value::Error)
        }));
        table.push(row);
    }
    Ok(table.for_people() + "\n" + &summary(cases).for_people())
}

/// A line for each prediction, over all cases.
fn summary(cases: &[Case]) -> Table {
    let mut table = Table::new(&[
        "prediction",
        "runs",
        "exact in every context",
        "mean of errors",
        "worst error",
        "worst run",
    ]);
    let count = cases.first().map_or(0, |case| case.predictions.len());
    for place in 0..count {
        let errors = cases.iter().filter_map(|case| {
            let error = case.predictions[place].comparison.total_error()?;
            Some((error, case))
        });
        let errors: Vec<(f64, &Case)> = errors.collect();
        let worst = errors
            .iter()
            .rev()
            .max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
        let sum: f64 = errors.iter().map(|(error, _)| error.abs()).sum();
        let exact = cases
            .iter()
            .filter(|case| case.predictions[place].comparison.is_exact());
        table.push(vec![
            cases[0].predictions[place].prediction.as_str().into(),
            (errors.len() as u64).into(),
            (exact.count() as u64).into(),
            Value::Part(sum / errors.len() as f64),
            worst.map_or(Value::None, |(error, _)| Value::Error(*error)),
            worst
                .filter(|(error, _)| *error != 0.0)
                .map_or(String::new(), |(_, case)| {
                    format!("{}, {}", case.program, case.machine)
                })
                .into(),
        ]);
    }
    table
}

/// A line for each case and prediction, then one for each of its methods, and, of one case, for each context that differs;
/// `kind` tells which it is.
pub(super) fn csv(cases: &[Case]) -> Result<String, Error> {
    let scores = cases
        .iter()
        .flat_map(|case| case.predictions.iter().map(move |score| (case, score)));
    let mut table: Option<Table> = None;
    for (case, score) in scores {
        let record = record(score);
        let table = table.get_or_insert_with(|| {
            let mut columns = vec!["program", "machine", "prediction", "kind", "method"];
            columns.extend(["rank", "predicted rank", "true cycles"]);
            columns.extend(record.iter().map(|(name, _)| *name));
            columns.push("folded");
            columns.extend(parts::COLUMNS);
            Table::new(&columns)
        });
        let blank = record.len() - FIGURES;
        let start = |kind: &str, method: Value| -> Vec<Value> {
            let of = [&case.program, &case.machine, &score.prediction];
            let names = of.map(|name| Value::from(name.as_str()));
            names.into_iter().chain([kind.into(), method]).collect()
        };
        let mut row = start("prediction", Value::None);
        row.extend([Value::None, Value::None, case.cycles.into()]);
        row.extend(record.into_iter().map(|(_, value)| value));
        row.push(score.folded.name().into());
        row.extend(parts::values(&score.decomposition.total));
        table.push(row);
        let ranks = Ranks::of(&score.comparison.by_method);
        let by_method = &score.decomposition.by_method;
        let parts: HashMap<&str, &Parts> = by_method
            .iter()
            .map(|row| (row.method.as_str(), &row.parts))
            .collect();
        let methods = score.comparison.by_method.iter();
        let contexts = score.comparison.by_context.iter();
        let methods = methods.map(|pair| ("method", pair));
        for (kind, pair) in methods.chain(contexts.map(|pair| ("context", pair))) {
            let mut row = start(kind, pair.what.as_str().into());
            let is_method = kind == "method";
            row.extend(match is_method {
                true => ranks.cells(&pair.what),
                false => [const { Value::None }; 2],
            });
            row.extend([pair.truth.into(), pair.predicted.into()]);
            row.push(Value::Difference(pair.difference()));
            row.push(pair.error().map_or(Value::None, Value::Error));
            row.extend(std::iter::repeat_n(Value::None, blank));
            row.push(score.folded.name().into());
            match is_method {
                true => {
                    let own = parts.get(pair.what.as_str()).copied();
                    row.extend(parts::values(&own.copied().unwrap_or_default()));
                }
                false => row.extend([const { Value::None }; Parts::COUNT]),
            }
            table.push(row);
        }
    }
    table.map_or(Ok(String::new()), |table| table.csv())
}

/// A machine in a sentence.
pub(super) fn in_sentence(machine: &str) -> &str {
    match machine {
        DEFAULT_MACHINE => "the default machine",
        file => file,
    }
}
