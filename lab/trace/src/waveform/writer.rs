//! What a format of waveforms has to write.

use crate::TraceError;

/// Name of the scope around all units.
pub const TOP: &str = "jop";

/// Scopes of several processors.
pub(super) const CORES: [&str; 8] = [
    "core0", "core1", "core2", "core3", "core4", "core5", "core6", "core7",
];

/// A signal as a file declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// Scopes from the outermost, [`TOP`] first.
    pub scopes: Vec<&'static str>,
    /// Its name.
    pub name: String,
    /// Kind of its values.
    pub format: super::Format,
}

/// A file of value changes.
pub trait Writer {
    /// The head of the file; the numbers of signals are their places. One unit of time is a picosecond, or a nanosecond.
    ///
    /// # Errors
    /// If it cannot be written; so in all methods.
    fn declare(&mut self, signals: &[Declared], unit: TimeUnit) -> Result<(), TraceError>;

    /// The time of the changes that follow.
    fn time(&mut self, time: u64) -> Result<(), TraceError>;

    /// A signal's new value.
    fn change(&mut self, signal: usize, value: Value<'_>) -> Result<(), TraceError>;

    /// The file is complete.
    fn finish(&mut self) -> Result<(), TraceError>;
}

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeUnit {
    /// 1 ns, where the clock period is a whole number of them.
    Nanosecond,
    /// 1 ps.
    Picosecond,
}

/// A value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value<'a> {
    /// So many bits of a number.
    Bits(u64, u32),
    /// A text without blanks.
    Text(&'a str),
    /// Not recorded.
    Undefined,
}
