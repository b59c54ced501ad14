//! The programs whose caches are explored, or recordings of their lookups.

use std::path::Path;

use cache_sweep::{MemoryPoint, RecordedLookups, Swept, Workload};
use jopizer::Symbols;

use super::super::arguments::Arguments;
use crate::args::recording_file;
use crate::output::console::{Console, SILENT};
use crate::output::errors::Error;

/// What is replayed, and the names of its methods where known.
pub(super) struct Loaded {
    pub(super) workloads: Vec<Workload>,
    pub(super) symbols: Vec<Option<Symbols>>,
}

/// Loads what the arguments name.
pub(super) fn load(arguments: &Arguments, console: Console) -> Result<Loaded, Error> {
    let recordings: Vec<&Path> = arguments.workload.recordings().collect();
    if !recordings.is_empty() {
        refuse_for_recordings(arguments, recordings[0])?;
        let recorded = recordings.iter().map(|path| read(path));
        let recorded: Vec<RecordedLookups> = recorded.collect::<Result<_, _>>()?;
        return Ok(Loaded {
            symbols: recorded.iter().map(|_| None).collect(),
            workloads: recorded
                .into_iter()
                .map(|it| Workload::Recorded(Box::new(it)))
                .collect(),
        });
    }
    let machine = arguments.machine.machine()?;
    let points = memory_points(arguments, console)?;
    let microcode = arguments.microcode.load(console)?;
    let programs = arguments.workload.programs(machine.memory_words, console)?;
    let mut loaded = Loaded {
        workloads: Vec::new(),
        symbols: Vec::new(),
    };
    for program in programs {
        loaded.symbols.push(program.symbols.clone());
        let swept = Swept {
            program,
            microcode: microcode.clone(),
            max_cycles: arguments.work.max_cycles,
        };
        let workload = Workload::Program(Box::new(swept), points.clone());
        loaded.workloads.push(workload);
    }
    Ok(loaded)
}

fn read(path: &Path) -> Result<RecordedLookups, Error> {
    Ok(RecordedLookups {
        path: path.to_owned(),
        recording: recording_file::read(path, SILENT)?,
    })
}

/// Refuses what is of a run that is over, and programs beside recordings.
fn refuse_for_recordings(arguments: &Arguments, file: &Path) -> Result<(), Error> {
    let memories = &arguments.axes.memories;
    let given = [
        ("a program", arguments.workload.has_programs()),
        ("--memory", !memories.technologies().is_empty()),
        ("--ram-cnt", !memories.ram_cnts().is_empty()),
        ("--config", arguments.machine.is_given()),
        ("--verify", arguments.work.verify.is_some()),
        ("--input", arguments.workload.is_fed()),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((what, _)) => Err(Error::Input(format!(
            "{}: {what} has no meaning beside a recording of lookups, whose run is over; leave one out",
            file.display()
        ))),
    }
}

/// The memories that can be built.
fn memory_points(arguments: &Arguments, console: Console) -> Result<Vec<MemoryPoint>, Error> {
    let machine = arguments.machine.machine()?;
    let machines = arguments.axes.memories.machines(&machine, console)?;
    Ok(machines.iter().map(MemoryPoint::of).collect())
}
