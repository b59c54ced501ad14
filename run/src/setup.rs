//! Setup of a run: a program, a machine and its microcode, and the one provenance of every figure of the run.

use isa::{MachineConfig, Processors};
use jopizer::Symbols;
use microcode::Build;
use serde::{Deserialize, Serialize};
use sim_core::{Machine, MachineError};

use crate::fingerprint::Fingerprint;
use crate::program::{Program, ProgramIdentity};

/// Microcode and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Microcode {
    /// `jop`, `strict`, or the file.
    pub name: String,
    /// The contents of ROM, stack RAM and jump table.
    pub program: microcode::Program,
    /// Build of our microcode; none for other microcode, or from a checkpoint.
    pub build: Option<Build>,
}

impl Microcode {
    /// A build of ours.
    #[must_use]
    pub fn ours(build: Build) -> Self {
        Self::of_build(build, microcode::jvm(build))
    }

    /// A build of ours that is assembled already.
    #[must_use]
    pub fn of_build(build: Build, program: microcode::Program) -> Self {
        let name = match build {
            Build::Strict => "strict",
            Build::Jop => "jop",
        };
        Self {
            name: name.to_owned(),
            program,
            build: Some(build),
        }
    }

    /// Microcode of another's.
    #[must_use]
    pub fn foreign(name: impl Into<String>, program: microcode::Program) -> Self {
        Self {
            name: name.into(),
            program,
            build: None,
        }
    }

    /// Its distinguishing key.
    #[must_use]
    pub fn identity(&self) -> MicrocodeIdentity {
        MicrocodeIdentity {
            name: self.name.clone(),
            sha256: Fingerprint::of_microcode(&self.program),
        }
    }
}

/// Microcode by name and hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MicrocodeIdentity {
    /// `jop`, `strict`, or the file.
    pub name: String,
    /// Of ROM, stack RAM and jump table.
    pub sha256: Fingerprint,
}

/// A machine, all of its options.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineIdentity {
    /// Of every option.
    pub sha256: Fingerprint,
    /// The options.
    pub config: MachineConfig,
    /// Several processors; none if there is one that has the memory to itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processors: Option<Processors>,
}

impl MachineIdentity {
    /// Key that distinguishes this machine from others.
    #[must_use]
    pub fn of(config: &MachineConfig) -> Self {
        Self {
            sha256: Fingerprint::of_machine(config),
            config: config.clone(),
            processors: None,
        }
    }

    /// Key that distinguishes these processors from others.
    #[must_use]
    pub fn of_several(config: &MachineConfig, processors: &Processors) -> Self {
        Self {
            sha256: Fingerprint::of_processors(config, processors),
            config: config.clone(),
            processors: Some(*processors),
        }
    }
}

/// Everything that the figures of a run depend on.
#[derive(Debug, Clone, PartialEq)]
pub struct Provenance {
    /// Version of Joplab.
    pub version: String,
    /// The program.
    pub image: ProgramIdentity,
    /// The microcode.
    pub microcode: MicrocodeIdentity,
    /// The machine.
    pub machine: MachineIdentity,
}

/// A program on its machine, before the first cycle.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// Program of the run.
    pub program: Program,
    /// Its machine.
    pub machine: MachineConfig,
    /// Implementation of the bytecodes.
    pub microcode: Microcode,
}

impl Setup {
    /// The machine in the first cycle after reset.
    ///
    /// # Errors
    /// When the configuration is out of range, or the image does not fit.
    pub fn build(&self) -> Result<Machine, MachineError> {
        let image = &self.program.image.words;
        Machine::new(&self.machine, &self.microcode.program, image)
    }

    /// Inputs that its figures depend on.
    #[must_use]
    pub fn provenance(&self) -> Provenance {
        provenance(self.program.identity(), &self.machine, &self.microcode)
    }

    /// State of it when it has begun to run.
    #[must_use]
    pub fn subject(&self) -> Subject {
        Subject {
            program: self.program.identity(),
            symbols: self.program.symbols.clone(),
            machine: self.machine.clone(),
            microcode: self.microcode.clone(),
        }
    }
}

/// A setup whose program runs already: its memory is in the machine's state.
#[derive(Debug, Clone, PartialEq)]
pub struct Subject {
    /// The program that runs.
    pub program: ProgramIdentity,
    /// Symbols of its image, if known.
    pub symbols: Option<Symbols>,
    /// Its machine.
    pub machine: MachineConfig,
    /// Implementation of the bytecodes.
    pub microcode: Microcode,
}

impl Subject {
    /// Inputs that its figures depend on.
    #[must_use]
    pub fn provenance(&self) -> Provenance {
        provenance(self.program.clone(), &self.machine, &self.microcode)
    }
}

fn provenance(
    image: ProgramIdentity,
    machine: &MachineConfig,
    microcode: &Microcode,
) -> Provenance {
    Provenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        image,
        microcode: microcode.identity(),
        machine: MachineIdentity::of(machine),
    }
}
