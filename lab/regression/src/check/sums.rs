//! Changes of many cases under one name: the total effect of a change of the microcode or of a method.

use std::collections::BTreeMap;

use crate::check::figures::Section;
use crate::check::report::{CaseReport, Change};

/// A figure over all cases in which it changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// Sums of before and after.
    pub change: Change,
    /// Cases in which it changed.
    pub cases: u64,
}

/// The changes of a section, summed over cases, largest difference first.
#[must_use]
pub fn sums<'a>(reports: impl IntoIterator<Item = &'a CaseReport>, section: Section) -> Vec<Sum> {
    let mut by_name: BTreeMap<&str, Sum> = BTreeMap::new();
    let changes = reports.into_iter().flat_map(|report| &report.changes);
    for change in changes.filter(|change| change.section == section) {
        let sum = by_name.entry(&change.name).or_insert_with(|| Sum {
            change: Change {
                before: 0,
                after: 0,
                ..change.clone()
            },
            cases: 0,
        });
        sum.change.before = sum.change.before.saturating_add(change.before);
        sum.change.after = sum.change.after.saturating_add(change.after);
        sum.cases += 1;
    }
    let mut sums: Vec<Sum> = by_name.into_values().collect();
    sums.sort_by_key(|sum| std::cmp::Reverse(sum.change.difference().unsigned_abs()));
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::golden::Golden;
    use crate::check::report::tests::{case, measured};

    #[test]
    fn changes_of_one_name_add_up_and_the_largest_stands_first() {
        let report = |before: &[(Section, &str, u64)], after: &[(Section, &str, u64)]| {
            let golden = Golden {
                record: case(0).record,
                measured: measured(before),
                line: 1,
            };
            CaseReport::new(case(0), measured(after), Some(golden))
        };
        use Section::Methods;
        let reports = [
            report(
                &[(Methods, "a", 10), (Methods, "b", 10)],
                &[(Methods, "a", 11), (Methods, "b", 5)],
            ),
            report(&[(Methods, "a", 10)], &[(Methods, "a", 12)]),
        ];
        let sums = sums(&reports, Methods);
        let short: Vec<_> = sums
            .iter()
            .map(|sum| (sum.change.name.as_str(), sum.change.difference(), sum.cases))
            .collect();
        assert_eq!(short, [("b", -5, 1), ("a", 3, 2)]);
    }
}
