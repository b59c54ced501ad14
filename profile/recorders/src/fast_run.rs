//! A fast engine under the recorders of a [`Choice`].

use std::io::{self, Write};

use fast_engine::{Engine, Fault, NoProbe, Probe};
use isa::Stop;
use metrics::{Journal, WindowLayer};
use record::{Contexts, Layered};
use run::events::FastEvents;
use run::probes::Collections;
use run::{Counted, Counters, End, EngineKind, FastRun, Setup, View};

use crate::choice::{Choice, ChoiceError};
use crate::recorded::{Ended, Recorded, Told};

/// What goes along with contexts.
type Along = Layered<Option<WindowLayer>>;

/// The recorders of a [`Choice`] as a probe of the engine.
pub type FastRecorders = FastEvents<Along>;

/// A fast engine that is recorded while it runs, with a probe of its caller beside the recorders.
#[derive(Debug, Clone)]
pub struct FastRecordedRun<P = NoProbe> {
    choice: Choice,
    run: FastRun<(FastRecorders, P)>,
}

fn recorded_loop(
    engine: &mut Engine,
    limit: u64,
    probe: &mut (FastRecorders, NoProbe),
) -> Result<Stop, Fault> {
    engine.run(limit, probe)
}

impl FastRecordedRun {
    /// An engine that has not run yet, with the program of this setup.
    ///
    /// # Errors
    /// When the choice means nothing for the program, or the engine cannot tell it.
    pub fn new(engine: Engine, choice: Choice, setup: &Setup) -> Result<Self, ChoiceError> {
        Self::beside(engine, choice, setup, (NoProbe, recorded_loop))
    }
}

/// Runs an engine under recorders and a probe.
pub type Loop<P> = fn(&mut Engine, u64, &mut (FastRecorders, P)) -> Result<Stop, Fault>;

impl<P: Probe> FastRecordedRun<P> {
    /// The same with a probe beside the recorders, and the engine's loop for both.
    ///
    /// # Errors
    /// As for [`FastRecordedRun::new`].
    pub fn beside(
        mut engine: Engine,
        choice: Choice,
        setup: &Setup,
        (beside, run): (P, Loop<P>),
    ) -> Result<Self, ChoiceError> {
        choice.on_fast_engine()?;
        let symbols = setup.program.symbols.as_ref();
        let windows = choice.windows.as_ref();
        let windows = windows.map(|it| WindowLayer::new(it.every.clone(), &it.opcodes, symbols));
        let along = Layered {
            contexts: Contexts::new(engine.memory(), symbols).listing(choice.calls.clone()),
            layer: windows.transpose()?,
        };
        let mut watched: Vec<u32> = along.contexts.watched().collect();
        watched.extend(along.layer.iter().flat_map(WindowLayer::watched));
        let probe = FastEvents::new(&mut engine, along, watched);
        let run = FastRun::with_loop(engine, (probe, beside), run);
        Ok(Self { choice, run })
    }

    /// Begins a journal of its windows, if there are any: [`FastRecordedRun::add_to`] adds to it, and [`Recorded::write`] takes it.
    ///
    /// # Errors
    /// Output of the file.
    pub fn journal<F: Write>(&mut self, file: F, setup: &Setup) -> io::Result<Option<Journal<F>>> {
        let provenance = record::provenance(&setup.provenance(), EngineKind::Fast);
        let choice = self.choice.windows.clone();
        match (choice, &mut self.run.probe.0.recorder().layer) {
            (Some(choice), Some(layer)) => choice.journal(file, &provenance, layer).map(Some),
            _ => Ok(None),
        }
    }

    /// Adds the windows that have ended.
    ///
    /// # Errors
    /// Output of the file.
    pub fn add_to<F: Write>(&mut self, journal: &mut Journal<F>) -> io::Result<()> {
        let Layered { contexts, layer } = self.run.probe.0.recorder();
        match layer {
            Some(layer) => journal.add(layer, contexts.frames()),
            None => Ok(()),
        }
    }

    /// All sections of a run that has ended so.
    #[must_use]
    pub fn finish(self, end: End, setup: &Setup) -> Recorded {
        self.into_parts(end, setup).0
    }

    /// The same, and the probe beside the recorders with the engine.
    #[must_use]
    pub fn into_parts(self, end: End, setup: &Setup) -> (Recorded, (P, Engine)) {
        let cycles = run::Engine::cycles(&self.run, end);
        let ended = Ended {
            cycles,
            collections: Collections::default(),
            is_open: true,
            is_whole: end.is_of_program(),
            provenance: record::provenance(&setup.provenance(), EngineKind::Fast),
        };
        let FastRun {
            engine,
            probe: (probe, beside),
            ..
        } = self.run;
        let Layered { contexts, layer } = probe.finish(&engine, cycles);
        let told = Told {
            contexts,
            rows: Vec::new(),
            windows: layer,
            heap: None,
            lookups: None,
            threads: None,
        };
        let recorded = Recorded::new(&self.choice, told, ended, setup);
        (recorded, (beside, engine))
    }
}

impl<P: Probe> run::Engine for FastRecordedRun<P> {
    type Fault = Fault;

    fn run(&mut self, limit: u64) -> Result<Stop, Fault> {
        self.run.run(limit)
    }

    fn cycle(&self) -> u64 {
        self.run.cycle()
    }

    fn cycles(&self, end: End) -> u64 {
        run::Engine::cycles(&self.run, end)
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.run.feed(bytes);
    }

    fn view(&self) -> Option<View<'_>> {
        self.run.view()
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.run.empty_uart()
    }
}

impl<P: Probe> Counted for FastRecordedRun<P> {
    fn counters(&self, end: End) -> Counters {
        self.run.counters(end)
    }
}
