//! Reasons why atoms cannot be determined, in words.

use std::fmt::Display;

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

use crate::least_squares::Solution;

/// Coefficients that are this near to a whole number are one.
const ROUNDING: f64 = 1e-6;

/// Why an atom cannot be determined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum Reason {
    /// No benchmark has it.
    Never,
    /// It always occurs together with one other atom: their sum is known.
    Pair {
        /// The other one.
        with: String,
        /// The sum.
        sum: String,
        /// Its cycles.
        cycles: String,
    },
    /// It occurs in fixed proportions to several others.
    Proportions {
        /// The others.
        to: Vec<String>,
        /// Sums of them all that are known.
        known: usize,
    },
}

impl Reason {
    /// The reason in words; of a long list only so many atoms, and how many more there are.
    #[must_use]
    pub fn naming_at_most(&self, most: usize) -> String {
        match self {
            Self::Never => NEVER.to_owned(),
            Self::Pair { with, sum, cycles } => {
                format!("always occurs together with {with}: only {sum} is known, {cycles} cycles")
            }
            Self::Proportions { to, known } => {
                let listed = to[..most.min(to.len())].join(", ");
                let list = match to.len().saturating_sub(most) {
                    0 => listed,
                    more => format!("{listed} and {more} more"),
                };
                format!(
                    "occurs only in fixed proportions to {list}: {known} of their {} combinations are known",
                    to.len() + 1
                )
            }
        }
    }
}

/// The whole reason.
impl Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.naming_at_most(usize::MAX))
    }
}

/// For each atom that the system does not determine, why; in the order of the columns.
#[must_use]
pub fn reasons<A: Display>(
    atoms: &[A],
    system: &DMatrix<f64>,
    solution: &Solution,
) -> Vec<Option<Reason>> {
    // Unknowns of one group have it in common.
    let mut groups: Vec<Group> = Vec::new();
    let mut reason_of = |unknown: usize| {
        if system.column(unknown).amax() == 0.0 {
            return Reason::Never;
        }
        let known = groups
            .iter()
            .position(|(members, _)| members.contains(&unknown));
        let place = known.unwrap_or_else(|| {
            groups.push(group_of(&solution.null_space, unknown));
            groups.len() - 1
        });
        reason(atoms, solution, unknown, &groups[place])
    };
    (0..atoms.len())
        .map(|unknown| (!solution.is_determined(unknown)).then(|| reason_of(unknown)))
        .collect()
}

/// Unknowns and directions that hang together.
type Group = (Vec<usize>, Vec<usize>);

fn reason<A: Display>(
    atoms: &[A],
    solution: &Solution,
    unknown: usize,
    (group, directions): &Group,
) -> Reason {
    let others: Vec<usize> = group.iter().copied().filter(|&j| j != unknown).collect();
    match (others.as_slice(), directions.as_slice()) {
        (&[other], &[direction]) => pair(atoms, solution, (unknown, other), direction),
        _ => Reason::Proportions {
            to: others.iter().map(|&j| atoms[j].to_string()).collect(),
            known: others.len() + 1 - directions.len(),
        },
    }
}

const NEVER: &str = "never occurs in the benchmarks";

/// Unknowns and directions that hang together with one unknown.
fn group_of(null_space: &DMatrix<f64>, unknown: usize) -> Group {
    let (mut group, mut directions) = (vec![unknown], Vec::new());
    let mut next = 0;
    while let Some(&member) = group.get(next) {
        next += 1;
        for direction in 0..null_space.ncols() {
            if null_space[(member, direction)] == 0.0 || directions.contains(&direction) {
                continue;
            }
            directions.push(direction);
            for j in 0..null_space.nrows() {
                if null_space[(j, direction)] != 0.0 && !group.contains(&j) {
                    group.push(j);
                }
            }
        }
    }
    group.sort_unstable();
    (group, directions)
}

/// Two atoms of which one combination is known.
fn pair<A: Display>(
    atoms: &[A],
    solution: &Solution,
    (one, other): (usize, usize),
    direction: usize,
) -> Reason {
    let column = solution.null_space.column(direction);
    let factor = -column[one] / column[other];
    let sum = solution.values[one] + factor * solution.values[other];
    let sign = if factor < 0.0 { '-' } else { '+' };
    let times = match number(factor.abs()).as_str() {
        "1" => String::new(),
        number => format!("{number} "),
    };
    Reason::Pair {
        with: atoms[other].to_string(),
        sum: format!("{} {sign} {times}{}", atoms[one], atoms[other]),
        cycles: number(sum),
    }
}

/// Whole if it is so within rounding.
pub(crate) fn number(value: f64) -> String {
    if (value - value.round()).abs() < ROUNDING {
        // Adding 0 makes -0 into 0.
        format!("{:.0}", value.round() + 0.0)
    } else {
        format!("{value:.2}")
    }
}
