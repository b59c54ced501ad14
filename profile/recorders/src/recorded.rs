//! What was recorded of a run.

use cross_profile::{Profile, Provenance};
use isa::Bytecode;
use jopizer::Symbols;
use lookups::Recorder;
use lookups::file::Packing;
use memory_profile::{HeapLayer, MemoryProfile};
use metrics::{Metrics, WindowLayer};
use record::{Contexts, Grain, Vertical, VerticalRow};
use recording::Recording;
use run::Setup;
use run::probes::{Collections, ThreadStates};

use crate::choice::Choice;
use crate::threads::{self, Threads};

/// Sections of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// Calling contexts.
    pub profile: Profile,
    /// Bytecodes and microinstructions.
    pub lines: Option<Vertical>,
    /// Windows.
    pub windows: Option<Metrics>,
    /// Heap and stack.
    pub heap: Option<MemoryProfile>,
    /// Lookups, packed as they came.
    pub lookups: Option<Recording>,
    /// States of threads.
    pub threads: Option<Threads>,
}

/// What recorders were told.
pub(crate) struct Told {
    pub(crate) contexts: Contexts,
    pub(crate) rows: Vec<VerticalRow>,
    pub(crate) windows: Option<WindowLayer>,
    pub(crate) heap: Option<HeapLayer>,
    pub(crate) lookups: Option<Recorder<Packing>>,
    pub(crate) threads: Option<Vec<ThreadStates>>,
}

/// How a run has ended.
pub(crate) struct Ended {
    pub(crate) cycles: u64,
    pub(crate) collections: Collections,
    /// The running bytecode counts with its cycles so far.
    pub(crate) is_open: bool,
    /// The program ended it.
    pub(crate) is_whole: bool,
    pub(crate) provenance: Provenance,
}

impl Recorded {
    pub(crate) fn new(choice: &Choice, told: Told, ended: Ended, setup: &Setup) -> Self {
        let Told {
            contexts,
            rows,
            windows,
            heap,
            lookups,
            threads,
        } = told;
        let threads = threads.map(|threads| Threads {
            run_cycles: ended.cycles,
            threads,
        });
        let lookups = lookups.filter(|_| ended.is_whole);
        let lookups = lookups.and_then(|recorder| recorder.finish(ended.cycles).ok());
        let lookups = lookups.map(|(_, packing)| packing.into_recording());
        let (windows, observer) = match windows {
            Some(layer) => {
                let (windows, observer) = layer.finish(contexts, ended.cycles, ended.is_open);
                (Some(windows), observer)
            }
            None => (None, contexts.finish()),
        };
        let symbols = setup.program.symbols.as_ref();
        let heap = heap.zip(symbols).map(|(layer, symbols)| {
            let recorded = memory_profile::Recorded {
                cycles: ended.cycles,
                collections: ended.collections,
            };
            let contexts = (observer.clone(), ended.provenance.clone());
            layer.finish(recorded, contexts, symbols)
        });
        let profile = observer.into_profile(ended.provenance);
        // An image alone tells where its methods are.
        let found = match symbols {
            Some(_) => None,
            None => Symbols::of_image(&setup.program.image).ok(),
        };
        let lines = (choice.grain != Grain::Method).then(|| {
            let recorded = record::Recorded {
                grain: choice.grain,
                limits: choice.limits.clone(),
                run_cycles: ended.cycles,
                machine: setup.machine.clone(),
                microcode: setup.microcode.name.clone(),
            };
            Vertical::new(
                recorded,
                (profile.clone(), rows),
                (&setup.program.image, symbols.or(found.as_ref())),
                &setup.microcode.program,
            )
        });
        let opcodes = choice.windows.iter().flat_map(|windows| &windows.opcodes);
        let names = opcodes.map(|opcode| Bytecode::of(*opcode).name().to_owned());
        let windows = windows.map(|recorded| Metrics {
            recorded,
            bytecodes: names.collect(),
            run_cycles: ended.cycles,
            profile: profile.clone(),
        });
        Self {
            profile,
            lines,
            windows,
            heap,
            lookups,
            threads,
        }
    }

    /// The file of all sections.
    ///
    /// # Errors
    /// When a section cannot be packed.
    pub fn recording(&self) -> std::io::Result<Recording> {
        let mut recording = Recording::default();
        cross_profile::file::add(&self.profile, &mut recording)?;
        if let Some(lines) = &self.lines {
            record::file::add(lines, &mut recording)?;
        }
        if let Some(windows) = &self.windows {
            metrics::file::add(windows, &mut recording)?;
        }
        if let Some(heap) = &self.heap {
            memory_profile::file::add(heap, &mut recording)?;
        }
        if let Some(lookups) = &self.lookups {
            recording.append(lookups.clone());
        }
        if let Some(threads) = &self.threads {
            threads::add(threads, &mut recording)?;
        }
        Ok(recording)
    }
}
