//! Random methods whose loops end by construction.

use microcode::Build;
use parts::has_jdk;
use wcet_check::random::program;
use wcet_check::{Verdict, check_random, machines};

#[test]
fn no_call_of_a_random_method_takes_longer_than_its_bound() {
    if !has_jdk() {
        return;
    }
    let mut held = 0;
    for (seed, machine) in (100..).zip(machines(Build::Jop).unwrap()).take(2) {
        for (machine, it) in check_random(seed, 1, std::slice::from_ref(&machine)).unwrap() {
            let bound = it.bound.as_ref();
            let bound = bound.map(|bound| (bound.cycles, &bound.disproved));
            assert_ne!(
                it.verdict(),
                Verdict::Violated,
                "seed {seed}, {machine}: {} took {} cycles, bound {bound:?}",
                it.name,
                it.seen.max
            );
            held += usize::from(it.verdict() == Verdict::Holds);
        }
    }
    assert!(held > 20, "only {held} methods have a bound");
}

#[test]
fn a_seed_gives_the_same_program_again_and_another_seed_another_one() {
    let (one, again, other) = (program(7, 2), program(7, 2), program(8, 2));
    assert_eq!(one.classes, again.classes);
    assert_ne!(one.classes, other.classes);
    assert_eq!(one.classes.len(), 2);
}
