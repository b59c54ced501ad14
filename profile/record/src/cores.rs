//! Several processors as a section of a recording: `cores` is JSON.

use std::io::{self, Read};

use isa::Processors;
use recording::{Recording, RecordingError};
use run::{CoreWindows, Engine, SeveralFigures, SeveralRun};
use serde::{Deserialize, Serialize};
use sim_core::Probe;

/// Section of the processors.
pub const CORES: &str = "cores";
/// Most bytes of JSON.
const SIZE_LIMIT: u64 = 1 << 26;

/// What several processors did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cores {
    /// Cycles of the run.
    pub run_cycles: u64,
    /// The processors, their arbiter and lock unit.
    pub processors: Processors,
    /// Their figures.
    pub figures: SeveralFigures,
    /// What they did over time.
    pub windows: CoreWindows,
    /// Cycles in which each waited for a lock, by the processor that held it; nothing in older files.
    #[serde(default)]
    pub lock_waits: Vec<Vec<u64>>,
}

/// A file without such a section.
#[derive(Debug, thiserror::Error)]
pub enum CoresError {
    /// It is no recording, or one of a single core.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The section is no such JSON.
    #[error("the recording is damaged in its cores: {0}; record it again")]
    Json(#[from] serde_json::Error),
    /// Sums that no run has.
    #[error("the recording is damaged in its cores: {0}; record it again")]
    Wrong(&'static str),
}

/// Adds the processors to a recording.
///
/// # Errors
/// Output of the writer.
pub fn add(cores: &Cores, recording: &mut Recording) -> io::Result<()> {
    recording.add(CORES, |to| Ok(serde_json::to_writer(to, cores)?))
}

/// The processors of a recording.
///
/// # Errors
/// When it has none, or they are damaged.
pub fn of(recording: &Recording) -> Result<Cores, CoresError> {
    let section = recording.section(CORES)?.take(SIZE_LIMIT);
    let cores: Cores = serde_json::from_reader(io::BufReader::new(section))?;
    cores.check().map_err(CoresError::Wrong)?;
    Ok(cores)
}

impl Cores {
    /// Those of a run that took windows.
    #[must_use]
    pub fn of_run<S: Probe>(run: &SeveralRun<S>, processors: Processors) -> Self {
        let none = || CoreWindows {
            length: 1,
            windows: Vec::new(),
        };
        Self {
            run_cycles: run.cycle(),
            processors,
            figures: run.figures(),
            windows: run.windows().unwrap_or_else(none),
            lock_waits: run.probe.lock_waits.clone(),
        }
    }

    fn check(&self) -> Result<(), &'static str> {
        let count = usize::from(self.processors.cores);
        if count == 0 || self.figures.cores.len() != count {
            return Err("another number of cores than its machine has");
        }
        let most = u128::from(self.run_cycles);
        let mut cycles = 0;
        for window in &self.windows.windows {
            if window.cores.len() != count {
                return Err("a window with another number of cores");
            }
            let own = u128::from(window.cycles);
            let fits = |core: &run::CoreTime| {
                let parts = [
                    core.before_start,
                    core.waits_for_others,
                    core.waits_for_turn,
                    core.lock_unit,
                    core.lock_waits,
                    core.idle,
                ];
                parts.into_iter().map(u128::from).sum::<u128>() <= own
            };
            if !window.cores.iter().all(fits) || u128::from(window.memory_busy) > own {
                return Err("more cycles in a window than it has");
            }
            cycles += own;
        }
        if cycles != most {
            return Err("windows with other sums than the run");
        }
        let owners = &self.lock_waits;
        let has_all = owners.len() == count && owners.iter().all(|it| it.len() == count);
        let fits = |(core, owners): (&run::CoreFigures, &Vec<u64>)| {
            let sum: u128 = owners.iter().copied().map(u128::from).sum();
            sum <= u128::from(core.traffic.lock_waits)
        };
        let is_right =
            owners.is_empty() || has_all && self.figures.cores.iter().zip(owners).all(fits);
        if !is_right {
            return Err("waits for locks that nobody held");
        }
        Ok(())
    }
}
