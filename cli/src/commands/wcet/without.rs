//! A bound without limits of calls.

use wcet::Analysis;

use crate::output::table::thousands;

/// The bound without limits of calls, if it takes any.
pub(super) fn without(bound: &Analysis) -> Option<String> {
    let cycles = bound.without?;
    let limits = match bound.limits() {
        1 => "the limit of calls".to_owned(),
        limits => format!("the {limits} limits of calls"),
    };
    Some(format!(
        "without {limits}: at most {} cycles",
        thousands(cycles)
    ))
}
