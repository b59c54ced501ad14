//! Sums of profiles.

use cross_profile::{MergeError, Profile};
use proptest::prelude::*;

use crate::support::{events, play};

/// Contexts of all threads by their chains of names, with all their figures.
fn figures(profile: &Profile) -> Vec<String> {
    let mut lines = Vec::new();
    for thread in &profile.threads {
        for id in thread.tree.ids() {
            let chain = thread.tree.path(id);
            let chain = chain.iter().map(|id| {
                let context = thread.tree.context(*id);
                (profile.name(context.method), context.service)
            });
            let chain: Vec<_> = chain.collect();
            let context = thread.tree.context(id);
            lines.push(format!(
                "{} {chain:?} {} {} {:?}",
                thread.name, context.calls, context.bytecodes, context.cycles
            ));
        }
    }
    lines.sort();
    lines
}

proptest! {
    #[test]
    fn a_sum_has_the_cycles_calls_and_bytecodes_of_its_parts(first in events(), second in events()) {
        let (first, one) = play(&first);
        let (mut second, two) = play(&second);
        // The same methods under other numbers.
        second.methods.reverse();
        let mut sum = first.clone();
        sum.add(&second).unwrap();
        prop_assert_eq!(sum.total_cycles(), one.cycles + two.cycles);
        let calls: u64 = sum.by_method().iter().map(|method| method.calls).sum();
        prop_assert_eq!(calls, one.calls + two.calls);
        prop_assert_eq!(sum.bytecodes[usize::from(isa::op::ICONST_4)].count, 2);
        let mut other = second.clone();
        other.add(&first).unwrap();
        // The start of a thread has the name that the first profile gives it.
        second.methods.clone_from(&first.methods);
        let mut twice = first.clone();
        twice.add(&first).unwrap();
        let doubled: u64 = twice.threads.iter().map(|thread| thread.tree.contexts().len() as u64).sum();
        prop_assert_eq!(doubled as usize, first.contexts(), "the same contexts are no new ones");
        let mut parts: Vec<u64> = first.by_method().iter().zip(other.by_method()).map(|(_, sum)| sum.bytecodes).collect();
        parts.sort_unstable();
        prop_assert_eq!(parts.iter().sum::<u64>(), one.bytecodes + two.bytecodes);
    }

    #[test]
    fn a_sum_with_nothing_is_the_profile(events in events()) {
        let (profile, _) = play(&events);
        let mut sum = profile.clone();
        for thread in &mut sum.threads {
            thread.tree = cross_profile::CallingContextTree::new(cross_profile::MethodId(0));
        }
        sum.bytecodes.fill(cross_profile::BytecodeUse::default());
        sum.add(&profile).unwrap();
        prop_assert_eq!(figures(&sum), figures(&profile));
        prop_assert_eq!(&sum.bytecodes, &profile.bytecodes);
    }
}

#[test]
fn threads_of_one_name_are_matched_by_their_order() {
    let (mut first, _) = play(&[]);
    first.threads.truncate(1);
    let thread = first.threads[0].clone();
    first.threads.push(thread);
    for (thread, cycles) in first.threads.iter_mut().zip([1, 10]) {
        thread
            .tree
            .context_mut(cross_profile::CallingContextTree::ROOT)
            .cycles[0] = cycles;
    }
    let mut sum = first.clone();
    sum.add(&first).unwrap();
    let cycles: Vec<u64> = sum
        .threads
        .iter()
        .map(|it| it.tree.total_cycles())
        .collect();
    assert_eq!(cycles, [2, 20]);
}

#[test]
fn cycles_of_two_machines_engines_or_microcodes_do_not_add_up() {
    let (first, _) = play(&[]);
    let mut other = first.clone();
    other.provenance.machine = "ab".to_owned();
    let refused = first.clone().add(&other);
    assert_eq!(
        refused,
        Err(MergeError::Differs {
            what: "the machine",
            first: String::new(),
            other: "ab".to_owned()
        })
    );
    let mut flat = first.clone();
    flat.flat = true;
    assert!(matches!(first.clone().add(&flat), Err(MergeError::Flat(_))));
}
