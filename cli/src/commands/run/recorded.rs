//! A run of which more is recorded than contexts.

use recorders::{FastRecordedRun, RecordedRun};
use run::Setup;
use run::probes::Collections;
use sim_core::{Machine, Statistics};

use super::journal::Beside;
use super::{Job, RunOptions, Surroundings};
use crate::args::{limits, long_methods};
use crate::host::checkpoints::CheckpointWriter;
use crate::host::uart_input::HostInput;
use crate::output::atomic_file::PendingFile;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::table::{counted, thousands};

impl Job<'_> {
    /// Runs to the end, and writes the sections; gives the exit code.
    pub(super) fn carry_out_recorded<'a>(
        &'a self,
        setup: &'a Setup,
        (machine, reference): (Machine, Option<(Machine, Statistics)>),
        surroundings: Surroundings<'a>,
        (report_file, recording): (Option<PendingFile>, Option<PendingFile>),
        (options, console): (&RunOptions, Console),
    ) -> Result<u8, Error> {
        long_methods::refuse_studied(&setup.program, &setup.machine, console)?;
        let choice = options.recording.choice()?;
        let has_lookups = choice.lookups;
        let input = surroundings.1.as_ref().map(HostInput::ready);
        let setup = &Setup {
            program: setup.program.clone().fed(input.map(<[u8]>::to_vec)),
            ..setup.clone()
        };
        let limits = choice.limits.clone();
        let run = RecordedRun::new(machine, choice, setup)
            .map_err(|error| limits::unfit(error, &setup.program))?;
        let mut run = match options.engine.is_reference() {
            true => run.on_reference(),
            false => run,
        };
        let mut beside = match &reference {
            Some(_) => Beside::default(),
            None => Beside::new(recording.as_ref(), &mut run, setup)?,
        };
        let add = |run: &mut RecordedRun<'_>| beside.add(run);
        let ran = self.run_watched((run, reference), (surroundings, None), add, console)?;
        let end = ran.ended.end;
        limits::refuse_unmet(ran.engine.unmet(), (setup, end))?;
        self.finish(
            &ran,
            ran.engine.collections(),
            report_file,
            (options, console),
        )?;
        let cycles = ran.ended.counters.cycles;
        let recorded = ran.engine.finish(end, setup);
        let part = recorded.profile.total_cycles();
        if part == 0 {
            return Err(limits::nothing(&limits, (setup, end)));
        }
        if let Some(file) = recording {
            beside.finish(&recorded, file)?;
        }
        if has_lookups && !end.is_of_program() {
            console.note("jop: note: no lookups are recorded, as the program did not end");
        }
        if !limits.is_all() {
            console.note(&format!(
                "jop: recorded {} of {} ({:.2} %)",
                thousands(part),
                counted(cycles, "cycle"),
                100.0 * part as f64 / cycles.max(1) as f64
            ));
        }
        Ok(end.exit_code())
    }

    /// The same on the fast engine.
    pub(super) fn carry_out_fast_recorded<'a>(
        &'a self,
        setup: &'a Setup,
        (engine, reference): (fast_engine::Engine, Option<(Machine, Statistics)>),
        surroundings: (Surroundings<'a>, Option<CheckpointWriter<'a>>),
        (report_file, recording): (Option<PendingFile>, PendingFile),
        (options, console): (&RunOptions, Console),
    ) -> Result<u8, Error> {
        let mut run = FastRecordedRun::new(engine, options.recording.choice()?, setup)
            .map_err(|error| limits::unfit(error, &setup.program))?;
        let mut beside = match &reference {
            Some(_) => Beside::default(),
            None => Beside::new(Some(&recording), &mut run, setup)?,
        };
        let add = |run: &mut FastRecordedRun| beside.add(run);
        let ran = self.run_watched((run, reference), surroundings, add, console)?;
        let collections = Collections::default();
        self.finish(&ran, collections, report_file, (options, console))?;
        let end = ran.ended.end;
        let recorded = ran.engine.finish(end, setup);
        beside.finish(&recorded, recording)?;
        Ok(end.exit_code())
    }
}
