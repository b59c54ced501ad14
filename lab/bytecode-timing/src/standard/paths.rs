//! Rows of cost tables: whether all of an entry is derived, and whether its paths do what those of ours do to the bus.

use std::collections::BTreeSet;

use cost_model::{AccessKind, CostRow, MemoryTiming, Path, Scenario};

/// Refuses a row with gaps.
pub(super) fn check_derived(row: &CostRow) -> Result<(), String> {
    if let Some(gap) = row.underivable.first() {
        let (scenario, reason) = (gap.scenario, &gap.reason);
        return Err(format!(
            "its cycles cannot be derived (scenario {scenario}): {reason}"
        ));
    }
    if let Some(branch) = row.unexplored.first() {
        let (address, condition) = (branch.address, &branch.condition);
        return Err(format!(
            "no operands are known for which the branch in word {address} finds {condition}"
        ));
    }
    Ok(())
}

/// Compares a row with ours.
pub(super) fn compare(row: &CostRow, ours: &CostRow, timing: MemoryTiming) -> Result<(), String> {
    if (row.carrier, row.method) != (ours.carrier, ours.method) {
        let text = |row: &CostRow| match row.method {
            Some(method) => format!("method {method} of class JVM"),
            None => "microcode".to_owned(),
        };
        let (found, expected) = (text(row), text(ours));
        return Err(format!("{found} implements it, and of ours {expected}"));
    }
    for scenario in Scenario::ALL {
        let (Some(path), Some(ours)) = (row.path(*scenario), ours.path(*scenario)) else {
            return Err("one of both has no path through it".to_owned());
        };
        if let Some(what) = difference(path, ours, timing) {
            return Err(format!("in the scenario {scenario} {what} than ours"));
        }
    }
    Ok(())
}

/// Accesses, a method's load, an exception and heights of the stack pointer have to be the same, and the engine knows no memory that
/// is busy for longer than ours leaves it.
fn difference(path: &Path, ours: &Path, timing: MemoryTiming) -> Option<&'static str> {
    let overhang = |path: &Path| path.overhang.at(timing.values());
    if accesses(path) != accesses(ours) {
        Some("it accesses other words")
    } else if path.load.is_some() != ours.load.is_some() {
        Some("it loads other methods")
    } else if path.exception.is_some() != ours.exception.is_some() {
        Some("it raises other exceptions")
    } else if heights(path) != heights(ours) {
        Some("it moves the stack pointer to other places")
    } else if overhang(path) > overhang(ours) {
        Some("it leaves the memory busy for longer")
    } else {
        None
    }
}

fn accesses(path: &Path) -> Vec<(AccessKind, &str, bool)> {
    let accesses = path.accesses.iter();
    accesses
        .map(|access| (access.kind, &*access.address, access.every.is_some()))
        .collect()
}

/// Values that the stack pointer takes: up to the highest one, or after `stsp`.
fn heights(path: &Path) -> BTreeSet<(bool, i32)> {
    let moves = path.stack.iter();
    moves.map(|change| (change.stored, change.height)).collect()
}
