//! Switches between threads, watched from outside.

use isa::MachineConfig;
use jopizer::{LinkOptions, link};
use microcode::Build;
use run::probes::{Reason, Switch, SwitchProbe};
use run::{End, Ending, MachineRun};
use sim_core::Machine;

const CYCLE_LIMIT: u64 = 10_000_000;

fn switches(program: &str) -> Vec<Switch> {
    let options = LinkOptions::new(program, [tests::path("programs/programs.jar")]);
    let linked = link(&options).expect("a program that links");
    let probe = SwitchProbe::new(Some(&linked.symbols));
    let microcode = microcode::jvm(Build::Strict);
    let machine = Machine::new(&MachineConfig::default(), &microcode, &linked.image.words)
        .expect("a machine");
    let mut engine = MachineRun::new(machine, probe);
    let mut ending = Ending::of_program(false).max_cycles(CYCLE_LIMIT);
    let end = run::drive_silently(&mut engine, &mut ending);
    assert_eq!(end, Ok(End::Exit(0)), "{program} does not end");
    engine.probe.into_switches()
}

fn between<'a>(
    switches: &'a [Switch],
    from: &'a str,
    to: &'a str,
) -> impl Iterator<Item = &'a Switch> {
    switches
        .iter()
        .filter(move |switch| switch.from == from && switch.to == to)
}

#[test]
fn each_switch_goes_on_where_the_one_before_led() {
    for program in ["ProducerConsumer", "Priorities", "Threads"] {
        let switches = switches(program);
        assert_eq!(switches[0].from, "main", "{program}");
        assert_eq!(switches.last().map(|last| last.to.as_str()), Some("main"));
        for pair in switches.windows(2) {
            assert_eq!(pair[0].to, pair[1].from, "{program}: {pair:?}");
            assert_ne!(pair[0].from, pair[0].to, "{program}: {pair:?}");
            assert!(pair[0].cycle < pair[1].cycle, "{program}: {pair:?}");
        }
    }
}

/// The buffer has three places, so 31 values need at least ten turns each.
#[test]
fn producer_and_consumer_wait_for_each_other() {
    let switches = switches("ProducerConsumer");
    for (from, to) in [("producer", "consumer"), ("consumer", "producer")] {
        let waits = between(&switches, from, to).filter(|switch| switch.reason == Reason::Wait);
        assert!(waits.count() >= 8, "{from} to {to}: {switches:?}");
    }
    let ends = switches
        .iter()
        .filter(|switch| switch.reason == Reason::End);
    assert_eq!(ends.count(), 2);
}

#[test]
fn a_thread_of_higher_priority_interrupts_and_is_never_interrupted() {
    let switches = switches("Priorities");
    let timer = |switch: &&Switch| switch.reason == Reason::Timer;
    let interrupted = |name: &str| {
        switches
            .iter()
            .filter(timer)
            .filter(|switch| switch.from == name)
            .count()
    };
    assert_eq!(interrupted("high"), 0);
    assert!(interrupted("medium") >= 1 && interrupted("low") >= 1);
    assert!(
        switches
            .iter()
            .filter(timer)
            .all(|switch| switch.to == "high")
    );
    assert_eq!(between(&switches, "medium", "low").count(), 0);
    // `low` has no turn before `medium` is done.
    let first_low = switches.iter().position(|switch| switch.to == "low");
    let medium_end = switches
        .iter()
        .position(|switch| switch.from == "medium" && switch.reason == Reason::End);
    assert!(medium_end < first_low, "{switches:?}");
}
