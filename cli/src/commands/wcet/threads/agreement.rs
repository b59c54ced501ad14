//! Compares a file of threads with the program.

use std::path::Path;

use isa::MachineConfig;
use response::Found;

use super::file::Place;
use super::set::{Entry, per_us};
use crate::output::errors::Error;
use crate::output::table::list;

/// Jobs that a message lists.
const MOST_JOBS: usize = 8;

/// Refuses a file whose threads are others than those that the program makes.
pub(super) fn check_classes(file: &Path, entries: &[Entry], made: &[String]) -> Result<(), Error> {
    for (at, it) in entries.iter().enumerate() {
        let place = Place::of(file, entries, at);
        if !made.contains(&it.thread.class) {
            let jobs: Vec<String> = made.iter().map(|class| format!("{class}.job")).collect();
            return Err(place.problem_of(
                "method",
                format!(
                    "the program makes no thread of {}; its jobs are {}",
                    it.thread.class,
                    list(jobs, MOST_JOBS, ", ")
                ),
            ));
        }
    }
    let is_missing = |class: &&String| !entries.iter().any(|it| it.thread.class == **class);
    match made.iter().find(is_missing) {
        None => Ok(()),
        Some(class) => {
            let last = entries.last().map_or(1, |it| it.lines.thread);
            Err(Error::Input(format!(
                "{}:{last}: the program also makes threads of {class}, which delay others; add a [[thread]] with method = \"{class}.job\"",
                file.display()
            )))
        }
    }
}

/// Takes the offsets that the file leaves out from the program, and refuses a file that says something else of a thread.
pub(super) fn agree(
    file: &Path,
    entries: &mut [Entry],
    found: &[Found],
    machine: &MachineConfig,
) -> Result<(), Error> {
    for at in 0..entries.len() {
        let class = entries[at].thread.class.clone();
        let Some(of) = found.iter().find(|found| found.class == class) else {
            continue;
        };
        entries[at].offset.get_or_insert(of.offset);
        let (it, place) = (&entries[at], Place::of(file, entries, at));
        let is_same = |other: &Entry| other.thread.class == class;
        if let Some(first) = entries[..at].iter().find(|it| is_same(it)) {
            return Err(place.problem(format!(
                "the program makes one thread of {class} only, which is in line {}; leave out the second",
                first.lines.thread
            )));
        }
        let period = (it.thread.period / per_us(machine)).cast_signed();
        let offset = it.offset.unwrap_or(of.offset);
        let all = [
            (
                "priority",
                i64::from(it.thread.priority),
                i64::from(of.priority),
                "",
            ),
            ("period", period, of.period.into(), " us"),
            ("offset", offset.into(), of.offset.into(), " us"),
        ];
        if let Some((key, given, of_program, unit)) = all.iter().find(|it| it.1 != it.2) {
            return Err(place.problem_of(key, format!(
                "`{key}` is {given}{unit}, and the program passes {of_program}{unit}; write what the program passes, or use --method RtThread"
            )));
        }
    }
    Ok(())
}

/// Refuses a file that lacks an offset, which a run is measured from.
pub(super) fn check_offsets(file: &Path, entries: &[Entry]) -> Result<(), Error> {
    let Some(at) = entries.iter().position(|it| it.offset.is_none()) else {
        return Ok(());
    };
    Err(Place::of(file, entries, at).problem(
        "no `offset`, and the program does not pass a constant: --observe measures from the releases; write offset = \"0 us\"",
    ))
}

/// Refuses threads with one job, which a run does not tell apart.
pub(super) fn check_jobs(file: Option<&Path>, entries: &[Entry]) -> Result<(), Error> {
    for (at, it) in entries.iter().enumerate() {
        if let Some(other) = entries[..at].iter().find(|other| other.job == it.job) {
            let problem = format!(
                "{} and {} have one job, by which --observe tells threads apart; override job() in each class, or leave out --observe",
                other.name, it.name
            );
            return Err(match file {
                Some(file) => Place::of(file, entries, at).problem(problem),
                None => Error::Input(problem),
            });
        }
    }
    Ok(())
}
