//! Finds golden traces and tables of golden runs among files and folders.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::output::errors::Error;

/// Files named on the command line, and all `*.json.gz` and `runs*.csv` below the folders named; sorted, each once.
pub(crate) fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        let before = files.len();
        // walkdir wraps this error twice over.
        std::fs::metadata(path).map_err(|reason| Error::Read {
            path: path.clone(),
            reason,
        })?;
        for entry in WalkDir::new(path).follow_links(true) {
            let entry = entry.map_err(|error| unreadable(path, &error))?;
            let named = entry.depth() == 0;
            if entry.file_type().is_file() && (named || is_golden(&entry)) {
                files.push(entry.into_path());
            }
        }
        if files.len() == before {
            return Err(Error::Input(format!(
                "{}: no golden traces or runs here; they are files named *.json.gz and runs*.csv",
                path.display()
            )));
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

fn unreadable(path: &Path, error: &walkdir::Error) -> Error {
    let reason = match error.io_error() {
        Some(io) => io::Error::new(io.kind(), io.to_string()),
        None => io::Error::other("a link leads back to a folder above it"),
    };
    let path = error.path().unwrap_or(path).to_owned();
    Error::Read { path, reason }
}

fn is_golden(entry: &walkdir::DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    name.ends_with(".json.gz") || name.starts_with("runs") && name.ends_with(".csv")
}

/// Returns true if it is a table of runs.
pub(crate) fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "csv")
}
