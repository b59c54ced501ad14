//! Runs whose windows are recorded.

use cross_profile::Provenance;
use isa::MachineConfig;
use jopizer::{LinkOptions, LinkProgram as _, Linked, Symbols};
use metrics::{Every, Metrics, WindowLayer};
use microcode::{Build, jvm};
use record::{Contexts, Grain, Layered, Limits, RecordedMachine, Recording};
use run::events::{FastEvents, MachineEvents};
use run::probes::{CollectionProbe, Collections};
use run::{BlockRun, Engine as _, FastRun};
use sim_core::{Machine, Statistics};

/// An embedded program, or the demonstration, which is in the runtime.
pub(crate) fn link(name: &str) -> Linked {
    let options = match runtime::programs::find(name) {
        Some(program) => program.options(&[]),
        None => LinkOptions::new(name, []),
    };
    jopizer::link(&options).expect("an embedded program links")
}

pub(crate) fn regions() -> Linked {
    let programs = tests::program::Program::all();
    let program = programs.iter().find(|program| program.name == "Regions");
    program.expect("a program of the tests").link()
}

/// An image with its machine.
pub(crate) struct Subject<'a> {
    pub(crate) config: MachineConfig,
    pub(crate) build: Build,
    pub(crate) words: &'a [u32],
    pub(crate) symbols: Option<&'a Symbols>,
}

impl<'a> Subject<'a> {
    pub(crate) fn of(linked: &'a Linked, config: MachineConfig) -> Self {
        Self {
            config,
            build: Build::Jop,
            words: &linked.image.words,
            symbols: Some(&linked.symbols),
        }
    }

    pub(crate) fn machine(&self) -> Machine {
        Machine::new(&self.config, &jvm(self.build), self.words).expect("the program fits")
    }

    /// The whole run in windows, with the machine's own counters.
    pub(crate) fn windows(
        &self,
        every: &Every,
        limit: u64,
        on_reference: bool,
    ) -> (Metrics, Statistics, Collections) {
        let collections = CollectionProbe::new(self.symbols);
        let along = MachineEvents::new(self.along(self.layer(every, &[])));
        let probe = (collections, along);
        let mut run = BlockRun::new(self.machine(), (Statistics::default(), probe));
        if on_reference {
            run = run.on_reference();
        }
        let Ok(_) = run::alone(&mut run, limit);
        let cycle = run.cycle();
        let (statistics, (collections, along)) = run.probe;
        let metrics = metrics(along.finish(), cycle, true);
        (metrics, statistics, collections.collections())
    }

    /// The same on the fast engine.
    pub(crate) fn windows_of_fast_engine(
        &self,
        every: &Every,
        opcodes: &[u8],
        limit: u64,
    ) -> Metrics {
        let engine = fast_engine::Engine::with_derived_costs(&self.config, self.build, self.words);
        let mut engine = engine.expect("an engine");
        let along = self.along(self.layer(every, opcodes));
        let watched = along.contexts.watched().chain(along.layer.watched());
        let watched: Vec<u32> = watched.collect();
        let probe = FastEvents::new(&mut engine, along, watched);
        let mut run = FastRun::new(engine, probe);
        let end = run::alone(&mut run, limit).expect("the engine knows the program");
        let cycles = run.cycles(end);
        metrics(run.probe.finish(&run.engine, cycles), cycles, true)
    }

    /// The same on superblocks, with executions of these bytecodes.
    pub(crate) fn windows_with(&self, every: &Every, opcodes: &[u8], limit: u64) -> Metrics {
        let along = MachineEvents::new(self.along(self.layer(every, opcodes)));
        let probe = (CollectionProbe::new(self.symbols), along);
        let mut run = BlockRun::new(self.machine(), (Statistics::default(), probe));
        let Ok(_) = run::alone(&mut run, limit);
        let cycle = run.cycle();
        metrics(run.probe.1.1.finish(), cycle, true)
    }

    /// Windows, with executions of these bytecodes.
    pub(crate) fn layer(&self, every: &Every, opcodes: &[u8]) -> WindowLayer {
        WindowLayer::new(every.clone(), opcodes, self.symbols).expect("known methods")
    }

    fn along(&self, layer: WindowLayer) -> Layered<WindowLayer> {
        Layered {
            contexts: self.contexts(),
            layer,
        }
    }

    fn contexts(&self) -> Contexts {
        Contexts::new(self.words, self.symbols)
    }

    /// The windows of what the limits leave.
    pub(crate) fn limited(&self, every: &Every, limits: &Limits) -> Metrics {
        self.limited_with(self.layer(every, &[]), limits)
    }

    /// The same with a layer of its own.
    pub(crate) fn limited_with(&self, layer: WindowLayer, limits: &Limits) -> Metrics {
        let along = self.along(layer);
        let recording = Recording::new(along, Grain::Method, limits, self.symbols)
            .expect("limits that mean something");
        let mut run = RecordedMachine::new(self.machine(), recording, self.symbols);
        let limits = run::Limits::NONE;
        let Ok(_) = run::to_end(run::Guest::trusted(), &mut run, &mut run::Silent, &limits);
        let (cycle, is_open) = (run.cycle(), run.recording.is_open());
        metrics(run.recording.into_parts().0, cycle, is_open)
    }

    /// The profile of the whole run without windows.
    pub(crate) fn profile(&self, limit: u64) -> cross_profile::Profile {
        let probe = (Statistics::default(), MachineEvents::new(self.contexts()));
        let mut run = run::MachineRun::new(self.machine(), probe);
        let Ok(_) = run::alone(&mut run, limit);
        run.probe.1.finish().into_profile(Provenance::default())
    }
}

fn metrics(along: Layered<WindowLayer>, cycle: u64, is_open: bool) -> Metrics {
    let Layered { contexts, layer } = along;
    let (recorded, observer) = layer.finish(contexts, cycle, is_open);
    Metrics {
        recorded,
        bytecodes: Vec::new(),
        run_cycles: cycle,
        profile: observer.into_profile(Provenance::default()),
    }
}
