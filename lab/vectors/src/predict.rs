//! Application vector times system vector: cycles, with what is not known of them.

use crate::system::{Price, Sum, System};
use crate::vector::{Component, Vector};
use cost_model::Atom;

/// Cycles of a vector on a system.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// All components together.
    pub total: PartPrediction,
    /// Each component.
    pub parts: Vec<PartPrediction>,
}

/// Cycles of a component.
#[derive(Debug, Clone, PartialEq)]
pub struct PartPrediction {
    /// Its name.
    pub name: String,
    /// Cycles of all atoms with a price.
    pub cycles: f64,
    /// Standard error: of prices and counts together; none if the prediction is unbounded.
    pub standard_error: Option<f64>,
    /// Standard error of the prices, with their covariance; none if they state none.
    pub price_error: Option<f64>,
    /// Error of counts that are those of fits, if all are wrong by a standard deviation in one direction.
    pub count_error: f64,
    /// Reasons why the truth may be anywhere.
    pub unbounded: Vec<String>,
    /// Atoms without a price: their cycles are missing.
    pub unpriced: Vec<(Atom, f64)>,
    /// Cycles of each atom, the most first.
    pub atoms: Vec<(Atom, f64, f64)>,
}

/// Prices a vector.
#[must_use]
pub fn predict(vector: &Vector, system: &System) -> Prediction {
    let changes = other_paths(vector, system);
    let parts = vector.components.iter();
    Prediction {
        total: price(&vector.total(), system, &changes),
        parts: parts.map(|it| price(it, system, &changes)).collect(),
    }
}

/// Runs that see time and were recorded on another machine than that of the prices: they may execute something else there. And runs
/// whose machine had other caches.
fn other_paths(vector: &Vector, system: &System) -> Vec<String> {
    let sources = vector.provenance.sources.iter();
    let seeing = sources.filter(|it| it.time_uses > 0);
    let machine = system.machine();
    let elsewhere = seeing.filter(|it| machine.as_ref() != Some(&it.machine_sha256));
    let reasons = elsewhere.map(|it| {
        format!(
            "{} reads time, waits or takes interrupts: on another machine than that of the recording ({}) it may take another path",
            it.program, it.memory
        )
    });
    let sources = vector.provenance.sources.iter();
    let differ = sources.filter(|it| !system.counts_of(&it.machine_sha256));
    let differ = differ.map(|it| {
        format!(
            "{} was counted on a machine that differs in more than its memory: its caches may answer otherwise",
            it.program
        )
    });
    reasons.chain(differ).collect()
}

fn price(component: &Component, system: &System, changes: &[String]) -> PartPrediction {
    let mut part = PartPrediction {
        name: component.name.clone(),
        cycles: 0.0,
        standard_error: None,
        price_error: None,
        count_error: 0.0,
        unbounded: Vec::new(),
        unpriced: Vec::new(),
        atoms: Vec::new(),
    };
    let mut sum = Sum::default();
    for (atom, it) in &component.counts {
        let each = match (system.price(atom), system) {
            (Some(Price::Exact(cycles)), _) => cycles,
            (Some(Price::Sum(prices)), System::Vector(system)) => {
                sum.add(&prices, it.count);
                system.cycles(&prices)
            }
            _ => {
                part.unpriced.push((atom.clone(), it.count));
                continue;
            }
        };
        part.cycles += each * it.count;
        part.count_error += each.abs() * it.deviation;
        part.atoms.push((atom.clone(), it.count, each * it.count));
    }
    part.price_error = match system {
        System::Table { exact_on, .. } => exact_on.as_ref().map(|_| 0.0),
        System::Vector(system) => system.error(&sum),
    };
    part.atoms
        .sort_by(|one, other| other.2.total_cmp(&one.2).then_with(|| one.0.cmp(&other.0)));
    part.bound(system, component, changes);
    part
}

impl PartPrediction {
    /// True if every atom has a price.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.unpriced.is_empty()
    }

    /// Finds the standard error, or the reasons why there is none.
    fn bound(&mut self, system: &System, component: &Component, changes: &[String]) {
        let mut reasons = component.unbounded.clone();
        reasons.extend_from_slice(changes);
        match self.unpriced.len() {
            0 => {}
            1 => reasons.push("an atom has no price".to_owned()),
            several => reasons.push(format!("{several} atoms have no price")),
        }
        if self.price_error.is_none() {
            reasons.push(match system {
                System::Table { .. } => "the errors of the prices are not known".to_owned(),
                System::Vector(_) => "the measurements leave a price open".to_owned(),
            });
        }
        let whole = self.price_error.map(|error| error.hypot(self.count_error));
        self.standard_error = whole.filter(|_| reasons.is_empty());
        self.unbounded = reasons;
    }
}
