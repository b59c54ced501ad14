//! Trees that are recorded, merged, written and read keep every cycle.

use crate::support::{events, play};
use cross_profile::{
    CallingContextTree, Charge, Context, MethodId, Profile, Recorder, Service, file,
};
use proptest::prelude::*;

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
        prop_assert_eq!(file::read(&bytes(&profile)[..]).unwrap(), profile);
    }

    #[test]
    fn a_damaged_file_is_refused_or_tells_the_same(events in events(), place: prop::sample::Index, change in 1u8..=255) {
        let (profile, _) = play(&events);
        let mut bytes = bytes(&profile);
        // The ten bytes of the gzip header hold a time stamp and the name of a system, which mean nothing.
        let place = 10 + place.index(bytes.len() - 10);
        bytes[place] ^= change;
        // Up to seven bits between the last block and the checksum mean nothing either.
        if let Ok(read) = file::read(&bytes[..]) {
            prop_assert_eq!(read, profile);
        }
    }

    #[test]
    fn a_cut_file_is_refused(events in events(), place: prop::sample::Index) {
        let (profile, _) = play(&events);
        let bytes = bytes(&profile);
        prop_assert!(file::read(&bytes[..place.index(bytes.len())]).is_err());
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
    assert!(each < 250, "{each} bytes per context");
    let bytes = bytes(&profile);
    assert!(
        bytes.len() < 25 * profile.contexts(),
        "{} bytes",
        bytes.len()
    );
    assert_eq!(file::read(&bytes[..]).unwrap(), profile);
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
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(b"joplab-profile 9\n{}\n").unwrap();
    let error = file::read(&encoder.finish().unwrap()[..]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "profile version 9 is not known, only 1 and 2; record it again with this version"
    );
}
