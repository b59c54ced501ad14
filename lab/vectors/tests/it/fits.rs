//! System vectors from measured totals, against systems whose prices are known.

use std::collections::BTreeMap;

use cost_model::{Atom, PathId, RowId, Scenario};
use isa::op;
use proptest::prelude::*;
use vectors::{
    Component, FitOptions, Solver, Sum, System, SystemVector, Vector, WithError, fit, hold_out,
    predict,
};

const OPCODES: [u8; 5] = [op::IADD, op::ISUB, op::GETFIELD, op::IALOAD, op::ILOAD];

fn component(counts: &[u32]) -> Component {
    let counts = OPCODES
        .into_iter()
        .zip(counts)
        .filter(|(_, count)| **count > 0);
    Component {
        counts: counts
            .map(|(opcode, count)| (Atom::bytecode(opcode), WithError::exact((*count).into())))
            .collect(),
        ..Component::named("program")
    }
}

fn cycles(counts: &[u32], prices: &[u32]) -> f64 {
    counts
        .iter()
        .zip(prices)
        .map(|(count, price)| f64::from(count * price))
        .sum()
}

fn measured(rows: &[Vec<u32>], prices: &[u32]) -> Vec<(String, Component, f64)> {
    let rows = rows.iter().enumerate();
    rows.map(|(place, counts)| {
        (
            format!("p{place}"),
            component(counts),
            cycles(counts, prices),
        )
    })
    .collect()
}

fn with(solver: Solver) -> FitOptions {
    FitOptions {
        solver,
        ..FitOptions::default()
    }
}

fn price<'a>(system: &'a SystemVector, atom: &Atom) -> &'a vectors::AtomPrice {
    let mut prices = system.prices.iter();
    prices.find(|price| price.atom == *atom).expect("a price")
}

proptest! {
    #[test]
    fn identifiable_prices_are_recovered(
        prices in proptest::collection::vec(1_u32..60, 5),
        rows in proptest::collection::vec(proptest::collection::vec(0_u32..200, 5), 12),
    ) {
        let mut rows = rows;
        // One program for each atom makes all of them identifiable.
        for (j, row) in rows.iter_mut().take(5).enumerate() {
            *row = vec![7; 5];
            row[j] = 500;
        }
        for solver in [Solver::Nnls, Solver::LeastSquares, Solver::Ridge] {
            let fitted = fit(&measured(&rows, &prices), &with(solver)).unwrap();
            prop_assert_eq!(fitted.system.rank, 5);
            for (opcode, truth) in OPCODES.into_iter().zip(&prices) {
                let found = price(&fitted.system, &Atom::bytecode(opcode));
                prop_assert!(found.problem.is_none());
                prop_assert!(found.confidence > 0.99, "{found:?}");
                let off = (found.cycles - f64::from(*truth)).abs();
                prop_assert!(off < 0.05, "{solver}: {found:?}, {truth}");
            }
        }
    }
}

#[test]
fn the_errors_of_predictions_are_as_large_as_they_say() {
    // Prices drawn as is assumed, and half as many programs as atoms.
    const ATOMS: u8 = 24;
    const PROGRAMS: usize = 12;
    const ROUNDS: usize = 40;
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut within, mut off) = (0, 0);
    for _ in 0..ROUNDS {
        let prices: Vec<f64> = (0..ATOMS).map(|_| 20.0 + 6.0 * random.normal()).collect();
        let measured: Vec<(String, Component, f64)> = (0..PROGRAMS)
            .map(|_| {
                let mut program = Component::named("program");
                let mut cycles = 0.0;
                for (opcode, price) in (0..ATOMS).zip(&prices) {
                    let count = f64::from(20 + random.below(200));
                    program.add(Atom::bytecode(opcode), count);
                    cycles += count * price;
                }
                (String::new(), program, cycles)
            })
            .collect();
        for held in hold_out(&measured, &with(Solver::Ridge)).unwrap() {
            let error = held.standard_error.expect("an error");
            let distance = (held.predicted - held.measured).abs() / error;
            within += usize::from(distance <= 2.0);
            off += usize::from(distance > 1.0);
        }
    }
    let all = ROUNDS * PROGRAMS;
    // 95 % and 32 % of a normal distribution; the spread is itself estimated.
    assert!(
        within * 100 >= all * 88,
        "{within} of {all} within two errors"
    );
    assert!(off * 100 >= all * 20, "{off} of {all} beyond one error");
}

/// Numbers for tests (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u32) -> u32 {
        (self.next() >> 33) as u32 % limit
    }

    /// The sum of twelve uniform numbers, moved to mean 0.
    fn normal(&mut self) -> f64 {
        let sum: f64 = (0..12)
            .map(|_| (self.next() >> 11) as f64 / (1_u64 << 53) as f64)
            .sum();
        sum - 6.0
    }
}

#[test]
fn what_cannot_be_identified_is_named() {
    // iadd and isub always occur together; getfield is alone.
    let rows: Vec<Vec<u32>> = (1..8).map(|n| vec![n, n, n * n, 0, 3]).collect();
    let measured = measured(&rows, &[4, 9, 20, 1, 2]);
    for solver in [Solver::LeastSquares, Solver::Ridge] {
        let system = fit(&measured, &with(solver)).unwrap().system;
        assert_eq!((system.rank, system.prices.len()), (3, 4));
        for (one, other) in [(op::IADD, "isub"), (op::ISUB, "iadd")] {
            let problem = price(&system, &Atom::bytecode(one))
                .problem
                .as_ref()
                .expect("a reason")
                .to_string();
            assert!(
                problem.starts_with(&format!("always occurs together with {other}: ")),
                "{problem}"
            );
            assert!(
                problem.ends_with(" 13 cycles") || solver == Solver::Ridge,
                "{problem}"
            );
        }
        assert!(
            price(&system, &Atom::bytecode(op::GETFIELD))
                .problem
                .is_none()
        );
    }
    let plain = fit(&measured, &with(Solver::LeastSquares)).unwrap().system;
    let pair = price(&plain, &Atom::bytecode(op::IADD));
    assert_eq!(pair.standard_error, None);
    assert!((pair.confidence - 0.5).abs() < 1e-6, "{pair:?}");
}

#[test]
fn a_prediction_knows_sums_better_than_their_parts() {
    let rows: Vec<Vec<u32>> = (1..8).map(|n| vec![n, n, n * n, 0, 3]).collect();
    let measured = measured(&rows, &[4, 9, 20, 1, 2]);
    let system = fit(&measured, &with(Solver::Ridge)).unwrap().system;
    let system = System::Vector(Box::new(system));
    let error = |counts: &[u32]| {
        let mut vector = Vector::empty();
        vector.components.push(component(counts));
        predict(&vector, &system)
            .total
            .standard_error
            .expect("an error")
    };
    let (together, one) = (error(&[100, 100]), error(&[100]));
    assert!(together * 10.0 < one, "{together} {one}");
}

#[test]
fn atoms_that_no_measurement_had_are_open_as_assumed_or_make_a_prediction_unbounded() {
    let measured = measured(&[vec![1, 2], vec![3, 1], vec![4, 4]], &[4, 9]);
    let on = |solver: Solver, atom: &Atom| {
        let system = fit(&measured, &with(solver)).unwrap().system;
        let mut vector = Vector::empty();
        vector.components.push(component(&[1, 1]));
        let known = predict(&vector, &System::Vector(Box::new(system.clone()))).total;
        vector.components[0].add(atom.clone(), 500.0);
        (
            known,
            predict(&vector, &System::Vector(Box::new(system))).total,
        )
    };
    let field = Atom::bytecode(op::GETFIELD);
    let (known, unseen) = on(Solver::Ridge, &field);
    assert!(unseen.is_complete() && unseen.unbounded.is_empty());
    assert!(unseen.cycles > known.cycles + 500.0);
    let errors = [known, unseen].map(|it| it.standard_error.expect("an error"));
    assert!(errors[1] > 100.0 * errors[0], "{errors:?}");
    // Without an assumption, and of methods as a whole, nothing is known.
    let method = Atom::Library("java.lang.Math.max(II)I".to_owned());
    for (solver, atom) in [
        (Solver::LeastSquares, &field),
        (Solver::Nnls, &field),
        (Solver::Ridge, &method),
    ] {
        let (known, unseen) = on(solver, atom);
        assert!(known.standard_error.is_some(), "{solver}");
        assert_eq!(unseen.unpriced, [(atom.clone(), 500.0)]);
        assert_eq!(unseen.standard_error, None);
        assert_eq!(unseen.unbounded, ["an atom has no price"]);
    }
}

#[test]
fn every_sum_that_is_determined_is_listed_with_all_its_parts() {
    let rows: Vec<Vec<u32>> = (1..14_u32)
        .map(|row| {
            (0..40)
                .map(|atom| (row * 37 + atom * row * row) % 101 + 1)
                .collect()
        })
        .collect();
    let measured: Vec<(String, Component, f64)> = rows
        .iter()
        .map(|counts| {
            let mut program = Component::named("program");
            for (opcode, count) in counts.iter().enumerate() {
                program.add(Atom::bytecode(opcode as u8), f64::from(*count));
            }
            (
                String::new(),
                program,
                f64::from(counts.iter().sum::<u32>() * 7),
            )
        })
        .collect();
    let system = fit(&measured, &FitOptions::default()).unwrap().system;
    assert_eq!((system.rank, system.combinations.len()), (13, 13));
    assert!(system.combinations.iter().all(|it| it.parts.len() == 40));
    let problem = system.prices[0].problem.as_ref().expect("a reason");
    let whole = problem.to_string();
    assert!(
        !whole.contains("more") && whole.matches(", ").count() == 38,
        "{whole}"
    );
    let short = problem.naming_at_most(4);
    assert!(
        short.contains(" and 35 more: 13 of their 40 combinations are known"),
        "{short}"
    );
}

#[test]
fn a_system_vector_is_read_back_and_prices_alike() {
    let rows: Vec<Vec<u32>> = (1..8).map(|n| vec![n, 2 * n + 1, n * n, 5, 3]).collect();
    let system = fit(&measured(&rows, &[4, 9, 20, 1, 2]), &FitOptions::default())
        .unwrap()
        .system;
    let text = serde_json::to_string(&system).unwrap();
    let read = SystemVector::from_json(&text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
    let sum = Sum {
        prices: BTreeMap::from([(0, 3.0), (2, 1.0)]),
        unseen: BTreeMap::from([(Atom::bytecode(op::LADD), 2.0)]),
    };
    assert_eq!(read.cycles(&sum), system.cycles(&sum));
    assert_eq!(read.error(&sum), system.error(&sum));
    let damaged = text.replace("\"covariance\":[[", "\"covariance\":[[1,");
    let error = SystemVector::from_json(&damaged).unwrap_err().to_string();
    assert!(error.contains("a triangle"), "{error}");
}

#[test]
fn loads_are_priced_by_what_asked_and_by_their_words() {
    let on = PathId {
        row: RowId::Bytecode(op::INVOKESTATIC),
        scenario: Scenario::Usual,
    };
    let loads = |words: u32, times: u32| {
        let mut component = Component::named("program");
        component.add(Atom::Load { on, words }, times.into());
        component
    };
    let rows = [(10, 3), (40, 2), (90, 5), (7, 9)];
    let measured: Vec<(String, Component, f64)> = rows
        .iter()
        .map(|&(words, times)| {
            let cycles = times * (2 * words + 6);
            (String::new(), loads(words, times), cycles.into())
        })
        .collect();
    let system = fit(&measured, &with(Solver::LeastSquares)).unwrap().system;
    assert!((price(&system, &Atom::LoadedWord).cycles - 2.0).abs() < 1e-6);
    assert!((price(&system, &Atom::LoadOn(on.row)).cycles - 6.0).abs() < 1e-6);
}
