//! Bounds with all figures, for programs.

use isa::cause::Cause;
use wcet::{Analysis, EventKind};
use wcet_check::Seen;

use super::figures::Figures;
use super::row::Row;
use crate::output::table::{Table, Value};

/// A row for each method with all figures, for programs.
pub(super) fn every_figure(rows: &[Row]) -> Table {
    let events = EventKind::ALL.map(|kind| format!("calls with {}", kind.name()));
    let mut columns = vec![
        "bound",
        "without",
        "microseconds",
        "observed",
        "ratio",
        "sound",
    ];
    // A bound does not know which iterations of a loop find nothing.
    let causes = || Cause::ALL.into_iter().filter(|cause| !cause.is_wait());
    for cause in causes() {
        columns.push(cause.name());
    }
    columns.extend(["searched", "calls", "left out"]);
    columns.extend(events.iter().map(String::as_str));
    columns.extend(["method", "assumes", "disproved", "no bound as"]);
    let mut table = Table::new(&columns);
    for row in rows {
        let it = Figures::of(row);
        let time = row
            .bound
            .as_ref()
            .map_or(Value::None, |bound| Value::Decimal(bound.microseconds, 2));
        let without = row.bound.as_ref().ok().and_then(|bound| bound.without);
        let without = without.map_or(Value::None, Value::from);
        let mut cells = vec![it.bound, without, time, it.observed, it.ratio, it.sound];
        let cycles = row.bound.as_ref().ok().map(Analysis::by_cause);
        cells.extend(causes().map(|cause| match &cycles {
            Some(cycles) => cycles.get(&cause).copied().unwrap_or(0).into(),
            None => Value::None,
        }));
        cells.push(it.searched);
        cells.extend(calls(row.seen));
        let name = row.name.as_str().into();
        cells.extend([name, it.assumes, it.disproved, it.reason]);
        table.push(cells);
    }
    table
}

/// Calls of the run, those that bounds do not cover, and those with each event; nothing if the run did not call the method.
fn calls(seen: Option<Seen>) -> impl Iterator<Item = Value> {
    let counts = seen.map(|seen| {
        let events = seen.events.map(|met| met.calls);
        [seen.calls, seen.left_out].into_iter().chain(events)
    });
    let columns = 2 + EventKind::ALL.len();
    let counts = counts.into_iter().flatten().map(Value::from);
    counts.chain(std::iter::repeat(Value::None)).take(columns)
}
