//! Annotations of GitHub Actions: one at the golden's line for each case that fails.

use std::fmt::Write;
use std::path::Path;

use regression::check::CaseReport;

use super::results::headline;

/// A line of workflow command for each failure; a missing golden is annotated in the manifest.
pub(super) fn annotations(manifest: &Path, reports: &[CaseReport]) -> String {
    let mut text = String::new();
    for report in reports.iter().filter(|report| !report.verdict.passes()) {
        let (file, line) = match &report.golden {
            Some(golden) => (report.case.golden.as_path(), golden.line),
            None => (manifest, report.case.line),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "::error file={},line={line},title={}::{}",
            property(&file.to_string_lossy()),
            property(&format!("timing of {}", report.case.title())),
            escaped(&headline(report))
        );
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_github_reads_itself_is_escaped() {
        assert_eq!(escaped("50 % a:b\nc"), "50 %25 a:b%0Ac");
        assert_eq!(property("a:b,c"), "a%3Ab%2Cc");
    }
}
