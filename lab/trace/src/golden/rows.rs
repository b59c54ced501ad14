//! The machine's rows of a golden trace.

use sim_core::probe::{Probe, Signals};
use sim_core::{Machine, MachineState};

use crate::golden::cell::Cell;
use crate::golden::columns::Column;

/// Simulated hardware that gives a row for each clock cycle.
pub(super) trait Rows {
    /// Values of the next cycle, in the order of the columns.
    fn next_row(&mut self) -> &[Cell];
}

/// One machine.
pub(super) struct MachineRows {
    machine: Machine,
    recorder: Recorder,
}

struct Recorder {
    columns: Vec<&'static Column>,
    row: Vec<Cell>,
}

impl MachineRows {
    pub(super) fn new(machine: Machine, columns: Vec<&'static Column>) -> Self {
        Self {
            machine,
            recorder: Recorder {
                columns,
                row: Vec::new(),
            },
        }
    }
}

impl Rows for MachineRows {
    fn next_row(&mut self) -> &[Cell] {
        self.machine.step(&mut self.recorder);
        &self.recorder.row
    }
}

impl Probe for Recorder {
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        self.row.clear();
        let values = self.columns.iter().map(|it| (it.value)(state, signals));
        self.row.extend(values);
    }
}
