//! The programs of an exploration, and everything else that it depends on.

use std::path::PathBuf;

use explore::{Description, ProfileCounts, ProgramDescription, Space, Variant, Workload};
use jopizer::{LinkOptions, LinkProgram as _};
use run::Program;
use runtime::programs::EmbeddedProgram;

use super::Arguments;
use crate::console::Console;
use crate::embedded_programs::{self, PROGRAM_OR_SUITE, Programs};
use crate::errors::Error;
use crate::host_input::InputArguments;
use crate::image_file;
use crate::profile_file;
use crate::program_source::{LinkArguments, link_with_notes};

/// The programs.
#[derive(Debug, clap::Args)]
pub(super) struct WorkloadArguments {
    /// Any number of FILE.jop, mem_main.dat, FILE.class, FILE.java, FILE.jar, or names of classes on the class path
    #[arg(value_name = "PROGRAMS", required_unless_present_any = ["embedded", "profile", "merge"])]
    own: Vec<String>,
    /// Embedded programs, separated by commas; `embedded`, `kernel` and `modern` are suites, `all` is all of them
    #[arg(long = "program", value_name = "NAMES", value_delimiter = ',', hide_possible_values = true,
          value_parser = PROGRAM_OR_SUITE)]
    embedded: Vec<Programs>,
    /// Embedded programs run for at least 20 million cycles
    #[arg(long, requires = "embedded", conflicts_with = "arguments")]
    long: bool,
    /// Profiles, of programs too big for JOP as `jop cross run` makes them; they were recorded for the machine of --config
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    profile: Vec<PathBuf>,
    /// Arguments passed to the main of every program
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
        let space = arguments.axes.space(machine.clone())?;
        let asked = arguments.axes.asked_for(&machine);
        let programs = arguments.workload.programs(&space, console)?;
        let variants = arguments.variants.load(&microcode)?;
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
        let max_cycles = arguments.work.max_cycles;
        let description = Description::new(described.collect(), &variants, space, max_cycles);
        Ok(Self {
            description: description.asking_for(asked),
            workloads: workloads
                .into_iter()
                .map(|(_, workload)| workload)
                .collect(),
            variants,
        })
    }
}

impl WorkloadArguments {
    /// The programs; they are linked for the largest memory, and points with one that is too small have no rows.
    fn programs(&self, space: &Space, console: Console) -> Result<Vec<Program>, Error> {
        self.refuse_link_options()?;
        let input = self.input.whole()?;
        let varied = space
            .axes
            .iter()
            .filter(|axis| axis.option == "memory_words");
        let varied = varied.flat_map(|axis| &axis.values);
        let largest = varied.filter_map(|words| words.parse().ok()).max();
        let memory_words = largest.unwrap_or(space.base.memory_words);
        let mut programs = Vec::new();
        for own in &self.own {
            // Options of linking are those of the classes beside it.
            let is_linked = !image_file::is_image(own);
            let plain = LinkArguments::default();
            let link = if is_linked { &self.link } else { &plain };
            programs.push(link.load(own, &self.arguments, memory_words, console)?);
        }
        for program in embedded_programs::distinct(&self.embedded) {
            programs.push(self.embedded(program, memory_words, console)?);
        }
        let fed = programs
            .into_iter()
            .map(|program| program.fed(input.clone()));
        Ok(fed.collect())
    }

    fn embedded(
        &self,
        program: &EmbeddedProgram,
        memory_words: u32,
        console: Console,
    ) -> Result<Program, Error> {
        let long = [program.long.to_string()];
        let given = if self.long {
            &long[..]
        } else {
            &self.arguments
        };
        let options = LinkOptions {
            memory_words,
            ..self.link.of_methods(program.options(given))
        };
        let linked = link_with_notes(&options, console)?;
        Ok(Program::linked(program.name, linked))
    }

    /// Options of linking that nothing here takes.
    fn refuse_link_options(&self) -> Result<(), Error> {
        let classes = self.own.iter().filter(|own| !image_file::is_image(own));
        if classes.count() > 0 {
            return Ok(());
        }
        if self.embedded.is_empty() && !self.own.is_empty() {
            return self.link.refuse_for_images();
        }
        self.link.refuse_class_path("without a class")
    }
}

fn refuse_same_names(workloads: &[(String, Workload)]) -> Result<(), Error> {
    for (number, (name, _)) in workloads.iter().enumerate() {
        if workloads[..number].iter().any(|(before, _)| before == name) {
            return Err(Error::Input(format!(
                "{name}: two programs have this name; leave one out, or rename its file"
            )));
        }
    }
    Ok(())
}
