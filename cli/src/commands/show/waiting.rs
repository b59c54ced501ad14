//! Threads by what they do, and their waits by what they wait for.

use std::cmp::Reverse;

use run::probes::ThreadStates;
use run::probes::ledger::{Reason, State, Waits};
use serde_json::json;

use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::table::{Format, Order, Table, Value, thousands};

/// The tables of a run of so many cycles; as CSV only the waits.
pub(super) fn text(
    threads: &[ThreadStates],
    cycles: u64,
    order: Order<'_>,
    format: Format,
) -> Result<String, Error> {
    let waits = waits(threads).ordered(order, format)?;
    match format {
        Format::Csv => waits.render(format, Document::ReportWaiting),
        Format::Json => {
            let parts = [&by_state(threads, &State::ALL), &waits];
            let [threads_of, rows] = parts.map(document::value);
            let body = json!({
                "run_cycles": cycles,
                "scheduler_cycles": cycles - executed(threads),
                "threads": threads_of?,
                "rows": rows?,
            });
            document::json(Document::ReportWaiting, &body)
        }
        Format::Table => {
            let is_used = |state: &State| {
                let mut all = threads.iter();
                all.any(|thread| thread.times.cycles[*state as usize] != 0)
            };
            let used: Vec<State> = State::ALL.into_iter().filter(is_used).collect();
            Ok(format!(
                "{}\n{} cycles of no thread: the scheduler, and while no thread could run\n\n{}",
                by_state(threads, &used).for_people(),
                thousands(cycles - executed(threads)),
                waits.for_people()
            ))
        }
    }
}

/// Cycles in which the processor executed for a thread.
fn executed(threads: &[ThreadStates]) -> u64 {
    let executing = State::ALL.into_iter().filter(|state| state.executes());
    let of = |state: State| -> u64 {
        let threads = threads.iter();
        threads.map(|it| it.times.cycles[state as usize]).sum()
    };
    executing.map(of).sum()
}

fn by_state(threads: &[ThreadStates], states: &[State]) -> Table {
    let names = states.iter().map(|state| state.name());
    let columns: Vec<&str> = ["thread", "cycles"].into_iter().chain(names).collect();
    let mut table = Table::new(&columns);
    for thread in threads {
        let times = &thread.times;
        let mut row = vec![
            thread.name.as_str().into(),
            (times.end - times.start).into(),
        ];
        row.extend(states.iter().map(|it| times.cycles[*it as usize].into()));
        table.push(row);
    }
    table
}

/// The waits with the most cycles first.
fn waits(threads: &[ThreadStates]) -> Table {
    let mut rows: Vec<(&str, State, &Reason, Waits)> = threads
        .iter()
        .flat_map(|thread| {
            let waits = thread.times.waits.iter();
            waits.map(|((state, reason), waits)| (&*thread.name, *state, reason, *waits))
        })
        .collect();
    rows.sort_by_key(|(thread, state, reason, waits)| {
        (Reverse(waits.cycles), *thread, *state, *reason)
    });
    let mut table = Table::new(&[
        "cycles", "waits", "longest", "thread", "state", "for", "place",
    ]);
    for (thread, state, reason, waits) in rows {
        let text = |text: &str| match text {
            "" => Value::None,
            text => text.into(),
        };
        table.push(vec![
            waits.cycles.into(),
            waits.count.into(),
            waits.longest.into(),
            thread.into(),
            state.name().into(),
            text(&reason.object),
            text(&reason.place),
        ]);
    }
    table
}
