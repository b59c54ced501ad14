//! Spec 04 section 4 and spec 05 section 4: the cache class of every command on the bus.

use sim_core::simpcon::CacheClass::{
    self, Bypass, DirectMapped, DirectMappedConstant, FullyAssociative,
};

use crate::support::bench::Bench;
use crate::support::words::*;

use super::machines::sram32;

const HANDLE: u32 = 40;

/// Classes of the commands of a program, in their order; `true` marks a write.
fn classes(program: impl Fn(&mut Bench)) -> Vec<(bool, CacheClass)> {
    let mut bench = Bench::new(&sram32(2).config);
    bench.store(HANDLE as usize, &[200, 5]);
    program(&mut bench);
    bench.code(&[WAIT, WAIT]);
    let trace = bench.run(100);
    let commands = trace.rows.iter().map(|row| row.command);
    commands
        .filter(|command| command.rd || command.wr)
        .map(|command| (command.wr, command.class))
        .collect()
}

#[test]
fn plain_accesses_have_the_class_of_their_instruction() {
    for (word, class) in [
        (STMRA, Bypass),
        (STMRAC, DirectMappedConstant),
        (STMRAF, FullyAssociative),
    ] {
        let found = classes(|bench| {
            bench.push(100).code(&[word]);
        });
        assert_eq!(found, [(false, class)], "{}", text(word));
    }
    for (word, class) in [(STMWD, Bypass), (STMWDF, FullyAssociative)] {
        let found = classes(|bench| {
            bench.push(1).push(100).code(&[STMWA, word]);
        });
        assert_eq!(found, [(true, class)], "{}", text(word));
    }
}

#[test]
fn statics_are_direct_mapped() {
    let read = classes(|bench| {
        bench.push(100).code(&[STIDX, STGS]);
    });
    assert_eq!(read, [(false, DirectMapped)]);
    let write = classes(|bench| {
        bench.push(1).push(100).code(&[STIDX, STPS]);
    });
    assert_eq!(write, [(true, DirectMapped)]);
}

#[test]
fn a_field_read_bypasses_with_its_handle_and_is_fully_associative_with_its_field() {
    let found = classes(|bench| {
        bench.push(HANDLE).code(&[STGF]);
    });
    assert_eq!(found, [(false, Bypass), (false, FullyAssociative)]);
}

#[test]
fn a_field_write_is_fully_associative_with_handle_and_field() {
    let found = classes(|bench| {
        bench.push(HANDLE).push(1).code(&[STPF]);
    });
    assert_eq!(found, [(false, FullyAssociative), (true, FullyAssociative)]);
}

#[test]
fn an_array_access_is_fully_associative_with_handle_and_length_and_bypasses_with_its_element() {
    let load = classes(|bench| {
        bench.push(HANDLE).push(1).code(&[STALD]);
    });
    let header = (false, FullyAssociative);
    assert_eq!(load, [header, header, (false, Bypass)]);
    let store = classes(|bench| {
        bench.push(HANDLE).push(1).push(2).code(&[STAST]);
    });
    assert_eq!(store, [header, header, (true, Bypass)]);
}

#[test]
fn copies_and_method_loads_bypass() {
    let copy = classes(|bench| {
        bench.push(300).push(400).push(1).code(&[STCP]);
    });
    assert_eq!(copy, [(false, Bypass), (true, Bypass)]);
    let load = classes(|bench| {
        bench.push(300 << 10 | 2).code(&[STBCRD]);
    });
    assert_eq!(load, [(false, Bypass); 3]);
}
