//! The solvers against their definitions, on random systems.

use isa::op;

use calibration::{Method, nnls, reasons, solve};
use cost_model::Atom;
use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;

const COLUMNS: std::ops::Range<usize> = 1..8;

/// Counts as benchmarks have them: small whole numbers.
fn system() -> impl Strategy<Value = (DMatrix<f64>, DVector<f64>, Vec<bool>)> {
    (1..14_usize, COLUMNS).prop_flat_map(|(rows, columns)| {
        let counts = prop::collection::vec(0..9_i32, rows * columns);
        let right = prop::collection::vec(-60..120_i32, rows);
        let free = prop::collection::vec(prop::bool::weighted(0.2), columns);
        (counts, right, free).prop_map(move |(counts, right, free)| {
            let counts = counts.into_iter().map(f64::from);
            let right = right.into_iter().map(f64::from);
            (
                DMatrix::from_iterator(rows, columns, counts),
                DVector::from_iterator(rows, right),
                free,
            )
        })
    })
}

/// The conditions of Karush, Kuhn and Tucker.
fn assert_optimal(a: &DMatrix<f64>, b: &DVector<f64>, free: &[bool], x: &DVector<f64>) {
    let gradient = a.tr_mul(&(b - a * x));
    let small = 1e-6 * (1.0 + a.tr_mul(b).amax());
    for j in 0..x.len() {
        assert!(free[j] || x[j] >= 0.0, "x[{j}] = {} is negative", x[j]);
        assert!(free[j] || gradient[j] <= small, "x[{j}] ought to grow");
        let inside = free[j] || x[j] > 0.0;
        assert!(
            !inside || gradient[j].abs() <= small,
            "x[{j}] ought to move"
        );
    }
}

proptest! {
    #[test]
    fn nnls_meets_the_optimality_conditions((a, b, free) in system()) {
        let x = nnls(&a, &b, &free, &DVector::zeros(a.ncols()));
        assert_optimal(&a, &b, &free, &x);
        let solution = solve(&a, &b, &free, Method::Nnls);
        assert_optimal(&a, &b, &free, &solution.values);
    }

    #[test]
    fn least_squares_meets_the_normal_equations((a, b, free) in system()) {
        let solution = solve(&a, &b, &free, Method::LeastSquares);
        assert_optimal(&a, &b, &vec![true; free.len()], &solution.values);
    }

    #[test]
    fn no_equation_notices_a_move_in_the_null_space((a, b, free) in system()) {
        let solution = solve(&a, &b, &free, Method::LeastSquares);
        prop_assert_eq!(solution.rank + solution.null_space.ncols(), a.ncols());
        prop_assert!((&a * &solution.null_space).amax() < 1e-6 || solution.null_space.is_empty());
        // The shortest solution has no part in it.
        let part = solution.null_space.tr_mul(&solution.values);
        prop_assert!(part.is_empty() || part.amax() < 1e-6 * (1.0 + solution.values.amax()));
    }

    #[test]
    fn a_system_with_a_known_answer_gives_it_back(
        (a, _, free) in system(),
        known in prop::collection::vec(0..200_u16, COLUMNS.end),
        method in prop_oneof![Just(Method::Nnls), Just(Method::LeastSquares)],
    ) {
        let known = known.into_iter().map(f64::from).take(a.ncols());
        let known = DVector::from_iterator(a.ncols(), known);
        let solution = solve(&a, &(&a * &known), &free, method);
        for j in 0..a.ncols() {
            if solution.is_determined(j) {
                prop_assert!((solution.values[j] - known[j]).abs() < 1e-6);
            }
        }
        prop_assert!(solution.root_mean_square() < 1e-6);
    }
}

fn atoms(count: u8) -> Vec<Atom> {
    [op::IADD, op::ISUB, op::IMUL, op::IAND][..usize::from(count)]
        .iter()
        .map(|opcode| Atom::bytecode(*opcode))
        .collect()
}

fn reasons_of(rows: usize, columns: u8, counts: &[f64], known: &[f64]) -> Vec<Option<String>> {
    let a = DMatrix::from_row_slice(rows, columns.into(), counts);
    let b = &a * DVector::from_row_slice(known);
    let solution = solve(&a, &b, &vec![false; columns.into()], Method::LeastSquares);
    reasons(&atoms(columns), &a, &solution)
        .iter()
        .map(|reason| reason.as_ref().map(ToString::to_string))
        .collect()
}

#[test]
fn atoms_that_always_occur_together_are_named_with_their_sum() {
    let together = [1.0, 1.0, 0.0, 2.0, 2.0, 1.0, 5.0, 5.0, 3.0];
    let reasons = reasons_of(3, 3, &together, &[3.0, 4.0, 19.0]);
    assert_eq!(
        reasons,
        [
            Some(
                "always occurs together with isub: only iadd + isub is known, 7 cycles".to_owned()
            ),
            Some(
                "always occurs together with iadd: only isub + iadd is known, 7 cycles".to_owned()
            ),
            None
        ]
    );
    let twice = [1.0, 2.0, 4.0, 8.0];
    let reasons = reasons_of(2, 2, &twice, &[3.0, 4.0]);
    assert_eq!(
        reasons[0].as_deref(),
        Some("always occurs together with isub: only iadd + 2 isub is known, 11 cycles")
    );
}

#[test]
fn a_system_without_equations_determines_nothing() {
    for method in [Method::Nnls, Method::LeastSquares] {
        let solution = solve(
            &DMatrix::zeros(0, 2),
            &DVector::zeros(0),
            &[false; 2],
            method,
        );
        assert_eq!((solution.rank, solution.null_space.ncols()), (0, 2));
    }
}

#[test]
fn atoms_that_never_occur_are_named() {
    let reasons = reasons_of(2, 2, &[1.0, 0.0, 2.0, 0.0], &[3.0, 4.0]);
    assert_eq!(
        reasons,
        [None, Some("never occurs in the benchmarks".to_owned())]
    );
}

#[test]
fn atoms_in_fixed_proportions_are_named_together() {
    // The third is the sum of the first two.
    let counts = [1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 3.0, 2.0, 5.0];
    let reasons = reasons_of(3, 3, &counts, &[3.0, 4.0, 5.0]);
    assert_eq!(
        reasons[2].as_deref(),
        Some("occurs only in fixed proportions to iadd, isub: 2 of their 3 combinations are known")
    );
}

#[test]
fn intervals_hold_the_truth_about_as_often_as_they_say() {
    let truth = DVector::from_row_slice(&[7.0, 20.0]);
    let mut held = 0;
    let rounds = 400;
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..rounds {
        let a = DMatrix::from_fn(20, 2, |_, _| f64::from(random.u8(1..9)));
        // The sum of twelve even deviates is about normal, with deviation 1.
        let mut deviate = || (0..12).map(|_| random.f64()).sum::<f64>() - 6.0;
        let noise = DVector::from_fn(20, |_, _| deviate());
        let b = &a * &truth + noise;
        let solution = solve(&a, &b, &[false, false], Method::LeastSquares);
        let interval = solution.intervals[0].expect("an interval");
        held += u32::from((solution.values[0] - truth[0]).abs() <= interval);
    }
    let part = f64::from(held) / f64::from(rounds);
    assert!((0.92..0.98).contains(&part), "{part}");
}
