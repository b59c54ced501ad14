//! Random units from a seed: the same seed gives the same source.
//!
//! Rules that keep generated programs within the machine's limits and equal on every JVM:
//!
//! - A method calls only methods made before it, so that calls end and the depth of the stack is known; a recursive one counts
//!   its first parameter down. Fuel bounds the total number of calls of a case.
//! - Loops have a small number of trips, kept in a variable that nothing else writes.
//! - Nothing depends on identity of strings or boxes, on hash codes of objects, on texts of floating-point numbers, on the order
//!   of static initialisers, or on a monitor of null (`runtime/README.md`, "What differs from the host JVM").
//! - Only a unit that is `strict_only` takes the length of an array that may be null, calls private methods of what may be null,
//!   or uses indices beyond 22 bits: the build with the hardware's cycles does not check these.

mod calls;
mod expressions;
mod literals;
mod members;
mod places;
mod scope;
mod statements;

use fastrand::Rng;

use crate::tree::types::Type;
use crate::tree::{MethodKind, Unit};
use scope::Scope;

/// Words of stack that the methods of a unit may take; the rest is for the driver and for the runtime below the deepest call.
const STACK_WORDS: u32 = 72;
/// One unit in so many is strict-only.
const STRICT_ONE_IN: u32 = 5;
/// One unit in so many has more constants in one class than an 8-bit index reaches.
const RICH_ONE_IN: u32 = 12;

/// A unit from a seed.
#[must_use]
pub fn unit(name: &str, seed: u64) -> Unit {
    let mut rng = Rng::with_seed(seed);
    let strict_only = rng.u32(..STRICT_ONE_IN) == 0;
    let is_rich = rng.u32(..RICH_ONE_IN) == 0;
    let mut generator = Generator {
        rng,
        is_rich,
        unit: Unit {
            name: name.to_owned(),
            strict_only,
            fields: Vec::new(),
            constructors: Vec::new(),
            methods: Vec::new(),
            cases: Vec::new(),
        },
        families: Vec::new(),
        makers: Vec::new(),
        scope: Scope::default(),
    };
    generator.members();
    generator.unit
}

/// A method, with all that overrides it, as its callers see it.
#[derive(Debug, Clone)]
struct Family {
    class: Type,
    name: String,
    kind: MethodKind,
    parameters: Vec<Type>,
    result: Type,
    /// Words of stack that a call takes at most, as far as generated code goes.
    need: u32,
    /// True if the first parameter bounds a recursion.
    is_recursive: bool,
}

/// A constructor, as `new` sees it.
#[derive(Debug, Clone)]
struct Maker {
    class: Type,
    parameters: Vec<Type>,
    need: u32,
}

struct Generator {
    rng: Rng,
    is_rich: bool,
    unit: Unit,
    families: Vec<Family>,
    makers: Vec<Maker>,
    scope: Scope,
}

impl Generator {
    /// True in so many of a hundred.
    fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(..100) < percent
    }

    /// True in so many of a hundred where an exception is caught, ten times as rare elsewhere.
    fn risk(&mut self, percent: u32) -> bool {
        let scale = if self.scope.try_depth > 0 { 10 } else { 1 };
        self.rng.u32(..1000) < percent * scale
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.rng.usize(..choices.len())]
    }

    /// An index, each with its weight.
    fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut rest = self.rng.u32(..weights.iter().sum::<u32>());
        for (index, weight) in weights.iter().enumerate() {
            if rest < *weight {
                return index;
            }
            rest -= weight;
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::unit;
    use crate::tree::print::source;

    #[test]
    fn a_seed_gives_the_same_source_again_and_another_seed_another_one() {
        assert_eq!(source(&unit("U0", 7)), source(&unit("U0", 7)));
        assert_ne!(source(&unit("U0", 7)), source(&unit("U0", 8)));
    }

    #[test]
    fn every_case_calls_a_method_that_is_there() {
        for seed in 0..20 {
            let unit = unit("U0", seed);
            assert!(unit.method_count() > 5);
            for case in &unit.cases {
                assert!(
                    unit.methods.iter().any(|method| method.name == case.label),
                    "{}",
                    case.label
                );
            }
        }
    }
}
