//! The manifest of an executable jar: the main class and the jars that belong to it.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::class_path::unreadable;
use crate::error::LinkError;

const MANIFEST: &str = "META-INF/MANIFEST.MF";
/// Bytes of a manifest that are read; main attributes come first.
const SIZE_LIMIT: u64 = 1 << 20;

/// A jar that `java -jar` runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecutableJar {
    /// Main class, in Java's spelling: `t.Main`.
    pub main_class: String,
    /// The jar, and what its `Class-Path` names and is there.
    pub class_path: Vec<PathBuf>,
}

impl ExecutableJar {
    /// Reads the manifest of a jar.
    ///
    /// # Errors
    /// If the file is no archive, or its manifest names no main class.
    pub fn read(path: &Path) -> Result<Self, LinkError> {
        let text = manifest(path)?;
        let Some(main_class) = main_attribute(&text, "Main-Class") else {
            return Err(LinkError::NotExecutable {
                jar: path.to_owned(),
            });
        };
        let folder = path.parent().unwrap_or_else(|| Path::new(""));
        let named = main_attribute(&text, "Class-Path").unwrap_or_default();
        let others = named.split_whitespace().map(|entry| folder.join(entry));
        // `java` passes over entries that are not there.
        let others = others.filter(|entry| entry.exists());
        Ok(Self {
            main_class,
            class_path: [path.to_owned()].into_iter().chain(others).collect(),
        })
    }
}

/// Text of the manifest, nothing where there is none.
fn manifest(path: &Path) -> Result<String, LinkError> {
    let file = File::open(path).map_err(|error| unreadable(path, error))?;
    let mut archive = ZipArchive::new(file).map_err(|error| unreadable(path, error))?;
    text(&mut archive).map_err(|error| unreadable(path, error))
}

/// Text of the manifest of an open jar, nothing where there is none.
pub(crate) fn text<R: Read + Seek>(archive: &mut ZipArchive<R>) -> Result<String, ZipError> {
    let entry = match archive.by_name(MANIFEST) {
        Err(ZipError::FileNotFound) => return Ok(String::new()),
        found => found?,
    };
    let mut bytes = Vec::new();
    entry.take(SIZE_LIMIT).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Value of an attribute before the first empty line; names are the same in any case.
pub(crate) fn main_attribute(manifest: &str, name: &str) -> Option<String> {
    let mut lines = manifest.lines().take_while(|line| !line.is_empty());
    let mut value = lines.find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found
            .eq_ignore_ascii_case(name)
            .then(|| value.trim_start().to_owned())
    })?;
    // Lines of more than 72 bytes continue after a space.
    for more in lines.map_while(|line| line.strip_prefix(' ')) {
        value.push_str(more);
    }
    let value = value.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_may_continue_on_the_next_line() {
        let text = "Manifest-Version: 1.0\r\nmain-class: a.very.lo\r\n ng.Name\r\nClass-Path: b.jar c\r\n\r\nName: x\r\nOther: y\r\n";
        assert_eq!(
            main_attribute(text, "Main-Class").as_deref(),
            Some("a.very.long.Name")
        );
        assert_eq!(
            main_attribute(text, "Class-Path").as_deref(),
            Some("b.jar c")
        );
    }

    #[test]
    fn attributes_of_entries_and_empty_ones_are_none() {
        let text = "Main-Class: \nClass-Path\n\nName: x\nOther: y\n";
        assert_eq!(main_attribute(text, "Main-Class"), None);
        assert_eq!(main_attribute(text, "Class-Path"), None);
        assert_eq!(main_attribute(text, "Other"), None);
    }
}
