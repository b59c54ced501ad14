//! Annotations of GitHub Actions: at the line of each limit that is passed, or of the golden of a case that fails.

use std::path::Path;

use regression::check::CaseReport;

use super::results::headline;

/// A line of workflow command for each limit that is passed, at its line of the manifest, and for each other failure at the line of
/// its golden; a missing golden is annotated in the manifest.
pub(super) fn annotations(manifest: &Path, reports: &[CaseReport]) -> String {
    let mut text = String::new();
    for report in reports.iter().filter(|report| !report.verdict.passes()) {
        for limit in report.passed_limits() {
            text += &annotation(report, (manifest, limit.line), &limit.in_words());
        }
        if report.passed_limits().next().is_some() && !report.golden_differs() {
            continue;
        }
        let place = match &report.golden {
            Some(golden) => (report.case.golden.as_path(), golden.line),
            None => (manifest, report.case.line),
        };
        text += &annotation(report, place, &headline(report));
    }
    text
}

fn annotation(report: &CaseReport, (file, line): (&Path, usize), words: &str) -> String {
    format!(
        "::error file={},line={line},title={}::{}\n",
        property(&file.to_string_lossy()),
        property(&format!("timing of {}", report.case.title())),
        escaped(words)
    )
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
