//! What a check of an engine has compared.

use std::fmt;

/// What was compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Compared {
    /// Cycles that both engines ran.
    pub cycles: u64,
    /// Comparisons of state and counters.
    pub cuts: u64,
    /// Bytes and words of output.
    pub outputs: u64,
    /// All registers and memories; false: counters alone.
    pub state: bool,
}

/// A sentence.
impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            cycles,
            cuts,
            outputs,
            state,
        } = self;
        let what = match state {
            true => "all registers, memories and counters",
            false => "cycles and counters",
        };
        write!(
            f,
            "the engine is the reference over {cycles} cycles: {what} at {cuts} cuts, and {outputs} bytes and words of output, \
             each in its cycle"
        )
    }
}
