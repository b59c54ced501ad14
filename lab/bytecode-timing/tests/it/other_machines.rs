//! Results depend on no option of the machine: memory, caches, sizes.

use bytecode_timing::cases::{self, Case};
use bytecode_timing::scene::{Outcome, Scene};
use isa::{MachineConfig, MemoryKind, op};
use microcode::{Build, Program, jvm};

fn machines() -> Vec<(&'static str, MachineConfig)> {
    let machine = MachineConfig::default;
    vec![
        (
            "one read cycle",
            MachineConfig {
                ram_cnt: 1,
                ..machine()
            },
        ),
        (
            "slow memory",
            MachineConfig {
                ram_cnt: 9,
                ..machine()
            },
        ),
        (
            "16-bit SRAM",
            MachineConfig {
                memory: MemoryKind::Sram16,
                ..machine()
            },
        ),
        (
            "synchronous SRAM",
            MachineConfig {
                memory: MemoryKind::Ssram32,
                ram_cnt: 3,
                ..machine()
            },
        ),
        (
            "2 KB method cache",
            MachineConfig {
                jpc_width: 11,
                ..machine()
            },
        ),
        (
            "32 blocks",
            MachineConfig {
                block_bits: 5,
                ..machine()
            },
        ),
        (
            "object cache",
            MachineConfig {
                object_cache: true,
                ..machine()
            },
        ),
        (
            "data caches",
            MachineConfig {
                data_cache: true,
                ..machine()
            },
        ),
        (
            "scratchpad",
            MachineConfig {
                spm_width: 8,
                ..machine()
            },
        ),
    ]
}

/// What a run leaves behind: operands or frame of the method that ended it, registers, memory.
fn results(outcome: &Outcome) -> (Vec<u32>, [u32; 3], Vec<u32>) {
    let registers = [outcome.vp(), outcome.stack_ram(0), outcome.stack_ram(1)];
    let words = &outcome.machine.state.memory_system.memory.words;
    (outcome.operands(), registers, words.as_slice().to_vec())
}

fn run(case: &Case, program: &Program, config: &MachineConfig, machine: &str) -> Outcome {
    let outcome = case.scene.clone().run_on(program, config);
    outcome.unwrap_or_else(|error| panic!("opcode {}, {machine}: {error}", case.opcode))
}

/// A bad load that the jop build reports late, so that its frame holds a later pc: spec 04 section 8.
fn is_late(build: Build, case: &Case) -> bool {
    build == Build::Jop
        && case.path == "index"
        && matches!(
            case.opcode,
            op::IALOAD | op::FALOAD | op::AALOAD..=op::SALOAD
        )
}

/// A return from a method of 1,000 words, which has no place in a small cache.
fn is_too_large(case: &Case, config: &MachineConfig) -> bool {
    config.jpc_width < 12
        && case.missed_words.is_some()
        && matches!(case.opcode, op::IRETURN..=op::RETURN)
}

#[test]
fn every_bytecode_leaves_the_same_on_every_machine() {
    for build in [Build::Jop, Build::Strict] {
        let program = jvm(build);
        for case in cases::all(build) {
            let reference = results(&run(
                &case,
                &program,
                &MachineConfig::default(),
                "reference",
            ));
            for (machine, config) in machines() {
                if !is_late(build, &case) && !is_too_large(&case, &config) {
                    let outcome = run(&case, &program, &config, machine);
                    let context = format!("opcode {}, `{}`, {machine}", case.opcode, case.path);
                    assert_eq!(results(&outcome), reference, "{context}");
                }
            }
        }
    }
}

#[test]
fn a_hit_of_the_object_cache_takes_five_cycles() {
    let config = MachineConfig {
        object_cache: true,
        ..MachineConfig::default()
    };
    for opcode in [op::GETFIELD, op::GETFIELD_REF] {
        let mut scene = Scene::new();
        let object = scene.image.object(&[11, 12, 13], 0);
        scene.push(object).run_before(&[opcode, 0, 2, op::POP]);
        scene.push(object).test(&[opcode, 0, 2]);
        let outcome = scene.run_on(&jvm(Build::Jop), &config);
        let outcome = outcome.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(outcome.cycles(), 5);
        assert_eq!(outcome.operands(), [13]);
    }
}
