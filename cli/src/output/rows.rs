//! Results of many rows: a table for people, CSV, JSON or Parquet, on standard output or in a file whose ending is the format.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use crate::output::errors::Error;
#[cfg(feature = "whole")]
use crate::output::picture::Picture;
#[cfg(feature = "whole")]
use crate::output::result;
use crate::output::result::{ENDINGS, among, check_writable, named, of_ending};
use crate::output::table::Format;
use crate::output::{atomic_file, stdout, typeset};

/// The options of commands with many rows.
#[derive(Debug, clap::Args)]
pub(crate) struct RowsArguments {
    /// Format; by default that of the file's ending, or table
    #[arg(long, value_enum, ignore_case = true, value_name = "FORMAT")]
    pub(crate) format: Option<RowsFormat>,
    /// Write the rows to a file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Formats of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowsFormat {
    /// Aligned columns
    Table,
    /// Comma-separated values with a header line
    Csv,
    /// One object; docs/schemas has its schema
    Json,
    /// Apache Parquet; to a file only
    Parquet,
}

impl RowsArguments {
    /// The format that was given or that the file's ending means.
    pub(crate) fn format(&self) -> Result<RowsFormat, Error> {
        check_writable(self.output.as_deref())?;
        let of_table = |format| match format {
            Format::Table => RowsFormat::Table,
            Format::Csv => RowsFormat::Csv,
            Format::Json => RowsFormat::Json,
        };
        match (self.format, &self.output) {
            (Some(RowsFormat::Table), Some(file)) => {
                typeset::choose(file);
                Ok(RowsFormat::Table)
            }
            (Some(format), _) => Ok(format),
            (None, None) => Ok(RowsFormat::Table),
            (None, Some(file)) => {
                typeset::choose(file);
                let [text, csv, json] = ENDINGS.map(|(ending, format)| (ending, of_table(format)));
                let papers = ["md", "tex"].map(|ending| (ending, RowsFormat::Table));
                let parquet = ("parquet", RowsFormat::Parquet);
                let endings = [text, csv, json, parquet, papers[0], papers[1]];
                among(
                    file,
                    &endings,
                    Some(RowsFormat::Table),
                    ", or give --format",
                )
            }
        }
    }

    /// The chart that the file is to have.
    #[cfg(feature = "whole")]
    pub(crate) fn picture(&self) -> Result<Option<Picture<'_>>, Error> {
        result::picture(self.output.as_deref(), self.format.is_some())
    }

    /// The file, unless that is standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        named(self.output.as_deref())
    }

    /// An error for Parquet that would go to a terminal or a pipe that nobody named.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let is_nowhere =
            self.output.is_none() || self.file().is_none() && io::stdout().is_terminal();
        if self.format()? == RowsFormat::Parquet && is_nowhere {
            return Err(Error::Input(
                "--format parquet needs a file: -o FILE".to_owned(),
            ));
        }
        Ok(())
    }

    /// The format, of a view that is no Parquet.
    pub(crate) fn table_format(&self) -> Result<Format, Error> {
        check_writable(self.output.as_deref())?;
        match (self.format, &self.output) {
            (Some(RowsFormat::Csv), _) => Ok(Format::Csv),
            (Some(RowsFormat::Json), _) => Ok(Format::Json),
            (None, Some(file)) => of_ending(file),
            (Some(RowsFormat::Table), Some(file)) => {
                typeset::choose(file);
                Ok(Format::Table)
            }
            (Some(RowsFormat::Parquet), _) => Err(Error::Input(
                "--format parquet is for contexts, time, windows and phases".to_owned(),
            )),
            _ => Ok(Format::Table),
        }
    }

    /// An error for Parquet, which this view does not write.
    pub(crate) fn refuse_parquet(&self, view: &str) -> Result<(), Error> {
        let ending = self.output.as_deref().and_then(Path::extension);
        if self.format == Some(RowsFormat::Parquet) || ending.is_some_and(|it| it == "parquet") {
            return Err(Error::Input(format!(
                "`jop show {view}` cannot be written as Parquet; contexts, time, windows and phases can"
            )));
        }
        Ok(())
    }

    /// Prints text, or writes it to the file, without the styles that only tables have.
    pub(crate) fn print(&self, text: &str) -> Result<(), Error> {
        match (self.file(), self.table_format()?) {
            (None, _) => stdout::print(text),
            (Some(file), Format::Table) => atomic_file::write(file, typeset::file(text).as_bytes()),
            (Some(file), _) => atomic_file::write(file, text.as_bytes()),
        }
    }

    /// Writes to the file, or to standard output.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Error> {
        match &self.output {
            Some(path) => atomic_file::write(path, bytes),
            None => stdout::print(&String::from_utf8_lossy(bytes)),
        }
    }
}

/// CSV of records with a header line.
pub(crate) fn csv<T: Serialize>(records: impl IntoIterator<Item = T>) -> Result<Vec<u8>, Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |reason: csv::Error| Error::System {
        what: "write CSV",
        reason: reason.into(),
    };
    for record in records {
        writer.serialize(record).map_err(failed)?;
    }
    writer
        .into_inner()
        .map_err(|reason| failed(reason.into_error().into()))
}
