//! Folders with all that is in them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// All files below a folder, with their paths in it, in order.
pub(super) fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(folder.join(&path))? {
            let entry = entry?;
            let below = path.join(entry.file_name());
            match entry.file_type()?.is_dir() {
                true => open.push(below),
                false => found.push(below),
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Copies all files below a folder.
pub(super) fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    for file in files(from)? {
        let copy = to.join(&file);
        fs::create_dir_all(copy.parent().unwrap_or(to))?;
        fs::copy(from.join(file), copy)?;
    }
    Ok(())
}
