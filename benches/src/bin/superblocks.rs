//! Superblocks beside the machine that they stand for, on every embedded program: `superblocks [PROGRAM...]` prints a table of
//! speeds, measured in turns in one process, of machines without caches of data, with object cache and with data caches;
//! `superblocks --cut SEED [PROGRAM...]` runs both in lock-step instead.

use benches::timed;
use isa::{MachineConfig, Stop};
use jopizer::LinkProgram;
use microcode::{Build, jvm};
use run::Ending;
use runtime::programs::{EmbeddedProgram, PROGRAMS};
use sim_core::{Machine, NoProbe, Statistics};
use superblock::BlockMachine;
use superblock_kit::LockStep;

/// Cycles measured of a program at most.
const MOST: u64 = 8_000_000;
/// Cycles compared of a program at most.
const COMPARED: u64 = 12_000_000;
/// Turns of which the best counts.
const TURNS: usize = 2;
/// Runs of superblocks in a turn: one is as short as a few ticks of the system, in which it counts the time of the processor.
const RUNS: usize = 16;

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    let seed = (names.first().is_some_and(|name| name == "--cut")).then(|| {
        let given: Vec<String> = names.drain(..2.min(names.len())).collect();
        given.get(1).and_then(|seed| seed.parse().ok()).unwrap_or(1)
    });
    for program in PROGRAMS {
        if names.is_empty() || names.iter().any(|name| name == program.name) {
            match seed {
                Some(seed) => compare(program, seed),
                None => CACHES.iter().for_each(|caches| measure(program, caches)),
            }
        }
    }
}

fn machine(program: &EmbeddedProgram, build: Build, config: &MachineConfig) -> Machine {
    let linked = program
        .link(program.long, config.memory_words)
        .expect("it links");
    Machine::new(config, &jvm(build), &linked.image.words).expect("a machine")
}

/// Machines that are measured: name, object cache, data caches.
const CACHES: [(&str, bool, bool); 3] = [
    ("", false, false),
    ("object cache", true, false),
    ("data caches", false, true),
];

fn measure(program: &EmbeddedProgram, &(caches, object_cache, data_cache): &(&str, bool, bool)) {
    let config = MachineConfig {
        object_cache,
        data_cache,
        ..MachineConfig::default()
    };
    let machine = machine(program, Build::Jop, &config);
    let mut best = [f64::INFINITY; 2];
    let (mut cycles, mut share) = (0, 0.0);
    for _ in 0..TURNS {
        let mut reference = machine.clone();
        let mut probe = (Statistics::default(), NoProbe);
        let seconds = timed(|| {
            cycles = drive(|limit| (reference.run(limit, &mut probe), reference.state.cycle));
        });
        best[0] = best[0].min(seconds);
        let mut engines = vec![BlockMachine::new(machine.clone()); RUNS];
        let seconds = timed(|| {
            for engine in &mut engines {
                let mut probe = (Statistics::default(), NoProbe);
                let of_blocks =
                    drive(|limit| (engine.run(limit, &mut probe), engine.machine().state.cycle));
                assert_eq!(of_blocks, cycles, "{}", program.name);
            }
        });
        best[1] = best[1].min(seconds / RUNS as f64);
        share = engines[0].block_cycles() as f64 / cycles as f64;
    }
    let speeds = best.map(|seconds| cycles as f64 / seconds / 1e6);
    println!(
        "{:20} {caches:12} {cycles:12} {:8.1} {:8.1} {:6.1}x {:7.2} %",
        program.name,
        speeds[0],
        speeds[1],
        speeds[1] / speeds[0],
        100.0 * share
    );
}

/// Runs to the end of the program, or to the most that is measured; gives the cycle.
fn drive(mut run: impl FnMut(u64) -> (Stop, u64)) -> u64 {
    let mut ending = Ending::of_program(false);
    loop {
        match run(MOST) {
            (Stop::Output(output), cycle) if ending.sees(output, cycle).is_some() => return cycle,
            (Stop::Output(_), _) => {}
            (_, cycle) => return cycle,
        }
    }
}

fn compare(program: &EmbeddedProgram, mut seed: u64) {
    for build in [Build::Jop, Build::Strict] {
        for ram_cnt in [1, 2, 3, 5] {
            let config = MachineConfig {
                ram_cnt,
                object_cache: (seed >> 36).is_multiple_of(3),
                data_cache: (seed >> 37).is_multiple_of(3),
                ..MachineConfig::default()
            };
            let machine = machine(program, build, &config);
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let apart = [100, 1000, 10_000, 100_000][(seed >> 40) as usize % 4];
            let engine = if seed >> 33 & 1 == 0 {
                BlockMachine::new(machine)
            } else {
                BlockMachine::faltering(machine, seed)
            };
            let mut lock_step = if seed >> 34 & 1 == 0 {
                LockStep::new(engine)
            } else {
                LockStep::quiet(engine)
            };
            let mut random = seed;
            let limit = COMPARED / 100_000 * apart.max(1000);
            while lock_step.cycle() < limit {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let cut = lock_step.cycle() + 1 + (random >> 33) % apart;
                match lock_step.run_to(cut) {
                    Ok(None) => {}
                    Ok(Some(_)) => break,
                    Err(report) => {
                        println!(
                            "{} {build:?} ram_cnt {ram_cnt} apart {apart} seed {seed}: {report}",
                            program.name
                        );
                        return;
                    }
                }
            }
            println!(
                "{:20} {build:?} ram_cnt {ram_cnt}: {} cycles, {} cuts, {:.1} % in blocks",
                program.name,
                lock_step.cycle(),
                lock_step.cuts,
                100.0 * lock_step.block_cycles() as f64 / lock_step.cycle() as f64
            );
        }
    }
}
