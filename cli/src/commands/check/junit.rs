//! The results as JUnit XML: a suite for each program, a test for each of its machines.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use regression::check::CaseReport;

use super::render::headline;
use crate::output::errors::Error;

/// The document. It has no times of the host, so that equal results are equal bytes.
pub(super) fn document(reports: &[CaseReport]) -> Result<String, Error> {
    let mut document = Report::new("jop check");
    let mut programs: Vec<&str> = reports
        .iter()
        .map(|report| report.case.program.as_str())
        .collect();
    programs.dedup();
    for program in programs {
        let mut suite = TestSuite::new(program);
        let of_program = reports
            .iter()
            .filter(|report| report.case.program == program);
        suite.add_test_cases(of_program.map(test));
        document.add_test_suite(suite);
    }
    document.to_string().map_err(|reason| Error::System {
        what: "write JUnit XML",
        reason: reason.into(),
    })
}

fn test(report: &CaseReport) -> TestCase {
    let status = if report.verdict.passes() {
        TestCaseStatus::success()
    } else {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type(report.verdict.name());
        status.set_message(headline(report));
        status.set_description(figures(report));
        status
    };
    let case = &report.case;
    let name = format!("{}, {}", case.configuration, case.by());
    let mut test = TestCase::new(name, status);
    test.set_classname(&case.program);
    test
}

fn figures(report: &CaseReport) -> String {
    let lines = report.changes.iter().map(|change| {
        format!(
            "{}.{}: {} -> {} ({:+})\n",
            change.section.name(),
            change.name,
            change.before,
            change.after,
            change.difference()
        )
    });
    lines.collect()
}
