//! The results as JUnit XML: a suite for each program, a test for each of its machines.

use std::collections::BTreeSet;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use regression::check::{Case, CaseReport};

use super::results::{Checked, headline};
use crate::output::errors::Error;

/// The document. It has no times of the host, so that equal results are equal bytes.
pub(super) fn document(checked: &Checked) -> Result<String, Error> {
    let reports = checked.reports.iter();
    let mut tests: Vec<(&Case, TestCaseStatus)> = reports
        .map(|report| (&report.case, status(report)))
        .collect();
    tests.extend(checked.left_out.iter().map(|case| {
        let mut status = TestCaseStatus::skipped();
        status.set_message("this host lacks the command");
        (case, status)
    }));
    let mut document = Report::new("jop check");
    let mut programs: Vec<&str> = tests.iter().map(|(case, _)| &*case.program).collect();
    let mut seen = BTreeSet::new();
    programs.retain(|program| seen.insert(*program));
    for program in programs {
        let mut suite = TestSuite::new(program);
        let of_program = tests.iter().filter(|(case, _)| case.program == program);
        suite.add_test_cases(of_program.map(|(case, status)| test(case, status.clone())));
        document.add_test_suite(suite);
    }
    document.to_string().map_err(|reason| Error::System {
        what: "write JUnit XML",
        reason: reason.into(),
    })
}

fn status(report: &CaseReport) -> TestCaseStatus {
    if report.verdict.passes() {
        return TestCaseStatus::success();
    }
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(report.verdict.name());
    status.set_message(headline(report));
    status.set_description(figures(report));
    status
}

fn test(case: &Case, status: TestCaseStatus) -> TestCase {
    let name = format!("{}, {}", case.configuration, case.by());
    let mut test = TestCase::new(name, status);
    test.set_classname(&case.program);
    test
}

fn figures(report: &CaseReport) -> String {
    let changes = report.changes.iter().map(|change| {
        format!(
            "{}.{}: {} -> {} ({:+})\n",
            change.section.name(),
            change.name,
            change.before,
            change.after,
            change.difference()
        )
    });
    let beyond = report.beyond().into_iter().map(|row| {
        format!(
            "{}.{}: {} predicted, {} true ({:+})\n",
            row.section.name(),
            row.name,
            row.predicted,
            row.truth,
            row.difference()
        )
    });
    let limits = report
        .passed_limits()
        .map(|limit| format!("line {}: {}\n", limit.line, limit.in_words()));
    limits.chain(changes).chain(beyond).collect()
}
