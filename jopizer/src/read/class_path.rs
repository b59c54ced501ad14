//! Finding class files: directories, jars and single files, in order; the first hit wins.

use std::fmt;
use std::fs::File;
use std::io::{Cursor, Read, Seek};
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use crate::class_file::ClassFile;
use crate::error::LinkError;
use crate::hashing::FxHashMap;

/// Larger entries are refused: a class file's own tables could not index them.
pub(crate) const LARGEST_CLASS_FILE: u64 = 64 << 20;

trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

enum Source {
    Directory(PathBuf),
    Archive {
        path: PathBuf,
        archive: ZipArchive<Box<dyn ReadSeek>>,
        entries: FxHashMap<String, usize>,
    },
    File {
        path: PathBuf,
        class: String,
    },
}

/// The bytes of a class file and where they came from.
pub(crate) struct Found {
    pub(crate) bytes: Vec<u8>,
    /// For messages: `out/t/Main.class`, `app.jar!t/Main.class`.
    pub(crate) file: String,
}

/// An ordered list of places where classes may be.
pub(crate) struct ClassPath {
    sources: Vec<Source>,
}

impl ClassPath {
    pub(crate) fn new() -> Self {
        ClassPath {
            sources: Vec::new(),
        }
    }

    /// Adds a directory, a jar or zip file, or a single class file.
    pub(crate) fn add(&mut self, path: &Path) -> Result<(), LinkError> {
        let metadata = std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
        if metadata.is_dir() {
            self.sources.push(Source::Directory(path.to_owned()));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "class")
        {
            let bytes = std::fs::read(path).map_err(|error| unreadable(path, error))?;
            let class = ClassFile::parse(&bytes).map_err(|problem| LinkError::ClassFile {
                file: path.display().to_string(),
                problem,
            })?;
            self.sources.push(Source::File {
                path: path.to_owned(),
                class: class.name.to_string(),
            });
        } else {
            let file = File::open(path).map_err(|error| unreadable(path, error))?;
            self.add_archive(path.to_owned(), Box::new(file))?;
        }
        Ok(())
    }

    /// Adds a jar that is in memory.
    pub(crate) fn add_embedded(&mut self, name: &str, jar: &'static [u8]) -> Result<(), LinkError> {
        self.add_archive(PathBuf::from(name), Box::new(Cursor::new(jar)))
    }

    fn add_archive(&mut self, path: PathBuf, data: Box<dyn ReadSeek>) -> Result<(), LinkError> {
        let archive = ZipArchive::new(data).map_err(|error| unreadable(&path, error))?;
        let entries = (0..archive.len())
            .filter_map(|index| Some((archive.name_for_index(index)?.ok()?.into_owned(), index)))
            .collect();
        self.sources.push(Source::Archive {
            path,
            archive,
            entries,
        });
        Ok(())
    }

    /// The class file of a class given by its internal name, or `None` if it is nowhere.
    pub(crate) fn find(&mut self, class: &str) -> Result<Option<Found>, LinkError> {
        for source in &mut self.sources {
            if let Some(found) = source.find(class)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Internal names of all classes in its folders and jars, in the order of the names.
    pub(crate) fn class_names(&self) -> Result<Vec<String>, LinkError> {
        let mut names = Vec::new();
        for source in &self.sources {
            match source {
                Source::Directory(directory) => names_in_directory(directory, "", &mut names)?,
                Source::Archive { entries, .. } => {
                    names.extend(entries.keys().filter_map(|entry| class_of_entry(entry)));
                }
                Source::File { class, .. } => names.push(class.clone()),
            }
        }
        names.sort();
        names.dedup();
        Ok(names)
    }
}

/// Names of all classes in folders, jars and class files, as `t.Main`, in their order.
///
/// # Errors
/// If one of them cannot be read.
pub fn class_names(class_path: &[PathBuf]) -> Result<Vec<String>, LinkError> {
    let mut all = ClassPath::new();
    for entry in class_path {
        all.add(entry)?;
    }
    let names = all.class_names()?.into_iter();
    Ok(names.map(|name| name.replace('/', ".")).collect())
}

/// The class of a file in a jar or folder. Variants for certain releases and descriptions of modules and packages are none.
fn class_of_entry(entry: &str) -> Option<String> {
    let class = entry.strip_suffix(".class")?;
    let simple = class.rsplit('/').next()?;
    let described = matches!(simple, "module-info" | "package-info");
    (!described && !entry.starts_with("META-INF/")).then(|| class.to_owned())
}

fn names_in_directory(
    directory: &Path,
    prefix: &str,
    names: &mut Vec<String>,
) -> Result<(), LinkError> {
    let entries = std::fs::read_dir(directory).map_err(|error| unreadable(directory, error))?;
    for entry in entries {
        let entry = entry.map_err(|error| unreadable(directory, error))?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        // Not through links, which may go round in circles.
        let kind = entry
            .file_type()
            .map_err(|error| unreadable(&entry.path(), error))?;
        if kind.is_dir() {
            names_in_directory(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.extend(class_of_entry(&name));
        }
    }
    Ok(())
}

impl fmt::Display for ClassPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, source) in self.sources.iter().enumerate() {
            let separator = if index == 0 { "" } else { ":" };
            let (Source::Directory(path)
            | Source::Archive { path, .. }
            | Source::File { path, .. }) = source;
            write!(f, "{separator}{}", path.display())?;
        }
        Ok(())
    }
}

impl Source {
    fn find(&mut self, class: &str) -> Result<Option<Found>, LinkError> {
        match self {
            Source::Directory(directory) => find_in_directory(directory, class),
            Source::Archive {
                path,
                archive,
                entries,
            } => {
                let name = format!("{class}.class");
                let Some(index) = entries.get(&name) else {
                    return Ok(None);
                };
                let file = format!("{}!{name}", path.display());
                let entry = archive
                    .by_index(*index)
                    .map_err(|error| unreadable(Path::new(&file), error))?;
                read_limited(entry, file).map(Some)
            }
            Source::File { path, class: name } if name == class => read_file(path).map(Some),
            Source::File { .. } => Ok(None),
        }
    }
}

fn find_in_directory(directory: &Path, class: &str) -> Result<Option<Found>, LinkError> {
    // A damaged class file may name a class "../x"; such names stay inside the directory by finding nothing.
    let well_formed = class
        .split('/')
        .all(|part| !matches!(part, "" | "." | "..") && !part.contains('\0'));
    let path = directory.join(format!("{class}.class"));
    if well_formed && path.is_file() {
        read_file(&path).map(Some)
    } else {
        Ok(None)
    }
}

fn read_file(path: &Path) -> Result<Found, LinkError> {
    let file = File::open(path).map_err(|error| unreadable(path, error))?;
    read_limited(file, path.display().to_string())
}

fn read_limited(reader: impl Read, file: String) -> Result<Found, LinkError> {
    let mut bytes = Vec::new();
    reader
        .take(LARGEST_CLASS_FILE)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(Path::new(&file), error))?;
    Ok(Found { bytes, file })
}

pub(crate) fn unreadable(path: &Path, problem: impl fmt::Display) -> LinkError {
    LinkError::ClassPath {
        path: path.to_owned(),
        problem: problem.to_string(),
    }
}
