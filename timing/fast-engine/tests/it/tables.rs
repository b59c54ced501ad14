//! Tables that our microcode does not give: what the engine makes of them, and what it refuses.

use crate::support;
use cost_model::{Carrier, EvaluatedTable};
use fast_engine::{Engine, Fault, NoProbe};
use isa::{MachineConfig, Output, Stop, op};
use jopizer::LinkProgram;
use microcode::Build;

const GOTO: usize = op::GOTO as usize;
const IADD: usize = op::IADD as usize;
const IDIV: usize = op::IDIV as usize;

/// The lift on the default machine with a changed table.
fn lift(change: impl FnOnce(&mut EvaluatedTable)) -> Engine {
    let config = MachineConfig::default();
    let program = runtime::programs::find("lift").expect("an embedded program");
    let linked = program
        .link(10, config.memory_words)
        .expect("a program that links");
    let mut costs = support::costs_of(&config, Build::Jop);
    change(&mut costs);
    support::engine_with(&config, Build::Jop, &linked.image.words, costs)
}

fn cycles(mut engine: Engine) -> Result<u64, Fault> {
    loop {
        match engine.run(u64::MAX, &mut NoProbe)? {
            Stop::Output(Output::Exit(_)) => return Ok(engine.cycles()),
            Stop::Output(_) => {}
            Stop::Limit => unreachable!("no limit"),
        }
    }
}

/// Counts one bytecode.
struct Count(usize, u64);

impl fast_engine::Probe for Count {
    const BYTECODES: bool = true;

    fn executed(&mut self, executed: &fast_engine::Executed) {
        let row = executed.path.row;
        self.1 += u64::from(row == cost_model::RowId::Bytecode(self.0 as u8));
    }
}

#[test]
fn a_bytecode_that_costs_more_costs_that_much_more_each_time() {
    let mut count = Count(IADD, 0);
    let mut engine = lift(|_| {});
    while engine.run(u64::MAX, &mut count) != Ok(Stop::Output(Output::Exit(0))) {}
    assert!(count.1 > 100);
    let dearer = lift(|costs| costs.bytecodes[IADD].usual.cycles += 3);
    assert_eq!(cycles(dearer), Ok(engine.cycles() + 3 * count.1));
}

#[test]
fn a_bytecode_without_cycles_is_refused_where_the_program_comes_to_it() {
    let free = lift(|costs| costs.bytecodes[GOTO].usual.cycles = 0);
    let fault = cycles(free).expect_err("a loop could go on in no time");
    assert_eq!(
        fault.to_string(),
        "the cost table has no cycles for bytecode 167, which the program comes to: its usual path needs 1 or more"
    );
}

#[test]
fn a_bytecode_that_our_microcode_leaves_to_java_is_refused_as_microcode() {
    let other = lift(|costs| costs.bytecodes[IDIV].carrier = Carrier::Microcode);
    let fault = cycles(other).expect_err("the engine knows it only as a Java method");
    assert!(
        matches!(
            fault,
            Fault::NotInMicrocode {
                opcode: op::IDIV,
                ..
            }
        ),
        "{fault}"
    );
}
