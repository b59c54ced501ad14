//! Two recordings compared, as a table.

use super::subject::{Subject, other};
use super::{Arguments, Words};
use crate::commands::diff::{Pairing, Part as Compared};
use crate::output::errors::Error;

/// Where two recordings differ first, and by how much in all.
pub(super) fn difference(
    arguments: &Arguments,
    words: &Words,
    subject: &Subject<'_>,
) -> Result<u8, Error> {
    if subject.is_program()? {
        return Err(Error::Input(format!(
            "{}: `jop show diff` compares recordings; record the program first: jop run -o FILE.jrec",
            subject.name()?
        )));
    }
    subject
        .program
        .refuse_for_files(subject.path()?, "a recording")?;
    let part = arguments.part();
    if let Some(thread) = part.thread {
        return Err(Error::Input(format!(
            "--thread {thread}: threads are compared as pages and flame graphs: -o FILE.html"
        )));
    }
    let pairing = Pairing {
        files: [subject.path()?, other(words)?],
        part: part
            .region
            .as_deref()
            .map_or(Compared::All, Compared::Region),
        context: regression::diff::CONTEXT,
        top: arguments.top(10),
        console: subject.console,
    };
    let (text, code) = pairing.compared(|| arguments.rows.table_format())?;
    arguments.rows.print(&text)?;
    Ok(code)
}
