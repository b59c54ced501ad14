//! Searches for the longest call: rare ways are found, and nothing is found that the bound does not cover or assume.

use parts::has_jdk;
use wcet::{Analysis, Soundness};
use wcet_check::search::Effort;

use crate::given::{Linkage, given};

/// The longest way needs two numbers that no call of the run has.
const RARE: &str = "    static int mode, sum;
    static int[] data = new int[8];
    static int rare(int x) {
        int s = 0;
        if (x == 1077 && mode == 31) for (int i = 0; i < 50; i++) s += i;
        return s;
    }
    static int largest(int[] of) {
        int large = 0, s = 0;
        for (int i = 0; i < of.length; i++) if (of[i] > 100) large++;
        if (large == 8) for (int i = 0; i < 90; i++) s += i;
        return s;
    }
    static int steps(int x) { int s = 0; while (x > 0) { x -= 3; s += x; } return s; }
    static int narrow(boolean b, byte c) { return b ? c / (c + 1) : 3; }
    static int made(int n) { int[] fresh = new int[n & 3]; return fresh.length; }";
const MAIN: &str = "int n = args.length;
        for (int i = 0; i < 4; i++) {
            mode = n * i + n; data[i] = n * 7;
            sum += rare(i + n) + largest(data) + steps(6 + n) + narrow(n > 0, (byte) n) + made(i);
        }
        System.out.println(sum);";

fn linked() -> Linkage {
    Linkage::of(RARE, MAIN)
}

fn effort(runs: u64) -> Effort {
    Effort {
        seed: 1,
        runs,
        time: None,
    }
}

fn found(linked: &Linkage, method: &str, bounds: &str, runs: u64) -> Analysis {
    let bound = linked.searched(method, given(bounds), effort(runs));
    assert!(
        bound.search.as_ref().unwrap().runs <= runs,
        "{:?}",
        bound.search
    );
    bound
}

#[test]
fn a_rare_way_is_found_and_its_inputs_are_named() {
    if !has_jdk() {
        return;
    }
    let linked = linked();
    let bound = found(&linked, "rare", "", 20_000);
    let search = bound.search.unwrap();
    assert_eq!(search.max, bound.cycles, "{search:?}");
    assert_eq!(bound.sound, Soundness::Yes);
    let mut inputs = search.case.unwrap().inputs;
    inputs.sort_by_key(|it| it.value);
    let inputs: Vec<_> = inputs.iter().map(|it| (&*it.place, it.value)).collect();
    assert_eq!(inputs, [("Main.mode", 31), ("x", 1077)]);
}

#[test]
fn elements_of_arrays_vary() {
    if !has_jdk() {
        return;
    }
    let bound = found(&linked(), "largest", "", 20_000);
    let search = bound.search.unwrap();
    assert!(
        search.of_bound > 0.9 && search.of_bound <= 1.0,
        "{search:?}"
    );
}

#[test]
fn a_call_may_find_the_list_of_handles_empty() {
    if !has_jdk() {
        return;
    }
    let loops = "[loops]\n\"com.jopdesign.sys.Heap.makeRoom\" = [1, 16]";
    let bound = found(&linked(), "made", loops, 200);
    let inputs = bound.search.unwrap().case.unwrap().inputs;
    let empty = ("com.jopdesign.sys.Heap.freeHandles", 0);
    let found = inputs.iter().find(|it| it.place == empty.0);
    assert_eq!(found.map(|it| it.value), Some(empty.1), "{inputs:?}");
}

#[test]
fn the_same_seed_finds_the_same_and_another_one_goes_other_ways() {
    if !has_jdk() {
        return;
    }
    let linked = linked();
    let searches = [1, 1, 2].map(|seed| {
        let effort = Effort {
            seed,
            ..effort(500)
        };
        linked.searched("rare", given(""), effort).search.unwrap()
    });
    assert_eq!(searches[0], searches[1]);
    assert_ne!(searches[0], searches[2]);
}

#[test]
fn a_call_beyond_an_assumed_number_is_no_counterexample_of_the_bound() {
    if !has_jdk() {
        return;
    }
    let low = "[loops]\n\"Main.steps\" = 3\n";
    let bound = found(&linked(), "steps", low, 2_000);
    let search = bound.search.unwrap();
    assert!(bound.disproved.is_empty(), "{:?}", bound.disproved);
    assert_eq!(bound.sound, Soundness::Assumes);
    assert!(
        search.max <= bound.cycles && search.beyond > 0,
        "{search:?}"
    );
    let unproven = search.unproven.unwrap();
    let loop_of_steps = "the loop Main.steps:16 was repeated";
    assert!(unproven.problem.starts_with(loop_of_steps), "{unproven:?}");
    assert_eq!(unproven.case.inputs[0].place, "x");
}

#[test]
fn a_call_of_the_program_beyond_an_assumed_number_disproves_it() {
    if !has_jdk() {
        return;
    }
    let low = "[loops]\n\"Main.steps\" = 1\n";
    let bound = found(&linked(), "steps", low, 100);
    assert_eq!(bound.sound, Soundness::No);
    assert!(!bound.disproved.is_empty());
}

#[test]
fn a_call_that_never_ends_is_beyond_an_assumed_number() {
    if !has_jdk() {
        return;
    }
    let members =
        "    static int m(int n) { int s = 0; while (n != 0) { n -= 2; s++; } return s; }";
    let call = "System.out.println(m(args.length) + m(args.length + 8));";
    let linked = Linkage::of(members, call);
    let bound = found(&linked, "m", "[loops]\n\"Main.m\" = 4\n", 500);
    let search = bound.search.unwrap();
    assert!(bound.disproved.is_empty(), "{:?}", bound.disproved);
    // Half of all numbers are odd; the others are too large as good as always.
    assert!(search.beyond > 100, "{search:?}");
}

#[test]
fn calls_with_an_exception_do_not_count() {
    if !has_jdk() {
        return;
    }
    let bound = found(&linked(), "narrow", "", 3_000);
    let search = bound.search.unwrap();
    assert!(
        bound.disproved.is_empty(),
        "{:?} {search:?}",
        bound.disproved
    );
    assert!(search.calls < search.runs, "{search:?}");
    assert!(search.max <= bound.cycles, "{search:?}");
}
