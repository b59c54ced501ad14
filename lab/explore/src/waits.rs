//! Cycles in which the microcode waits in a run of the fast engine.

use cost_model::EvaluatedTable;
use fast_engine::{Executed, Passed, Probe, Stalls};

use crate::pricing::{UntilOutput, until_output};

/// Sums the waits of a run.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Waits {
    sum: Stalls,
    /// The last bytecode that was a step of its own: at the end that with the last output.
    last: Option<Executed>,
}

/// Waits of a run up to its last output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Waited {
    /// For anything, if the table tells.
    pub(crate) all: Option<u64>,
    /// For the method cache.
    pub(crate) for_methods: u64,
}

impl Waits {
    fn add(&mut self, stalls: Stalls) {
        self.sum.memory_read += stalls.memory_read;
        self.sum.memory_write += stalls.memory_write;
        self.sum.method_load += stalls.method_load;
    }

    /// The sums, without what the last bytecode waits after its output.
    pub(crate) fn until_output(&self, costs: &EvaluatedTable) -> Waited {
        let sum = &self.sum;
        let all = sum.memory_read + sum.memory_write + sum.method_load;
        let Some(last) = self.last else {
            return Waited {
                all: Some(all),
                for_methods: sum.method_load,
            };
        };
        let whole = last.stalls.memory_read + last.stalls.memory_write + last.stalls.method_load;
        let UntilOutput { stalls, .. } = until_output(costs.path(last.path));
        Waited {
            all: stalls.map(|stalls| all - whole + stalls),
            for_methods: sum.method_load - last.stalls.method_load,
        }
    }
}

impl Probe for Waits {
    const SUMS: bool = true;

    fn executed(&mut self, executed: &Executed) {
        self.add(executed.stalls);
        self.last = Some(*executed);
    }

    fn passed(&mut self, passed: &Passed) {
        self.add(passed.stalls);
    }
}
