//! `jop cross run`: the whole way from a `java` command to a profile.

use std::io;
use std::path::PathBuf;

use clap::ValueEnum;
use cost_model::EvaluatedTable;
use cross_profile::{Profile, Provenance};
use host_profile::{
    CacheModel, CacheOrganisation, Collections, Counts, Cover, Exceptions, Outcome, Pricing,
    Routines, Settings, price,
};
use isa::MachineConfig;
use method_cache::replay;
use run::Fingerprint;

use super::dumps::Dumps;
use super::java::{Ended, Java};
use super::summary;
use super::target::Target;
use crate::args::cost_source::CostArguments;
use crate::args::machine::MachineArguments;
use crate::host::signals::Signals;
use crate::output::atomic_file::{PendingFile, file_only};
use crate::output::console::Console;
use crate::output::errors::{self, Error};

/// Run a Java program on the host and write the profile that it would have on JOP
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Run a Java program on the host's JVM (HotSpot, Java 11 or later) with every class of it instrumented, and write the \
calling-context profile that it would have on JOP. The program's output and exit code do not change.

The program need not be linked, and may be too large to link. Calls, bytecodes and code sizes are those of the linked program. \
Cycles come from a cost table. For bytecodes that JOP implements in Java, the runtime's own methods run beside the program, or a \
fitted model takes their place. Each thread has its own method cache, or all share one as in the hardware. \
The JDK's library differs from Joplab's library: by default the profile contains only the application's classes, and lists the \
calls that leave them.

With --library target the program is linked and runs on Joplab's library, under the host's JVM: the profile then contains the \
library's methods as they run on JOP. The program must be one that `jop run` accepts. Its threads are the host's: what JOP's scheduler takes is not in the profile. \
Options of the JVM that may change which classes run are refused.")]
#[command(after_help = "\
Exit codes:
  The program's own; 2 for bad input, or when no profile or part of one could be written.

Examples:
  jop cross run -- java -cp app.jar Main a b
  jop cross run -o app.jrec --config machine.toml -- java -jar app.jar
  jop cross run --cover jdk --routines constant -- java -cp app.jar Main
                                        also the JDK's own Java code
  jop cross run --library target -- java -cp app.jar Main
                                        on Joplab's library, which is counted, too
  jop show cross.jrec                  print the profile")]
pub(crate) struct Arguments {
    /// The java command: its options, and a main class or a jar with arguments
    #[arg(last = true, required = true, value_name = "JAVA")]
    java: Vec<String>,
    /// Write the profile to this file
    #[arg(short, long, value_name = "FILE", default_value = "cross.jrec")]
    output: PathBuf,
    /// Write all calls that leave the profile to this file, as CSV: calls, method, whether it is native, caller
    #[arg(long, value_name = "FILE")]
    calls: Option<PathBuf>,
    /// Library whose methods are counted
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    library: LibraryOption,
    /// Call this class instead of writing dumps; see `jop cross api`
    #[arg(long, value_name = "CLASS", requires = "every")]
    callback: Option<String>,
    #[command(flatten)]
    options: Options,
}

/// What a run and the instrumentation ahead of it have in common.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Classes in the profile
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    cover: CoverOption,
    /// Cost of bytecodes that JOP implements in Java
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    routines: RoutinesOption,
    /// Cycles of each bytecode in Java with --routines constant
    #[arg(long, value_name = "N", default_value_t = 200)]
    routine_cycles: u64,
    /// Result of lookups in the method cache
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    lookups: LookupsOption,
    /// Organisation of the method cache instead of the machine's, with its size and blocks
    #[arg(long, value_name = "NAME", value_parser = organisation)]
    org: Option<CacheOrganisation>,
    /// One method cache for all threads, as in the hardware
    #[arg(long)]
    shared_cache: bool,
    /// Bytecodes counted in a block in which one throws
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    exceptions: ExceptionsOption,
    /// Collections of the simulated heap
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    collections: CollectionsOption,
    /// Whenever a thread has executed another N bytecodes, write what was counted since the last dump: app.0001.jrec and so on beside
    /// app.jrec
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    every: Option<u64>,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    costs: CostArguments,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum CoverOption {
    /// The program and its libraries
    #[default]
    App,
    /// Also the JDK's own Java code
    Jdk,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum LibraryOption {
    /// The program runs on the host's library; calls of it are listed
    #[default]
    Host,
    /// The program is linked and runs on Joplab's library, which is counted, too
    Target,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum RoutinesOption {
    /// The runtime's methods run beside the program, with its operands
    #[default]
    Exact,
    /// Fitted costs of features of the operands
    Model,
    /// A number of cycles for each bytecode
    Constant,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum LookupsOption {
    /// As in the machine's method cache
    #[default]
    Simulated,
    /// Every lookup hits
    Hits,
    /// Every lookup misses
    Misses,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum ExceptionsOption {
    /// The whole block
    #[default]
    Fast,
    /// Only those executed; slower
    Exact,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum CollectionsOption {
    /// The runtime's collector runs on what the host's finds alive, with --routines exact and --cover app
    #[default]
    Priced,
    /// They take no cycles; faster
    Counted,
}

impl Arguments {
    /// What the agent is asked for, on this machine.
    fn settings(&self, machine: &MachineConfig) -> Result<Settings, Error> {
        let settings = Settings {
            callback: self.callback.clone(),
            ..self.options.settings()
        };
        if let (Cover::Jdk, Routines::Model) = (settings.cover, settings.routines) {
            return Err(Error::Input(
                "--cover jdk with --routines model: the model itself needs the JDK; use --routines exact or constant".to_owned(),
            ));
        }
        let longest = settings
            .organisation(machine)
            .and_then(|organisation| organisation.longest_method(machine));
        match (settings.cache, longest) {
            (CacheModel::Simulated, Err(error)) => Err(Error::Input(error.to_string())),
            _ => Ok(settings),
        }
    }

    /// The linked program, if our library is to carry it.
    fn target(&self, machine: &MachineConfig) -> Result<Option<Target>, Error> {
        if self.library == LibraryOption::Host {
            return Ok(None);
        }
        if matches!(self.options.cover, CoverOption::Jdk) {
            return Err(Error::Input(
                "--cover jdk: with --library target no class of the JDK belongs to the program; leave one of the two out"
                    .to_owned(),
            ));
        }
        Target::link(&self.java, machine).map(Some)
    }
}

impl Options {
    /// The machine; not one whose caches nothing here simulates.
    pub(super) fn machine(&self) -> Result<MachineConfig, Error> {
        let machine = self.machine.machine()?;
        if machine.object_cache {
            return Err(Error::Input(
                "object_cache = true: what the object cache holds is not simulated on the host; leave it out, or run on the machine"
                    .to_owned(),
            ));
        }
        Ok(machine)
    }

    /// The costs on a machine.
    pub(super) fn table(
        &self,
        machine: &MachineConfig,
        console: Console,
    ) -> Result<EvaluatedTable, Error> {
        let (table, timing) = self.costs.load(console)?.on(machine)?;
        Ok(table.evaluate(timing))
    }

    pub(super) fn settings(&self) -> Settings {
        Settings {
            every: self.every.unwrap_or_default(),
            collections: match self.collections {
                CollectionsOption::Priced => Collections::Priced,
                CollectionsOption::Counted => Collections::Counted,
            },
            callback: None,
            cover: match self.cover {
                CoverOption::App => Cover::Application,
                CoverOption::Jdk => Cover::Jdk,
            },
            routines: match self.routines {
                RoutinesOption::Exact => Routines::Exact,
                RoutinesOption::Model => Routines::Model,
                RoutinesOption::Constant => Routines::Constant,
            },
            cache: match self.lookups {
                LookupsOption::Simulated => CacheModel::Simulated,
                LookupsOption::Hits => CacheModel::Hits,
                LookupsOption::Misses => CacheModel::Misses,
            },
            organisation: self.org,
            shared_cache: self.shared_cache,
            exceptions: match self.exceptions {
                ExceptionsOption::Fast => Exceptions::Fast,
                ExceptionsOption::Exact => Exceptions::Exact,
            },
        }
    }
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    file_only(&arguments.output, "a profile")?;
    let options = &arguments.options;
    let machine = options.machine()?;
    let table = options.table(&machine, console)?;
    let settings = arguments.settings(&machine)?;
    let target = arguments.target(&machine)?;
    // Before the first file that would be left behind.
    let signals = Signals::watch()?;
    let outputs = Outputs::create(arguments)?;
    let command = target.as_ref().map_or(&*arguments.java, Target::command);
    let java = Java::prepare(command, &signals);
    if let Some(code) = signals.early() {
        return Ok(code);
    }
    let java = java?;
    let mut file = settings
        .file(&machine, &table, &java.counts(), &java.runtime())
        .map_err(|error| Error::Input(error.to_string()))?;
    if let Some(target) = &target {
        file += &target.add_to(&java)?;
    }
    let pricing = Pricing {
        table: &table,
        settings: &settings,
        routine_cycles: options.routine_cycles,
    };
    let mut dumps = Dumps {
        counts: java.counts(),
        output: &arguments.output,
        pricing: pricing.clone(),
        provenance: provenance(arguments, &machine, &table),
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
    outputs.finish(&outcome)?;
    console.note(&summary::render(
        &outcome,
        &counts,
        &arguments.output,
        target.is_some(),
    ));
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

/// Files to write; that they can be made is known before the program runs for hours.
struct Outputs {
    profile: PendingFile,
    calls: Option<PendingFile>,
}

impl Outputs {
    fn create(arguments: &Arguments) -> Result<Self, Error> {
        let calls = arguments.calls.as_deref().map(PendingFile::create);
        Ok(Self {
            profile: PendingFile::create(&arguments.output)?,
            calls: calls.transpose()?,
        })
    }

    fn finish(self, outcome: &Outcome) -> Result<(), Error> {
        self.profile.finish(&packed(&outcome.profile)?)?;
        let Some(calls) = self.calls else {
            return Ok(());
        };
        calls.finish(summary::all_calls(&outcome.uncovered)?.as_bytes())
    }
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

/// The organisation of a name.
fn organisation(name: &str) -> Result<CacheOrganisation, String> {
    let name = &name.to_ascii_lowercase();
    CacheOrganisation::named(name).ok_or_else(|| {
        let names: Vec<&str> = CacheOrganisation::ALL
            .iter()
            .map(|(name, _)| *name)
            .collect();
        let reason = match replay::organisation(name).map(|known| known.name()) {
            Some("ideal") => "every lookup hits: use --lookups hits".to_owned(),
            Some(_) => "it looks at addresses, which the host does not have".to_owned(),
            None => "no organisation has this name".to_owned(),
        };
        format!("{reason}; one of {}", names.join(", "))
    })
}

fn provenance(
    arguments: &Arguments,
    machine: &MachineConfig,
    table: &EvaluatedTable,
) -> Provenance {
    let options = &arguments.options;
    let name = |option: Option<clap::builder::PossibleValue>| {
        option.map_or_else(String::new, |option| option.get_name().to_owned())
    };
    let cache = match (options.org, options.shared_cache) {
        (None, false) => String::new(),
        (org, shared) => format!(" ({org:?}, shared {shared})"),
    };
    // Any difference of the tables counts; the words are no image.
    let words: Vec<u32> = format!("{table:?}").bytes().map(u32::from).collect();
    let costs = Fingerprint::of_image(&words);
    Provenance {
        program: arguments.java[1..].join(" "),
        engine: format!(
            "cross, cover {}, library {}, routines {} {}, lookups {}{cache}, exceptions {}, collections {}, costs {}",
            name(options.cover.to_possible_value()),
            name(arguments.library.to_possible_value()),
            name(options.routines.to_possible_value()),
            options.routine_cycles,
            name(options.lookups.to_possible_value()),
            name(options.exceptions.to_possible_value()),
            name(options.collections.to_possible_value()),
            &costs.digits()[..8]
        ),
        machine: Fingerprint::of_machine(machine).digits().to_owned(),
        microcode: String::new(),
        image: String::new(),
    }
}

pub(super) fn packed(profile: &Profile) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    cross_profile::file::write(profile, &mut bytes).map_err(|reason| Error::System {
        what: "pack the profile",
        reason: reason.into(),
    })?;
    Ok(bytes)
}
