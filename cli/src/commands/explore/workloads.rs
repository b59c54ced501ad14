//! The programs of an exploration, and everything else that it depends on.

use std::path::Path;

use explore::Images;
use jopizer::LinkProgram as _;
use run::Program;
use runtime::programs::EmbeddedProgram;

use crate::args::embedded_programs::{self, PROGRAM_OR_SUITE, Programs};
use crate::args::image_file;
use crate::args::input::InputArguments;
use crate::args::program_source::{LinkArguments, Target, link_with_notes};
use crate::output::console::{Console, SILENT};
use crate::output::errors::Error;
use crate::output::file_name::has_extension;

/// The programs.
#[derive(Debug, clap::Args)]
pub(super) struct WorkloadArguments {
    /// Any number of FILE.jop, mem_main.dat, FILE.class, FILE.java, FILE.jar, names of classes on the class path, or
    /// recordings: those of `jop cross run`, made for the machine of --config, for programs too big for JOP; for
    /// --caches, recordings with lookups
    #[arg(value_name = "PROGRAMS", required_unless_present_any = ["embedded", "merge"], conflicts_with = "merge")]
    own: Vec<String>,
    /// Embedded programs, separated by commas; `embedded`, `kernel` and `modern` are suites, `all` is all of them
    #[arg(long = "program", value_name = "NAMES", value_delimiter = ',', hide_possible_values = true,
          value_parser = PROGRAM_OR_SUITE, conflicts_with = "merge")]
    embedded: Vec<Programs>,
    /// Embedded programs run for at least 20 million cycles
    #[arg(long, requires = "embedded", conflicts_with = "arguments")]
    long: bool,
    /// Arguments passed to the main of every program
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
    #[command(flatten)]
    link: LinkArguments,
    #[command(flatten)]
    input: InputArguments,
}

impl WorkloadArguments {
    /// Files of recordings among what is given.
    pub(super) fn recordings(&self) -> impl Iterator<Item = &Path> {
        let recordings = self.own.iter().filter(|own| self.is_recording(own));
        recordings.map(Path::new)
    }

    fn is_recording(&self, own: &str) -> bool {
        let is_file = || !self.link.may_be_program(own) && Path::new(own).is_file();
        has_extension(own, recording::FILE_ENDING) || is_file()
    }

    /// Something that runs is given.
    pub(super) fn has_programs(&self) -> bool {
        let own = self.own.iter().any(|own| !self.is_recording(own));
        own || !self.embedded.is_empty()
    }

    /// Some program is linked here.
    fn links(&self) -> bool {
        let mut own = self.own.iter();
        !self.embedded.is_empty() || own.any(|own| !image_file::is_image(own))
    }

    /// Input is given.
    pub(super) fn is_fed(&self) -> bool {
        self.input.input.is_some()
    }

    /// The only program.
    pub(super) fn program(&self, memory_words: u32, console: Console) -> Result<Program, Error> {
        let is_one = self.recordings().next().is_none()
            && self.own.len() + embedded_programs::distinct(&self.embedded).len() == 1;
        let one = is_one.then(|| self.programs(memory_words, console));
        let one = one.transpose()?.and_then(|mut programs| programs.pop());
        one.ok_or_else(|| {
            Error::Input("--machines compares one program; name one, and no recording".to_owned())
        })
    }

    /// The programs.
    pub(super) fn programs(
        &self,
        memory_words: u32,
        console: Console,
    ) -> Result<Vec<Program>, Error> {
        let programs = self.linked(memory_words.into(), console)?;
        let input = self.input.whole_of(&programs, console)?;
        let fed = programs
            .into_iter()
            .map(|program| program.fed(input.clone()));
        Ok(fed.collect())
    }

    /// The programs for one core and, if asked for, for several; images are the same for both.
    pub(super) fn images(
        &self,
        (memory_words, several): (u32, bool),
        console: Console,
    ) -> Result<Vec<Images>, Error> {
        let ones = self.linked(memory_words.into(), console)?;
        let input = self.input.whole_of(&ones, console)?;
        let several = match several && self.links() {
            true => self.linked(Target::of_several_cores(memory_words), SILENT)?,
            false => Vec::new(),
        };
        let mut several = several.into_iter();
        let both = ones.into_iter().map(|one| Images {
            one: one.fed(input.clone()),
            several: several.next().map(|several| several.fed(input.clone())),
        });
        Ok(both.collect())
    }

    fn linked(&self, target: Target, console: Console) -> Result<Vec<Program>, Error> {
        self.refuse_link_options()?;
        let mut programs = Vec::new();
        for own in self.own.iter().filter(|own| !self.is_recording(own)) {
            // Options of linking are those of the classes beside it.
            let is_linked = !image_file::is_image(own);
            let plain = LinkArguments::default();
            let link = if is_linked { &self.link } else { &plain };
            programs.push(link.load(own, &self.arguments, target, console)?);
        }
        for program in embedded_programs::distinct(&self.embedded) {
            programs.push(self.embedded(program, target, console)?);
        }
        Ok(programs)
    }

    fn embedded(
        &self,
        program: &EmbeddedProgram,
        target: Target,
        console: Console,
    ) -> Result<Program, Error> {
        let long = [program.long.to_string()];
        let given = if self.long {
            &long[..]
        } else {
            &self.arguments
        };
        let options = target.options(self.link.of_methods(program.options(given)));
        let linked = link_with_notes(&options, console)?;
        Ok(Program::linked(program.name, linked))
    }

    /// Options of linking that nothing here takes.
    fn refuse_link_options(&self) -> Result<(), Error> {
        let mut classes = self.own.iter().filter(|own| !image_file::is_image(own));
        if classes.any(|own| !self.is_recording(own)) {
            return Ok(());
        }
        if self.embedded.is_empty() && !self.own.is_empty() {
            return self.link.refuse_for_images();
        }
        self.link.refuse_class_path("without a class")
    }
}
