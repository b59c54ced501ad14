//! Branches: which way can be taken, and what is learnt from it.

use isa::op;

use crate::state::State;
use crate::value::{Kind, Value};

/// Takes the operands of a branch and learns from the outcome; false if it cannot come.
pub(super) fn choose(state: &mut State, opcode: u8, is_taken: bool) -> bool {
    match opcode {
        op::IFNULL | op::IFNONNULL => {
            let is_null = state.pop().kind == Kind::Null;
            !is_null || is_taken == (opcode == op::IFNULL)
        }
        op::IF_ACMPEQ | op::IF_ACMPNE => {
            state.pop_many(2);
            true
        }
        op::IFEQ..=op::IFLE => {
            let a = state.pop();
            compare(state, opcode - op::IFEQ, is_taken, a, Value::int(0))
        }
        _ => {
            let (b, a) = (state.pop(), state.pop());
            compare(state, opcode - op::IF_ICMPEQ, is_taken, a, b)
        }
    }
}

/// Relations in the order of the bytecodes: equal, not equal, less, not less, greater, not greater.
fn compare(state: &mut State, relation: u8, is_taken: bool, a: Value, b: Value) -> bool {
    // Each odd relation is the complement of the even one before it.
    let relation = if is_taken { relation } else { relation ^ 1 };
    let narrowed = match relation {
        0 => equal(a.range(), b.range()),
        1 => unequal(a.range(), b.range()),
        2 => less(a.range(), b.range(), 1),
        3 => less(b.range(), a.range(), 0).map(|(b, a)| (a, b)),
        4 => less(b.range(), a.range(), 1).map(|(b, a)| (a, b)),
        _ => less(a.range(), b.range(), 0),
    };
    let Some((new_a, new_b)) = narrowed else {
        return false;
    };
    for (value, (lo, hi)) in [(a, new_a), (b, new_b)] {
        if matches!(value.kind, Kind::Int { .. } | Kind::Any) && (lo, hi) != value.range() {
            let learnt = Value::between(lo, hi).aged(&[a, b]);
            state.learn(Value {
                origin: value.origin,
                ..learnt
            });
        }
    }
    true
}

type Range = (i32, i32);

fn equal((al, ah): Range, (bl, bh): Range) -> Option<(Range, Range)> {
    let both = (al.max(bl), ah.min(bh));
    (both.0 <= both.1).then_some((both, both))
}

fn unequal(a: Range, b: Range) -> Option<(Range, Range)> {
    let without = |(mut lo, mut hi): Range, other: Range| {
        if other.0 == other.1 {
            lo += i32::from(lo == other.0 && lo < i32::MAX);
            hi -= i32::from(hi == other.0 && hi > i32::MIN);
        }
        (lo, hi)
    };
    if a.0 == a.1 && a == b {
        return None;
    }
    Some((without(a, b), without(b, a)))
}

/// `a + by <= b`.
fn less((al, ah): Range, (bl, bh): Range, by: i32) -> Option<(Range, Range)> {
    let a = (al, ah.min(bh.saturating_sub(by)));
    let b = (bl.max(al.saturating_add(by)), bh);
    let is_possible = i64::from(al) + i64::from(by) <= i64::from(bh);
    is_possible.then_some((a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_teaches_what_it_compares_and_excludes_what_cannot_be() {
        let relations: [fn(i32, i32) -> bool; 6] = [
            |a, b| a == b,
            |a, b| a != b,
            |a, b| a < b,
            |a, b| a >= b,
            |a, b| a > b,
            |a, b| a <= b,
        ];
        let ends: [(i32, i32); 5] = [(-3, -1), (0, 0), (-1, 2), (2, 4), (4, 4)];
        for (number, relation) in (0..).zip(relations) {
            for (a, b) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
                let local = |(lo, hi), origin| Value {
                    origin: Some(origin),
                    ..Value::between(lo, hi)
                };
                let mut state = State {
                    locals: vec![local(a, 0), local(b, 1)],
                    stack: Vec::new(),
                };
                let possible = compare(&mut state, number, true, local(a, 0), local(b, 1));
                let pairs = (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y)));
                let pairs: Vec<_> = pairs.filter(|(x, y)| relation(*x, *y)).collect();
                assert!(possible || pairs.is_empty());
                let inside = |place: usize, x: i32| {
                    let (lo, hi) = state.locals[place].range();
                    (lo..=hi).contains(&x)
                };
                assert!(
                    !possible || pairs.iter().all(|(x, y)| inside(0, *x) && inside(1, *y)),
                    "{number} {a:?} {b:?}"
                );
                assert_eq!(possible, !pairs.is_empty(), "{number} {a:?} {b:?}");
            }
        }
    }
}
