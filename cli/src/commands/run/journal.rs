//! Windows of a run, written as they end.

use std::fs::File;
use std::io::{self, BufWriter};

use fast_engine::Probe;
use metrics::Journal;
use recorders::{FastRecordedRun, Recorded, RecordedRun};
use run::Setup;

use crate::output::atomic_file::PendingFile;
use crate::output::errors::Error;
use crate::output::journal_file::JournalFile;

/// A run whose windows go to a journal.
pub(super) trait Journaled {
    /// Begins a journal, if there are windows.
    fn journal(&mut self, file: File, setup: &Setup) -> io::Result<Option<Journal<File>>>;
    /// Adds the windows that have ended.
    fn add_to(&mut self, journal: &mut Journal<File>) -> io::Result<()>;
}

impl Journaled for RecordedRun<'_> {
    fn journal(&mut self, file: File, setup: &Setup) -> io::Result<Option<Journal<File>>> {
        self.journal(file, setup)
    }

    fn add_to(&mut self, journal: &mut Journal<File>) -> io::Result<()> {
        self.add_to(journal)
    }
}

impl<P: Probe> Journaled for FastRecordedRun<P> {
    fn journal(&mut self, file: File, setup: &Setup) -> io::Result<Option<Journal<File>>> {
        self.journal(file, setup)
    }

    fn add_to(&mut self, journal: &mut Journal<File>) -> io::Result<()> {
        self.add_to(journal)
    }
}

/// The journal beside a recording, if there is one.
#[derive(Debug, Default)]
pub(super) struct Beside(Option<(JournalFile, Journal<File>)>);

impl Beside {
    /// Of a run that begins.
    pub(super) fn new(
        recording: Option<&PendingFile>,
        run: &mut impl Journaled,
        setup: &Setup,
    ) -> Result<Self, Error> {
        let file = recording.map(JournalFile::create).transpose()?.flatten();
        let Some((guard, file)) = file else {
            return Ok(Self::default());
        };
        let journal = run
            .journal(file, setup)
            .map_err(|reason| guard.failed(reason))?;
        Ok(Self(journal.map(|journal| (guard, journal))))
    }

    /// A slice of the run is over.
    pub(super) fn add(&mut self, run: &mut impl Journaled) -> Result<(), Error> {
        match &mut self.0 {
            Some((guard, journal)) => run
                .add_to(journal)
                .map_err(|reason| guard.keep(None, &reason)),
            None => Ok(()),
        }
    }

    /// Writes all sections of the run, which is over.
    pub(super) fn finish(self, recorded: &Recorded, mut to: PendingFile) -> Result<(), Error> {
        let Some((mut guard, journal)) = self.0 else {
            return to.finish(&crate::commands::show::recorded_program::packed(recorded)?);
        };
        let file = to.path().to_owned();
        let written = to.writer().and_then(|writer| {
            let written = recorded.write(Some(journal), BufWriter::new(writer));
            written.map_err(|reason| Error::Write {
                path: file.clone(),
                reason,
            })
        });
        match written.and_then(|()| to.finish(&[])) {
            Err(Error::Write { reason, .. }) => Err(guard.keep(Some(&file), &reason)),
            ended => ended,
        }
    }
}
