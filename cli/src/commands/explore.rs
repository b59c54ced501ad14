//! `jop explore`: programs on machines and instruction sets along any axes.

mod arguments;
mod axes;
mod caches;
mod chart;
mod columns;
mod loaded;
mod machines;
mod page;
mod points;
mod question;
mod questions;
mod record;
mod render;
mod variants;
mod varied;
mod verdict;
mod workloads;

use std::sync::atomic::AtomicBool;

pub(crate) use self::arguments::Arguments;
use self::question::Question;
use crate::host::interrupts::watch_for_interrupts;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::picture::Picture;
use crate::output::result::refuse_second;
use crate::output::{atomic_file, exit_code};

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let question = arguments.question.question();
    question.refuse(&arguments.given())?;
    let journal = arguments.work.journal.as_deref();
    if let Some(file) = journal {
        atomic_file::file_only(file, "--journal")?;
    }
    let page = arguments.page.as_deref();
    refuse_second(arguments.rows.file(), page, "--page")?;
    if !arguments.division.prints_parts() && arguments.picture()?.is_none() {
        arguments.rows.check()?;
    }
    if let Some(first) = arguments.division.merge.first() {
        return match question == Question::Caches || caches::is_part(first) {
            true => caches::merged(arguments, console),
            false => points::merged(arguments, console),
        };
    }
    let stop = watch_for_interrupts()?;
    let answered = || arguments.answer(question, stop, console);
    match arguments.division.on_threads(answered)? {
        Err(error) if error.is_interrupted() => {
            if let Some(journal) = journal {
                console.note(&format!(
                    "jop: interrupted; {} has what is finished, and the same command goes on from there",
                    journal.display()
                ));
            }
            Ok(exit_code::INTERRUPTED)
        }
        other => other,
    }
}

impl Arguments {
    /// The chart that the file is to have, of a question that has one.
    fn picture(&self) -> Result<Option<Picture<'_>>, Error> {
        let question = &self.question;
        let has_one = matches!(question.question(), Question::Points | Question::Caches);
        match has_one && question.under.is_none() {
            true => self.rows.picture(),
            false => Ok(None),
        }
    }

    fn answer(&self, question: Question, stop: &AtomicBool, console: Console) -> Result<u8, Error> {
        match question {
            Question::Points => points::explored(self, stop, console),
            Question::Sensitivity => questions::sensitivity(self, stop, console),
            Question::BreakEven => questions::break_even(self, stop, console),
            Question::Caches => caches::explored(self, stop, console),
            Question::Machines => machines::compared(self, stop, console),
        }
    }
}
