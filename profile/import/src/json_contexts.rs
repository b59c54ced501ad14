//! JSON: a list of contexts or methods, alone or as the `rows` of a document.

use std::collections::HashMap;
use std::io::Read;

use serde::Deserialize;

use super::ImportError;
use super::builder::{Builder, Figures};
use super::chain::chain;
use cross_profile::profile::Profile;

#[derive(Deserialize)]
struct Row {
    context: Option<Chain>,
    method: Option<String>,
    #[serde(default)]
    calls: u64,
    #[serde(default)]
    bytecodes: u64,
    #[serde(alias = "self cycles", alias = "self_cycles")]
    cycles: u64,
}

/// What `jop show` writes.
#[derive(Deserialize)]
struct Document {
    rows: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Chain {
    Names(Vec<String>),
    Joined(String),
}

/// Reads a list of contexts, or of methods if it has no contexts.
///
/// # Errors
///
/// [`ImportError`] names the place.
pub fn json(mut from: impl Read) -> Result<Profile, ImportError> {
    let mut text = Vec::new();
    from.read_to_end(&mut text)
        .map_err(|error| ImportError::Json(serde::de::Error::custom(error)))?;
    let rows: Vec<Row> = if text.trim_ascii_start().starts_with(b"{") {
        serde_json::from_slice::<Document>(&text)?.rows
    } else {
        serde_json::from_slice(&text)?
    };
    let flat = rows.iter().all(|row| row.context.is_none());
    let mut builder = Builder::new();
    let mut seen = HashMap::new();
    for (place, row) in (1_u64..).zip(rows) {
        let wrong = |what: &str| {
            let what = format!("context {place}: {what}");
            ImportError::Json(serde::de::Error::custom(what))
        };
        let figures = Figures {
            bytecodes: row.bytecodes,
            ..Figures::of_cycles(row.calls, row.cycles)
        };
        let at = match (&row.context, &row.method) {
            (Some(Chain::Names(names)), _) => builder.place(names.iter().map(String::as_str)),
            (Some(Chain::Joined(joined)), _) => builder.place(chain(joined)),
            (None, Some(method)) if flat => builder.place([method.as_str()]),
            (None, _) => return Err(wrong("missing field `context`")),
        };
        if let Some(before) = seen.insert((at.thread, at.context), place) {
            return Err(wrong(&format!(
                "the same as context {before}; give each context one object"
            )));
        }
        let added = builder.charge(at, &figures);
        added.ok_or_else(|| wrong("more than 2^64 in all"))?;
    }
    builder.finish("JSON", flat)
}
