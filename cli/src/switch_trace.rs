//! The thread switches of a run as a file: `--switches`.

use std::io::Write;
use std::path::Path;

use run::probes::Switch;

use crate::atomic_file::PendingFile;
use crate::document::Document;
use crate::errors::Error;
use crate::result_output::{ENDINGS, among};
use crate::table::{Format, Table};

/// Destination of the switches, opened before the run.
#[derive(Debug)]
pub(crate) enum SwitchTrace {
    /// A table on standard error.
    StandardError,
    /// A file in the format that its name asks for.
    File(PendingFile, Format),
}

impl SwitchTrace {
    /// `-` is standard error, where the report goes, too.
    pub(crate) fn create(path: &Path) -> Result<Self, Error> {
        if path == Path::new("-") {
            return Ok(Self::StandardError);
        }
        let format = among(path, &ENDINGS, Some(Format::Table), "")?;
        Ok(Self::File(PendingFile::create(path)?, format))
    }

    /// Writes all switches.
    pub(crate) fn finish(self, switches: &[Switch]) -> Result<(), Error> {
        let mut table = Table::new(&["cycle", "from", "to", "reason"]);
        for switch in switches {
            table.push(vec![
                switch.cycle.into(),
                switch.from.as_str().into(),
                switch.to.as_str().into(),
                switch.reason.name().into(),
            ]);
        }
        match self {
            Self::StandardError => {
                let text = table.for_people();
                // A closed standard error stops nothing.
                let _ = anstream::stderr().write_all(text.as_bytes());
                Ok(())
            }
            Self::File(file, format) => {
                file.finish(table.render(format, Document::Switches)?.as_bytes())
            }
        }
    }
}
