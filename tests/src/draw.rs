//! What a random test draws: the same cases in every run of the short part, others where somebody asks for them.

use std::time::{SystemTime, UNIX_EPOCH};

use fastrand::Rng;

/// Seed and number of the cases of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// Seed from which all cases follow.
    pub seed: u64,
    /// How many.
    pub cases: u64,
}

impl Draw {
    /// So many cases of one seed in the short part, `many` of a seed that never was if all tests run; `JOPLAB_CASES` and
    /// `JOPLAB_SEED` set others. Outside of the short part it prints what repeats it.
    ///
    /// # Panics
    /// When a variable is no number.
    #[must_use]
    pub fn of_environment(cases: u64, many: u64) -> Self {
        let variable = |name: &str| std::env::var(name).ok();
        let draw = Self::of(parts::all(), variable, cases, many);
        if draw != (Self { seed: 1, cases }) {
            let Self { seed, cases } = draw;
            println!("JOPLAB_SEED={seed} JOPLAB_CASES={cases} repeats this test");
        }
        draw
    }

    /// A number for each case.
    pub fn numbers(self) -> impl Iterator<Item = u64> {
        let mut random = Rng::with_seed(self.seed);
        (0..self.cases).map(move |_| random.u64(..))
    }

    /// The same for one of the parts, with the variables that this function gives.
    ///
    /// # Panics
    /// When a variable is no number.
    pub fn of(all: bool, variable: impl Fn(&str) -> Option<String>, cases: u64, many: u64) -> Self {
        let number = |name: &str| {
            let text = variable(name)?;
            let number = text.parse();
            Some(number.unwrap_or_else(|_| panic!("{name} is a number, not `{text}`")))
        };
        let (seed, cases) = if all {
            let time = SystemTime::now().duration_since(UNIX_EPOCH);
            (time.map_or(1, |time| time.as_nanos() as u64), many)
        } else {
            (1, cases)
        };
        Self {
            seed: number("JOPLAB_SEED").unwrap_or(seed),
            cases: number("JOPLAB_CASES").unwrap_or(cases),
        }
    }
}
