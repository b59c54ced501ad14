//! Reasons why atoms cannot be determined, in words.

use std::fmt::Display;

use nalgebra::DMatrix;

use crate::least_squares::Solution;

/// Atoms in a list before the rest is only counted.
const LISTED: usize = 4;
/// Coefficients that are this near to a whole number are one.
const ROUNDING: f64 = 1e-6;

/// For each atom that the system does not determine, why; in the order of the columns.
#[must_use]
pub fn reasons<A: Display>(
    atoms: &[A],
    system: &DMatrix<f64>,
    solution: &Solution,
) -> Vec<Option<String>> {
    (0..atoms.len())
        .map(|unknown| {
            (!solution.is_determined(unknown)).then(|| reason(atoms, system, solution, unknown))
        })
        .collect()
}

fn reason<A: Display>(
    atoms: &[A],
    system: &DMatrix<f64>,
    solution: &Solution,
    unknown: usize,
) -> String {
    if system.column(unknown).amax() == 0.0 {
        return NEVER.to_owned();
    }
    let (group, directions) = group_of(&solution.null_space, unknown);
    let others: Vec<usize> = group.into_iter().filter(|&j| j != unknown).collect();
    match (others.as_slice(), directions.as_slice()) {
        (&[other], &[direction]) => pair(atoms, solution, (unknown, other), direction),
        _ => format!(
            "occurs only in fixed proportions to {}: {} of their {} combinations are known",
            list(atoms, &others),
            others.len() + 1 - directions.len(),
            others.len() + 1
        ),
    }
}

/// Reason of an atom that no benchmark has.
pub(crate) const NEVER: &str = "never occurs in the benchmarks";

/// Unknowns and directions that hang together with one unknown.
fn group_of(null_space: &DMatrix<f64>, unknown: usize) -> (Vec<usize>, Vec<usize>) {
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
) -> String {
    let column = solution.null_space.column(direction);
    let factor = -column[one] / column[other];
    let sum = solution.values[one] + factor * solution.values[other];
    let sign = if factor < 0.0 { '-' } else { '+' };
    let times = match number(factor.abs()).as_str() {
        "1" => String::new(),
        number => format!("{number} "),
    };
    format!(
        "always occurs together with {}: only {} {sign} {times}{} is known, {} cycles",
        atoms[other],
        atoms[one],
        atoms[other],
        number(sum)
    )
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

fn list<A: Display>(atoms: &[A], members: &[usize]) -> String {
    let shown = members.iter().take(LISTED);
    let names: Vec<_> = shown.map(|&j| atoms[j].to_string()).collect();
    match members.len().saturating_sub(LISTED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}
