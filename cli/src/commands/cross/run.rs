//! `jop cross run`: the whole way from a `java` command to a profile.

use std::path::PathBuf;

use clap::ValueEnum;
use cross_profile::Provenance;
use host_profile::{
    CacheModel, CacheOrganisation, Counts, Cover, Exceptions, Outcome, Pricing, Routines, Settings,
    price,
};
use isa::MachineConfig;
use method_cache::replay;
use run::Fingerprint;

use super::java::{Ended, Java};
use super::summary;
use super::target::Target;
use crate::atomic_file::PendingFile;
use crate::console::Console;
use crate::cost_source::CostArguments;
use crate::errors::Error;
use crate::machine_arguments::MachineArguments;

/// Run a Java program on the host and write the profile that it would have on JOP
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Run a Java program on the host's JVM (HotSpot, Java 11 or later) with every class of it instrumented, and write the \
calling-context profile that it would have on JOP. The program's output and exit code do not change.

The program need not be linked, and may be too large to link. Calls, bytecodes and code sizes are those of the linked program. \
Cycles come from a cost table. For bytecodes that JOP implements in Java, the runtime's own methods run beside the program, or a \
fitted model takes their place. Each thread has its own method cache, or all share one as in the hardware. The JDK's library differs from Joplab's library: by default the profile contains only the \
application's classes, and lists the calls that leave them.")]
#[command(after_help = "\
Exit codes:
  The program's own; 2 for bad input, or when the program left no counts.

Examples:
  jop cross run -- java -cp app.jar Main a b
  jop cross run -o app.jprof --config machine.toml -- java -jar app.jar
  jop cross run --cover jdk --routines model -- java -cp app.jar Main
                                        also the JDK's own Java code
  jop report cross.jprof                print the profile")]
pub(crate) struct Arguments {
    /// The java command: its options, and a main class or a jar with arguments
    #[arg(last = true, required = true, value_name = "JAVA")]
    java: Vec<String>,
    /// Write the profile to this file
    #[arg(short, long, value_name = "FILE", default_value = "cross.jprof")]
    output: PathBuf,
    /// Classes in the profile
    #[arg(long, value_enum, default_value_t)]
    cover: CoverOption,
    /// Library whose methods are counted
    #[arg(long, value_enum, default_value_t)]
    library: LibraryOption,
    /// Cost of bytecodes that JOP implements in Java
    #[arg(long, value_enum, default_value_t)]
    routines: RoutinesOption,
    /// Cycles of each bytecode in Java with --routines constant
    #[arg(long, value_name = "N", default_value_t = 200)]
    routine_cycles: u64,
    /// Result of lookups in the method cache
    #[arg(long, value_enum, default_value_t)]
    lookups: LookupsOption,
    /// Organisation of the method cache instead of the machine's, with its size and blocks
    #[arg(long, value_name = "NAME", value_parser = organisation)]
    org: Option<CacheOrganisation>,
    /// One method cache for all threads, as in the hardware
    #[arg(long)]
    shared_cache: bool,
    /// Bytecodes counted in a block in which one throws
    #[arg(long, value_enum, default_value_t)]
    exceptions: ExceptionsOption,
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
    /// Fitted costs of features of the operands; faster
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

impl Arguments {
    /// The linked program, if our library is to carry it.
    fn target(&self, machine: &MachineConfig) -> Result<Option<Target>, Error> {
        if self.library == LibraryOption::Host {
            return Ok(None);
        }
        if matches!(self.cover, CoverOption::Jdk) {
            return Err(Error::Input(
                "--cover jdk: with --library target no class of the JDK belongs to the program; leave one of the two out"
                    .to_owned(),
            ));
        }
        Target::link(&self.java, machine).map(Some)
    }

    fn settings(&self) -> Settings {
        Settings {
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
    let machine = arguments.machine.machine()?;
    if machine.object_cache {
        return Err(Error::Input(
            "object_cache = true: what the object cache holds is not simulated on the host; leave it out, or run on the machine"
                .to_owned(),
        ));
    }
    let (table, timing) = arguments.costs.load(console)?.on(&machine)?;
    let table = table.evaluate(timing);
    let settings = arguments.settings();
    let target = arguments.target(&machine)?;
    // Known before the program runs for hours.
    let output = PendingFile::create(&arguments.output)?;
    let command = target.as_ref().map_or(&*arguments.java, Target::command);
    let java = Java::prepare(command)?;
    let mut file = settings
        .file(&machine, &table, &java.counts(), &java.runtime())
        .map_err(|error| Error::Input(error.to_string()))?;
    if let Some(target) = &target {
        file += &target.add_to(&java)?;
    }
    let ended = java.run(&file)?;
    let counts = read(&java, &ended)?;
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
    let pricing = Pricing {
        table: &table,
        settings: &settings,
        routine_cycles: arguments.routine_cycles,
    };
    let provenance = provenance(&arguments.java, &machine);
    let outcome = price(&counts, &pricing, provenance);
    if let Some(without) = &outcome.without_cost {
        return Err(Error::Input(format!(
            "the cost table has no cycles for {}, which {} executes ({}); complete the table, or derive one from microcode",
            without.bytecode, without.method, without.reason
        )));
    }
    output.finish(&packed(&outcome)?)?;
    console.note(&summary::render(&outcome, &counts, &arguments.output));
    Ok(ended.code)
}

fn read(java: &Java, ended: &Ended) -> Result<Counts, Error> {
    let path = java.counts();
    let file = std::fs::File::open(&path).map_err(|_| {
        Error::Input(format!(
            "the program left no counts and ended with {}: it was killed, ended by Runtime.halt, or never began",
            ended.code
        ))
    })?;
    Counts::read(file).map_err(|error| Error::Input(error.to_string()))
}

/// The organisation of a name.
fn organisation(name: &str) -> Result<CacheOrganisation, String> {
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

fn provenance(java: &[String], machine: &MachineConfig) -> Provenance {
    Provenance {
        program: java[1..].join(" "),
        engine: "cross".to_owned(),
        machine: Fingerprint::of_machine(machine).digits().to_owned(),
        microcode: String::new(),
        image: String::new(),
    }
}

fn packed(outcome: &Outcome) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    cross_profile::file::write(&outcome.profile, &mut bytes).map_err(|reason| Error::System {
        what: "pack the profile",
        reason: reason.into(),
    })?;
    Ok(bytes)
}
