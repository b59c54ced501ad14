//! Legal programs, cut anywhere.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sim_core::Machine;
use superblock::BlockMachine;
use superblock_kit::LockStep;

use crate::legal_programs::{LegalProgram, legal_programs};

/// Cycles of a case.
const CYCLES: u64 = 6000;

/// Runs a machine in lock-step: cut at cycles that `seed` chooses, `apart` at most.
pub(crate) fn compare(
    machine: Machine,
    cycles: u64,
    seed: u64,
    apart: u64,
) -> Result<LockStep, String> {
    let engine = if seed & 1 == 0 {
        BlockMachine::new(machine)
    } else {
        BlockMachine::faltering(machine, seed)
    };
    let mut lock_step = if seed & 2 == 0 {
        LockStep::new(engine)
    } else {
        LockStep::quiet(engine)
    };
    let mut random = seed;
    while lock_step.cycle() < cycles {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let step = 1 + (random >> 33) % apart;
        lock_step.run_to(lock_step.cycle() + step)?;
    }
    Ok(lock_step)
}

fn run(program: &LegalProgram, plain: bool, seed: u64, apart: u64) -> Result<LockStep, String> {
    let mut config = program.world.config.clone();
    if plain {
        config.stack_ram = isa::StackRamKind::OldData;
    }
    let machine = Machine::new(&config, &program.program(), &program.world.memory());
    compare(machine.map_err(|e| e.to_string())?, CYCLES, seed, apart)
}

fn cuts() -> impl Strategy<Value = u64> {
    prop_oneof![Just(3u64), Just(40), Just(1000), Just(6000)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn legal_programs_take_the_same_states_at_any_cut(
        program in legal_programs(),
        plain in prop::bool::weighted(0.9),
        seed: u64,
        apart in cuts(),
    ) {
        let outcome = run(&program, plain, seed, apart);
        prop_assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
    }
}

#[test]
fn legal_programs_reach_superblocks() {
    let mut runner = TestRunner::deterministic();
    let cycles: u64 = (0..300)
        .map(|seed| {
            let program = legal_programs()
                .new_tree(&mut runner)
                .expect("nothing is filtered out");
            run(&program.current(), true, seed, 1000)
                .expect("no difference")
                .block_cycles()
        })
        .sum();
    assert!(cycles > 20_000, "{cycles}");
}
