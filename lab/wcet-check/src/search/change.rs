//! Other numbers in the inputs of a call.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::places::Place;
use super::subject::Changes;

/// Changes inputs, with the numbers of the program's code among the new ones.
pub(super) struct Changer {
    constants: Vec<i32>,
}

impl Changer {
    /// These numbers and their neighbours are of use.
    pub(super) fn new(constants: BTreeSet<i32>) -> Self {
        let near = |it: i32| {
            [
                it.wrapping_sub(1),
                it,
                it.wrapping_add(1),
                it.wrapping_neg(),
            ]
        };
        let all: BTreeSet<i32> = constants.into_iter().flat_map(near).collect();
        Self {
            constants: all.into_iter().collect(),
        }
    }

    /// Changes one or some inputs.
    pub(super) fn change(&self, places: &[Place], changes: &mut Changes, random: &mut Rng) {
        if places.is_empty() {
            return;
        }
        if random.u8(..8) == 0 && !changes.is_empty() {
            let numbers: Vec<usize> = changes.keys().copied().collect();
            changes.remove(&numbers[random.usize(..numbers.len())]);
        }
        let groups = places[places.len() - 1].group + 1;
        loop {
            let group = random.usize(..groups);
            let first = places.partition_point(|it| it.group < group);
            let end = places.partition_point(|it| it.group <= group);
            if end - first > 1 && random.u8(..4) == 0 {
                self.fill(&places[first..end], first, changes, random);
            } else {
                let number = random.usize(first..end);
                let known = changes
                    .get(&number)
                    .copied()
                    .unwrap_or(places[number].value);
                changes.insert(number, self.number(known, places[number].range, random));
            }
            if random.bool() {
                return;
            }
        }
    }

    /// All elements of an array: equal, in order, or any.
    fn fill(&self, array: &[Place], first: usize, changes: &mut Changes, random: &mut Rng) {
        let mut value = self.number(array[0].value, array[0].range, random);
        let step = [0, 1, -1][random.usize(..3)];
        let is_any = random.bool();
        for (place, number) in array.iter().zip(first..) {
            if is_any {
                value = self.number(place.value, place.range, random);
            }
            changes.insert(number, within(value, place.range));
            value = value.wrapping_add(step);
        }
    }

    fn number(&self, known: i32, (lo, hi): (i32, i32), random: &mut Rng) -> i32 {
        let value = match random.u8(..8) {
            0 | 1 => return random.i32(lo..=hi),
            2 => [lo, hi, 0, 1, -1][random.usize(..5)],
            3 => known.wrapping_add(random.i32(-4..=4)),
            4 => known ^ (1 << random.u8(..32)),
            5 => random.i32(-256..=256),
            _ if self.constants.is_empty() => random.i32(..),
            _ => self.constants[random.usize(..self.constants.len())],
        };
        within(value, (lo, hi))
    }
}

/// The value, or the one of the range that it wraps around to.
fn within(value: i32, (lo, hi): (i32, i32)) -> i32 {
    if (lo..=hi).contains(&value) {
        return value;
    }
    let span = i64::from(hi) - i64::from(lo) + 1;
    let offset = (i64::from(value) - i64::from(lo)).rem_euclid(span);
    i32::try_from(i64::from(lo) + offset).unwrap_or(lo)
}
