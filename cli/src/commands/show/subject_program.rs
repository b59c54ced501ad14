//! A program in the place of a recording: linked and run first, and what it prints is not shown.

use std::path::{Path, PathBuf};

#[cfg(feature = "whole")]
use isa::Processors;
use isa::{MachineConfig, System};
#[cfg(feature = "whole")]
use microcode::Build;
use run::Setup;
use runtime::programs::EmbeddedProgram;
use runtime::sources::SourcePath;

use super::quiet_run::Conditions;
use crate::args::embedded_programs::PROGRAM;
use crate::args::input::InputArguments;
#[cfg(feature = "whole")]
use crate::args::lock_unit;
use crate::args::long_methods;
use crate::args::machine::MachineArguments;
use crate::args::microcode_source::MicrocodeArguments;
use crate::args::program_source::{LinkArguments, load_embedded};
use crate::args::quantity::cycles;
use crate::host::interrupts::watch_for_interrupts;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Options of a program that is run first.
#[derive(Debug, clap::Args)]
pub(crate) struct SubjectProgram {
    /// An embedded program; `jop programs` lists them
    #[arg(long = "program", value_name = "NAME", hide_possible_values = true,
          value_parser = PROGRAM)]
    pub(crate) embedded: Option<&'static EmbeddedProgram>,
    /// Arguments passed to main
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
    #[command(flatten)]
    link: LinkArguments,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    microcode: MicrocodeArguments,
    #[command(flatten)]
    input: InputArguments,
    /// Stop the program after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles)]
    max_cycles: Option<u64>,
}

impl SubjectProgram {
    /// Returns true if the run is that of an embedded program, or of one with this name.
    pub(crate) fn is_meant(&self, name: &str) -> bool {
        self.embedded.is_some() || self.link.may_be_program(name)
    }

    /// Where the Java sources of a program or of a recording are.
    #[cfg(feature = "whole")]
    pub(crate) fn sources(&self, own: &str, folders: &[PathBuf]) -> SourcePath {
        match self.embedded {
            Some(_) => SourcePath::new(folders.to_vec()),
            None => self.link.sources(own, folders),
        }
    }

    /// `what`, a recording, is there already; nothing is run.
    pub(crate) fn refuse_for_files(&self, file: &Path, what: &str) -> Result<(), Error> {
        let given = [
            (!self.arguments.is_empty(), "-- ARGS"),
            (self.link.is_given(), "an option of linking"),
            (self.machine.is_given(), "--config"),
            (self.microcode.is_given(), "an option of the microcode"),
            (self.input.input.is_some(), "--input"),
            (self.max_cycles.is_some(), "--max-cycles"),
        ];
        match given.into_iter().find(|(is_given, _)| *is_given) {
            None => Ok(()),
            Some((_, option)) => Err(Error::Input(format!(
                "{}: {option} has no meaning for {what}, whose run is over; give the program instead",
                file.display()
            ))),
        }
    }

    /// The machine that is named, and whether checks are strict: what prices a recording's counts.
    #[cfg(feature = "whole")]
    pub(crate) fn prices(&self) -> Result<(MachineConfig, Build), Error> {
        let build = match self.microcode.is_strict() {
            true => Build::Strict,
            false => Build::Jop,
        };
        Ok((self.machine.machine()?, build))
    }

    /// Cycles after which the program is given up.
    #[cfg(feature = "whole")]
    pub(crate) fn most_cycles(&self) -> u64 {
        self.max_cycles.unwrap_or(u64::MAX)
    }

    /// The program on several cores.
    #[cfg(feature = "whole")]
    pub(crate) fn several(
        &self,
        own: &str,
        console: Console,
    ) -> Result<(Setup, Processors), Error> {
        let system = self.machine.system()?;
        let processors = system.processors.ok_or_else(|| {
            Error::Input(format!(
                "{own}: the machine has one core; give one with several: --config reprap, or a file with cores = 4"
            ))
        })?;
        let setup = self.setup_on(&system, own, console)?;
        lock_unit::check(&setup.program, &processors)?;
        Ok((setup, processors))
    }

    /// The program on its machine.
    pub(crate) fn setup(&self, own: &str, console: Console) -> Result<Setup, Error> {
        self.setup_on(&self.machine.machine()?.into(), own, console)
    }

    fn setup_on(&self, system: &System, own: &str, console: Console) -> Result<Setup, Error> {
        let program = match self.embedded {
            Some(program) => load_embedded(program, &self.arguments, system)?,
            None => self.link.load(own, &self.arguments, system, console)?,
        };
        let input = self.input.whole(&program, console)?;
        let setup = Setup {
            program: program.fed(input),
            machine: system.machine.clone(),
            microcode: self.microcode.load(console)?,
        };
        long_methods::check((&setup.program, &setup.machine), "", console)?;
        Ok(setup)
    }

    /// What ends the run early.
    pub(crate) fn conditions(&self, console: Console) -> Result<Conditions<'static>, Error> {
        Ok(Conditions {
            max_cycles: self.max_cycles.unwrap_or(u64::MAX),
            stop: watch_for_interrupts()?,
            console,
        })
    }
}
