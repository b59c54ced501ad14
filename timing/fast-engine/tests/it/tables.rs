//! Tables that our microcode does not give: what the engine makes of them, and what it refuses.

use crate::support;
use cost_model::{Carrier, EvaluatedPath, EvaluatedTable};
use fast_engine::{Engine, Fault, NoProbe};
use isa::{MachineConfig, Output, Stop, op};
use jopizer::LinkProgram;
use microcode::Build;

const GOTO: usize = op::GOTO as usize;
const IADD: usize = op::IADD as usize;
const NEW: usize = op::NEW as usize;

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

/// The table with these bytecodes in microcode, at so many cycles.
fn in_microcode(costs: &mut EvaluatedTable, cycles: u32, is_wanted: impl Fn(usize) -> bool) {
    for (opcode, row) in costs.bytecodes.iter_mut().enumerate() {
        if row.carrier == Carrier::Java && is_wanted(opcode) {
            (row.carrier, row.method) = (Carrier::Microcode, None);
            row.usual = EvaluatedPath {
                cycles,
                ..EvaluatedPath::default()
            };
            row.others.clear();
        }
    }
}

#[test]
fn a_java_bytecode_that_the_table_has_in_microcode_takes_its_cycles_each_time() {
    let mut count = Count(NEW, 0);
    let mut engine = lift(|costs| in_microcode(costs, 40, |opcode| opcode == NEW));
    while engine.run(u64::MAX, &mut count) != Ok(Stop::Output(Output::Exit(0))) {}
    assert!(count.1 > 10);
    let dearer = lift(|costs| in_microcode(costs, 47, |opcode| opcode == NEW));
    assert_eq!(cycles(dearer), Ok(engine.cycles() + 7 * count.1));
    let java = cycles(lift(|_| {})).expect("our own table");
    assert!(engine.cycles() < java);
}

/// What a program prints, with its status.
fn printed(name: &str, length: u32, change: impl FnOnce(&mut EvaluatedTable)) -> (Vec<u8>, u32) {
    let config = MachineConfig::default();
    let program = runtime::programs::find(name).expect("an embedded program");
    let linked = program.link(length, config.memory_words).expect("it links");
    let mut costs = support::costs_of(&config, Build::Jop);
    change(&mut costs);
    let mut engine = support::engine_with(&config, Build::Jop, &linked.image.words, costs);
    let mut text = Vec::new();
    loop {
        match engine.run(u64::MAX, &mut NoProbe).expect("it runs") {
            Stop::Output(Output::Exit(status)) => return (text, status),
            Stop::Output(Output::Uart(byte)) => text.push(byte),
            Stop::Output(_) => {}
            Stop::Limit => unreachable!("no limit"),
        }
    }
}

#[test]
fn programs_print_the_same_with_every_java_bytecode_in_microcode() {
    for (name, length) in [
        ("gc-stress", 1),
        ("double-fft", 1),
        ("strings", 1),
        ("producer-consumer", 1),
    ] {
        let ours = printed(name, length, |_| {});
        let theirs = printed(name, length, |costs| in_microcode(costs, 50, |_| true));
        assert!(!ours.0.is_empty());
        assert_eq!(ours, theirs, "{name}");
    }
}

/// The status of `lift` in a memory of so many words; none if it does not end.
fn status(words: u32, change: impl FnOnce(&mut EvaluatedTable)) -> Option<u32> {
    let config = MachineConfig {
        memory_words: words,
        ..MachineConfig::default()
    };
    let program = runtime::programs::find("lift").expect("an embedded program");
    let linked = program.link(1, words).expect("it links");
    let mut costs = support::costs_of(&config, Build::Jop);
    change(&mut costs);
    let mut engine = support::engine_with(&config, Build::Jop, &linked.image.words, costs);
    loop {
        match engine.run(20_000_000, &mut NoProbe).expect("it runs") {
            Stop::Output(Output::Exit(status)) => return Some(status),
            Stop::Output(_) => {}
            Stop::Limit => return None,
        }
    }
}

#[test]
fn a_program_that_runs_out_of_memory_in_a_replaced_bytecode_ends() {
    let statuses = [9_700, 10_000, 10_500, 11_000].map(|words| {
        let theirs = status(words, |costs| in_microcode(costs, 50, |_| true));
        assert_eq!(theirs, status(words, |_| {}), "{words} words");
        theirs
    });
    assert!(statuses.contains(&Some(1)), "{statuses:?}");
}
