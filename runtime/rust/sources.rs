//! Java sources of the classes of an image, to show lines beside bytecodes and cycles.
//!
//! Sources of our own runtime and of the embedded programs are part of this library. Those of other programs are looked
//! for in folders, as `javac` lays them out (`t/Main.java` for class `t.Main`), or flat.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

static RUNTIME: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src");
static PROGRAMS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/programs");

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

/// Folders searched for sources.
#[derive(Debug, Clone, Default)]
pub struct SourcePath {
    folders: Vec<PathBuf>,
}

impl SourcePath {
    /// These folders first, in their order, then the embedded sources.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders }
    }

    /// The source of a class, as `t.Main`, from the file that its class file names; none if it cannot be read anywhere.
    #[must_use]
    pub fn find(&self, class: &str, file: &str) -> Option<Source> {
        let path = path_of(class, file);
        let found = self.folders.iter().find_map(|folder| {
            let bytes = [&*path, file].map(|name| std::fs::read(folder.join(name)));
            bytes.into_iter().find_map(Result::ok)
        });
        let text = match found {
            Some(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
            None => Cow::Borrowed(embedded(&path)?),
        };
        Some(Source { path, text })
    }
}

/// `t/Main.java` for class `t.Main$Inner` from the file `Main.java`.
#[must_use]
pub fn path_of(class: &str, file: &str) -> String {
    match class.rsplit_once('.') {
        Some((package, _)) => format!("{}/{file}", package.replace('.', "/")),
        None => file.to_owned(),
    }
}

fn embedded(path: &str) -> Option<&'static str> {
    let path = Path::new(path);
    let file = [&PROGRAMS, &RUNTIME].map(|folder| folder.get_file(path));
    file.into_iter().flatten().next()?.contents_utf8()
}
