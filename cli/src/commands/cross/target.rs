//! `jop cross run --library target`: the program is linked, and its classes and ours are given to the JVM.

use host_profile::{JavaCommand, target};
use isa::MachineConfig;
use jopizer::LinkOptions;

use super::java::Java;
use crate::output::errors::Error;

/// What to do when our library cannot carry the program.
const OTHERWISE: &str = "use --library host";

/// The class of the agent that runs the program.
const LAUNCHER: &str = "joplab.cross.Launch";

/// A program for the JVM.
pub(super) struct Target {
    command: Vec<String>,
    program: Vec<u8>,
}

impl Target {
    /// Links the program of a `java` command.
    pub(super) fn link(command: &[String], machine: &MachineConfig) -> Result<Self, Error> {
        let default_path = std::env::var("CLASSPATH").unwrap_or_else(|_| ".".to_owned());
        let java = JavaCommand::parse(command, &default_path)
            .map_err(|error| refused(&error.to_string()))?;
        let options = LinkOptions {
            arguments: java.arguments.clone(),
            memory_words: machine.memory_words,
            ..LinkOptions::new(java.main_class.clone(), java.class_path.clone())
        };
        let linked = jopizer::link_with_class_files(&options);
        let (linked, files) = linked.map_err(|error| refused(&error.to_string()))?;
        if let Some(obstacle) = target::obstacle(&files) {
            return Err(refused(&format!("{}: {obstacle}", java.main_class)));
        }
        let stack_words = 1 << machine.ram_width;
        let program = target::program_file(&linked, &files, machine.memory_words, stack_words);
        let mut command = vec![java.java];
        command.extend(java.options);
        command.push(LAUNCHER.to_owned());
        command.extend(java.arguments);
        Ok(Self { command, program })
    }

    /// The command in place of the user's.
    pub(super) fn command(&self) -> &[String] {
        &self.command
    }

    /// Puts the program beside the agent; the line of its settings that says so.
    pub(super) fn add_to(&self, java: &Java) -> Result<String, Error> {
        let file = java.add("program", &self.program)?;
        Ok(target::setting(&file))
    }
}

/// One line: the first that tells what is wrong, and the way out.
fn refused(reason: &str) -> Error {
    let mut lines = reason.lines();
    let first = lines.next().unwrap_or_default();
    let more = match lines.count() {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    Error::Input(format!("{first}{more}; {OTHERWISE}"))
}
