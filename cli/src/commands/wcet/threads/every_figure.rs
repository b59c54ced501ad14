//! Response times for programs.

use super::reason::reason;
use super::set::Set;
use super::text::ratio;
use crate::output::table::{Table, Value};

/// A row for each thread with all figures, for programs.
pub(super) fn every_figure(set: &Set) -> Table {
    let mut table = Table::new(&[
        "thread",
        "priority",
        "period",
        "deadline",
        "response",
        "slack",
        "verdict",
        "sound",
        "job",
        "interference",
        "blocking",
        "scheduler",
        "reloads",
        "utilisation",
        "most job",
        "section",
        "most section",
        "section in",
        "observed",
        "ratio",
        "jobs",
        "assumes",
        "why",
    ]);
    let number = |it: Option<u64>| it.map_or(Value::None, Value::from);
    for row in &set.rows {
        let (it, of) = (&row.response, &row.demand);
        let part = |cycles: u64| number(it.cycles.map(|_| cycles));
        let slack = it
            .cycles
            .map(|cycles| i128::from(of.deadline) - i128::from(cycles));
        let seen = row.seen.as_ref();
        let section = row.section.as_ref();
        table.push(vec![
            row.name.as_str().into(),
            Value::Difference(of.priority.into()),
            of.period.into(),
            of.deadline.into(),
            number(it.cycles),
            slack.map_or(Value::None, Value::Difference),
            row.verdict().name().into(),
            row.sound.name().into(),
            of.job.into(),
            part(it.interference),
            it.blocking.into(),
            part(it.scheduler),
            part(it.reloads),
            Value::Part(row.utilisation()),
            number(row.room.job),
            of.section.into(),
            number(row.room.section),
            section.map_or(Value::Blank, |it| it.method.as_str().into()),
            number(seen.map(|seen| seen.longest).filter(|longest| *longest > 0)),
            ratio(row),
            number(seen.map(|seen| seen.jobs)),
            set.assumes.join("; ").into(),
            reason(set, row).map_or(Value::Blank, Value::from),
        ]);
    }
    table
}
