//! Files written whole or not at all: a temporary file in the same directory, then a rename.

use std::io::Write;
use std::path::Path;

use tempfile::NamedTempFile;

use crate::errors::Error;

/// Writes a file; on any failure what stood there before still stands there.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), Error> {
    let failed = |reason| Error::Write {
        path: path.to_owned(),
        reason,
    };
    if is_special(path) {
        return std::fs::write(path, contents).map_err(failed);
    }
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut file = temporary(folder).map_err(failed)?;
    file.write_all(contents).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// A device or pipe, such as `/dev/stdout`, is written to and not replaced.
fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// A temporary file with the permissions of an ordinary new file.
fn temporary(folder: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".jop-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
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
        assert!(
            error.starts_with("/nowhere/at/all.txt: cannot write: "),
            "{error}"
        );
    }
}
