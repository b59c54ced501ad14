//! `jop view`: a program, a checkpoint or a trace in a browser page that runs the machine.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::Resettable;
use isa::MachineConfig;
use jopizer::Symbols;
use pages::{MachineLibrary, MachineProgram, MachineStart};
use runtime::RUNTIME_JAR;
use runtime::programs::{PROGRAMS, PROGRAMS_JAR};
use runtime::sources::{SOURCES, SourcePath, path_of};

use super::licenses::THIRD_PARTY;
use crate::args::machine::MachineArguments;
use crate::args::program_source::ProgramArguments;
use crate::host::checkpoints;
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
a program it opens the lift program; other files can be dropped onto it.")]
#[command(after_help = "\
Examples:
  jop view                              the page, in the browser
  jop view Main.class                   a program of yours, linked, with its source
  jop view --program sieve --cycle 20000
  jop view lift-000002000000.jopcheck   a run goes on where its checkpoint was taken
  jop view trace.csv -o trace.html      a trace of `jop trace -o trace.csv`, as a file
  jop view --lesson cache               a lesson; the page lists them")]
pub(crate) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    #[command(flatten)]
    machine: MachineArguments,
    /// Look for Java sources in this folder, then in those of the class path; repeat for several
    #[arg(long, value_name = "DIR")]
    source: Vec<PathBuf>,
    /// Go to this cycle
    #[arg(long, value_name = "N")]
    cycle: Option<u64>,
    /// Open a lesson
    #[arg(long, value_name = "NAME", value_parser = LESSONS, conflicts_with_all = ["own", "embedded", "config", "cycle"])]
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

/// Files of a page: names and bytes.
type Files = Vec<(String, Vec<u8>)>;

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
    let files = files(arguments, &config, console)?;
    let start = MachineStart {
        program: arguments.program.embedded().map(|it| it.name.to_owned()),
        args: arguments.program.arguments().join(" "),
        machine: match config == usual {
            true => String::new(),
            false => isa::config_reference::commented_toml(&config, false),
        },
        cycle: arguments.cycle,
        lesson: arguments.lesson.clone(),
    };
    let html = pages::machine(name, &start, &files, &library(), THIRD_PARTY);
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

/// What the page opens: nothing for an embedded program, which it has.
fn files(arguments: &Arguments, config: &MachineConfig, console: Console) -> Result<Files, Error> {
    let program = &arguments.program;
    if program.name().is_empty() || program.is_embedded() {
        return Ok(Vec::new());
    }
    let path = Path::new(program.name());
    let file = || path.file_name().unwrap_or_default().to_string_lossy();
    let has = |ending| {
        path.extension()
            .is_some_and(|it| it.eq_ignore_ascii_case(ending))
    };
    if has("csv") {
        refuse_for(arguments, path, "a trace, which has no machine")?;
        return Ok(vec![(file().into_owned(), trace(path)?)]);
    }
    let sources = program.sources(&arguments.source);
    if has("jopcheck") {
        refuse_for(arguments, path, "a checkpoint, which has its own")?;
        // Read here first, so that a damaged one is told here.
        let checkpoint = checkpoints::read(path)?;
        let bytes = fs::read(path).map_err(|reason| unreadable(path, reason))?;
        let mut files = java(checkpoint.subject.symbols.as_ref(), &sources);
        files.push((file().into_owned(), bytes));
        return Ok(files);
    }
    let loaded = program.load(config.memory_words, console)?;
    let mut files = java(loaded.symbols.as_ref(), &sources);
    let is_file = ["jop", "dat", "class", "java", "jar"].into_iter().any(has);
    let stem = if is_file {
        path.file_stem()
    } else {
        path.file_name()
    };
    let name = format!("{}.jop", stem.unwrap_or_default().to_string_lossy());
    if let Some(symbols) = &loaded.symbols {
        let json = serde_json::to_vec(symbols);
        let json = json.map_err(|reason| Error::Input(format!("{name}: {reason}")))?;
        files.push((format!("{name}.sym.json"), json));
    }
    let image = loaded.image.to_text(None).into_bytes();
    files.push((name, image));
    Ok(files)
}

/// Options of a program and its machine mean nothing for what has both inside.
fn refuse_for(arguments: &Arguments, path: &Path, what: &str) -> Result<(), Error> {
    let given = [
        (arguments.machine.is_given(), "--config"),
        (
            arguments.program.is_configured(),
            "arguments or an option of linking",
        ),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, option)) => Err(Error::Input(format!(
            "{}: {what}; leave out {option}, or give the program instead",
            path.display()
        ))),
    }
}

/// A trace; what is none is refused before a page shows nothing.
fn trace(path: &Path) -> Result<Vec<u8>, Error> {
    let bytes = fs::read(path).map_err(|reason| unreadable(path, reason))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines().zip(1..);
    let head = lines.next().map_or("", |(head, _)| head);
    let columns = head.split(',').count();
    let refused = |reason: String| {
        Err(Error::Input(format!(
            "{}{reason}; `jop trace ... -o FILE.csv` writes one",
            path.display()
        )))
    };
    if !head.starts_with("cycle,") || !head.split(',').any(|column| column == "mem_state") {
        return refused(": no trace with a row for each cycle".to_owned());
    }
    let mut rows = lines.filter(|(line, _)| !line.is_empty()).peekable();
    if rows.peek().is_none() {
        return refused(": a trace without a cycle".to_owned());
    }
    if let Some((line, number)) = rows.find(|(line, _)| line.split(',').count() != columns) {
        let found = line.split(',').count();
        return refused(format!(
            ":{number}: {found} of {columns} columns, no whole trace"
        ));
    }
    Ok(bytes)
}

/// Sources of the classes of an image that the page does not have itself.
fn java(symbols: Option<&Symbols>, sources: &SourcePath) -> Files {
    let mut found = BTreeMap::new();
    let classes = symbols.into_iter().flat_map(|symbols| &symbols.classes);
    for class in classes {
        let Some(file) = &class.source else { continue };
        let source = sources.find(&class.name, file);
        if let Some(text) = source.map(|source| source.text)
            && let Cow::Owned(text) = text
        {
            found.insert(path_of(&class.name, file), text.into_bytes());
        }
    }
    found.into_iter().collect()
}

fn unreadable(path: &Path, reason: std::io::Error) -> Error {
    Error::Read {
        path: path.to_owned(),
        reason,
    }
}
