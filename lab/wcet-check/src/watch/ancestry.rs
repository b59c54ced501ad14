//! Sets of methods that are active at once, each kept once.

use std::collections::HashMap;

/// Number of a set.
pub(super) type SetId = usize;

/// All sets that a run has met.
#[derive(Debug, Clone, Default)]
pub(super) struct Ancestry {
    /// Methods of each set, in order.
    sets: Vec<Vec<u32>>,
    numbers: HashMap<Vec<u32>, SetId>,
    /// The set that a method more makes of one.
    larger: HashMap<(Option<SetId>, u32), SetId>,
}

impl Ancestry {
    /// The set with a method more.
    pub(super) fn with(&mut self, set: Option<SetId>, method: u32) -> SetId {
        if let Some(known) = self.larger.get(&(set, method)) {
            return *known;
        }
        let mut methods = set.map_or_else(Vec::new, |set| self.sets[set].clone());
        if let Err(place) = methods.binary_search(&method) {
            methods.insert(place, method);
        }
        let number = *self.numbers.entry(methods.clone()).or_insert_with(|| {
            self.sets.push(methods);
            self.sets.len() - 1
        });
        self.larger.insert((set, method), number);
        number
    }

    pub(super) fn methods(&self, set: SetId) -> &[u32] {
        &self.sets[set]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_the_same_in_whatever_order_its_methods_come() {
        let mut all = Ancestry::default();
        let one = all.with(None, 7);
        let two = all.with(Some(one), 3);
        let other = all.with(None, 3);
        assert_eq!(all.with(Some(other), 7), two);
        assert_eq!(all.with(Some(two), 7), two);
        assert_eq!(all.methods(two), [3, 7]);
        assert_ne!(one, other);
    }
}
