//! Units of other tools' values: a profile has cycles, and whatever says that it has something else is refused by name.
//!
//! | format | where the unit stands |
//! |---|---|
//! | CSV, Parquet, JSON | the name of the column, `cycles` |
//! | collapsed stacks | a line [`STACKS_UNIT`] before them; cycles without it |
//! | callgrind | the names of the events, of which one is `Cycles` |
//! | pprof | type and unit of each value, of which one is `cycles` |
//! | speedscope | `unit` of each profile, `none` for cycles; our own say the metric in their name |
//! | Firefox Profiler | the product, which ends in ` (cycles)` |

use super::ImportError;

/// The unit of profiles.
pub const CYCLES: &str = "cycles";

/// What the line before collapsed stacks begins with that says their unit, if that is not cycles.
pub const STACKS_UNIT: &str = "# unit: ";

/// Returns true if a name of events or values is that of cycles.
pub(super) fn is_cycles(name: &str) -> bool {
    name.eq_ignore_ascii_case(CYCLES)
}

/// The metric in a title of ours, `program (metric)`.
pub(super) fn of_title(title: &str) -> Option<&str> {
    Some(title.strip_suffix(')')?.rsplit_once(" (")?.1)
}

/// Refuses another unit than cycles.
pub(super) fn refuse_other(
    format: &'static str,
    unit: &str,
    remedy: &'static str,
) -> Result<(), ImportError> {
    if is_cycles(unit) {
        return Ok(());
    }
    Err(ImportError::Unit {
        format,
        unit: unit.escape_debug().to_string(),
        remedy,
    })
}
