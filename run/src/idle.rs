//! Whether a core has nothing to do: it runs the loop in which the runtime for several cores waits for a thread of its own.

use jopizer::Symbols;
use sim_core::Probe;
use sim_core::probe::MethodLookup;

/// The loop.
const REST: [&str; 2] = ["com.jopdesign.sys.Scheduler", "rest"];

/// Counts the cycles in it of a core.
#[derive(Debug, Clone, Copy, Default)]
pub struct Idle {
    /// Code address of the loop; none in other programs.
    rest: Option<u32>,
    is_inside: bool,
    cycles: u64,
}

impl Idle {
    /// A probe for the program with these symbols.
    pub(crate) fn new(symbols: Option<&Symbols>) -> Self {
        let symbols = symbols.filter(|symbols| symbols.is_for_several_cores());
        let rest = symbols.and_then(|symbols| symbols.methods_named(REST[0], REST[1]).next());
        Self {
            rest: rest.map(|method| method.address),
            ..Self::default()
        }
    }

    /// Counts a cycle, in which the core goes on or waits.
    pub(crate) fn count(&mut self, goes_on: bool) {
        self.cycles += u64::from(self.is_inside && goes_on);
    }

    /// Cycles in the loop in which it did not wait.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.cycles
    }
}

impl Probe for Idle {
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        self.is_inside = self.rest == Some(lookup.address);
    }
}
