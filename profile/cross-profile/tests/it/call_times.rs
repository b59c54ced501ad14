//! Times of calls: exact figures, percentiles within their error, and what a recorder notes.

use cross_profile::{CallTimes, Charge, MethodId, Recorder, Service, ThreadId};
use proptest::prelude::*;

fn times(cycles: &[u64]) -> CallTimes {
    let mut times = CallTimes::default();
    for (number, cycles) in cycles.iter().enumerate() {
        times.add(*cycles, number as u64, number as u64 + 1);
    }
    times
}

proptest! {
    #[test]
    fn percentiles_are_wrong_by_a_sixty_fourth_at_most(
        mut cycles in prop::collection::vec(prop_oneof![0..200_u64, 0..1_u64 << 40, any::<u64>().prop_map(|n| n >> 8)], 1..80),
        part in 0.0..=1.0_f64,
    ) {
        let times = times(&cycles);
        cycles.sort_unstable();
        let rank = ((part * cycles.len() as f64).ceil() as usize).max(1);
        let exact = cycles[rank - 1];
        prop_assert!(times.percentile(part).abs_diff(exact) <= exact / 64, "{} for {exact}", times.percentile(part));
        prop_assert_eq!((times.min, times.max), (cycles[0], cycles[cycles.len() - 1]));
        prop_assert_eq!(times.cycles, cycles.iter().sum::<u64>());
        let histogram = times.histogram(12);
        prop_assert!(histogram.len() <= 12);
        prop_assert!(histogram.windows(2).all(|pair| pair[0].to < pair[1].from));
        for bucket in histogram {
            let inside = cycles.iter().filter(|cycles| (bucket.from..=bucket.to).contains(cycles));
            prop_assert_eq!(inside.count() as u64, bucket.calls);
        }
    }

    #[test]
    fn times_in_two_parts_add_up_to_those_of_all(cycles in prop::collection::vec(0..5_000_u64, 2..60), at in any::<prop::sample::Index>()) {
        let at = at.index(cycles.len());
        let mut sum = times(&cycles[..at]);
        let mut rest = CallTimes::default();
        for (number, cycles) in cycles.iter().enumerate().skip(at) {
            rest.add(*cycles, number as u64, number as u64 + 1);
        }
        sum.absorb(&rest);
        prop_assert_eq!(sum, times(&cycles));
    }
}

#[test]
fn a_call_lasts_from_its_entry_to_its_return_without_other_threads() {
    let (outer, inner, other) = (MethodId(1), MethodId(2), MethodId(3));
    let mut recorder = Recorder::new(MethodId(0));
    recorder.charge(Charge::Execute, 100);
    recorder.enter(outer, Service::Program, 10);
    for cycles in [30, 50, 50] {
        recorder.charge(Charge::Execute, 5);
        recorder.enter(inner, Service::Program, 20);
        recorder.charge(Charge::Execute, cycles);
        recorder.switch(ThreadId(1), MethodId(0));
        recorder.enter(other, Service::Program, 90);
        recorder.charge(Charge::MemoryRead, 1_000);
        recorder.resume(0);
        recorder.switch(ThreadId(0), MethodId(0));
        recorder.resume(10);
    }
    recorder.enter(inner, Service::Program, 20);
    let trees = recorder.into_trees();
    let tree = &trees[0];
    let of = |method| {
        let id = tree
            .ids()
            .find(|id| tree.context(*id).method == method)
            .unwrap();
        tree.call_times(id).cloned()
    };
    assert_eq!(of(outer), None, "it has not returned");
    let inner = of(inner).unwrap();
    assert_eq!(
        (inner.calls, inner.min, inner.max, inner.cycles),
        (3, 30, 50, 130)
    );
    // 100, 5 + 30 + 1000, then 5: the first of the longest calls.
    assert_eq!((inner.worst_begin, inner.worst_end), (1_140, 2_190));
}

#[test]
fn an_exception_ends_the_calls_that_it_leaves() {
    let mut recorder = Recorder::new(MethodId(0));
    for (method, frame) in [(1, 10), (2, 20), (3, 30)] {
        recorder.enter(MethodId(method), Service::Program, frame);
        recorder.charge(Charge::Execute, 7);
    }
    recorder.resume(10);
    let tree = recorder.into_trees().remove(0);
    let calls: Vec<Option<u64>> = tree
        .ids()
        .map(|id| tree.call_times(id).map(|times| times.max))
        .collect();
    assert_eq!(calls, [None, None, Some(14), Some(7)]);
}

#[test]
fn recording_that_begins_within_a_call_does_not_time_it() {
    let mut recorder = Recorder::new(MethodId(0));
    recorder.restart(MethodId(1), Service::Program, 10, false);
    recorder.charge(Charge::Execute, 7);
    recorder.resume(0);
    assert!(!recorder.into_trees()[0].has_call_times());
}

#[test]
fn calls_whose_frames_are_lost_have_not_ended() {
    let (outer, inner) = (MethodId(1), MethodId(2));
    let mut recorder = Recorder::new(MethodId(0));
    recorder.enter(outer, Service::Program, 10);
    recorder.enter(inner, Service::Program, 20);
    recorder.charge(Charge::Execute, 5);
    recorder.resume(15);
    assert!(!recorder.into_trees()[0].has_call_times());
}
