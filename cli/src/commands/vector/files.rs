//! Files of vectors, and the terms that name parts of them: `FILE[:COMPONENT][/call][*FACTOR]`.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use isa::bounded_file;
use vectors::Vector;

use crate::args::named::nearest;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::file_name::has_extension;
use crate::output::{atomic_file, stdout};

/// Megabytes that a vector may have.
const SIZE_LIMIT: u64 = 256;

/// Reads a vector.
pub(super) fn read(path: &Path) -> Result<Vector, Error> {
    let text = read_text(path, "a vector has")?;
    Vector::from_json(&text).map_err(Error::at(path.display()))
}

/// Reads the text of a file.
pub(super) fn read_text(path: &Path, what: &str) -> Result<String, Error> {
    bounded_file::text(path, SIZE_LIMIT, what).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })
}

/// Checks the name of a file that a vector will be written to.
pub(super) fn check_name(path: Option<&PathBuf>) -> Result<(), Error> {
    let Some(path) = path.filter(|path| !atomic_file::is_standard_output(path)) else {
        return Ok(());
    };
    let name = path.to_string_lossy();
    if has_extension(&name, "jvec") || has_extension(&name, "json") {
        return crate::output::result::check_writable(Some(path));
    }
    Err(Error::Input(format!(
        "{name}: a vector is a file that ends in .jvec or .json"
    )))
}

/// Writes a vector, or prints it.
pub(super) fn write(vector: &Vector, path: Option<&PathBuf>) -> Result<(), Error> {
    let text = document::json(Document::Vector, vector)?;
    match path {
        Some(path) => atomic_file::write(path, text.as_bytes()),
        None => stdout::print(&text),
    }
}

/// A part of a file, so many times.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Term {
    pub(super) file: PathBuf,
    pub(super) component: Option<String>,
    pub(super) one_call: bool,
    pub(super) factor: f64,
    text: String,
}

impl FromStr for Term {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (rest, factor) = match text.rsplit_once('*') {
            Some((rest, factor)) if !rest.is_empty() && !factor.contains(['/', ':']) => {
                let number = factor.parse::<f64>().ok();
                let number = number.filter(|it| it.is_finite() && *it >= 0.0);
                (
                    rest,
                    number.ok_or_else(|| {
                        format!("`{factor}` is no factor; write a number from 0 on")
                    })?,
                )
            }
            _ => (text, 1.0),
        };
        let (rest, one_call) = match rest.strip_suffix("/call") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let (file, component) = match rest
            .split_once(".jvec:")
            .map(|(file, it)| (format!("{file}.jvec"), it))
        {
            Some((file, component)) => (file, Some(component.to_owned())),
            None => match rest.split_once(".json:") {
                Some((file, component)) => (format!("{file}.json"), Some(component.to_owned())),
                None => (rest.to_owned(), None),
            },
        };
        Ok(Self {
            file: file.into(),
            component,
            one_call,
            factor,
            text: text.to_owned(),
        })
    }
}

impl std::fmt::Display for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Term {
    /// Its components, before they are scaled.
    pub(super) fn read(&self) -> Result<Vector, Error> {
        let mut vector = read(&self.file)?;
        let Some(wanted) = &self.component else {
            return Ok(vector);
        };
        let names: Vec<String> = vector.components.iter().map(|it| it.name.clone()).collect();
        vector.components.retain(|it| it.name == *wanted);
        if vector.components.is_empty() {
            let file = self.file.display();
            let meant = match nearest(wanted, names.iter().map(String::as_str)) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("it has {}", names.join(", ")),
            };
            return Err(Error::Input(format!(
                "{file}: no component {wanted}; {meant}"
            )));
        }
        Ok(vector)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_has_a_file_a_component_and_a_factor() {
        let term: Term = "out/a.jvec:lift.Door*2.5".parse().unwrap();
        assert_eq!((term.file.to_str(), term.factor), (Some("out/a.jvec"), 2.5));
        assert_eq!(term.component.as_deref(), Some("lift.Door"));
        let term: Term = "a.json:(rest)/call".parse().unwrap();
        assert!(term.one_call && term.component.as_deref() == Some("(rest)"));
        let term: Term = "a.jvec".parse().unwrap();
        assert_eq!(
            (term.component, term.factor, term.one_call),
            (None, 1.0, false)
        );
        assert!("a.jvec*-1".parse::<Term>().is_err());
        assert!("a.jvec*many".parse::<Term>().is_err());
    }
}
