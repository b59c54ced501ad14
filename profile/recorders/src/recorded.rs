//! What was recorded of a run.

use std::io::{self, Read, Seek, Write};

use cross_profile::{ListedCall, Profile, Provenance};
use jopizer::Symbols;
use lookups::Recorder;
use lookups::file::Packing;
use memory_profile::{HeapLayer, MemoryProfile};
use metrics::{Journal, Metrics, WindowLayer};
use record::{Contexts, Grain, Vertical, VerticalRow};
use recording::{Growing, Recording};
use run::Setup;
use run::probes::{Collections, ThreadStates};

use crate::choice::{Choice, Windows};
use crate::threads::{self, Threads};

/// Sections of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// Calling contexts.
    pub profile: Profile,
    /// Calls of listed methods, in the order of their begins; no file has them.
    pub calls: Vec<ListedCall>,
    /// Bytecodes and microinstructions.
    pub lines: Option<Vertical>,
    /// Windows, without those that a journal has taken.
    pub windows: Option<Metrics>,
    /// Heap and stack.
    pub heap: Option<MemoryProfile>,
    /// Lookups, packed as they came.
    pub lookups: Option<Recording>,
    /// States of threads.
    pub threads: Option<Threads>,
    /// Sections of recorders that were beside these.
    pub also: Recording,
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
        let calls = observer.calls();
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
        let windows = windows.map(|recorded| Metrics {
            recorded,
            bytecodes: choice
                .windows
                .as_ref()
                .map(Windows::names)
                .unwrap_or_default(),
            run_cycles: ended.cycles,
            profile: profile.clone(),
        });
        Self {
            profile,
            calls,
            lines,
            windows,
            heap,
            lookups,
            threads,
            also: Recording::default(),
        }
    }

    /// The file of all sections.
    ///
    /// # Errors
    /// When a section cannot be packed.
    pub fn recording(&self) -> io::Result<Recording> {
        let mut recording = self.before_windows()?;
        if let Some(windows) = &self.windows {
            metrics::file::add(windows, &mut recording)?;
        }
        recording.append(self.after_windows()?);
        Ok(recording)
    }

    /// Writes the file of all sections; windows that a journal has taken come from it.
    ///
    /// # Errors
    /// When a section cannot be packed, input of the journal, and output of the writer.
    pub fn write<F: Read + Write + Seek>(
        &self,
        journal: Option<Journal<F>>,
        to: impl Write,
    ) -> io::Result<()> {
        let (Some(journal), Some(windows)) = (journal, &self.windows) else {
            return self.recording()?.write(to);
        };
        let mut file = Growing::new(to)?;
        file.append(&self.before_windows()?)?;
        journal.finish(windows, &mut file)?;
        file.append(&self.after_windows()?)?;
        file.finish().map(|_| ())
    }

    fn before_windows(&self) -> io::Result<Recording> {
        let mut recording = Recording::default();
        cross_profile::file::add(&self.profile, &mut recording)?;
        if let Some(lines) = &self.lines {
            record::file::add(lines, &mut recording)?;
        }
        Ok(recording)
    }

    fn after_windows(&self) -> io::Result<Recording> {
        let mut recording = Recording::default();
        if let Some(heap) = &self.heap {
            memory_profile::file::add(heap, &mut recording)?;
        }
        if let Some(lookups) = &self.lookups {
            recording.append(lookups.clone());
        }
        if let Some(threads) = &self.threads {
            threads::add(threads, &mut recording)?;
        }
        recording.append(self.also.clone());
        Ok(recording)
    }
}
