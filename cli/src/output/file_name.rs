//! Names of files.

use std::path::{Path, PathBuf};

use isa::similar::nearest_above;

/// Least similarity of a suggested file: folders hold many with the same ending.
const SIMILAR: f64 = 0.75;

/// Checks if a file name ends with `.extension`.
pub(crate) fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// The file beside this one whose name is most like it.
pub(crate) fn neighbour(file: &Path, is_meant: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let name = file.file_name()?.to_str()?;
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let files = std::fs::read_dir(folder).ok()?.flatten();
    let mut names: Vec<String> = files
        .filter(|found| is_meant(&found.path()))
        .filter_map(|found| found.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    let found = nearest_above(SIMILAR, name, names.iter().map(String::as_str))?;
    Some(file.with_file_name(found))
}
