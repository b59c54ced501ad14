//! What a context did in a window, and the metrics that are computed from it.

use std::fmt;
use std::str::FromStr;

use cross_profile::{CallingContextTree, Cause, Charge, ContextId, Service};

/// A figure of a context besides its cycles by [`Charge`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// Times it was entered.
    Calls,
    /// Bytecodes dispatched in it.
    Bytecodes,
    /// Lookups of the method cache by its invokes and returns.
    Lookups,
    /// Those of them that missed.
    Misses,
    /// Words that they loaded.
    WordsLoaded,
    /// Objects and arrays that it asked for.
    Objects,
    /// Words of their data.
    WordsAllocated,
    /// Executions of the chosen bytecodes.
    Executions,
    /// Cycles of these executions.
    ExecutionCycles,
    /// Those of these executions that waited for memory or the method cache.
    Waits,
    /// Cycles that they waited.
    WaitCycles,
    /// The highest stack RAM address of a frame's first local. The only figure that is no sum.
    Stack,
}

/// The figures of a context: cycles by [`Charge`], then by [`Field`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures(pub [u64; Figures::COUNT]);

impl Default for Figures {
    fn default() -> Self {
        Self([0; Self::COUNT])
    }
}

impl Figures {
    /// Number of figures.
    pub const COUNT: usize = Self::place(Field::Stack) + 1;

    /// Place of a field.
    #[must_use]
    pub const fn place(field: Field) -> usize {
        Charge::COUNT + field as usize
    }

    /// A field.
    #[must_use]
    #[inline]
    pub fn get(&self, field: Field) -> u64 {
        self.0[Self::place(field)]
    }

    /// A field, to be changed.
    #[inline]
    pub fn get_mut(&mut self, field: Field) -> &mut u64 {
        &mut self.0[Self::place(field)]
    }

    /// All cycles.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.0[..Charge::COUNT].iter().sum()
    }

    /// True if nothing happened.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; Self::COUNT]
    }

    /// Adds those of another window or context; of the stack the deeper one remains.
    pub fn add(&mut self, other: &Self) {
        let stack = self.get(Field::Stack).max(other.get(Field::Stack));
        for (sum, figure) in self.0.iter_mut().zip(other.0) {
            *sum += figure;
        }
        *self.get_mut(Field::Stack) = stack;
    }

    /// What happened since `before`, of the same context; the stack is this one's.
    #[must_use]
    pub(crate) fn since(&self, before: &Self) -> Self {
        let mut since = *self;
        for (figure, before) in since.0[..Self::place(Field::Stack)]
            .iter_mut()
            .zip(before.0)
        {
            *figure -= before;
        }
        since
    }
}

/// What is looked at over time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// All cycles.
    Cycles,
    /// Cycles of one cause.
    Cause(Cause),
    /// Bytecodes.
    Bytecodes,
    /// Calls.
    Calls,
    /// Interrupts that were taken; they count where they interrupt.
    Interrupts,
    /// Lookups of the method cache.
    Lookups,
    /// Lookups that missed.
    Misses,
    /// Words that the method cache loaded.
    WordsLoaded,
    /// Objects and arrays.
    Objects,
    /// Words of their data.
    WordsAllocated,
    /// Executions of the chosen bytecodes.
    Executions,
    /// Cycles of these executions.
    ExecutionCycles,
    /// Executions that waited.
    Waits,
    /// Cycles that they waited.
    WaitCycles,
    /// Depth of the stack: the highest address of a frame's first local. Unit: words of the stack RAM.
    Stack,
}

impl Metric {
    /// Every metric, in the order of tables.
    pub fn all() -> impl Iterator<Item = Self> {
        let causes = Cause::ALL.into_iter().map(Self::Cause);
        std::iter::once(Self::Cycles).chain(causes).chain([
            Self::Bytecodes,
            Self::Calls,
            Self::Interrupts,
            Self::Lookups,
            Self::Misses,
            Self::WordsLoaded,
            Self::Objects,
            Self::WordsAllocated,
            Self::Executions,
            Self::ExecutionCycles,
            Self::Waits,
            Self::WaitCycles,
            Self::Stack,
        ])
    }

    /// Its name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cycles => "cycles",
            Self::Cause(cause) => cause.name(),
            Self::Bytecodes => "bytecodes",
            Self::Calls => "calls",
            Self::Interrupts => "interrupts-taken",
            Self::Lookups => "lookups",
            Self::Misses => "misses",
            Self::WordsLoaded => "words-loaded",
            Self::Objects => "objects",
            Self::WordsAllocated => "words-allocated",
            Self::Executions => "executions",
            Self::ExecutionCycles => "execution-cycles",
            Self::Waits => "waits",
            Self::WaitCycles => "wait-cycles",
            Self::Stack => "stack-words",
        }
    }

    /// True if it is nothing without chosen bytecodes.
    #[must_use]
    pub fn is_of_bytecodes(self) -> bool {
        matches!(
            self,
            Self::Executions | Self::ExecutionCycles | Self::Waits | Self::WaitCycles
        )
    }

    /// Figures of windows add up; otherwise the largest remains.
    #[must_use]
    pub fn is_sum(self) -> bool {
        self != Self::Stack
    }

    /// Its value from the figures of a context.
    #[must_use]
    pub fn of(self, figures: &Figures, (tree, id): (&CallingContextTree, ContextId)) -> u64 {
        let context = tree.context(id);
        let field = match self {
            Self::Cycles => return figures.cycles(),
            Self::Cause(cause) => {
                let charges = Charge::ALL.into_iter().zip(figures.0);
                let own =
                    charges.filter(|(charge, _)| Cause::of(context.service, *charge) == cause);
                return own.map(|(_, cycles)| cycles).sum();
            }
            Self::Interrupts => {
                let is_one = |id: ContextId| tree.context(id).service == Service::Interrupt;
                let begins = is_one(id) && !is_one(context.parent);
                return if begins { figures.get(Field::Calls) } else { 0 };
            }
            Self::Bytecodes => Field::Bytecodes,
            Self::Calls => Field::Calls,
            Self::Lookups => Field::Lookups,
            Self::Misses => Field::Misses,
            Self::WordsLoaded => Field::WordsLoaded,
            Self::Objects => Field::Objects,
            Self::WordsAllocated => Field::WordsAllocated,
            Self::Executions => Field::Executions,
            Self::ExecutionCycles => Field::ExecutionCycles,
            Self::Waits => Field::Waits,
            Self::WaitCycles => Field::WaitCycles,
            Self::Stack => Field::Stack,
        };
        figures.get(field)
    }

    /// Adds the value of another window or context.
    pub fn add(self, sum: &mut u64, value: u64) {
        *sum = if self.is_sum() {
            *sum + value
        } else {
            (*sum).max(value)
        };
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Metric {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = text.trim().to_lowercase().replace('_', "-");
        Self::all()
            .find(|metric| metric.name() == wanted)
            .ok_or_else(|| {
                let names: Vec<&str> = Self::all().map(Self::name).collect();
                format!("`{text}` is no metric; they are {}", names.join(", "))
            })
    }
}
