//! What is read back, and what is refused: cut, damaged, foreign files, and states that no machine can be in.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::support::{Run, machine, microcode, program, start};
use isa::Output;
use proptest::prelude::*;
use run::checkpoint::{Checkpoint, CheckpointError, FORMAT};
use sim_core::NoProbe;
use std::sync::LazyLock;

/// Every unit is there, and the memory is small.
const SMALL: &str = "memory_words = 32_768\nmemory = \"sram16\"\nobject_cache = true\ndata_cache = true\nspm_width = 4\n\
                     uart = \"timed\"\nuart_baud = 2_000_000";

/// Where the program of the committed file ends.
const END: u64 = 519_752;

static CHECKPOINT: LazyLock<Checkpoint> = LazyLock::new(|| {
    let config = machine(SMALL);
    let linked = program("quick-sort", 1, &config);
    let mut run = start(&linked, &config);
    run.machine.state.memory_system.io.uart.feed(b"unread");
    run.run(90_000);
    let mut checkpoint = run.checkpoint(&linked, &microcode());
    // Symbols and names are most of a small file.
    checkpoint.subject.symbols = None;
    checkpoint.subject.microcode.program.symbols = microcode::ProgramSymbols::default();
    checkpoint
});

static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| CHECKPOINT.to_bytes().unwrap());

fn refused(bytes: &[u8]) -> String {
    let message = Checkpoint::from_bytes(bytes).unwrap_err().to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

/// Where the lengths of the body stand.
fn body_lengths() -> usize {
    let writer = usize::from(FILE[10]);
    let header = u32::from_le_bytes(FILE[11 + writer..][..4].try_into().unwrap());
    11 + writer + 4 + header as usize
}

/// The same file with another body, and a checksum that is right.
fn with_body(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let at = body_lengths();
    let raw = u64::from_le_bytes(FILE[at..][..8].try_into().unwrap());
    let packed = &FILE[at + 16..FILE.len() - 4];
    let mut body = lz4_flex::block::decompress(packed, raw as usize).unwrap();
    change(&mut body);
    let packed = lz4_flex::block::compress(&body);
    let mut bytes = FILE[..at].to_vec();
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend((packed.len() as u64).to_le_bytes());
    bytes.extend(packed);
    sealed(bytes)
}

fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// What is not refused runs, and says so; how it runs is its own matter.
fn runs(checkpoint: &Checkpoint) -> bool {
    let mut run = Run::resume(checkpoint);
    run.run(checkpoint.state.cycle + 2_000);
    true
}

#[test]
fn a_file_gives_back_what_was_written() {
    let read = Checkpoint::from_bytes(&FILE).unwrap();
    assert!(read.state == CHECKPOINT.state);
    assert_eq!(read.subject.machine, CHECKPOINT.subject.machine);
    assert_eq!(read.subject.program, CHECKPOINT.subject.program);
    assert_eq!(read.subject.microcode, CHECKPOINT.subject.microcode);
    assert_eq!(read.to_bytes().unwrap(), *FILE);
}

/// The committed file of this format; `JOPLAB_BLESS=1` writes it anew, which a new number of the format must go with.
#[test]
fn a_file_of_this_format_that_was_written_long_ago_goes_on_to_its_end() {
    let path = format!(
        "{}/tests/golden/format-{FORMAT}.jopcheck",
        env!("CARGO_MANIFEST_DIR")
    );
    if std::env::var_os("JOPLAB_BLESS").is_some() {
        std::fs::write(&path, &*FILE).unwrap();
    }
    let checkpoint = Checkpoint::from_bytes(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(checkpoint.state.cycle, 90_000);
    let mut run = Run::resume(&checkpoint);
    run.run(u64::MAX);
    assert_eq!(
        (run.cycle(), run.output.last()),
        (END, Some(&Output::Exit(0)))
    );
}

#[test]
fn symbols_and_names_of_the_microcode_come_back() {
    let config = machine(SMALL);
    let linked = program("quick-sort", 1, &config);
    let checkpoint = start(&linked, &config).checkpoint(&linked, &microcode());
    let read = Checkpoint::from_bytes(&checkpoint.to_bytes().unwrap()).unwrap();
    assert_eq!(read.subject.symbols, Some(linked.symbols));
    assert_eq!(read.subject.microcode.program, microcode());
}

#[test]
fn a_cut_file_is_refused_wherever_it_is_cut() {
    for length in (0..FILE.len()).step_by(97).chain([FILE.len() - 1]) {
        refused(&FILE[..length]);
    }
    assert!(refused(&FILE[..500]).starts_with("the checkpoint is cut off, 500 of "));
}

#[test]
fn a_file_of_another_format_says_who_wrote_it() {
    let mut bytes = FILE.clone();
    bytes[8] = FORMAT as u8 + 1;
    bytes[11..16].copy_from_slice(b"9.8.7");
    let message = refused(&bytes);
    let start = "is a checkpoint of format 4, written by Joplab 9.8.7; this is Joplab ";
    assert!(message.starts_with(start), "{message}");
}

#[test]
fn a_file_of_an_earlier_format_is_refused_in_one_line() {
    let files = [
        &include_bytes!("../golden/format-1.jopcheck")[..],
        include_bytes!("../golden/format-2.jopcheck"),
    ];
    for (file, format) in files.into_iter().zip(1..) {
        let message = refused(file);
        let start = format!(
            "is a checkpoint of format {format}, written by Joplab 0.1.0; this is Joplab "
        );
        assert!(message.starts_with(&start), "{message}");
        assert!(!message.contains('\n'), "{message}");
    }
}

#[test]
fn a_foreign_file_is_refused() {
    for bytes in [&b""[..], b"JOPCHEC", b"#!/bin/sh\n", &[0; 4096]] {
        let error = Checkpoint::from_bytes(bytes).unwrap_err();
        assert!(matches!(error, CheckpointError::Foreign), "{error}");
    }
}

#[test]
fn a_body_that_claims_to_be_huge_takes_no_memory() {
    let mut bytes = FILE[..FILE.len() - 4].to_vec();
    let at = body_lengths();
    bytes[at..at + 8].copy_from_slice(&(1u64 << 40).to_le_bytes());
    assert!(refused(&sealed(bytes)).contains("more than its machine has"));
}

#[test]
fn more_unread_input_than_a_checkpoint_takes_is_refused_when_it_is_written() {
    let mut checkpoint = CHECKPOINT.clone();
    let uart = &mut checkpoint.state.memory_system.io.uart;
    uart.feed(&vec![7; 33 << 20]);
    let message = checkpoint.to_bytes().unwrap_err().to_string();
    assert!(message.contains("too much input"), "{message}");
}

#[test]
fn a_state_of_another_machine_is_refused() {
    let mut checkpoint = CHECKPOINT.clone();
    checkpoint.subject.machine.ram_width = 9;
    let message = refused(&checkpoint.to_bytes().unwrap());
    assert!(message.contains("state of the stack"), "{message}");
}

#[test]
fn counters_that_are_those_of_no_run_are_refused() {
    let mut checkpoint = CHECKPOINT.clone();
    checkpoint.run.printed = u64::MAX;
    assert!(refused(&checkpoint.to_bytes().unwrap()).contains("counters"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_damaged_byte_is_noticed(at in 0..FILE.len(), bits in 1u8..) {
        let mut bytes = FILE.clone();
        bytes[at] ^= bits;
        refused(&bytes);
    }

    #[test]
    fn a_damaged_state_with_the_right_checksum_is_refused_or_runs(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let bytes = with_body(|body| {
            for (at, byte) in &changes {
                let at = at.index(body.len());
                body[at] = *byte;
            }
        });
        if let Ok(checkpoint) = Checkpoint::from_bytes(&bytes) {
            prop_assert!(runs(&checkpoint));
        }
    }

    #[test]
    fn a_damaged_register_with_the_right_checksum_is_refused_or_runs(
        // The registers stand behind microcode and main memory, at the end.
        changes in prop::collection::vec((1usize..1500, any::<u8>()), 1..4),
    ) {
        let bytes = with_body(|body| {
            for (from_end, byte) in &changes {
                let at = body.len() - from_end;
                body[at] = *byte;
            }
        });
        if let Ok(checkpoint) = Checkpoint::from_bytes(&bytes) {
            prop_assert!(runs(&checkpoint));
        }
    }

    #[test]
    fn a_body_cut_or_extended_with_the_right_checksum_is_refused(
        length in any::<prop::sample::Index>(),
        more in prop::collection::vec(any::<u8>(), 1..20),
    ) {
        let cut = with_body(|body| body.truncate(length.index(body.len())));
        prop_assert!(Checkpoint::from_bytes(&cut).is_err());
        let extended = with_body(|body| body.extend(&more));
        prop_assert!(Checkpoint::from_bytes(&extended).is_err());
    }
}

#[test]
fn a_machine_that_runs_from_a_checkpoint_takes_the_same_steps() {
    let mut machine = Checkpoint::from_bytes(&FILE).unwrap().machine().unwrap();
    let mut other = CHECKPOINT.machine().unwrap();
    for _ in 0..1000 {
        assert_eq!(machine.step(&mut NoProbe), other.step(&mut NoProbe));
    }
    assert!(machine.state == other.state);
}
