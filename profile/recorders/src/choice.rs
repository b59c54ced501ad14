//! What is to be recorded of a run.

use std::io::{self, Write};

use cross_profile::Provenance;
use isa::Bytecode;
use memory_profile::NoHeap;
use metrics::{Every, Journal, WindowLayer};
use record::{Grain, Limits, LimitsError};

/// The sections of a recording, and its limits. Contexts are always there.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Lines with their bytecodes, or with microinstructions, too; [`Grain::Method`] for none.
    pub grain: Grain,
    /// Windows of time.
    pub windows: Option<Windows>,
    /// Heap and stack.
    pub heap: bool,
    /// Lookups in the method cache, and the runs of bytecodes between them.
    pub lookups: bool,
    /// States of threads, and their waits.
    pub threads: bool,
    /// Methods whose calls are listed one by one.
    pub calls: Vec<String>,
    /// The depth of the stack is measured in every cycle, and not at calls alone.
    pub every_cycle: bool,
    /// What is recorded; the rest is not observed.
    pub limits: Limits,
}

/// Windows of a recording.
#[derive(Debug, Clone, Default)]
pub struct Windows {
    /// Where they end.
    pub every: Every,
    /// Bytecodes whose executions they count.
    pub opcodes: Vec<u8>,
}

impl Windows {
    /// Names of the bytecodes.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = self
            .opcodes
            .iter()
            .map(|opcode| Bytecode::of(*opcode).name());
        names.map(str::to_owned).collect()
    }

    pub(crate) fn journal<F: Write>(
        &self,
        file: F,
        provenance: &Provenance,
        layer: &mut WindowLayer,
    ) -> io::Result<Journal<F>> {
        Journal::new(file, provenance, (&self.every, &self.names()), layer)
    }
}

impl Default for Choice {
    fn default() -> Self {
        Self {
            grain: Grain::Method,
            windows: None,
            heap: false,
            lookups: false,
            threads: false,
            calls: Vec::new(),
            every_cycle: false,
            limits: Limits::default(),
        }
    }
}

impl Choice {
    /// Refuses what the fast engine cannot tell.
    ///
    /// # Errors
    /// With the first section, or the limits, that it cannot.
    pub fn on_fast_engine(&self) -> Result<(), ChoiceError> {
        let (section, lacks) = if self.grain == Grain::Microinstruction {
            ("microinstructions", "bytecodes only")
        } else if self.grain == Grain::Bytecode {
            ("lines", "no causes of waits")
        } else if self.heap {
            ("heap", "no writes to main memory")
        } else if self.lookups {
            ("lookups", "no cycles in which microcode waits for them")
        } else if self.threads {
            ("threads", "no writes to main memory")
        } else if !self.limits.is_all() {
            let options = self.limits.options();
            return Err(ChoiceError::PartOnFastEngine(options));
        } else {
            return Ok(());
        };
        Err(ChoiceError::NotOnFastEngine(section, lacks))
    }

    /// Everything that can be recorded.
    #[must_use]
    pub fn all() -> Self {
        Self {
            grain: Grain::Microinstruction,
            windows: Some(Windows::default()),
            heap: true,
            lookups: true,
            threads: true,
            ..Self::default()
        }
    }
}

/// Choices that mean nothing for a program.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    /// Its limits, or the ends of its windows.
    #[error(transparent)]
    Limits(#[from] LimitsError),
    /// It has no heap of our runtime.
    #[error(transparent)]
    Heap(#[from] NoHeap),
    /// The fast engine does not tell it.
    #[error(
        "--record {0} needs the machine, as the fast engine shows {1}; leave out --engine fast"
    )]
    NotOnFastEngine(&'static str, &'static str),
    /// It records whole runs.
    #[error("the fast engine records whole runs; leave out {0}, or --engine fast")]
    PartOnFastEngine(String),
    /// A part of a heap tells nothing about what lives in it.
    #[error("the heap is recorded of a whole run; leave out {0}")]
    HeapInPart(String),
    /// A part of the lookups tells nothing about what other caches would hold.
    #[error("lookups are recorded of a whole run; leave out {0}")]
    LookupsInPart(String),
    /// A part of the run does not show what threads did before it.
    #[error("threads are recorded of a whole run; leave out {0}")]
    ThreadsInPart(String),
}
