//! Superblocks against the reference in lock-step: golden vectors, golden runs, embedded programs, cut at random cycles.

use isa::{MachineConfig, StudiedName};
use jopizer::LinkProgram;
use microcode::{Build, jvm};
use rayon::prelude::*;
use runtime::programs::PROGRAMS;
use sim_core::Machine;
use superblock::BlockMachine;
use superblock_kit::LockStep;
use trace::golden::Vector;

use crate::{conformance, golden_runs};

/// Numbers from a seed.
fn random(seed: &mut u64) -> u64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

/// Runs a machine in lock-step, `apart` cycles at most between two cuts; gives the cycles that ran as superblocks.
fn compare(machine: Machine, cycles: u64, falters: bool, apart: u64) -> Result<u64, String> {
    let mut seed = cycles ^ apart;
    let engine = if falters {
        BlockMachine::faltering(machine, seed)
    } else {
        BlockMachine::new(machine)
    };
    let mut lock_step = LockStep::new(engine);
    while lock_step.cycle() < cycles {
        let cut = lock_step.cycle() + 1 + random(&mut seed) % apart;
        if lock_step.run_to(cut.min(cycles))?.is_some() {
            break;
        }
    }
    Ok(lock_step.block_cycles())
}

/// Compares every case in both manners; gives the cycles that ran as superblocks.
fn compare_all<T: Sync>(
    cases: &[T],
    name: impl Fn(&T) -> String + Sync,
    machine: impl Fn(&T) -> (Machine, u64, u64) + Sync,
) -> u64 {
    let outcomes: Vec<Result<u64, String>> = cases
        .par_iter()
        .flat_map(|case| {
            [false, true]
                .into_par_iter()
                .map(move |falters| (case, falters))
        })
        .map(|(case, falters)| {
            let (machine, cycles, apart) = machine(case);
            compare(machine, cycles, falters, apart)
                .map_err(|report| format!("{}: {report}", name(case)))
        })
        .collect();
    let differences: Vec<&String> = outcomes.iter().filter_map(|it| it.as_ref().err()).collect();
    assert!(differences.is_empty(), "{differences:#?}");
    outcomes.iter().flatten().sum()
}

#[test]
fn golden_vectors_take_the_same_states_at_any_cut() {
    let paths = conformance::vectors();
    let cycles = compare_all(
        &paths,
        |path| path.display().to_string(),
        |path| {
            let vector = Vector::read(path).expect("a golden trace");
            let machine = vector.build_machine().expect("a machine for the trace");
            (machine, vector.trace.len() as u64, 150)
        },
    );
    assert!(cycles > 0);
}

#[test]
fn golden_runs_take_the_same_states_at_any_cut() {
    let runs = golden_runs::runs();
    let cycles = compare_all(
        &runs,
        |run| run.line.clone(),
        |run| {
            let rom = golden_runs::rom(run.build);
            let machine = Machine::new(&run.config, &rom, &run.image).expect("a machine");
            // The start, and in the long part of the tests more of the program.
            (
                machine,
                if parts::all() { 400_000 } else { 100_000 },
                10_000,
            )
        },
    );
    assert!(cycles > 2_500_000, "{cycles}");
}

#[test]
fn studied_method_caches_take_the_same_states_at_any_cut() {
    let programs =
        ["lift", "crc32", "udpip"].map(|name| runtime::programs::find(name).expect(name));
    let cases: Vec<_> = (0..)
        .zip(StudiedName::KNOWN)
        .map(|(n, name)| (programs[n % programs.len()], name))
        .collect();
    let cycles = compare_all(
        &cases,
        |(program, name)| format!("{} {name}", program.name),
        |(program, name)| {
            let config = MachineConfig {
                method_cache: name.parse().expect("a studied cache"),
                jpc_width: 12,
                block_bits: 3,
                ..MachineConfig::default()
            };
            let linked = program
                .link(program.length, config.memory_words)
                .expect("it links");
            let machine = Machine::new(&config, &jvm(Build::Jop), &linked.image.words);
            (machine.expect("a machine"), 200_000, 5_000)
        },
    );
    assert!(cycles > 500_000, "{cycles}");
}

#[test]
fn embedded_programs_take_the_same_states_at_any_cut() {
    let machines = [
        (Build::Jop, 2, false, false),
        (Build::Strict, 1, false, false),
        (Build::Jop, 3, true, false),
        (Build::Strict, 2, false, true),
        (Build::Jop, 5, true, true),
    ];
    let pairs = PROGRAMS.iter().enumerate().flat_map(|(number, program)| {
        let turn = number % machines.len();
        let of_program = machines.into_iter().enumerate();
        of_program.map(move |(machine, it)| (machine == turn, (program, it)))
    });
    // In the short part of the tests each program takes its turn on one machine.
    let own = pairs.filter(|(is_turn, _)| parts::all() || *is_turn);
    let cases: Vec<_> = own.map(|(_, case)| case).collect();
    let cycles = compare_all(
        &cases,
        |(program, machine)| format!("{} {machine:?}", program.name),
        |(program, (build, ram_cnt, object_cache, data_cache))| {
            let config = MachineConfig {
                ram_cnt: *ram_cnt,
                object_cache: *object_cache,
                data_cache: *data_cache,
                ..MachineConfig::default()
            };
            let linked = program
                .link(program.length, config.memory_words)
                .expect("it links");
            let machine = Machine::new(&config, &jvm(*build), &linked.image.words);
            (machine.expect("a machine"), 300_000, 20_000)
        },
    );
    assert!(cycles > 200_000 * cases.len() as u64, "{cycles}");
}
