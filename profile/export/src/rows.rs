//! Contexts as rows, a caller before its callees, with every figure: for CSV and Parquet.

use cross_profile::{Cause, Profile};

use crate::error::ExportError;

/// A context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileRow {
    /// Its thread.
    pub thread: String,
    /// Its number in the thread.
    pub id: u64,
    /// Its caller's number; none for the outermost.
    pub parent: Option<u64>,
    /// Number of callers above it.
    pub depth: u64,
    /// On whose behalf it runs.
    pub service: &'static str,
    /// Its method, as the profile names it.
    pub method: String,
    /// The chain of methods, joined by `;`.
    pub context: String,
    /// Times it was entered.
    pub calls: u64,
    /// Bytecodes in it, not in its callees.
    pub bytecodes: u64,
    /// Cycles in it, not in its callees.
    pub cycles: u64,
    /// Cycles in it and in all below it.
    pub inclusive_cycles: u64,
    /// Its own cycles by cause.
    pub causes: [u64; Cause::COUNT],
}

/// The contexts of all threads.
#[must_use]
pub fn rows(profile: &Profile) -> Vec<ProfileRow> {
    let mut rows: Vec<ProfileRow> = Vec::with_capacity(profile.contexts());
    for thread in &profile.threads {
        let first = rows.len();
        let inclusive = thread.tree.inclusive_cycles();
        for (place, context) in thread.tree.contexts().iter().enumerate() {
            let parent = (place > 0).then_some(context.parent.0);
            let above = parent.map(|parent| &rows[first + parent as usize]);
            let method = profile.name(context.method);
            let row = ProfileRow {
                thread: thread.name.clone(),
                id: place as u64,
                parent: parent.map(u64::from),
                depth: above.map_or(0, |above| above.depth + 1),
                service: context.service.name(),
                method: method.to_owned(),
                context: above.map_or_else(
                    || method.to_owned(),
                    |above| format!("{};{method}", above.context),
                ),
                calls: context.calls,
                bytecodes: context.bytecodes,
                cycles: context.self_cycles(),
                inclusive_cycles: inclusive[place],
                causes: context.by_cause(),
            };
            rows.push(row);
        }
    }
    rows
}

/// Names of the columns before those of the causes.
const COLUMNS: [&str; 11] = [
    "thread",
    "id",
    "parent",
    "depth",
    "service",
    "method",
    "context",
    "calls",
    "bytecodes",
    "cycles",
    "inclusive_cycles",
];

/// The rows as CSV with a header line; causes have `_` for `-` in their names.
///
/// # Errors
///
/// Error of the CSV library.
pub fn csv(profile: &Profile) -> Result<Vec<u8>, ExportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let causes = Cause::ALL.map(column_name);
    writer.write_record(
        COLUMNS
            .iter()
            .copied()
            .chain(causes.iter().map(String::as_str)),
    )?;
    for row in rows(profile) {
        let parent = row.parent.map(|parent| parent.to_string());
        let fields = [
            row.thread,
            row.id.to_string(),
            parent.unwrap_or_default(),
            row.depth.to_string(),
            row.service.to_owned(),
            row.method,
            row.context,
            row.calls.to_string(),
            row.bytecodes.to_string(),
            row.cycles.to_string(),
            row.inclusive_cycles.to_string(),
        ];
        let causes = row.causes.map(|cycles| cycles.to_string());
        writer.write_record(fields.iter().chain(&causes))?;
    }
    let failed = |error: csv::IntoInnerError<_>| ExportError::Write(error.into_error());
    writer.into_inner().map_err(failed)
}

/// `memory_read` for `memory-read`.
pub(crate) fn column_name(cause: Cause) -> String {
    cause.name().replace('-', "_")
}
