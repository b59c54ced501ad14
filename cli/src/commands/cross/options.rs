//! Options that a run on the host and the instrumentation ahead of it have in common.

use clap::ValueEnum;
use cost_model::EvaluatedTable;
use host_profile::{
    Binding, CacheModel, CacheOrganisation, Collections, Cover, Exceptions, Routines, Settings,
};
use isa::{MachineConfig, System};
use method_cache::replay;

use crate::args::cost_source::CostArguments;
use crate::args::machine::MachineArguments;
use crate::output::console::Console;
use crate::output::errors::Error;

/// What a run and the instrumentation ahead of it have in common.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Classes in the profile
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    pub(super) cover: CoverOption,
    /// Cost of bytecodes that JOP implements in Java
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    pub(super) routines: RoutinesOption,
    /// Cycles of each bytecode in Java with --routines constant
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(super) routine_cycles: u64,
    /// Result of lookups in the method cache
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    pub(super) lookups: LookupsOption,
    /// Organisation of the method cache instead of the machine's, with its size and blocks
    #[arg(long, value_name = "NAME", value_parser = organisation)]
    pub(super) org: Option<CacheOrganisation>,
    /// One method cache for all threads, as in the hardware
    #[arg(long)]
    pub(super) shared_cache: bool,
    /// Bytecodes counted in a block in which one throws; by default exact on Joplab's library, and fast on the host's
    #[arg(long, value_enum, ignore_case = true)]
    pub(super) exceptions: Option<ExceptionsOption>,
    /// Collections of the simulated heap
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    pub(super) collections: CollectionsOption,
    /// Write a dump whenever a thread has executed another N bytecodes: what was counted since the last one, as
    /// app.0001.jrec and so on beside app.jrec
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) every: Option<u64>,
    #[command(flatten)]
    pub(super) machine: MachineArguments,
    #[command(flatten)]
    pub(super) costs: CostArguments,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(super) enum CoverOption {
    /// The program and its libraries
    #[default]
    App,
    /// Also the JDK's own Java code
    Jdk,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(super) enum RoutinesOption {
    /// The runtime's methods run beside the program, with its operands
    #[default]
    Exact,
    /// Fitted costs of features of the operands
    Model,
    /// A number of cycles for each bytecode
    Constant,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(super) enum LookupsOption {
    /// As in the machine's method cache
    #[default]
    Simulated,
    /// Every lookup hits
    Hits,
    /// Every lookup misses
    Misses,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum ExceptionsOption {
    /// The whole block
    Fast,
    /// Only those executed; slower on the host's library
    Exact,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(super) enum CollectionsOption {
    /// The runtime's collector runs on the objects that the host's finds alive; with --routines exact and --cover app
    #[default]
    Priced,
    /// They take no cycles; faster
    Counted,
}

impl Options {
    /// The machine of one core; not one whose caches nothing here simulates.
    pub(super) fn machine(&self) -> Result<MachineConfig, Error> {
        check(self.machine.machine()?)
    }

    /// One core or several.
    pub(super) fn system(&self) -> Result<System, Error> {
        let system = self.machine.system()?;
        Ok(System {
            machine: check(system.machine)?,
            ..system
        })
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

    /// Where the costs come from.
    pub(super) fn costs(&self) -> &CostArguments {
        &self.costs
    }

    /// What is counted of a block in which a bytecode throws.
    pub(super) fn exceptions(&self, on_our_library: bool) -> ExceptionsOption {
        self.exceptions.unwrap_or(if on_our_library {
            ExceptionsOption::Exact
        } else {
            ExceptionsOption::Fast
        })
    }

    pub(super) fn settings(&self, on_our_library: bool) -> Settings {
        Settings {
            every: self.every.unwrap_or_default(),
            collections: match self.collections {
                CollectionsOption::Priced => Collections::Priced,
                CollectionsOption::Counted => Collections::Counted,
            },
            callback: None,
            runs_throws: on_our_library,
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
            binding: Binding::default(),
            exceptions: match self.exceptions(on_our_library) {
                ExceptionsOption::Fast => Exceptions::Fast,
                ExceptionsOption::Exact => Exceptions::Exact,
            },
        }
    }
}

fn check(machine: MachineConfig) -> Result<MachineConfig, Error> {
    if machine.object_cache {
        return Err(Error::Input(
            "object_cache = true: what the object cache holds is not simulated on the host; leave it out, or run on the machine"
                .to_owned(),
        ));
    }
    Ok(machine)
}

/// An error if the JDK is to be covered and what prices bytecodes needs it itself.
pub(super) fn can_cover_jdk(settings: &Settings) -> Result<(), Error> {
    match (settings.cover, settings.routines) {
        (Cover::Jdk, Routines::Model) => Err(Error::Input(
            "--cover jdk with --routines model: the model itself needs the JDK; use --routines exact or constant".to_owned(),
        )),
        _ => Ok(()),
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
