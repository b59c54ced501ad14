//! A run from its reset or from a checkpoint, to its end and its report.

use std::path::Path;

use jopizer::Symbols;
use record::Contexts;
use run::checked::CheckFault;
use run::checkpoint::RunState;
use run::probes::{CollectionProbe, Collections, SwitchProbe};
use run::{BlockRun, Checked, Counted, EngineKind, FastRun, Limits, Report, Setup, Subject};
use sim_core::{Machine, Statistics};

use super::arguments::RunOptions;
use super::executor::Executor;
use super::switch_trace::SwitchTrace;
use super::told;
use crate::args::checkpoints::CheckpointArguments;
use crate::host::checkpoints::CheckpointWriter;
use crate::host::interrupts::watch_for_interrupts;
use crate::host::session::{Ran, Session};
use crate::host::uart_input::HostInput;
use crate::output::atomic_file::PendingFile;
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;

/// A run from reset or from a checkpoint.
pub(super) struct Job<'a> {
    pub(super) subject: &'a Subject,
    /// What runs from its reset.
    pub(super) setup: Option<&'a Setup>,
    pub(super) resumed: Option<&'a RunState>,
}

impl Job<'_> {
    /// Runs to the end and reports; gives the exit code.
    pub(super) fn carry_out(
        &self,
        executor: Executor,
        options: &RunOptions,
        checkpoints: &CheckpointArguments,
        console: Console,
    ) -> Result<u8, Error> {
        let report_file = pending(options.report.as_deref())?;
        let recording = options.recording.file()?;
        let switch_trace = options.switches.as_deref();
        let switch_trace = switch_trace.map(SwitchTrace::create).transpose()?;
        let input = options.input.start(self.symbols(), console)?;
        let limits = Limits {
            until: options.until.as_deref(),
            ..Limits::stopped_by(
                options.max_cycles.unwrap_or(u64::MAX),
                watch_for_interrupts()?,
            )
        };
        let surroundings = (limits, input);
        let machine = match executor {
            Executor::Machine(machine) => *machine,
            Executor::Engine(engine, reference) => {
                let files = (report_file, recording);
                let engine = (*engine, reference);
                return self.carry_out_fast(engine, surroundings, files, (options, console));
            }
        };
        let writer = checkpoints.writer(self.subject, machine.state.cycle)?;
        let (statistics, collections) = match self.resumed {
            Some(run) => (run.statistics.into(), run.collections.clone()),
            None => (Statistics::default(), CollectionProbe::new(self.symbols())),
        };
        let reference = options.check_engine.then(|| (machine.clone(), statistics));
        #[cfg(feature = "whole")]
        if let (Some(setup), true) = (self.setup, options.recording.is_more_than_contexts()) {
            let files = (report_file, recording);
            let machine = (machine, reference);
            return self.carry_out_recorded(
                setup,
                machine,
                surroundings,
                files,
                (options, console),
            );
        }
        // Watchers that were not asked for must not slow down the usual run.
        if switch_trace.is_none() && recording.is_none() {
            let machine = BlockRun::usual(machine, (statistics, collections));
            let machine = options.engine.on_machine(machine);
            let ran = self.run((machine, reference), (surroundings, writer), console)?;
            let collections = ran.engine.probe.1.collections();
            self.finish(&ran, collections, report_file, (options, console))?;
            return Ok(ran.ended.end.exit_code());
        }
        let switches = switch_trace
            .as_ref()
            .map(|_| SwitchProbe::new(self.symbols()));
        let words = machine.state.memory_system.memory.words.as_slice();
        let contexts = recording
            .as_ref()
            .map(|_| record::machine::contexts(words, self.symbols()));
        let probe = (statistics, (collections, (switches, contexts)));
        let machine = record::machine::watched(machine, probe);
        let machine = options.engine.on_machine(machine);
        let ran = self.run((machine, reference), (surroundings, writer), console)?;
        let collections = ran.engine.probe.1.0.collections();
        self.finish(&ran, collections, report_file, (options, console))?;
        let (_, (_, (switches, contexts))) = ran.engine.probe;
        if let (Some(trace), Some(probe)) = (switch_trace, switches) {
            trace.finish(&probe.into_switches())?;
        }
        if let (Some(file), Some(probe)) = (recording, contexts) {
            file.finish(&self.recorded(probe.finish(), EngineKind::Machine)?)?;
        }
        Ok(ran.ended.end.exit_code())
    }

    /// The same on the fast engine.
    pub(super) fn carry_out_fast<'a>(
        &'a self,
        (engine, reference): (fast_engine::Engine, Option<Box<Machine>>),
        surroundings: Surroundings<'a>,
        (report_file, recording): (Option<PendingFile>, Option<PendingFile>),
        (options, console): (&RunOptions, Console),
    ) -> Result<u8, Error> {
        let collections = Collections::default();
        let reference = reference.map(|machine| (*machine, Statistics::default()));
        let surroundings = (surroundings, None);
        let Some(recording) = recording else {
            let engine = FastRun::usual(engine);
            let ran = self.run((engine, reference), surroundings, console)?;
            self.finish(&ran, collections, report_file, (options, console))?;
            return Ok(ran.ended.end.exit_code());
        };
        #[cfg(feature = "whole")]
        if let (Some(setup), true) = (self.setup, options.recording.is_more_than_contexts()) {
            return self.carry_out_fast_recorded(
                setup,
                (engine, reference),
                surroundings,
                (report_file, recording),
                (options, console),
            );
        }
        let engine = record::fast::watched(engine, self.symbols());
        let ran = self.run((engine, reference), surroundings, console)?;
        self.finish(&ran, collections, report_file, (options, console))?;
        let FastRun { engine, probe, .. } = ran.engine;
        let contexts = probe.finish(&engine, ran.ended.counters.cycles);
        recording.finish(&self.recorded(contexts, EngineKind::Fast)?)?;
        Ok(ran.ended.end.exit_code())
    }

    pub(super) fn symbols(&self) -> Option<&Symbols> {
        self.subject.symbols.as_ref()
    }

    /// Runs an engine to its end, beside the reference if there is one.
    pub(super) fn run<'a, E: Counted + Clone>(
        &'a self,
        engines: (E, Option<(Machine, Statistics)>),
        surroundings: (Surroundings<'a>, Option<CheckpointWriter<'a>>),
        console: Console,
    ) -> Result<Ran<E>, Error>
    where
        Error: From<E::Fault>,
        CheckFault: From<E::Fault>,
    {
        self.run_watched(engines, surroundings, |_| Ok(()), console)
    }

    /// The same; without a reference the engine is shown after each slice.
    pub(super) fn run_watched<'a, E: Counted + Clone>(
        &'a self,
        (engine, reference): (E, Option<(Machine, Statistics)>),
        (surroundings, writer): (Surroundings<'a>, Option<CheckpointWriter<'a>>),
        watch: impl FnMut(&mut E) -> Result<(), Error>,
        console: Console,
    ) -> Result<Ran<E>, Error>
    where
        Error: From<E::Fault>,
        CheckFault: From<E::Fault>,
    {
        let Some((machine, statistics)) = reference else {
            let session = self.session(surroundings, console);
            return session.with_checkpoints(writer).watched(engine, watch);
        };
        let checked = Checked::new(engine, machine, statistics);
        self.run_checked(checked, (surroundings, writer), console)
    }

    /// The same beside the reference; tells what was compared.
    pub(super) fn run_checked<'a, E: Counted + Clone>(
        &'a self,
        checked: Checked<E>,
        (surroundings, writer): (Surroundings<'a>, Option<CheckpointWriter<'a>>),
        console: Console,
    ) -> Result<Ran<E>, Error>
    where
        CheckFault: From<E::Fault>,
    {
        let session = self.session(surroundings, console);
        let ran = session.with_checkpoints(writer).run(checked)?;
        console.note(&format!("jop: note: {}", ran.engine.compared()));
        Ok(ran.map(Checked::into_engine))
    }

    pub(super) fn session<'a>(
        &'a self,
        (limits, input): Surroundings<'a>,
        console: Console,
    ) -> Session<'a> {
        Session::new(self.subject, limits, input, console).resume(self.resumed)
    }

    /// The report, to its file and to the screen.
    pub(super) fn finish<E>(
        &self,
        ran: &Ran<E>,
        collections: Collections,
        file: Option<PendingFile>,
        (options, console): (&RunOptions, Console),
    ) -> Result<(), Error> {
        let engine = (options.engine.kind(), options.engine.cost_table());
        let provenance = self.subject.provenance();
        let report = Report::new(provenance, &ran.ended, engine, collections);
        if let Some(file) = file {
            file.finish(document::json(Document::Run, &report)?.as_bytes())?;
        }
        told::tell(ran, &report, self.subject, (options, console));
        Ok(())
    }

    /// The bytes of a recording with contexts.
    pub(super) fn recorded(
        &self,
        contexts: Contexts,
        engine: EngineKind,
    ) -> Result<Vec<u8>, Error> {
        let provenance = record::provenance(&self.subject.provenance(), engine);
        let profile = contexts.into_profile(provenance);
        let mut bytes = Vec::new();
        cross_profile::file::write(&profile, &mut bytes).map_err(|reason| Error::System {
            what: "pack the recording",
            reason: reason.into(),
        })?;
        Ok(bytes)
    }
}

pub(super) fn pending(path: Option<&Path>) -> Result<Option<PendingFile>, Error> {
    path.map(PendingFile::create).transpose()
}

/// What ends a run, and its input.
pub(super) type Surroundings<'a> = (Limits<'a>, Option<HostInput>);
