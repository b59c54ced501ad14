//! Files written whole or not at all: a temporary file in the same directory, then a rename. `-` is standard output.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::output::errors::Error;
use crate::output::stdout;

/// Writes a file; on any failure the previous file is unchanged.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), Error> {
    PendingFile::create(path)?.finish(contents)
}

/// A file that will be written later, when it is known already that it can be made.
#[derive(Debug)]
pub(crate) struct PendingFile {
    path: PathBuf,
    target: Target,
}

/// What the contents are written to.
#[derive(Debug)]
enum Target {
    /// A file that gets the name; it is made when there is something to write, so that who is killed before leaves none.
    Temporary(Option<NamedTempFile>),
    /// A device or a pipe, which is written to and not replaced.
    Special,
    StandardOutput,
}

impl PendingFile {
    /// Checks that the file can be made.
    pub(crate) fn create(path: &Path) -> Result<Self, Error> {
        let file = |target| Self {
            path: path.to_owned(),
            target,
        };
        if is_standard_output(path) {
            return Ok(file(Target::StandardOutput));
        }
        if path.is_dir() {
            return Err(failed(path, io::ErrorKind::IsADirectory.into()));
        }
        if is_special(path) {
            return Ok(file(Target::Special));
        }
        temporary(path)?;
        Ok(file(Target::Temporary(None)))
    }

    /// Its name.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// It is neither a device nor standard output.
    #[cfg(feature = "whole")]
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.target, Target::Temporary(_))
    }

    /// Writer for contents that arrive in pieces; [`PendingFile::finish`] adds the rest. Not for standard output.
    pub(crate) fn writer(&mut self) -> Result<File, Error> {
        let file = match &mut self.target {
            Target::Temporary(made) => {
                let file = match made.take() {
                    Some(file) => file,
                    None => temporary(&self.path)?,
                };
                made.insert(file).as_file().try_clone()
            }
            Target::Special => OpenOptions::new().write(true).open(&self.path),
            Target::StandardOutput => return Err(needs_a_file("this")),
        };
        file.map_err(|reason| failed(&self.path, reason))
    }

    /// Writes the contents and gives the file its name.
    pub(crate) fn finish(self, contents: &[u8]) -> Result<(), Error> {
        let failed = |reason| failed(&self.path, reason);
        let mut file = match self.target {
            Target::Temporary(Some(file)) => file,
            Target::Temporary(None) => temporary(&self.path)?,
            Target::Special => return std::fs::write(&self.path, contents).map_err(failed),
            Target::StandardOutput => return stdout::write(contents),
        };
        file.write_all(contents).map_err(failed)?;
        file.as_file().sync_all().map_err(failed)?;
        file.persist(&self.path)
            .map_err(|error| failed(error.error))?;
        Ok(())
    }
}

/// Checks if a name means standard output.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-")
}

/// The file that something needs which cannot go to standard output, or an error if that is meant.
pub(crate) fn file_only(path: &Path, what: &str) -> Result<(), Error> {
    if is_standard_output(path) {
        return Err(needs_a_file(what));
    }
    Ok(())
}

/// An error if standard output is named more than once.
pub(crate) fn once_on_standard_output(files: &[PathBuf]) -> Result<(), Error> {
    let mut own = files.iter().filter(|file| is_standard_output(file));
    own.next();
    own.next()
        .map_or(Ok(()), |file| file_only(file, "a second result"))
}

fn needs_a_file(what: &str) -> Error {
    Error::Input(format!(
        "-: {what} needs a file, not standard output; name one"
    ))
}

fn failed(path: &Path, reason: io::Error) -> Error {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    if let Some(folder) = folder.filter(|folder| !folder.exists()) {
        return Error::Input(format!(
            "{}: no folder {}; make it first, or name another file",
            path.display(),
            folder.display()
        ));
    }
    Error::Write {
        path: path.to_owned(),
        reason,
    }
}

/// A device or a pipe, such as `/dev/stdout`.
pub(crate) fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// A temporary file beside another one, with the permissions of an ordinary new file.
fn temporary(path: &Path) -> Result<NamedTempFile, Error> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".jop-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let made = builder.tempfile_in(folder);
    made.map_err(|reason| failed(path, reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_file_holds_the_contents_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_missing_folder_is_an_error_that_names_the_file() {
        let error = write(Path::new("/nowhere/at/all.txt"), b"")
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "/nowhere/at/all.txt: no folder /nowhere/at; make it first, or name another file"
        );
    }
}
