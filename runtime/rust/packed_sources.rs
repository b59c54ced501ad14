//! Java sources as one archive: a tar file, packed by gzip, as `runtime/sources.sh` makes it.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::OnceLock;

use flate2::read::GzDecoder;

/// Folders of the archive; an earlier one wins.
const FOLDERS: [&str; 2] = ["programs/", "src/"];

/// Size of a header, and of the blocks that files fill. Unit: bytes.
const BLOCK: usize = 512;

/// An archive that is unpacked when the first source is asked for.
#[derive(Debug, Default)]
pub struct PackedSources {
    archive: &'static [u8],
    /// Texts by path, as in the archive.
    files: OnceLock<BTreeMap<String, String>>,
}

impl PackedSources {
    /// Sources of this archive; none of an empty one.
    #[must_use]
    pub const fn new(archive: &'static [u8]) -> Self {
        Self {
            archive,
            files: OnceLock::new(),
        }
    }

    /// The source with this path below its folder: `lift/Main.java`.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&str> {
        let files = self.files();
        let file = FOLDERS.map(|folder| files.get(&format!("{folder}{path}")));
        Some(file.into_iter().flatten().next()?)
    }

    fn files(&self) -> &BTreeMap<String, String> {
        self.files.get_or_init(|| {
            let mut archive = Vec::new();
            // What a damaged archive still gives are sources, too: they are texts to look at.
            let _ = GzDecoder::new(self.archive).read_to_end(&mut archive);
            unpack(&archive).unwrap_or_default()
        })
    }
}

/// Files of a tar archive with plain headers; none if it has others.
fn unpack(mut archive: &[u8]) -> Option<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    while let Some((header, rest)) = archive.split_at_checked(BLOCK) {
        // Blocks of zeros end the archive.
        if header[0] == 0 {
            break;
        }
        let name = text(&header[..100])?;
        let size = usize::from_str_radix(text(&header[124..136])?.trim(), 8).ok()?;
        let content = String::from_utf8_lossy(rest.get(..size)?).into_owned();
        files.insert(name.to_owned(), content);
        archive = rest.get(size.next_multiple_of(BLOCK)..)?;
    }
    Some(files)
}

/// A text that ends at its first zero byte.
fn text(field: &[u8]) -> Option<&str> {
    let text = field.split(|byte| *byte == 0).next()?;
    std::str::from_utf8(text).ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::*;
    use crate::sources::SOURCES;

    #[test]
    fn the_archive_holds_the_sources_as_they_are() {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("sources.sh");
        let mut check = Command::new("sh");
        let checked = check.arg(script).arg("--check").output().expect("a shell");
        let told = String::from_utf8_lossy(&checked.stderr);
        assert!(checked.status.success(), "{told}");
        assert!(PackedSources::new(SOURCES).files().len() > 400);
    }

    #[test]
    fn a_program_comes_before_the_library_and_a_damaged_archive_has_nothing() {
        let packed = PackedSources::new(SOURCES);
        let demo = packed.find("demo/Demo.java").unwrap();
        assert!(demo.contains("class Demo"));
        assert!(packed.find("java/lang/String.java").is_some());
        assert_eq!(packed.find("programs/demo/Demo.java"), None);
        assert_eq!(PackedSources::new(b"text").find("demo/Demo.java"), None);
        let cut = PackedSources::new(&SOURCES[..SOURCES.len() / 2]);
        assert_eq!(cut.find("java/lang/String.java"), None);
    }
}
