//! Comparison of two artefacts of the same kind: the first difference, and the totals.
//!
//! ```text
//!   A ──┐  Artefact::read     entries: pairs under one name or number ──▶ First, with the entries around it
//!       ├──────────────────▶
//!   B ──┘  kind by content    figures: cycles by cause, by method ──────▶ totals, those that differ
//! ```
//!
//! | kind | known by | entries |
//! |---|---|---|
//! | run report (`jop run --report`) | JSON with `statistics` | its values, those of the host left out |
//! | golden (`jop check`) | TOML with `sha256` | its values |
//! | cycle trace | CSV whose first column is `cycle`, or a golden trace (gzip-compressed JSON) | cycles |
//! | cost table (`jop cost derive`) | TOML or JSON with `bytecode` | paths of bytecodes |
//! | lookups of a recording (`jop run --record lookups`) | being asked for | lookups and runs of bytecodes |
//! | profile (`jop run -o FILE.jrec`, `jop show contexts`, other tools) | as `profile_import` knows it | calling contexts |

mod artefact;
mod cost_table;
mod cycle_trace;
mod difference;
mod documents;
mod invokes;
mod profile;

pub use artefact::{Artefact, Kind, ReadError};
pub use difference::{Difference, First, Pair, Total};

/// Entries that are shown before and after the first that differs.
pub const CONTEXT: usize = 3;

/// Compares two artefacts.
///
/// # Errors
///
/// If they are of different kinds, or have nothing that could be compared; in one line.
pub fn compare(a: &Artefact, b: &Artefact, context: usize) -> Result<Difference, String> {
    use Artefact::{CostTable, CycleTrace, Document, Golden, Invokes, Profile};
    match (a, b) {
        (Document(a), Document(b)) => Ok(documents::compare(a, b, context)),
        (Golden(a), Golden(b)) => Ok(documents::compare_goldens(a, b, context)),
        (CycleTrace(a), CycleTrace(b)) => cycle_trace::compare(a, b, context),
        (CostTable(a), CostTable(b)) => Ok(cost_table::compare(a, b, context)),
        (Invokes(a), Invokes(b)) => Ok(invokes::compare(a, b, context)),
        (Profile(a), Profile(b)) => profile::compare(a, b, context),
        (a, b) => Err(format!(
            "one is a {}, the other a {}; compare two of a kind",
            a.kind().name(),
            b.kind().name()
        )),
    }
}
