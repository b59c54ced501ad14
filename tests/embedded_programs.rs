//! The embedded programs on the machine, held against what they print on the host JVM.
//!
//! The committed texts are those of the host; with a JDK they are compared with it, and `JOPLAB_BLESS=1` writes them.
//! Without a JDK that comparison says so and passes; with `JOPLAB_REQUIRE_JDK=1` it fails.

use std::path::PathBuf;
use std::process::{Command, Output};

use isa::MachineConfig;
use jopizer::LinkProgram;
use jopizer::Linked;
use microcode::Build;
use rayon::prelude::*;
use runtime::programs::{EmbeddedProgram, PROGRAMS};
use tests::machine;

/// Words of memory of the default machine.
const MEMORY: u32 = 1 << 18;

fn expected_file(program: &EmbeddedProgram) -> PathBuf {
    tests::path(&format!(
        "../runtime/programs/expected/{}.txt",
        program.name
    ))
}

fn expected(program: &EmbeddedProgram) -> String {
    let file = expected_file(program);
    std::fs::read_to_string(&file).unwrap_or_else(|error| {
        panic!("{}: {error}; JOPLAB_BLESS=1 writes it", file.display());
    })
}

fn link(program: &EmbeddedProgram, length: u32) -> Linked {
    let linked = program.link(length, MEMORY);
    linked.unwrap_or_else(|error| panic!("{}: {error}", program.name))
}

/// Holds every program against the host's text and status.
fn assert_as_on_the_host(build: Build) {
    PROGRAMS.par_iter().for_each(|program| {
        let linked = link(program, program.length);
        let outcome = machine::run(&linked, build, &MachineConfig::default());
        let text = String::from_utf8_lossy(&outcome.stdout);
        assert_eq!(text, expected(program), "{}", program.name);
        assert_eq!(outcome.status, Some(0), "{}", program.name);
    });
}

#[test]
fn every_program_prints_on_the_build_with_the_cycles_of_the_hardware_what_it_prints_on_the_host() {
    assert_as_on_the_host(Build::Jop);
}

#[test]
fn every_program_prints_on_the_strict_build_what_it_prints_on_the_host() {
    assert_as_on_the_host(Build::Strict);
}

#[test]
fn a_program_that_finds_a_wrong_result_says_so_and_ends_with_status_1() {
    let sieve = runtime::programs::find("sieve").expect("the sieve");
    let mut linked = link(sieve, 1);
    // The right sum of the primes, made a wrong one.
    let constants = linked
        .image
        .words
        .iter_mut()
        .filter(|word| **word == 1_070_091);
    let changed: Vec<_> = constants.map(|word| *word += 1).collect();
    assert!(!changed.is_empty());
    let outcome = machine::run(&linked, Build::Jop, &MachineConfig::default());
    let text = String::from_utf8_lossy(&outcome.stdout);
    assert!(
        text.contains("1070091, wrong: 1070092 is right") && text.ends_with("sieve: 2 wrong\n"),
        "{text}"
    );
    assert_eq!(outcome.status, Some(1));
}

#[test]
fn a_length_that_is_none_is_refused_with_status_2() {
    let sieve = runtime::programs::find("sieve").expect("the sieve");
    for arguments in [vec!["0"], vec!["many"], vec!["1", "2"]] {
        let arguments: Vec<_> = arguments.into_iter().map(str::to_owned).collect();
        let linked = jopizer::link(&sieve.options(&arguments)).expect("the sieve links");
        let outcome = machine::run(&linked, Build::Jop, &MachineConfig::default());
        assert_eq!(outcome.status, Some(2), "{arguments:?}");
        assert_eq!(outcome.stdout, b"", "{arguments:?}");
    }
}

/// No interrupt means no thread switch and no timer; the clock is read by no other means than these programs lack.
#[test]
fn the_embedded_suite_takes_as_many_bytecodes_on_every_machine() {
    let machines = [
        MachineConfig::default(),
        MachineConfig {
            ram_cnt: 6,
            jpc_width: 11,
            block_bits: 3,
            ..MachineConfig::default()
        },
    ];
    runtime::programs::suite(runtime::programs::Suite::Embedded)
        .par_bridge()
        .for_each(|program| {
            let linked = link(program, program.length / 3);
            let [here, there] = machines
                .each_ref()
                .map(|config| machine::run(&linked, Build::Jop, config).statistics);
            assert_ne!(here.cycles, there.cycles, "{}", program.name);
            assert_eq!(here.bytecodes, there.bytecodes, "{}", program.name);
            assert_eq!(
                here.method_lookups, there.method_lookups,
                "{}",
                program.name
            );
            assert_eq!(
                (here.interrupts, there.interrupts),
                (0, 0),
                "{}",
                program.name
            );
        });
}

fn on_host(program: &EmbeddedProgram) -> Output {
    Command::new(parts::java_command())
        .args(["-Dfile.encoding=UTF-8", "-Xshare:auto", "-cp"])
        .arg(tests::path("../runtime/programs.jar"))
        .arg(program.main_class)
        .arg(program.length.to_string())
        .output()
        .unwrap_or_else(|error| panic!("java: {error}"))
}

#[test]
fn the_committed_texts_are_those_of_the_host() {
    if !parts::has_jdk() {
        return;
    }
    let bless = std::env::var_os("JOPLAB_BLESS").is_some_and(|value| value == "1");
    PROGRAMS.par_iter().for_each(|program| {
        let host = on_host(program);
        let text = String::from_utf8_lossy(&host.stdout);
        assert!(host.status.success(), "{}: {text}", program.name);
        if bless {
            std::fs::write(expected_file(program), text.as_bytes())
                .unwrap_or_else(|error| panic!("{}: {error}", program.name));
        } else {
            assert_eq!(text, expected(program), "{}", program.name);
        }
    });
}
