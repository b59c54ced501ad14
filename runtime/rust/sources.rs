//! Java sources of the classes of an image, to show lines beside bytecodes and cycles.
//!
//! Sources of our own runtime and of the embedded programs are part of this library. Those of other programs are single files,
//! or looked for in folders, as `javac` lays them out (`t/Main.java` for class `t.Main`), or flat. A file outside of its
//! package's folder is the source of that package's classes only, so that a `Vector.java` of one's own is not the library's.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

pub use crate::packed_sources::PackedSources;

/// Sources of our runtime and of the embedded programs, as `runtime/sources.sh` packs them. Empty in the module of a page.
pub static SOURCES: &[u8] = archive!("../sources.tar.gz");

static EMBEDDED: PackedSources = PackedSources::new(SOURCES);

/// A source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its path, relative to the class path: `lift/Main.java`.
    pub path: String,
    /// Its text; bytes that are no UTF-8 are replaced.
    pub text: Cow<'static, str>,
}

impl Source {
    /// A line, counted from 1; none after the end, and for 0.
    #[must_use]
    pub fn line(&self, number: u16) -> Option<&str> {
        self.text.lines().nth(usize::from(number).checked_sub(1)?)
    }
}

/// Files and folders searched for sources.
#[derive(Debug, Clone, Default)]
pub struct SourcePath {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    /// Names and texts.
    texts: Vec<(PathBuf, String)>,
    /// An archive in the place of the embedded one.
    packed: Option<&'static PackedSources>,
}

impl SourcePath {
    /// These folders first, in their order, then the embedded sources.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self {
            folders,
            ..Self::default()
        }
    }

    /// The same, with this text before all files.
    #[must_use]
    pub fn with_text(mut self, name: impl Into<PathBuf>, text: String) -> Self {
        self.texts.push((name.into(), text));
        self
    }

    /// The same, with this archive in the place of the embedded sources.
    #[must_use]
    pub fn with_archive(mut self, packed: &'static PackedSources) -> Self {
        self.packed = Some(packed);
        self
    }

    /// The same, with this file before all folders.
    #[must_use]
    pub fn with_file(mut self, file: PathBuf) -> Self {
        self.files.push(file);
        self
    }

    /// The source of a class, as `t.Main`, from the file that its class file names; none if it cannot be read anywhere.
    #[must_use]
    pub fn find(&self, class: &str, file: &str) -> Option<Source> {
        let path = path_of(class, file);
        let package = class.rsplit_once('.').map_or("", |(package, _)| package);
        let of_package = |path: &Path| text_of(path).filter(|text| declares(text, package));
        let mut texts = self.texts.iter();
        let in_memory = texts.find(|(name, text)| name.ends_with(file) && declares(text, package));
        if let Some((_, text)) = in_memory {
            let text = Cow::Owned(text.clone());
            return Some(Source { path, text });
        }
        let mut files = self.files.iter();
        let given = files.find_map(|given| of_package(given).filter(|_| given.ends_with(file)));
        let in_folder = |folder: &PathBuf| {
            of_package(&folder.join(&path)).or_else(|| of_package(&folder.join(file)))
        };
        let text = match given.or_else(|| self.folders.iter().find_map(in_folder)) {
            Some(text) => Cow::Owned(text),
            None => Cow::Borrowed(self.packed.unwrap_or(&EMBEDDED).find(&path)?),
        };
        Some(Source { path, text })
    }
}

fn text_of(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Checks if a source is of this package; the unnamed one is empty.
fn declares(text: &str, package: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{FEFF}').trim_start();
    loop {
        let comment = [("//", "\n"), ("/*", "*/")]
            .into_iter()
            .find_map(|(begin, end)| {
                let inside = rest.strip_prefix(begin)?;
                Some(inside.split_once(end).map_or("", |(_, after)| after))
            });
        match comment {
            Some(after) => rest = after.trim_start(),
            None => break,
        }
    }
    let name = rest.strip_prefix("package");
    let name = name.filter(|name| name.starts_with(char::is_whitespace));
    let name = name.and_then(|name| name.split_once(';'));
    name.map_or("", |(name, _)| name.trim()) == package
}

/// `t/Main.java` for class `t.Main$Inner` from the file `Main.java`.
#[must_use]
pub fn path_of(class: &str, file: &str) -> String {
    match class.rsplit_once('.') {
        Some((package, _)) => format!("{}/{file}", package.replace('.', "/")),
        None => file.to_owned(),
    }
}
