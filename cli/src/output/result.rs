//! Where a command's result goes, and in which format: standard output, or a file whose ending is the format.

use std::path::{Path, PathBuf};

use crate::output::atomic_file::{PendingFile, file_only, is_standard_output};
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::file_name::has_extension;
#[cfg(feature = "whole")]
use crate::output::picture::Picture;
use crate::output::table::Format;
use crate::output::{atomic_file, stdout, typeset};

/// Options of every command whose result is a table.
#[derive(Debug, clap::Args)]
pub(crate) struct ResultArguments {
    /// Format of the result; by default that of the file's ending, or table
    #[arg(long, value_enum, ignore_case = true, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write the result to this file: .txt, .csv, .json, .md or .tex
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl ResultArguments {
    /// The format; an error if a file's ending is none and no other is given, or if the file cannot be written. Asked before
    /// the work.
    pub(crate) fn format(&self) -> Result<Format, Error> {
        check_writable(self.output.as_deref())?;
        match (self.format, &self.output) {
            (Some(Format::Table), Some(file)) => {
                typeset::choose(file);
                Ok(Format::Table)
            }
            (Some(format), _) => Ok(format),
            (None, None) => Ok(Format::Table),
            (None, Some(file)) => of_ending(file),
        }
    }

    /// The chart that the file is to have.
    #[cfg(feature = "whole")]
    pub(crate) fn picture(&self) -> Result<Option<Picture<'_>>, Error> {
        picture(self.output.as_deref(), self.format.is_some())
    }

    /// The file that the result goes to, if it is not standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        named(self.output.as_deref())
    }

    /// The file as it was given.
    pub(crate) fn output_file(&self) -> Option<&PathBuf> {
        self.output.as_ref()
    }

    /// True if `jop check` or `jop diff` prints its result.
    pub(crate) fn is_shown(&self, console: Console) -> bool {
        !console.quiet || self.output.is_some()
    }

    /// An error if the file of an option is standard output, and the result goes there, too.
    pub(crate) fn refuse_second(&self, file: Option<&Path>, option: &str) -> Result<(), Error> {
        refuse_second(self.file(), file, option)
    }

    /// The same for `jop check` and `jop diff`, of which `-q` leaves the exit code and what goes to a file.
    pub(crate) fn print_comparison(&self, text: &str, console: Console) -> Result<(), Error> {
        if !self.is_shown(console) {
            return Ok(());
        }
        self.print(text)
    }

    /// Prints the whole result, or writes it to the file, without the styles that only tables have.
    pub(crate) fn print(&self, text: &str) -> Result<(), Error> {
        let Some(file) = self.file() else {
            return stdout::print(text);
        };
        if self.format()? == Format::Table {
            return atomic_file::write(file, typeset::file(text).as_bytes());
        }
        atomic_file::write(file, text.as_bytes())
    }
}

/// The chart that a file is to have; an error if it cannot be written, or a format is given, too.
#[cfg(feature = "whole")]
pub(crate) fn picture(file: Option<&Path>, has_format: bool) -> Result<Option<Picture<'_>>, Error> {
    let Some((file, picture)) = file.and_then(|file| Some((file, Picture::of(file)?))) else {
        return Ok(None);
    };
    refuse_format(file, has_format)?;
    check_writable(Some(file))?;
    Ok(Some(picture))
}

/// A file that is not standard output.
pub(crate) fn named(file: Option<&Path>) -> Option<&Path> {
    file.filter(|file| !is_standard_output(file))
}

/// An error if the file of an option is standard output, to which the result goes unless it has a file, or if it is that file.
pub(crate) fn refuse_second(
    file: Option<&Path>,
    second: Option<&Path>,
    option: &str,
) -> Result<(), Error> {
    match (file, second) {
        (None, Some(second)) => file_only(second, &format!("{option} beside the result")),
        (Some(file), Some(second)) if file == second => Err(Error::Input(format!(
            "{}: the result goes there, too; give {option} another file",
            file.display()
        ))),
        _ => Ok(()),
    }
}

/// An error if the file of an option is one of the files that are read, under whatever name.
pub(crate) fn refuse_inputs(
    file: Option<&Path>,
    option: &str,
    inputs: &[&Path],
) -> Result<(), Error> {
    let place = |path: &Path| std::fs::canonicalize(path).ok();
    let Some((file, output)) = file.and_then(|file| Some((file, place(file)?))) else {
        return Ok(());
    };
    match inputs
        .iter()
        .any(|input| place(input).as_ref() == Some(&output))
    {
        true => Err(Error::Input(format!(
            "{}: {option} would replace what is read; give it another name",
            file.display()
        ))),
        false => Ok(()),
    }
}

/// An error for a name without the ending of what is written to it.
pub(crate) fn check_ending(file: &Path, what: &str, ending: &str) -> Result<(), Error> {
    match has_extension(&file.to_string_lossy(), ending) || is_standard_output(file) {
        true => Ok(()),
        false => Err(Error::Input(format!(
            "{}: {what} ends in .{ending}",
            file.display()
        ))),
    }
}

/// An error if a format is given beside a file whose ending is the format.
pub(crate) fn refuse_format(file: &Path, is_given: bool) -> Result<(), Error> {
    if !is_given {
        return Ok(());
    }
    Err(Error::Input(format!(
        "{}: the ending is the format, and --format is for standard output; leave it out",
        file.display()
    )))
}

/// Formats of tables by the endings of their files.
pub(crate) const ENDINGS: [(&str, Format); 3] = [
    ("txt", Format::Table),
    ("csv", Format::Csv),
    ("json", Format::Json),
];

/// The same with tables in Markdown and LaTeX.
pub(crate) const WITH_PAPERS: [(&str, Format); 5] = {
    let [text, csv, json] = ENDINGS;
    [
        text,
        csv,
        json,
        ("md", Format::Table),
        ("tex", Format::Table),
    ]
};

/// The format that a file's ending means; a device, or whatever has none, gets a table.
pub(crate) fn of_ending(file: &Path) -> Result<Format, Error> {
    typeset::choose(file);
    among(
        file,
        &WITH_PAPERS,
        Some(Format::Table),
        ", or give --format",
    )
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
