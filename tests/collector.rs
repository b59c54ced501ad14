//! The garbage collector under stress, watched from outside.

use std::convert::Infallible;
use std::sync::OnceLock;

use isa::{MachineConfig, Output};
use jopizer::{LinkOptions, Linked, link};
use microcode::Build;
use run::probes::{CollectionProbe, Collections};
use run::{End, Guest, Limits, MachineRun};
use sim_core::{Machine, NoProbe, Probe};

const CYCLE_LIMIT: u64 = 300_000_000;

fn linked(program: &str) -> Linked {
    let options = LinkOptions::new(program, [tests::path("programs/programs.jar")]);
    link(&options).expect("a program that links")
}

/// Runs a program to its end with a memory of so many words; gives its output and cycles.
fn run<P: Probe>(linked: &Linked, memory_words: u32, probe: &mut P) -> (String, u64) {
    let config = MachineConfig {
        memory_words,
        ..MachineConfig::default()
    };
    let program = microcode::jvm(Build::Strict);
    let machine = Machine::new(&config, &program, &linked.image.words).expect("a machine");
    let mut engine = MachineRun::new(machine, probe);
    let mut text = String::new();
    let mut sink = |output| {
        match output {
            Output::Uart(byte) => text.push(byte.into()),
            Output::Exit(0) => {}
            other => panic!("{other:?} after `{text}`"),
        }
        Ok::<(), Infallible>(())
    };
    let limits = Limits::cycles(CYCLE_LIMIT);
    let end = run::to_end(Guest::trusted(), &mut engine, &mut sink, &limits);
    assert_eq!(end, Ok(End::Exit(0)), "no end after `{text}`");
    (text, engine.machine.state.cycle)
}

/// What the stress test printed, its cycles, and what the probe saw.
fn stress() -> &'static (String, u64, Collections) {
    static STRESS: OnceLock<(String, u64, Collections)> = OnceLock::new();
    STRESS.get_or_init(|| {
        let linked = linked("CollectorStress");
        let mut probe = CollectionProbe::new(Some(&linked.symbols));
        let (text, cycles) = run(&linked, 10_240, &mut probe);
        (text, cycles, probe.collections())
    })
}

#[test]
fn a_program_that_allocates_a_hundred_times_the_heap_runs_as_on_the_host() {
    let (text, cycles, seen) = stress();
    let expected = include_str!("programs/CollectorStress.expected");
    assert_eq!(text, expected);
    let heap = seen.after_last;
    assert!(
        seen.bytes_allocated > 100 * 4 * u64::from(heap.words),
        "{seen:?}"
    );
    assert!(seen.count > 100, "{seen:?}");
    assert!(seen.longest_pause * seen.count >= seen.pause, "{seen:?}");
    assert!(seen.pause < *cycles, "{seen:?}");
    assert!(seen.words_moved > 0, "{seen:?}");
}

#[test]
fn the_figures_fit_together() {
    let (_, _, seen) = stress();
    let heap = seen.after_last;
    let handles = 8 * (heap.handles_in_use + heap.free_handles);
    assert_eq!(
        heap.words,
        heap.data_words + heap.largest_free_words + handles
    );
    assert_eq!(
        heap.free_words,
        heap.largest_free_words + 8 * heap.free_handles
    );
    // A list of 60, 24 arrays of 30 words on average, a tree, and what the runtime itself keeps.
    assert!((80..200).contains(&heap.handles_in_use), "{heap:?}");
    assert!((600..2000).contains(&heap.data_words), "{heap:?}");
    assert!((0.0..1.0).contains(&heap.fragmentation()), "{heap:?}");
}

#[test]
fn the_probe_costs_the_program_no_cycle() {
    let linked = linked("ProducerConsumer");
    let mut probe = CollectionProbe::new(Some(&linked.symbols));
    let watched = run(&linked, 1 << 18, &mut probe);
    assert_eq!(watched, run(&linked, 1 << 18, &mut NoProbe));
    assert_eq!(probe.collections().count, 0);
    assert!(probe.collections().objects > 5);
}

#[test]
fn without_symbols_nothing_is_seen() {
    let linked = linked("ProducerConsumer");
    let mut probe = CollectionProbe::new(None);
    run(&linked, 1 << 18, &mut probe);
    assert_eq!(probe.collections(), Collections::default());
}
