//! A first manifest for a folder of class files.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use noak::AccessFlags;
use noak::error::DecodeError;
use noak::reader::Class;
use run::plain;
use walkdir::WalkDir;

/// A class with a `main`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundMain {
    /// Name of the class, as Java writes it.
    pub class: String,
}

/// A folder that no manifest can be made for.
#[derive(Debug, thiserror::Error)]
pub enum InitError {
    /// The folder cannot be read.
    #[error("{}: cannot read: {}", path.display(), plain(reason))]
    Read {
        /// Unreadable input.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// A class file is damaged.
    #[error("{}: not a class file: {reason}; compile it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The error.
        reason: DecodeError,
    },
    /// Nothing could be run.
    #[error("{}: no class with `public static void main(String[])`; name the folder that javac -d wrote", .0.display())]
    NoMain(PathBuf),
}

/// The classes of a folder whose `main` can be run, sorted.
///
/// # Errors
///
/// If the folder or a class file cannot be read, or there is no `main`.
pub fn find_mains(folder: &Path) -> Result<Vec<FoundMain>, InitError> {
    let mut found = Vec::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(|error| InitError::Read {
            path: error.path().unwrap_or(folder).to_owned(),
            // It is none where links go round.
            reason: error
                .into_io_error()
                .unwrap_or_else(|| io::Error::other("links go round")),
        })?;
        let path = entry.path();
        if path
            .extension()
            .is_none_or(|extension| extension != "class")
        {
            continue;
        }
        let bytes = std::fs::read(path).map_err(|reason| InitError::Read {
            path: path.to_owned(),
            reason,
        })?;
        let class = class_with_main(&bytes).map_err(|reason| InitError::Damaged {
            path: path.to_owned(),
            reason,
        })?;
        found.extend(class.map(|class| FoundMain { class }));
    }
    found.sort_unstable();
    if found.is_empty() {
        return Err(InitError::NoMain(folder.to_owned()));
    }
    Ok(found)
}

/// Name of the class if it has `public static void main(String[])`.
fn class_with_main(bytes: &[u8]) -> Result<Option<String>, DecodeError> {
    let class = Class::new(bytes)?;
    let pool = class.pool();
    for method in class.methods() {
        let method = method?;
        let runs = AccessFlags::PUBLIC | AccessFlags::STATIC;
        let is_main = method.access_flags().contains(runs)
            && pool.retrieve(method.name())?.as_bytes() == b"main"
            && pool.retrieve(method.descriptor())?.as_bytes() == b"([Ljava/lang/String;)V";
        if is_main {
            let name = pool.retrieve(class.this_class())?.name.to_str();
            return Ok(name.map(|name| name.replace('/', ".")));
        }
    }
    Ok(None)
}

/// The text of a manifest for classes in a folder, `class_path` from where the manifest will be.
#[must_use]
pub fn manifest_for(class_path: &str, mains: &[FoundMain]) -> String {
    let class_path = toml::Value::from(class_path);
    let mut text = "\
# Timing that is held by `jop check`. `jop check --bless` writes the goldens; commit them with this file.
goldens = \"timing\"
# Cycles by which a figure may differ.
tolerance = 0

# Machines, each a file or options of `jop config`.
[configurations]
default = {}

[programs]
"
    .to_owned();
    let mut names = Vec::new();
    for FoundMain { class } in mains {
        // What is no file name becomes one.
        let name = class.replace(
            |c: char| !c.is_ascii_alphanumeric() && !"._-".contains(c),
            "-",
        );
        let (key, class) = (
            toml::Value::from(name.as_str()),
            toml::Value::from(class.as_str()),
        );
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{key} = {{ class = {class}, class_path = [{class_path}] }}"
        );
        names.push(key.to_string());
    }
    let _ = write!(
        text,
        "
[[check]]
programs = [{}]
# \"machine\" runs every microinstruction and takes any microcode; the cycles are the same.
engine = \"fast\"
record = [\"total\", \"cache\", \"causes\", \"methods\"]
",
        names.join(", ")
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Manifest;

    fn classes() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cli/tests/programs")
    }

    #[test]
    fn classes_with_a_main_are_found_at_any_depth_and_others_are_not() {
        let mains = find_mains(&classes()).unwrap();
        let names: Vec<_> = mains.iter().map(|main| main.class.as_str()).collect();
        assert!(
            names.contains(&"Echo") && names.contains(&"t.Packaged"),
            "{names:?}"
        );
        assert!(!names.contains(&"t.Packaged$Neighbour"), "{names:?}");
        assert!(names.is_sorted());
    }

    #[test]
    fn the_manifest_that_is_written_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("a \"b\"")).unwrap();
        let mains = [
            FoundMain {
                class: "t.A".to_owned(),
            },
            FoundMain {
                class: "t.A$B".to_owned(),
            },
        ];
        let text = manifest_for("a \"b\"", &mains);
        let manifest = Manifest::parse(&folder.path().join("timing.toml"), &text).unwrap();
        let titles: Vec<_> = manifest
            .cases
            .iter()
            .map(crate::check::Case::title)
            .collect();
        assert_eq!(titles, ["t.A on default", "t.A-B on default"]);
    }

    #[test]
    fn a_folder_without_a_main_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let error = find_mains(folder.path()).unwrap_err().to_string();
        assert!(
            error.contains("no class with `public static void main"),
            "{error}"
        );
    }
}
