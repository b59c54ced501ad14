//! Folders that java knows: its own, and those that its options may name.

use std::path::{Path, PathBuf};

/// The JDK that a command belongs to, if it is a file of one.
pub(super) fn home_of(command: &str) -> Option<PathBuf> {
    let named = Path::new(command);
    let file = if named.components().count() > 1 {
        named.to_owned()
    } else {
        let folders = std::env::var_os("PATH")?;
        let mut files = std::env::split_paths(&folders).map(|folder| folder.join(named));
        files.find(|file| file.is_file())?
    };
    let file = file.canonicalize().ok()?;
    let home = file.parent()?.parent()?;
    let is_jdk = home.join("lib/modules").is_file() && home.join("lib/jrt-fs.jar").is_file();
    is_jdk.then(|| home.to_owned())
}

/// What keeps java from finding a folder that its options name.
pub(super) fn obstacle(folder: &Path) -> Option<&'static str> {
    obstacle_in(folder, takes_any_letter())
}

fn obstacle_in(folder: &Path, takes_any_letter: bool) -> Option<&'static str> {
    let separator = if cfg!(windows) { ';' } else { ':' };
    let Some(name) = folder.to_str() else {
        return Some("bytes that are no letters");
    };
    if name.contains('=') {
        Some("'='")
    } else if name.contains(separator) {
        Some(if cfg!(windows) { "';'" } else { "':'" })
    } else if !takes_any_letter && !name.is_ascii() {
        Some("letters that are not in this locale")
    } else {
        None
    }
}

/// Whether java's locale has all letters: elsewhere than on Linux it always does.
fn takes_any_letter() -> bool {
    let mut names = ["LC_ALL", "LC_CTYPE", "LANG"].iter();
    let locale = names.find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    !cfg!(target_os = "linux") || locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_one_that_options_of_java_can_name() {
        let obstacle = |name: &str, any| obstacle_in(Path::new(name), any);
        assert_eq!(obstacle("/tmp/a b-c", false), None);
        assert_eq!(obstacle("/tmp/a=b", true), Some("'='"));
        #[cfg(unix)]
        assert_eq!(obstacle("/tmp/a:b", true), Some("':'"));
        assert_eq!(obstacle("/tmp/\u{e4}", true), None);
        assert!(obstacle("/tmp/\u{e4}", false).is_some());
    }
}
