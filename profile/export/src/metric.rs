//! Weights of contexts in a weighted export.

use std::fmt;
use std::str::FromStr;

use cross_profile::tree::Context;
use cross_profile::{Cause, Profile};

/// A figure of contexts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Metric {
    /// Clock cycles.
    #[default]
    Cycles,
    /// Bytecodes dispatched.
    Bytecodes,
    /// Times a context was entered.
    Calls,
    /// Clock cycles of one cause.
    Cause(Cause),
}

impl Metric {
    /// Number of metrics.
    pub const COUNT: usize = 3 + Cause::COUNT;

    /// All metrics, cycles first.
    #[must_use]
    pub fn all() -> [Self; Self::COUNT] {
        let mut all = [Self::Cycles; Self::COUNT];
        (all[1], all[2]) = (Self::Bytecodes, Self::Calls);
        for (metric, cause) in all[3..].iter_mut().zip(Cause::ALL) {
            *metric = Self::Cause(cause);
        }
        all
    }

    /// The context's own figure, without its callees.
    #[must_use]
    pub fn of(self, context: &Context) -> u64 {
        match self {
            Self::Cycles => context.self_cycles(),
            Self::Bytecodes => context.bytecodes,
            Self::Calls => context.calls,
            Self::Cause(cause) => context.by_cause()[cause as usize],
        }
    }

    /// The sum over all contexts of all threads.
    #[must_use]
    pub fn total(self, profile: &Profile) -> u64 {
        let trees = profile.threads.iter().map(|thread| &thread.tree);
        let contexts = trees.flat_map(|tree| tree.contexts());
        contexts.map(|context| self.of(context)).sum()
    }

    /// Its name, as `--metric` takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cycles => "cycles",
            Self::Bytecodes => "bytecodes",
            Self::Calls => "calls",
            Self::Cause(cause) => cause.name(),
        }
    }

    /// Unit: `cycles`, `bytecodes` or `calls`.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Cycles | Self::Cause(_) => "cycles",
            Self::Bytecodes => "bytecodes",
            Self::Calls => "calls",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cause(cause) => write!(f, "cycles of {}", cause.name()),
            _ => f.write_str(self.name()),
        }
    }
}

impl FromStr for Metric {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = Self::all();
        let found = all.into_iter().find(|metric| metric.name() == text);
        found.ok_or_else(|| format!("a metric is one of {}", all.map(Self::name).join(", ")))
    }
}
