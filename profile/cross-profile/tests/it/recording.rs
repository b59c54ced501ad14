//! Trees that are recorded, merged, written and read keep every cycle.

use std::ops::Range;

use crate::support::{events, play};
use cross_profile::context_names::region_name;
use cross_profile::observer::{InRegion, WRITER};
use cross_profile::{
    CallingContextTree, Charge, Context, MethodId, Observer, Profile, Provenance, Recorder,
    Service, Spent, Transfer, file,
};
use isa::op;
use proptest::prelude::*;
use recording::Recording;

#[test]
fn a_region_is_a_context_between_the_method_and_what_it_does_meanwhile() {
    let (main, work, region) = (MethodId(1), MethodId(2), MethodId(3));
    let mut recorder = Recorder::new(MethodId(0));
    recorder.enter(main, Service::Program, 10);
    recorder.charge(Charge::Execute, 1);
    for _ in 0..2 {
        recorder.begin_region(region);
        recorder.charge(Charge::Execute, 10);
        recorder.enter(work, Service::Program, 20);
        recorder.charge(Charge::Execute, 100);
        recorder.resume(10);
        recorder.charge(Charge::Execute, 10);
        recorder.end_region(region);
    }
    recorder.charge(Charge::Execute, 1000);
    // It ends with the method that has begun it.
    recorder.enter(work, Service::Program, 20);
    recorder.begin_region(region);
    recorder.charge(Charge::Execute, 7);
    recorder.resume(10);
    recorder.charge(Charge::Execute, 2000);
    recorder.end_region(region);
    let tree = recorder.into_trees().remove(0);
    let chains: Vec<(Vec<u32>, u64, u64)> = tree
        .ids()
        .map(|id| {
            let chain = tree
                .path(id)
                .into_iter()
                .map(|id| tree.context(id).method.0);
            let context = tree.context(id);
            (chain.collect(), context.calls, context.self_cycles())
        })
        .collect();
    let expected = [
        (vec![0], 0, 0),
        (vec![0, 1], 1, 3001),
        (vec![0, 1, 3], 2, 0),
        (vec![0, 1, 3, 1], 0, 40),
        (vec![0, 1, 3, 1, 2], 2, 200),
        (vec![0, 1, 2], 1, 0),
        (vec![0, 1, 2, 3], 1, 0),
        (vec![0, 1, 2, 3, 2], 0, 7),
    ];
    assert_eq!(chains, expected);
    let times = tree
        .call_times(cross_profile::ContextId(2))
        .expect("two regions");
    assert_eq!((times.calls, times.min, times.max), (2, 120, 120));
}

#[test]
fn a_call_that_is_reported_at_once_counts_as_one_in_two_reports() {
    let names = [
        "t.A.m1()V".to_owned(),
        "t.A.m2()V".to_owned(),
        format!("{WRITER}(II)V"),
        "t.A.m4()V".to_owned(),
    ];
    let observer = || {
        let literals = [(500, "x".to_owned())];
        Observer::new((1..).zip(names.clone())).with_literals(literals)
    };
    let whole = two_ways_of_reporting(observer(), observer());
    assert_eq!(whole.threads.len(), 3);
    assert!(whole.contexts() > 100, "{}", whole.contexts());
    assert!(whole.methods.contains(&"(region x)".to_owned()));
    let below = || observer().below("t.A.m2");
    let part = two_ways_of_reporting(below(), below());
    let calls = |profile: &Profile| profile.bytecodes[usize::from(op::INVOKESTATIC)].count;
    assert!(0 < calls(&part) && calls(&part) < calls(&whole));
}

/// Reports the same calls to both observers, to one at once with what came before them; the profile, which must be equal.
fn two_ways_of_reporting(mut at_once: Observer, mut in_two: Observer) -> Profile {
    let bytecodes = [
        op::JOPSYS_INVOKE,
        op::INVOKESTATIC,
        op::IRETURN,
        op::NEW,
        op::MONITORENTER,
        op::INVOKEVIRTUAL,
        op::RETURN,
    ];
    let mut frames = vec![(1, 100)];
    let mut seed = 5_u32;
    for _ in 0..2000 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let random = |n: u32| seed >> 8 & n;
        match seed >> 27 {
            0 => {
                let task = [77, 88, 99, 0][random(3) as usize];
                at_once.scheduled(task);
                in_two.scheduled(task);
            }
            1..=4 => {
                let mark = [500, !500][random(1) as usize];
                at_once.marked(mark);
                in_two.marked(mark);
            }
            _ => {}
        }
        let bytecode = bytecodes[(seed >> 16) as usize % bytecodes.len()];
        if matches!(bytecode, op::IRETURN | op::RETURN) {
            frames.truncate(frames.len().max(2) - 1);
        } else if frames.len() < 20 {
            let (_, frame) = frames[frames.len() - 1];
            frames.push((1 + random(3), frame + 1 + random(7)));
        }
        let (address, frame) = frames[frames.len() - 1];
        let [passed, own] = [3, 1].map(|part| Spent {
            cycles: u64::from(20 + random(31) * part),
            memory_read: u64::from(random(3)),
            memory_write: part.into(),
            load: if part == 1 { random(15).into() } else { 0 },
        });
        let transfer = Transfer { address, frame };
        let bytecodes = random(63).into();
        at_once.moved((bytecodes, &passed), bytecode, &own, transfer);
        in_two.passed(bytecodes, &passed);
        in_two.ended(bytecode, &own, Some(transfer));
    }
    let [at_once, in_two] = [at_once, in_two].map(|it| it.into_profile(Provenance::default()));
    assert_eq!(at_once, in_two);
    at_once
}

#[test]
fn a_thread_that_goes_on_has_the_frames_that_it_was_left_with() {
    let names = [
        "t.A.main()V",
        "com.jopdesign.sys.Scheduler.transfer()V",
        "t.A.run()V",
    ];
    let names = names.map(str::to_owned).into_iter();
    let mut observer = Observer::new((1..).zip(names.chain([format!("{WRITER}(II)V")])));
    let (main, transfer, run, writer) = (1, 2, 3, 4);
    let mut step = |bytecode, cycles, to: Option<(u32, u32)>, task: Option<u32>| {
        let spent = Spent {
            cycles,
            ..Spent::default()
        };
        if let Some(task) = task {
            observer.scheduled(task);
        }
        let to = to.map(|(address, frame)| Transfer { address, frame });
        observer.ended(bytecode, &spent, to);
    };
    step(op::INVOKESTATIC, 0, Some((main, 12)), Some(77));
    step(op::INVOKESTATIC, 0, Some((transfer, 17)), None);
    step(op::PUTSTATIC_REF, 0, Some((writer, 21)), None);
    step(op::NOP, 1, None, Some(88));
    step(op::RETURN, 1, Some((transfer, 17)), None);
    // Another thread, whose frames nobody has seen.
    step(op::RETURN, 10, Some((run, 9)), None);
    step(op::INVOKESTATIC, 10, Some((run, 15)), None);
    step(op::INVOKESTATIC, 100, Some((transfer, 20)), None);
    step(op::PUTSTATIC_REF, 0, Some((writer, 24)), None);
    step(op::RETURN, 1, Some((transfer, 20)), Some(77));
    // The first one again, in its own frames, although the writer has returned to the other's.
    step(op::NOP, 1000, None, None);
    step(op::RETURN, 0, Some((main, 12)), None);
    step(op::NOP, 5000, None, None);
    let profile = observer.into_profile(Provenance::default());
    let own = |thread: usize| -> Vec<(u32, u64)> {
        let tree = &profile.threads[thread].tree;
        let contexts = tree.contexts().iter();
        let of = |context: &Context| (context.method.0, context.self_cycles());
        contexts.map(of).collect()
    };
    assert_eq!(
        own(0),
        [(0, 0), (main, 5000), (transfer, 1000), (writer, 2)]
    );
    assert_eq!(own(1), [(0, 20), (run, 100), (transfer, 0), (writer, 1)]);
}

/// An observer of methods 1, 2, ... and what an engine reports to it.
struct Reports(Observer);

impl Reports {
    fn of(names: &[&str]) -> Self {
        let names = names.iter().map(|name| (*name).to_owned());
        Self(Observer::new((1..).zip(names)).with_literals([(500, "x".to_owned())]))
    }

    /// A bytecode of so many cycles that goes to a method and frame, or to none.
    fn step(&mut self, bytecode: u8, cycles: u64, to: Option<(u32, u32)>) {
        let spent = Spent {
            cycles,
            ..Spent::default()
        };
        let to = to.map(|(address, frame)| Transfer { address, frame });
        self.0.ended(bytecode, &spent, to);
    }

    fn profile(self) -> Profile {
        self.0.into_profile(Provenance::default())
    }
}

#[test]
fn figures_of_a_part_take_a_return_that_goes_to_another_thread() {
    let writer = format!("{WRITER}(II)V");
    let mut reports = Reports::of(&["t.A.main()V", &writer, "t.A.part()V"]);
    reports.0 = reports.0.below("t.A.part");
    let (main, writer, part) = (1, 2, 3);
    reports.0.scheduled(77);
    reports.step(op::INVOKESTATIC, 1, Some((main, 10)));
    reports.step(op::INVOKESTATIC, 2, Some((part, 15)));
    reports.step(op::NOP, 40, None);
    reports.step(op::PUTSTATIC_REF, 3, Some((writer, 20)));
    reports.0.scheduled(88);
    // Its cycles are the writer's, in a tree that is larger than that of the thread which it goes to.
    reports.step(op::RETURN, 5, Some((part, 15)));
    reports.step(op::NOP, 600, None);
    let profile = reports.profile();
    let used = |bytecode: u8| profile.bytecodes[usize::from(bytecode)].cycles;
    assert_eq!(used(op::NOP), 40);
    assert_eq!(used(op::RETURN), 5);
    assert_eq!(used(op::PUTSTATIC_REF), 3);
}

/// Chains of the contexts of a thread, and their own cycles where there are any.
fn own_cycles(profile: &Profile, thread: usize) -> Vec<(String, u64)> {
    let tree = &profile.threads[thread].tree;
    let mut chains: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for (place, context) in tree.contexts().iter().enumerate() {
        let name = profile.name(context.method).to_owned();
        let chain = match place {
            0 => name,
            _ => format!("{};{name}", chains[context.parent.0 as usize]),
        };
        if context.self_cycles() > 0 {
            found.push((chain.clone(), context.self_cycles()));
        }
        chains.push(chain);
    }
    found
}

#[test]
fn a_mark_waits_for_the_return_of_the_call_that_made_it() {
    let mut reports = Reports::of(&["main", "start", "handler", "other"]);
    let (main, start, handler, other) = (1, 2, 3, 4);
    reports.0.scheduled(77);
    reports.step(op::INVOKESTATIC, 0, Some((main, 10)));
    reports.step(op::INVOKESTATIC, 0, Some((start, 15)));
    reports.0.marked(500);
    // An interrupt in place of the return, and another thread that returns from the same frame.
    reports.step(op::SYS_INT, 0, Some((handler, 20)));
    reports.0.scheduled(88);
    reports.step(op::INVOKESTATIC, 0, Some((other, 10)));
    reports.step(op::INVOKESTATIC, 0, Some((start, 15)));
    reports.step(op::RETURN, 0, Some((other, 10)));
    reports.step(op::NOP, 1000, None);
    reports.0.scheduled(77);
    reports.step(op::RETURN, 0, Some((start, 15)));
    reports.step(op::NOP, 1, None);
    reports.step(op::RETURN, 0, Some((main, 10)));
    reports.step(op::NOP, 20, None);
    let profile = reports.profile();
    let own = |thread| own_cycles(&profile, thread);
    let expected = [
        ("(start);main;start", 1),
        ("(start);main;(region x);main", 20),
    ];
    assert_eq!(own(0), expected.map(|(chain, own)| (chain.to_owned(), own)));
    assert_eq!(own(1), [("(start);other".to_owned(), 1000)]);
}

#[test]
fn a_mark_of_a_call_that_was_left_by_an_exception_is_nobody_elses() {
    let mut reports = Reports::of(&["main", "start", "callee"]);
    let (main, start, callee) = (1, 2, 3);
    reports.step(op::INVOKESTATIC, 0, Some((main, 10)));
    reports.step(op::INVOKESTATIC, 0, Some((start, 15)));
    reports.0.marked(500);
    reports.step(op::INVOKESTATIC, 0, Some((callee, 20)));
    reports.step(op::RETURN, 0, Some((main, 10)));
    reports.step(op::INVOKESTATIC, 0, Some((callee, 15)));
    reports.step(op::RETURN, 0, Some((main, 10)));
    reports.step(op::NOP, 20, None);
    let own = own_cycles(&reports.profile(), 0);
    assert_eq!(own, [("(start);main".to_owned(), 20)]);
}

#[test]
fn a_mark_from_before_a_restart_is_dropped_and_a_region_begins_with_it() {
    let mut reports = Reports::of(&["main", "start", "callee"]);
    let (main, start, callee) = (1, 2, 3);
    reports.step(op::INVOKESTATIC, 0, Some((main, 10)));
    reports.step(op::INVOKESTATIC, 0, Some((start, 15)));
    reports.0.marked(500);
    let at = Transfer {
        address: main,
        frame: 10,
    };
    let region = InRegion {
        handle: 500,
        frame: 10,
        begins: true,
    };
    reports.0.restart(at, false, Some(region));
    reports.step(op::INVOKESTATIC, 0, Some((callee, 15)));
    reports.step(op::NOP, 3, None);
    reports.step(op::RETURN, 0, Some((main, 10)));
    reports.step(op::NOP, 20, None);
    let profile = reports.profile();
    let expected = [
        ("(start);(region x);main", 20),
        ("(start);(region x);main;callee", 3),
    ];
    let expected = expected.map(|(chain, own)| (chain.to_owned(), own));
    assert_eq!(own_cycles(&profile, 0), expected);
}

#[test]
fn a_region_that_goes_on_in_a_callee_is_there_until_its_own_frame_is_left() {
    let mut reports = Reports::of(&["main", "middle", "callee"]);
    let (main, middle, callee) = (1, 2, 3);
    let at = Transfer {
        address: callee,
        frame: 30,
    };
    let region = InRegion {
        handle: 500,
        frame: 10,
        begins: false,
    };
    reports.0.restart(at, false, Some(region));
    reports.step(op::NOP, 3, None);
    // `middle` is at 20: that it was called is not known.
    reports.step(op::RETURN, 0, Some((middle, 20)));
    reports.step(op::NOP, 4, None);
    reports.step(op::INVOKESTATIC, 0, Some((callee, 30)));
    reports.step(op::NOP, 5, None);
    reports.step(op::RETURN, 0, Some((middle, 20)));
    reports.step(op::RETURN, 0, Some((main, 10)));
    reports.step(op::NOP, 6, None);
    reports.step(op::RETURN, 0, Some((main, 0)));
    reports.step(op::NOP, 7, None);
    let expected = [
        ("(start)", 7),
        ("(start);(region x)", 10),
        ("(start);(region x);callee", 8),
    ];
    let expected = expected.map(|(chain, own)| (chain.to_owned(), own));
    assert_eq!(own_cycles(&reports.profile(), 0), expected);
}

#[test]
fn calls_of_a_region_are_listed_in_the_order_of_their_begins() {
    let observer = Observer::new([(1, "main".to_owned()), (2, "mark".to_owned())]);
    let literals = [(500, "x".to_owned()), (600, "y".to_owned())];
    let mut reports = Reports(observer.with_literals(literals).listing([region_name("x")]));
    reports.step(op::INVOKESTATIC, 0, Some((1, 10)));
    for (mark, after) in [
        (500, 5),
        (600, 1),
        (500, 2),
        (!500, 1),
        (!600, 0),
        (!500, 3),
        (500, 4),
    ] {
        reports.step(op::INVOKESTATIC, 0, Some((2, 15)));
        reports.0.marked(mark);
        reports.step(op::RETURN, 0, Some((1, 10)));
        reports.step(op::NOP, after, None);
    }
    assert_eq!(cycles_of_calls(&reports.0), [0..9, 6..8, 12..u64::MAX]);
}

#[test]
fn calls_of_a_method_are_listed_by_whatever_way_they_end() {
    let names = [
        (1, "main".to_owned()),
        (2, "step".to_owned()),
        (3, "deep".to_owned()),
    ];
    let observer = Observer::new(names).listing(["step".to_owned()]);
    let mut reports = Reports(observer);
    reports.step(op::INVOKESTATIC, 0, Some((1, 10)));
    reports.step(op::INVOKESTATIC, 2, Some((2, 20)));
    reports.step(op::NOP, 5, None);
    reports.step(op::RETURN, 1, Some((1, 10)));
    reports.step(op::INVOKESTATIC, 3, Some((2, 20)));
    reports.step(op::INVOKESTATIC, 3, Some((3, 30)));
    // An exception leaves two frames.
    reports.step(op::RETURN, 4, Some((1, 10)));
    reports.step(op::INVOKESTATIC, 1, Some((2, 20)));
    assert_eq!(cycles_of_calls(&reports.0), [2..8, 11..18, 19..u64::MAX]);
}

fn cycles_of_calls(observer: &Observer) -> Vec<Range<u64>> {
    let calls = observer.calls().into_iter();
    calls.map(|call| call.cycles).collect()
}

fn calls(profile: &Profile) -> u64 {
    let trees = profile.threads.iter().map(|thread| &thread.tree);
    trees
        .flat_map(CallingContextTree::contexts)
        .map(|context| context.calls)
        .sum()
}

fn bytes(profile: &Profile) -> Vec<u8> {
    let mut bytes = Vec::new();
    file::write(profile, &mut bytes).expect("memory takes it");
    bytes
}

proptest! {
    #[test]
    fn the_causes_of_all_contexts_add_up_to_what_was_charged(events in events()) {
        let (profile, account) = play(&events);
        prop_assert_eq!(profile.total_cycles(), account.cycles);
        prop_assert_eq!(profile.total_by_cause().iter().sum::<u64>(), account.cycles);
        prop_assert_eq!(calls(&profile), account.calls);
        let methods = profile.by_method();
        prop_assert_eq!(methods.iter().map(|m| m.self_cycles).sum::<u64>(), account.cycles);
        prop_assert_eq!(methods.iter().map(|m| m.bytecodes).sum::<u64>(), account.bytecodes);
    }

    #[test]
    fn the_merged_tree_holds_the_sums_of_the_threads(events in events()) {
        let (profile, account) = play(&events);
        let merged = profile.merged().expect("a thread");
        prop_assert_eq!(merged.total_cycles(), account.cycles);
        prop_assert_eq!(merged.total_by_cause(), profile.total_by_cause());
        prop_assert_eq!(merged.inclusive_cycles()[0], account.cycles);
    }

    #[test]
    fn a_profile_is_the_same_after_writing_and_reading(events in events()) {
        let (profile, _) = play(&events);
        prop_assert_eq!(file::read(&bytes(&profile)).unwrap(), profile);
    }

    #[test]
    fn a_damaged_file_is_refused_or_tells_the_same(events in events(), place: prop::sample::Index, change in 1u8..=255) {
        let (profile, _) = play(&events);
        let mut bytes = bytes(&profile);
        let place = place.index(bytes.len());
        bytes[place] ^= change;
        // In place of the byte at the end, another section may seem to be cut off.
        if let Ok(read) = file::read(&bytes) {
            prop_assert_eq!(place, bytes.len() - 1);
            prop_assert!(!Recording::read(&bytes).unwrap().is_whole());
            prop_assert_eq!(read, profile);
        }
    }

    #[test]
    fn a_cut_file_is_refused_or_lacks_nothing_but_its_end(events in events(), place: prop::sample::Index) {
        let (profile, _) = play(&events);
        let whole = bytes(&profile);
        let cut = &whole[..place.index(whole.len())];
        if let Ok(read) = file::read(cut) {
            prop_assert_eq!(cut.len(), whole.len() - 1);
            prop_assert!(!Recording::read(cut).unwrap().is_whole());
            prop_assert_eq!(read, profile);
        }
    }
}

#[test]
fn a_service_covers_all_that_it_calls() {
    let mut recorder = Recorder::new(MethodId(0));
    recorder.enter(MethodId(1), Service::Allocation, 10);
    recorder.enter(MethodId(2), Service::Program, 20);
    recorder.charge(Charge::MemoryRead, 5);
    let tree = recorder.into_trees().remove(0);
    let context = &tree.contexts()[2];
    assert_eq!(context.service, Service::Allocation);
    assert_eq!(
        context.by_cause()[cross_profile::Cause::Allocation as usize],
        5
    );
}

#[test]
fn an_exception_that_leaves_two_frames_goes_on_in_the_third() {
    let mut recorder = Recorder::new(MethodId(0));
    for frame in 1..=3 {
        recorder.enter(MethodId(frame), Service::Program, frame * 10);
    }
    recorder.resume(10);
    recorder.charge(Charge::Execute, 1);
    let tree = recorder.into_trees().remove(0);
    let cycles: Vec<u64> = tree.contexts().iter().map(Context::self_cycles).collect();
    assert_eq!(cycles, [0, 1, 0, 0]);
}

#[test]
fn a_tree_of_many_contexts_takes_few_bytes_for_each_and_reads_back() {
    const CONTEXTS: u32 = 200_000;
    let mut recorder = Recorder::new(MethodId(0));
    // Frame after frame of a chain that branches: every third callee returns at once.
    for pointer in 1..CONTEXTS {
        recorder.enter(MethodId(pointer), Service::Program, pointer);
        recorder.charge(Charge::Execute, u64::from(pointer));
        if pointer % 3 == 0 {
            recorder.resume(pointer - 1);
        }
    }
    let (mut profile, _) = play(&[]);
    profile.methods = (0..CONTEXTS).map(|number| number.to_string()).collect();
    profile.threads[0].tree = recorder.into_trees().remove(0);
    assert_eq!(profile.contexts(), CONTEXTS as usize);
    let each = profile.memory_bytes() / profile.contexts();
    assert!(each < 280, "{each} bytes per context");
    let bytes = bytes(&profile);
    assert!(
        bytes.len() < 25 * profile.contexts(),
        "{} bytes",
        bytes.len()
    );
    assert_eq!(file::read(&bytes).unwrap(), profile);
}

#[test]
fn the_hottest_contexts_are_a_tree_in_the_order_of_their_cycles() {
    let mut tree = CallingContextTree::new(MethodId(0));
    for (method, cycles) in [(1, 5), (2, 20), (3, 7)] {
        let id = tree.callee(CallingContextTree::ROOT, MethodId(method), Service::Program);
        let below = tree.callee(id, MethodId(9), Service::Program);
        tree.context_mut(below).cycles[0] = cycles;
    }
    let shown = |most| -> Vec<(usize, u32)> {
        let hottest = tree.hottest(most).into_iter();
        hottest
            .map(|(depth, id)| (depth, tree.context(id).method.0))
            .collect()
    };
    let all = [(0, 0), (1, 2), (2, 9), (1, 3), (2, 9), (1, 1), (2, 9)];
    assert_eq!(shown(0), all);
    assert_eq!(shown(4), all[..4]);
    assert_eq!(shown(5), all[..5]);
}

#[test]
fn a_recursive_method_counts_its_inclusive_cycles_once() {
    let mut recorder = Recorder::new(MethodId(0));
    for frame in 1..=3 {
        recorder.enter(MethodId(1), Service::Program, frame);
        recorder.charge(Charge::Execute, 10);
    }
    let tree = recorder.into_trees().remove(0);
    let (mut profile, _) = play(&[]);
    profile.threads[0].tree = tree;
    let method = profile.by_method()[1];
    assert_eq!((method.self_cycles, method.inclusive_cycles), (30, 30));
}

#[test]
fn another_version_says_which() {
    let error = file::read(b"joplab-recording 9\n\0").unwrap_err();
    assert_eq!(
        error.to_string(),
        "recording version 9 is not known, only 2; record it again with this version"
    );
}
