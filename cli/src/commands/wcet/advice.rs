//! Changes that lower a bound, as a table.

use wcet::Lever;

use crate::output::table::{Format, Table, limited};

/// Changes with the cycles that each saves, so many at most; none without any.
pub(super) fn levers(levers: &[Lever], top: usize) -> Option<Table> {
    let mut table = Table::new(&["cycles less", "change"]);
    let (shown, missing) = limited(levers.iter().collect(), top, Format::Table);
    for it in shown {
        table.push(vec![it.cycles.into(), it.change.as_str().into()]);
    }
    (!levers.is_empty()).then(|| table.without(missing))
}
