//! `jop memory`: who allocates, what stays alive, what collections cost whom, and how deep the stack gets.

mod allocations;
mod collections;
mod stack;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use cross_profile::method_name::Meaning;
use memory_profile::{Attribution, FILE_ENDING, MemoryProbe, MemoryProfile, Recorded, Site};
use record::Pattern;
use run::probes::CollectionProbe;
use run::{End, Ending, Engine as _, EngineKind, Setup};
use sim_core::Statistics;

use crate::atomic_file::PendingFile;
use crate::completion;
use crate::console::Console;
use crate::errors::Error;
use crate::exit_code::exit_codes;
use crate::program_source::has_extension;
use crate::quiet_run::Conditions;
use crate::result_output::{ResultArguments, refuse_format};
use crate::subject_program::SubjectProgram;
use crate::table::{counted, thousands};
use crate::{exit_code, host_input};

/// Report the memory of a run: allocations by site and class, collections, leaks, depth of the stack
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Report the memory of a run on the machine: who allocates, what stays alive, what collections cost whom, and how deep the stack \
gets. Given a program, it is run first, and what it prints is not shown; -o FILE.jmem keeps the recording for later reports.

A site is a bytecode that allocates, at its source line, and the class that it makes; `runtime` is an allocation by the runtime itself, as in \
clone(). Words are words of data; heap words include the word before the data and the handle, 9 words for each object. Objects that no collection has \
freed are kept: alive, or garbage since the last collection.

The cycles of each collection, those of Collector.collect in `jop report`, are divided among the sites that allocated since the collection \
before, in proportion to their heap words, and rounded so that none is lost. If nothing was allocated since, the site that asked for the \
collection has all of them. --collections shows who asked.

--leaks N prints sites with objects that survived at least N collections and were never freed; growth is the difference of their site's live words \
between the last collection and the N-th before it.

--stack measures the stack in every cycle, on the reference machine, and shows the deepest chain of calls of each thread. \
A recording made without --exact has depths at calls only, without what the innermost method pushes.")]
#[command(after_help = concat!(exit_codes!(), "

Examples:
  jop memory --program gc-stress                allocations by site
  jop memory Main.class --classes               allocations by class
  jop memory --program lift --application       by lines of the application that cause them
  jop memory --program gc-stress --collections  live words and cycles of each collection
  jop memory --program gc-stress --live 3       what the third collection left, by site
  jop memory --program gc-stress --leaks 5      what survived five collections
  jop memory --program modern --stack           the deepest chain of calls
  jop memory --program gc-stress -o gc.jmem     keep the recording
  jop memory gc.jmem --contexts                 allocations by chain of calls
  jop memory gc.jmem -o gc.folded               the same for flame graphs, weighted with heap words
  jop memory gc.jmem --only 'kernel.*' --format csv"))]
pub(crate) struct Arguments {
    /// A recording (.jmem); or a program: FILE.jop, FILE.class, FILE.java, FILE.jar or a class on the class path
    #[arg(value_name = "RECORDING", required_unless_present = "embedded")]
    profile: Option<PathBuf>,
    /// Measure the stack in every cycle, on the reference machine; --stack does so anyway
    #[arg(long)]
    exact: bool,
    /// Print at most this many rows, 0 for all; JSON and CSV always have all
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Print allocations by site: the default
    #[arg(long, group = "what")]
    sites: bool,
    /// Print allocations by class
    #[arg(long, group = "what")]
    classes: bool,
    /// Print allocations by calling context, each below its caller
    #[arg(long, group = "what")]
    contexts: bool,
    /// Print collections
    #[arg(long, group = "what")]
    collections: bool,
    /// Print what was live after the collection with this number, by site
    #[arg(long, group = "what", value_name = "NUMBER")]
    live: Option<u32>,
    /// Print sites with objects that survived at least N collections and were never freed
    #[arg(long, group = "what", value_name = "N")]
    leaks: Option<u32>,
    /// Print the depth of the stack
    #[arg(long, group = "what")]
    stack: bool,
    /// Count allocations of library and runtime for the line of the application that called them
    #[arg(long, conflicts_with_all = ["contexts", "stack"])]
    application: bool,
    /// Print only sites in these methods: a method, class or package, or with * for any characters
    #[arg(long, value_name = "PATTERN", add = completion::methods())]
    only: Option<String>,
    /// Print only objects of this class, or with * for any characters
    #[arg(long, value_name = "PATTERN")]
    class: Option<String>,
    #[command(flatten)]
    result: ResultArguments,
    // Its heading is above whatever follows.
    #[command(flatten)]
    program: SubjectProgram,
}

/// The sites that are asked for.
struct Choice<'a> {
    memory: &'a MemoryProfile,
    attribution: Attribution,
    only: Option<(Pattern, Meaning)>,
    class: Option<Pattern>,
}

/// Where a result goes that is no table.
enum Kept {
    Recording(PendingFile),
    Folded(PendingFile),
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let kept = kept(arguments)?;
    if kept.is_none() {
        arguments.result.format()?;
    }
    let embedded = arguments.program.embedded.map(|it| PathBuf::from(it.name));
    let file = arguments.profile.clone().or(embedded).unwrap_or_default();
    let name = file.to_string_lossy();
    let (memory, code) = if arguments.program.is_meant(&name) {
        match record(arguments, &name, console)? {
            Some(found) => found,
            None => return Ok(exit_code::INTERRUPTED),
        }
    } else {
        arguments.program.refuse_for_files(&file, "a recording")?;
        (read(&file)?, exit_code::DONE)
    };
    match kept {
        Some(Kept::Recording(file)) => {
            keep(&memory, file)?;
            console.note(&format!("jop: {}", allocations::summary(&memory)));
        }
        Some(Kept::Folded(file)) => {
            let choice = Choice::new(arguments, &memory)?;
            file.finish(choice.folded()?.as_bytes())?;
        }
        None => arguments.result.print(&text(arguments, &memory, &file)?)?,
    }
    Ok(code)
}

/// The file of a recording or of stacks, if one is asked for.
fn kept(arguments: &Arguments) -> Result<Option<Kept>, Error> {
    let Some(file) = arguments.result.output_file() else {
        return Ok(None);
    };
    let name = file.to_string_lossy();
    let kind = if has_extension(&name, FILE_ENDING) {
        Kept::Recording
    } else if ["folded", "collapsed"]
        .iter()
        .any(|it| has_extension(&name, it))
    {
        Kept::Folded
    } else {
        return Ok(None);
    };
    refuse_format(file, arguments.result.is_format_given())?;
    Ok(Some(kind(PendingFile::create(file)?)))
}

fn text(arguments: &Arguments, memory: &MemoryProfile, file: &Path) -> Result<String, Error> {
    let (format, top) = (arguments.result.format()?, arguments.top);
    let choice = Choice::new(arguments, memory)?;
    if arguments.stack {
        stack::text(memory, top, format)
    } else if arguments.collections {
        collections::text(memory, top, format)
    } else if let Some(number) = arguments.live {
        let last = memory.collections.len() as u32;
        if number == 0 || number > last {
            return Err(Error::Input(format!(
                "{}: no collection {number}; the run has {}",
                file.display(),
                counted(last.into(), "collection")
            )));
        }
        allocations::live(&choice, number, top, format)
    } else if let Some(collections) = arguments.leaks {
        allocations::leaks(&choice, collections, top, format)
    } else if arguments.classes {
        allocations::classes(&choice, top, format)
    } else if arguments.contexts {
        allocations::contexts(&choice, top, format)
    } else {
        allocations::sites(&choice, top, format)
    }
}

/// Runs the program on the machine, and gives the exit code of its end, too; none after Ctrl-C.
fn record(
    arguments: &Arguments,
    name: &str,
    console: Console,
) -> Result<Option<(MemoryProfile, u8)>, Error> {
    let setup = arguments.program.setup(name, console)?;
    let conditions = arguments.program.conditions(console)?;
    let is_exact = arguments.exact || arguments.stack;
    let Some((memory, end)) = recorded(&setup, &conditions, is_exact)? else {
        return Ok(None);
    };
    let code = exit_code::of_run(end, &setup.program, console);
    Ok(Some((memory, code)))
}

/// The memory of a run to its end; none after Ctrl-C.
fn recorded(
    setup: &Setup,
    conditions: &Conditions<'_>,
    is_exact: bool,
) -> Result<Option<(MemoryProfile, End)>, Error> {
    let program = &setup.program;
    let symbols = program.symbols.as_ref();
    let probe = MemoryProbe::new(&setup.machine, (&program.image.words, symbols), is_exact);
    let probe = probe.map_err(Error::at(program))?;
    let probes = (CollectionProbe::new(symbols), probe);
    let mut run = memory_profile::watched(setup.build()?, (Statistics::default(), probes));
    if is_exact {
        run = run.on_reference();
    }
    let tell = host_input::teller(conditions.console, "");
    let mut ending = Ending::of(program)
        .max_cycles(conditions.max_cycles)
        .interrupted_by(conditions.stop)
        .telling(&tell);
    let Ok(end) = run::drive_silently(&mut run, &mut ending);
    if end == End::Interrupted {
        return Ok(None);
    }
    let end = end.whole(&program.name, run.cycle())?;
    let (statistics, (collections, memory)) = run.probe;
    let recorded = Recorded {
        cycles: statistics.cycles,
        collections: collections.collections(),
    };
    let provenance = record::provenance(&setup.provenance(), EngineKind::Machine);
    // The probe refuses an image without symbols.
    let memory = symbols.map(|symbols| memory.finish(recorded, provenance, symbols));
    Ok(memory.map(|memory| (memory, end)))
}

fn keep(memory: &MemoryProfile, file: PendingFile) -> Result<(), Error> {
    let mut bytes = Vec::new();
    memory_profile::write(memory, &mut bytes).map_err(|reason| Error::System {
        what: "pack the recording",
        reason: reason.into(),
    })?;
    file.finish(&bytes)
}

fn read(path: &Path) -> Result<MemoryProfile, Error> {
    let file = File::open(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    memory_profile::read(BufReader::new(file)).map_err(Error::at(path.display()))
}

impl<'a> Choice<'a> {
    fn new(arguments: &Arguments, memory: &'a MemoryProfile) -> Result<Self, Error> {
        let names = memory.profile.methods.iter().map(String::as_str);
        let only = arguments.only.as_ref();
        let choice = Self {
            memory,
            attribution: match arguments.application {
                true => Attribution::Application,
                false => Attribution::Bytecode,
            },
            only: only.map(|name| (Pattern(name.clone()), Meaning::among(name, names))),
            class: arguments.class.clone().map(Pattern),
        };
        let is_empty = !memory.sites.iter().any(|site| choice.takes(site));
        let given = [("--only", only), ("--class", arguments.class.as_ref())];
        let given = given
            .iter()
            .filter_map(|(option, name)| Some((option, (*name)?)));
        let given: Vec<String> = given
            .map(|(option, name)| format!("{option} `{name}`"))
            .collect();
        if is_empty && !given.is_empty() {
            return Err(Error::Input(format!(
                "no site is meant by {}; without it all are printed",
                given.join(" and ")
            )));
        }
        Ok(choice)
    }

    /// Checks if a site is asked for.
    fn takes(&self, site: &Site) -> bool {
        let code = self.memory.place(site);
        let (method, _, _) = self.memory.code_line(code, self.attribution);
        let only = self.only.as_ref();
        let class = self.class.as_ref();
        only.is_none_or(|(pattern, meaning)| pattern.matches(method, meaning))
            && class.is_none_or(|pattern| {
                let meaning = Meaning::among(&pattern.0, [site.class.as_str()]);
                pattern.0 == site.class || pattern.matches(&site.class, &meaning)
            })
    }

    /// Allocations as stacks, each with its heap words; the class is the innermost.
    fn folded(&self) -> Result<String, Error> {
        let profile = self.memory.weighted(|site| match self.takes(site) {
            true => site.allocated.heap_words(),
            false => 0,
        });
        let stacks = export::collapsed::of_unit(&profile, export::Metric::Cycles, "heap words");
        stacks.map_err(Error::refused)
    }
}

/// `1,234 of 5,678 words (12.3 %)`.
fn part_of(part: u64, whole: u64) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    format!(
        "{} of {} ({percent:.1} %)",
        thousands(part),
        counted(whole, "word")
    )
}
