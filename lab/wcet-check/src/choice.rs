//! Machines and programs that the commands run, and a row of their results.

use microcode::Build;
use runtime::programs::{EmbeddedProgram, PROGRAMS, find};
use wcet_check::{Checked, Machine, Verdict, machines};

pub(super) fn all_machines() -> Result<Vec<Machine>, String> {
    machines(Build::Jop).map_err(|error| error.to_string())
}

/// The programs of these names; all of them if there is none.
pub(super) fn named(names: &[String]) -> Result<Vec<&'static EmbeddedProgram>, String> {
    let found = names.iter().map(|name| {
        find(name).ok_or_else(|| format!("no program is called `{name}`; `jop programs` lists all"))
    });
    match names {
        [] => Ok(PROGRAMS.iter().collect()),
        _ => found.collect(),
    }
}

pub(super) fn row(it: &Checked) -> String {
    let mark = match it.verdict() {
        Verdict::Violated => " VIOLATED",
        Verdict::Exceeded => " EXCEEDED, NOT SOUND",
        Verdict::Unseen => " UNSEEN",
        Verdict::Holds | Verdict::Refused => "",
    };
    let ratio = it
        .ratio()
        .map_or_else(|| "-".to_owned(), |it| format!("{it:.3}"));
    match &it.bound {
        Ok(bound) => format!(
            "{} | {} | {} | {} | {} | {ratio} | {} | {:.1}{mark}",
            it.name,
            it.seen.calls,
            it.seen.left_out,
            it.seen.max,
            bound.cycles,
            bound.sound.name(),
            it.time.as_secs_f64() * 1e3
        ),
        Err(reason) => format!(
            "{} | {} | {} | {} | {reason}",
            it.name, it.seen.calls, it.seen.left_out, it.seen.max
        ),
    }
}
