//! Counts of single calls: fits go through what was counted, and parameters are those of the program.

use cost_model::Atom;
use std::collections::BTreeMap;

use isa::{MachineConfig, op};
use proptest::prelude::*;
use vectors::{Atoms, Component, MethodCalls, RecordOptions, Scope, predict};

use crate::it::against_machine::{component, derived, program, recorded};

fn per_call(pattern: &str, atoms: Atoms) -> RecordOptions {
    RecordOptions {
        components: vec![component(pattern, Scope::WithCallees)],
        per_call: vec![pattern.to_owned()],
        atoms,
    }
}

#[test]
fn calls_with_their_parameters_add_up_to_the_component() {
    let all = Atoms {
        library: true,
        routines: true,
    };
    for (name, pattern) in [
        ("recursion", "Recursion.ackermann"),
        ("lift", "lift.Door"),
        ("lift", "lift.Plant.step"),
        ("quick-sort", "QuickSort"),
        ("strings", "Strings"),
    ] {
        let program = program(name, 1);
        for atoms in [Atoms::default(), all] {
            let options = RecordOptions {
                atoms,
                ..RecordOptions::default()
            };
            let plain = recorded(&program, &MachineConfig::default(), &options);
            let found = plain_pattern(&program, pattern);
            let vector = recorded(
                &program,
                &MachineConfig::default(),
                &per_call(&found, atoms),
            );
            // To watch calls changes nothing.
            assert_eq!(vector.total().counts, plain.total().counts, "{name}");
            let component = &vector.components[0];
            let open: u64 = component.models.iter().map(|model| model.open).sum();
            let ended: u64 = component.models.iter().map(|model| model.calls).sum();
            assert_eq!((ended + open) as f64, component.calls, "{name} {pattern}");
            if open > 0 {
                continue;
            }
            let mut sums: BTreeMap<Atom, f64> = BTreeMap::new();
            for model in &component.models {
                for atom in &model.atoms {
                    let sum = atom.distribution.average * model.calls as f64;
                    *sums.entry(atom.atom.clone()).or_default() += sum;
                }
            }
            for (atom, count) in &component.counts {
                let sum = sums.get(atom).copied().unwrap_or(0.0);
                assert!(
                    (sum - count.count).abs() < 1e-3,
                    "{name} {pattern}: {atom}: {sum}, {count:?}"
                );
            }
            assert_eq!(sums.len(), component.counts.len());
        }
    }
}

/// The pattern with the package that the program has it in.
fn plain_pattern(program: &run::Program, pattern: &str) -> String {
    let symbols = program.symbols.as_ref().expect("symbols");
    let mut names = symbols.methods.iter().map(ToString::to_string);
    let found = names.find_map(|name| {
        let at = name.find(pattern)?;
        (at == 0 || name[..at].ends_with('.')).then(|| name[..at + pattern.len()].to_owned())
    });
    found.unwrap_or_else(|| panic!("{pattern} is in {}", program.name))
}

#[test]
fn a_call_with_parameters_is_the_line_at_these() {
    let calls = MethodCalls {
        method: "A.f(I)V".to_owned(),
        parameters: vec!["n".to_owned()],
        calls: (1..=6)
            .map(|n| {
                let counts = BTreeMap::from([
                    (Atom::bytecode(op::IADD), 3 * n as u64 + 2),
                    (Atom::bytecode(op::RETURN), 1),
                    (Atom::bytecode(op::ISUB), [5, 0, 5, 0, 5, 0][n as usize - 1]),
                ]);
                (vec![n], counts, 2)
            })
            .collect(),
        open: 0,
    };
    let model = calls.model(|_| 1.0);
    let at: BTreeMap<Atom, _> = model
        .at(&BTreeMap::from([("n".to_owned(), 100.0)]))
        .into_iter()
        .collect();
    let add = at[&Atom::bytecode(op::IADD)];
    assert!(
        (add.count - 302.0).abs() < 1e-6 && add.deviation < 1e-6,
        "{add:?}"
    );
    assert_eq!(at[&Atom::bytecode(op::RETURN)].count, 1.0);
    // No line explains it: its mean, with the spread.
    let rest = at[&Atom::bytecode(op::ISUB)];
    assert_eq!(rest.count, 2.5);
    assert!(rest.deviation > 1.0, "{rest:?}");
}

/// A component of calls of a method with one parameter, whose counts are this function of it.
fn with_calls(values: impl Iterator<Item = i64> + Clone, count: impl Fn(i64) -> u64) -> Component {
    let calls = MethodCalls {
        method: "Work.run(I)V".to_owned(),
        parameters: vec!["n".to_owned()],
        calls: values
            .clone()
            .map(|n| {
                (
                    vec![n],
                    BTreeMap::from([(Atom::bytecode(op::IADD), count(n))]),
                    1,
                )
            })
            .collect(),
        open: 0,
    };
    let mut component = Component::named("Work");
    for n in values {
        component.add(Atom::bytecode(op::IADD), count(n) as f64);
        component.calls += 1.0;
    }
    component.models.push(calls.model(|_| 1.0));
    component
}

fn one_call(component: &Component, n: f64) -> vectors::PartPrediction {
    let mut one = vectors::Vector::empty();
    let call = component.one_call(&BTreeMap::from([("n".to_owned(), n)]));
    one.components.push(call.expect("a model"));
    predict(&one, &derived(&MachineConfig::default())).total
}

#[test]
fn a_call_outside_of_those_that_were_counted_is_unbounded() {
    let work = with_calls(5..=44, |n| (n * n) as u64);
    let outside = one_call(&work, 100.0);
    assert_eq!(outside.standard_error, None);
    assert_eq!(
        outside.unbounded,
        ["n = 100 is outside of 5 to 44, where Work.run(I)V was counted"]
    );
    // Inside, a line through a parabola is off, and says by how much.
    for n in 5..=44 {
        let inside = one_call(&work, n.into());
        let error = inside.standard_error.expect("an error");
        let off = (inside.cycles - f64::from(n * n)).abs();
        assert!(off < 3.0 * error, "{n}: {off}, {error}");
    }
    // Too few calls tell nothing of others.
    let few = one_call(&with_calls(5..=10, |n| n as u64), 7.0);
    assert_eq!(few.standard_error, None);
    assert!(
        few.unbounded[0].contains("19 are needed"),
        "{:?}",
        few.unbounded
    );
}

#[test]
fn parameters_that_never_came_together_are_outside() {
    let calls = MethodCalls {
        method: "Sort.split(II)V".to_owned(),
        parameters: vec!["low".to_owned(), "high".to_owned()],
        calls: (0..60)
            .map(|n| {
                let counts = BTreeMap::from([(Atom::bytecode(op::IADD), 7)]);
                (vec![n, n + n % 7], counts, 1)
            })
            .collect(),
        open: 0,
    };
    let model = calls.model(|_| 1.0);
    let at = |low: f64, high: f64| {
        let both = [("low".to_owned(), low), ("high".to_owned(), high)];
        model.unbounded(&BTreeMap::from(both))
    };
    assert_eq!(at(30.0, 33.0), Vec::<String>::new());
    let apart = at(5.0, 55.0);
    assert!(
        apart[0].starts_with("no call of Sort.split(II)V was counted"),
        "{apart:?}"
    );
}

#[test]
fn the_mean_call_has_the_spread_of_calls_or_is_unbounded() {
    let predicted = |component: &Component| {
        let mut one = vectors::Vector::empty();
        one.components
            .push(component.one_call(&BTreeMap::new()).expect("calls"));
        predict(&one, &derived(&MachineConfig::default())).total
    };
    let work = with_calls(5..=44, |n| n as u64);
    let mean = predicted(&work);
    assert_eq!(mean.cycles, 24.5);
    // 95 % of the calls are within two errors: nearly all of 5 to 44.
    let error = mean.standard_error.expect("an error");
    assert!((9.0..=10.0).contains(&error), "{error}");
    let mut unknown = work;
    unknown.models.clear();
    let unknown = predicted(&unknown);
    assert_eq!(unknown.standard_error, None);
    assert!(
        unknown.unbounded[0].contains("--per-call"),
        "{:?}",
        unknown.unbounded
    );
}

proptest! {
    #[test]
    fn lines_are_found_again_and_go_through_the_mean(
        constant in 0_u64..50,
        slopes in proptest::array::uniform2(0_u64..20),
        calls in proptest::collection::vec((-9_i64..40, 0_i64..40, 0_u64..4, 1_u64..5), 5..40),
    ) {
        let counted = |noise: bool| MethodCalls {
            method: "A.f(II)V".to_owned(),
            parameters: vec!["a".to_owned(), "b".to_owned()],
            calls: calls.iter().map(|&(a, b, off, times)| {
                // Moved so that no count is below 0.
                let count = constant + slopes[0] * (a + 9) as u64 + slopes[1] * b as u64;
                let count = count + if noise { off } else { 0 };
                (vec![a, b], BTreeMap::from([(Atom::bytecode(op::IADD), count)]), times)
            }).collect(),
            open: 0,
        };
        for noise in [false, true] {
            let calls = counted(noise);
            let model = calls.model(|_| 1.0);
            let mut fitted = 0.0;
            let mut sum = 0.0;
            for (values, counts, times) in &calls.calls {
                let at = BTreeMap::from([
                    ("a".to_owned(), values[0] as f64),
                    ("b".to_owned(), values[1] as f64),
                ]);
                let count = counts[&Atom::bytecode(op::IADD)] as f64;
                let line = model.at(&at)[0].1.count;
                if !noise {
                    prop_assert!((line - count).abs() < 1e-4 * (1.0 + count), "{line} {count}");
                }
                fitted += line * *times as f64;
                sum += count * *times as f64;
            }
            // A count that a line makes negative is 0, which noise alone cannot bring about here but near 0.
            prop_assert!((fitted - sum).abs() < 1e-4 * (1.0 + sum) || constant < 8);
        }
    }
}

#[test]
fn a_prediction_of_a_call_carries_the_spread_of_its_counts() {
    let program = program("lift", 5);
    let vector = recorded(
        &program,
        &MachineConfig::default(),
        &per_call("lift.Controller", Atoms::default()),
    );
    let mean = vector.components[0]
        .one_call(&BTreeMap::new())
        .expect("it was called");
    let mut one = vectors::Vector::empty();
    one.components.push(mean);
    let predicted = predict(&one, &derived(&MachineConfig::default())).total;
    let whole = predict(&vector, &derived(&MachineConfig::default()));
    let calls = vector.components[0].calls;
    assert!(
        (predicted.cycles * calls - whole.parts[0].cycles).abs() < 1e-6 * whole.parts[0].cycles
    );
}
