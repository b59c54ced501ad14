//! Finished jobs in files: the journal of a command, and parts that are joined.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use jobs::{Divided, Parts, render_head, render_job};
use serde::Serialize;

use crate::output::atomic_file;
use crate::output::errors::Error;

/// Finished jobs, and the file that keeps them.
#[derive(Debug)]
pub(crate) struct Journal<D: Divided> {
    /// The jobs.
    pub(crate) parts: Parts<D>,
    file: Option<(PathBuf, File)>,
}

impl<D: Divided> Journal<D> {
    /// Jobs that no file keeps.
    pub(crate) fn in_memory(description: &D) -> Self {
        Self {
            parts: Parts::new(description.clone()),
            file: None,
        }
    }

    /// Goes on with a file, or begins one.
    pub(crate) fn open(path: &Path, description: &D) -> Result<Self, Error> {
        let mut parts = Parts::new(description.clone());
        if path.exists() {
            let read = read(path, true)?;
            parts.join(read).map_err(Error::at(path.display()))?;
        }
        // What an interrupt left unfinished goes.
        let mut text = render_head(description);
        text.extend(parts.results.values().map(render_job));
        atomic_file::write(path, text.as_bytes())?;
        let file = OpenOptions::new().append(true).open(path);
        let file = file.map_err(|reason| failed(path, reason))?;
        Ok(Self {
            parts,
            file: Some((path.to_owned(), file)),
        })
    }

    /// Keeps a finished job.
    pub(crate) fn add(&mut self, result: D::Result) -> Result<(), Error> {
        if let Some((path, file)) = &mut self.file {
            file.write_all(render_job(&result).as_bytes())
                .and_then(|()| file.flush())
                .map_err(|reason| failed(path, reason))?;
        }
        self.parts.add(result).map_err(Error::refused)
    }
}

/// Joins parts.
pub(crate) fn merge<D: Divided>(paths: &[PathBuf]) -> Result<Parts<D>, Error> {
    let mut joined: Option<Parts<D>> = None;
    for path in paths {
        let part = read(path, false)?;
        match &mut joined {
            None => joined = Some(part),
            Some(joined) => joined.join(part).map_err(Error::at(path.display()))?,
        }
    }
    joined.ok_or_else(|| Error::Input("--merge needs the files of the parts".to_owned()))
}

/// The results of all jobs; `path` stands for the files in the message that jobs are missing.
pub(crate) fn complete<D: Divided>(parts: &Parts<D>, path: &Path) -> Result<Vec<D::Result>, Error> {
    let results = parts.complete().map_err(Error::at(path.display()))?;
    Ok(results.cloned().collect())
}

/// A value as a line of JSON.
pub(crate) fn line(value: &impl Serialize) -> Result<String, Error> {
    let text = serde_json::to_string(value).map_err(|reason| Error::System {
        what: "write JSON",
        reason: reason.into(),
    })?;
    Ok(text + "\n")
}

fn read<D: Divided>(path: &Path, journal: bool) -> Result<Parts<D>, Error> {
    let bytes = std::fs::read(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    Parts::parse(&bytes, journal).map_err(Error::at(path.display()))
}

fn failed(path: &Path, reason: std::io::Error) -> Error {
    Error::Write {
        path: path.to_owned(),
        reason,
    }
}
