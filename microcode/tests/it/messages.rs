//! Every error and every warning reads as its golden file says, carets included.
//!
//! A golden file is a source, and behind it the message in lines that begin with `//=`. A first line `// -D NAME` gives
//! macros of the command line. After a wanted change: `JOPLAB_BLESS=1 cargo test -p microcode messages`, which
//! rewrites only the `//=` lines.

#![allow(
    clippy::unwrap_used,
    reason = "a broken golden file is to end the test"
)]

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use microcode::{AsmError, Assembly, Options};

const MARK: &str = "//=";

struct Golden {
    path: PathBuf,
    source: String,
    expected: String,
}

impl Golden {
    fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).unwrap();
        let is_source = |line: &&str| !line.starts_with(MARK);
        let source = text.split_inclusive('\n').take_while(is_source).collect();
        let expected = text
            .lines()
            .skip_while(is_source)
            .map(|line| &line[MARK.len()..]);
        let expected: Vec<_> = expected
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        Self {
            path,
            source,
            expected: expected.join("\n"),
        }
    }

    fn all(kind: &str) -> Vec<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/golden")
            .join(kind);
        let files = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let mut files: Vec<_> = files
            .filter(|path| path.extension().is_some_and(|e| e == "asm"))
            .collect();
        files.sort();
        files.into_iter().map(Self::read).collect()
    }

    /// Assembles the source under its bare name; includes are looked for beside it.
    fn assemble(&self) -> Result<Assembly, AsmError> {
        let name = Path::new(self.path.file_name().unwrap());
        let folder = self.path.parent().unwrap();
        let defines = self
            .source
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("// -D "));
        let options = Options {
            defines: defines.map(str::to_owned).into_iter().collect(),
        };
        let loader = |path: &Path| match path == name {
            true => Ok(self.source.clone()),
            false => fs::read_to_string(folder.join(path))
                .map_err(|_| io::Error::other("file not found")),
        };
        Assembly::of_source(name, &loader, &options)
    }

    /// Compares, or rewrites the expected lines; gives what differs.
    fn check(&self, message: &str) -> Option<String> {
        // A margin of its own keeps blanks at line ends out of the files.
        let message: Vec<_> = message.lines().map(str::trim_end).collect();
        if message.join("\n") == self.expected {
            return None;
        }
        if std::env::var_os("JOPLAB_BLESS").is_some() {
            let lines = message
                .iter()
                .map(|line| format!("{MARK} {line}").trim_end().to_owned() + "\n");
            fs::write(&self.path, self.source.clone() + &lines.collect::<String>()).unwrap();
            return None;
        }
        let (name, message) = (self.path.display(), message.join("\n"));
        Some(format!(
            "{name}\n--- expected\n{}\n--- found\n{message}\n",
            self.expected
        ))
    }
}

fn report(differences: &[String]) {
    let cure = "if wanted: JOPLAB_BLESS=1 cargo test -p microcode messages";
    assert!(differences.is_empty(), "{}\n{cure}", differences.join("\n"));
}

/// Names of the variants of an error enum, as its `#[error]` attributes count them, and those met.
fn unmet<'a>(source: &str, met: impl Iterator<Item = String> + 'a) -> (usize, usize) {
    let met: BTreeSet<_> = met
        .map(|debug| {
            debug
                .split(|c: char| !c.is_alphanumeric())
                .next()
                .unwrap()
                .to_owned()
        })
        .collect();
    (source.matches("#[error(").count(), met.len())
}

#[test]
fn every_error_reads_as_its_golden_file_says() {
    let differences = Golden::all("errors").into_iter().filter_map(|golden| {
        let error = golden.assemble().expect_err(&golden.source);
        golden.check(&error.render(false))
    });
    report(&differences.collect::<Vec<_>>());
}

#[test]
fn every_warning_reads_as_its_golden_file_says() {
    let differences = Golden::all("warnings").into_iter().filter_map(|golden| {
        let assembly = golden.assemble().unwrap_or_else(|error| panic!("{error}"));
        golden.check(&assembly.render_warnings(false))
    });
    report(&differences.collect::<Vec<_>>());
}

#[test]
fn every_kind_of_error_has_a_golden_file() {
    let errors = Golden::all("errors")
        .into_iter()
        .map(|golden| golden.assemble().unwrap_err());
    let kinds = errors.flat_map(|error| {
        error
            .errors()
            .iter()
            .map(|e| format!("{:?}", e.kind))
            .collect::<Vec<_>>()
    });
    let (declared, met) = unmet(include_str!("../../src/errors.rs"), kinds);
    assert_eq!(met, declared);
}

#[test]
fn every_kind_of_warning_has_a_golden_file() {
    let assemblies = Golden::all("warnings")
        .into_iter()
        .map(|golden| golden.assemble().unwrap());
    let kinds = assemblies.flat_map(|a| {
        a.warnings()
            .iter()
            .map(|w| format!("{:?}", w.kind))
            .collect::<Vec<_>>()
    });
    let (declared, met) = unmet(include_str!("../../src/warnings.rs"), kinds);
    assert_eq!(met, declared);
}

#[test]
fn of_many_errors_the_first_twenty_are_shown() {
    let source = "\tldx\n".repeat(23);
    let error = Assembly::of_str("many.asm", &source, &Options::default()).unwrap_err();
    let message = error.render(false);
    // One more than the lines: the version is missing, too.
    assert_eq!(
        (error.errors().len(), message.matches("error:").count()),
        (24, 20)
    );
    assert!(message.ends_with("\n\nand 4 more"), "{message}");
}
