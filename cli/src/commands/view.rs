//! `jop view`: a program, a checkpoint or a trace in a browser page that runs the machine.

mod arguments;
mod core_rows;
mod opened;
mod several;
mod start;

use std::path::{Path, PathBuf};

use isa::{MachineConfig, System};
use pages::{MachineLibrary, MachineProgram, MachineStart};
use runtime::RUNTIME_JAR;
use runtime::programs::{PROGRAMS, PROGRAMS_JAR};
use runtime::sources::SOURCES;

pub(crate) use self::arguments::Arguments;
use self::opened::opened;
use super::licenses::THIRD_PARTY;
use crate::output::atomic_file::PendingFile;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::table::thousands;

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let name = match arguments.program.name() {
        "" => "Joplab",
        name => name,
    };
    let page = match &arguments.output {
        Some(path) => path.clone(),
        None => page_path(name),
    };
    // An output that cannot be written is told before the work.
    let pending = PendingFile::create(&page)?;
    let system = arguments.machine.system()?;
    let opened = match &system.processors {
        Some(processors) => several::opened(arguments, (&system, processors), console)?,
        None => opened(arguments, &system.machine, console)?,
    };
    let start = MachineStart {
        program: opened.program,
        args: arguments.program.arguments().join(" "),
        machine: machine(&system),
        cycle: opened.cycle,
        lesson: arguments.lesson.clone(),
    };
    let html = pages::machine(name, &start, &opened.files, &library(), THIRD_PARTY);
    let html = html.map_err(Error::at(page.display()))?;
    pending.finish(html.as_bytes())?;
    let size = thousands(html.len().div_ceil(1000) as u64);
    console.note(&format!("{}: {size} kB", page.display()));
    if arguments.output.is_none() {
        open::that_detached(&page).map_err(|reason| {
            Error::Input(format!(
                "{}: no browser opens it: {reason}; open it yourself, or write it elsewhere with -o",
                page.display()
            ))
        })?;
    }
    Ok(exit_code::DONE)
}

/// The machine of the page, which has one core; none is the usual one.
fn machine(system: &System) -> String {
    match system.processors.is_some() || system.machine == MachineConfig::default() {
        true => String::new(),
        false => isa::config_reference::commented_toml(&system.machine, false),
    }
}

/// Our runtime and programs, for the module of the page.
fn library() -> MachineLibrary<'static> {
    let table = PROGRAMS.iter().map(|program| MachineProgram {
        name: program.name,
        summary: program.summary,
        main_class: program.main_class,
        length: program.length,
    });
    MachineLibrary {
        runtime: RUNTIME_JAR,
        programs: PROGRAMS_JAR,
        sources: SOURCES,
        table: table.collect(),
    }
}

/// The page of a program among the temporary files.
fn page_path(name: &str) -> PathBuf {
    let stem = Path::new(name).file_name().unwrap_or_default();
    let stem: String = stem
        .to_string_lossy()
        .chars()
        .map(|it| if it.is_ascii_alphanumeric() { it } else { '-' })
        .collect();
    tempfile::env::temp_dir().join(format!("jop-view-{stem}.html"))
}
