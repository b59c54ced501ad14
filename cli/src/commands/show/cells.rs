//! Cells that several tables of a profile have.

use crate::output::table::Value;

/// A count, or none where the profile of another tool lacks it.
pub(super) fn told(is_told: bool, count: u64) -> Value {
    match is_told {
        true => count.into(),
        false => Value::None,
    }
}

pub(super) fn share(part: u64, whole: u64) -> Value {
    Value::Part(part as f64 / whole.max(1) as f64)
}
