//! Programs on the engine and on the machine: cycles, counters, output, memory and stack RAM must be the same.
//!
//! The long part compares every program on some of 22 machines with both builds of the microcode. `JOPLAB_PROGRAMS`, names with commas
//! between them, compares these on all of the machines.

use crate::support;
use fast_engine::{Engine, NoProbe};
use isa::{MachineConfig, MemoryKind, Output, Stop, UartKind};
use jopizer::LinkProgram;
use method_cache::OrganisationKind;
use microcode::Build;
use rayon::prelude::*;
use tests::draw::Draw;

/// Programs of more cycles are left to the long part.
const SHORT: u64 = 250_000;

struct Case {
    name: String,
    image: Vec<u32>,
}

fn cases() -> Vec<Case> {
    let own = tests::program::Program::all()
        .into_par_iter()
        .map(|program| Case {
            image: program.link().image.words,
            name: program.name,
        });
    let embedded = runtime::programs::PROGRAMS.par_iter().map(|program| {
        let linked = program
            .link(program.length, MachineConfig::default().memory_words)
            .expect("a program that links");
        Case {
            image: linked.image.words,
            name: program.name.to_owned(),
        }
    });
    own.chain(embedded).collect()
}

fn machine(change: impl FnOnce(&mut MachineConfig)) -> MachineConfig {
    let mut config = MachineConfig::default();
    change(&mut config);
    config
}

/// No cache, 1, 4 and 8 KB; `ram_cnt` 2, 3 and 6.
fn twelve_machines() -> Vec<MachineConfig> {
    let caches = [
        (OrganisationKind::OneBlock, 12, 4),
        (OrganisationKind::Fifo, 10, 3),
        (OrganisationKind::Fifo, 12, 4),
        (OrganisationKind::Fifo, 13, 4),
    ];
    let all = caches
        .iter()
        .flat_map(|cache| [2, 3, 6].map(|ram_cnt| (*cache, ram_cnt)));
    all.map(
        |((method_cache, jpc_width, block_bits), ram_cnt)| MachineConfig {
            method_cache,
            jpc_width,
            block_bits,
            ram_cnt,
            ..MachineConfig::default()
        },
    )
    .collect()
}

/// It calls a method of null: without exact checks the machine executes whatever words are there, and the engine may refuse.
const NEEDS_CHECKS: &str = "StrictBuild";
const LEAVES: &str = "execution leaves the method";

/// A comparison of [`support`].
type Difference = fn(&MachineConfig, Build, &[u32], u64) -> Option<String>;

fn differences(
    difference: Difference,
    work: &[(&Case, Build, &MachineConfig)],
    limit: u64,
) -> Vec<String> {
    let compared = work.par_iter().filter_map(|(case, build, config)| {
        let differs = difference(config, *build, &case.image, limit)?;
        // A method that the cache of a machine cannot hold runs on none.
        let is_too_long = differs.contains("raise jpc_width");
        let leaves = case.name == NEEDS_CHECKS && *build == Build::Jop && differs.contains(LEAVES);
        (!is_too_long && !leaves)
            .then(|| format!("{} on {config:?}, {build:?}: {differs}", case.name))
    });
    compared.collect()
}

/// Returns true if a program ends within [`SHORT`] cycles.
fn is_short(engine: &mut Engine) -> bool {
    while let Ok(Stop::Output(output)) = engine.run(SHORT, &mut NoProbe) {
        if let Output::Exit(_) = output {
            return true;
        }
    }
    false
}

#[test]
fn short_programs_take_on_the_engine_what_they_take_on_the_machine() {
    let cases = cases();
    let default = MachineConfig::default();
    let short: Vec<&Case> = cases
        .par_iter()
        .filter(|case| {
            let mut engine = support::engine(&default, Build::Jop, &case.image);
            is_short(&mut engine)
        })
        .collect();
    assert!(short.len() > 10);
    let machines = [
        default,
        machine(|m| m.ram_cnt = 1),
        machine(|m| m.object_cache = true),
        machine(|m| (m.memory, m.ram_cnt) = (MemoryKind::Sram16, 1)),
        machine(|m| (m.memory, m.ram_cnt) = (MemoryKind::Sram16, 2)),
        machine(|m| (m.memory, m.ram_cnt) = (MemoryKind::Ssram32, 3)),
        machine(|m| (m.memory, m.ram_cnt) = (MemoryKind::Ssram32, 4)),
        machine(|m| (m.method_cache, m.ram_cnt) = (OrganisationKind::OneBlock, 6)),
        machine(|m| (m.uart, m.uart_baud) = (UartKind::Timed, 4_000_000)),
        machine(|m| m.uart = UartKind::Timed),
        machine(|m| m.ram_width = 9),
        machine(|m| m.ram_width = 10),
        machine(|m| (m.jpc_width, m.block_bits) = (11, 3)),
    ];
    let builds = [Build::Jop, Build::Strict];
    let work: Vec<_> = short
        .iter()
        .enumerate()
        .map(|(i, case)| {
            (
                *case,
                builds[i / machines.len() % 2],
                &machines[i % machines.len()],
            )
        })
        .collect();
    let different = differences(support::difference, &work, u64::MAX);
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// One in so many machines runs a program that nobody has named.
const SHARE: usize = 4;

/// Compares each program on its share of these machines, or those that `JOPLAB_PROGRAMS` names on all, with both builds.
fn compare_all(machines: &[MachineConfig]) {
    let mut cases = cases();
    let wanted = std::env::var("JOPLAB_PROGRAMS");
    if let Ok(wanted) = &wanted {
        let names: Vec<&str> = wanted.split(',').collect();
        cases.retain(|case| names.contains(&case.name.as_str()));
        assert_eq!(cases.len(), names.len(), "unknown name in {wanted}");
    }
    let share = if wanted.is_ok() { 1 } else { SHARE };
    let turn = Draw::of_environment(0, 0).seed as usize % share;
    let mut work = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        for (place, config) in machines.iter().enumerate() {
            if (number + place) % share == turn {
                work.extend([Build::Jop, Build::Strict].map(|build| (case, build, config)));
            }
        }
    }
    // Without exact checks a program that relies on them may never end.
    let different = differences(support::difference_of_long, &work, 20_000_000);
    eprintln!("{} programs, {} runs compared", cases.len(), work.len());
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn every_program_takes_on_twelve_machines_what_it_takes_there() {
    parts::long!();
    compare_all(&twelve_machines());
}

#[test]
fn every_program_takes_with_an_object_cache_what_it_takes_there() {
    parts::long!();
    compare_all(&[
        machine(|m| m.object_cache = true),
        machine(|m| {
            (m.object_cache, m.ram_cnt, m.jpc_width, m.block_bits) = (true, 3, 11, 3);
            (m.uart, m.uart_baud) = (UartKind::Timed, 4_000_000);
        }),
        machine(|m| {
            (m.object_cache, m.memory, m.ram_cnt) = (true, MemoryKind::Sram16, 2);
            (m.spm_width, m.ram_width) = (8, 9);
        }),
    ]);
}

#[test]
fn every_program_takes_on_other_memories_and_devices_what_it_takes_there() {
    parts::long!();
    compare_all(&[
        machine(|m| (m.memory, m.ram_cnt) = (MemoryKind::Ssram32, 3)),
        machine(|m| (m.memory, m.ram_cnt) = (MemoryKind::Ssram32, 4)),
        machine(|m| (m.memory, m.ram_cnt) = (MemoryKind::Sram16, 2)),
        machine(|m| m.ram_width = 9),
        machine(|m| m.ram_width = 10),
        machine(|m| m.uart = UartKind::Timed),
        machine(|m| (m.uart, m.uart_baud) = (UartKind::Timed, 4_000_000)),
    ]);
}
