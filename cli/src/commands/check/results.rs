//! Results of a check, and what every form of them has.

use regression::check::{Case, CaseReport, CaseVerdict, Change, Section};

use crate::output::table::{self, Value};

/// Cases of a manifest without a problem.
pub(super) struct Checked {
    pub(super) reports: Vec<CaseReport>,
    /// The host lacks the commands of these, which may be missing.
    pub(super) left_out: Vec<Case>,
}

/// The text of `until` whose program ended without printing it; the run is longer than was meant.
pub(super) fn never_printed(report: &CaseReport) -> Option<String> {
    let until = report.case.limits.until.as_ref()?;
    let is_of_program = !["text", "max-cycles"].contains(&report.measured.outcome.as_str());
    is_of_program.then(|| {
        format!(
            "{}: the program ended, and `{until}` (until) was never printed",
            report.case.title()
        )
    })
}

/// Result of a case that was not checked, as the host lacks its command.
pub(super) const LEFT_OUT: &str = "left out";

/// The difference of a case in words, without the sums.
pub(super) fn headline(report: &CaseReport) -> String {
    match (report.verdict, report.cycles()) {
        (CaseVerdict::Missing, (_, now)) => format!(
            "there is no {}; it takes {now} cycles, `jop check --bless` accepts that as the reference",
            report.case.golden.display()
        ),
        (CaseVerdict::Beyond, _) => report.reason().unwrap_or_default(),
        (_, (before, now)) => {
            let reason = report.reason().unwrap_or_default();
            let worst = report.changes.iter().max_by_key(|change| {
                let is_total = (change.section, change.name.as_str()) == (Section::Total, "cycles");
                (is_total, change.difference().unsigned_abs())
            });
            match worst {
                Some(change) if before != Some(now) || change.section != Section::Total => {
                    format!("{}; {reason}", in_words(change))
                }
                _ => reason,
            }
        }
    }
}

/// `10 -> 12 cycles (+2)` of the whole run, `methods.main 10 -> 12 (+2)` of another figure.
fn in_words(change: &Change) -> String {
    let (before, after, difference) = (change.before, change.after, change.difference());
    match (change.section, change.name.as_str()) {
        (Section::Total, "cycles") => format!("{before} -> {after} cycles ({difference:+})"),
        (section, name) => {
            format!(
                "{}.{name} {before} -> {after} ({difference:+})",
                section.name()
            )
        }
    }
}

/// Before, after, difference, relative change.
pub(super) fn sizes(change: &Change) -> [Value; 4] {
    [
        change.before.into(),
        change.after.into(),
        Value::Difference(change.difference().into()),
        relative(change).map_or(Value::None, Value::Error),
    ]
}

/// None for what was zero.
pub(super) fn relative(change: &Change) -> Option<f64> {
    (change.before != 0).then(|| change.difference() as f64 / change.before as f64)
}

/// The first rows, as `--top` asks for.
pub(super) fn shown<T>(all: &[T], top: usize) -> &[T] {
    if top == 0 {
        all
    } else {
        &all[..all.len().min(top)]
    }
}

/// A line for the others.
pub(super) fn rest(all: usize, top: usize) -> String {
    if top == 0 || all <= top {
        String::new()
    } else {
        table::more(all - top)
    }
}
