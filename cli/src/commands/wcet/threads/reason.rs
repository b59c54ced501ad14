//! Why a deadline is not proven: the number that is too large, or why there is none.

use response::Unbounded;
use wcet::Soundness;

use super::set::{Row, Set, Verdict};
use crate::output::table::thousands;

/// The reason in one line; none if the deadline is met, or was missed in the run.
pub(super) fn reason(set: &Set, row: &Row) -> Option<String> {
    if row.verdict() != Verdict::NotProven {
        return None;
    }
    let (it, of) = (&row.response, &row.demand);
    let us = |cycles: u64| format!("{:.2} µs", cycles as f64 / set.cycles_per_us);
    let period = format!("the period of {} cycles", thousands(of.period));
    Some(match (it.cycles, it.unbounded) {
        (Some(cycles), _) if row.is_disproved() => {
            let seen = row.seen.as_ref().map_or(0, |seen| seen.longest);
            format!(
                "the run has a response of {}, longer than the bound of {}",
                us(seen),
                us(cycles)
            )
        }
        (Some(cycles), _) if row.sound == Soundness::No && cycles <= of.deadline => {
            "the run disproves a number that the bound rests on".to_owned()
        }
        (Some(cycles), _) => {
            let (part, most) = largest(row);
            format!(
                "the bound of {} is {} above the deadline; its largest part is {part}, {}",
                us(cycles),
                us(cycles.saturating_sub(of.deadline)),
                us(most)
            )
        }
        (None, Some(Unbounded::Delayed(reached))) => {
            let others = set
                .rows
                .iter()
                .filter(|other| !std::ptr::eq(*other, row) && other.demand.priority >= of.priority);
            let part: f64 = others.map(Row::utilisation).sum();
            format!(
                "no bound within {period}: each release of the threads that delay it makes the response longer, here {}; they take {:.2} % of the processor",
                thousands(reached),
                100.0 * part
            )
        }
        (None, _) => format!(
            "no bound within {period}: blocking {}, scheduler {}, job {} and the wait after it {} are {} together",
            thousands(it.blocking),
            thousands(of.start),
            thousands(of.job),
            thousands(of.wait),
            thousands(it.blocking + of.start + of.job + of.wait)
        ),
    })
}

/// Name and cycles of the largest part of a response.
fn largest(row: &Row) -> (&'static str, u64) {
    let it = &row.response;
    let parts = [
        ("job", row.demand.job),
        ("higher jobs", it.interference),
        ("blocking", it.blocking),
        ("scheduler", it.scheduler),
        ("reloads", it.reloads),
    ];
    parts
        .into_iter()
        .max_by_key(|part| part.1)
        .unwrap_or(parts[0])
}
