//! A machine under the recorders of a [`Choice`].

use std::convert::Infallible;
use std::io::{self, Write};

use isa::Stop;
use jopizer::Symbols;
use lookups::file::Packing;
use lookups::{Header, Recorder, main_address};
use memory_profile::HeapLayer;
use metrics::{Journal, WindowLayer};
use record::{Contexts, Grain, Layered, RecordedMachine, Recording, RowLayer, Unmet, WordRows};
use run::events::MachineEvents;
use run::probes::{CollectionProbe, Collections, ThreadProbe};
use run::{BlockRun, Counted, Counters, End, Engine, EngineKind, Setup, View};
use sim_core::{Machine, NoProbe, Statistics};
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

/// Lookups need the strobes and answers of the machine, which are no events.
type Lookups = Option<Recorder<Packing>>;

/// What a machine of superblocks is watched by: threads, or nothing in their place, which costs nothing.
type Watching<T = NoProbe> = (CollectionProbe, (MachineEvents<Along>, (Lookups, T)));

/// Microinstructions, and perhaps threads.
type Words<'a> = (WordRows, Option<ThreadProbe<'a>>);

/// Superblocks where nothing needs single cycles: no limit, no depth of the stack in every cycle.
#[derive(Debug, Clone)]
enum Way<'a> {
    Blocks(Box<BlockRun<Watching>>),
    Threads(Box<BlockRun<Watching<ThreadProbe<'a>>>>),
    Words(Box<BlockRun<Watching<Words<'a>>>>),
    Cycles(Box<RecordedMachine<Along>>),
}

/// The same on each way, and what differs.
macro_rules! on_way {
    ($way:expr, $run:ident => $same:expr) => {
        on_way!($way, $run => $same, $run => $same)
    };
    ($way:expr, $blocks:ident => $of_blocks:expr, $cycles:ident => $of_cycles:expr) => {
        match $way {
            Way::Blocks($blocks) => $of_blocks,
            Way::Threads($blocks) => $of_blocks,
            Way::Words($blocks) => $of_blocks,
            Way::Cycles($cycles) => $of_cycles,
        }
    };
}

fn blocks_loop(machine: &mut BlockMachine, limit: u64, probe: &mut (Statistics, Watching)) -> Stop {
    machine.run(limit, probe)
}

fn words_loop<'a>(
    machine: &mut BlockMachine,
    limit: u64,
    probe: &mut (Statistics, Watching<Words<'a>>),
) -> Stop {
    machine.run(limit, probe)
}

fn threads_loop<'a>(
    machine: &mut BlockMachine,
    limit: u64,
    probe: &mut (Statistics, Watching<ThreadProbe<'a>>),
) -> Stop {
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
            contexts: Contexts::new(&program.image.words, symbols).listing(choice.calls.clone()),
            layer: (
                (choice.grain == Grain::Bytecode).then(RowLayer::default),
                (windows.transpose()?, heap.transpose()?),
            ),
        };
        let lookups = choice.lookups.then(|| lookups(setup));
        let words = &program.image.words;
        let threads = choice.threads.then(|| ThreadProbe::new(words, symbols));
        let way = if choice.limits.is_all() {
            let collections = CollectionProbe::new(symbols);
            let events = MachineEvents::new(along);
            let statistics = Statistics::default();
            if choice.grain == Grain::Microinstruction {
                let words = (WordRows::new(&setup.microcode.program), threads);
                let probe = (collections, (events, (lookups, words)));
                let run = BlockRun::with_loop(machine, (statistics, probe), words_loop);
                Way::Words(Box::new(run))
            } else if let Some(threads) = threads {
                let probe = (collections, (events, (lookups, threads)));
                let run = BlockRun::with_loop(machine, (statistics, probe), threads_loop);
                Way::Threads(Box::new(run))
            } else {
                let probe = (collections, (events, (lookups, NoProbe)));
                let run = BlockRun::with_loop(machine, (statistics, probe), blocks_loop);
                Way::Blocks(Box::new(run))
            }
        } else {
            let recording = Recording::new(along, choice.grain, &choice.limits, symbols)?;
            let run = RecordedMachine::new(machine, recording, symbols);
            Way::Cycles(Box::new(run))
        };
        let every_cycle = choice.every_cycle;
        let run = Self { choice, way };
        Ok(match every_cycle {
            true => run.on_reference(),
            false => run,
        })
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
        on_way!(
            &mut self.way,
            run => run.probe.1.1.0.recorder(),
            run => run.recording.recorder()
        )
    }

    /// Every cycle on the reference.
    #[must_use]
    pub fn on_reference(self) -> Self {
        let way = match self.way {
            Way::Blocks(run) => Way::Blocks(Box::new(run.on_reference())),
            Way::Threads(run) => Way::Threads(Box::new(run.on_reference())),
            Way::Words(run) => Way::Words(Box::new(run.on_reference())),
            cycles => cycles,
        };
        Self { way, ..self }
    }

    /// A moment of its limits that has not come yet.
    #[must_use]
    pub fn unmet(&self) -> Option<Unmet> {
        on_way!(&self.way, _run => None, run => run.recording.unmet(&self.choice.limits))
    }

    /// Figures of the collector.
    #[must_use]
    pub fn collections(&self) -> Collections {
        on_way!(&self.way, run => run.probe.1.0.collections(), run => run.collections())
    }

    fn lookups(&mut self) -> Option<&mut Recorder<Packing>> {
        on_way!(
            &mut self.way,
            run => run.probe.1.1.1.0.as_mut(),
            _run => None
        )
    }

    fn feed_machine(&mut self, bytes: &[u8]) {
        on_way!(&mut self.way, run => run.feed(bytes));
    }

    /// All sections of a run that has ended so; lookups only if the program ended it.
    #[must_use]
    pub fn finish(self, end: End, setup: &Setup) -> Recorded {
        let ended = Ended {
            cycles: self.cycles(end),
            collections: self.collections(),
            is_open: on_way!(&self.way, _run => true, run => run.recording.is_open()),
            is_whole: end.is_of_program(),
            provenance: record::provenance(&setup.provenance(), EngineKind::Machine),
        };
        let ((along, words), (lookups, threads)) = match self.way {
            Way::Blocks(run) => {
                let (events, (lookups, NoProbe)) = run.probe.1.1;
                ((events.finish(), Vec::new()), (lookups, None))
            }
            Way::Threads(run) => {
                let (events, (lookups, threads)) = run.probe.1.1;
                ((events.finish(), Vec::new()), (lookups, Some(threads)))
            }
            Way::Words(run) => {
                let (events, (lookups, (words, threads))) = run.probe.1.1;
                ((events.finish(), words.finish()), (lookups, threads))
            }
            Way::Cycles(run) => (run.recording.into_parts(), (None, None)),
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
        on_way!(&mut self.way, run => run.run(limit))
    }

    fn cycle(&self) -> u64 {
        on_way!(&self.way, run => run.cycle())
    }

    fn cycles(&self, end: End) -> u64 {
        on_way!(&self.way, run => run.cycles(end))
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
        on_way!(&self.way, run => run.view())
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        on_way!(&mut self.way, run => run.empty_uart())
    }
}

impl Counted for RecordedRun<'_> {
    fn counters(&self, end: End) -> Counters {
        on_way!(&self.way, run => run.counters(end))
    }

    fn block_share(&self) -> Option<f64> {
        on_way!(&self.way, run => run.block_share())
    }
}
