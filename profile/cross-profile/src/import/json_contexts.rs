//! JSON: a list of contexts.

use std::io::Read;

use serde::Deserialize;

use super::{Builder, ImportError, chain};
use crate::profile::Profile;

#[derive(Deserialize)]
struct Row {
    context: Chain,
    #[serde(default)]
    calls: u64,
    cycles: u64,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Chain {
    Names(Vec<String>),
    Joined(String),
}

/// Reads a list of contexts.
///
/// # Errors
///
/// [`ImportError`] names the place.
pub fn json(from: impl Read) -> Result<Profile, ImportError> {
    let rows: Vec<Row> = serde_json::from_reader(from)?;
    let mut builder = Builder::new();
    for (place, row) in (1..).zip(rows) {
        let added = match &row.context {
            Chain::Names(names) => {
                builder.add(names.iter().map(String::as_str), row.calls, row.cycles)
            }
            Chain::Joined(joined) => builder.add(chain(joined), row.calls, row.cycles),
        };
        added.ok_or_else(|| {
            let what = format!("context {place}: more than 2^64 in all");
            ImportError::Json(serde::de::Error::custom(what))
        })?;
    }
    builder.finish("JSON", false)
}
