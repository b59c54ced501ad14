//! The steps of a longest response as a table.

use super::set::Set;
use crate::output::table::{Format, Table, Value, limited};

/// The alignment that the bound of the tightest thread is for.
pub(super) fn table(set: &Set, top: usize) -> String {
    let Some((number, steps)) = set.tightest() else {
        return String::new();
    };
    let mut table = Table::new(&["from µs", "to µs", "cycles", "thread", "what"]);
    let us = |cycles: u64| Value::Decimal(cycles as f64 / set.cycles_per_us, 2);
    let (shown, missing) = limited(steps, top, Format::Table);
    for it in shown {
        let thread = it
            .thread
            .map_or(Value::Blank, |at| set.rows[at].name.as_str().into());
        table.push(vec![
            us(it.from),
            us(it.to),
            (it.to - it.from).into(),
            thread,
            it.activity.name().into(),
        ]);
    }
    format!(
        "\nlongest response of {}, from its release:\n{}",
        set.rows[number].name,
        table.without(missing).for_people()
    )
}
