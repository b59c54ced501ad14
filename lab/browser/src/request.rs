//! Requests of the page.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A request.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Request {
    /// Takes the attached archives, one after the other: classes of the runtime, classes of the programs, sources of both. The first request.
    Library(LibraryParts),
    /// Opens an embedded program.
    Program {
        /// Its name.
        name: String,
        /// Arguments of `main`; none for its usual length.
        #[serde(default)]
        arguments: Vec<String>,
    },
    /// Opens the attached file: an image, its symbols, a checkpoint, a class file, a jar, a Java source.
    File {
        /// Its name, from whose ending follows what it is.
        name: String,
    },
    /// Links the classes of the files opened before.
    Link {
        /// The class whose `main` runs.
        main: String,
        /// Arguments of `main`.
        #[serde(default)]
        arguments: Vec<String>,
    },
    /// Starts the open program again, on another machine.
    Machine {
        /// Options, as in a machine file.
        #[serde(default)]
        config: String,
    },
    /// Runs up to a cycle, with breakpoints.
    Run {
        /// The cycle.
        until: u64,
    },
    /// Executes a command of the debugger.
    Command {
        /// As in a script of `jop debug`.
        line: String,
    },
    /// Shows views of this moment.
    Show {
        /// Names of views.
        parts: Vec<String>,
    },
    /// Shows rows of the pipeline around this cycle.
    Pipeline {
        /// Cycles before.
        before: u64,
        /// Cycles after.
        after: u64,
    },
    /// Gives the lines of a text.
    Text {
        /// `source`, `code` or `microcode`.
        of: String,
    },
    /// Gives words of main memory.
    Memory {
        /// First address.
        start: u32,
        /// Number of words.
        words: u32,
    },
    /// Feeds the UART.
    Input {
        /// The text; Ctrl-D at its end is the end of the input.
        text: String,
    },
    /// Gives the sources of the microcode.
    Sources,
    /// Assembles microcode.
    Assemble {
        /// Texts that differ from our sources, by path.
        #[serde(default)]
        files: BTreeMap<String, String>,
        /// Exact null and bounds checks.
        #[serde(default)]
        strict: bool,
        /// Starts the open program again with it.
        #[serde(default)]
        load: bool,
    },
}

/// What a page brings: sizes of archives, and the programs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LibraryParts {
    /// Size of the runtime's archive. Unit: bytes.
    pub(crate) runtime: usize,
    /// Size of the programs' archive. Unit: bytes. The sources follow.
    pub(crate) programs: usize,
    /// The programs.
    pub(crate) table: Vec<PageProgram>,
}

/// A program of the page; what else the page knows of it is not asked for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct PageProgram {
    pub(crate) name: String,
    /// The class whose `main` runs.
    pub(crate) main_class: String,
    /// Its usual argument.
    pub(crate) length: u32,
}
