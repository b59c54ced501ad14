//! Programs on machines, run with everything that a report tells of.

use isa::{MachineConfig, Output, Stop};
use jopizer::LinkProgram;
use jopizer::{LinkOptions, Linked};
use microcode::Build;
use run::checkpoint::{Checkpoint, RunState, TAIL};
use run::probes::CollectionProbe;
use run::{Microcode, Program, Setup};
use sim_core::{Machine, Statistics};

/// A machine under observation.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) machine: Machine,
    pub(crate) probes: (Statistics, CollectionProbe),
    pub(crate) output: Vec<Output>,
}

impl Run {
    /// Runs to the end of the program or to `limit`.
    pub(crate) fn run(&mut self, limit: u64) {
        while let Stop::Output(output) = self.machine.run(limit, &mut self.probes) {
            self.output.push(output);
            if matches!(output, Output::Exit(_)) {
                break;
            }
        }
    }

    /// What a report tells of it.
    pub(crate) fn figures(&self) -> (Statistics, run::probes::Collections) {
        (self.probes.0, self.probes.1.collections())
    }

    pub(crate) fn cycle(&self) -> u64 {
        self.machine.state.cycle
    }

    /// The checkpoint of this moment.
    pub(crate) fn checkpoint(&self, linked: &Linked, microcode: &microcode::Program) -> Checkpoint {
        let printed: Vec<u8> = self
            .output
            .iter()
            .filter_map(|output| match output {
                Output::Uart(byte) => Some(*byte),
                _ => None,
            })
            .collect();
        let kept = printed.len().saturating_sub(TAIL);
        Checkpoint {
            subject: Setup {
                program: Program::linked("a program", linked.clone()),
                machine: self.machine.config().clone(),
                microcode: Microcode::foreign("jop", microcode.clone()),
            }
            .subject(),
            state: self.machine.state.clone(),
            run: RunState {
                statistics: self.probes.0.into(),
                collections: self.probes.1.clone(),
                printed: printed.len() as u64,
                diagnostics: 0,
                tail: printed[kept..].to_vec(),
                trace: Vec::new(),
                exit_line_ends: None,
            },
        }
    }

    /// A run that goes on from a checkpoint.
    pub(crate) fn resume(checkpoint: &Checkpoint) -> Self {
        let run = &checkpoint.run;
        Self {
            machine: checkpoint.machine().unwrap(),
            probes: (run.statistics.into(), run.collections.clone()),
            output: Vec::new(),
        }
    }
}

/// Our microcode.
pub(crate) fn microcode() -> microcode::Program {
    microcode::jvm_assembly(Build::Jop).unwrap().program
}

/// A machine from the text of its file.
pub(crate) fn machine(toml: &str) -> MachineConfig {
    MachineConfig::from_toml(toml).unwrap()
}

/// An embedded program of that length.
pub(crate) fn program(name: &str, length: u32, config: &MachineConfig) -> Linked {
    let program = runtime::programs::find(name).unwrap();
    program.link(length, config.memory_words).unwrap()
}

/// A program that prints what it reads in capitals, up to a full stop.
pub(crate) fn echo(config: &MachineConfig) -> Linked {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/programs");
    jopizer::link(&LinkOptions {
        memory_words: config.memory_words,
        ..LinkOptions::new("Echo", [folder.into()])
    })
    .unwrap()
}

/// A run at its first cycle.
pub(crate) fn start(linked: &Linked, config: &MachineConfig) -> Run {
    Run {
        machine: Machine::new(config, &microcode(), &linked.image.words).unwrap(),
        probes: (
            Statistics::default(),
            CollectionProbe::new(Some(&linked.symbols)),
        ),
        output: Vec::new(),
    }
}
