//! All cases as text, in the format that is asked for.

use validation::{CPROF_ERRORS, Case};

use super::{Arguments, parts, render};
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::table::Format;

/// All cases, as a document.
#[derive(serde::Serialize)]
struct Cases<'a> {
    cases: &'a [Case],
}

/// All cases in a format.
pub(super) fn text(arguments: &Arguments, format: Format, cases: &[Case]) -> Result<String, Error> {
    let root = arguments.root();
    let mut text = match (format, cases) {
        (Format::Table, [case]) => render::one(case, root.as_deref(), arguments.top)?,
        (Format::Table, _) => render::many(cases)?,
        (Format::Json, _) => document::json(Document::Validate, &Cases { cases })?,
        (Format::Csv, _) if arguments.by_method => parts::csv(cases)?,
        (Format::Csv, _) => render::csv(cases)?,
    };
    if format == Format::Table && !arguments.no_baselines {
        text += &format!("\n{CPROF_ERRORS}\n");
    }
    Ok(text)
}
