//! Results of `jop conform`, by family.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use trace::golden::Comparison;

use super::checked::Checked;
use super::divergence;
use super::runs::CheckedRun;
use crate::output::table::Table;

/// Sums of several vectors.
#[derive(Debug, Default, Clone, PartialEq)]
struct Sums {
    vectors: u64,
    passed: u64,
    cycles: u64,
    values: u64,
}

/// Sums by family, and of all.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    families: BTreeMap<String, Sums>,
    total: Sums,
}

impl Summary {
    /// Adds up the results.
    pub(crate) fn of(checked: &[Checked], runs: &[CheckedRun]) -> Self {
        let mut summary = Self::default();
        for run in runs {
            let family = summary.families.entry(run.family()).or_default();
            family.add_run(run);
            summary.total.add_run(run);
        }
        for vector in checked {
            summary
                .families
                .entry(vector.family.clone())
                .or_default()
                .add(&vector.comparison);
            summary.total.add(&vector.comparison);
        }
        summary
    }

    /// Cycles that agree.
    pub(crate) fn cycles(&self) -> u64 {
        self.total.cycles
    }

    /// A row for each family, then the sums.
    pub(crate) fn table(&self) -> Table {
        let mut table = Table::new(&["family", "vectors", "passed", "cycles", "values"]);
        let total = ("total", &self.total);
        for (family, sums) in self
            .families
            .iter()
            .map(|(name, sums)| (name.as_str(), sums))
            .chain([total])
        {
            table.push(vec![
                family.into(),
                sums.vectors.into(),
                sums.passed.into(),
                sums.cycles.into(),
                sums.values.into(),
            ]);
        }
        table
    }

    /// All of it as one document, differences included.
    pub(crate) fn body(&self, checked: &[Checked], runs: &[CheckedRun]) -> Value {
        let differences = checked.iter().filter_map(|vector| {
            let difference = vector.comparison.divergence.as_ref()?;
            Some(divergence::document(vector, difference))
        });
        let different_runs = runs.iter().filter(|run| !run.agrees());
        json!({
            "families": self.table(),
            "differences": differences.collect::<Vec<_>>(),
            "runs": different_runs.map(CheckedRun::document).collect::<Vec<_>>(),
        })
    }
}

impl Sums {
    fn add_run(&mut self, run: &CheckedRun) {
        self.vectors += 1;
        self.passed += u64::from(run.agrees());
        self.cycles += run.cycles();
        self.values += run.values();
    }

    fn add(&mut self, result: &Comparison) {
        self.vectors += 1;
        self.passed += u64::from(result.divergence.is_none());
        self.cycles += result.cycles;
        self.values += result.values;
    }
}
