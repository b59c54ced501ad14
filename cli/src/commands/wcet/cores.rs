//! Several cores of the machine file.

use std::fmt::Write;

use isa::Processors;
use run::Setup;
use wcet::{Analysis, Bounds, CoresShare, OnCores, Program};

use super::arguments::Arguments;
use crate::output::errors::Error;
use crate::output::table::{Table, Value, thousands};

/// The core that bounds are for, where there are several.
pub(super) fn on_cores(
    arguments: &Arguments,
    (setup, processors): (&Setup, Option<Processors>),
    given: &Bounds,
    image: &Program<'_>,
) -> Result<Option<OnCores>, Error> {
    let Some(processors) = processors else {
        return Ok(None);
    };
    let cores = OnCores::new(&setup.machine, processors, given.core(), image);
    cores
        .and_then(|cores| cores.beginning(given.phase()))
        .map(Some)
        .map_err(|reason| match arguments.machine.file() {
            Some(file) => Error::Input(format!("{}: {reason}", file.display())),
            None => Error::refused(reason),
        })
}

/// Refuses what looks at one core alone.
pub(super) fn refuse(arguments: &Arguments, processors: Processors) -> Result<(), Error> {
    let options = [
        ("--observe", arguments.observe),
        ("--search", arguments.search),
        ("--table or --set", arguments.table.is_given()),
        (
            "a set of threads",
            super::threads::asked(arguments)?.is_some(),
        ),
    ];
    let Some((option, _)) = options.into_iter().find(|(_, is_given)| *is_given) else {
        return Ok(());
    };
    let file = arguments
        .machine
        .file()
        .unwrap_or_else(|| "the machine".as_ref());
    Err(Error::Input(format!(
        "{}: cores = {}: {option} is for one core; leave out one of both",
        file.display(),
        processors.cores
    )))
}

/// What several cores add to a bound; nothing on one.
pub(super) fn text(bound: &Analysis) -> String {
    let Some(cores) = &bound.cores else {
        return String::new();
    };
    let mut text = format!(
        "each of {} cores, {}: an access waits {} cycles at most to read and {} to write\n",
        cores.cores,
        cores.arbiter,
        thousands(cores.longest_read_wait),
        thousands(cores.longest_write_wait)
    );
    if let Some(section) = cores.longest_section {
        let of = cores.section_of.as_ref();
        let of = of.map_or_else(|| "as given".to_owned(), |method| format!("in {method}"));
        let cycles = thousands(section);
        // Without a lock unit nobody waits, and nothing is given.
        if section > 0 {
            let _ = writeln!(
                text,
                "another core holds a lock for {cycles} cycles at most, {of}"
            );
        }
    }
    let _ = write!(text, "{}", parts(bound, cores).for_people());
    if let Some(phase) = cores.phase {
        let _ = writeln!(
            text,
            "the call begins {phase} cycles after a slot of its core does; in any phase: {} cycles at most",
            thousands(cores.phases.iter().copied().max().unwrap_or(0))
        );
    }
    if cores
        .by_phase
        .is_some_and(|cycles| cycles < cores.worst_alignment)
    {
        let _ = writeln!(
            text,
            "the phase of the time slots is followed; with each access at its worst alignment, as in the tables below: {} cycles",
            thousands(cores.worst_alignment)
        );
    }
    text
}

/// The bound in its parts.
fn parts(bound: &Analysis, cores: &CoresShare) -> Table {
    let mut table = Table::new(&["share", "cycles", "part of the bound"]);
    let rows = [
        (cores.alone, "on a core alone"),
        (cores.arbiter_wait, "waiting for the arbiter"),
        (cores.lock_wait, "waiting for locks"),
    ];
    for (cycles, name) in rows {
        let share = cycles as f64 / bound.cycles.max(1) as f64;
        table.push(vec![Value::Part(share), cycles.into(), name.into()]);
    }
    table
}
