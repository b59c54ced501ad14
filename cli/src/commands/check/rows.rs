//! The report of a check as a row for each figure.

use regression::check::Case;

use super::results::{Checked, LEFT_OUT, sizes};
use super::{errors, limits};
use crate::output::table::{Table, Value};

/// A row for each figure that changed, each missing golden, each figure of a prediction, each limit, and each case that was left
/// out.
pub(super) fn rows(checked: &Checked) -> Table {
    let mut columns = vec![
        "program",
        "configuration",
        "engine",
        "result",
        "section",
        "name",
        "before",
        "after",
        "difference",
        "change",
    ];
    columns.extend(errors::COLUMNS);
    columns.extend(limits::COLUMNS);
    let mut table = Table::new(&columns);
    let fill = |row: &mut Vec<Value>| row.resize(columns.len(), Value::None);
    for report in &checked.reports {
        let case = &report.case;
        let start = || start_of_row(case, report.verdict.name());
        if report.golden.is_none() && case.has_golden() {
            let mut row = start();
            row.extend([
                "total".into(),
                "cycles".into(),
                Value::None,
                report.cycles().1.into(),
                Value::None,
                Value::None,
            ]);
            fill(&mut row);
            table.push(row);
        }
        for change in &report.changes {
            let mut row = start();
            row.extend([change.section.name().into(), change.name.as_str().into()]);
            row.extend(sizes(change));
            fill(&mut row);
            table.push(row);
        }
        for cells in errors::rows_csv(report) {
            let mut row = start();
            row.extend(cells);
            fill(&mut row);
            table.push(row);
        }
        for cells in limits::rows_csv(report) {
            let mut row = start();
            row.extend(cells);
            table.push(row);
        }
    }
    for case in &checked.left_out {
        let mut row = start_of_row(case, LEFT_OUT);
        row.resize(columns.len(), Value::None);
        table.push(row);
    }
    table
}

/// Program, configuration, engine, result.
fn start_of_row(case: &Case, result: &'static str) -> Vec<Value> {
    vec![
        case.program.as_str().into(),
        case.configuration.as_str().into(),
        case.by().into(),
        result.into(),
    ]
}
