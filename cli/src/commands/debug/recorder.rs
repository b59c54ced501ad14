//! Stretches of a debugged run as recordings: the way is run again under the recorder of `jop run -o`.

use std::convert::Infallible;
use std::path::Path;

use debugger::{CommandError, Recorder, Stretch};
use isa::Stop;
use record::{Grain, Limits};
use recorders::{Choice, RecordedRun};
use run::{End, Engine as _, Setup};

use crate::commands::show::recorded_program::packed;
use crate::output::atomic_file;
use crate::output::table::counted;

/// A recorder for the runs of this setup.
pub(super) fn recorder(setup: Setup) -> Recorder {
    Box::new(move |stretch| record(&setup, stretch))
}

fn record(setup: &Setup, stretch: &Stretch<'_>) -> Result<String, CommandError> {
    let told = |error: &dyn std::fmt::Display| CommandError::new(error.to_string());
    let moment = |text: &str| {
        text.parse()
            .map(Some)
            .map_err(|error| told(&error as &record::LimitsError))
    };
    let choice = Choice {
        grain: Grain::Bytecode,
        limits: Limits {
            from: moment(stretch.from)?,
            to: moment(stretch.to)?,
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
            "until here, {unmet}; `continue` first, or name another moment"
        )));
    }
    let recorded = run.finish(End::MaxCycles, setup);
    let cycles = recorded.profile.total_cycles();
    if cycles == 0 {
        return Err(CommandError::new(format!(
            "nothing is between {} and {}; run on, then `record off`",
            stretch.from, stretch.to
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
