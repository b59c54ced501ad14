//! A run of which more is recorded than contexts.

use fast_engine::Fault;
use recorders::{FastRecordedRun, Recorded, RecordedRun};
use run::probes::Collections;
use run::{Counted, End, Program, Setup};
use sim_core::{Machine, Statistics};
use vectors::{CountedRecordedRun, NoRun, Vector, counted_recorded_run, finish_counted};

use super::arguments::RunOptions;
use super::job::{Job, Surroundings};
use super::journal::{Beside, Journaled};
use crate::args::limits;
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

    /// The same on the fast engine, which counts components, too.
    pub(super) fn carry_out_fast_recorded<'a>(
        &'a self,
        setup: &'a Setup,
        (engine, reference): (fast_engine::Engine, Option<(Machine, Statistics)>),
        surroundings: (Surroundings<'a>, Option<CheckpointWriter<'a>>),
        files: (Option<PendingFile>, PendingFile),
        (options, console): (&RunOptions, Console),
    ) -> Result<u8, Error> {
        let choice = options.recording.choice()?;
        let (around, context) = ((setup, surroundings, files), (options, console));
        let Some(counted) = options.recording.components() else {
            let run = FastRecordedRun::new(engine, choice, setup)
                .map_err(|error| limits::unfit(error, &setup.program))?;
            let finish = |run: FastRecordedRun, end| Ok(run.finish(end, setup));
            return self.finish_recorded((run, reference), around, finish, context);
        };
        let input = around.1.0.1.as_ref().map(HostInput::ready);
        let fed = &Setup {
            program: setup.program.clone().fed(input.map(<[u8]>::to_vec)),
            ..setup.clone()
        };
        let build = options.engine.build_of(fed)?;
        let run = counted_recorded_run(engine, choice, (fed, build), &counted);
        let run = run.map_err(|error| match error {
            NoRun::Choice(error) => limits::unfit(error, &fed.program),
            NoRun::Record(error) => Error::at(&fed.program)(error),
        })?;
        let finish = |run: CountedRecordedRun, end| {
            let finished = finish_counted(run, end, fed).map_err(Error::at(&fed.program))?;
            let (recorded, vector) = finished;
            tell_components(vector.as_ref(), &fed.program, console);
            Ok(recorded)
        };
        self.finish_recorded((run, reference), around, finish, context)
    }

    /// Runs to the end, and writes the sections; gives the exit code.
    fn finish_recorded<'a, R: Journaled + Counted<Fault = Fault> + Clone>(
        &'a self,
        (mut run, reference): (R, Option<(Machine, Statistics)>),
        (setup, surroundings, (report_file, recording)): Around<'a>,
        finish: impl FnOnce(R, End) -> Result<Recorded, Error>,
        (options, console): (&RunOptions, Console),
    ) -> Result<u8, Error> {
        let mut beside = match &reference {
            Some(_) => Beside::default(),
            None => Beside::new(Some(&recording), &mut run, setup)?,
        };
        let add = |run: &mut R| beside.add(run);
        let ran = self.run_watched((run, reference), surroundings, add, console)?;
        let collections = Collections::default();
        self.finish(&ran, collections, report_file, (options, console))?;
        let end = ran.ended.end;
        beside.finish(&finish(ran.engine, end)?, recording)?;
        Ok(end.exit_code())
    }
}

/// The program, what it is connected to, and the files of report and recording.
type Around<'a> = (
    &'a Setup,
    (Surroundings<'a>, Option<CheckpointWriter<'a>>),
    (Option<PendingFile>, PendingFile),
);

/// Says what was counted of components.
fn tell_components(vector: Option<&Vector>, program: &Program, console: Console) {
    let Some(vector) = vector else {
        return console.note("jop: note: no vector is recorded, as the program did not end");
    };
    let source = &vector.provenance.sources[0];
    console.note(&format!(
        "jop: {program}: {} in {} of {} cycles",
        counted(vector.total().counts.len() as u64, "atom"),
        counted(vector.components.len() as u64, "component"),
        thousands(source.cycles)
    ));
    if source.time_uses > 0 {
        console.note(&format!(
            "jop: note: {program} reads time, waits or takes interrupts {} times: on another memory it may take another path",
            thousands(source.time_uses)
        ));
    }
}
