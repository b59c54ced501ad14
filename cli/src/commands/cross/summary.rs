//! Result of a run in a few lines: cycles by kind, and calls that are not in the profile.

use std::path::Path;

use host_profile::{Counts, Outcome, Uncovered};

use crate::output::errors::Error;
use crate::output::table::{Table, Value, counted, thousands};

/// Calls out of the profile that are listed.
const SHOWN: usize = 8;

/// `on_target`: the program ran on our library.
pub(super) fn render(outcome: &Outcome, counts: &Counts, path: &Path, on_target: bool) -> String {
    let total = outcome.profile.total_cycles();
    let mut lines = vec![format!(
        "{}: {}, {}, {}",
        path.display(),
        counted(total, "cycle"),
        counted(outcome.profile.contexts() as u64, "context"),
        counted(counts.threads.len() as u64, "thread")
    )];
    let mut part = |name: &str, cycles: u64, more: &str| {
        if cycles != 0 {
            let share = cycles as f64 * 100.0 / total as f64;
            lines.push(format!(
                "  {name:<21}{:>15}{share:>8.2} %{more}",
                thousands(cycles)
            ));
        }
    };
    part("application", outcome.application, "");
    part("library", outcome.library, "");
    part("bytecodes in Java", outcome.routines, &of_routines(outcome));
    part("exceptions", outcome.exceptions, "");
    part("loads of methods", outcome.loads, "");
    let contention = outcome.contention.map_or(0, |term| term.cycles);
    part("waits for other cores", contention, "");
    lines.extend(collections(outcome, counts));
    if on_target && counts.threads.len() > 1 {
        let of_tasks: u64 = {
            let threads = outcome.profile.threads.iter();
            let tasks = threads.filter(|thread| thread.name != "main");
            tasks.map(|thread| thread.tree.total_cycles()).sum()
        };
        lines.push(format!(
            "  the threads are the host's: what JOP's scheduler takes is not in the profile; {:.2} % of the cycles are in threads beside main",
            of_tasks as f64 * 100.0 / total.max(1) as f64
        ));
    }
    uncovered(&outcome.uncovered, &mut lines);
    let left = counts
        .left_out
        .iter()
        .filter(|line| !line.starts_with("native "));
    lines.extend(left.map(|line| format!("  not instrumented: {line}")));
    lines.join("\n")
}

/// What the collections of the simulated heap take, as far as it is in the profile.
fn collections(outcome: &Outcome, counts: &Counts) -> Vec<String> {
    let found = counts.collections.saturating_sub(counts.blind_collections);
    let priced = (found != 0).then(|| {
        format!(
            "  {} collections take {} of the cycles of bytecodes in Java",
            thousands(found),
            thousands(outcome.collections)
        )
    });
    let blind = (counts.blind_collections != 0).then(|| {
        format!(
            "  the heap was full {} times; what these collections take is not in the profile, and nothing is alive behind them",
            thousands(counts.blind_collections)
        )
    });
    priced.into_iter().chain(blind).collect()
}

/// What of the bytecodes in Java loads methods, and what did not run beside the program.
fn of_routines(outcome: &Outcome) -> String {
    let kinds = [
        (outcome.routine_loads, "loads of methods"),
        (outcome.modelled, "from the model"),
        (outcome.fixed, "a number for each"),
    ];
    let kinds = kinds.iter().filter(|(cycles, _)| *cycles != 0);
    let texts: Vec<String> = kinds
        .map(|(cycles, kind)| format!("{} {kind}", thousands(*cycles)))
        .collect();
    if texts.is_empty() {
        String::new()
    } else {
        format!("  of these {}", texts.join(", "))
    }
}

fn uncovered(calls: &[Uncovered], lines: &mut Vec<String>) {
    if calls.is_empty() {
        return;
    }
    let sum = calls.iter().map(|method| method.calls).sum();
    lines.push(format!(
        "  {} of {} not in the profile:",
        counted(sum, "call"),
        counted(calls.len() as u64, "method")
    ));
    for method in calls.iter().take(SHOWN) {
        let native = if method.native { "native " } else { "" };
        let caller = method.callers.first().map_or("", |(name, _)| name);
        lines.push(format!(
            "  {:>16}  {native}{} from {caller}",
            thousands(method.calls),
            method.method
        ));
    }
    if calls.len() > SHOWN {
        lines.push(format!(
            "  {:>16}  more; --calls FILE writes all with all callers",
            calls.len() - SHOWN
        ));
    }
}

/// All calls out of the profile, a row for each caller.
pub(super) fn all_calls(calls: &[Uncovered]) -> Result<String, Error> {
    let mut table = Table::new(&["calls", "method", "native", "caller"]);
    for method in calls {
        for (caller, calls) in &method.callers {
            table.push(vec![
                Value::Count(*calls),
                Value::Text(method.method.clone()),
                Value::Text(method.native.to_string()),
                Value::Text(caller.clone()),
            ]);
        }
    }
    table.csv()
}
