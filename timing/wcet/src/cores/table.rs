//! Costs of a core whose accesses wait as long as they ever may.

use cost_model::{EvaluatedLoad, EvaluatedPath, EvaluatedRow, EvaluatedTable};

use crate::cores::OnCores;
use crate::cores::locks::LockWaits;
use crate::cores::path::{WaitPlace, stops};

impl OnCores {
    /// Costs with each access at its worst alignment.
    pub(crate) fn costs(&self, alone: &EvaluatedTable, locks: LockWaits) -> EvaluatedTable {
        let row = |row: &EvaluatedRow| EvaluatedRow {
            usual: self.path(&row.usual, locks),
            others: row
                .others
                .iter()
                .map(|(scenario, path)| (*scenario, self.path(path, locks)))
                .collect(),
            ..row.clone()
        };
        EvaluatedTable {
            bytecodes: alone.bytecodes.iter().map(row).collect(),
            interrupt: row(&alone.interrupt),
            exception: row(&alone.exception),
            reset: row(&alone.reset),
        }
    }

    fn path(&self, path: &EvaluatedPath, locks: LockWaits) -> EvaluatedPath {
        let stops = stops(path, self.memory, locks);
        let most = |stop: &WaitPlace| stop.most(self.waits);
        let once: u64 = stops.iter().map(most).sum();
        let again: u64 = stops.iter().filter(|it| it.is_in_loop()).map(most).sum();
        EvaluatedPath {
            cycles: added(path.cycles, once),
            cycles_per_count: added(path.cycles_per_count, again),
            // Profiles charge a delay as the wait for a read, whatever it is for.
            read_stall: added(path.read_stall, once),
            read_stall_per_count: added(path.read_stall_per_count, again),
            load: path.load.map(|load| self.load(load)),
            ..path.clone()
        }
    }

    /// A load reads one word more than the method has.
    fn load(&self, load: EvaluatedLoad) -> EvaluatedLoad {
        EvaluatedLoad {
            fixed: added(load.fixed, self.waits.read),
            per_word: added(load.per_word, self.waits.following),
            ..load
        }
    }
}

fn added(cycles: u32, delay: u64) -> u32 {
    u32::try_from(delay).map_or(u32::MAX, |delay| cycles.saturating_add(delay))
}
