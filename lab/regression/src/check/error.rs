//! Errors of manifests and goldens, each in one line with its place and the remedy.

use std::io;
use std::path::{Path, PathBuf};

use isa::toml_text;
use run::plain;

/// A manifest or golden that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The file cannot be read.
    #[error("{}: cannot read: {}{}", path.display(), plain(reason), only_if_missing(reason, remedy))]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        reason: io::Error,
        /// Remedy if the file is missing.
        remedy: &'static str,
    },
    /// The file has impossible contents.
    #[error("{}:{line}: {problem}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// The error and its remedy.
        problem: String,
    },
}

fn only_if_missing(reason: &io::Error, remedy: &str) -> String {
    if reason.kind() == io::ErrorKind::NotFound {
        format!("; {remedy}")
    } else {
        String::new()
    }
}

/// Text of a file in which places are known by their byte.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) path: &'a Path,
    pub(crate) text: &'a str,
}

impl Source<'_> {
    /// An error at a byte of the text.
    pub(crate) fn wrong(self, byte: usize, problem: impl Into<String>) -> CheckError {
        CheckError::Content {
            path: self.path.to_owned(),
            line: self.line(byte),
            problem: problem.into(),
        }
    }

    /// Error of the TOML reader.
    pub(crate) fn toml(self, error: &toml::de::Error, remedy: &str) -> CheckError {
        let (line, message) = toml_text::problem(self.text, error);
        CheckError::Content {
            path: self.path.to_owned(),
            line,
            problem: format!("{message}; {remedy}"),
        }
    }

    /// Line of a byte, from 1.
    pub(crate) fn line(self, byte: usize) -> usize {
        toml_text::line_at(self.text, byte)
    }
}
