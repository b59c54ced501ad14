//! Stretches of a debugged run as recordings: the way is run again under the recorder of `jop run -o`.

use std::convert::Infallible;
use std::fmt::Display;
use std::path::Path;

use debugger::{CommandError, Recorder, Stretch};
use isa::Stop;
use record::{Grain, Limits, Moment};
use recorders::{Choice, RecordedRun};
use run::{End, Engine as _, Setup};

use crate::commands::show::recorded_program::packed;
use crate::output::atomic_file::{self, PendingFile};
use crate::output::table::counted;

/// Recorder of the runs of a setup.
pub(super) struct RunRecorder(pub(super) Setup);

impl Recorder for RunRecorder {
    fn check_file(&self, file: &str) -> Result<(), CommandError> {
        let file = PendingFile::create(Path::new(file));
        file.map(|_| ()).map_err(|error| told(&error))
    }

    fn check_moment(&self, text: &str) -> Result<(), CommandError> {
        let limits = Limits {
            from: Some(moment(text)?),
            ..Limits::default()
        };
        let checked = limits.check(self.0.program.symbols.as_ref());
        checked.map_err(|error| told(&error))
    }

    fn record(&mut self, stretch: &Stretch<'_>) -> Result<String, CommandError> {
        record(&self.0, stretch)
    }
}

fn told(error: &dyn Display) -> CommandError {
    CommandError::new(error.to_string())
}

fn moment(text: &str) -> Result<Moment, CommandError> {
    text.parse()
        .map_err(|error| told(&error as &record::LimitsError))
}

fn record(setup: &Setup, stretch: &Stretch<'_>) -> Result<String, CommandError> {
    let choice = Choice {
        grain: Grain::Bytecode,
        limits: Limits {
            from: Some(moment(stretch.from)?),
            to: Some(moment(stretch.to)?),
            ..Limits::default()
        },
        ..Choice::default()
    };
    let run = RecordedRun::new(stretch.machine.clone(), choice, setup);
    let mut run = run.map_err(|error| told(&error))?;
    for (cycle, bytes) in stretch.fed.iter().filter(|(at, _)| *at < stretch.until) {
        run_to(&mut run, *cycle);
        run.feed(bytes);
    }
    run_to(&mut run, stretch.until);
    if let Some(unmet) = run.unmet() {
        return Err(CommandError::new(format!(
            "until here, {unmet}; `continue`, then `record on {} {}` and `record off` again, or name another moment",
            stretch.file, stretch.from
        )));
    }
    let recorded = run.finish(End::MaxCycles, setup);
    let cycles = recorded.profile.total_cycles();
    if cycles == 0 {
        return Err(CommandError::new(format!(
            "nothing is between {} and {}; run on, then `record on {} {}` and `record off` again",
            stretch.from, stretch.to, stretch.file, stretch.from
        )));
    }
    let bytes = packed(&recorded).map_err(|error| told(&error))?;
    atomic_file::write(Path::new(stretch.file), &bytes).map_err(|error| told(&error))?;
    Ok(format!("{}: {}", stretch.file, counted(cycles, "cycle")))
}

/// Runs up to a cycle, whatever leaves the machine.
fn run_to(run: &mut RecordedRun<'_>, cycle: u64) {
    while run.cycle() < cycle {
        let Ok::<Stop, Infallible>(_) = run.run(cycle);
    }
}
