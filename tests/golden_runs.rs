//! Whole programs whose cycles were measured on the RTL (`golden/runs`): every engine takes these cycles and sends these bytes.
//!
//! The fast engine runs all of them, the machine the shortest; the long part runs all 147 million cycles on the machine, too.

use std::io::Read;
use std::path::PathBuf;

use fast_engine::Engine;
use flate2::read::GzDecoder;
use isa::{MachineConfig, MemoryKind, Output};
use jopizer::Image;
use microcode::{Build, Program};
use rayon::prelude::*;
use run::{Engine as _, FastRun, Guest, Limits, MachineRun, to_end};
use sha2::{Digest, Sha256};
use sim_core::{Machine, NoProbe};

/// Runs of more cycles are left to the long part.
const SHORT: u64 = 1_500_000;

/// One line of `runs.csv`.
pub(crate) struct Run {
    pub(crate) line: String,
    pub(crate) image: Vec<u32>,
    pub(crate) build: Build,
    pub(crate) config: MachineConfig,
    cycles: u64,
    /// First 16 digits of the SHA-256 of the bytes sent.
    output: String,
}

pub(crate) fn folder() -> PathBuf {
    tests::path("golden/runs")
}

pub(crate) fn image(name: &str) -> Vec<u32> {
    let file = folder().join(format!("images/{name}.jop.gz"));
    let bytes = std::fs::read(&file).expect("an image for each run");
    let mut text = String::new();
    GzDecoder::new(bytes.as_slice())
        .read_to_string(&mut text)
        .expect("a packed image");
    Image::parse(&text).expect("an image").words
}

pub(crate) fn rom(build: Build) -> Program {
    let folder = folder().join(match build {
        Build::Jop => "rom-jop",
        Build::Strict => "rom-strict",
    });
    Program::from_raw(
        folder.join("mem_rom.dat"),
        folder.join("mem_ram.dat"),
        folder.join("jump_table.dat"),
    )
    .expect("the memories of the microcode")
}

pub(crate) fn runs() -> Vec<Run> {
    let text = std::fs::read_to_string(folder().join("runs.csv")).expect("the table of runs");
    let runs: Vec<Run> = text.lines().skip(1).map(run).collect();
    assert!(runs.len() > 50);
    runs
}

fn run(line: &str) -> Run {
    let fields: Vec<&str> = line.split(',').collect();
    let number = |field: usize| fields[field].parse().expect("a number");
    Run {
        line: line.to_owned(),
        image: image(fields[0]),
        build: match fields[1] {
            "jop" => Build::Jop,
            "strict" => Build::Strict,
            other => panic!("no build `{other}`"),
        },
        config: MachineConfig {
            memory: fields[2].parse::<MemoryKind>().expect("a memory"),
            ram_cnt: number(3),
            jpc_width: number(4),
            block_bits: number(5),
            memory_words: 262_144,
            ..MachineConfig::default()
        },
        cycles: fields[6].parse().expect("a number"),
        output: fields[7].to_owned(),
    }
}

/// Cycles up to the exit write and the bytes sent until then.
type Outcome = (u64, Vec<u8>);

fn on_the_machine(run: &Run) -> Outcome {
    let machine = Machine::new(&run.config, &rom(run.build), &run.image).expect("a machine");
    let mut machine = MachineRun::new(machine, NoProbe);
    let bytes = printed(&mut machine, run);
    (machine.cycle(), bytes)
}

fn on_the_fast_engine(run: &Run) -> Outcome {
    let rom = rom(run.build);
    let costs = cost_model::derived_costs(&run.config, &rom).expect("a memory with formulas");
    let engine = Engine::new(&run.config, run.build, costs, &run.image, &rom.stack_ram)
        .expect("a machine and a program that exist");
    let mut engine = FastRun::new(engine, fast_engine::NoProbe);
    let bytes = printed(&mut engine, run);
    (engine.cycle(), bytes)
}

/// Bytes sent until the program ends, or for twice the cycles that it should take.
fn printed<E: run::Engine<Fault: std::fmt::Debug>>(engine: &mut E, run: &Run) -> Vec<u8> {
    let mut bytes = Vec::new();
    let limits = Limits::cycles(2 * run.cycles);
    let mut sink = |output| {
        if let Output::Uart(byte) = output {
            bytes.push(byte);
        }
        Ok::<(), E::Fault>(())
    };
    to_end(Guest::trusted(), engine, &mut sink, &limits).expect("no fault");
    bytes
}

pub(crate) fn digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn default_machine() -> MachineConfig {
    MachineConfig {
        memory_words: 262_144,
        ..MachineConfig::default()
    }
}

fn compare(runs: &[Run], execute: fn(&Run) -> Outcome) {
    let different: Vec<String> = runs
        .par_iter()
        .filter_map(|run| {
            let (cycles, bytes) = execute(run);
            let output = digest(&bytes);
            (cycles != run.cycles || output != run.output)
                .then(|| format!("{}: {cycles} cycles, output {output}", run.line))
        })
        .collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn the_machine_takes_the_cycles_of_the_rtl() {
    let mut runs = runs();
    runs.retain(|run| parts::all() || run.cycles < SHORT);
    assert!(runs.len() > 5);
    compare(&runs, on_the_machine);
}

#[test]
fn the_fast_engine_takes_the_cycles_of_the_rtl() {
    compare(&runs(), on_the_fast_engine);
}

#[test]
fn with_data_caches_the_programs_print_the_same() {
    let mut runs = runs();
    runs.retain(|run| run.build == Build::Jop && run.config == default_machine());
    assert!(runs.len() > 15);
    let different: Vec<String> = runs
        .into_par_iter()
        .filter_map(|mut run| {
            run.config.data_cache = true;
            let (cycles, bytes) = on_the_machine(&run);
            (digest(&bytes) != run.output).then(|| format!("{}: {cycles} cycles", run.line))
        })
        .collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}
