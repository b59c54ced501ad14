//! Response times as text and tables.

use std::fmt::Write;

use super::reason::reason;
use super::set::{Row, Set, Verdict};
use super::steps;
use crate::output::table::{Format, Table, Value, counted, limited, thousands};

/// For people: how each thread fares, what its response consists of, and what to change first.
pub(super) fn for_people(set: &Set, top: usize) -> String {
    let (shown, missing) = limited(set.rows.iter().collect(), top, Format::Table);
    let tables = [
        ("", responses(set, &shown)),
        ("\nparts of the response, in cycles:\n", parts(&shown)),
        (
            "\nhow long each may be for all deadlines to be met, in cycles:\n",
            rooms(&shown),
        ),
    ];
    let mut text = head(set);
    for (number, (title, table)) in tables.into_iter().enumerate() {
        let _ = write!(text, "{title}{}", table.without(missing).for_people());
        if number == 0 {
            text.push_str(&reasons(set, &shown));
        }
    }
    if let Some(first) = first_change(set) {
        let _ = writeln!(text, "\nshorten first: {first}");
    }
    text.push_str(&steps::table(set, top));
    text + &scope(set)
}

fn head(set: &Set) -> String {
    let utilisation: f64 = set.rows.iter().map(Row::utilisation).sum();
    let count = |verdict| {
        set.rows
            .iter()
            .filter(|row| row.verdict() == verdict)
            .count()
    };
    let is_disproved = !set.disproved.is_empty() || set.rows.iter().any(Row::is_disproved);
    let result = match (count(Verdict::Missed), count(Verdict::NotProven)) {
        (0, _) if is_disproved => "NOT SOUND: the run disproves it".to_owned(),
        (0, 0) if set.is_sure => "all meet their deadlines".to_owned(),
        (0, 0) => "all meet their deadlines if what main assumes below holds".to_owned(),
        (0, several) => format!(
            "for {several} the bound is above the deadline, which does not prove that one is missed"
        ),
        (missed, 0) => format!("{missed} missed the deadline in the run"),
        (missed, several) => format!(
            "{missed} missed the deadline in the run, for {several} more the bound is above it"
        ),
    };
    format!(
        "{}: {result}; they take {:.2} % of the processor at most\n",
        counted(set.rows.len() as u64, "thread"),
        100.0 * utilisation
    )
}

fn responses(set: &Set, rows: &[&Row]) -> Table {
    let mut columns = vec![
        "thread",
        "priority",
        "period µs",
        "deadline µs",
        "response µs",
        "slack µs",
        "deadline",
    ];
    let is_observed = rows.iter().any(|row| row.seen.is_some());
    if is_observed {
        columns.extend(["observed µs", "ratio"]);
    }
    let mut table = Table::new(&columns);
    let us = |cycles: u64| Value::Decimal(cycles as f64 / set.cycles_per_us, 2);
    for row in rows {
        let it = &row.demand;
        let slack = row
            .response
            .cycles
            .map(|cycles| it.deadline as f64 - cycles as f64);
        let mut cells: Vec<Value> = vec![
            row.name.as_str().into(),
            it.priority.to_string().into(),
            us(it.period),
            us(it.deadline),
            row.response.cycles.map_or(Value::None, us),
            slack.map_or(Value::None, |it| Value::Decimal(it / set.cycles_per_us, 2)),
            row.verdict().name().into(),
        ];
        if is_observed {
            let seen = row.seen.as_ref().filter(|seen| seen.longest > 0);
            cells.push(seen.map_or(Value::None, |seen| us(seen.longest)));
            cells.push(ratio(row));
        }
        table.push(cells);
    }
    table
}

/// A line for each deadline that is not proven.
fn reasons(set: &Set, rows: &[&Row]) -> String {
    let reasons = rows.iter().filter_map(|row| {
        let why = reason(set, row)?;
        Some(format!("  {}: {why}\n", row.name))
    });
    let lines: String = reasons.collect();
    match lines.is_empty() {
        true => lines,
        false => format!("not proven:\n{lines}"),
    }
}

pub(super) fn ratio(row: &Row) -> Value {
    let seen = row.seen.as_ref().filter(|seen| seen.longest > 0);
    match (seen, row.response.cycles) {
        (Some(seen), Some(cycles)) => Value::Decimal(cycles as f64 / seen.longest as f64, 2),
        _ => Value::None,
    }
}

fn parts(rows: &[&Row]) -> Table {
    let mut table = Table::new(&[
        "thread",
        "response",
        "job",
        "higher jobs",
        "blocking",
        "scheduler",
        "reloads",
    ]);
    for row in rows {
        let it = &row.response;
        let part = |cycles: u64| it.cycles.map_or(Value::None, |_| cycles.into());
        table.push(vec![
            row.name.as_str().into(),
            it.cycles.map_or(Value::None, Value::from),
            row.demand.job.into(),
            part(it.interference),
            it.blocking.into(),
            part(it.scheduler),
            part(it.reloads),
        ]);
    }
    table
}

fn rooms(rows: &[&Row]) -> Table {
    let mut table = Table::new(&[
        "thread",
        "job",
        "job at most",
        "interrupts off",
        "off at most",
        "where",
    ]);
    for row in rows {
        let section = row.section.as_ref();
        table.push(vec![
            row.name.as_str().into(),
            row.demand.job.into(),
            row.room.job.map_or(Value::None, Value::from),
            row.demand.section.into(),
            row.room.section.map_or(Value::None, Value::from),
            section.map_or(Value::Blank, |it| name(&it.method).into()),
        ]);
    }
    table
}

/// Name of a method without its types.
fn name(method: &str) -> &str {
    method.split('(').next().unwrap_or_default()
}

/// The least change of one job or section, in parts of it, with which all deadlines are met.
fn first_change(set: &Set) -> Option<String> {
    if set.rows.iter().all(|row| row.verdict() == Verdict::Met) {
        return None;
    }
    let changes = set.rows.iter().flat_map(|row| {
        let job = row
            .room
            .job
            .map(|most| (row.demand.job, most, name(&row.job.method)));
        let section = row.section.as_ref();
        let section = section.and_then(|it| Some((it.cycles, row.room.section?, name(&it.method))));
        job.into_iter().chain(section)
    });
    let shorter = changes.filter(|(now, most, _)| most < now);
    let part = |(now, most, _): &(u64, u64, &str)| (now - most) as f64 / (*now).max(1) as f64;
    let first = shorter.min_by(|a, b| part(a).total_cmp(&part(b)));
    Some(match first {
        Some(change) => format!(
            "{}, from {} to {} cycles ({:.2} % less): then all deadlines are met",
            change.2,
            thousands(change.0),
            thousands(change.1),
            100.0 * part(&change)
        ),
        None => "no single job or time with interrupts off is enough; make periods longer, or several jobs shorter".to_owned(),
    })
}

/// What the bounds rest on and do not cover.
fn scope(set: &Set) -> String {
    let mut text = format!(
        "\nprices in cycles: an interrupt with its switch {}, a wait with its switch {}, the longest bytecode {}\n",
        thousands(set.interrupt),
        thousands(set.wait),
        thousands(set.common.latency)
    );
    if let Some(section) = &set.background {
        let _ = writeln!(
            text,
            "main: interrupts off for {} cycles in {}",
            thousands(section.cycles),
            name(&section.method)
        );
    }
    if !set.assumes.is_empty() {
        let _ = write!(text, "assumes:\n  {}\n", set.assumes.join("\n  "));
    }
    text.push_str(
        "not covered:\n  exceptions: a job in which one is thrown\n  interrupts other than the timer's\n  devices that make the processor wait\n",
    );
    text
}

/// What a run says against a bound.
pub(super) fn disproof(row: &Row) -> String {
    let seen = row.seen.clone().unwrap_or_default();
    format!(
        "{}: a response lasts {} cycles (it ends in cycle {}), and the bound is {}",
        row.name,
        thousands(seen.longest),
        thousands(seen.at),
        thousands(row.response.cycles.unwrap_or(0))
    )
}
