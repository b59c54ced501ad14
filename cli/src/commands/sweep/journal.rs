//! Finished jobs in files: the journal of a sweep, and parts that are joined.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use cache_sweep::{Description, JobResult, Parts, SweepRow, render_head, render_job};
use serde::Serialize;

use crate::atomic_file;
use crate::errors::Error;

/// Finished jobs, and the file that keeps them.
#[derive(Debug)]
pub(super) struct Journal {
    /// The jobs.
    pub(super) parts: Parts,
    file: Option<(PathBuf, File)>,
}

impl Journal {
    /// Jobs that no file keeps.
    pub(super) fn in_memory(description: &Description) -> Self {
        Self {
            parts: Parts::new(description.clone()),
            file: None,
        }
    }

    /// Goes on with a file, or begins one.
    pub(super) fn open(path: &Path, description: &Description) -> Result<Self, Error> {
        let mut parts = Parts::new(description.clone());
        if path.exists() {
            let read = read(path, true)?;
            parts.join(read).map_err(|reason| Error::Part {
                path: path.to_owned(),
                reason,
            })?;
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
    pub(super) fn add(&mut self, result: JobResult) -> Result<(), Error> {
        if let Some((path, file)) = &mut self.file {
            file.write_all(render_job(&result).as_bytes())
                .and_then(|()| file.flush())
                .map_err(|reason| failed(path, reason))?;
        }
        self.parts.add(result).map_err(Error::refused)
    }
}

/// Joins parts.
pub(super) fn merge(paths: &[PathBuf]) -> Result<Parts, Error> {
    let mut joined: Option<Parts> = None;
    for path in paths {
        let part = read(path, false)?;
        match &mut joined {
            None => joined = Some(part),
            Some(joined) => joined.join(part).map_err(|reason| Error::Part {
                path: path.clone(),
                reason,
            })?,
        }
    }
    joined.ok_or_else(|| Error::Input("--merge needs the files of the parts".to_owned()))
}

/// All rows; `path` stands for the files in the message that jobs are missing.
pub(super) fn rows(parts: &Parts, path: &Path) -> Result<Vec<SweepRow>, Error> {
    parts.rows().map_err(|reason| Error::Part {
        path: path.to_owned(),
        reason,
    })
}

/// A value as a line of JSON.
pub(super) fn line(value: &impl Serialize) -> Result<String, Error> {
    let text = serde_json::to_string(value).map_err(|reason| Error::System {
        what: "write JSON",
        reason: reason.into(),
    })?;
    Ok(text + "\n")
}

fn read(path: &Path, journal: bool) -> Result<Parts, Error> {
    let bytes = std::fs::read(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    Parts::parse(&bytes, journal).map_err(|reason| Error::Part {
        path: path.to_owned(),
        reason,
    })
}

fn failed(path: &Path, reason: std::io::Error) -> Error {
    Error::Write {
        path: path.to_owned(),
        reason,
    }
}
