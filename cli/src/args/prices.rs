//! What prices atoms: `derived`, `published`, a cost table, or a system vector.

use std::path::Path;

use cost_model::{CostTable, EvaluatedTable, derived_costs};
use isa::MachineConfig;
use microcode::Build;
use vectors::{Prior, System, SystemVector, is_system};

use crate::args::cost_source::{self, TableArguments};
use crate::args::vector_terms::read_text;
use crate::output::errors::Error;

/// A system, on any memory that it has prices for.
#[derive(Debug)]
pub(crate) enum NamedSystem {
    /// A cost table; derived if it is that of our microcode.
    Table {
        table: Box<CostTable>,
        is_derived: bool,
        build: Build,
    },
    /// Prices for the machine that was measured.
    Vector(Box<SystemVector>),
}

/// The system that `--table` and `--set` choose.
pub(crate) fn chosen(table: &TableArguments, build: Build) -> Result<NamedSystem, Error> {
    match table.file() {
        Some(_) if table.sets() => {}
        Some(file) => return load(&file.to_string_lossy(), build),
        None if table.sets() => {}
        None => return load("derived", build),
    }
    Ok(NamedSystem::Table {
        table: Box::new(table.load(build)?),
        is_derived: false,
        build,
    })
}

/// Reads a system.
pub(crate) fn load(name: &str, build: Build) -> Result<NamedSystem, Error> {
    let path = Path::new(name);
    if path.is_file() {
        let text = read_text(path, "a system has")?;
        if is_system(&text) {
            let system = SystemVector::from_json(&text).map_err(Error::at(name))?;
            return Ok(NamedSystem::Vector(Box::new(system)));
        }
    }
    Ok(NamedSystem::Table {
        table: Box::new(cost_source::read_for(path, build)?),
        is_derived: name == "derived",
        build,
    })
}

impl NamedSystem {
    /// The system on a machine.
    pub(crate) fn on(&self, machine: &MachineConfig) -> Result<System, Error> {
        match self {
            Self::Vector(system) => Ok(System::Vector(system.clone())),
            Self::Table {
                is_derived: true,
                build,
                ..
            } => System::derived(machine, *build).map_err(Error::refused),
            Self::Table { table, .. } => Ok(System::table(
                (**table).clone(),
                self.costs(table, machine)?,
            )),
        }
    }

    fn costs(&self, table: &CostTable, machine: &MachineConfig) -> Result<EvaluatedTable, Error> {
        let costs = match self {
            Self::Table {
                is_derived: true,
                build,
                ..
            } => derived_costs(machine, &microcode::jvm(*build)),
            _ => table.for_machine(machine),
        };
        costs.map_err(Error::refused)
    }

    /// What it says of prices before anything is measured.
    pub(crate) fn prior(&self, machine: &MachineConfig) -> Result<Prior, Error> {
        match self {
            Self::Table { table, .. } => {
                Ok(Prior::table((**table).clone(), self.costs(table, machine)?))
            }
            Self::Vector(_) => Err(Error::Input(
                "--prior is flat or a cost table; a system vector is none".to_owned(),
            )),
        }
    }

    /// True if its prices hold for the machine that was measured only.
    pub(crate) fn is_vector(&self) -> bool {
        matches!(self, Self::Vector(_))
    }
}
