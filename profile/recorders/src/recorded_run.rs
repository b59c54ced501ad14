//! A machine under the recorders of a [`Choice`].

use std::convert::Infallible;
use std::io::{self, Write};

use isa::Stop;
use jopizer::Symbols;
use lookups::file::Packing;
use lookups::{Header, Recorder, main_address};
use memory_profile::HeapLayer;
use metrics::{Journal, WindowLayer};
use record::{Contexts, Grain, Layered, RecordedMachine, Recording, RowLayer, Unmet};
use run::events::MachineEvents;
use run::probes::{CollectionProbe, Collections, ThreadProbe};
use run::{BlockRun, Counted, Counters, End, Engine, EngineKind, Setup, View};
use sim_core::{Machine, Statistics};
use superblock::BlockMachine;

use crate::choice::{Choice, ChoiceError};
use crate::recorded::{Ended, Recorded, Told};

/// What goes along with contexts.
type Along = Layered<(Option<RowLayer>, (Option<WindowLayer>, Option<HeapLayer>))>;

/// A machine that is recorded while it runs.
#[derive(Debug, Clone)]
pub struct RecordedRun<'a> {
    choice: Choice,
    way: Way<'a>,
}

/// Lookups need the cycles of the machine, which are no events.
type Lookups = Option<Recorder<Packing>>;

/// Threads need its single cycles, too.
type Beside<'a> = (Lookups, Option<ThreadProbe<'a>>);

/// What a machine of superblocks is watched by.
type Watching = (CollectionProbe, (MachineEvents<Along>, Lookups));

/// Superblocks where no recorder needs single cycles, and no limit.
#[derive(Debug, Clone)]
enum Way<'a> {
    Blocks(Box<BlockRun<Watching>>),
    Cycles(Box<RecordedMachine<Along, Beside<'a>>>),
}

fn blocks_loop(machine: &mut BlockMachine, limit: u64, probe: &mut (Statistics, Watching)) -> Stop {
    machine.run(limit, probe)
}

/// Methods by their addresses.
fn names(symbols: &Symbols) -> impl Iterator<Item = (u32, String)> {
    let methods = symbols.methods.iter();
    methods.map(|method| (method.address, method.to_string()))
}

/// The recorder of all lookups of a program.
fn lookups(setup: &Setup) -> Recorder<Packing> {
    let program = &setup.program;
    let header = Header {
        program: program.name.clone(),
        image: program.fed_fingerprint().short().to_owned(),
        microcode: setup.microcode.identity().sha256.short().to_owned(),
        machine: setup.machine.clone(),
        runs: true,
        methods: program.symbols.iter().flat_map(names).collect(),
    };
    let main = main_address(&program.image.words);
    let recorder = Recorder::new(Packing::default(), &header, main);
    recorder.unwrap_or_else(|error| unreachable!("memory takes bytes: {error}"))
}

impl<'a> RecordedRun<'a> {
    /// A machine in its first cycle, with the program of this setup.
    ///
    /// # Errors
    /// When the choice means nothing for the program.
    pub fn new(machine: Machine, choice: Choice, setup: &'a Setup) -> Result<Self, ChoiceError> {
        let program = &setup.program;
        let symbols = program.symbols.as_ref();
        if choice.heap && !choice.limits.is_all() {
            return Err(ChoiceError::HeapInPart(choice.limits.options()));
        }
        if choice.lookups && !choice.limits.is_all() {
            return Err(ChoiceError::LookupsInPart(choice.limits.options()));
        }
        if choice.threads && !choice.limits.is_all() {
            return Err(ChoiceError::ThreadsInPart(choice.limits.options()));
        }
        let windows = choice.windows.as_ref();
        let windows = windows.map(|it| WindowLayer::new(it.every.clone(), &it.opcodes, symbols));
        let heap = choice
            .heap
            .then(|| HeapLayer::new(&setup.machine, symbols, choice.every_cycle));
        let along = Layered {
            contexts: Contexts::new(&program.image.words, symbols),
            layer: (
                (choice.grain == Grain::Bytecode).then(RowLayer::default),
                (windows.transpose()?, heap.transpose()?),
            ),
        };
        let lookups = choice.lookups.then(|| lookups(setup));
        let has_blocks = choice.grain != Grain::Microinstruction && !choice.threads;
        let way = if has_blocks && choice.limits.is_all() {
            let probe = (
                CollectionProbe::new(symbols),
                (MachineEvents::new(along), lookups),
            );
            let probe = (Statistics::default(), probe);
            let run = BlockRun::with_loop(machine, probe, blocks_loop);
            Way::Blocks(Box::new(match choice.every_cycle {
                true => run.on_reference(),
                false => run,
            }))
        } else {
            let recording = Recording::with(along, choice.grain, &choice.limits, symbols)?;
            let words = &program.image.words;
            let threads = choice.threads.then(|| ThreadProbe::new(words, symbols));
            let run = RecordedMachine::beside(machine, recording, symbols, (lookups, threads));
            Way::Cycles(Box::new(run))
        };
        Ok(Self { choice, way })
    }

    /// Begins a journal of its windows, if there are any: [`RecordedRun::add_to`] adds to it, and [`Recorded::write`] takes it.
    ///
    /// # Errors
    /// Output of the file.
    pub fn journal<F: Write>(&mut self, file: F, setup: &Setup) -> io::Result<Option<Journal<F>>> {
        let provenance = record::provenance(&setup.provenance(), EngineKind::Machine);
        let choice = self.choice.windows.clone();
        match (choice, &mut self.along().layer.1.0) {
            (Some(choice), Some(layer)) => choice.journal(file, &provenance, layer).map(Some),
            _ => Ok(None),
        }
    }

    /// Adds the windows that have ended.
    ///
    /// # Errors
    /// Output of the file.
    pub fn add_to<F: Write>(&mut self, journal: &mut Journal<F>) -> io::Result<()> {
        let Layered { contexts, layer } = self.along();
        match &mut layer.1.0 {
            Some(layer) => journal.add(layer, contexts.frames()),
            None => Ok(()),
        }
    }

    fn along(&mut self) -> &mut Along {
        match &mut self.way {
            Way::Blocks(run) => run.probe.1.1.0.recorder(),
            Way::Cycles(run) => run.recording.recorder(),
        }
    }

    /// Every cycle on the reference.
    #[must_use]
    pub fn on_reference(self) -> Self {
        let way = match self.way {
            Way::Blocks(run) => Way::Blocks(Box::new(run.on_reference())),
            cycles => cycles,
        };
        Self { way, ..self }
    }

    /// A moment of its limits that has not come yet.
    #[must_use]
    pub fn unmet(&self) -> Option<Unmet> {
        match &self.way {
            Way::Blocks(_) => None,
            Way::Cycles(run) => run.recording.unmet(&self.choice.limits),
        }
    }

    /// Figures of the collector.
    #[must_use]
    pub fn collections(&self) -> Collections {
        match &self.way {
            Way::Blocks(run) => run.probe.1.0.collections(),
            Way::Cycles(run) => run.collections(),
        }
    }

    fn lookups(&mut self) -> Option<&mut Recorder<Packing>> {
        match &mut self.way {
            Way::Blocks(run) => run.probe.1.1.1.as_mut(),
            Way::Cycles(run) => run.probe().0.as_mut(),
        }
    }

    fn feed_machine(&mut self, bytes: &[u8]) {
        match &mut self.way {
            Way::Blocks(run) => run.feed(bytes),
            Way::Cycles(run) => run.feed(bytes),
        }
    }

    /// All sections of a run that has ended so; lookups only if the program ended it.
    #[must_use]
    pub fn finish(self, end: End, setup: &Setup) -> Recorded {
        let ended = Ended {
            cycles: self.cycles(end),
            collections: self.collections(),
            is_open: match &self.way {
                Way::Blocks(_) => true,
                Way::Cycles(run) => run.recording.is_open(),
            },
            is_whole: end.is_of_program(),
            provenance: record::provenance(&setup.provenance(), EngineKind::Machine),
        };
        let ((along, words), (lookups, threads)) = match self.way {
            Way::Blocks(run) => {
                let (events, lookups) = run.probe.1.1;
                ((events.finish(), Vec::new()), (lookups, None))
            }
            Way::Cycles(run) => {
                let (recording, beside) = run.into_parts();
                (recording.into_parts(), beside)
            }
        };
        let (rows, (windows, heap)) = along.layer;
        let told = Told {
            contexts: along.contexts,
            rows: rows.map_or(words, RowLayer::finish),
            windows,
            heap,
            lookups,
            threads: threads.map(|probe| probe.finish(ended.cycles)),
        };
        Recorded::new(&self.choice, told, ended, setup)
    }
}

impl Engine for RecordedRun<'_> {
    type Fault = Infallible;

    fn run(&mut self, limit: u64) -> Result<Stop, Infallible> {
        match &mut self.way {
            Way::Blocks(run) => run.run(limit),
            Way::Cycles(run) => run.run(limit),
        }
    }

    fn cycle(&self) -> u64 {
        match &self.way {
            Way::Blocks(run) => run.cycle(),
            Way::Cycles(run) => run.cycle(),
        }
    }

    fn cycles(&self, end: End) -> u64 {
        match &self.way {
            Way::Blocks(run) => run.cycles(end),
            Way::Cycles(run) => run.cycles(end),
        }
    }

    fn feed(&mut self, bytes: &[u8]) {
        let cycle = self.cycle();
        if let (Some(lookups), false) = (self.lookups(), bytes.is_empty()) {
            lookups.input_arrived(cycle);
        }
        self.feed_machine(bytes);
    }

    fn end_input(&mut self, bytes: &[u8]) {
        let cycle = self.cycle();
        if let Some(lookups) = self.lookups() {
            lookups.input_ended(cycle);
        }
        self.feed_machine(bytes);
    }

    fn view(&self) -> Option<View<'_>> {
        match &self.way {
            Way::Blocks(run) => run.view(),
            Way::Cycles(run) => run.view(),
        }
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        match &mut self.way {
            Way::Blocks(run) => run.empty_uart(),
            Way::Cycles(run) => run.empty_uart(),
        }
    }
}

impl Counted for RecordedRun<'_> {
    fn counters(&self, end: End) -> Counters {
        match &self.way {
            Way::Blocks(run) => run.counters(end),
            Way::Cycles(run) => run.counters(end),
        }
    }

    fn block_share(&self) -> Option<f64> {
        match &self.way {
            Way::Blocks(run) => run.block_share(),
            Way::Cycles(run) => run.block_share(),
        }
    }
}
