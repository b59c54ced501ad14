//! The search for a longer call than the bound.

use std::fmt::Write;
use std::time::Duration;

use wcet::{Analysis, Case};
use wcet_check::search::{Effort, Searched};

use super::arguments::Arguments;
use crate::output::errors::Error;
use crate::output::table::{counted, list, thousands};

/// Looks for a longer call, if one is asked for.
pub(super) fn search(
    arguments: &Arguments,
    searched: &Searched<'_>,
    method: u32,
    bound: &mut Analysis,
) -> Result<(), Error> {
    if !arguments.search {
        return Ok(());
    }
    let effort = Effort {
        seed: arguments.seed,
        runs: arguments.runs,
        time: arguments.time.map(Duration::from_secs),
    };
    let found = wcet_check::search::search(searched, method, bound, (effort, &[]));
    found.map_err(|error| Error::Input(error.to_string()))?;
    Ok(())
}

/// The result for people, with at most so many inputs; nothing without a search.
pub(super) fn text(bound: &Analysis, top: usize) -> String {
    let Some(search) = &bound.search else {
        return String::new();
    };
    let (runs, calls) = (counted(search.runs, "call"), thousands(search.calls));
    let mut text = format!("searched: {runs} with seed {}, ", search.seed);
    let _ = match &search.case {
        None => writeln!(text, "none of which the bound covers"),
        Some(case) => writeln!(
            text,
            "{calls} of them covered; the longest {} cycles, {:.1} % of the bound{}",
            thousands(search.max),
            100.0 * search.of_bound,
            inputs(case, top)
        ),
    };
    if let Some(unproven) = &search.unproven {
        let (calls, case) = (counted(search.beyond, "call"), inputs(&unproven.case, top));
        let problem = &unproven.problem;
        let _ = writeln!(
            text,
            "not counted: {calls} beyond a number that is given; the program need not reach their inputs\n  {problem}{case}"
        );
    }
    text
}

/// A call that can be repeated.
fn inputs(case: &Case, top: usize) -> String {
    let most = if top == 0 { usize::MAX } else { top };
    let all = case.inputs.iter();
    let all: Vec<String> = all
        .map(|it| format!("{} = {}", it.place, it.value))
        .collect();
    let begin = thousands(case.begin);
    match all.len() {
        0 => format!("\n  run {}: the call in cycle {begin}, as it is", case.run),
        _ => format!(
            "\n  run {}: the call in cycle {begin} with {}",
            case.run,
            list(all, most, ", ")
        ),
    }
}
