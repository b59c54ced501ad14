//! Systems: what each atom costs.

use std::collections::BTreeMap;

use calibration::Reason;
use cost_model::{Atom, CostTable, EvaluatedTable, TimingError, derive, derived_costs};
use isa::config_reference::MOST_RAM_CNT;
use isa::{MachineConfig, MemoryKind};
use microcode::Build;
use run::Fingerprint;
use serde::{Deserialize, Serialize};

/// A system that prices atoms.
#[derive(Debug, Clone, PartialEq)]
pub enum System {
    /// A cost table on a memory.
    Table {
        /// The table.
        table: Box<CostTable>,
        /// The table on the memory.
        costs: Box<EvaluatedTable>,
        /// The machine of which the prices are exact; none if nothing is known of their errors.
        exact_on: Option<Box<MachineConfig>>,
    },
    /// Prices that were fitted to measured totals.
    Vector(Box<SystemVector>),
}

/// Price of an atom.
#[derive(Debug, Clone, PartialEq)]
pub enum Price {
    /// Cycles without an error.
    Exact(f64),
    /// A sum of prices of a system vector.
    Sum(Sum),
}

/// A sum of prices of a system vector.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sum {
    /// How many times each price is in it, by place.
    pub prices: BTreeMap<usize, f64>,
    /// The same of atoms that no measurement had.
    pub unseen: BTreeMap<Atom, f64>,
}

impl Sum {
    /// Adds another sum so many times.
    pub fn add(&mut self, other: &Self, times: f64) {
        for (place, each) in &other.prices {
            *self.prices.entry(*place).or_default() += times * each;
        }
        for (atom, each) in &other.unseen {
            *self.unseen.entry(atom.clone()).or_default() += times * each;
        }
    }
}

/// Prices that were fitted to measured totals, with their errors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemVector {
    /// Version of the format.
    pub version: u32,
    /// Solver.
    pub solver: String,
    /// What was assumed of prices before anything was measured.
    pub prior: String,
    /// The measured vectors.
    pub measurements: Vec<String>,
    /// SHA-256 of the machine that was measured, if it is known.
    pub machine_sha256: Option<String>,
    /// Linearly independent atoms.
    pub rank: usize,
    /// Largest by smallest singular value of the independent columns, each scaled to length 1.
    #[serde(with = "crate::file::number")]
    pub condition: f64,
    /// Prices in the order of atoms.
    pub prices: Vec<AtomPrice>,
    /// Sums of atoms that the measurements determine, the best known first.
    pub combinations: Vec<Combination>,
    /// Covariances of the prices in squared cycles: the lower triangle by rows. Empty numbers are unknown.
    pub covariance: Vec<Vec<f64>>,
    /// What is assumed of atoms that no measurement had; none if nothing is.
    pub unseen: Option<Unseen>,
}

/// Price of an atom in a system vector.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtomPrice {
    /// The atom.
    pub atom: Atom,
    /// Its cycles.
    #[serde(with = "crate::file::number")]
    pub cycles: f64,
    /// Standard error; none if the measurements leave it open and nothing was assumed.
    pub standard_error: Option<f64>,
    /// Part of what was open about it before that the measurements determine, from 0 to 1.
    #[serde(with = "crate::file::number")]
    pub confidence: f64,
    /// Executions in all measurements.
    #[serde(with = "crate::file::number")]
    pub occurrences: f64,
    /// Reason why it is not determined; none if it is.
    pub problem: Option<Reason>,
}

/// What is assumed of atoms that no measurement had.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unseen {
    /// The factor that all assumed prices have in common.
    pub level: f64,
    /// Covariances of the level with the prices, and its variance.
    pub level_covariance: Vec<f64>,
    /// Atoms of which each is assumed by itself.
    pub prices: Vec<UnseenPrice>,
    /// All other bytecodes.
    pub other: Assumption,
}

/// An atom that no measurement had.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnseenPrice {
    /// The atom.
    pub atom: Atom,
    /// Its price.
    pub price: Assumption,
}

/// An assumed price.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assumption {
    /// Cycles by the level.
    #[serde(with = "crate::file::number")]
    pub relative: f64,
    /// Standard error of the cycles, without that of the level.
    #[serde(with = "crate::file::number")]
    pub standard_error: f64,
}

/// A sum of atoms that the measurements determine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combination {
    /// Its parts, the largest first.
    pub parts: Vec<(Atom, f64)>,
    /// Cycles.
    #[serde(with = "crate::file::number")]
    pub cycles: f64,
    /// Standard error; none if nothing was measured beyond what is needed.
    pub standard_error: Option<f64>,
}

impl System {
    /// A table on a memory, of which no errors are known.
    #[must_use]
    pub fn table(table: CostTable, costs: EvaluatedTable) -> Self {
        Self::Table {
            table: Box::new(table),
            costs: Box::new(costs),
            exact_on: None,
        }
    }

    /// The exact prices of our microcode on a machine.
    ///
    /// # Errors
    /// When the machine has a memory without formulas.
    pub fn derived(machine: &MachineConfig, build: Build) -> Result<Self, TimingError> {
        let microcode = microcode::jvm(build);
        Ok(Self::Table {
            table: Box::new(derive(&microcode, "")),
            costs: Box::new(derived_costs(machine, &microcode)?),
            exact_on: Some(Box::new(machine.clone())),
        })
    }

    /// SHA-256 of the machine that the prices are of, where it is known.
    pub(crate) fn machine(&self) -> Option<String> {
        match self {
            Self::Table { exact_on, .. } => exact_on.as_deref().map(sha256),
            Self::Vector(system) => system.machine_sha256.clone(),
        }
    }

    /// Whether exact prices are of the machine with this SHA-256 but for the kind and timing of its main memory: what its caches
    /// answer is in the counts. True of other prices, which are of no machine.
    pub(crate) fn counts_of(&self, machine_sha256: &str) -> bool {
        let Self::Table {
            exact_on: Some(machine),
            ..
        } = self
        else {
            return true;
        };
        let mut memories = MemoryKind::ALL.into_iter().flat_map(|memory| {
            (1..=MOST_RAM_CNT).map(move |ram_cnt| MachineConfig {
                memory,
                ram_cnt,
                ..(**machine).clone()
            })
        });
        sha256(machine) == machine_sha256 || memories.any(|it| sha256(&it) == machine_sha256)
    }

    /// The price of an atom; none if the system has none.
    #[must_use]
    pub fn price(&self, atom: &Atom) -> Option<Price> {
        match self {
            Self::Table { table, costs, .. } => {
                let cycles = table.price(costs, atom)?;
                Some(Price::Exact(cycles.into()))
            }
            Self::Vector(system) => system.price(atom),
        }
    }
}

/// The atoms of a system vector that an atom of an application is made of, each so many times.
pub(crate) fn parts_of(atom: &Atom) -> Vec<(Atom, f64)> {
    match atom {
        Atom::Load { on, words } => vec![
            (Atom::LoadOn(on.row), 1.0),
            (Atom::LoadedWord, f64::from(*words)),
        ],
        Atom::Hit { .. } | Atom::DeviceCycle => Vec::new(),
        Atom::End(path) => vec![(Atom::Path(*path), 1.0)],
        other => vec![(other.clone(), 1.0)],
    }
}

impl SystemVector {
    /// Place of an atom among the prices.
    fn place(&self, atom: &Atom) -> Option<usize> {
        self.prices
            .binary_search_by(|price| price.atom.cmp(atom))
            .ok()
    }

    fn price(&self, atom: &Atom) -> Option<Price> {
        if *atom == Atom::DeviceCycle {
            return Some(Price::Exact(1.0));
        }
        let mut sum = Sum::default();
        for (part, times) in parts_of(atom) {
            match self.place(&part) {
                Some(place) => *sum.prices.entry(place).or_default() += times,
                None => {
                    self.assumption(&part)?;
                    *sum.unseen.entry(part).or_default() += times;
                }
            }
        }
        Some(Price::Sum(sum))
    }

    /// What is assumed of an atom that no measurement had. Nothing is of methods as a whole, which may do anything.
    fn assumption(&self, atom: &Atom) -> Option<Assumption> {
        let unseen = self.unseen.as_ref()?;
        let known = unseen.prices.binary_search_by(|it| it.atom.cmp(atom));
        match atom {
            Atom::Library(_) | Atom::Routine(_) => None,
            _ if known.is_ok() => known.ok().map(|at| unseen.prices[at].price),
            Atom::LoadOn(_) => Some(Assumption {
                relative: 0.0,
                ..unseen.other
            }),
            _ => Some(unseen.other),
        }
    }

    fn assumptions<'a>(
        &'a self,
        sum: &'a Sum,
    ) -> impl Iterator<Item = (Assumption, f64)> + use<'a> {
        let unseen = sum.unseen.iter();
        unseen.filter_map(|(atom, times)| Some((self.assumption(atom)?, *times)))
    }

    /// Cycles of a sum of prices.
    #[must_use]
    pub fn cycles(&self, sum: &Sum) -> f64 {
        let level = self.unseen.as_ref().map_or(0.0, |unseen| unseen.level);
        let unseen = self.assumptions(sum);
        let unseen: f64 = unseen.map(|(it, times)| times * it.relative * level).sum();
        let known = sum.prices.iter();
        let known: f64 = known
            .map(|(at, times)| times * self.prices[*at].cycles)
            .sum();
        known + unseen
    }

    /// Standard error of a sum of prices; none if one of them is open.
    #[must_use]
    pub fn error(&self, sum: &Sum) -> Option<f64> {
        let mut variance = 0.0;
        for (one, times) in &sum.prices {
            self.prices[*one].standard_error?;
            for (other, others) in sum.prices.range(..=one) {
                let twice = if one == other { 1.0 } else { 2.0 };
                variance += twice * times * others * self.covariance[*one][*other];
            }
        }
        if let Some(unseen) = &self.unseen {
            let levels: f64 = self
                .assumptions(sum)
                .map(|(it, times)| times * it.relative)
                .sum();
            let own = self.assumptions(sum);
            variance += own
                .map(|(it, times)| (times * it.standard_error).powi(2))
                .sum::<f64>();
            for (place, times) in &sum.prices {
                variance += 2.0 * levels * times * unseen.level_covariance[*place];
            }
            let own = unseen.level_covariance.last().copied().unwrap_or(0.0);
            variance += levels.powi(2) * own;
        }
        Some(variance.max(0.0).sqrt())
    }
}

fn sha256(machine: &MachineConfig) -> String {
    Fingerprint::of_machine(machine).digits().to_owned()
}
