//! Who allocates, what stays alive, what collections cost whom, and how deep the stack gets.

mod allocations;
mod choice;
mod collections;
mod stack;

use memory_profile::MemoryProfile;

use self::choice::Choice;
use super::found::Found;
use super::subject::Subject;
use super::{Arguments, View};
use crate::output::atomic_file;
use crate::output::errors::Error;
use crate::output::file_name::has_extension;
use crate::output::table::counted;

/// Rows that are printed.
const TOP: usize = 20;

/// Shows the view; gives the exit code.
pub(super) fn show(
    arguments: &Arguments,
    subject: &Subject<'_>,
    found: &Found,
) -> Result<u8, Error> {
    let read;
    let memory = match found {
        Found::Run(recorded, _, _) => recorded.heap.as_ref(),
        Found::File(recording) => {
            let path = subject.path()?;
            read = memory_profile::file::of(recording).map_err(Error::at(path.display()))?;
            Some(&read)
        }
    };
    let Some(memory) = memory else {
        return Ok(found.code());
    };
    if let (Some(picture), View::Collections) = (arguments.rows.picture()?, subject.words.view) {
        picture.draw(&collections::chart(memory))?;
        return Ok(found.code());
    }
    match &arguments.rows.output {
        Some(file) if is_folded(arguments, subject.words.view) => {
            let choice = Choice::new(arguments, memory)?;
            atomic_file::write(file, choice.folded()?.as_bytes())?;
        }
        _ => arguments.rows.print(&text(arguments, subject, memory)?)?,
    }
    Ok(found.code())
}

/// -o names a file of stacks.
pub(super) fn is_folded(arguments: &Arguments, view: View) -> bool {
    let file = arguments.rows.output.as_ref();
    let name = file.map(|file| file.to_string_lossy());
    let is_stacks = |name: &str| {
        ["folded", "collapsed"]
            .iter()
            .any(|it| has_extension(name, it))
    };
    view == View::Allocations && name.is_some_and(|name| is_stacks(&name))
}

fn text(
    arguments: &Arguments,
    subject: &Subject<'_>,
    memory: &MemoryProfile,
) -> Result<String, Error> {
    let (format, order) = (arguments.rows.table_format()?, arguments.order(TOP));
    let choice = Choice::new(arguments, memory)?;
    match subject.words.view {
        View::Stack => stack::text(memory, order, format),
        View::Collections => collections::text(memory, order, format),
        View::Live => {
            let last = memory.collections.len() as u32;
            let number = arguments.whole.collection.unwrap_or(last);
            if last == 0 {
                return Err(Error::Input(format!(
                    "{}: the run has no collection",
                    subject.name()?
                )));
            }
            if number == 0 || number > last {
                return Err(Error::Input(format!(
                    "{}: no collection {number}; the run has {}",
                    subject.name()?,
                    counted(last.into(), "collection")
                )));
            }
            allocations::live(&choice, number, order, format)
        }
        View::Leaks => {
            let survived = arguments.whole.survived.unwrap_or(1);
            allocations::leaks(&choice, survived, order, format)
        }
        View::Classes => allocations::classes(&choice, order, format),
        View::Allocations => allocations::contexts(&choice, order.top, format),
        _ => allocations::sites(&choice, order, format),
    }
}
