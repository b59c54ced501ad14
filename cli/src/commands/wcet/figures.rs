//! Figures of one method in tables.

use wcet::Analysis;

use super::row::Row;
use crate::output::table::Value;

/// Figures of a row that every table of methods has.
pub(super) struct Figures {
    pub(super) bound: Value,
    pub(super) observed: Value,
    pub(super) ratio: Value,
    pub(super) searched: Value,
    pub(super) sound: Value,
    pub(super) assumes: Value,
    pub(super) disproved: Value,
    pub(super) reason: Value,
}

impl Figures {
    pub(super) fn of(row: &Row) -> Self {
        let seen = row.seen.filter(|seen| seen.calls > 0);
        let observed = seen.map_or(Value::None, |seen| seen.max.into());
        match &row.bound {
            Ok(bound) => Self {
                bound: bound.cycles.into(),
                observed,
                ratio: seen.map_or(Value::None, |seen| {
                    Value::Decimal(bound.cycles as f64 / seen.max as f64, 2)
                }),
                searched: searched(bound),
                sound: bound.sound.name().into(),
                assumes: several(&bound.assumes),
                disproved: several(&bound.disproved),
                reason: Value::Blank,
            },
            Err(reason) => Self {
                bound: Value::None,
                observed,
                ratio: Value::None,
                searched: Value::None,
                sound: Value::None,
                assumes: Value::Blank,
                disproved: Value::Blank,
                reason: reason.to_string().into(),
            },
        }
    }
}

/// The longest call that a search has found.
fn searched(bound: &Analysis) -> Value {
    let found = bound.search.as_ref().filter(|it| it.calls > 0);
    found.map_or(Value::None, |it| it.max.into())
}

/// Lines in one cell.
fn several<T: ToString>(lines: &[T]) -> Value {
    match lines {
        [] => Value::Blank,
        lines => {
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            lines.join("; ").into()
        }
    }
}
