//! Whole programs on several processors whose cycles were measured on the RTL (`golden/runs/runs-cmp.csv`): every processor ends in
//! the same cycle with the same word, and memory and output are the same.
//!
//! The long part runs all 268 million cycles.

use std::path::Path;

use isa::{ArbiterKind, MachineConfig, Output, Processors, Slots};
use microcode::{Build, Program};
use rayon::prelude::*;
use sim_core::NoProbe;
use sim_core::cmp::{CmpProbe, Multiprocessor};

use crate::golden_runs;

/// Runs of more cycles are left to the long part.
const SHORT: u64 = 200_000;
/// Cycles after the last end that was measured.
const MARGIN: u64 = 1_000;

/// One line of `runs-cmp.csv`.
struct Run {
    line: String,
    program: Program,
    image: Vec<u32>,
    config: (MachineConfig, Processors),
    /// Java ends with processor 0, microcode when all processors have ended.
    is_java: bool,
    outcome: Outcome,
}

/// What is compared.
#[derive(Debug, PartialEq)]
struct Outcome {
    /// Cycle and word of each processor's end; 0 if it had not ended.
    ends: Vec<(u64, u32)>,
    /// Words of memory at the end, or their digest.
    results: String,
    /// Digest of the bytes sent.
    output: String,
}

/// Collects what leaves the processors.
struct Collector {
    nothing: NoProbe,
    ends: Vec<(u64, u32)>,
    bytes: Vec<u8>,
}

impl CmpProbe for Collector {
    type Cpu = NoProbe;

    fn cpu(&mut self, _cpu: usize) -> &mut NoProbe {
        &mut self.nothing
    }

    fn output(&mut self, cycle: u64, cpu: usize, output: Output) {
        match output {
            Output::Exit(word) if self.ends[cpu] == (0, 0) => self.ends[cpu] = (cycle + 1, word),
            Output::Uart(byte) => self.bytes.push(byte),
            _ => {}
        }
    }
}

fn program(folder: &Path) -> Program {
    Program::from_raw(
        folder.join("mem_rom.dat"),
        folder.join("mem_ram.dat"),
        folder.join("jump_table.dat"),
    )
    .expect("the memories of the microcode")
}

fn runs() -> Vec<Run> {
    let text = std::fs::read_to_string(golden_runs::folder().join("runs-cmp.csv"));
    let text = text.expect("the table of runs");
    text.lines().skip(1).map(run).collect()
}

fn run(line: &str) -> Run {
    let fields: Vec<&str> = line.split(',').collect();
    let numbers = |field: usize| -> Vec<u64> {
        let words = fields[field].split(' ');
        words.map(|it| it.parse().expect("a number")).collect()
    };
    let is_java = fields[1] == "jop";
    let ends = numbers(14).into_iter().zip(numbers(15));
    Run {
        line: line.to_owned(),
        program: if is_java {
            golden_runs::rom(Build::Jop)
        } else {
            program(&golden_runs::folder().join("cmp").join(fields[1]))
        },
        image: if is_java {
            golden_runs::image(fields[0])
        } else {
            Vec::new()
        },
        config: config(&fields),
        is_java,
        outcome: Outcome {
            ends: ends.map(|(cycle, word)| (cycle, word as u32)).collect(),
            results: fields[16].to_owned(),
            output: fields[17].to_owned(),
        },
    }
}

fn config(fields: &[&str]) -> (MachineConfig, Processors) {
    let number = |field: usize| fields[field].parse().expect("a number");
    let slots = || Slots {
        slot: number(4),
        read_gap: number(5),
        write_gap: number(6),
    };
    let machine = MachineConfig {
        memory: fields[8].parse().expect("a memory"),
        ram_cnt: number(9),
        jpc_width: number(10),
        block_bits: number(11),
        spm_width: number(12),
        memory_words: fields[13].parse().expect("a number"),
        ..MachineConfig::default()
    };
    let processors = Processors {
        cores: number(2),
        arbiter: match fields[3] {
            "tdma" => ArbiterKind::Tdma(slots()),
            "round-robin" => ArbiterKind::RoundRobin,
            "fair" => ArbiterKind::Fair,
            "fixed-priority" => ArbiterKind::FixedPriority,
            other => panic!("no arbiter `{other}`"),
        },
        lock_unit: fields[7].parse().expect("a lock unit"),
    };
    (machine, processors)
}

impl Run {
    fn last_end(&self) -> u64 {
        let ends = self.outcome.ends.iter().map(|(cycle, _)| *cycle);
        ends.max().expect("a processor")
    }

    fn execute(&self) -> Outcome {
        let built =
            Multiprocessor::new((&self.config.0, &self.config.1), &self.program, &self.image);
        let mut processors = built.expect("processors");
        let mut collector = Collector {
            nothing: NoProbe,
            ends: vec![(0, 0); processors.cpus.len()],
            bytes: Vec::new(),
        };
        while processors.cycle() < self.last_end() + MARGIN {
            let first_ends = processors.step(&mut collector).is_some();
            let all_ended = collector.ends.iter().all(|(cycle, _)| *cycle != 0);
            if all_ended || self.is_java && first_ends {
                break;
            }
        }
        let name = self.line.split(',').next().expect("a name");
        let output = golden_runs::digest(&collector.bytes);
        Outcome {
            ends: collector.ends,
            results: results(name, &processors),
            output: if self.is_java { output } else { String::new() },
        }
    }
}

/// The words that a program leaves in memory, as the table has them.
fn results(name: &str, processors: &Multiprocessor) -> String {
    let words = |first: u32, count: u32| -> String {
        let words = (first..first + count).map(|it| processors.memory.words.read(it).to_string());
        words.collect::<Vec<_>>().join(" ")
    };
    match name {
        "counter" | "counter-lock" => words(100, 1),
        "signal" => words(300, 8),
        "load" => golden_runs::digest(words(1024, 512).as_bytes()),
        "order" => golden_runs::digest(words(200, 170).as_bytes()),
        _ => String::new(),
    }
}

#[test]
fn several_processors_take_the_cycles_of_the_rtl() {
    let mut runs = runs();
    assert!(runs.len() > 150, "{}", runs.len());
    runs.retain(|run| parts::all() || run.last_end() < SHORT);
    assert!(runs.len() > 50, "{}", runs.len());
    let different: Vec<String> = runs
        .par_iter()
        .filter_map(|run| {
            let outcome = run.execute();
            (outcome != run.outcome).then(|| format!("{}: {outcome:?}", run.line))
        })
        .collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}
