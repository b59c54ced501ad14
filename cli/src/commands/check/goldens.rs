//! Goldens on disk: those that `--bless` writes, and those that belong to no case.

use std::fs;
use std::path::{Path, PathBuf};

use regression::check::{Case, CaseReport, CaseVerdict, Golden};

use super::results::Checked;
use crate::output::atomic_file;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Writes the goldens whose text differs.
pub(super) fn bless(reports: &[CaseReport], goldens: &Path, console: Console) -> Result<(), Error> {
    let mut written = 0;
    let with_golden = || reports.iter().filter(|report| report.case.has_golden());
    if with_golden().next().is_some() {
        fs::create_dir_all(goldens).map_err(|reason| Error::Write {
            path: goldens.to_owned(),
            reason,
        })?;
    }
    for report in with_golden() {
        let text = Golden::text(&report.case, &report.measured);
        if fs::read(&report.case.golden).is_ok_and(|old| old == text.as_bytes()) {
            continue;
        }
        atomic_file::write(&report.case.golden, text.as_bytes())?;
        written += 1;
    }
    console.note(&format!(
        "jop: {written} of {} goldens written to {}",
        with_golden().count(),
        goldens.display()
    ));
    let is_beyond = |report: &&CaseReport| report.verdict == CaseVerdict::Beyond;
    for report in reports.iter().filter(is_beyond) {
        console.note(&format!(
            "jop: note: {} stays beyond a limit, which no golden changes: {}",
            report.case.title(),
            report.beyond_in_words().unwrap_or_default()
        ));
    }
    Ok(())
}

/// Reports goldens without a case, as after a program was renamed.
pub(super) fn note_strays(checked: &Checked, goldens: &Path, console: Console) {
    let of_reports = checked.reports.iter().map(|report| &report.case);
    let cases = of_reports.chain(&checked.left_out);
    let cases: Vec<&Case> = cases.filter(|case| case.has_golden()).collect();
    let entries = fs::read_dir(goldens).into_iter().flatten().flatten();
    let mut strays: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .filter(|path| !cases.iter().any(|case| case.golden == *path))
        .collect();
    strays.sort();
    for stray in strays {
        console.note(&format!(
            "jop: note: {} belongs to no case; delete it",
            stray.display()
        ));
    }
}
