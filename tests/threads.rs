//! Switches between threads, watched from outside.

use isa::MachineConfig;
use jopizer::{LinkOptions, link};
use microcode::Build;
use run::probes::ledger::State;
use run::probes::{Reason, Switch, SwitchProbe, ThreadProbe, ThreadStates};
use run::{End, Engine, MachineRun};
use sim_core::Machine;

const CYCLE_LIMIT: u64 = 10_000_000;

/// Threads that end just before main waits for them.
#[test]
fn no_join_misses_the_end_of_its_thread() {
    let options = LinkOptions::new("Joins", [tests::path("threads")]);
    let linked = link(&options).expect("tests/threads/Joins.class");
    for build in [Build::Jop, Build::Strict] {
        let outcome = tests::machine::run(&linked, build, &MachineConfig::default());
        assert_eq!(outcome.status, Some(0), "{outcome:?}");
        assert_eq!(outcome.stdout, b"joined\n");
    }
}

fn switches(program: &str) -> Vec<Switch> {
    let options = LinkOptions::new(program, [tests::path("programs/programs.jar")]);
    let linked = link(&options).expect("a program that links");
    let probe = SwitchProbe::new(Some(&linked.symbols));
    let microcode = microcode::jvm(Build::Strict);
    let machine = Machine::new(&MachineConfig::default(), &microcode, &linked.image.words)
        .expect("a machine");
    let mut engine = MachineRun::new(machine, probe);
    let end = run::alone(&mut engine, CYCLE_LIMIT);
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

/// The states of a program's threads, and its cycles.
fn states(program: &str, build: Build) -> (Vec<ThreadStates>, u64) {
    let options = LinkOptions::new(program, [tests::path("programs/programs.jar")]);
    let linked = link(&options).expect("a program that links");
    let words = &linked.image.words;
    let probe = ThreadProbe::new(words, Some(&linked.symbols));
    let machine = Machine::new(&MachineConfig::default(), &microcode::jvm(build), words);
    let mut run = run::probes::threads::watched(machine.expect("a machine"), probe);
    let Ok(end) = run::alone(&mut run, CYCLE_LIMIT);
    let cycles = run.cycles(end);
    (run.probe.1.finish(cycles), cycles)
}

#[test]
fn the_states_of_a_thread_add_up_from_its_start_to_its_end() {
    for program in [
        "ProducerConsumer",
        "Priorities",
        "Threads",
        "Locks",
        "Executing",
        "Waiting",
    ] {
        for build in [Build::Jop, Build::Strict] {
            let (threads, cycles) = states(program, build);
            assert_eq!((threads[0].times.start, threads[0].times.end), (0, cycles));
            let mut executed = 0;
            for ThreadStates { name, times } in &threads {
                let sum: u64 = times.cycles.iter().sum();
                assert_eq!(sum, times.end - times.start, "{program}: {name}");
                let own = State::ALL.into_iter().filter(|state| state.executes());
                executed += own.map(|state| times.cycles[state as usize]).sum::<u64>();
            }
            // One processor runs them all.
            assert!(executed <= cycles, "{program}: {executed} of {cycles}");
        }
    }
}

#[test]
fn each_wait_has_its_object_and_its_place() {
    let (threads, _) = states("Waiting", Build::Jop);
    let found = |state: State, object: &str, method: &str| {
        let mut waits = threads.iter().flat_map(|thread| &thread.times.waits);
        let place = format!("Waiting.{method}(");
        waits.any(|((own, reason), waits)| {
            let is_it = (*own, &*reason.object) == (state, object);
            is_it && reason.place.starts_with(&place) && waits.cycles > 5_000
        })
    };
    assert!(found(State::Sleep, "clock", "main"));
    assert!(found(State::Clock, "clock", "main"));
    assert!(found(State::Wait, "java.lang.Object #1", "pass"));
    assert!(found(
        State::Lock,
        "java.util.concurrent.locks.ReentrantLock",
        "work"
    ));
    assert!(found(State::Join, "Thread-1", "main"));
}
