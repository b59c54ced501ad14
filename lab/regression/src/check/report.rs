//! A run compared with its golden: changed figures, and changed inputs.

use crate::check::figures::Section;
use crate::check::golden::{Golden, Hashes, Measured};
use crate::check::limit::LimitRow;
use crate::check::manifest::Case;
use crate::check::prediction::{ErrorRow, Predicted};

isa::named_enum! {
    /// True if a case holds.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum CaseVerdict {
        /// Every figure is that of the golden.
        Same = "same",
        /// Figures differ, none by more than the tolerance.
        Tolerated = "tolerated",
        /// A figure differs by more than the tolerance, the program ended otherwise, or something else is recorded.
        Changed = "changed",
        /// There is no golden.
        Missing = "missing",
        /// A call or a figure is beyond its limit, or a prediction further from the machine than its own.
        Beyond = "beyond",
    }
}

impl CaseVerdict {
    /// Returns true if the check passes.
    #[must_use]
    pub fn passes(self) -> bool {
        matches!(self, Self::Same | Self::Tolerated)
    }
}

/// A figure that is not that of the golden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its section.
    pub section: Section,
    /// Name of the figure.
    pub name: String,
    /// In the golden.
    pub before: u64,
    /// Now.
    pub after: u64,
}

impl Change {
    /// Increase.
    #[must_use]
    pub fn difference(&self) -> i64 {
        self.after
            .cast_signed()
            .saturating_sub(self.before.cast_signed())
    }
}

/// A case, run and compared.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseReport {
    /// The case that was run.
    pub case: Case,
    /// Its figures.
    pub measured: Measured,
    /// The expected value.
    pub golden: Option<Golden>,
    /// True if it is true.
    pub verdict: CaseVerdict,
    /// Differences, in the order of the golden.
    pub changes: Vec<Change>,
    /// The prediction held against the machine, if the figures are of one.
    pub predicted: Option<Predicted>,
    /// Its limits, in the order of the manifest.
    pub limits: Vec<LimitRow>,
}

impl CaseReport {
    /// Holds a run against its golden.
    #[must_use]
    pub fn new(case: Case, measured: Measured, golden: Option<Golden>) -> Self {
        let changes = match &golden {
            Some(golden) => changes(&case, golden, &measured),
            None => Vec::new(),
        };
        let beyond = |change: &Change| change.difference().unsigned_abs() > case.tolerance;
        let verdict = match &golden {
            None if !case.has_golden() => CaseVerdict::Same,
            None => CaseVerdict::Missing,
            Some(golden)
                if golden.record != case.record
                    || golden.measured.outcome != measured.outcome
                    || changes.iter().any(beyond) =>
            {
                CaseVerdict::Changed
            }
            Some(_) if changes.is_empty() => CaseVerdict::Same,
            Some(_) => CaseVerdict::Tolerated,
        };
        Self {
            case,
            measured,
            golden,
            verdict,
            changes,
            predicted: None,
            limits: Vec::new(),
        }
    }

    /// The same with limits, which may be passed whatever the golden says.
    #[must_use]
    pub fn limited(mut self, limits: Vec<LimitRow>) -> Self {
        if !limits.iter().all(LimitRow::holds) {
            self.verdict = CaseVerdict::Beyond;
        }
        self.limits = limits;
        self
    }

    /// Limits that do not hold.
    pub fn passed_limits(&self) -> impl Iterator<Item = &LimitRow> {
        self.limits.iter().filter(|limit| !limit.holds())
    }

    /// The same with the errors of a prediction, which may be beyond their limits whatever the golden says.
    #[must_use]
    pub fn predicted(mut self, predicted: Predicted) -> Self {
        if !predicted.beyond(&self.case.most_error).is_empty() {
            self.verdict = CaseVerdict::Beyond;
        }
        self.predicted = Some(predicted);
        self
    }

    /// Rows of its prediction beyond a limit.
    #[must_use]
    pub fn beyond(&self) -> Vec<&ErrorRow> {
        let predicted = self.predicted.as_ref();
        predicted.map_or_else(Vec::new, |it| it.beyond(&self.case.most_error))
    }

    /// Cycles of the whole run, in the golden if there is one, and now.
    #[must_use]
    pub fn cycles(&self) -> (Option<u64>, u64) {
        let golden = self.golden.as_ref();
        let before = golden.map(|golden| golden.measured.figures.cycles());
        (before, self.measured.figures.cycles())
    }

    /// Inputs of the figures and their changes, in words; none if no input and no figure changed.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        let beyond = self.beyond_in_words().into_iter();
        let reasons: Vec<String> = beyond
            .chain(self.reason_of_golden())
            .chain(self.missing_beside_limits())
            .collect();
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }

    /// The first limit that does not hold, or the first error of its prediction that is beyond one, in words.
    #[must_use]
    pub fn beyond_in_words(&self) -> Option<String> {
        let mut passed = self.passed_limits();
        let Some(first) = passed.next() else {
            return self.worst_error();
        };
        Some(match passed.count() {
            0 => first.in_words(),
            1 => format!("{}; 1 more limit does not hold", first.in_words()),
            more => format!("{}; {more} more limits do not hold", first.in_words()),
        })
    }

    /// The first error of its prediction that is beyond a limit, in words.
    #[must_use]
    pub fn worst_error(&self) -> Option<String> {
        self.beyond().first().map(|row| self.in_words(row))
    }

    /// An error and its limit.
    fn in_words(&self, row: &ErrorRow) -> String {
        let most = self.case.most_error.of(row.section).unwrap_or_default();
        let of = match row.section {
            Section::Total => "total error".to_owned(),
            section => format!("{}.{}: error", section.name(), row.name),
        };
        match row.error() {
            Some(error) => format!("{of} {:+.4} % is beyond {most} %", 100.0 * error),
            None => format!("{of} without a true cycle"),
        }
    }

    /// That there is no golden, where the verdict is of a limit.
    fn missing_beside_limits(&self) -> Option<String> {
        let is_missing = self.golden.is_none() && self.case.has_golden();
        let golden = self.case.golden.display();
        (is_missing && self.verdict == CaseVerdict::Beyond)
            .then(|| format!("there is no {golden}; write it with --bless"))
    }

    /// Returns true if the golden, too, is not what was measured.
    #[must_use]
    pub fn golden_differs(&self) -> bool {
        match &self.golden {
            None => self.case.has_golden(),
            Some(golden) => {
                let tolerance = self.case.tolerance;
                golden.measured.outcome != self.measured.outcome
                    || golden.record != self.case.record
                    || self
                        .changes
                        .iter()
                        .any(|it| it.difference().unsigned_abs() > tolerance)
            }
        }
    }

    fn reason_of_golden(&self) -> Option<String> {
        let golden = self.golden.as_ref()?;
        let before = &golden.measured;
        let mut reasons = Vec::new();
        if before.outcome != self.measured.outcome {
            let (before, after) = (&before.outcome, &self.measured.outcome);
            reasons.push(format!("ended with `{after}`, not `{before}`"));
        }
        if golden.record != self.case.record {
            reasons.push(
                "the manifest records other figures than the golden; write it anew with --bless"
                    .to_owned(),
            );
        }
        let same_inputs = before.hashes == self.measured.hashes;
        if !same_inputs || !self.changes.is_empty() {
            let bounds_alone = self.changes.iter().all(|it| it.section == Section::Bounds);
            let what = match (bounds_alone, &self.case.prediction) {
                (_, Some(_)) => "the prediction did",
                (true, None) => "the analysis of bounds or the bounds of loops did",
                (false, None) => "the model of the machine did",
            };
            reasons.push(inputs(&before.hashes, &self.measured.hashes, what));
        }
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }
}

/// Changes of microcode, image and configuration, or what changed otherwise.
fn inputs(before: &Hashes, after: &Hashes, otherwise: &str) -> String {
    let all = [
        ("microcode", before.microcode == after.microcode),
        ("image", before.image == after.image),
        ("configuration", before.configuration == after.configuration),
    ];
    let names = |same: bool| -> Vec<&str> {
        let those = all.iter().filter(|(_, equal)| *equal == same);
        those.map(|(name, _)| *name).collect()
    };
    match (names(false).as_slice(), names(true).as_slice()) {
        ([], _) => {
            format!("microcode, image and configuration did not change: {otherwise}")
        }
        (changed, []) => format!("{} changed", listed(changed)),
        (changed, same) => format!("{} changed, {} did not", listed(changed), listed(same)),
    }
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// Figures of sections that both sides record.
fn changes(case: &Case, golden: &Golden, now: &Measured) -> Vec<Change> {
    let recorded = |section: Section| {
        let by = |record: &Vec<crate::check::Record>| {
            record.iter().any(|r| r.sections().contains(&section))
        };
        by(&case.record) && by(&golden.record)
    };
    let before = &golden.measured.figures;
    let both = before.iter().chain(now.figures.iter());
    let mut keys: Vec<_> = both.map(|(section, name, _)| (section, name)).collect();
    keys.retain(|(section, _)| recorded(*section));
    keys.sort_unstable();
    keys.dedup();
    let all = keys.into_iter().map(|(section, name)| Change {
        section,
        name: name.to_owned(),
        before: before.get(section, name),
        after: now.figures.get(section, name),
    });
    all.filter(|change| change.before != change.after).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::check::figures::Figures;
    use crate::check::manifest::{
        Configuration, EngineKind, Limits, MicrocodeChoice, ProgramChoice,
    };
    use crate::check::record::Record;

    pub(crate) fn case(tolerance: u64) -> Case {
        Case {
            program: "p".to_owned(),
            source: ProgramChoice::Embedded("lift".to_owned()),
            arguments: Vec::new(),
            limits: Limits::default(),
            region: None,
            configuration: "default".to_owned(),
            machine: Configuration::Default,
            engine: EngineKind::Fast,
            microcode: MicrocodeChoice::Jop,
            record: vec![Record::Total, Record::Methods],
            bounds: Vec::new(),
            loops: None,
            most: Vec::new(),
            prediction: None,
            most_error: crate::check::MostError::default(),
            tolerance,
            golden: "p.default.fast.toml".into(),
            line: 1,
        }
    }

    pub(crate) fn measured(figures: &[(Section, &str, u64)]) -> Measured {
        let mut all = Figures::default();
        for (section, name, amount) in figures {
            all.add(*section, *name, *amount);
        }
        Measured {
            hashes: Hashes {
                configuration: "c".to_owned(),
                image: "i".to_owned(),
                microcode: "m".to_owned(),
            },
            outcome: "exit 0".to_owned(),
            figures: all,
        }
    }

    fn golden(measured: Measured) -> Golden {
        Golden {
            record: vec![Record::Total, Record::Methods],
            measured,
            line: 1,
        }
    }

    fn report(tolerance: u64, before: &Measured, after: Measured) -> CaseReport {
        CaseReport::new(case(tolerance), after, Some(golden(before.clone())))
    }

    const FIRST: &[(Section, &str, u64)] =
        &[(Section::Total, "cycles", 100), (Section::Methods, "a", 60)];
    const SECOND: &[(Section, &str, u64)] =
        &[(Section::Total, "cycles", 101), (Section::Methods, "b", 61)];

    #[test]
    fn equal_figures_are_the_same_and_need_no_reason() {
        let report = report(0, &measured(FIRST), measured(FIRST));
        assert_eq!((report.verdict, report.reason()), (CaseVerdict::Same, None));
    }

    #[test]
    fn one_cycle_more_is_a_change_unless_it_is_tolerated() {
        let only_cycles = |tolerance| {
            let after = measured(&[(Section::Total, "cycles", 101), (Section::Methods, "a", 60)]);
            report(tolerance, &measured(FIRST), after).verdict
        };
        assert_eq!(only_cycles(0), CaseVerdict::Changed);
        assert_eq!(only_cycles(1), CaseVerdict::Tolerated);
    }

    #[test]
    fn methods_that_came_and_went_are_changes_from_and_to_zero() {
        let report = report(0, &measured(FIRST), measured(SECOND));
        let changes: Vec<_> = report
            .changes
            .iter()
            .map(|change| (change.name.as_str(), change.before, change.after))
            .collect();
        assert_eq!(changes, [("cycles", 100, 101), ("a", 60, 0), ("b", 0, 61)]);
    }

    #[test]
    fn the_reason_names_what_changed_and_what_did_not() {
        let reason = |change: fn(&mut Hashes)| {
            let mut after = measured(SECOND);
            change(&mut after.hashes);
            report(0, &measured(FIRST), after).reason().unwrap()
        };
        assert_eq!(
            reason(|hashes| hashes.microcode.push('2')),
            "microcode changed, image and configuration did not"
        );
        assert_eq!(
            reason(|hashes| {
                hashes.image.push('2');
                hashes.configuration.push('2');
            }),
            "image and configuration changed, microcode did not"
        );
        assert_eq!(
            reason(|_| ()),
            "microcode, image and configuration did not change: the model of the machine did"
        );
        let mut of_bounds = report(0, &measured(FIRST), measured(FIRST));
        of_bounds.changes = vec![Change {
            section: Section::Bounds,
            name: "a".to_owned(),
            before: 8,
            after: 7,
        }];
        assert_eq!(
            of_bounds.reason().unwrap(),
            "microcode, image and configuration did not change: the analysis of bounds or the bounds of loops did"
        );
    }

    #[test]
    fn another_image_with_the_same_timing_passes_and_is_told_of() {
        let mut after = measured(FIRST);
        after.hashes.image.push('2');
        let report = report(0, &measured(FIRST), after);
        assert_eq!(report.verdict, CaseVerdict::Same);
        assert_eq!(
            report.reason().unwrap(),
            "image changed, microcode and configuration did not"
        );
    }

    #[test]
    fn another_end_of_the_program_is_a_change_at_any_tolerance() {
        let mut after = measured(FIRST);
        after.outcome = "exit 1".to_owned();
        let report = report(u64::MAX, &measured(FIRST), after);
        assert_eq!(report.verdict, CaseVerdict::Changed);
        assert!(report.reason().unwrap().starts_with("ended with `exit 1`"));
    }

    #[test]
    fn a_golden_of_other_records_is_a_change_but_not_of_what_it_lacks() {
        let mut report = report(0, &measured(&FIRST[..1]), measured(FIRST));
        report.golden.as_mut().unwrap().record = vec![Record::Total];
        let report = CaseReport::new(report.case, report.measured, report.golden);
        assert_eq!(report.verdict, CaseVerdict::Changed);
        assert!(report.changes.is_empty());
        assert!(report.reason().unwrap().contains("--bless"));
    }

    #[test]
    fn without_a_golden_a_case_does_not_pass() {
        let report = CaseReport::new(case(0), measured(FIRST), None);
        assert_eq!(report.verdict, CaseVerdict::Missing);
        assert!(!report.verdict.passes());
    }
}
