//! Systems by name: `derived`, `published`, a cost table, or a system vector.

use std::path::{Path, PathBuf};

use cost_model::{CostTable, EvaluatedTable, derive, derived_costs, published};
use isa::MachineConfig;
use microcode::Build;
use run::Microcode;
use vectors::{Prior, System, SystemVector, is_system};

use super::files;
use crate::args::cost_source;
use crate::output::errors::Error;

/// A system, on any memory that it has prices for.
#[derive(Debug)]
pub(super) enum NamedSystem {
    /// A cost table; derived if it is that of our microcode.
    Table {
        table: Box<CostTable>,
        is_derived: bool,
        build: Build,
    },
    /// Prices for the machine that was measured.
    Vector(Box<SystemVector>),
}

/// Reads a system.
pub(super) fn load(name: &str, build: Build) -> Result<NamedSystem, Error> {
    let microcode = Microcode::ours(build);
    let table = match name {
        "derived" => derive(&microcode.program, &microcode.name),
        "published" => published().map_err(Error::refused)?,
        file => {
            let path = Path::new(file);
            let text = files::read_text(path, "a system has")?;
            if is_system(&text) {
                let system = SystemVector::from_json(&text).map_err(Error::at(file))?;
                return Ok(NamedSystem::Vector(Box::new(system)));
            }
            cost_source::read(&PathBuf::from(file))?
        }
    };
    Ok(NamedSystem::Table {
        table: Box::new(table),
        is_derived: name == "derived",
        build,
    })
}

impl NamedSystem {
    /// The system on a machine.
    pub(super) fn on(&self, machine: &MachineConfig) -> Result<System, Error> {
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
    pub(super) fn prior(&self, machine: &MachineConfig) -> Result<Prior, Error> {
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
    pub(super) fn is_vector(&self) -> bool {
        matches!(self, Self::Vector(_))
    }
}
