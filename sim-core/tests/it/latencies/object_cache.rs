//! Spec 05 section 2: which field reads the object cache answers, and from when on it has forgotten.

use isa::MachineConfig;
use sim_core::decode::MemoryOp;

use crate::support::bench::{Bench, Trace};
use crate::support::words::*;

/// The operands of the accesses stand here, as the bytes of a method.
const OPERANDS: usize = 1024;

/// A program of field accesses, each with its index as operand.
struct Fields {
    bench: Bench,
    operands: Vec<u8>,
}

impl Fields {
    fn new() -> Self {
        let mut bench = Bench::new(&MachineConfig {
            object_cache: true,
            ..MachineConfig::default()
        });
        bench.push((OPERANDS as u32) << 10 | 63);
        bench.code(&[STBCRD, WAIT, WAIT]);
        Self {
            bench,
            operands: Vec::new(),
        }
    }

    /// A handle, and its object of 16 words.
    fn handle(object: u32) -> u32 {
        40 + 2 * object
    }

    fn get(&mut self, object: u32, index: u16) -> &mut Self {
        self.operands.extend(index.to_be_bytes());
        self.bench.push(Self::handle(object));
        self.bench
            .code(&[STGF | OPD, NOP | OPD, WAIT, WAIT, LDMRD, POP]);
        self
    }

    fn put(&mut self, object: u32, index: u16, value: u32) -> &mut Self {
        self.operands.extend(index.to_be_bytes());
        self.bench.push(Self::handle(object)).push(value);
        self.bench
            .code(&[STPF, NOP | OPD, NOP | OPD, WAIT, WAIT, POP]);
        self
    }

    /// Appends words that do not touch the operands.
    fn code(&mut self, words: &[u16]) -> &mut Self {
        self.bench.code(words);
        self
    }

    fn run(&mut self) -> Trace {
        for object in 0..20 {
            let data = 200 + 16 * object;
            self.bench.store(Self::handle(object) as usize, &[data]);
            for field in 0..16 {
                self.bench
                    .store((data + field) as usize, &[100 * object + field]);
            }
        }
        self.operands.resize(252, 0);
        for (i, word) in self.operands.chunks(4).enumerate() {
            let word = word
                .iter()
                .fold(0, |word, &byte| word << 8 | u32::from(byte));
            self.bench.store(OPERANDS + i, &[word]);
        }
        self.bench.run(1200)
    }

    /// Whether each of the field reads was a hit.
    fn hits(&mut self) -> Vec<bool> {
        let trace = self.run();
        let reads = trace.strobes(MemoryOp::GetField);
        reads
            .iter()
            .map(|&start| trace[start + 1].state == "idl")
            .collect()
    }

    /// What each of the field reads delivered.
    fn values(&mut self) -> Vec<u32> {
        let trace = self.run();
        let loads = trace.cycles(|row| row.ir == LDMRD);
        loads.iter().map(|&load| trace[load].mem_dout).collect()
    }
}

#[test]
fn a_field_is_there_after_its_first_read() {
    let mut fields = Fields::new();
    fields.get(3, 2).get(3, 2);
    assert_eq!(fields.hits(), [false, true]);
    assert_eq!(fields.values(), [302, 302]);
}

#[test]
fn the_fields_of_an_object_share_a_line_but_not_their_valid_bits() {
    let mut fields = Fields::new();
    fields.get(3, 0).get(3, 7).get(3, 0).get(3, 7);
    assert_eq!(fields.hits(), [false, false, true, true]);
    assert_eq!(fields.values(), [300, 307, 300, 307]);
}

#[test]
fn field_7_is_cached_and_field_8_is_not() {
    let mut fields = Fields::new();
    fields.get(3, 8).get(3, 8).get(3, 7).get(3, 7);
    assert_eq!(fields.hits(), [false, false, false, true]);
}

#[test]
fn only_the_low_8_bits_of_the_index_reach_the_cache() {
    let mut fields = Fields::new();
    fields.get(3, 2).get(3, 0x102);
    assert_eq!(fields.hits(), [false, true]);
    assert_eq!(fields.values(), [302, 302], "the field of the other index");
}

#[test]
fn the_seventeenth_object_takes_the_line_of_the_first() {
    let mut fields = Fields::new();
    for object in 0..16 {
        fields.get(object, 1);
    }
    fields
        .get(0, 1)
        .get(16, 1)
        .get(1, 1)
        .get(16, 1)
        .get(0, 1)
        .get(1, 1);
    let hits = fields.hits();
    assert_eq!(hits[..16], [false; 16]);
    // Object 0 hits, 16 replaces it, 1 stays; when 0 comes back it replaces 1.
    assert_eq!(hits[16..], [true, false, true, true, false, false]);
}

#[test]
fn a_write_updates_a_known_object_and_adds_its_field() {
    let mut fields = Fields::new();
    fields
        .get(3, 2)
        .put(3, 2, 0x5eed)
        .put(3, 4, 0xcafe)
        .get(3, 2)
        .get(3, 4);
    assert_eq!(fields.hits(), [false, true, true]);
    assert_eq!(fields.values()[1..], [0x5eed, 0xcafe]);
}

#[test]
fn a_write_to_an_unknown_object_brings_nothing_into_the_cache() {
    let mut fields = Fields::new();
    fields.put(3, 2, 0x5eed).get(3, 2).get(3, 2);
    assert_eq!(fields.hits(), [false, true]);
    assert_eq!(fields.values(), [0x5eed, 0x5eed]);
}

#[test]
fn a_write_goes_through_to_memory() {
    let mut fields = Fields::new();
    let trace = fields.get(3, 2).put(3, 2, 0x5eed).run();
    let memory = trace.machine.state.memory_system.memory.words.as_slice();
    assert_eq!(memory[200 + 16 * 3 + 2], 0x5eed);
}

#[test]
fn hardware_objects_are_not_cached() {
    let mut fields = Fields::new();
    // Object 19 becomes one when the program has set bit 31 of its pointer.
    let pointer = 1 << 31 | 200;
    fields.bench.push(pointer).push(Fields::handle(19));
    fields.code(&[STMWA, STMWD, WAIT, WAIT]);
    fields.get(19, 1).get(19, 1);
    assert_eq!(fields.hits(), [false, false]);
    assert_eq!(fields.values(), [1, 1]);
}

#[test]
fn cinval_and_stidx_empty_the_cache() {
    for word in [CINVAL, STIDX] {
        let mut fields = Fields::new();
        fields.get(3, 2).code(&[DUP, word]);
        if word == STIDX {
            // An access takes the mark of the index register back.
            fields.bench.push(Fields::handle(5));
            fields.code(&[STGF, WAIT, WAIT]);
        }
        fields.get(3, 2).get(3, 2);
        let hits = fields.hits();
        assert_eq!(hits[hits.len() - 2..], [false, true], "{}", text(word));
    }
}

#[test]
fn a_field_read_in_the_cycle_after_cinval_still_hits() {
    for (distance, hit) in [(1, true), (2, false), (3, false)] {
        let mut fields = Fields::new();
        fields.get(3, 2);
        // As `get`, with the push of the handle in front of the invalidation.
        fields.operands.extend([0, 2]);
        fields.bench.push(Fields::handle(3));
        fields.code(&[CINVAL]).code(&vec![NOP; distance - 1]);
        fields.code(&[STGF | OPD, NOP | OPD, WAIT, WAIT, LDMRD]);
        assert_eq!(fields.hits(), [false, hit], "distance {distance}");
    }
}

#[test]
fn a_plain_read_right_after_a_hit_shows_its_own_data() {
    let mut fields = Fields::new();
    fields.get(3, 2).get(3, 2);
    fields.bench.push(200);
    fields.code(&[STMRA, WAIT, WAIT, LDMRD]);
    assert_eq!(fields.values(), [302, 302, 0]);
}

#[test]
fn a_null_handle_never_hits() {
    let mut fields = Fields::new();
    for _ in 0..2 {
        fields.operands.extend([0, 2]);
        fields.bench.push(0);
        fields.code(&[STGF | OPD, NOP | OPD, WAIT, WAIT]);
    }
    let trace = fields.run();
    assert_eq!(trace.cycles(|row| row.null_pointer).len(), 2);
}
