//! The folders of kept JDKs: where they lie, which are ours, and their removal.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::folders::files;
use crate::output::errors::Error;

/// Folders that are being made have names with this beginning.
pub(super) const PART: &str = ".part-jdk-";
/// Folders that are whole have names with this beginning.
pub(super) const WHOLE: &str = "jdk-";
/// Digits of the hash behind it.
pub(super) const DIGITS: usize = 32;
/// What tells parts from each other.
const RANDOM: usize = 6;
/// A folder that is being made for longer was left by a process that was killed.
const LEFT_AFTER: Duration = Duration::from_secs(60 * 60);

/// Where JDKs are kept: `JOP_CACHE`, or a folder of the user's cache.
pub(super) fn place() -> Result<PathBuf, Error> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let cache = variable("JOP_CACHE").map(PathBuf::from);
    let cache =
        cache.or_else(|| variable("XDG_CACHE_HOME").map(|path| PathBuf::from(path).join("jop")));
    let cache =
        cache.or_else(|| variable("HOME").map(|path| PathBuf::from(path).join(".cache/jop")));
    cache
        .map(|path| path.join("cross"))
        .ok_or_else(|| Error::Input("no folder for kept JDKs: set JOP_CACHE".to_owned()))
}

/// Whether it is a folder that this command makes: a beginning, and so many letters or digits.
fn is_ours(entry: &fs::DirEntry, beginning: &str, letters: usize) -> bool {
    let name = entry.file_name();
    let name = name.to_string_lossy();
    let rest = name.strip_prefix(beginning);
    entry.file_type().is_ok_and(|kind| kind.is_dir())
        && rest.is_some_and(|it| {
            it.len() == letters && it.bytes().all(|it| it.is_ascii_alphanumeric())
        })
}

/// Removes what processes that were killed have left.
pub(super) fn remove_left(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_part = is_ours(&entry, PART, RANDOM);
        let age = entry.metadata().and_then(|known| known.modified()).ok();
        let is_old = age.is_some_and(|time| time.elapsed().is_ok_and(|age| age > LEFT_AFTER));
        if is_part && is_old {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Removes all kept JDKs, and what is left of others; gives the number of folders and their bytes.
pub(super) fn clean() -> Result<(u64, u64), Error> {
    let place = place()?;
    let entries = match fs::read_dir(&place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((0, 0)),
        entries => entries.map_err(|reason| Error::Read {
            path: place.clone(),
            reason,
        })?,
    };
    let (mut folders, mut bytes) = (0, 0);
    for entry in entries.flatten() {
        let path = entry.path();
        if !is_ours(&entry, PART, RANDOM) && !is_ours(&entry, WHOLE, DIGITS) {
            continue;
        }
        let lengths = files(&path).unwrap_or_default().into_iter();
        let lengths = lengths.map(|file| fs::metadata(path.join(file)).map_or(0, |it| it.len()));
        bytes += lengths.sum::<u64>();
        fs::remove_dir_all(&path).map_err(|reason| Error::Write { path, reason })?;
        folders += 1;
    }
    Ok((folders, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_with_names_that_this_command_gives_are_ours() {
        let folder = tempfile::tempdir().unwrap();
        let whole = format!("jdk-{}", "0123456789abcdef".repeat(2));
        for name in [&*whole, ".part-jdk-Ab3xYz", "jdk-17", ".part-old", "lib"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        fs::write(folder.path().join(format!("jdk-{}", "f".repeat(32))), "").unwrap();
        let entries = fs::read_dir(folder.path()).unwrap().flatten();
        let ours = entries.filter(|it| is_ours(it, PART, RANDOM) || is_ours(it, WHOLE, DIGITS));
        let mut names: Vec<_> = ours.map(|it| it.file_name()).collect();
        names.sort();
        assert_eq!(names, [".part-jdk-Ab3xYz", &*whole]);
    }
}
