//! Vectors in recordings and documents, and the terms that name parts of them: `FILE[:COMPONENT][/call][*FACTOR]`.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use isa::bounded_file;
use recording::Recording;
use vectors::{Vector, section};

use crate::args::named::nearest;
use crate::args::recording_file;
use crate::output::console::SILENT;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::file_name::has_extension;
use crate::output::{atomic_file, stdout};

/// Megabytes that a vector may have.
const SIZE_LIMIT: u64 = 256;

/// Reads the vector of a recording, or one that is a document.
pub(crate) fn read(path: &Path) -> Result<Vector, Error> {
    let bytes = read_bytes(path, "a vector has")?;
    if Recording::is_meant(&bytes) {
        let recording = recording_file::of(&bytes, path, SILENT)?;
        return section::vector_of(&recording).map_err(Error::at(path.display()));
    }
    let text = String::from_utf8_lossy(&bytes);
    Vector::from_json(&text).map_err(Error::at(path.display()))
}

fn read_bytes(path: &Path, what: &str) -> Result<Vec<u8>, Error> {
    bounded_file::bytes(path, SIZE_LIMIT, what).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })
}

/// Reads the text of a file.
pub(crate) fn read_text(path: &Path, what: &str) -> Result<String, Error> {
    bounded_file::text(path, SIZE_LIMIT, what).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })
}

/// A file with this name may have a vector.
pub(crate) fn is_meant(name: &str) -> bool {
    has_extension(name, recording::FILE_ENDING) || has_extension(name, "json")
}

/// Checks the name of a file that a vector will be written to.
pub(crate) fn check_name(path: Option<&PathBuf>) -> Result<(), Error> {
    let Some(path) = path.filter(|path| !atomic_file::is_standard_output(path)) else {
        return Ok(());
    };
    if is_meant(&path.to_string_lossy()) {
        return crate::output::result::check_writable(Some(path));
    }
    Err(Error::Input(format!(
        "{}: a vector is written to a file that ends in .jrec or .json",
        path.display()
    )))
}

/// Writes a vector, as a recording or a document, or prints the document.
pub(crate) fn write(vector: &Vector, path: Option<&PathBuf>) -> Result<(), Error> {
    match path {
        Some(path) if has_extension(&path.to_string_lossy(), recording::FILE_ENDING) => {
            atomic_file::write(path, &section::of_vector(vector).to_bytes())
        }
        Some(path) => {
            atomic_file::write(path, document::json(Document::Vector, vector)?.as_bytes())
        }
        None => stdout::print(&document::json(Document::Vector, vector)?),
    }
}

/// A part of a file, so many times.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Term {
    pub(crate) file: PathBuf,
    pub(crate) component: Option<String>,
    pub(crate) one_call: bool,
    pub(crate) factor: f64,
    text: String,
}

impl FromStr for Term {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (rest, factor) = match text.rsplit_once('*') {
            Some((rest, factor))
                if ![rest, factor].contains(&"") && !factor.contains(['/', ':']) =>
            {
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
            .split_once(".jrec:")
            .map(|(file, it)| (format!("{file}.jrec"), it))
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
    pub(crate) fn read(&self) -> Result<Vector, Error> {
        let vector = read(&self.file)?;
        match &self.component {
            Some(wanted) => only(vector, wanted, &self.file),
            None => Ok(vector),
        }
    }
}

/// A term can name a component so: no end of it is read as a call or a factor.
pub(crate) fn is_component_name(name: &str) -> bool {
    let term = format!(".{}:{name}", recording::FILE_ENDING).parse::<Term>();
    term.is_ok_and(|it| it.component.as_deref() == Some(name))
}

/// One component of a vector.
pub(crate) fn only(mut vector: Vector, wanted: &str, file: &Path) -> Result<Vector, Error> {
    let names: Vec<String> = vector.components.iter().map(|it| it.name.clone()).collect();
    vector.components.retain(|it| it.name == wanted);
    if vector.components.is_empty() {
        let file = file.display();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_has_a_file_a_component_and_a_factor() {
        let term: Term = "out/a.jrec:lift.Door*2.5".parse().unwrap();
        assert_eq!((term.file.to_str(), term.factor), (Some("out/a.jrec"), 2.5));
        assert_eq!(term.component.as_deref(), Some("lift.Door"));
        let term: Term = "a.json:(rest)/call".parse().unwrap();
        assert!(term.one_call && term.component.as_deref() == Some("(rest)"));
        let term: Term = "a.jrec".parse().unwrap();
        assert_eq!(
            (term.component, term.factor, term.one_call),
            (None, 1.0, false)
        );
        let term: Term = "a.jrec:lift.*".parse().unwrap();
        assert_eq!(
            (term.component.as_deref(), term.factor),
            (Some("lift.*"), 1.0)
        );
        assert!("a.jrec*-1".parse::<Term>().is_err());
        assert!("a.jrec*many".parse::<Term>().is_err());
    }

    #[test]
    fn a_name_with_the_end_of_a_call_or_a_factor_is_none_for_a_component() {
        for name in ["lift.Door", "lift.*", "(rest)", "a/callee", "region step"] {
            assert!(is_component_name(name), "{name}");
        }
        for name in ["a/call", "a*2", "a/call*2", "a*many"] {
            assert!(!is_component_name(name), "{name}");
        }
    }
}
