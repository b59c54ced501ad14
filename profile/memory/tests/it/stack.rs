//! Depth of the stack against the hardware's own limit.

use std::path::PathBuf;

use isa::MachineConfig;
use jopizer::LinkOptions;
use memory_profile::{HeapLayer, StackUse};
use microcode::{Build, jvm};
use proptest::prelude::*;
use record::Contexts;
use record::Layered;
use run::MachineRun;
use run::events::MachineEvents;
use sim_core::Machine;

use crate::support::{check, embedded, record};

/// Depths in a run that may end anyhow, and whether the hardware has raised an overflow.
fn run(linked: &jopizer::Linked, config: &MachineConfig) -> (StackUse, bool) {
    let machine =
        Machine::new(config, &jvm(Build::Jop), &linked.image.words).expect("the program fits");
    let symbols = Some(&linked.symbols);
    let probe = Layered {
        contexts: Contexts::new(&linked.image.words, symbols),
        layer: HeapLayer::new(config, symbols, true).expect("our runtime"),
    };
    let mut run = MachineRun::new(machine, MachineEvents::new(probe));
    let Ok(_) = run::alone(&mut run, 20_000_000);
    let overflow = run.machine.state.stack.sp_ov;
    let Layered { contexts, layer } = run.probe.finish();
    let contexts = (contexts.finish(), Default::default());
    let memory = layer.finish(Default::default(), contexts, &linked.symbols);
    (memory.stack, overflow)
}

#[test]
fn an_overflow_is_raised_where_the_depth_reaches_the_limit() {
    let classes = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut before = 0;
    let mut overflows = 0;
    for calls in 1..24 {
        let options = LinkOptions {
            arguments: vec![calls.to_string()],
            ..LinkOptions::new("Deep", [classes.clone()])
        };
        let linked = jopizer::link(&options).expect("the program links");
        let (stack, overflow) = run(&linked, &MachineConfig::default());
        let deepest = stack.threads.iter().map(|it| it.words).max().unwrap_or(0);
        let limit = stack.limit_words;
        assert_eq!(
            deepest >= limit,
            overflow,
            "{calls} calls: {deepest} of {limit}"
        );
        assert!(deepest >= before || overflow, "{calls} calls: {deepest}");
        before = deepest;
        overflows += u32::from(overflow);
    }
    assert!((1..20).contains(&overflows), "{overflows} of 23 overflow");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn depths_do_not_depend_on_the_memory(ram_cnt in 2u8..9, name in prop::sample::select(vec!["lift", "recursion"])) {
        let usual = MachineConfig::default();
        let linked = embedded(name, Some(1), &usual);
        let config = MachineConfig { ram_cnt, ..usual.clone() };
        let [one, other] = [&usual, &config].map(|config| record(&linked, config, true));
        check(name, &other);
        let words = |memory: &memory_profile::MemoryProfile| -> Vec<u32> {
            memory.stack.threads.iter().map(|it| it.words).collect()
        };
        prop_assert_eq!(words(&one), words(&other));
        prop_assert_eq!(&one.stack.contexts, &other.stack.contexts);
    }
}
