//! The runs that the points of a job share, and what each memory and variant makes of them.

use std::collections::HashMap;

use isa::{MachineConfig, MemoryKind};
use run::Program;

use crate::error::ExploreError;
use crate::means::{Means, means};
use crate::outcome::{Outcome, Source};
use crate::pricing::{CacheCounts, Priced};
use crate::recording::{Basis, Recording, engine, exceptions};
use crate::space::{Point, run_machine};
use crate::variant::Variant;

/// Variant, memory and `ram_cnt`: points that are equal in these have equal prices.
type Key = (usize, MemoryKind, u8);

/// Runs that serve many points.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    pub(crate) recordings: Vec<Recording>,
    ways: HashMap<Key, Way>,
}

/// How points get their cycles.
#[derive(Debug)]
pub(crate) enum Way {
    /// With a recording; if it saw time, by a run of each point.
    Recorded {
        recording: usize,
        means: Means,
        priced: Option<(Priced, Source)>,
    },
    /// Not at all, for this reason.
    Nothing(String),
}

/// What runs are made with.
pub(crate) struct Recorder<'a> {
    pub(crate) program: &'a Program,
    pub(crate) variants: &'a [Variant],
    pub(crate) max_cycles: u64,
    pub(crate) stop: &'a std::sync::atomic::AtomicBool,
}

impl Runs {
    /// The way of a point that was added.
    pub(crate) fn way(&self, point: &Point) -> &Way {
        &self.ways[&key(point)]
    }

    /// Finds the way of a point, and makes the run that it needs.
    pub(crate) fn add(&mut self, point: &Point, with: &Recorder<'_>) -> Result<(), ExploreError> {
        let key = key(point);
        if self.ways.contains_key(&key) {
            return Ok(());
        }
        let variant = &with.variants[point.variant];
        let way = match means(with.program, variant, &point.config) {
            Means::Engine { build, costs } => {
                let means = Means::Engine { build, costs };
                match self.on_engine(point, means, with) {
                    // The machine has no bound of the engine's.
                    Err(ExploreError::Fault(_)) if variant.is_real() => {
                        self.on_machine(point, with)?
                    }
                    Err(ExploreError::Fault(reason)) => {
                        Way::Nothing(reason.naming(|address| with.program.method_at(address)))
                    }
                    way => way?,
                }
            }
            Means::Machine => self.on_machine(point, with)?,
            Means::Nothing(reason) => Way::Nothing(reason),
        };
        self.ways.insert(key, way);
        Ok(())
    }

    /// From the first recording of the engine that has the path of the point; a new one on its memory if none has.
    fn on_engine(
        &mut self,
        point: &Point,
        means: Means,
        with: &Recorder<'_>,
    ) -> Result<Way, ExploreError> {
        let Means::Engine { build, costs } = &means else {
            return Ok(Way::Nothing(String::new()));
        };
        let variant = &with.variants[point.variant];
        let is_path = |recording: &Recording| match &recording.basis {
            Basis::Paths(paths) => {
                recording.sees_time.is_some() || exceptions(paths, costs) == paths.exceptions
            }
            Basis::Machine { .. } => false,
        };
        let found = self.recordings.iter().position(is_path);
        let number = match found {
            Some(number) => number,
            None => {
                let machine = MachineConfig {
                    memory: point.config.memory,
                    ram_cnt: point.config.ram_cnt,
                    ..run_machine(&point.config)
                };
                let engine = engine(with.program, variant, &machine, (*build, costs))?;
                let (max, stop) = (with.max_cycles, with.stop);
                let made = Recording::on_engine(with.program, engine, costs, &machine, max, stop)?;
                self.push(made)
            }
        };
        let recording = &self.recordings[number];
        let source = match variant.is_real() {
            true => Source::Repriced,
            false => Source::Predicted,
        };
        let priced = match &recording.basis {
            Basis::Paths(paths) if recording.sees_time.is_none() => {
                Some((Priced::paths(paths, costs), source))
            }
            _ => None,
        };
        Ok(Way::Recorded {
            recording: number,
            means,
            priced,
        })
    }

    /// From the recording of the machine on the memory of the point.
    fn on_machine(&mut self, point: &Point, with: &Recorder<'_>) -> Result<Way, ExploreError> {
        let wanted = (point.config.memory, point.config.ram_cnt);
        let is_same = |recording: &Recording| match recording.basis {
            Basis::Machine { memory, .. } => memory == wanted,
            Basis::Paths(_) => false,
        };
        let number = match self.recordings.iter().position(is_same) {
            Some(number) => number,
            None => {
                let machine = MachineConfig {
                    memory: point.config.memory,
                    ram_cnt: point.config.ram_cnt,
                    ..run_machine(&point.config)
                };
                let variant = &with.variants[point.variant];
                let (max, stop) = (with.max_cycles, with.stop);
                let made = Recording::on_machine(with.program, variant, &machine, max, stop)?;
                self.push(made)
            }
        };
        let recording = &self.recordings[number];
        let priced = match recording.basis {
            Basis::Machine { cycles, stalls, .. } if recording.sees_time.is_none() => {
                let priced = Priced::machine(cycles, stalls, &point.config);
                Some((priced, Source::Replay))
            }
            _ => None,
        };
        Ok(Way::Recorded {
            recording: number,
            means: Means::Machine,
            priced,
        })
    }

    fn push(&mut self, recording: Recording) -> usize {
        self.recordings.push(recording);
        self.recordings.len() - 1
    }

    /// The outcome of a priced point with a method cache.
    pub(crate) fn outcome(
        &self,
        number: usize,
        recording: usize,
        (priced, source): &(Priced, Source),
        cache: &CacheCounts,
    ) -> Outcome {
        let cycles = priced.with(cache);
        Outcome {
            point: number,
            cycles: cycles.cycles,
            error_cycles: None,
            // How changed costs divide into work and waiting is not known.
            stall_cycles: cycles.stalls.filter(|_| *source != Source::Predicted),
            load_stall_cycles: Some(cycles.load_stalls),
            waits: None,
            lookups: Some(cache.lookups),
            misses: Some(cache.misses),
            words_loaded: Some(cache.words_loaded),
            bytecodes: self.recordings[recording].bytecodes,
            source: *source,
            failed: self.recordings[recording].failed(),
        }
    }

    /// Notes about the program.
    pub(crate) fn notes(&self) -> Vec<String> {
        let of = |recording: &Recording| {
            let status = recording.failed().map(run::exit_code::failure);
            let reason = recording.sees_time.as_ref();
            let reason = reason.map(|reason| format!("{reason}: it runs on each point"));
            status.into_iter().chain(reason).collect::<Vec<String>>()
        };
        let mut notes: Vec<String> = Vec::new();
        for note in self.recordings.iter().flat_map(of) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        notes
    }
}

fn key(point: &Point) -> Key {
    (point.variant, point.config.memory, point.config.ram_cnt)
}
