//! The programs of an exploration, and everything else that it depends on.

use std::path::PathBuf;

use explore::{Description, ProfileCounts, ProgramDescription, Variant, Workload};
use isa::MachineConfig;
use jopizer::{LinkOptions, LinkProgram as _};
use microcode::Build;
use run::{Microcode, Program, Setup};

use super::Arguments;
use crate::console::Console;
use crate::embedded_programs::{self, PROGRAM_OR_SUITE, Programs};
use crate::engine_arguments::standard;
use crate::errors::Error;
use crate::host_input::InputArguments;
use crate::profile_file;
use crate::program_source::{LinkArguments, link_with_notes};

/// The programs.
#[derive(Debug, clap::Args)]
pub(super) struct WorkloadArguments {
    /// FILE.jop, mem_main.dat, FILE.class, FILE.java, FILE.jar, or the name of a class on the class path
    #[arg(value_name = "PROGRAM", required_unless_present_any = ["embedded", "profile", "merge"])]
    own: Option<String>,
    /// Embedded programs, separated by commas; `embedded`, `kernel` and `modern` are suites, `all` is all of them
    #[arg(long = "program", value_name = "NAMES", value_delimiter = ',',
          conflicts_with_all = ["own", "class_path"], hide_possible_values = true, value_parser = PROGRAM_OR_SUITE)]
    embedded: Vec<Programs>,
    /// Embedded programs run for at least 20 million cycles
    #[arg(long, requires = "embedded", conflicts_with = "arguments")]
    long: bool,
    /// Profiles, of programs too big for JOP as `jop cross run` makes them; they were recorded for the machine of --config
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    profile: Vec<PathBuf>,
    /// Arguments passed to main
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
    #[command(flatten)]
    link: LinkArguments,
    #[command(flatten)]
    input: InputArguments,
}

/// An exploration's inputs.
pub(super) struct Loaded {
    pub(super) description: Description,
    pub(super) workloads: Vec<Workload>,
    pub(super) variants: Vec<Variant>,
}

impl Loaded {
    /// Loads what the arguments name.
    pub(super) fn new(arguments: &Arguments, console: Console) -> Result<Self, Error> {
        let machine = arguments.machine.machine()?;
        let microcode = arguments.microcode.load(console)?;
        let programs = arguments.workload.programs(&machine, console)?;
        let build = build_of(&programs, &machine, &microcode)?;
        let variants = arguments.variants.load(&microcode, build)?;
        let mut workloads: Vec<(String, Workload)> = programs
            .into_iter()
            .map(|program| (program.name.clone(), Workload::Program(Box::new(program))))
            .collect();
        for path in &arguments.workload.profile {
            let profile = profile_file::read(path)?;
            let counts = ProfileCounts::new(&profile, &machine, &variants[0]);
            let counts =
                counts.map_err(|reason| Error::Input(format!("{}: {reason}", path.display())))?;
            let name = path.file_stem().unwrap_or(path.as_os_str());
            let name = name.to_string_lossy().into_owned();
            workloads.push((name, Workload::Profile(Box::new(counts))));
        }
        refuse_same_names(&workloads)?;
        let described = workloads.iter();
        let described = described.map(|(name, workload)| ProgramDescription::of(name, workload));
        let space = arguments.axes.space(machine)?;
        let max_cycles = arguments.work.max_cycles;
        Ok(Self {
            description: Description::new(described.collect(), &variants, space, max_cycles),
            workloads: workloads
                .into_iter()
                .map(|(_, workload)| workload)
                .collect(),
            variants,
        })
    }
}

impl WorkloadArguments {
    fn programs(&self, machine: &MachineConfig, console: Console) -> Result<Vec<Program>, Error> {
        let input = self.input.whole()?;
        let mut programs = Vec::new();
        if let Some(own) = &self.own {
            let words = machine.memory_words;
            programs.push(self.link.load(own, &self.arguments, words, console)?);
        }
        for program in embedded_programs::distinct(&self.embedded) {
            let long = [program.long.to_string()];
            let given = if self.long {
                &long[..]
            } else {
                &self.arguments
            };
            let options = LinkOptions {
                memory_words: machine.memory_words,
                ..program.options(given)
            };
            let linked = link_with_notes(&options, console)?;
            programs.push(Program::linked(program.name, linked));
        }
        let fed = programs
            .into_iter()
            .map(|program| program.fed(input.clone()));
        Ok(fed.collect())
    }
}

/// The build of ours whose bytecodes the microcode has, for all programs.
fn build_of(
    programs: &[Program],
    machine: &MachineConfig,
    microcode: &Microcode,
) -> Result<Build, Error> {
    let mut build = microcode.build;
    for program in programs {
        let setup = Setup {
            program: program.clone(),
            machine: machine.clone(),
            microcode: microcode.clone(),
        };
        build = Some(standard(&setup)?.build);
    }
    Ok(build.unwrap_or_default())
}

fn refuse_same_names(workloads: &[(String, Workload)]) -> Result<(), Error> {
    for (number, (name, _)) in workloads.iter().enumerate() {
        if workloads[..number].iter().any(|(before, _)| before == name) {
            return Err(Error::Input(format!(
                "{name}: two programs have this name; rename the file of one"
            )));
        }
    }
    Ok(())
}
