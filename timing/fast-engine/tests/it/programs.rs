//! Programs on the engine and on the machine: cycles, counters, output, memory and stack RAM must be the same.
//!
//! `JOPLAB_ALL_MACHINES=1` compares every program on 22 machines with both builds of the microcode, which takes minutes;
//! names of programs in place of the 1, with commas between them, compare these alone.

use crate::support;
use fast_engine::{Engine, NoProbe};
use isa::{MachineConfig, MemoryKind, Output, Stop, UartKind};
use jopizer::LinkProgram;
use method_cache::OrganisationKind;
use microcode::Build;
use rayon::prelude::*;

/// Programs of more cycles are left to the long run.
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

fn differences(work: &[(&Case, Build, &MachineConfig)], limit: u64) -> Vec<String> {
    let compared = work.par_iter().filter_map(|(case, build, config)| {
        let differs = support::difference(config, *build, &case.image, limit)?;
        // A method that the cache of a machine cannot hold runs on none.
        (!differs.contains("raise jpc_width"))
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
    let different = differences(&work, u64::MAX);
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// Compares the programs that `JOPLAB_ALL_MACHINES` asks for on these machines, with both builds.
fn compare_all(machines: &[MachineConfig]) {
    let Ok(wanted) = std::env::var("JOPLAB_ALL_MACHINES") else {
        eprintln!("skipped: JOPLAB_ALL_MACHINES=1 compares every program on 22 machines");
        return;
    };
    let mut cases = cases();
    if wanted != "1" {
        let names: Vec<&str> = wanted.split(',').collect();
        cases.retain(|case| names.contains(&case.name.as_str()));
        assert_eq!(cases.len(), names.len(), "unknown name in {wanted}");
    }
    let mut work = Vec::new();
    for case in &cases {
        for config in machines {
            for build in [Build::Jop, Build::Strict] {
                work.push((case, build, config));
            }
        }
    }
    // Without exact checks a program that relies on them may never end.
    let different = differences(&work, 20_000_000);
    eprintln!("{} programs, {} runs compared", cases.len(), work.len());
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn every_program_takes_on_twelve_machines_what_it_takes_there() {
    compare_all(&twelve_machines());
}

#[test]
fn every_program_takes_with_an_object_cache_what_it_takes_there() {
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
