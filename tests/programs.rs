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

/// Programs that collect garbage.
const COLLECTING: [&str; 2] = ["CollectorStress", "GarbageCollection"];

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
            .difference(&machine::run_in_blocks(&self.linked, build, config))
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

/// In the short part of the tests, each test of a kind of machine takes a share of the programs, one after so many.
const SHARE: usize = 8;

/// All programs, or those of the share with this number.
fn share(number: usize) -> impl Iterator<Item = &'static Case> {
    let cases = cases().iter().enumerate();
    let own = move |index: &usize| parts::all() || (index + number).is_multiple_of(SHARE);
    cases.filter_map(move |(index, case)| own(&index).then_some(case))
}

/// The short programs on machines, on the strict build; each machine has another share of them.
fn assert_alike_on(machines: &[MachineConfig]) {
    for (number, config) in machines.iter().enumerate() {
        assert_all_alike(share(number).filter(|case| case.is_short()), |case| {
            case.difference(Build::Strict, config)
        });
    }
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
    let loose = share(0).filter(|case| !case.program.needs(Build::Strict));
    assert_all_alike(loose, |case| case.difference(Build::Jop, &config));
}

/// Long programs too: the collector must invalidate the cache where it uses a handle again.
#[test]
fn the_object_cache_changes_no_output() {
    let config = MachineConfig {
        object_cache: true,
        ..MachineConfig::default()
    };
    let collecting = cases()
        .iter()
        .filter(|case| COLLECTING.contains(&&*case.program.name));
    assert_all_alike(share(1).chain(collecting), |case| {
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
    assert_all_alike(share(2), |case| {
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

fn machine(change: impl FnOnce(&mut MachineConfig)) -> MachineConfig {
    let mut config = MachineConfig::default();
    change(&mut config);
    config
}

#[test]
fn the_method_cache_changes_no_output() {
    let machines = [
        (OrganisationKind::Fifo, 10, 3),
        (OrganisationKind::Fifo, 11, 4),
        (OrganisationKind::Fifo, 13, 5),
        (OrganisationKind::OneBlock, 11, 4),
        (OrganisationKind::TwoBlock, 10, 4),
        (studied("lru"), 11, 4),
        (studied("bump-pointer"), 12, 3),
        (studied("ideal"), 12, 4),
    ];
    assert_alike_on(&machines.map(|(method_cache, jpc_width, block_bits)| {
        machine(|it| {
            (it.method_cache, it.jpc_width, it.block_bits) = (method_cache, jpc_width, block_bits);
        })
    }));
}

#[test]
fn the_data_cache_changes_no_output() {
    assert_alike_on(&[machine(|it| it.data_cache = true)]);
}

#[test]
fn the_memory_changes_no_output() {
    assert_alike_on(&[
        machine(|it| it.ram_cnt = 1),
        machine(|it| it.ram_cnt = 6),
        machine(|it| it.ram_cnt = 14),
        machine(|it| it.memory = MemoryKind::Sram16),
        machine(|it| it.memory = MemoryKind::Ssram32),
    ]);
}

#[test]
fn the_technology_of_the_stack_ram_changes_no_output() {
    assert_alike_on(&[machine(|it| it.stack_ram = StackRamKind::NewData)]);
}

#[test]
fn a_timed_uart_changes_no_output() {
    assert_alike_on(&[machine(|it| {
        (it.uart, it.uart_baud) = (UartKind::Timed, 4_000_000);
    })]);
}
