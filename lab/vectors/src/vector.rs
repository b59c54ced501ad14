//! Application vectors: counts of atoms by component, that can be added and scaled.

use cost_model::Atom;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::file::rounded;
use crate::model::CallModel;

/// Counts of atoms, by component.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    /// Version of the format.
    pub version: u32,
    /// Source of the counts.
    pub provenance: Provenance,
    /// The components.
    pub components: Vec<Component>,
}

/// Source of a vector.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// What was counted as one atom: `paths`, and `library` or `routines` beside.
    pub atoms: Vec<String>,
    /// The runs that were counted.
    pub sources: Vec<Source>,
    /// How it was composed, term by term; empty for a recording.
    pub composed: Vec<String>,
}

/// A run that was counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Name of the program.
    pub program: String,
    /// SHA-256 of the image.
    pub image_sha256: String,
    /// SHA-256 of the microcode.
    pub microcode_sha256: String,
    /// SHA-256 of the machine.
    pub machine_sha256: String,
    /// The method cache, which decides the loads.
    pub method_cache: String,
    /// The main memory of the run.
    pub memory: String,
    /// What counted.
    pub engine: String,
    /// Cycles of the run.
    pub cycles: u64,
    /// Reads of clocks, waits for a cycle and interrupts: with none, the counts hold for any memory.
    pub time_uses: u64,
}

/// Counts of a component.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Component {
    /// Its name.
    pub name: String,
    /// Calls from other components.
    #[serde(with = "crate::file::number")]
    pub calls: f64,
    /// Executions of each atom.
    #[serde(with = "crate::file::counts")]
    pub counts: BTreeMap<Atom, WithError>,
    /// Counts of one call as a function of its parameters, by called method.
    pub models: Vec<CallModel>,
    /// Reasons why counts may be anything, where they are those of a call that nothing is known of.
    pub unbounded: Vec<String>,
}

/// A count and its standard deviation.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WithError {
    /// Executions.
    pub count: f64,
    /// Standard deviation where the count is that of a fit or a mean; 0 where it was counted.
    pub deviation: f64,
}

/// Version of the format.
pub(crate) const VERSION: u32 = 2;

impl WithError {
    /// An exact count.
    #[must_use]
    pub const fn exact(count: f64) -> Self {
        Self {
            count,
            deviation: 0.0,
        }
    }

    /// The sum of independent counts.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            deviation: self.deviation.hypot(other.deviation),
        }
    }

    /// The count so many times.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self {
            count: self.count * factor,
            deviation: self.deviation * factor.abs(),
        }
    }
}

impl Component {
    /// A component without counts.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Counts more of an atom.
    pub fn add(&mut self, atom: Atom, count: f64) {
        if count != 0.0 {
            self.counts.entry(atom).or_default().count += count;
        }
    }

    /// Count of an atom.
    #[must_use]
    pub fn count(&self, atom: &Atom) -> f64 {
        self.counts.get(atom).map_or(0.0, |it| it.count)
    }

    /// Adds another one. What is known of single calls stays only where one of them has counts.
    pub fn absorb(&mut self, other: &Self) {
        if self.counts.is_empty() {
            self.models.clone_from(&other.models);
        } else if !other.counts.is_empty() {
            self.models.clear();
        }
        for reason in &other.unbounded {
            if !self.unbounded.contains(reason) {
                self.unbounded.push(reason.clone());
            }
        }
        self.calls += other.calls;
        for (atom, count) in &other.counts {
            let sum = self.counts.entry(atom.clone()).or_default();
            *sum = sum.plus(*count);
        }
    }

    /// The component so many times.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        let counts = self.counts.iter();
        Self {
            name: self.name.clone(),
            calls: self.calls * factor,
            counts: counts
                .filter(|_| factor != 0.0)
                .map(|(atom, count)| (atom.clone(), count.times(factor)))
                .collect(),
            models: if factor == 1.0 {
                self.models.clone()
            } else {
                Vec::new()
            },
            unbounded: if factor == 0.0 {
                Vec::new()
            } else {
                self.unbounded.clone()
            },
        }
    }

    /// One call: by its models at these parameters, weighted by their calls, or else the mean call. None if it was never called, or if
    /// no model has one of the parameters. Of a call that is unlike those that were counted, `unbounded` says so.
    #[must_use]
    pub fn one_call(&self, parameters: &BTreeMap<String, f64>) -> Option<Self> {
        if self.calls <= 0.0 {
            return None;
        }
        let has_all = |model: &&CallModel| {
            let names = model.parameters.iter().map(|it| &it.name);
            let names: Vec<&String> = names.collect();
            parameters.keys().all(|name| names.contains(&name))
        };
        let models: Vec<&CallModel> = self.models.iter().filter(has_all).collect();
        if parameters.is_empty() {
            return Some(self.mean_call(&models));
        }
        (!models.is_empty()).then(|| {
            let counts = |model: &CallModel| model.at(parameters);
            self.mixture(&models, counts, parameters)
        })
    }

    fn mean_call(&self, models: &[&CallModel]) -> Self {
        let mut call = self.mixture(models, CallModel::mean, &BTreeMap::new());
        let mean = self.times(1.0 / self.calls);
        // Calls that never returned are part of the mean only.
        for (atom, it) in &mean.counts {
            call.counts.entry(atom.clone()).or_default().count = it.count;
        }
        if models.is_empty() {
            call.unbounded.push(format!(
                "single calls of {} were not counted: record it with --per-call",
                self.name
            ));
        }
        for reason in mean.unbounded {
            call.unbounded.push(reason);
        }
        call
    }

    /// A call that is of one of the models, by their calls.
    fn mixture(
        &self,
        models: &[&CallModel],
        counts: impl Fn(&CallModel) -> Vec<(Atom, WithError)>,
        parameters: &BTreeMap<String, f64>,
    ) -> Self {
        let calls: f64 = models.iter().map(|model| model.calls as f64).sum();
        let mut call = Self {
            calls: 1.0,
            ..Self::named(&self.name)
        };
        let mut known = Vec::new();
        for model in models {
            call.unbounded.extend(model.unbounded(parameters));
            let counts: BTreeMap<Atom, WithError> = counts(model).into_iter().collect();
            known.push((model.calls as f64 / calls, counts));
        }
        let atoms: BTreeSet<&Atom> = known.iter().flat_map(|(_, counts)| counts.keys()).collect();
        for atom in atoms {
            let of =
                |counts: &BTreeMap<Atom, WithError>| counts.get(atom).copied().unwrap_or_default();
            let parts = || known.iter().map(|(part, counts)| (part, of(counts)));
            let count: f64 = parts().map(|(part, it)| part * it.count).sum();
            let variance: f64 = parts()
                .map(|(part, it)| part * (it.deviation.powi(2) + (it.count - count).powi(2)))
                .sum();
            let deviation = rounded(variance.sqrt());
            call.counts
                .insert(atom.clone(), WithError { count, deviation });
        }
        call
    }
}

impl Vector {
    /// A vector without components.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            version: VERSION,
            provenance: Provenance::default(),
            components: Vec::new(),
        }
    }

    /// A component.
    #[must_use]
    pub fn component(&self, name: &str) -> Option<&Component> {
        self.components.iter().find(|it| it.name == name)
    }

    /// True if no count is infinite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let counts = |it: &Component| {
            let mut counts = it.counts.values();
            it.calls.is_finite() && counts.all(|it| (it.count + it.deviation).is_finite())
        };
        self.components.iter().all(counts)
    }

    /// All components as one.
    #[must_use]
    pub fn total(&self) -> Component {
        let mut total = Component::named("total");
        for component in &self.components {
            total.absorb(component);
        }
        total
    }

    /// Adds components and runs of another vector; components of one name become one.
    pub fn absorb(&mut self, other: &Self) {
        for component in &other.components {
            let known = self.components.iter_mut();
            match known.into_iter().find(|it| it.name == component.name) {
                Some(sum) => sum.absorb(component),
                None => self.components.push(component.clone()),
            }
        }
        let Provenance { atoms, sources, .. } = &other.provenance;
        for source in sources {
            if !self.provenance.sources.contains(source) {
                self.provenance.sources.push(source.clone());
            }
        }
        for atoms in atoms {
            if !self.provenance.atoms.contains(atoms) {
                self.provenance.atoms.push(atoms.clone());
            }
        }
    }

    /// Every component so many times.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        let components = self.components.iter();
        Self {
            components: components.map(|it| it.times(factor)).collect(),
            ..self.clone()
        }
    }

    /// The same with each method in the cache, or with none.
    #[must_use]
    pub fn with_lookups(&self, hit: bool) -> Self {
        let mut changed = self.clone();
        for component in &mut changed.components {
            let counts = std::mem::take(&mut component.counts);
            for (atom, count) in counts {
                let atom = match atom {
                    Atom::Load { on, words } | Atom::Hit { on, words } if hit => {
                        Atom::Hit { on, words }
                    }
                    Atom::Load { on, words } | Atom::Hit { on, words } => Atom::Load { on, words },
                    other => other,
                };
                let sum = component.counts.entry(atom).or_default();
                *sum = sum.plus(count);
            }
            component.models.clear();
        }
        for source in changed
            .provenance
            .sources
            .iter()
            .filter(|it| it.time_uses > 0)
        {
            let program = &source.program;
            let reason = format!(
                "{program} reads time, waits or takes interrupts: with other lookups it may take another path"
            );
            for component in &mut changed.components {
                component.unbounded.push(reason.clone());
            }
        }
        changed
    }
}
