//! A program that is run for what a view needs of it, and the bytes of a recording.

use recorders::{Choice, Recorded, RecordedRun};
use run::{End, Engine as _, Setup};

use super::quiet_run::Conditions;
use crate::args::limits;
use crate::host::quiet::Quiet;
use crate::output::errors::Error;

/// Runs a program to its end, or its limit if the view may be of a part; none after Ctrl-C.
pub(crate) fn recorded(
    setup: &Setup,
    choice: Choice,
    (conditions, is_whole): (&Conditions<'_>, bool),
) -> Result<Option<(Recorded, End)>, Error> {
    let program = &setup.program;
    let limits = choice.limits.clone();
    let mut run = RecordedRun::new(setup.build()?, choice, setup)
        .map_err(|error| limits::unfit(error, program))?;
    let most = run::Limits::stopped_by(conditions.max_cycles, conditions.stop);
    let mut host = Quiet::new(conditions.console, "");
    let Ok(end) = run::to_end(program, &mut run, &mut host, &most);
    if end == End::Interrupted {
        return Ok(None);
    }
    if is_whole {
        end.whole(&program.name, run.cycle())?;
    }
    limits::refuse_unmet(run.unmet(), (setup, end))?;
    let recorded = run.finish(end, setup);
    if recorded.profile.total_cycles() == 0 {
        return Err(limits::nothing(&limits, (setup, end)));
    }
    Ok(Some((recorded, end)))
}

/// The bytes of a recording.
pub(crate) fn packed(recorded: &Recorded) -> Result<Vec<u8>, Error> {
    let recording = recorded.recording().map_err(|reason| Error::System {
        what: "pack the recording",
        reason: reason.into(),
    })?;
    Ok(recording.to_bytes())
}
