//! The thread switches of a run as a file: `--switches`.

use std::path::Path;

use cross_profile::context_names::thread_name;
use run::probes::Switch;

use crate::output::atomic_file::PendingFile;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::result::{WITH_PAPERS, among};
use crate::output::table::{Format, Table};
use crate::output::typeset::{Typesetting, form_of};

/// The file of the switches, opened before the run, and the format that its name asks for.
#[derive(Debug)]
pub(crate) struct SwitchTrace {
    file: PendingFile,
    format: Format,
    form: Option<Typesetting>,
}

impl SwitchTrace {
    /// Makes the file.
    pub(crate) fn create(path: &Path) -> Result<Self, Error> {
        let format = among(path, &WITH_PAPERS, Some(Format::Table), "")?;
        let file = PendingFile::create(path)?;
        Ok(Self {
            file,
            format,
            form: form_of(path),
        })
    }

    /// Writes all switches.
    pub(crate) fn finish(self, switches: &[Switch]) -> Result<(), Error> {
        let mut table = Table::new(&["cycle", "from", "to", "reason", "from thread", "to thread"]);
        for switch in switches {
            let [from, to] = switch.threads;
            table.push(vec![
                switch.cycle.into(),
                switch.from.as_str().into(),
                switch.to.as_str().into(),
                switch.reason.name().into(),
                thread_name(from).into(),
                thread_name(to).into(),
            ]);
        }
        let text = match self.form {
            Some(Typesetting::Markdown) => table.markdown(),
            Some(form @ Typesetting::Latex) => form.file(&table.latex()),
            None => table.render(self.format, Document::Switches)?,
        };
        self.file.finish(text.as_bytes())
    }
}
