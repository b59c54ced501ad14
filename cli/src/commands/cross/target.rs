//! `jop cross run --library target`: the program is linked, and its classes and ours are given to the JVM.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

use host_profile::{JavaCommand, target};
use isa::MachineConfig;
use jopizer::{LinkOptions, Linked};

use super::java::Java;
use crate::output::errors::Error;

/// What to do when our library cannot carry the program.
const OTHERWISE: &str = "use --library host";

/// The class of the agent that runs the program.
const LAUNCHER: &str = "joplab.cross.Launch";

/// A program for the JVM.
pub(super) struct Target {
    linked: Linked,
    main_class: String,
    class_path: Vec<PathBuf>,
    arguments: Vec<String>,
    command: Vec<String>,
    program: Vec<u8>,
}

impl Target {
    /// Links the program of a `java` command.
    pub(super) fn link(command: &[String], machine: &MachineConfig) -> Result<Self, Unlinkable> {
        let default_path = std::env::var("CLASSPATH").unwrap_or_else(|_| ".".to_owned());
        let java = JavaCommand::parse(command, &default_path)
            .map_err(|error| Unlinkable::of(&error.to_string()))?;
        let options = LinkOptions {
            arguments: java.arguments.clone(),
            memory_words: machine.memory_words,
            ..LinkOptions::new(java.main_class.clone(), java.class_path.clone())
        };
        let linked = jopizer::link_with_class_files(&options);
        let (linked, files) = linked.map_err(|error| Unlinkable::of(&error.to_string()))?;
        if let Some(obstacle) = target::obstacle(&files) {
            return Err(Unlinkable::of(&format!("{}: {obstacle}", java.main_class)));
        }
        let stack_words = 1 << machine.ram_width;
        let program = target::program_file(&linked, &files, machine.memory_words, stack_words);
        let mut command = vec![java.java];
        command.extend(java.options);
        command.push(target::JVM_OPTION.to_owned());
        command.push(LAUNCHER.to_owned());
        command.extend(java.arguments.clone());
        Ok(Self {
            linked,
            main_class: java.main_class,
            class_path: java.class_path,
            arguments: java.arguments,
            command,
            program,
        })
    }

    /// The class with its main.
    pub(super) fn main_class(&self) -> &str {
        &self.main_class
    }

    /// The linked program.
    pub(super) fn program(&self) -> run::Program {
        run::Program::linked(self.main_class.clone(), self.linked.clone())
    }

    /// Whether it can start a thread.
    pub(super) fn starts_threads(&self) -> bool {
        target::starts_threads(&self.linked)
    }

    /// The command that executes the program on the fast engine, for a shell.
    pub(super) fn on_fast_engine(&self, output: &Path) -> String {
        let class_path = std::env::join_paths(&self.class_path).unwrap_or_default();
        let (class_path, output) = (class_path.to_string_lossy(), output.to_string_lossy());
        let mut words = vec!["jop", "run", "--engine", "fast", "-cp", &*class_path];
        words.extend([&*self.main_class, "-o", &*output]);
        if !self.arguments.is_empty() {
            words.push("--");
            words.extend(self.arguments.iter().map(String::as_str));
        }
        let words: Vec<_> = words.into_iter().map(shell_word).collect();
        words.join(" ")
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

/// Why our library cannot carry a program: the first line that tells what is wrong.
pub(super) struct Unlinkable(String);

impl Unlinkable {
    fn of(reason: &str) -> Self {
        let mut lines = reason.lines();
        let first = lines.next().unwrap_or_default();
        let more = match lines.count() {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        Self(format!("{first}{more}"))
    }

    /// An error with the way out.
    pub(super) fn refused(self) -> Error {
        Error::Input(format!("{self}; {OTHERWISE}"))
    }
}

impl fmt::Display for Unlinkable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A word as a shell takes it.
fn shell_word(word: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:=,+@%".contains(&byte);
    match !word.is_empty() && word.bytes().all(is_plain) {
        true => Cow::Borrowed(word),
        false => Cow::Owned(format!("'{}'", word.replace('\'', r"'\''"))),
    }
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_or_expand_them() {
        assert_eq!(shell_word("a/b.C"), "a/b.C");
        assert_eq!(shell_word(""), "''");
        assert_eq!(shell_word("$HOME x"), "'$HOME x'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
    }
}
