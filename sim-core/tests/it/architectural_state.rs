//! The machine against the interpreter: random legal programs, the same architectural state at every dispatch
//! and in the idle loop at the end.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{FileFailurePersistence, TestRunner};

use crate::interpreter::{Case, Coverage};
use crate::legal_programs::legal_programs;
use crate::lockstep;

/// Cases of an ordinary run; `PROPTEST_CASES` sets another number.
const CASES: u32 = 6000;

fn config() -> ProptestConfig {
    let seeds = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/proptest-regressions/architectural_state.txt"
    );
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: std::env::var("PROPTEST_CASES").map_or(CASES, |_| default.cases),
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(seeds))),
        ..default
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_machine_reaches_the_state_of_the_interpreter_at_every_dispatch(program in legal_programs()) {
        let outcome = lockstep::run(&program);
        prop_assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
    }
}

/// Words of microinstruction that are no branch, and so are written out by the generator.
const WORDS_WITHOUT_A_DISPLACEMENT: std::ops::Range<u16> = 0x000..0x180;

#[test]
fn the_random_programs_reach_every_instruction_and_every_special_case() {
    let mut runner = TestRunner::deterministic();
    let mut coverage = Coverage::default();
    for _ in 0..2000 {
        let program = legal_programs()
            .new_tree(&mut runner)
            .expect("nothing is filtered out");
        coverage.merge(&lockstep::run(&program.current()).expect("no difference"));
    }
    let words = WORDS_WITHOUT_A_DISPLACEMENT;
    let missing: Vec<_> = words.filter(|&word| !coverage.executed(word)).collect();
    assert!(missing.is_empty(), "never executed: {missing:x?}");
    let missing: Vec<_> = Case::ALL
        .iter()
        .filter(|&&case| coverage.count(case) == 0)
        .collect();
    assert!(missing.is_empty(), "never met: {missing:?}");
}
