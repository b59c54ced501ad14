//! Counts of single calls as functions of their parameters.
//!
//! For each atom of a called method `count = constant + coefficients × parameters` is fitted by least squares over all calls. A fit is
//! kept if it explains 90 % of the variance; of other atoms the distribution is known, whose mean stands for a call. The
//! fits of all calls add up to what was counted, since a least-squares line goes through the mean. [`Spread`] tells for which calls
//! fits hold, and how far a call may be from them.

use cost_model::Atom;
use std::collections::{BTreeMap, BTreeSet};

use calibration::{Method, solve};
use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};

use crate::file::rounded;
use crate::spread::{Point, Spread};
use crate::vector::WithError;

/// Part of the variance that a line has to explain.
const EXPLAINED: f64 = 0.9;

/// Counts of one call of a method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallModel {
    /// The method.
    pub method: String,
    /// Calls that have ended.
    pub calls: u64,
    /// Calls that never returned; no fit has them.
    pub open: u64,
    /// Parameters that were observed.
    pub parameters: Vec<Parameter>,
    /// Its atoms.
    pub atoms: Vec<AtomModel>,
    /// Where the fits hold, and how far a call may be from them.
    pub spread: Spread,
}

/// A parameter of a method: an integer, or the length of an array.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its name, or its number from 1 as `p1`; `.length` for that of an array.
    pub name: String,
    /// Least value.
    pub from: i64,
    /// Mean over the calls.
    #[serde(with = "crate::file::number")]
    pub mean_value: f64,
    /// Standard deviation over the calls.
    #[serde(with = "crate::file::number")]
    pub deviation_value: f64,
    /// Largest value.
    pub to: i64,
}

/// Counts of an atom in a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtomModel {
    /// The atom.
    pub atom: Atom,
    /// The line, if one fits.
    pub line: Option<Line>,
    /// The distribution.
    pub distribution: Distribution,
    /// Root mean squares of the distances of calls from the line, or without one from the mean, by cell of the spread.
    pub deviations: Vec<f64>,
}

/// A count as a linear function of parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Count where all parameters are 0.
    #[serde(with = "crate::file::number")]
    pub constant: f64,
    /// Counts for each unit of a parameter; those left out are 0.
    pub slopes: Vec<Slope>,
    /// Root mean square of the residuals.
    #[serde(with = "crate::file::number")]
    pub residual: f64,
    /// Largest residual.
    #[serde(with = "crate::file::number")]
    pub largest_residual: f64,
}

/// Count for each unit of a parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slope {
    /// Name of the parameter.
    pub parameter: String,
    /// Count for each unit.
    #[serde(with = "crate::file::number")]
    pub slope: f64,
}

/// Counts over the calls.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distribution {
    /// Least count.
    pub least: u64,
    /// Count that half of the calls do not exceed.
    pub median: u64,
    /// Mean.
    #[serde(with = "crate::file::number")]
    pub average: f64,
    /// Standard deviation.
    #[serde(with = "crate::file::number")]
    pub deviation: f64,
    /// Count that 90 % of the calls do not exceed.
    pub percentile_90: u64,
    /// Largest count.
    pub most: u64,
}

/// Calls of a method, equal ones together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MethodCalls {
    /// The method.
    pub method: String,
    /// Names of its parameters.
    pub parameters: Vec<String>,
    /// Parameters, counts, and number of such calls.
    pub calls: Vec<(Vec<i64>, BTreeMap<Atom, u64>, u64)>,
    /// Calls that never returned.
    pub open: u64,
}

impl MethodCalls {
    /// The model of the calls, with atoms of these prices, which decide what matters of a call.
    #[must_use]
    pub fn model(&self, price: impl Fn(&Atom) -> f64) -> CallModel {
        let design = Design::of(self);
        let atoms: BTreeSet<&Atom> = self.calls.iter().flat_map(|(_, it, _)| it.keys()).collect();
        let spread = Spread::of(design.names.clone(), &self.points(&design));
        let mut model = CallModel {
            method: self.method.clone(),
            calls: self.calls.iter().map(|(_, _, times)| times).sum(),
            open: self.open,
            parameters: (0..self.parameters.len())
                .filter_map(|at| self.parameter(at))
                .collect(),
            atoms: atoms.into_iter().map(|it| self.atom(it, &design)).collect(),
            spread,
        };
        self.add_deviations(&mut model, &design);
        self.scale(&mut model, &design, price);
        model
    }

    /// The calls as the spread sees them.
    fn points(&self, design: &Design) -> Vec<Point> {
        let rows = self.calls.iter().enumerate();
        rows.map(|(row, (_, counts, times))| {
            let executed: u64 = counts.values().sum();
            (design.values(row), executed as f64, *times)
        })
        .collect()
    }

    /// How far the calls of each cell are from the fits.
    fn add_deviations(&self, model: &mut CallModel, design: &Design) {
        let spread = model.spread.clone();
        for atom in &mut model.atoms {
            let mut sums = vec![(0.0, 0.0); spread.cells()];
            for (row, (_, counts, times)) in self.calls.iter().enumerate() {
                let values = design.values(row);
                let count = counts.get(&atom.atom).copied().unwrap_or(0) as f64;
                let off = count - atom.count(&spread.parameters, &values);
                let sum = &mut sums[spread.cell(&values)];
                sum.0 += off.powi(2) * *times as f64;
                sum.1 += *times as f64;
            }
            let roots = sums.into_iter();
            atom.deviations = roots
                .map(|(sum, calls)| rounded((sum / f64::max(calls, 1.0)).sqrt()))
                .collect();
            if atom.deviations.iter().all(|it| *it == 0.0) {
                atom.deviations.clear();
            }
        }
    }

    /// Scales deviations so that two of them hold 95 % of the calls in cycles.
    fn scale(&self, model: &mut CallModel, design: &Design, price: impl Fn(&Atom) -> f64) {
        let prices: Vec<f64> = model.atoms.iter().map(|it| price(&it.atom)).collect();
        let (mut fits, mut means) = (Vec::new(), Vec::new());
        for (row, (_, counts, times)) in self.calls.iter().enumerate() {
            let values = design.values(row);
            let leverage = model.spread.leverage(&values).clamp(0.0, 0.99);
            let cell = model.spread.cell(&values);
            let (mut off, mut allowed, mut from_mean, mut spread) = (0.0, 0.0, 0.0, 0.0);
            for (atom, price) in model.atoms.iter().zip(&prices) {
                let count = counts.get(&atom.atom).copied().unwrap_or(0) as f64;
                off += price * (count - atom.count(&model.spread.parameters, &values));
                allowed += price.abs() * atom.deviations.get(cell).copied().unwrap_or(0.0);
                from_mean += price * (count - atom.distribution.average);
                spread += price.abs() * atom.distribution.deviation;
            }
            let distance = |off: f64, allowed: f64| {
                if allowed > 0.0 {
                    off.abs() / allowed
                } else {
                    0.0
                }
            };
            // The call has drawn the line towards itself.
            let alone = (1.0 - leverage) * (1.0 + leverage).sqrt();
            fits.push((distance(off, allowed) / alone, *times));
            means.push((distance(from_mean, spread), *times));
        }
        model.spread.scale(fits, means);
    }

    fn parameter(&self, at: usize) -> Option<Parameter> {
        let values = self.calls.iter().map(|(values, ..)| values[at]);
        let weighted = self.calls.iter();
        let sum: f64 = weighted
            .map(|(values, _, times)| values[at] as f64 * *times as f64)
            .sum();
        let mean = sum / self.number();
        let weighted = self.calls.iter();
        let squares =
            weighted.map(|(values, _, times)| (values[at] as f64 - mean).powi(2) * *times as f64);
        Some(Parameter {
            name: self.parameters[at].clone(),
            from: values.clone().min()?,
            to: values.max()?,
            mean_value: rounded(mean),
            deviation_value: rounded((squares.sum::<f64>() / self.number()).sqrt()),
        })
    }

    fn number(&self) -> f64 {
        self.calls.iter().map(|(_, _, times)| *times as f64).sum()
    }

    fn atom(&self, atom: &Atom, design: &Design) -> AtomModel {
        let count = |counts: &BTreeMap<Atom, u64>| counts.get(atom).copied().unwrap_or(0);
        let counts = self.calls.iter();
        let counts: Vec<(u64, u64)> = counts.map(|(_, it, times)| (count(it), *times)).collect();
        let distribution = Distribution::of(&counts);
        AtomModel {
            atom: atom.clone(),
            line: design.line(&counts, &distribution),
            distribution,
            deviations: Vec::new(),
        }
    }
}

impl Distribution {
    /// The distribution of counts with their numbers of calls.
    fn of(counts: &[(u64, u64)]) -> Self {
        let mut sorted = counts.to_vec();
        sorted.sort_unstable();
        let calls: u64 = sorted.iter().map(|(_, times)| times).sum();
        let sum: f64 = sorted
            .iter()
            .map(|(it, times)| *it as f64 * *times as f64)
            .sum();
        let average = sum / calls.max(1) as f64;
        let squares = sorted
            .iter()
            .map(|(it, times)| (*it as f64 - average).powi(2) * *times as f64);
        let variance = squares.sum::<f64>() / calls.max(1) as f64;
        let at = |part: f64| {
            let rank = ((part * calls as f64).ceil() as u64).max(1);
            let mut seen = 0;
            let found = sorted.iter().find(|(_, times)| {
                seen += times;
                seen >= rank
            });
            found.map_or(0, |(it, _)| *it)
        };
        Self {
            least: at(0.0),
            median: at(0.5),
            average: rounded(average),
            deviation: rounded(variance.sqrt()),
            percentile_90: at(0.9),
            most: at(1.0),
        }
    }
}

/// Parameters of the calls that differ, as columns beside ones.
struct Design {
    names: Vec<String>,
    plain: DMatrix<f64>,
    weighted: DMatrix<f64>,
    weights: DVector<f64>,
}

impl Design {
    fn of(calls: &MethodCalls) -> Self {
        let varies = |at: &usize| {
            let mut values = calls.calls.iter().map(|(values, ..)| values[*at]);
            let first = values.next();
            values.any(|value| Some(value) != first)
        };
        let varying: Vec<usize> = (0..calls.parameters.len()).filter(varies).collect();
        let plain =
            DMatrix::from_fn(
                calls.calls.len(),
                varying.len() + 1,
                |row, column| match column {
                    0 => 1.0,
                    _ => calls.calls[row].0[varying[column - 1]] as f64,
                },
            );
        let weights = calls
            .calls
            .iter()
            .map(|(_, _, times)| (*times as f64).sqrt());
        let weights = DVector::from_iterator(calls.calls.len(), weights);
        let mut weighted = plain.clone();
        for (mut row, weight) in weighted.row_iter_mut().zip(&weights) {
            row *= *weight;
        }
        Self {
            names: varying
                .iter()
                .map(|at| calls.parameters[*at].clone())
                .collect(),
            plain,
            weighted,
            weights,
        }
    }

    /// The parameters that differ, of a call.
    fn values(&self, row: usize) -> Vec<f64> {
        self.plain.row(row).iter().skip(1).copied().collect()
    }

    /// The line of an atom's counts, if one fits.
    fn line(&self, counts: &[(u64, u64)], distribution: &Distribution) -> Option<Line> {
        if distribution.least == distribution.most {
            return Some(Line {
                constant: distribution.average,
                slopes: Vec::new(),
                residual: 0.0,
                largest_residual: 0.0,
            });
        }
        // Two points are on a line whatever they mean.
        if self.names.is_empty() || counts.len() < self.names.len() + 2 {
            return None;
        }
        let measured = DVector::from_iterator(counts.len(), counts.iter().map(|it| it.0 as f64));
        let right = measured.component_mul(&self.weights);
        let free = vec![true; self.plain.ncols()];
        let solution = solve(&self.weighted, &right, &free, Method::LeastSquares);
        let residuals = measured - &self.plain * &solution.values;
        let calls: f64 = counts.iter().map(|(_, times)| *times as f64).sum();
        let variance = residuals.component_mul(&self.weights).norm_squared() / calls;
        if variance > (1.0 - EXPLAINED) * distribution.deviation.powi(2) {
            return None;
        }
        let slopes = self.names.iter().zip(solution.values.iter().skip(1));
        let slopes = slopes.map(|(name, value)| Slope {
            parameter: name.clone(),
            slope: rounded(*value),
        });
        Some(Line {
            constant: rounded(solution.values[0]),
            slopes: slopes.filter(|it| it.slope != 0.0).collect(),
            residual: rounded(variance.sqrt()),
            largest_residual: rounded(residuals.amax()),
        })
    }
}

impl AtomModel {
    /// Count in a call, by the line or else the mean.
    fn count(&self, parameters: &[String], values: &[f64]) -> f64 {
        let Some(line) = &self.line else {
            return self.distribution.average;
        };
        let value = |name: &String| {
            let place = parameters.iter().position(|it| it == name);
            place.map_or(0.0, |place| values[place])
        };
        let slopes = line.slopes.iter();
        let sloped: f64 = slopes.map(|it| it.slope * value(&it.parameter)).sum();
        // No atom is executed less than never.
        rounded(line.constant + sloped).max(0.0)
    }
}

impl CallModel {
    /// Counts of one call with these parameters; others have their mean, and add what they differ by.
    #[must_use]
    pub fn at(&self, parameters: &BTreeMap<String, f64>) -> Vec<(Atom, WithError)> {
        let values = self.values(parameters);
        let cell = self.spread.cell(&values);
        let wider = (1.0 + self.spread.leverage(&values)).sqrt() * self.spread.factor;
        let open = |name: &str| {
            let mut own = self.parameters.iter();
            let own = own.find(|it| it.name == name && !parameters.contains_key(name));
            own.map_or(0.0, |it| it.deviation_value)
        };
        let count = |atom: &AtomModel| {
            let slopes = atom.line.iter().flat_map(|line| &line.slopes);
            let others = slopes.map(|it| (it.slope * open(&it.parameter)).powi(2));
            let own = wider * atom.deviations.get(cell).copied().unwrap_or(0.0);
            WithError {
                count: atom.count(&self.spread.parameters, &values),
                deviation: rounded(own.hypot(others.sum::<f64>().sqrt())),
            }
        };
        let atoms = self.atoms.iter();
        atoms.map(|it| (it.atom.clone(), count(it))).collect()
    }

    /// Counts of the mean call, with what calls differ by.
    #[must_use]
    pub fn mean(&self) -> Vec<(Atom, WithError)> {
        let atoms = self.atoms.iter();
        atoms
            .map(|it| {
                let count = WithError {
                    count: it.distribution.average,
                    deviation: it.distribution.deviation * self.spread.mean_factor,
                };
                (it.atom.clone(), count)
            })
            .collect()
    }

    /// Checks what a file says.
    pub(crate) fn check(&self) -> Result<(), String> {
        let names: Vec<&str> = self.parameters.iter().map(|it| it.name.as_str()).collect();
        for line in self.atoms.iter().filter_map(|it| it.line.as_ref()) {
            let used = line.slopes.iter().map(|it| &it.parameter);
            let mut unknown = used.filter(|name| !names.contains(&name.as_str()));
            if let Some(name) = unknown.next() {
                return Err(format!("{}: no parameter {name}", self.method));
            }
        }
        let size = self.spread.parameters.len();
        let lengths = [
            self.spread.center.len(),
            self.spread.inverse.len(),
            self.spread.executed.len().saturating_sub(1),
        ];
        let rows = self.spread.inverse.iter().zip(1..);
        let is_triangle = rows.clone().all(|(row, length)| row.len() == length);
        if lengths.iter().any(|it| *it != size) || !is_triangle {
            return Err(format!(
                "{}: spread: lists of one length belong here",
                self.method
            ));
        }
        Ok(())
    }
}
