//! The Java programs of `tests/programs` and `tests/course` and what each prints on the host JVM.

use std::fs;

use jopizer::{LinkOptions, Linked, link};
use microcode::Build;

use crate::machine::Outcome;
use crate::path;

/// A program with its expected outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    folder: &'static str,
    /// Its main class, in the default package.
    pub name: String,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    status: u32,
}

impl Program {
    /// All programs of `tests/programs`, by name: every `NAME.java` with its `NAME.expected`, and `NAME.stderr` and
    /// `NAME.status` where they are.
    ///
    /// # Panics
    /// When a source has no expected output, which fails the test that asked for it.
    #[must_use]
    pub fn all() -> Vec<Self> {
        Self::in_folder("programs")
    }

    /// The exercises of a first course in `tests/course`.
    ///
    /// # Panics
    /// As [`Program::all`].
    #[must_use]
    pub fn course() -> Vec<Self> {
        Self::in_folder("course")
    }

    fn in_folder(folder: &'static str) -> Vec<Self> {
        let files = fs::read_dir(path(folder)).expect("the folder of programs");
        let mut names: Vec<_> = files
            .map(|entry| entry.expect("a readable folder").path())
            .filter(|file| {
                file.extension()
                    .is_some_and(|extension| extension == "java")
            })
            .map(|file| {
                file.file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
            .into_iter()
            .map(|name| Self::read(folder, name))
            .collect()
    }

    fn read(folder: &'static str, name: String) -> Self {
        let file = |extension: &str| fs::read(path(&format!("{folder}/{name}.{extension}")));
        let stdout = file("expected")
            .unwrap_or_else(|_| panic!("{name}: run tests/{folder}/expected.sh {name}"));
        let status = file("status").map_or(0, |text| {
            String::from_utf8_lossy(&text)
                .trim()
                .parse()
                .unwrap_or_else(|_| panic!("{name}.status"))
        });
        Self {
            folder,
            stdout,
            stderr: file("stderr").unwrap_or_default(),
            status,
            name,
        }
    }

    /// Links it from the committed class files with the embedded runtime.
    ///
    /// # Panics
    /// When it cannot be linked, which fails the test that asked for it.
    #[must_use]
    pub fn link(&self) -> Linked {
        self.link_with(false)
    }

    /// The same, with smaller frames or without.
    ///
    /// # Panics
    /// As [`Program::link`].
    #[must_use]
    pub fn link_with(&self, shrink_frames: bool) -> Linked {
        let mut options =
            LinkOptions::new(&self.name, [path(&format!("{}/programs.jar", self.folder))]);
        options.shrink_frames = shrink_frames;
        link(&options).unwrap_or_else(|error| {
            panic!(
                "{}: {error}; is programs.jar old? run tests/{}/build.sh",
                self.name, self.folder
            )
        })
    }

    /// Whether the host's behaviour is only that of the strict build.
    #[must_use]
    pub fn needs(&self, build: Build) -> bool {
        self.name.starts_with("Strict") && build == Build::Strict
    }

    /// What differs between a run and the host JVM, if anything does.
    #[must_use]
    pub fn difference(&self, outcome: &Outcome) -> Option<String> {
        let text = differing_line("stdout", &self.stdout, &outcome.stdout)
            .or_else(|| differing_line("stderr", &self.stderr, &outcome.stderr));
        if text.is_none() && outcome.status == Some(self.status) {
            return None;
        }
        let status = format!("status {:?} for {}", outcome.status, self.status);
        Some(format!(
            "{}: {}{status}",
            self.name,
            text.unwrap_or_default()
        ))
    }
}

/// The first line in which two texts differ.
fn differing_line(channel: &str, expected: &[u8], actual: &[u8]) -> Option<String> {
    if expected == actual {
        return None;
    }
    let (expected, actual) = (
        String::from_utf8_lossy(expected),
        String::from_utf8_lossy(actual),
    );
    let (mut left, mut right) = (expected.split('\n'), actual.split('\n'));
    for line in 1.. {
        let (left, right) = (left.next(), right.next());
        if left != right {
            let show =
                |text: Option<&str>| text.map_or("the end".to_owned(), |text| format!("{text:?}"));
            return Some(format!(
                "{channel} line {line}: expected {}, got {}; ",
                show(left),
                show(right)
            ));
        }
    }
    None
}
