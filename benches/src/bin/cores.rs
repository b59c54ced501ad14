//! Several cores in superblocks beside those that run every cycle: `cores [PROGRAM...]` prints a table of speeds in core-cycles, measured in
//! turns in one process, by program, number of cores and arbiter. Programs are those of tests/cores, and `load`, microcode that does nothing
//! but read and write.

use std::path::{Path, PathBuf};

use benches::timed;
use isa::System;
use jopizer::LinkOptions;
use microcode::{Build, jvm};
use run::{Counted, Engine, SeveralBlockRun, SeveralRun};
use sim_core::cmp::Multiprocessor;

/// Core-cycles measured of a program at most.
const MOST: u64 = 12_000_000;
/// Turns of which the best counts.
const TURNS: usize = 2;
/// Runs of superblocks in a turn: one is as short as a few ticks of the system, in which it counts the time of the processor.
const RUNS: usize = 8;
/// Programs of tests/cores.
const PROGRAMS: [&str; 5] = ["Crc", "Matrix", "Sort", "LiftCores", "Filters"];
/// Microcode under which no core computes.
const LOAD: &str = "load";
const ARBITERS: [&str; 3] = ["tdma", "round-robin", "fair"];

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "| program | cores | arbiter | core-cycles | reference, M/s | superblocks, M/s | ratio | in superblocks |"
    );
    println!("|---|--:|---|--:|--:|--:|--:|--:|");
    for program in PROGRAMS.into_iter().chain([LOAD]) {
        if names.is_empty() || names.iter().any(|name| name == program) {
            for cores in [2, 4, 8] {
                ARBITERS
                    .iter()
                    .for_each(|arbiter| measure(program, cores, arbiter));
            }
        }
    }
}

fn measure(program: &str, cores: u64, arbiter: &str) {
    let system = System::from_toml(&format!("cores = {cores}\narbiter = \"{arbiter}\""));
    let system = system.expect("a machine");
    let machine = built(program, &system);
    let (reference, blocks) = (
        SeveralRun::of(machine.clone()),
        SeveralBlockRun::of(machine),
    );
    let limit = MOST / cores;
    let (mut best, mut cycles, mut share) = ([f64::INFINITY; 2], [0; 2], 0.0);
    for _ in 0..TURNS {
        let mut turn = reference.clone();
        best[0] = best[0].min(timed(|| cycles[0] = drive(&mut turn, limit)));
        let mut turns = vec![blocks.clone(); RUNS];
        let seconds = timed(|| {
            for turn in &mut turns {
                cycles[1] = drive(turn, limit);
            }
        });
        best[1] = best[1].min(seconds / RUNS as f64);
        share = turns[0].block_share().unwrap_or(0.0);
    }
    assert_eq!(cycles[0], cycles[1], "{program}");
    let core_cycles = cycles[0] * cores;
    let speeds = best.map(|seconds| core_cycles as f64 / seconds / 1e6);
    println!(
        "| {program} | {cores} | `{arbiter}` | {core_cycles} | {:.1} | {:.1} | {:.1} | {:.2} % |",
        speeds[0],
        speeds[1],
        speeds[1] / speeds[0],
        100.0 * share
    );
}

/// The cores with the program in their memory.
fn built(program: &str, system: &System) -> Multiprocessor {
    let processors = system.processors.as_ref().expect("several cores");
    let (microcode, words) = match program {
        LOAD => (load(), Vec::new()),
        name => (jvm(Build::Jop), linked(name, system.machine.memory_words)),
    };
    let config = (&system.machine, processors);
    Multiprocessor::new(config, &microcode, &words).expect("cores")
}

fn load() -> microcode::Program {
    let file = |name: &str| path(&format!("golden/runs/cmp/load/{name}.dat"));
    let [rom, ram, table] = ["mem_rom", "mem_ram", "jump_table"].map(file);
    microcode::Program::from_raw(rom, ram, table).expect("a ROM")
}

fn linked(name: &str, memory_words: u32) -> Vec<u32> {
    let options = LinkOptions {
        memory_words,
        several_cores: true,
        ..LinkOptions::new(name, [path("cores/programs.jar")])
    };
    jopizer::link(&options).expect("it links").image.words
}

fn path(place: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests")
        .join(place)
}

/// Runs to the end or to the most that is measured; gives the cycle.
fn drive<E: Engine>(engine: &mut E, limit: u64) -> u64
where
    E::Fault: std::fmt::Debug,
{
    run::alone(engine, limit).expect("no fault");
    engine.cycle()
}
