//! The machine of a command.

use std::path::{Path, PathBuf};

use isa::{GivenProcessors, MachineConfig, System};

use crate::args::machine_file;
use crate::output::errors::Error;

/// The option that chooses a machine.
#[derive(Debug, clap::Args)]
pub(crate) struct MachineArguments {
    /// Machine: a file as `jop config` prints it (options left out keep their defaults), or `roomy`: 1,024 words of
    /// stack, 4 MB and --strict, for programs with deep calls; no hardware is like that
    #[arg(long, visible_alias = "machine", value_name = "FILE.toml")]
    config: Option<PathBuf>,
}

impl MachineArguments {
    /// Checks if a machine was chosen.
    pub(crate) fn is_given(&self) -> bool {
        self.config.is_some()
    }

    /// The file.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.config.as_deref()
    }

    /// The processors of the file, or the default one.
    pub(crate) fn system(&self) -> Result<System, Error> {
        let file = self.config.as_deref();
        file.map_or_else(
            || Ok(MachineConfig::default().into()),
            machine_file::read_system,
        )
    }

    /// The machine of the file, or the default, and the options of several processors that the file gives.
    pub(crate) fn given(&self) -> Result<(MachineConfig, GivenProcessors), Error> {
        let Some(file) = self.config.as_deref() else {
            return Ok(Default::default());
        };
        let (system, given) = machine_file::read_given(file)?;
        Ok((system.machine, given))
    }

    /// The machine of the file, or the default.
    pub(crate) fn machine(&self) -> Result<MachineConfig, Error> {
        self.config
            .as_deref()
            .map_or_else(|| Ok(MachineConfig::default()), machine_file::read)
    }
}
