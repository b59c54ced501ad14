//! Random programs, compiled, analysed and run.

use std::path::Path;
use std::process::Command;

use jopizer::{LinkOptions, Linked};
use wcet::{BoundSource, Bounds, Program};

use crate::check::{Checked, Machine, check};
use crate::random::{Generated, program};
use crate::runs::{Watched, shown_of};

/// Cycles that a program takes at most.
const MOST_CYCLES: u64 = 2_000_000_000;

/// Compiles and links a random program in a folder.
///
/// # Errors
/// If there is no JDK, or if compiler or linker refuse it.
pub fn link(folder: &Path, generated: &Generated) -> Result<Linked, String> {
    let mut files = Vec::new();
    let main = ("Main".to_owned(), generated.main.clone());
    for (name, text) in generated.classes.iter().chain([&main]) {
        let path = folder.join(format!("{name}.java"));
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        files.push(path);
    }
    let compiled = Command::new("javac")
        .args(["-g", "--release", "8", "-Xlint:-options", "-d"])
        .arg(folder)
        .args(&files)
        .output()
        .map_err(|error| format!("javac: {error}"))?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    jopizer::link(&LinkOptions::new("Main", [folder.to_owned()])).map_err(|error| error.to_string())
}

/// Holds the methods of random programs against their bounds on machines.
///
/// # Errors
/// As [`link`], and if a run fails.
pub fn check_random(
    seed: u64,
    classes: usize,
    machines: &[Machine],
) -> Result<Vec<(String, Checked)>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let generated = program(seed, classes);
    let linked = link(folder.path(), &generated)?;
    let image = Program::new(&linked.image, &linked.symbols).map_err(|error| error.to_string())?;
    let bounds = bounds_of(&generated)?;
    let mut all = Vec::new();
    for machine in machines {
        let watched = Watched::on(machine, &linked, MOST_CYCLES);
        let shown = shown_of(&watched, &image, machine, &bounds)?;
        let none = std::collections::BTreeMap::new();
        let checked = check(&image, machine, &bounds, &none, &shown, is_generated);
        all.extend(checked.into_iter().map(|it| (machine.name.clone(), it)));
    }
    Ok(all)
}

/// Bounds of a random program.
pub(crate) fn bounds_of(generated: &Generated) -> Result<Bounds, String> {
    let mut bounds = Bounds::of_runtime().map_err(|error| error.to_string())?;
    for (text, source) in [
        (&*generated.bounds, BoundSource::File),
        (generated.of_library, BoundSource::Runtime),
    ] {
        bounds
            .add(text, "generated", source)
            .map_err(|error| error.to_string())?;
    }
    Ok(bounds)
}

/// Returns true for methods of generated classes.
pub(crate) fn is_generated(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next() == Some('R') && letters.next().is_some_and(|it| it.is_ascii_digit())
}
