//! Several processors as one engine: processor 0 runs the program, ends it and has its UART.

use isa::{ArbiterKind, Output, Processors, Stop};
use serde::{Deserialize, Serialize};
use sim_core::cmp::traffic::{CoreTraffic, Traffic};
use sim_core::cmp::{CmpError, CmpProbe, Multiprocessor, SharedSignals};
use sim_core::{Machine, NoProbe, Probe, Statistics};

use crate::checked::Difference;
use crate::core_windows::{CoreWindows, Doings, WindowRecorder};
use crate::counters::Counters;
use crate::end::End;
use crate::engine::{Counted, Engine, View};
use crate::idle::Idle;
use crate::setup::{MachineIdentity, Provenance, Setup};

/// What several processors cannot go on with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeveralFault {
    /// The program starts the other processors behind an arbiter that Java cannot share (spec 07 section 5).
    #[error(
        "cycle {0}: the program starts the other cores, and behind arbiter = \"fixed-priority\" no word that was read stays until its core takes \
         it, so Java reads words of other cores; choose another arbiter"
    )]
    Unshared(u64),
    /// Superblocks do what the reference does not.
    #[error(transparent)]
    Differs(Box<Difference>),
}

/// Several processors under observation.
#[derive(Debug, Clone)]
pub struct SeveralRun<S = NoProbe> {
    /// The processors.
    pub machine: Multiprocessor,
    /// What they have done.
    pub probe: SeveralProbe<S>,
    /// The program may not start the other processors.
    unshared: bool,
    /// Cycle in which it has told them to start.
    started: Option<u64>,
    windows: Option<WindowRecorder>,
}

/// Counts what each processor does.
#[derive(Debug, Clone)]
pub struct SeveralProbe<S> {
    /// Counters of each, and what else watches it.
    pub cpus: Vec<(Statistics, (Idle, S))>,
    /// What they wait for.
    pub traffic: Traffic,
    /// Cycles in which each waited for a lock, by the processor that held it.
    pub lock_waits: Vec<Vec<u64>>,
    /// Cycles up to the end that each has given, and its word.
    pub ends: Vec<Option<CoreEnd>>,
    /// What has left processor 0 in the cycle under way.
    output: Option<Output>,
}

/// The end of one processor: its write to the end address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoreEnd {
    /// Cycles from reset to the write.
    pub cycle: u64,
    /// The word.
    pub word: u32,
}

/// Figures of one processor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoreFigures {
    /// Its number.
    pub core: u8,
    /// Its counters.
    pub statistics: Counters,
    /// What it waited for.
    pub traffic: CoreTraffic,
    /// The end that it gave; `null` if it gave none.
    pub end: Option<CoreEnd>,
}

/// Figures of all processors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeveralFigures {
    /// Each of them.
    pub cores: Vec<CoreFigures>,
    /// Cycles in which the memory was busy.
    pub memory_busy: u64,
    /// First entry of the lock table that was used although its queue lies outside of the queue memory; on a chip such a run goes another way.
    pub late_lock_entry: Option<usize>,
}

impl SeveralFigures {
    /// Figures of processors with these counters.
    pub(crate) fn of<'a>(
        machine: &Multiprocessor,
        statistics: impl Iterator<Item = &'a Statistics>,
        traffic: &Traffic,
        ends: &[Option<CoreEnd>],
    ) -> Self {
        let each = (0..).zip(statistics).zip(&traffic.cores).zip(ends);
        let cores = each.map(|(((core, statistics), traffic), end)| CoreFigures {
            core,
            statistics: statistics.into(),
            traffic: *traffic,
            end: *end,
        });
        Self {
            cores: cores.collect(),
            memory_busy: traffic.busy,
            late_lock_entry: machine.lock_unit.late_entry(),
        }
    }
}

impl Counters {
    /// The sum of those of several processors, over cycles that they share.
    pub(crate) fn of_several<'a>(each: impl Iterator<Item = &'a Statistics>, cycles: u64) -> Self {
        let sum = each.map(Self::from).reduce(Self::with).unwrap_or_default();
        Self { cycles, ..sum }
    }
}

/// Engines of several processors.
pub trait OnSeveral: Engine<Fault = SeveralFault> + Counted {
    /// Figures of the processors.
    fn figures(&self) -> SeveralFigures;

    /// Processor 0, to connect its devices.
    fn first(&mut self) -> &mut Machine;
}

impl<S: Probe> OnSeveral for SeveralRun<S> {
    fn figures(&self) -> SeveralFigures {
        Self::figures(self)
    }

    fn first(&mut self) -> &mut Machine {
        &mut self.machine.cpus[0]
    }
}

impl<S: Probe> CmpProbe for SeveralProbe<S> {
    type Cpu = (Statistics, (Idle, S));

    fn cpu(&mut self, cpu: usize) -> &mut (Statistics, (Idle, S)) {
        &mut self.cpus[cpu]
    }

    fn shared(&mut self, signals: &SharedSignals) {
        self.traffic.count(signals);
        let waits = signals.waits | signals.halted;
        for (cpu, (_, (idle, _))) in self.cpus.iter_mut().enumerate() {
            idle.count(waits >> cpu & 1 == 0);
        }
        if signals.halted != 0 {
            self.count_owners(signals);
        }
    }

    fn output(&mut self, cycle: u64, cpu: usize, output: Output) {
        if let Output::Exit(word) = output {
            let end = CoreEnd {
                cycle: cycle + 1,
                word,
            };
            self.ends[cpu].get_or_insert(end);
        }
        if cpu == 0 {
            self.output = Some(output);
        }
    }
}

impl<S> SeveralProbe<S> {
    /// What the processors have done so far.
    fn doings(&self) -> Doings {
        let cores = self.traffic.cores.iter().zip(&self.cpus);
        Doings {
            memory_busy: self.traffic.busy,
            cores: cores
                .map(|(own, (_, (idle, _)))| (*own, idle.cycles()))
                .collect(),
        }
    }

    fn count_owners(&mut self, signals: &SharedSignals) {
        for (cpu, owners) in self.lock_waits.iter_mut().enumerate() {
            let is_halted = signals.halted >> cpu & 1 != 0;
            let lock = signals.lock_unit.waits_for(cpu).filter(|_| is_halted);
            let cycles = lock.and_then(|(_, owner)| owners.get_mut(owner));
            *cycles.unwrap_or(&mut 0) += 1;
        }
    }
}

impl SeveralRun {
    /// The processors in the first cycle after reset.
    ///
    /// # Errors
    /// When they cannot be built.
    pub fn new(setup: &Setup, processors: &Processors) -> Result<Self, CmpError> {
        Self::watched(setup, processors, |_| NoProbe)
    }

    /// The same of processors that are built.
    #[must_use]
    pub fn of(machine: Multiprocessor) -> Self {
        Self::watching(machine, Idle::default(), |_| NoProbe)
    }
}

impl<S> SeveralRun<S> {
    /// The processors in the first cycle after reset, each with a probe.
    ///
    /// # Errors
    /// When they cannot be built.
    pub fn watched(
        setup: &Setup,
        processors: &Processors,
        probe: impl FnMut(usize) -> S,
    ) -> Result<Self, CmpError> {
        let image = &setup.program.image.words;
        let config = (&setup.machine, processors);
        let machine = Multiprocessor::new(config, &setup.microcode.program, image)?;
        let idle = Idle::new(setup.program.symbols.as_ref());
        Ok(Self {
            unshared: is_unshared(setup, processors),
            ..Self::watching(machine, idle, probe)
        })
    }

    fn watching(machine: Multiprocessor, idle: Idle, mut probe: impl FnMut(usize) -> S) -> Self {
        let cores = machine.cpus.len();
        let cpus = (0..cores).map(|cpu| (Statistics::default(), (idle, probe(cpu))));
        let probe = SeveralProbe {
            cpus: cpus.collect(),
            traffic: Traffic::new(cores),
            lock_waits: vec![vec![0; cores]; cores],
            ends: vec![None; cores],
            output: None,
        };
        Self {
            machine,
            probe,
            unshared: false,
            started: None,
            windows: None,
        }
    }

    /// The same, which takes windows of time from here on.
    #[must_use]
    pub fn in_windows(mut self) -> Self {
        self.windows = Some(WindowRecorder::new(self.machine.cpus.len()));
        self
    }

    /// The windows so far, if it takes some.
    #[must_use]
    pub fn windows(&self) -> Option<CoreWindows> {
        let recorder = self.windows.as_ref()?;
        Some(recorder.windows(self.machine.cycle(), &self.probe.doings(), self.started))
    }

    /// What watched each, once the run is over.
    pub fn into_watchers(self) -> impl Iterator<Item = S> {
        self.probe.cpus.into_iter().map(|(_, (_, watcher))| watcher)
    }

    /// Figures of the processors.
    #[must_use]
    pub fn figures(&self) -> SeveralFigures {
        let probe = &self.probe;
        let statistics = probe.cpus.iter().map(|(statistics, _)| statistics);
        SeveralFigures::of(&self.machine, statistics, &probe.traffic, &probe.ends)
    }
}

impl<S: Probe> Engine for SeveralRun<S> {
    type Fault = SeveralFault;

    fn run(&mut self, limit: u64) -> Result<Stop, SeveralFault> {
        while self.machine.cycle() < limit {
            self.machine.step(&mut self.probe);
            let cycle = self.machine.cycle();
            if self.started.is_none() && self.machine.is_signalled() {
                if self.unshared {
                    return Err(SeveralFault::Unshared(cycle));
                }
                self.started = Some(cycle);
            }
            if let Some(windows) = &mut self.windows
                && windows.end() == cycle
            {
                windows.take(cycle, self.probe.doings(), self.started);
            }
            if let Some(output) = self.probe.output.take() {
                return Ok(Stop::Output(output));
            }
        }
        Ok(Stop::Limit)
    }

    fn cycle(&self) -> u64 {
        self.machine.cycle()
    }

    fn cycles(&self, _end: End) -> u64 {
        self.cycle()
    }

    fn feed(&mut self, bytes: &[u8]) {
        let first = &mut self.machine.cpus[0].state;
        first.memory_system.io.uart.feed(bytes);
    }

    fn view(&self) -> Option<View<'_>> {
        let state = &self.machine.cpus[0].state;
        Some(View {
            memory: self.machine.memory.words.as_slice(),
            ..View::of(state)
        })
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.machine.cpus[0].empty_uart()
    }
}

impl<S: Probe> Counted for SeveralRun<S> {
    /// Those of all processors together; the cycles are those of the run.
    fn counters(&self, _end: End) -> Counters {
        let each = self.probe.cpus.iter().map(|(statistics, _)| statistics);
        Counters::of_several(each, self.cycle())
    }
}

/// The program may not start the other processors: [`SeveralFault::Unshared`].
#[must_use]
pub fn is_unshared(setup: &Setup, processors: &Processors) -> bool {
    let is_java = setup.microcode.build.is_some();
    is_java && processors.arbiter == ArbiterKind::FixedPriority
}

impl Setup {
    /// Inputs that the figures of several processors depend on.
    #[must_use]
    pub fn provenance_on(&self, processors: &Processors) -> Provenance {
        Provenance {
            machine: MachineIdentity::of_several(&self.machine, processors),
            ..self.provenance()
        }
    }
}
