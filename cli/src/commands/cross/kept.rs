//! The JDK's classes, instrumented once for many runs: `JDK-KEY.kept` in a folder of the user's cache.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use host_profile::AGENT_JAR;
use run::Fingerprint;
use tempfile::NamedTempFile;

use super::java::Java;
use crate::host::signals::Signals;
use crate::output::errors::Error;

/// Files that are being written have names with this beginning.
const PART: &str = ".part-";
const ENDING: &str = "kept";
/// A file that is being written for longer was left by a process that was killed.
const LEFT_AFTER: Duration = Duration::from_secs(60 * 60);
/// Lines of the agent's settings that change no instrumented code.
const FREE: [&str; 9] = [
    "out=",
    "blocks=",
    "block-words=",
    "cache-of=",
    "memory=",
    "stack=",
    "runtime=",
    "callback=",
    "cycles=",
];

/// Where JDKs are kept: `JOP_CACHE`, or a folder of the user's cache.
pub(super) fn folder() -> Result<PathBuf, Error> {
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

/// The JDK of a run with these settings: kept already, or kept now.
pub(super) fn of(java: &Java, settings: &str, signals: &Signals) -> Result<PathBuf, Error> {
    let folder = folder()?;
    let path = folder.join(format!("{}.{ENDING}", key(java, settings)?));
    if path.exists() {
        return Ok(path);
    }
    let failed = |reason| Error::Write {
        path: folder.clone(),
        reason,
    };
    fs::create_dir_all(&folder).map_err(failed)?;
    remove_left(&folder);
    let part = tempfile::Builder::new().prefix(PART).tempfile_in(&folder);
    let part: NamedTempFile = part.map_err(failed)?;
    signals.remove(part.path());
    java.keep(settings, part.path(), signals)?;
    // Another process may have been first: its file is the same.
    part.persist(&path).map_err(|error| failed(error.error))?;
    Ok(path)
}

/// The line of the settings that names it.
pub(super) fn setting(path: &Path) -> String {
    host_profile::kept_setting(path)
}

/// What instrumented classes depend on: the agent, the JDK, and options.
fn key(java: &Java, settings: &str) -> Result<String, Error> {
    let modules = java.home().join("lib/modules");
    let read = |reason| Error::Read {
        path: modules.clone(),
        reason,
    };
    let known = fs::metadata(&modules).map_err(read)?;
    let changed = known.modified().ok();
    let changed = changed.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    let lines = settings
        .lines()
        .filter(|line| !FREE.iter().any(|free| line.starts_with(free)));
    let lines: Vec<&str> = lines.collect();
    let text = format!(
        "{} {} {changed:?} {}",
        modules.display(),
        known.len(),
        lines.join("\n")
    );
    let bytes = text
        .bytes()
        .chain(AGENT_JAR.iter().copied())
        .chain(runtime::RUNTIME_JAR.iter().copied());
    let words: Vec<u32> = bytes.map(u32::from).collect();
    Ok(Fingerprint::of_image(&words).digits()[..32].to_owned())
}

/// Removes what processes that were killed have left.
fn remove_left(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_part = entry.file_name().to_string_lossy().starts_with(PART);
        let age = entry.metadata().and_then(|known| known.modified()).ok();
        let is_old = age.is_some_and(|time| time.elapsed().is_ok_and(|age| age > LEFT_AFTER));
        if is_part && is_old {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Removes all kept JDKs; gives their number and bytes.
pub(super) fn clean() -> Result<(usize, u64), Error> {
    let folder = folder()?;
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((0, 0)),
        entries => entries.map_err(|reason| Error::Read {
            path: folder.clone(),
            reason,
        })?,
    };
    let (mut files, mut bytes) = (0, 0);
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !name.starts_with(PART) && path.extension().is_none_or(|ending| ending != ENDING) {
            continue;
        }
        let length = entry.metadata().map_or(0, |known| known.len());
        fs::remove_file(&path).map_err(|reason| Error::Write { path, reason })?;
        files += 1;
        bytes += length;
    }
    Ok((files, bytes))
}
