//! A program given as Java source: compiled by the `javac` on the path, into a folder of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::args::class_path::joined_class_path;
use crate::output::console::{self, Console};
use crate::output::errors::Error;

/// Classes of a source file; the folder goes with this value.
pub(crate) struct Compiled {
    folder: TempDir,
    /// The class with the name of the file, `t/Main`.
    pub(crate) main_class: String,
}

impl Compiled {
    /// Folder with the class files, an entry of the class path.
    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().to_owned()
    }
}

/// The class that programs mark regions with, as `javac` needs it; the linker takes the runtime's own.
const REGION: &str = "package joplab; public final class Region { \
    public static void start(String name) {} public static void stop(String name) {} }";

/// The annotation that bounds loops, for the same.
const LOOP_BOUNDS: &str = "package joplab; public @interface LoopBounds { int[] value(); }";

/// Compiles a source file, and the sources of classes on the class path that it needs.
pub(crate) fn compile(
    source: &Path,
    class_path: &[PathBuf],
    console: Console,
) -> Result<Compiled, Error> {
    std::fs::metadata(source).map_err(|reason| Error::Read {
        path: source.to_owned(),
        reason,
    })?;
    let folder = TempDir::with_prefix("jop-classes-").map_err(|error| Error::System {
        what: "make a folder",
        reason: error.into(),
    })?;
    let made = folder.path().join("made");
    let write_stubs = || {
        std::fs::create_dir_all(made.join("joplab"))?;
        std::fs::write(made.join("joplab/Region.java"), REGION)?;
        std::fs::write(made.join("joplab/LoopBounds.java"), LOOP_BOUNDS)
    };
    write_stubs().map_err(|reason| Error::System {
        what: "write a source for javac",
        reason: reason.into(),
    })?;
    let class_path = [class_path, &[made]].concat();
    let output = Command::new("javac")
        .args(["-g", "-encoding", "UTF-8", "-d"])
        .arg(folder.path())
        .arg("-cp")
        .arg(joined_class_path(&class_path)?)
        .arg(source)
        .output()
        .map_err(|reason| {
            Error::Input(format!(
                "{}: cannot run `javac` to compile it: {}; install a JDK, or give class files",
                source.display(),
                run::plain(&reason)
            ))
        })?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        console::lines(&said);
        return Err(Error::Input(format!(
            "{}: `javac` refuses it, with the errors above",
            source.display()
        )));
    }
    console.note(&said);
    let main_class = class_of(source, folder.path())?;
    Ok(Compiled { folder, main_class })
}

/// The class that has the file's name, in whatever package its source says.
fn class_of(source: &Path, folder: &Path) -> Result<String, Error> {
    let file = source.with_extension("class");
    let found: Vec<String> = WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| Some(entry.file_name()) == file.file_name())
        .filter_map(|entry| {
            let inside = entry.path().strip_prefix(folder).ok()?.with_extension("");
            Some(inside.to_str()?.replace(std::path::MAIN_SEPARATOR, "/"))
        })
        .collect();
    let problem = match found.as_slice() {
        [class] => return Ok(class.clone()),
        [] => {
            "it has no class of its own name; rename the file to the class with `main`".to_owned()
        }
        several => format!(
            "`javac` compiled {} with it; give their class files and the name of one",
            several.join(" and ")
        ),
    };
    Err(Error::Input(format!("{}: {problem}", source.display())))
}
