//! Runs a program on the machine and records its lookups.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::sync::atomic::AtomicBool;

use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use isa::MachineConfig;
use lookups::{Header, Recorder, Summary, main_address};
use run::{BlockRun, End, Engine as _, Limits, Microcode, NotingInput, Program};
use sim_core::{Machine, Statistics};
use tempfile::NamedTempFile;

use crate::error::SweepError;

/// A program to be swept, on machines that are not known yet.
#[derive(Debug, Clone)]
pub struct Swept {
    /// The program.
    pub program: Program,
    /// The microcode.
    pub microcode: Microcode,
    /// Cycles after which it is given up.
    pub max_cycles: u64,
}

impl Swept {
    /// The beginning of the fingerprints of image, with its input, and microcode.
    pub(crate) fn fingerprints(&self) -> [String; 2] {
        let image = self.program.fed_fingerprint();
        let microcode = self.microcode.identity().sha256;
        [image, microcode].map(|fingerprint| fingerprint.short().to_owned())
    }
}

/// Ending of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// Its result.
    pub summary: Summary,
    /// Cycles in which the microcode waited for anything; those for the method cache among them.
    pub stalls: u64,
    /// The program's status, if it gave one.
    pub status: Option<u32>,
}

/// A run with its lookups in a temporary file.
#[derive(Debug)]
pub(crate) struct Recording {
    /// Its ending.
    pub(crate) recorded: Recorded,
    lookups: NamedTempFile,
}

impl Recording {
    /// Runs a program and records lookups and bytecodes.
    pub(crate) fn new(
        swept: &Swept,
        machine: &MachineConfig,
        stop: &AtomicBool,
    ) -> Result<Self, SweepError> {
        let lookups = NamedTempFile::new()?;
        let to = BufWriter::new(lookups.as_file());
        let to = DeflateEncoder::new(to, Compression::fast());
        let (recorded, to) = record(swept, machine, true, to, stop)?;
        to.finish()?.flush()?;
        Ok(Self { recorded, lookups })
    }

    /// The lookups, from the first one.
    pub(crate) fn lookups(&self) -> io::Result<DeflateDecoder<BufReader<File>>> {
        Ok(DeflateDecoder::new(BufReader::new(self.lookups.reopen()?)))
    }
}

/// Runs a program to its end and records it in `to`; `runs` adds the runs of bytecodes between lookups.
///
/// # Errors
/// When the machine cannot be built, the program does not end, the lookups cannot be written, or `stop` is set.
pub fn record<W: Write>(
    swept: &Swept,
    machine: &MachineConfig,
    runs: bool,
    to: W,
    stop: &AtomicBool,
) -> Result<(Recorded, W), SweepError> {
    let [image, microcode] = swept.fingerprints();
    let header = Header {
        program: swept.program.name.clone(),
        image,
        microcode,
        machine: machine.clone(),
        runs,
        methods: BTreeMap::new(),
    };
    let image = &swept.program.image.words;
    let recorder = Recorder::new(to, &header, main_address(image))?;
    let machine = Machine::new(machine, &swept.microcode.program, image)?;
    let mut run = BlockRun::new(machine, (Statistics::default(), recorder));
    let limits = Limits::stopped_by(swept.max_cycles, stop);
    let mut host = NotingInput(|run: &mut BlockRun<Recorder<W>>| {
        let cycle = run.cycle();
        run.probe.1.input_ended(cycle);
    });
    let Ok(end) = run::to_end(&swept.program, &mut run, &mut host, &limits);
    let cycles = run.cycle();
    match end {
        End::Interrupted => return Err(SweepError::Interrupted),
        End::Blocked => return Err(SweepError::Blocked(swept.program.name.clone())),
        End::MaxCycles => {
            return Err(SweepError::NoEnd {
                program: swept.program.name.clone(),
                cycles,
            });
        }
        End::Exit(_) | End::ExitText | End::Until => {}
    }
    let stalls = run.probe.0.stalls.total();
    let (summary, to) = run.probe.1.finish(cycles)?;
    let recorded = Recorded {
        summary,
        stalls,
        status: end.status(),
    };
    Ok((recorded, to))
}
