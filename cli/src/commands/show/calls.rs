//! Times of calls: by method, and of one method by context, with a histogram.

#[cfg(feature = "whole")]
pub(super) mod periodic;

use std::cmp::Reverse;
use std::fmt::Write;
use std::path::Path;

use cross_profile::{CallTimes, ContextId, MethodCalls, MethodId, Profile, ThreadProfile};
use serde_json::json;

use crate::args::method_names;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::table::{Format, Order, Table, Value, counted, decimal, thousands};

/// Percentiles that are shown.
const PERCENTILES: [(&str, f64); 3] = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)];
/// Rows and columns of the histogram.
const ROWS: usize = 20;
const WIDTH: u64 = 50;

fn values(calls: &MethodCalls) -> Vec<Value> {
    let times = &calls.times;
    let mut row = vec![times.calls.into(), calls.open.into()];
    if times.calls == 0 {
        row.extend([const { Value::None }; 7]);
        return row;
    }
    row.extend([times.min.into(), Value::Decimal(times.mean(), 1)]);
    row.extend(PERCENTILES.map(|(_, part)| Value::Count(times.percentile(part))));
    row.extend([times.max.into(), times.worst_begin.into()]);
    row
}

fn columns<'a>(last: &[&'a str]) -> Vec<&'a str> {
    let first = ["calls", "unfinished", "min", "mean"];
    let percentiles = PERCENTILES.map(|(name, _)| name);
    [&first, &percentiles[..], &["max", "worst at cycle"], last].concat()
}

/// Methods by falling time of their longest call.
pub(super) fn table(profile: &Profile) -> Result<Table, Error> {
    check(profile)?;
    let calls = profile.calls_by_method().into_iter();
    let mut rows: Vec<(MethodCalls, &String)> = calls.zip(&profile.methods).collect();
    rows.retain(|(calls, _)| calls.times.calls + calls.open != 0);
    rows.sort_by_key(|(calls, name)| (Reverse(calls.times.max), *name));
    let mut table = Table::new(&columns(&["worst thread", "method", "worst context"]));
    for (calls, name) in rows {
        let mut row = values(&calls);
        row.push(calls.worst.map_or(Value::None, |(thread, _)| {
            profile.threads[thread].name.as_str().into()
        }));
        row.push(name.as_str().into());
        row.push(calls.worst.map_or(Value::None, |(thread, id)| {
            callers(profile, thread, id).into()
        }));
        table.push(row);
    }
    Ok(table)
}

/// One method: all of its calls, the histogram, and the same by context. For programs the rows of its contexts.
pub(super) fn of_method(
    profile: &Profile,
    file: &Path,
    name: &str,
    order: Order<'_>,
    format: Format,
) -> Result<String, Error> {
    check(profile)?;
    let methods = method_names::of_profile(profile, file, name)?;
    let is_meant = |method: MethodId| methods.contains(&(method.0 as usize));
    let mut all = MethodCalls::default();
    let mut contexts = Vec::new();
    for (thread, ThreadProfile { tree, .. }) in profile.threads.iter().enumerate() {
        for id in tree.ids().filter(|id| is_meant(tree.context(*id).method)) {
            let mut own = MethodCalls::default();
            own.add(thread, tree, id);
            all.add(thread, tree, id);
            contexts.push((own, thread, id));
        }
    }
    contexts.sort_by_key(|(calls, thread, id)| (Reverse(calls.times.max), *thread, *id));
    let mut table = Table::new(&columns(&["thread", "context"]));
    for (calls, thread, id) in contexts {
        table.push(record(profile, &calls, Some((thread, id))));
    }
    let table = table.ordered(order, format)?;
    let names: Vec<&str> = methods.iter().map(|it| &*profile.methods[*it]).collect();
    match format {
        Format::Table => Ok(summary(profile, &names, &all) + &table.for_people()),
        Format::Csv => table.csv(),
        Format::Json => {
            let mut whole = Table::new(&columns(&["thread", "context"]));
            whole.push(record(profile, &all, all.worst));
            let whole = document::value(&whole)?;
            let body = json!({
                "methods": names,
                "all": whole[0],
                "histogram": document::value(&buckets(&all.times))?,
                "rows": document::value(&table)?,
            });
            document::json(Document::ReportCallsByContext, &body)
        }
    }
}

/// Times of calls, and where they are from or the longest one was.
fn record(profile: &Profile, calls: &MethodCalls, at: Option<(usize, ContextId)>) -> Vec<Value> {
    let mut row = values(calls);
    row.extend(match at {
        Some((thread, id)) => [
            profile.threads[thread].name.as_str().into(),
            context(profile, thread, id).into(),
        ],
        None => [const { Value::None }; 2],
    });
    row
}

/// The histogram for programs: ranges that have calls.
fn buckets(times: &CallTimes) -> Table {
    let mut table = Table::new(&["from", "to", "calls"]);
    for (from, to, calls) in ranges(times) {
        table.push(vec![from.into(), to.into(), calls.into()]);
    }
    table
}

/// What all calls of a method took, and their histogram.
fn summary(profile: &Profile, names: &[&str], calls: &MethodCalls) -> String {
    let times = &calls.times;
    let mut text = format!(
        "{}: {}, {} unfinished\n",
        names.join(", "),
        counted(times.calls, "call"),
        thousands(calls.open)
    );
    let Some((thread, id)) = calls.worst else {
        return text;
    };
    let percentiles =
        PERCENTILES.map(|(name, part)| format!("{name} {}", thousands(times.percentile(part))));
    let _ = write!(
        text,
        "cycles of a call, callees included: min {}, mean {}, {}, max {}; percentiles are wrong by 1.6 % at most, and ranges widen with the cycles\n\
         the longest call took {} cycles, from cycle {} on, in {}:\n  {}\n\n",
        thousands(times.min),
        decimal(times.mean(), 1),
        percentiles.join(", "),
        thousands(times.max),
        thousands(times.max),
        thousands(times.worst_begin),
        profile.threads[thread].title(),
        context(profile, thread, id),
    );
    text + &histogram(times) + "\n"
}

fn histogram(times: &CallTimes) -> String {
    let ranges = ranges(times);
    let most = ranges.iter().map(|(.., calls)| *calls).max().unwrap_or(1);
    let mut table = Table::new(&["cycles", "calls", ""]);
    let mut row = |from: u64, to: u64, calls: u64| {
        let range = match from == to {
            true => thousands(from),
            false => format!("{} to {}", thousands(from), thousands(to)),
        };
        // A file may have any number of calls.
        let length = (u128::from(calls) * u128::from(WIDTH)).div_ceil(most.max(1).into());
        let bar = "#".repeat(length as usize);
        table.push(vec![range.into(), calls.into(), bar.into()]);
    };
    let mut next = times.min;
    for (from, to, calls) in ranges {
        if next < from {
            row(next, from - 1, 0);
        }
        row(from, to, calls);
        next = to.saturating_add(1);
    }
    table.for_people()
}

/// Ranges of the histogram that have calls: first and last number of cycles, calls.
fn ranges(times: &CallTimes) -> Vec<(u64, u64, u64)> {
    let rows = times.histogram(ROWS).into_iter();
    rows.map(|row| (row.from.max(times.min), row.to.min(times.max), row.calls))
        .collect()
}

/// Times of calls are in profiles of our engines alone.
fn check(profile: &Profile) -> Result<(), Error> {
    if profile.has_call_times() {
        return Ok(());
    }
    Err(Error::Input(
        "the profile has no times of calls; record it with `jop run -o FILE.jrec`".to_owned(),
    ))
}

/// The chain of calls that leads to a context, and itself.
fn context(profile: &Profile, thread: usize, id: ContextId) -> String {
    profile.chain(thread, id).join(";")
}

/// The chain of calls that leads to a context.
fn callers(profile: &Profile, thread: usize, id: ContextId) -> String {
    let chain = profile.chain(thread, id);
    chain[..chain.len().saturating_sub(1)].join(";")
}
