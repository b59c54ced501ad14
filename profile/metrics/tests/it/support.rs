//! Runs whose windows are recorded.

use cross_profile::Provenance;
use isa::MachineConfig;
use jopizer::{LinkOptions, LinkProgram as _, Linked, Symbols};
use metrics::{Every, Metrics, MetricsProbe, metered};
use microcode::{Build, jvm};
use record::machine::ContextProbe;
use record::{Grain, Limits, RecordedMachine, Recording};
use run::probes::{CollectionProbe, Collections};
use run::{Ending, Engine as _};
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
        let probe = MetricsProbe::new(every.clone(), &[], (self.words, self.symbols))
            .expect("known methods");
        let collections = CollectionProbe::new(self.symbols);
        let mut run = metered(
            self.machine(),
            (Statistics::default(), (collections, probe)),
        );
        if on_reference {
            run = run.on_reference();
        }
        let mut ending = Ending::of_program(false).max_cycles(limit);
        let Ok(_) = run::drive_silently(&mut run, &mut ending);
        let cycle = run.cycle();
        let (statistics, (collections, probe)) = run.probe;
        let metrics = metrics(probe, cycle, true);
        (metrics, statistics, collections.collections())
    }

    /// The windows of what the limits leave.
    pub(crate) fn limited(&self, every: &Every, limits: &Limits) -> Metrics {
        let probe = MetricsProbe::new(every.clone(), &[], (self.words, self.symbols))
            .expect("known methods");
        self.limited_with(probe, limits)
    }

    /// The same with a probe of its own.
    pub(crate) fn limited_with(&self, probe: MetricsProbe, limits: &Limits) -> Metrics {
        let recording = Recording::with(probe, Grain::Method, limits, self.symbols);
        let mut run = RecordedMachine::new(
            self.machine(),
            recording.expect("limits that mean something"),
        );
        let mut ending = Ending::of_program(false);
        let Ok(_) = run::drive_silently(&mut run, &mut ending);
        let (cycle, is_open) = (run.cycle(), run.recording.is_open());
        metrics(run.recording.into_parts().0, cycle, is_open)
    }

    /// The profile of the whole run without windows.
    pub(crate) fn profile(&self, limit: u64) -> cross_profile::Profile {
        let probe = (
            Statistics::default(),
            ContextProbe::new(self.words, self.symbols),
        );
        let mut run = run::MachineRun::new(self.machine(), probe);
        let mut ending = Ending::of_program(false).max_cycles(limit);
        let Ok(_) = run::drive_silently(&mut run, &mut ending);
        run.probe.1.finish().into_profile(Provenance::default())
    }
}

fn metrics(probe: MetricsProbe, cycle: u64, is_open: bool) -> Metrics {
    let (recorded, profile) = probe.finish(cycle, is_open, Provenance::default());
    Metrics {
        recorded,
        bytecodes: Vec::new(),
        run_cycles: cycle,
        profile,
    }
}
