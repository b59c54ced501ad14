//! Results of many rows: a table for people, CSV, JSON or Parquet, on standard output or in a file whose ending is the format.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::errors::Error;
use crate::result_output::{ENDINGS, among, check_writable, named};
use crate::table::Format;
use crate::{atomic_file, output};

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
            (Some(format), _) => Ok(format),
            (None, None) => Ok(RowsFormat::Table),
            (None, Some(file)) => {
                let [text, csv, json] = ENDINGS.map(|(ending, format)| (ending, of_table(format)));
                let endings = [text, csv, json, ("parquet", RowsFormat::Parquet)];
                among(
                    file,
                    &endings,
                    Some(RowsFormat::Table),
                    ", or give --format",
                )
            }
        }
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

    /// Writes to the file, or to standard output.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Error> {
        match &self.output {
            Some(path) => atomic_file::write(path, bytes),
            None => output::print(&String::from_utf8_lossy(bytes)),
        }
    }
}
