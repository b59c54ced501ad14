//! Checkpoints.
//!
//! Checksums keep a fuzzer out, so an input may also be a list of edits to what is packed in a whole file.

use std::sync::LazyLock;

use isa::MachineConfig;
use microcode::{Program, ProgramSymbols};
use run::checkpoint::{Checkpoint, RunState};
use run::probes::CollectionProbe;
use run::{Fingerprint, Microcode, ProgramIdentity, Subject};
use sim_core::{Machine, NoProbe, Statistics};

use crate::short_run::{CYCLES, MICROCODE};

/// The machine of the file that is edited; small, so that most edits fall on registers.
const MEMORY: u32 = 1 << 10;
/// The cycle of it: the microcode waits for memory.
const CYCLE: u64 = 1_000;

/// The first byte says whether the rest is a file or edits: three bytes of place and one of value each.
pub fn checkpoint(input: &[u8]) {
    let Some((kind, contents)) = input.split_first() else {
        return;
    };
    let read = match kind % 2 {
        0 => Checkpoint::from_bytes(contents),
        _ => Checkpoint::from_bytes(&TEMPLATE.edited(contents)),
    };
    let Ok(checkpoint) = read else {
        return;
    };
    let written = checkpoint.to_bytes().expect("what was read can be written");
    let again = Checkpoint::from_bytes(&written).expect("what was written reads");
    assert_eq!(again.state, checkpoint.state);
    let mut machine = checkpoint.machine().expect("what was read can be restored");
    let end = machine.state.cycle.saturating_add(CYCLES);
    while machine.state.cycle < end {
        machine.run(end, &mut NoProbe);
    }
}

static TEMPLATE: LazyLock<Template> = LazyLock::new(Template::new);

/// A whole file, taken apart (docs/checkpoint.md).
struct Template {
    /// All before the lengths of the body.
    head: Vec<u8>,
    /// Unpacked.
    body: Vec<u8>,
}

impl Template {
    fn new() -> Self {
        let file = small_checkpoint()
            .to_bytes()
            .expect("a small machine can be saved");
        let number = |at: usize, bytes: usize| {
            let digits = file[at..at + bytes].iter().rev();
            digits.fold(0, |number, byte| number << 8 | usize::from(*byte))
        };
        let header = 11 + number(10, 1);
        let lengths = header + 4 + number(header, 4);
        let (raw, packed) = (number(lengths, 8), number(lengths + 8, 8));
        let body = &file[lengths + 16..lengths + 16 + packed];
        Self {
            head: file[..lengths].to_vec(),
            body: lz4_flex::block::decompress(body, raw).expect("the body was packed"),
        }
    }

    fn edited(&self, edits: &[u8]) -> Vec<u8> {
        let mut body = self.body.clone();
        for edit in edits.chunks_exact(4) {
            let place = u32::from_le_bytes([edit[0], edit[1], edit[2], 0]) as usize;
            let length = body.len();
            body[place % length] = edit[3];
        }
        let packed = lz4_flex::block::compress(&body);
        let mut file = self.head.clone();
        file.extend((body.len() as u64).to_le_bytes());
        file.extend((packed.len() as u64).to_le_bytes());
        file.extend(packed);
        file.extend(crc32fast::hash(&file).to_le_bytes());
        file
    }
}

fn small_checkpoint() -> Checkpoint {
    let config = MachineConfig {
        memory_words: MEMORY,
        ..MachineConfig::default()
    };
    let microcode = Program {
        symbols: ProgramSymbols::default(),
        ..MICROCODE.clone()
    };
    let mut statistics = Statistics::default();
    let mut machine = Machine::new(&config, &microcode, &[1]).expect("the machine is one");
    machine.run(CYCLE, &mut statistics);
    Checkpoint {
        subject: Subject {
            program: ProgramIdentity {
                name: "fuzz".to_owned(),
                words: 1,
                sha256: Fingerprint::of_image(&[1]),
            },
            symbols: None,
            machine: config,
            microcode: Microcode::foreign("jop", microcode),
        },
        state: machine.state,
        run: RunState {
            statistics: statistics.into(),
            collections: CollectionProbe::new(None),
            printed: 0,
            diagnostics: 0,
            tail: Vec::new(),
            trace: Vec::new(),
            exit_line_ends: None,
        },
    }
}
