//! Recordings of programs, and checks of their sums.

use cross_profile::MethodId;
use isa::MachineConfig;
use jopizer::{LinkProgram as _, Linked};
use memory_profile::{Counted, MemoryProfile};
use microcode::Build;
use recorders::{Choice, RecordedRun};
use run::{Microcode, Program, Setup};

/// An embedded program of its usual length, or of another.
pub(crate) fn embedded(name: &str, length: Option<u32>, config: &MachineConfig) -> Linked {
    let program = runtime::programs::find(name).expect("an embedded program");
    let length = length.unwrap_or(program.length);
    program.link(length, config.memory_words).expect("it links")
}

/// Records a run to its end.
pub(crate) fn record(linked: &Linked, config: &MachineConfig, on_reference: bool) -> MemoryProfile {
    let setup = Setup {
        program: Program::linked("a program", linked.clone()),
        machine: config.clone(),
        microcode: Microcode::ours(Build::Jop),
    };
    let choice = Choice {
        heap: true,
        every_cycle: on_reference,
        ..Choice::default()
    };
    let machine = setup.build().expect("the program fits");
    let mut run = RecordedRun::new(machine, choice, &setup).expect("our runtime");
    let Ok(end) = run::alone(&mut run, u64::MAX);
    assert!(end.is_of_program(), "{end:?}");
    run.finish(end, &setup).heap.expect("a heap")
}

/// Sum of some figure of all sites.
fn sum(memory: &MemoryProfile, of: impl Fn(&memory_profile::Site) -> u64) -> u64 {
    memory.sites.iter().map(of).sum()
}

fn counted<'a>(rows: impl IntoIterator<Item = &'a Counted>) -> Counted {
    let mut all = Counted::default();
    for row in rows {
        all.absorb(*row);
    }
    all
}

/// Every sum that has to be conserved.
pub(crate) fn check(name: &str, memory: &MemoryProfile) {
    let seen = memory.recorded.collections;
    let allocated = memory.allocated();
    assert_eq!(allocated.objects, seen.objects, "{name}: objects");
    assert_eq!(4 * allocated.words, seen.bytes_allocated, "{name}: bytes");
    assert_eq!(memory.collections.len() as u64, seen.count, "{name}");
    let pauses: u64 = memory.collections.iter().map(|it| it.pause).sum();
    assert_eq!(pauses, seen.pause, "{name}: pauses");
    assert_eq!(
        sum(memory, |it| it.pause),
        seen.pause,
        "{name}: pauses of sites"
    );
    let cycles: u64 = memory.collections.iter().map(|it| it.cycles).sum();
    assert_eq!(
        cycles,
        collector_cycles(memory),
        "{name}: collector's cycles"
    );
    assert_eq!(
        sum(memory, |it| it.cycles),
        cycles,
        "{name}: cycles of sites"
    );
    assert_eq!(
        memory.profile.total_cycles(),
        memory.recorded.cycles,
        "{name}"
    );
    check_lives(name, memory);
    check_collections(name, memory);
    check_stack(name, memory);
}

/// Cycles of the collector and its callees in the profile.
pub(crate) fn collector_cycles(memory: &MemoryProfile) -> u64 {
    let profile = &memory.profile;
    let mut methods = profile.methods.iter();
    let is_collector = |name: &String| name.starts_with("com.jopdesign.sys.Collector.collect(");
    let collector = methods.position(is_collector).expect("the collector");
    let collector = MethodId(collector as u32);
    let figures = profile.by_method();
    figures[collector.0 as usize].inclusive_cycles
}

/// Each object is freed or kept.
fn check_lives(name: &str, memory: &MemoryProfile) {
    let last = memory.collections.len() as u32;
    for site in &memory.sites {
        let lives = site.freed.iter().chain(&site.kept);
        assert_eq!(
            counted(lives.map(|it| &it.objects)),
            site.allocated,
            "{name}: {site:?}"
        );
        assert_eq!(site.kept_for(1), site.live_after(last), "{name}: {site:?}");
    }
}

/// Each collection: live before, plus allocated, is freed plus live after; and so do sites.
fn check_collections(name: &str, memory: &MemoryProfile) {
    let mut before = Counted::default();
    for (place, collection) in memory.collections.iter().enumerate() {
        let there = counted([&before, &collection.allocated]);
        let then = counted([&collection.freed, &collection.live]);
        assert_eq!(there, then, "{name}: collection {place}");
        let live = memory.live_after(place as u32 + 1, |_| true, |_| ());
        assert_eq!(
            live.get(&()).copied().unwrap_or_default(),
            collection.live,
            "{name}"
        );
        assert!(collection.free_words <= memory.heap.words, "{name}");
        before = collection.live;
    }
    if let Some(last) = memory.collections.last() {
        let heap = memory.recorded.collections.after_last;
        assert_eq!(last.free_words, heap.largest_free_words, "{name}");
        assert_eq!(
            last.live.objects,
            u64::from(heap.handles_in_use),
            "{name}: handles"
        );
        let data = last.live.words + last.live.objects;
        assert_eq!(data, u64::from(heap.data_words), "{name}: data");
    }
}

fn check_stack(name: &str, memory: &MemoryProfile) {
    let stack = &memory.stack;
    for (place, thread) in stack.threads.iter().enumerate() {
        let words: u32 = thread.chain.iter().map(|(_, words)| words).sum();
        assert!(words <= thread.words, "{name}: {thread:?}");
        let deepest = stack.contexts[place].iter().map(|it| it.deepest).max();
        assert!(deepest <= Some(stack.ram_words), "{name}");
        if stack.is_exact {
            assert_eq!(deepest, Some(thread.words), "{name}");
        }
    }
}
