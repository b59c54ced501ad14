//! Iterations of polling loops are waiting: on both engines the same ones, to the cycle, and nothing else changes.

use std::sync::LazyLock;

use cross_profile::{Cause, Charge, Profile, Provenance};
use fast_engine::Engine;
use isa::{MachineConfig, UartKind};
use jopizer::{LinkOptions, Linked, link};
use microcode::Build;
use proptest::prelude::*;
use record::{Grain, Limits, RecordedMachine};
use run::MachineRun;
use run::polls::{Awaited, Polls};
use sim_core::Machine;

use crate::support;

/// Reads a line, and polls the clock before: both loops are its own or of the library.
static READ_LINE: LazyLock<Linked> = LazyLock::new(|| {
    let options = LinkOptions {
        arguments: vec!["0".to_owned(), "300".to_owned()],
        ..LinkOptions::new("ReadLine", [tests::path("serial")])
    };
    link(&options).expect("tests/serial/ReadLine.class")
});

/// Sleeps with and without a monitor.
static WAITING: LazyLock<Linked> = LazyLock::new(|| {
    let options = LinkOptions::new("Waiting", [tests::path("programs/programs.jar")]);
    link(&options).expect("a program of the tests")
});

fn machines() -> [MachineConfig; 3] {
    let timed = MachineConfig {
        uart: UartKind::Timed,
        uart_baud: 1_000_000,
        ..MachineConfig::default()
    };
    let slow = MachineConfig {
        ram_cnt: 6,
        uart_baud: 500_000,
        ..timed.clone()
    };
    [MachineConfig::default(), timed, slow]
}

/// The profiles of both engines after so many cycles at most.
fn both(linked: &Linked, config: &MachineConfig, build: Build, limit: u64) -> [Profile; 2] {
    let symbols = Some(&linked.symbols);
    let image = &linked.image.words;
    let mut engine = Engine::with_derived_costs(config, build, image).expect("an engine");
    engine.feed(b"a line\n");
    let ours = support::on_engine(engine, symbols, limit).expect("it runs");
    let theirs = support::on_machine_fed(
        (config, build),
        (image, b"a line\n"),
        (image, symbols),
        ours.cycles,
    );
    assert_eq!(support::unbalanced(&ours), None);
    assert_eq!(support::unbalanced(&theirs), None);
    [ours.profile, theirs.profile]
}

fn cycles(profile: &Profile, cause: Cause) -> u64 {
    profile.total_by_cause()[cause as usize]
}

#[test]
fn both_engines_find_the_same_waits_in_programs_that_poll() {
    for (number, config) in machines().iter().enumerate() {
        for build in [Build::Jop, Build::Strict] {
            let [ours, theirs] = both(&READ_LINE, config, build, u64::MAX);
            assert_eq!(support::difference(&ours, &theirs), None);
            assert!(cycles(&ours, Cause::WaitTime) > 10_000, "{number}");
            let waits_for_uart = cycles(&ours, Cause::WaitIo);
            assert_eq!(waits_for_uart > 0, number > 0, "{waits_for_uart}");
            let [ours, theirs] = both(&WAITING, config, build, u64::MAX);
            assert_eq!(support::difference(&ours, &theirs), None);
            assert!(cycles(&ours, Cause::WaitTime) > 10_000, "{number}");
            assert!(cycles(&ours, Cause::WaitIdle) > 10_000, "{number}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..tests::random_program::config() })]

    #[test]
    fn a_run_that_is_cut_anywhere_has_the_same_waits(limit in 20_000_u64..400_000, timed in 0..3_usize, reads in any::<bool>()) {
        let linked = if reads { &READ_LINE } else { &WAITING };
        let [ours, theirs] = both(linked, &machines()[timed], Build::Jop, limit);
        prop_assert_eq!(support::difference(&ours, &theirs), None);
    }
}

/// Superblocks run where the UART is instant; the reference runs every cycle.
#[test]
fn superblocks_see_the_waits_of_the_reference() {
    let config = MachineConfig::default();
    let image = &WAITING.image.words;
    let machine = || Machine::new(&config, &microcode::jvm(Build::Jop), image).expect("it fits");
    let probe = || record::machine::contexts(image, Some(&WAITING.symbols));
    let mut blocks = record::machine::profiled(machine(), probe());
    let mut reference = MachineRun::new(machine(), probe());
    let Ok(_) = run::alone(&mut blocks, u64::MAX);
    let Ok(_) = run::alone(&mut reference, u64::MAX);
    let profiles = [blocks.probe.1, reference.probe]
        .map(|probe| probe.finish().into_profile(Provenance::default()));
    assert_eq!(support::difference(&profiles[0], &profiles[1]), None);
    assert!(cycles(&profiles[0], Cause::WaitIdle) > 0);
}

#[test]
fn waits_are_taken_from_the_other_charges_of_their_context() {
    let config = &machines()[1];
    let [_, with] = both(&READ_LINE, config, Build::Jop, u64::MAX);
    let image = &READ_LINE.image.words;
    let without = support::on_machine_fed(
        (config, Build::Jop),
        (image, b"a line\n"),
        // Without the code no loop is known to poll.
        (&[], Some(&READ_LINE.symbols)),
        u64::MAX,
    );
    let without = without.profile;
    assert_eq!(
        cycles(&without, Cause::WaitIo) + cycles(&without, Cause::WaitTime),
        0
    );
    assert_eq!(with.bytecodes, without.bytecodes);
    for (with, without) in with.threads.iter().zip(&without.threads) {
        let pairs = with.tree.contexts().iter().zip(without.tree.contexts());
        for (with, without) in pairs {
            assert_eq!((with.method, with.calls), (without.method, without.calls));
            assert_eq!(with.bytecodes, without.bytecodes);
            assert_eq!(with.self_cycles(), without.self_cycles());
            for charge in Charge::ALL.into_iter().filter(|charge| !charge.is_wait()) {
                assert!(with.cycles[charge as usize] <= without.cycles[charge as usize]);
            }
        }
    }
}

#[test]
fn polling_loops_are_found_in_drivers_of_any_class() {
    let polls = Polls::of(&READ_LINE.image.words, Some(&READ_LINE.symbols));
    let in_method = |class: &str, name: &str| -> Vec<Awaited> {
        let mut methods = READ_LINE.symbols.methods_named(class, name);
        let method = methods.next().expect("a method of the program").address;
        let sites = polls.sites().iter().filter(|it| it.method == method);
        sites.map(|site| site.awaited).collect()
    };
    // Before the loop the clock is read once; the loop that empties the FIFO calls.
    assert_eq!(in_method("ReadLine", "kept"), [Awaited::Clock]);
    assert_eq!(
        in_method("com.jopdesign.sys.UartInput", "received"),
        [Awaited::Input]
    );
    let writes: Vec<Awaited> = READ_LINE
        .symbols
        .methods_named("java.io.PrintStream", "write")
        .flat_map(|method| {
            polls
                .sites()
                .iter()
                .filter(|it| it.method == method.address)
        })
        .map(|site| site.awaited)
        .collect();
    assert!(
        !writes.is_empty() && writes.iter().all(|it| *it == Awaited::Output),
        "{writes:?}"
    );
}

#[test]
fn a_recording_has_the_waits_of_the_profile() {
    let config = MachineConfig::default();
    let image = &WAITING.image.words;
    let symbols = Some(&WAITING.symbols);
    let machine = Machine::new(&config, &microcode::jvm(Build::Jop), image).expect("it fits");
    let limits = Limits::default();
    let recording = support::recording(Grain::Bytecode, &limits, (image, symbols)).expect("limits");
    let mut run = RecordedMachine::new(machine, recording, symbols);
    let Ok(_) = run::alone(&mut run, u64::MAX);
    let (recorded, rows) = support::finished(run.recording);
    let [_, profile] = both(&WAITING, &config, Build::Jop, u64::MAX);
    assert_eq!(support::difference(&recorded, &profile), None);
    let cycles: u64 = rows.iter().map(|row| row.figures.cycles).sum();
    assert_eq!(cycles, profile.total_cycles());
}
