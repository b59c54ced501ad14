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
    /// The class whose `main` runs, `t/Main`.
    pub(crate) main_class: String,
}

impl Compiled {
    /// Folder with the class files, an entry of the class path.
    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().to_owned()
    }
}

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
    // For `joplab`; of packages that the JDK has, javac takes the JDK's.
    let library = folder.path().join("runtime.jar");
    std::fs::write(&library, runtime::RUNTIME_JAR).map_err(|reason| Error::System {
        what: "write the library for javac",
        reason: reason.into(),
    })?;
    let class_path = [class_path, &[library]].concat();
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

/// The class that has the file's name, in whatever package its source says; without a `main` in it, the only class that has one.
fn class_of(source: &Path, folder: &Path) -> Result<String, Error> {
    let file = source.with_extension("class");
    let classes = classes(folder);
    let is_own = |class: &&Class| class.file.file_name() == file.file_name();
    let own: Vec<&Class> = classes.iter().filter(is_own).collect();
    let mains: Vec<&str> = classes
        .iter()
        .filter(|class| class.has_main)
        .map(|class| class.name.as_str())
        .collect();
    let problem = match (own.as_slice(), mains.as_slice()) {
        ([class], []) => return Ok(class.name.clone()),
        ([class], _) if class.has_main => return Ok(class.name.clone()),
        ([] | [_], [main]) => return Ok((*main).to_owned()),
        ([], []) => "no class in it has a `public static void main(String[])`; add one".to_owned(),
        ([] | [_], mains) => format!(
            "{} have a main, and none has the file's name; compile it, and name one: javac -d classes {}; jop run -cp classes {}",
            mains.join(" and ").replace('/', "."),
            source.display(),
            mains[0].replace('/', ".")
        ),
        (several, _) => {
            let names: Vec<&str> = several.iter().map(|class| class.name.as_str()).collect();
            format!(
                "`javac` compiled {} with it; give their class files and the name of one",
                names.join(" and ")
            )
        }
    };
    Err(Error::Input(format!("{}: {problem}", source.display())))
}

/// A compiled class.
struct Class {
    file: PathBuf,
    /// Its internal name.
    name: String,
    has_main: bool,
}

/// The compiled classes, sorted by file.
fn classes(folder: &Path) -> Vec<Class> {
    let files = WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| {
            entry
                .path()
                .extension()
                .is_some_and(|ending| ending == "class")
        });
    let class = |entry: walkdir::DirEntry| {
        let file = entry.into_path();
        let inside = file.strip_prefix(folder).ok()?.with_extension("");
        let name = inside.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
        let has_main = std::fs::read(&file).is_ok_and(|bytes| has_main(&bytes).unwrap_or(false));
        Some(Class {
            file,
            name,
            has_main,
        })
    };
    files.filter_map(class).collect()
}

/// Checks if a class file has an entry point.
fn has_main(bytes: &[u8]) -> Option<bool> {
    let class = noak::reader::Class::new(bytes).ok()?;
    let pool = class.pool();
    for method in class.methods() {
        let method = method.ok()?;
        let name = pool.retrieve(method.name()).ok()?.to_str();
        let descriptor = pool.retrieve(method.descriptor()).ok()?.to_str();
        let is_entry = name == Some("main") && descriptor == Some("([Ljava/lang/String;)V");
        if is_entry && method.access_flags().contains(noak::AccessFlags::STATIC) {
            return Some(true);
        }
    }
    Some(false)
}
