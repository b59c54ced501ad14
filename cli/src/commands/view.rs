//! `jop view`: a program, a checkpoint or a trace in a browser page that runs the machine.

mod opened;
mod start;

use std::path::{Path, PathBuf};

use clap::builder::Resettable;
use isa::MachineConfig;
use pages::{MachineLibrary, MachineProgram, MachineStart};
use runtime::RUNTIME_JAR;
use runtime::programs::{PROGRAMS, PROGRAMS_JAR};
use runtime::sources::SOURCES;

use self::opened::opened;
use self::start::Place;
use super::licenses::THIRD_PARTY;
use crate::args::input::InputArguments;
use crate::args::machine::MachineArguments;
use crate::args::program_source::ProgramArguments;
use crate::output::atomic_file::PendingFile;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::table::thousands;

/// Open a program, a checkpoint or a trace in a browser page that runs the machine
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("own", |own| {
        let own = own.index(1).required_unless_present(Resettable::<clap::Id>::Reset);
        own.help(
            "FILE.jop, FILE.jopcheck, a trace as FILE.csv, FILE.class, FILE.java, FILE.jar, or the name of a class on the \
             class path",
        )
    }),
    mut_arg("arguments", |arguments| arguments.index(2))
)]
#[command(long_about = "\
Open a program, a checkpoint or a trace in a browser page that runs the machine.

The page is one file for any browser and needs no network. The machine in it is the one of `jop run`, cycle by cycle: pipeline, data path, \
stack, caches, memory, source, bytecode and microcode, steps in both directions, lessons, and an editor for the microcode. Without \
a program it opens the lift program; other files can be dropped onto it. It begins where `main` does, or at --at.")]
#[command(after_help = "\
Examples:
  jop view                              the page, in the browser
  jop view Main.class                   a program of yours, linked, with its source
  jop view --program sieve --at 20000    at a cycle; --at Main.sum at the first call of a method
  jop view lift-000002000000.jopcheck   a run goes on where its checkpoint was taken
  jop view trace.csv -o trace.html      a trace of `jop trace -o trace.csv`, as a file
  jop view --lesson cache               a lesson; the page lists them")]
pub(crate) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    input: InputArguments,
    /// Look for Java sources in this folder, then in those of the class path; repeat for several
    #[arg(long, value_name = "DIR")]
    source: Vec<PathBuf>,
    /// Begin at this cycle, at the first call of this method, or at the reset [default: at main]
    #[arg(long, value_name = "CYCLE|METHOD|reset", alias = "cycle")]
    at: Option<Place>,
    /// Open a lesson
    #[arg(long, value_name = "NAME", value_parser = LESSONS, conflicts_with_all = ["own", "embedded", "config", "at"])]
    lesson: Option<String>,
    /// Write the page to this file instead of opening it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Names of the page's lessons, in their order.
const LESSONS: [&str; 11] = [
    "pipeline",
    "branch",
    "field",
    "array",
    "call",
    "cache",
    "division",
    "exception",
    "interrupt",
    "collection",
    "microcode",
];

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
    let config = arguments.machine.machine()?;
    let usual = MachineConfig::default();
    let opened = opened(arguments, &config, console)?;
    let start = MachineStart {
        program: opened.program,
        args: arguments.program.arguments().join(" "),
        machine: match config == usual {
            true => String::new(),
            false => isa::config_reference::commented_toml(&config, false),
        },
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
