//! Where a command's result goes, and in which format: standard output, or a file whose ending is the format.

use std::path::{Path, PathBuf};

use crate::atomic_file::PendingFile;
use crate::console::Console;
use crate::errors::Error;
use crate::program_source::has_extension;
use crate::table::Format;
use crate::{atomic_file, output};

/// Options of every command whose result is a table.
#[derive(Debug, clap::Args)]
pub(crate) struct ResultArguments {
    /// Format of the result; by default that of the file's ending, or table
    #[arg(long, value_enum, ignore_case = true, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write the result to this file: .txt, .csv or .json
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl ResultArguments {
    /// The format; an error if a file's ending is none and no other is given, or if the file cannot be written. Asked before
    /// the work.
    pub(crate) fn format(&self) -> Result<Format, Error> {
        check_writable(self.output.as_deref())?;
        match (self.format, &self.output) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(Format::Table),
            (None, Some(file)) => of_ending(file),
        }
    }

    /// True if the result goes to a file.
    pub(crate) fn is_file(&self) -> bool {
        self.output.is_some()
    }

    /// The same for `jop check` and `jop diff`, of which `-q` leaves the exit code and what goes to a file.
    pub(crate) fn print_comparison(&self, text: &str, console: Console) -> Result<(), Error> {
        if console.quiet && self.output.is_none() {
            return Ok(());
        }
        self.print(text)
    }

    /// Prints the whole result, or writes it to the file.
    pub(crate) fn print(&self, text: &str) -> Result<(), Error> {
        match &self.output {
            Some(file) => atomic_file::write(file, text.as_bytes()),
            None => output::print(text),
        }
    }
}

/// Formats of tables by the endings of their files.
pub(crate) const ENDINGS: [(&str, Format); 3] = [
    ("txt", Format::Table),
    ("csv", Format::Csv),
    ("json", Format::Json),
];

/// The format that a file's ending means; a device, or whatever has none, gets a table.
pub(crate) fn of_ending(file: &Path) -> Result<Format, Error> {
    among(file, &ENDINGS, Some(Format::Table), ", or give --format")
}

/// The format that a file's ending means among these; `without` is that of a file without one. `remedy` ends the message.
pub(crate) fn among<T: Copy>(
    file: &Path,
    endings: &[(&str, T)],
    without: Option<T>,
    remedy: &str,
) -> Result<T, Error> {
    let name = file.to_string_lossy();
    if let (None, Some(format)) = (file.extension(), without) {
        return Ok(format);
    }
    let known = endings
        .iter()
        .find(|(ending, _)| has_extension(&name, ending));
    known.map(|(_, format)| *format).ok_or_else(|| {
        let endings: Vec<String> = endings.iter().map(|(it, _)| format!(".{it}")).collect();
        let (last, others) = endings
            .split_last()
            .map_or(("", &[][..]), |(last, others)| (last, others));
        Error::Input(format!(
            "{name}: the ending is no format; end it in {} or {last}{remedy}",
            others.join(", ")
        ))
    })
}

/// An error if a file cannot be written: its folder is missing, or closed to us.
pub(crate) fn check_writable(file: Option<&Path>) -> Result<(), Error> {
    match file {
        Some(file) => PendingFile::create(file).map(|_| ()),
        None => Ok(()),
    }
}
