//! Java programs on the machine, held against what they print on the host JVM.

use std::sync::OnceLock;

use isa::{MachineConfig, MemoryKind, StackRamKind, UartKind};
use jopizer::Linked;
use method_cache::OrganisationKind;
use microcode::Build;
use rayon::prelude::*;
use tests::machine::{self, Outcome};
use tests::program::Program;

/// Cycles of a program that is quick enough for a run on every kind of machine.
const SHORT: u64 = 2_000_000;

/// A linked program and what it does on the default machine with the strict build.
struct Case {
    program: Program,
    linked: Linked,
    strict: Outcome,
}

impl Case {
    /// What the program does differently from the host, if it fits the machine's method cache.
    fn difference(&self, build: Build, config: &MachineConfig) -> Option<String> {
        let methods = self.linked.symbols.methods.iter();
        let longest = methods.map(|method| method.words).max();
        if longest > Some(config.longest_method()) {
            return None;
        }
        self.program
            .difference(&machine::run(&self.linked, build, config))
    }

    fn is_short(&self) -> bool {
        self.strict.statistics.cycles < SHORT
    }
}

fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let programs = Program::all().into_par_iter().map(|program| {
            let linked = program.link();
            let strict = machine::run(&linked, Build::Strict, &MachineConfig::default());
            Case {
                program,
                linked,
                strict,
            }
        });
        programs.collect()
    })
}

fn assert_all_alike<'a>(
    cases: impl Iterator<Item = &'a Case>,
    difference: impl Fn(&Case) -> Option<String> + Send + Sync,
) {
    let cases: Vec<_> = cases.collect();
    assert!(!cases.is_empty());
    let different: Vec<_> = cases.into_par_iter().filter_map(difference).collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// The short programs on a machine, on the strict build.
fn assert_alike_on(config: &MachineConfig) {
    assert_all_alike(cases().iter().filter(|case| case.is_short()), |case| {
        case.difference(Build::Strict, config)
    });
}

#[test]
fn every_program_does_on_the_strict_build_what_it_does_on_the_host() {
    assert_all_alike(cases().iter(), |case| case.program.difference(&case.strict));
}

/// With one wait state more than the default machine, exceptions of array loads come in time (spec README).
#[test]
fn every_program_without_strict_checks_does_so_on_the_build_with_the_cycles_of_the_hardware() {
    let config = MachineConfig {
        ram_cnt: 3,
        ..MachineConfig::default()
    };
    let loose = cases()
        .iter()
        .filter(|case| !case.program.needs(Build::Strict));
    assert_all_alike(loose, |case| case.difference(Build::Jop, &config));
}

/// Long programs too: the collector must invalidate the cache where it uses a handle again.
#[test]
fn the_object_cache_changes_no_output() {
    let config = MachineConfig {
        object_cache: true,
        ..MachineConfig::default()
    };
    assert_all_alike(cases().iter(), |case| {
        case.difference(Build::Strict, &config)
    });
}

/// Long programs too, on both builds: frames are smaller, and nothing else is seen of it.
#[test]
fn smaller_frames_change_no_output_and_cost_no_cycles() {
    let slow = MachineConfig {
        ram_cnt: 3,
        ..MachineConfig::default()
    };
    assert_all_alike(cases().iter(), |case| {
        let linked = case.program.link_with(true);
        let strict = machine::run(&linked, Build::Strict, &MachineConfig::default());
        let (before, after) = (case.strict.statistics.cycles, strict.statistics.cycles);
        let dearer = (after > before + before / 100)
            .then(|| format!("{}: {after} cycles for {before}", case.program.name));
        let loose = || {
            (!case.program.needs(Build::Strict))
                .then(|| {
                    case.program
                        .difference(&machine::run(&linked, Build::Jop, &slow))
                })
                .flatten()
        };
        case.program.difference(&strict).or(dearer).or_else(loose)
    });
}

fn studied(name: &str) -> OrganisationKind {
    name.parse().expect("a studied cache")
}

#[test]
fn the_method_cache_changes_no_output() {
    for (method_cache, jpc_width, block_bits) in [
        (OrganisationKind::Fifo, 10, 3),
        (OrganisationKind::Fifo, 11, 4),
        (OrganisationKind::Fifo, 13, 5),
        (OrganisationKind::OneBlock, 11, 4),
        (OrganisationKind::TwoBlock, 10, 4),
        (studied("lru"), 11, 4),
        (studied("bump-pointer"), 12, 3),
        (studied("ideal"), 12, 4),
    ] {
        assert_alike_on(&MachineConfig {
            method_cache,
            jpc_width,
            block_bits,
            ..MachineConfig::default()
        });
    }
}

#[test]
fn the_data_cache_changes_no_output() {
    assert_alike_on(&MachineConfig {
        data_cache: true,
        ..MachineConfig::default()
    });
}

#[test]
fn the_memory_changes_no_output() {
    for ram_cnt in [1, 6, 14] {
        assert_alike_on(&MachineConfig {
            ram_cnt,
            ..MachineConfig::default()
        });
    }
    for memory in [MemoryKind::Sram16, MemoryKind::Ssram32] {
        assert_alike_on(&MachineConfig {
            memory,
            ..MachineConfig::default()
        });
    }
}

#[test]
fn the_technology_of_the_stack_ram_changes_no_output() {
    let stack_ram = StackRamKind::NewData;
    assert_alike_on(&MachineConfig {
        stack_ram,
        ..MachineConfig::default()
    });
}

#[test]
fn a_timed_uart_changes_no_output() {
    let (uart, uart_baud) = (UartKind::Timed, 4_000_000);
    assert_alike_on(&MachineConfig {
        uart,
        uart_baud,
        ..MachineConfig::default()
    });
}
