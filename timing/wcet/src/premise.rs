//! What a bound rests on: bounds of loops, depths of recursion, shares of calls and the price of a collection; and what a run says of them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::bound_source::BoundSource;

isa::named_enum! {
    /// Whether calls may take longer than a bound.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Soundness {
        /// No call that the bound covers takes longer: all that it rests on is proven, or data of the runtime.
        Yes = "yes",
        /// None does if what is given holds, which nothing proves.
        Assumes = "assumes",
        /// A run has disproved it, or it rests on what a run has shown, which proves nothing.
        No = "no",
    }
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// Repetitions of a loop for one entry.
    Loop,
    /// Calls of a method that are active at once.
    Recursion,
    /// Calls of the callers of a method for one call of it.
    Every,
    /// Cycles of a collection of garbage.
    Collection,
    /// Cycles for which another core holds a lock.
    Section,
    /// Cycles from the begin of a time slot of the core to that of the call.
    Phase,
    /// Cycles of a call.
    Call,
    /// The number in a field, or the length of what it refers to.
    Field,
    /// Calls of another method in one call of a method.
    Calls,
    /// Repetitions of a loop in one call of a method, all entries together.
    Repetitions,
    /// Methods and lines of which one at most is called or run in one call of a method, and that once.
    Excludes,
    /// Modes of a call of a method, of which it is in one, with what happens in that only.
    Modes,
}

impl Subject {
    /// Returns true for what is counted in one call of a method as a whole.
    #[must_use]
    pub fn is_limit(self) -> bool {
        matches!(
            self,
            Self::Calls | Self::Repetitions | Self::Excludes | Self::Modes
        )
    }
}

/// Something that a bound rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Premise {
    /// What is counted.
    pub subject: Subject,
    /// The method, `package.Class.method(descriptor)result`; of [`Subject::Field`] class and field.
    pub method: String,
    /// Line of the loop, if known.
    pub line: Option<u16>,
    /// Byte offset of the loop's first bytecode.
    pub offset: Option<u32>,
    /// The number: the most of all contexts, of [`Subject::Every`] the least.
    pub number: u64,
    /// The least value, of [`Subject::Field`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<i32>,
    /// What counts in a call, as it is written: methods, lines, loops.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<String>,
    /// Where it comes from.
    pub source: BoundSource,
    /// Who gives it: a file with its line, an annotation, an option, a run; none if it is proven.
    pub from: Option<String>,
    /// A larger bound that the analysis proves.
    pub proven: Option<u64>,
    /// Address of the method's code.
    #[serde(skip)]
    pub address: u32,
    /// True if the number is the same in all calls.
    #[serde(skip)]
    pub is_constant: bool,
    /// Its number among the limits of calls that are given.
    #[serde(skip)]
    pub limit: Option<usize>,
}

/// A premise that a run has disproved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disproof {
    /// What was counted.
    pub subject: Subject,
    /// The method or field.
    pub method: String,
    /// Line of the loop, if known.
    pub line: Option<u16>,
    /// Byte offset of the loop's first bytecode.
    pub offset: Option<u32>,
    /// The bound.
    pub limit: i64,
    /// What the run shows.
    pub shown: i64,
    /// What counts in a call, as it is written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<String>,
    /// Where the bound comes from.
    pub source: BoundSource,
    /// Who gives the bound; none if it is the analysis.
    pub from: Option<String>,
}

impl Premise {
    /// Returns true if the result is true only if somebody was right.
    #[must_use]
    pub fn is_assumption(&self) -> bool {
        self.subject.is_limit()
            || !matches!(self.source, BoundSource::Analysis | BoundSource::Runtime)
    }

    /// The premise with what a run shows instead.
    #[must_use]
    pub fn disproved(&self, shown: u64) -> Disproof {
        self.disproved_by(signed(self.number), signed(shown))
    }

    /// What a value disproves that was seen in the field.
    #[must_use]
    pub fn disproved_by_value(&self, value: i32) -> Option<Disproof> {
        let value = i64::from(value);
        let (least, most) = (i64::from(self.least?), signed(self.number));
        match value {
            _ if value < least => Some(self.disproved_by(least, value)),
            _ if value > most => Some(self.disproved_by(most, value)),
            _ => None,
        }
    }

    fn disproved_by(&self, limit: i64, shown: i64) -> Disproof {
        Disproof {
            subject: self.subject,
            method: self.method.clone(),
            line: self.line,
            offset: self.offset,
            limit,
            shown,
            of: self.of.clone(),
            source: self.source,
            from: self.from.clone(),
        }
    }
}

/// A count as a number with a sign; none is that large.
fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Method and line, or the method alone.
fn place(method: &str, line: Option<u16>, offset: Option<u32>) -> String {
    let name = method.split('(').next().unwrap_or_default();
    match (line, offset) {
        (Some(line), _) => format!("{name}:{line}"),
        (None, Some(offset)) => format!("{name}, byte {offset}"),
        (None, None) => name.to_owned(),
    }
}

impl fmt::Display for Premise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = place(&self.method, self.line, self.offset);
        let number = self.number;
        let several = if number == 1 { "" } else { "s" };
        match self.subject {
            Subject::Loop => {
                write!(
                    f,
                    "at most {number} repetition{several} of the loop {place}"
                )?;
            }
            Subject::Recursion => write!(f, "at most {number} call{several} of {place} at once")?,
            Subject::Every => write!(f, "one call of {place} in {number} calls of its callers")?,
            Subject::Collection => write!(f, "at most {number} cycles of a collection")?,
            Subject::Section => write!(f, "at most {number} cycles of a lock of another core")?,
            Subject::Phase => write!(
                f,
                "a begin {number} cycle{several} after a slot of the core begins"
            )?,
            Subject::Call => write!(f, "at most {number} cycles of a call of {place}")?,
            Subject::Field => {
                let least = self.least.unwrap_or(0);
                write!(f, "{least} to {number} in the field {place}")?;
            }
            Subject::Calls => {
                let of = self.of.join(", ");
                write!(
                    f,
                    "at most {number} call{several} of {of} in a call of {place}"
                )?;
            }
            Subject::Repetitions => {
                let of = self.of.join(", ");
                write!(
                    f,
                    "at most {number} repetition{several} of the loop {of} in a call of {place}"
                )?;
            }
            Subject::Excludes => {
                let of = self.of.join(", ");
                write!(f, "one of {of} at most in a call of {place}, and that once")?;
            }
            Subject::Modes => {
                let of = self.of.join(", or ");
                write!(f, "in a call of {place}, at most {of}")?;
            }
        }
        match (&self.from, self.proven) {
            (Some(from), Some(proven)) => write!(f, " ({from}; the analysis proves {proven})"),
            (Some(from), None) => write!(f, " ({from})"),
            (None, _) => Ok(()),
        }
    }
}

impl fmt::Display for Disproof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = place(&self.method, self.line, self.offset);
        let (bound, observed) = (self.limit, self.shown);
        let beyond = observed.saturating_sub(bound);
        match self.subject {
            Subject::Loop => write!(
                f,
                "the loop {place} was repeated {observed} times, {beyond} more than its bound of {bound}"
            )?,
            Subject::Recursion => write!(
                f,
                "{observed} calls of {place} were active at once, {beyond} more than its bound of {bound}"
            )?,
            Subject::Every => write!(
                f,
                "{place} was called again after {observed} calls of its callers, {} less than the {bound} that are given",
                bound.saturating_sub(observed)
            )?,
            Subject::Collection => write!(
                f,
                "a collection took {observed} cycles, {beyond} more than the {bound} that are given"
            )?,
            Subject::Section => write!(
                f,
                "another core held a lock for {observed} cycles, {beyond} more than the {bound} that are given"
            )?,
            Subject::Phase => write!(
                f,
                "a call began {observed} cycles after a slot of the core, not {bound}"
            )?,
            Subject::Call => write!(
                f,
                "a call of {place} took {observed} cycles, {beyond} more than its bound of {bound}"
            )?,
            Subject::Field => {
                let side = if observed < bound {
                    "below its least"
                } else {
                    "above its largest"
                };
                write!(f, "the field {place} was {observed}, {side} of {bound}")?;
            }
            Subject::Calls => write!(
                f,
                "a call of {place} called {} {observed} times, {beyond} more than its limit of {bound}",
                self.of.join(", ")
            )?,
            Subject::Repetitions => write!(
                f,
                "a call of {place} repeated the loop {} {observed} times, {beyond} more than its limit of {bound}",
                self.of.join(", ")
            )?,
            Subject::Excludes => write!(
                f,
                "a call of {place} came to {} {observed} times, and they exclude each other",
                self.of.join(", ")
            )?,
            Subject::Modes => write!(
                f,
                "a call of {place} did what takes {observed} of its modes at least: {}",
                self.of.join(", or ")
            )?,
        }
        match &self.from {
            Some(from) => write!(f, " ({from})"),
            None => Ok(()),
        }
    }
}
