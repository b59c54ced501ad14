//! Exercises of a first Java course on the machine, compared with what they print on the host JVM.

use isa::MachineConfig;
use microcode::Build;
use rayon::prelude::*;
use tests::machine;
use tests::program::Program;

/// Programs whose own calls need more words of stack than the hardware has: recursion, and a comparison that walks groups.
const DEEP: [&str; 5] = ["ForkJoin", "MergeSort", "SearchTree", "Shapes", "Sudoku"];

/// A machine with room for deep recursion: a stack of 1,024 words, and 4 MB of memory.
fn roomy() -> MachineConfig {
    MachineConfig {
        ram_width: 10,
        memory_words: 1 << 20,
        ..MachineConfig::default()
    }
}

fn differences(build: Build, config: &MachineConfig) -> Vec<(String, String)> {
    let programs = Program::course().into_par_iter().filter_map(|program| {
        let outcome = machine::run_in_blocks(&program.link(), build, config);
        let text = program.difference(&outcome)?;
        let last = String::from_utf8_lossy(&outcome.stderr);
        Some((program.name.clone(), format!("{text}; {last}")))
    });
    programs.collect()
}

#[test]
fn every_exercise_does_on_a_roomy_machine_what_it_does_on_the_host() {
    let different = differences(Build::Strict, &roomy());
    assert!(different.is_empty(), "{different:#?}");
}

#[test]
fn only_exercises_with_deep_recursion_overflow_the_stack_of_the_hardware() {
    let different = differences(Build::Jop, &MachineConfig::default());
    let names: Vec<_> = different.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, DEEP, "{different:#?}");
    for (name, text) in &different {
        assert!(text.contains("StackOverflowError"), "{name}: {text}");
    }
}
