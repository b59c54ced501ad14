//! The JDK's classes, instrumented once for many runs: a folder by the hash of all that they depend on, in the user's cache.
//!
//! In it are `classes`, which the agent reads, `patch`, with which `java.base` is patched, and `hash`, the hash of `patch`. It is
//! made beside its place and renamed, so that it is whole or not there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use host_profile::{AGENT_JAR, Cover};
use run::Fingerprint;
use tempfile::TempDir;

use super::folders::{copy_all, files};
use super::java::Java;
use super::java_folders::obstacle;
use super::kept_folders::{DIGITS, PART, WHOLE, place, remove_left};
use crate::host::signals::Signals;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::progress::bar;

const CLASSES: &str = "classes";
const PATCH: &str = "patch";
const HASH: &str = "hash";
/// Beside patched classes: options that the JVM knows, which it is asked for by starting it.
const OPTIONS: &str = "options";
/// The file of classes begins so; its length follows, high byte first.
const MAGIC: &[u8; 8] = b"JOPKEPT\x02";
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

/// The JDK of a run with these settings, kept already or kept now: `java` is given its patched classes. Gives its folder.
pub(super) fn of(
    java: &mut Java,
    settings: &str,
    signals: &Signals,
    console: Console,
) -> Result<PathBuf, Error> {
    let place = place()?;
    if let Some(obstacle) = obstacle(&place) {
        return Err(Error::Input(format!(
            "{}: java takes no folder with {obstacle} in its name; set JOP_CACHE to another",
            place.display()
        )));
    }
    let key = key(&java.home(signals)?, settings)?;
    let folder = place.join(format!("{WHOLE}{key}"));
    let failed = |reason| Error::Write {
        path: place.clone(),
        reason,
    };
    if folder.exists() && !is_whole(&folder) {
        console.note(&format!(
            "jop: note: {} is damaged: the JDK is kept again",
            folder.display()
        ));
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    if !folder.exists() {
        fs::create_dir_all(&place).map_err(failed)?;
        remove_left(&place);
        let part = TempDir::with_prefix_in(PART, &place).map_err(failed)?;
        signals.remove(part.path());
        console.note(&format!(
            "jop: note: the JDK's classes are instrumented and kept for later runs, in {}",
            place.display()
        ));
        make(java, settings, part.path(), signals, console)?;
        // Another process may have been first: its folder has the same in it.
        match fs::rename(part.path(), &folder) {
            Err(error) if !folder.exists() => return Err(failed(error)),
            _ => {}
        }
    }
    let options = fs::read_to_string(folder.join(PATCH).join(OPTIONS)).map_err(failed)?;
    let options = options.lines().map(str::to_owned).collect();
    java.take(folder.join(PATCH), options);
    Ok(folder)
}

/// Makes the folder.
fn make(
    java: &mut Java,
    settings: &str,
    folder: &Path,
    signals: &Signals,
    console: Console,
) -> Result<(), Error> {
    let patched = java.patch(signals)?;
    let bar = bar("% of the JDK", 100, console);
    let made = java.keep(settings, &folder.join(CLASSES), signals, |percent| {
        bar.set_position(percent);
    });
    bar.finish_and_clear();
    made?;
    let failed = |reason| Error::Write {
        path: folder.to_owned(),
        reason,
    };
    let patch = folder.join(PATCH);
    copy_all(&patched, &patch).map_err(failed)?;
    let options = java.options(Cover::Jdk);
    // It may have failed to answer this once: what is kept would be wrong for good.
    if options == java.options(Cover::Application) {
        return Err(Error::Input(
            "java does not tell which intrinsics it can leave out".to_owned(),
        ));
    }
    fs::write(patch.join(OPTIONS), options.join("\n")).map_err(failed)?;
    let hash = hash(&patch).map_err(failed)?;
    fs::write(folder.join(HASH), hash).map_err(failed)
}

/// Whether nothing of a folder was cut or changed that must be right before java starts; the agent checks the classes.
fn is_whole(folder: &Path) -> bool {
    let has_classes = || -> io::Result<bool> {
        let mut file = fs::File::open(folder.join(CLASSES))?;
        let mut head = [0; 16];
        io::Read::read_exact(&mut file, &mut head)?;
        let length = head[8..]
            .iter()
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        Ok(head.starts_with(MAGIC) && file.metadata()?.len() == length)
    };
    let has_patch = || -> io::Result<bool> {
        Ok(fs::read_to_string(folder.join(HASH))? == hash(&folder.join(PATCH))?)
    };
    has_classes().unwrap_or(false) && has_patch().unwrap_or(false)
}

/// A hash of all files below a folder, and their names.
fn hash(folder: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    for file in files(folder)? {
        bytes.extend(file.to_string_lossy().bytes());
        bytes.extend(fs::read(folder.join(file))?);
    }
    Ok(digits(&bytes))
}

fn digits(bytes: &[u8]) -> String {
    let words = bytes.chunks(4).map(|chunk| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        u32::from_be_bytes(word)
    });
    Fingerprint::of_image(&words.collect::<Vec<_>>()).digits()[..DIGITS].to_owned()
}

/// Whether a command may give classes of the JDK other bytes than those that are kept.
pub(super) fn may_change(java: &[String]) -> bool {
    let changes = ["--patch-module", "-javaagent:", "-agentlib:", "-agentpath:"];
    java.iter()
        .any(|argument| changes.iter().any(|it| argument.starts_with(it)))
}

/// The line of the settings that names it.
pub(super) fn setting(folder: &Path) -> String {
    host_profile::kept_setting(&folder.join(CLASSES))
}

/// What instrumented classes depend on: the agent, the JDK, and options.
fn key(home: &Path, settings: &str) -> Result<String, Error> {
    let modules = home.join("lib/modules");
    let read = |reason| Error::Read {
        path: modules.clone(),
        reason,
    };
    let known = fs::metadata(&modules).map_err(read)?;
    let changed = known.modified().ok();
    let changed = changed.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    let mut text = format!("{} {} {changed:?}", modules.display(), known.len());
    for line in settings.lines() {
        // Of these only matters whether there are any.
        text += match line.split_once('=') {
            Some(("cache" | "every", "0")) => "\n0",
            Some((name @ ("cache" | "every"), _)) => name,
            _ if FREE.iter().any(|free| line.starts_with(free)) => "",
            _ => line,
        };
        text += "\n";
    }
    let mut bytes = (text + &host_profile::wanted_of_jvm()).into_bytes();
    bytes.extend_from_slice(AGENT_JAR);
    bytes.extend_from_slice(runtime::RUNTIME_JAR);
    Ok(digits(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_changes_classes_of_the_jdk_is_known() {
        let command = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(may_change(&command("java --patch-module java.xml=x Main")));
        assert!(may_change(&command("java -javaagent:other.jar Main")));
        assert!(!may_change(&command("java -cp classes Main")));
    }
}
