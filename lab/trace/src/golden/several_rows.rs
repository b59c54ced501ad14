//! The rows of several processors.

use sim_core::MachineState;
use sim_core::cmp::{CmpProbe, Multiprocessor, SharedSignals};
use sim_core::probe::{Probe, Signals};

use crate::golden::cell::Cell;
use crate::golden::rows::Rows;
use crate::golden::several_columns::{CpuValue, Source};

/// Several processors that record their rows.
pub(super) struct SeveralRows {
    machine: Multiprocessor,
    recorder: Recorder,
}

/// Takes the values of a cycle to their places in the row.
struct Recorder {
    cpus: Vec<CpuRecorder>,
    sources: Vec<Source>,
    row: Vec<Cell>,
}

/// Takes those of a processor.
#[derive(Clone, Default)]
struct CpuRecorder {
    values: Vec<CpuValue>,
    cells: Vec<Cell>,
}

impl SeveralRows {
    pub(super) fn new(machine: Multiprocessor, sources: Vec<Source>) -> Self {
        let mut cpus = vec![CpuRecorder::default(); machine.cpus.len()];
        for source in &sources {
            if let Source::Cpu(cpu, value) = source {
                cpus[*cpu].values.push(*value);
            }
        }
        Self {
            machine,
            recorder: Recorder {
                cpus,
                row: Vec::with_capacity(sources.len()),
                sources,
            },
        }
    }
}

impl Rows for SeveralRows {
    fn next_row(&mut self) -> &[Cell] {
        self.machine.step(&mut self.recorder);
        &self.recorder.row
    }
}

impl CmpProbe for Recorder {
    type Cpu = CpuRecorder;

    fn cpu(&mut self, cpu: usize) -> &mut CpuRecorder {
        &mut self.cpus[cpu]
    }

    fn shared(&mut self, signals: &SharedSignals) {
        self.row.clear();
        let mut own: Vec<_> = self.cpus.iter_mut().map(|it| it.cells.drain(..)).collect();
        for source in &self.sources {
            let cell = match source {
                Source::Shared(value) => Some(Cell::Number(value(signals))),
                Source::Request(cpu, value) => Some(Cell::Number(value(&signals.requests[*cpu]))),
                Source::Cpu(cpu, _) => own[*cpu].next(),
            };
            self.row.extend(cell);
        }
    }
}

impl Probe for CpuRecorder {
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        let values = self.values.iter().map(|value| value(state, signals));
        self.cells.extend(values);
    }
}
