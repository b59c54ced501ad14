//! `jop check --init`: a first manifest.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use regression::check::{Manifest, find_mains, manifest_for};

use super::laboratory::Laboratory;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::table::counted;
use crate::output::{atomic_file, exit_code};

/// Writes a manifest for the programs of a folder, after it has run each.
pub(super) fn init(folder: &Path, manifest: &Path, console: Console) -> Result<u8, Error> {
    if manifest.exists() {
        return Err(Error::Input(format!(
            "{}: there is a manifest already; remove it, or name another",
            manifest.display()
        )));
    }
    let mains = find_mains(folder).map_err(Error::refused)?;
    let text = manifest_for(&class_path(folder, manifest)?, &mains);
    refuse_failures(manifest, &text)?;
    atomic_file::write(manifest, text.as_bytes())?;
    console.note(&format!(
        "jop: {} checks {}; `jop check --bless` writes their goldens",
        manifest.display(),
        counted(mains.len() as u64, "program")
    ));
    Ok(exit_code::DONE)
}

/// Outcomes of programs that fail: the status after an uncaught exception, and threads that wait for ever.
const FAILURES: [&str; 2] = ["exit 1", "blocked"];

/// Runs every case of a manifest that is not yet written: a golden of a program that fails would keep its failure.
fn refuse_failures(manifest: &Path, text: &str) -> Result<(), Error> {
    let cases = Manifest::parse(manifest, text)?.cases;
    let laboratory = Laboratory::new(manifest, &cases)?;
    let failures: Vec<Option<String>> = cases
        .into_par_iter()
        .map(|case| match laboratory.run(&case) {
            Ok(ran) if FAILURES.contains(&&*ran.measured.outcome) => Some(format!(
                "{}: ends with `{}`; `jop run` shows why",
                case.program, ran.measured.outcome
            )),
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        })
        .collect();
    let mut failures: Vec<String> = failures.into_iter().flatten().collect();
    failures.dedup();
    if failures.is_empty() {
        return Ok(());
    }
    failures.push(format!(
        "{} is not written; mend these programs, or write their entries by hand to check that they end so",
        manifest.display()
    ));
    Err(Error::Input(failures.join("\n")))
}

/// The folder as the manifest will see it: beside or below it by a relative path, elsewhere by the whole one.
fn class_path(folder: &Path, manifest: &Path) -> Result<String, Error> {
    let beside = match manifest.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let full = |path: &Path| {
        fs::canonicalize(path).map_err(|reason| Error::Read {
            path: path.to_owned(),
            reason,
        })
    };
    let (folder, beside) = (full(folder)?, full(beside)?);
    let path = folder.strip_prefix(&beside).unwrap_or(&folder);
    let path = if path.as_os_str().is_empty() {
        OsStr::new(".")
    } else {
        path.as_os_str()
    };
    path.to_str().map(str::to_owned).ok_or_else(|| {
        Error::Input(format!(
            "{}: the path is not UTF-8, which a manifest is",
            folder.display()
        ))
    })
}
