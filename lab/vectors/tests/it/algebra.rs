//! Adding, scaling and writing vectors.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use cost_model::{Atom, PathId, RowId, Scenario};
use isa::{MachineConfig, op};
use proptest::prelude::*;
use vectors::{Component, System, Vector, WithError, predict};

use crate::it::against_machine::derived;

fn path(opcode: u8) -> PathId {
    PathId {
        row: RowId::Bytecode(opcode),
        scenario: Scenario::Usual,
    }
}

fn atoms() -> Vec<Atom> {
    vec![
        Atom::bytecode(op::IADD),
        Atom::bytecode(op::GETFIELD),
        Atom::FurtherRun(path(op::JOPSYS_INT2EXT)),
        Atom::Load {
            on: path(op::INVOKESTATIC),
            words: 40,
        },
        Atom::Hit {
            on: path(op::IRETURN),
            words: 9,
        },
        Atom::DeviceCycle,
    ]
}

prop_compose! {
    fn component()(
        name in "[ab]",
        calls in 0_u32..9,
        counts in proptest::collection::vec(0_u32..1000, 6),
    ) -> Component {
        let counts = atoms().into_iter().zip(counts).filter(|(_, count)| *count > 0);
        Component {
            calls: calls.into(),
            counts: counts.map(|(atom, count)| (atom, WithError::exact(count.into()))).collect(),
            ..Component::named(name)
        }
    }
}

prop_compose! {
    fn vector()(components in proptest::collection::vec(component(), 0..4)) -> Vector {
        let mut vector = Vector::empty();
        for component in components {
            let mut one = Vector::empty();
            one.components.push(component);
            vector.absorb(&one);
        }
        vector
    }
}

/// Derived once.
static DERIVED: LazyLock<System> = LazyLock::new(|| derived(&MachineConfig::default()));

fn cycles(vector: &Vector) -> f64 {
    predict(vector, &DERIVED).total.cycles
}

proptest! {
    #[test]
    fn a_sum_costs_the_sum_in_any_order(one in vector(), other in vector()) {
        let (mut sum, mut swapped) = (one.clone(), other.clone());
        sum.absorb(&other);
        swapped.absorb(&one);
        prop_assert_eq!(cycles(&sum), cycles(&one) + cycles(&other));
        prop_assert_eq!(sum.total().counts, swapped.total().counts);
    }

    #[test]
    fn a_multiple_is_the_repeated_sum(one in vector(), times in 0_u32..6) {
        let mut sum = Vector::empty();
        for _ in 0..times {
            sum.absorb(&one);
        }
        let multiple = one.times(times.into());
        prop_assert_eq!(multiple.total().counts, sum.total().counts);
        prop_assert_eq!(cycles(&multiple), f64::from(times) * cycles(&one));
    }

    #[test]
    fn parts_add_up_to_the_total(one in vector()) {
        let prediction = predict(&one, &DERIVED);
        let parts: f64 = prediction.parts.iter().map(|part| part.cycles).sum();
        prop_assert_eq!(parts, prediction.total.cycles);
    }

    #[test]
    fn a_vector_is_read_back_as_it_was(one in vector()) {
        let text = serde_json::to_string(&one).unwrap();
        prop_assert_eq!(&Vector::from_json(&text).unwrap(), &one);
    }

    #[test]
    fn a_damaged_file_is_refused_in_one_line(one in vector(), cut in 0_usize..400) {
        let text = serde_json::to_string(&one).unwrap();
        let cut = cut.min(text.len() - 1);
        let error = Vector::from_json(&text[..cut]).unwrap_err().to_string();
        prop_assert!(!error.contains('\n'), "{}", error);
    }
}

#[test]
fn independent_deviations_add_as_squares_and_scale_with_the_count() {
    let with = |deviation| WithError {
        count: 10.0,
        deviation,
    };
    assert_eq!(with(3.0).plus(with(4.0)).deviation, 5.0);
    assert_eq!(with(3.0).times(2.0).deviation, 6.0);
}

#[test]
fn one_call_is_the_mean_without_parameters() {
    let mut component = Component::named("a");
    component.calls = 4.0;
    component.add(Atom::bytecode(op::IADD), 6.0);
    let call = component.one_call(&BTreeMap::new()).unwrap();
    assert_eq!(call.count(&Atom::bytecode(op::IADD)), 1.5);
    assert_eq!(Component::named("b").one_call(&BTreeMap::new()), None);
}

#[test]
fn other_versions_and_documents_are_refused() {
    let text = serde_json::to_string(&Vector::empty()).unwrap();
    let newer = text.replacen("\"version\":2", "\"version\":3", 1);
    let error = Vector::from_json(&newer).unwrap_err().to_string();
    assert!(error.contains("version 3"), "{error}");
    let other = text.replacen('{', "{\"schema\":\"joplab.run/1\",", 1);
    let error = Vector::from_json(&other).unwrap_err().to_string();
    assert!(error.contains("joplab.vector/2 belongs here"), "{error}");
}
