//! `jop cross run`: the whole way from a `java` command to a profile.

use std::io;
use std::path::PathBuf;

use clap::ValueEnum;
use host_profile::{CacheModel, Counts, Cover, Pricing, Settings, price};
use isa::MachineConfig;

use super::binding::{self, BindingOption};
use super::dumps::Dumps;
use super::ended::Ended;
use super::executed::{Executed, FASTER_BELOW};
use super::java::Java;
use super::kept;
use super::library::{Library, LibraryOption};
use super::on_host;
use super::options::{CoverOption, Options, can_cover_jdk};
use super::other_cores::OtherCores;
use super::outputs::Outputs;
use super::provenance;
use super::summary;
use super::target::Target;
use crate::args::recording::check_ending;
use crate::host::signals::Signals;
use crate::output::atomic_file::file_only;
use crate::output::console::Console;
use crate::output::errors::{self, Error};
use crate::output::result;

/// Run a Java program on the host and write the profile that it would have on JOP
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Run a Java program on the host's JVM (HotSpot, Java 11 or later) with every class of it instrumented, and write the \
calling-context profile that it would have on JOP. The program's output and exit code do not change on the JDK's library.

The program may be one that cannot be linked. Calls, bytecodes and code sizes are those of the linked program. Cycles \
come from a cost table. For bytecodes that JOP implements in Java, the runtime's own methods run beside the program, \
or a fitted model takes their place. Each thread has its own method cache, or all share one as in the hardware. A \
program that can be linked runs on Joplab's library, under the host's JVM (--library target): the profile contains the \
library's methods as they run on JOP, and the program prints what it prints on JOP. Others run on the JDK's library, \
which JOP would not execute (--library host): the profile contains only the application's classes, and lists the calls \
that leave them. Lines after the output report why, the share of cycles that such calls concern, and how far off \
programs with such a share were.

With --library target, the program must be one that `jop run` accepts. If it can start a thread, the fast engine \
executes it in place of the JVM, because the host's scheduler is not JOP's; the profile is then exact, and also has \
the start of the runtime. Options of the JVM that may change which classes run are refused.")]
#[command(after_help = "\
Exit codes:
  The program's own; 2 for bad input, or when no profile or part of one could be written.

Examples:
  jop cross run -- java -cp app.jar Main a b
  jop cross run -o app.jrec --config machine.toml -- java -jar app.jar
  jop cross run --cover jdk --routines constant -- java -cp app.jar Main
                                        also the JDK's own Java code
  jop cross run --library target -- java -cp app.jar Main
                                        on Joplab's library; refused if it cannot be linked
  jop show cross.jrec                  print the profile")]
pub(crate) struct Arguments {
    /// The java command: its options, and a main class or a jar with arguments
    #[arg(last = true, required = true, value_name = "JAVA")]
    java: Vec<String>,
    /// Write the profile to this file
    #[arg(short, long, value_name = "FILE.jrec", default_value = "cross.jrec")]
    output: PathBuf,
    /// Write all calls that leave the profile to this file, as CSV: calls, method, whether it is native, caller
    #[arg(long, value_name = "FILE.csv")]
    calls: Option<PathBuf>,
    /// Library whose methods are counted; by default target for a program that can be linked, and host for others
    #[arg(long, value_enum, ignore_case = true)]
    library: Option<LibraryOption>,
    /// With --library target, what runs a program that can start a thread; by default the engine
    #[arg(long, value_enum, ignore_case = true)]
    threads: Option<ThreadsOption>,
    /// With --library target, how a call with one possible target finds its context; the profile is the same; by
    /// default static
    #[arg(long, value_enum, ignore_case = true)]
    binding: Option<BindingOption>,
    /// Call this class instead of writing dumps; see `jop cross api`
    #[arg(long, value_name = "CLASS", requires = "every")]
    callback: Option<String>,
    /// Instrumented classes of the JDK that earlier runs have kept, with --cover jdk; see `jop cross prepare`
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    kept: KeptOption,
    #[command(flatten)]
    options: Options,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum KeptOption {
    /// Use them, and keep them first if there are none
    #[default]
    Yes,
    /// Instrument each class when it is loaded
    No,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ThreadsOption {
    /// The fast engine, with JOP's scheduler, if it supports the other options
    Engine,
    /// The JVM, with the host's scheduler
    Host,
}

impl Arguments {
    fn outputs(&self) -> Result<Outputs, Error> {
        Outputs::create(&self.output, self.calls.as_deref())
    }

    /// What the agent is asked for, on this machine, with this library.
    fn settings(&self, machine: &MachineConfig, library: &Library) -> Result<Settings, Error> {
        let settings = Settings {
            callback: self.callback.clone(),
            ..self.options.settings(library.target().is_some())
        };
        can_cover_jdk(&settings)?;
        let longest = settings
            .organisation(machine)
            .and_then(|organisation| organisation.longest_method(machine));
        match (settings.cache, longest) {
            (CacheModel::Simulated, Err(error)) => Err(Error::Input(error.to_string())),
            _ => Ok(settings),
        }
    }

    /// The program's library.
    fn library(&self, machine: &MachineConfig) -> Result<Library, Error> {
        let covers_jdk = matches!(self.options.cover, CoverOption::Jdk);
        let asked = (self.library, self.threads.is_some());
        Library::choose(asked, covers_jdk, &self.java, machine)
    }

    /// The linked program on the fast engine, if it can start a thread and the engine can take the JVM's place.
    fn executed(
        &self,
        target: &Target,
        settings: &Settings,
        machine: &MachineConfig,
        console: Console,
    ) -> Option<Executed> {
        if self.threads == Some(ThreadsOption::Host) || !target.starts_threads() {
            return None;
        }
        let program = target.main_class();
        match Executed::prepare(target, (&self.options, settings), machine, console) {
            Ok(executed) => {
                console.note(&format!(
                    "jop: note: {program} can start threads: the fast engine executes it, with JOP's scheduler; --threads host profiles it on the JVM"
                ));
                Some(executed)
            }
            Err(reason) => {
                console.note(&format!(
                    "jop: note: {program} can start threads, and the host schedules them, as the fast engine cannot take the JVM's place: {reason}"
                ));
                None
            }
        }
    }

    /// What to say of a run on the JVM that the fast engine would have made faster.
    fn hint(
        &self,
        target: &Target,
        (cycles, settings): (u64, &Settings),
        machine: &MachineConfig,
        console: Console,
    ) -> Option<String> {
        if cycles >= FASTER_BELOW || target.starts_threads() {
            return None;
        }
        Executed::prepare(target, (&self.options, settings), machine, console).ok()?;
        Some(format!(
            "jop: note: up to some {} G cycles the fast engine is faster than the JVM, and exact: {}",
            FASTER_BELOW / 1_000_000_000,
            target.on_fast_engine(&self.output)
        ))
    }
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    file_only(&arguments.output, "a profile")?;
    check_ending(&arguments.output)?;
    if let Some(calls) = &arguments.calls {
        result::check_ending(calls, "a list of calls", "csv")?;
    }
    let options = &arguments.options;
    let system = options.system()?;
    let others = OtherCores::of(&system)?;
    if others.is_some() && arguments.threads == Some(ThreadsOption::Engine) {
        return Err(Error::Input(
            "--threads engine is for one core: it counts no accesses; leave it out".to_owned(),
        ));
    }
    let machine = system.machine;
    let table = options.table(&machine, console)?;
    let library = arguments.library(&machine)?;
    let mut settings = arguments.settings(&machine, &library)?;
    let target = library.target();
    settings.binding = binding::choose(arguments.binding, &settings)?;
    // It counts no accesses, and its cores are one.
    if let Some(target) = target.filter(|_| others.is_none())
        && let Some(executed) = arguments.executed(target, &settings, &machine, console)
    {
        let outputs = arguments.outputs()?;
        return executed.execute(outputs, &arguments.output, console);
    }
    // Before the first file that would be left behind.
    let signals = Signals::watch()?;
    let outputs = arguments.outputs()?;
    let command = target.map_or(&*arguments.java, Target::command);
    let mut java = Java::begin(command, &signals)?;
    let mut file = settings
        .file(&machine, &table, &java.counts(), &java.runtime())
        .map_err(|error| Error::Input(error.to_string()))?;
    let may_keep = arguments.kept == KeptOption::Yes && !kept::may_change(command);
    if settings.cover == Cover::Jdk && may_keep {
        // Without, the run takes longer and counts the same.
        match kept::of(&mut java, &file, &signals, console) {
            Ok(folder) => file += &kept::setting(&folder),
            Err(_) if signals.early().is_some() => {}
            Err(error) => console.note(&format!("jop: note: the JDK is not kept: {error}")),
        }
    }
    let patched = java.patch(&signals);
    if let Some(code) = signals.early() {
        return Ok(code);
    }
    patched?;
    if let Some(target) = target {
        file += &target.add_to(&java)?;
    }
    let pricing = Pricing {
        table: &table,
        settings: &settings,
        routine_cycles: options.routine_cycles,
        waits: others.map(|others| others.waits),
    };
    let mut dumps = Dumps {
        counts: java.counts(),
        output: &arguments.output,
        pricing: pricing.clone(),
        provenance: provenance::of(
            &arguments.java[1..],
            library.option(),
            options,
            (&machine, others, &table),
        ),
        written: 0,
        failed: None,
    };
    if settings.every != 0 && settings.callback.is_none() {
        dumps.check()?;
    }
    let ended = java.run(
        &file,
        settings.cover,
        &signals,
        (settings.every != 0).then_some(&mut dumps),
    )?;
    let Some(counts) = read(&java, &ended, dumps.written)? else {
        return Ok(ended.code);
    };
    if counts
        .threads
        .iter()
        .all(|thread| thread.contexts.len() <= 1)
    {
        return Err(Error::Input(format!(
            "no method of the program ran: java ended with {}",
            ended.code
        )));
    }
    let outcome = price(&counts, &pricing, dumps.provenance.clone());
    outputs.finish(&outcome.profile, &outcome.uncovered)?;
    let mut summary = summary::render(&outcome, &counts, &arguments.output, target.is_some());
    if let (Some(others), Some(term)) = (others, &outcome.contention) {
        summary += &format!("\n{}", others.explained(term));
    }
    if let Library::Host(reason) = &library {
        summary += &on_host::render(&outcome, settings.cover, reason.as_ref());
    }
    console.note(&summary);
    let cycles = outcome.profile.total_cycles();
    let hint = |target| arguments.hint(target, (cycles, &settings), &machine, console);
    if let Some(hint) = target.filter(|_| others.is_none()).and_then(hint) {
        console.note(&hint);
    }
    if let Some(error) = dumps.failed {
        return Err(error);
    }
    if dumps.written != 0 {
        console.note(&format!(
            "  {} dumps, {} to {}",
            dumps.written,
            dumps.output(1).display(),
            dumps.output(dumps.written).display()
        ));
    }
    if let Some(without) = &outcome.without_cost {
        return Err(Error::Input(format!(
            "the cost table has no cycles for {}, which {} executes ({}): the profile lacks them; complete the table, or derive one from microcode",
            without.bytecode, without.method, without.reason
        )));
    }
    java.complaint()?;
    Ok(ended.code)
}

/// The counts; none, and a message, if the program failed without any.
fn read(java: &Java, ended: &Ended, dumps: u32) -> Result<Option<Counts>, Error> {
    let path = java.counts();
    let opened = std::fs::File::open(&path).map(Some);
    let opened = opened.or_else(|reason| match reason.kind() {
        io::ErrorKind::NotFound => Ok(None),
        _ => Err(Error::Read {
            path: path.clone(),
            reason,
        }),
    })?;
    let Some(file) = opened else {
        let dumps = match dumps {
            0 => String::new(),
            dumps => format!("; {dumps} dumps are there"),
        };
        java.complaint()?;
        let error = Error::Input(format!(
            "the program left no counts and ended with {}: it was killed, or never began{dumps}",
            ended.code
        ));
        if ended.code == 0 {
            return Err(error);
        }
        errors::print(&error);
        return Ok(None);
    };
    let counts = Counts::read(file).map_err(|error| Error::Input(error.to_string()))?;
    let mut left = counts.left_out.iter();
    match left.find(|line| line.contains(": instrumented ahead of time with other options")) {
        Some(line) => Err(Error::Input(format!(
            "{line}; run with the options of `jop cross instrument`"
        ))),
        None => Ok(Some(counts)),
    }
}
