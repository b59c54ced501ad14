//! What a run of `jop conform` found, by family.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use golden_trace::{Comparison, Relaxation};
use serde_json::{Value, json};

use crate::console::HEADING;
use crate::divergence;
use crate::table::{Table, thousands};

/// A vector and its result.
#[derive(Debug)]
pub(crate) struct Checked {
    /// The file.
    pub(crate) path: PathBuf,
    /// Name of the vector.
    pub(crate) name: String,
    /// Its family.
    pub(crate) family: String,
    /// Names of the values of a row.
    pub(crate) columns: Vec<String>,
    /// The result.
    pub(crate) comparison: Comparison,
}

/// Sums of several vectors.
#[derive(Debug, Default, Clone, PartialEq)]
struct Sums {
    vectors: u64,
    passed: u64,
    cycles: u64,
    relaxed: BTreeMap<Relaxation, u64>,
    informative: u64,
}

/// Sums by family, and of all.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    families: BTreeMap<String, Sums>,
    total: Sums,
}

impl Summary {
    /// Adds up the results.
    pub(crate) fn of(checked: &[Checked]) -> Self {
        let mut summary = Self::default();
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
        let mut columns = vec!["family", "vectors", "passed", "cycles"];
        columns.extend(Relaxation::ALL.map(Relaxation::name));
        columns.push("informative");
        let mut table = Table::new(&columns);
        let total = ("total", &self.total);
        for (family, sums) in self
            .families
            .iter()
            .map(|(name, sums)| (name.as_str(), sums))
            .chain([total])
        {
            let mut row = vec![
                family.into(),
                sums.vectors.into(),
                sums.passed.into(),
                sums.cycles.into(),
            ];
            row.extend(Relaxation::ALL.map(|relaxation| sums.relaxed(relaxation).into()));
            row.push(sums.informative.into());
            table.push(row);
        }
        table
    }

    /// What the columns beside the passed vectors count, with the reason of each relaxation.
    pub(crate) fn relaxations(&self) -> String {
        let mut text = format!("\n{HEADING}differing values left out{HEADING:#}\n");
        let mut line = |name: &str, count: u64, reason: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {name:12} {:>9}  {reason}", thousands(count));
        };
        for relaxation in Relaxation::ALL {
            line(
                relaxation.name(),
                self.total.relaxed(relaxation),
                relaxation.reason(),
            );
        }
        line(
            "informative",
            self.total.informative,
            "columns that no vector requires",
        );
        text
    }

    /// All of it as one document, differences included.
    pub(crate) fn document(&self, checked: &[Checked]) -> Value {
        let relaxations = Relaxation::ALL.map(|relaxation| {
            json!({
                "name": relaxation.name(),
                "values": self.total.relaxed(relaxation),
                "reason": relaxation.reason(),
            })
        });
        let differences = checked.iter().filter_map(|vector| {
            let difference = vector.comparison.divergence.as_ref()?;
            Some(divergence::document(vector, difference))
        });
        json!({
            "families": self.table(),
            "relaxations": relaxations,
            "differences": differences.collect::<Vec<_>>(),
        })
    }
}

impl Sums {
    fn add(&mut self, result: &Comparison) {
        self.vectors += 1;
        self.passed += u64::from(result.divergence.is_none());
        self.cycles += result.cycles;
        self.informative += result.informative_differences;
        for (relaxation, count) in &result.relaxed {
            *self.relaxed.entry(*relaxation).or_default() += count;
        }
    }

    fn relaxed(&self, relaxation: Relaxation) -> u64 {
        self.relaxed.get(&relaxation).copied().unwrap_or_default()
    }
}
