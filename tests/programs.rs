//! Java programs on the machine, held against what they print on the host JVM.

use microcode::Build;
use rayon::prelude::*;
use sim_core::MachineConfig;
use tests::machine;
use tests::program::Program;

fn differences(build: Build, config: &MachineConfig, programs: &[Program]) -> String {
    let differences = programs
        .par_iter()
        .filter_map(|program| program.difference(&machine::run(&program.link(), build, config)));
    differences.collect::<Vec<_>>().join("\n")
}

/// Those whose behaviour on the host both builds have.
fn loose_programs() -> Vec<Program> {
    let mut programs = Program::all();
    programs.retain(|program| !program.needs(Build::Strict));
    programs
}

#[test]
fn every_program_does_on_the_strict_build_what_it_does_on_the_host() {
    let different = differences(Build::Strict, &MachineConfig::default(), &Program::all());
    assert!(different.is_empty(), "{different}");
}

/// With one wait state more than the default machine, exceptions of array loads come in time (spec README).
#[test]
fn every_program_without_strict_checks_does_so_on_the_build_with_the_cycles_of_the_hardware() {
    let config = MachineConfig {
        ram_cnt: 3,
        ..MachineConfig::default()
    };
    let different = differences(Build::Jop, &config, &loose_programs());
    assert!(different.is_empty(), "{different}");
}
