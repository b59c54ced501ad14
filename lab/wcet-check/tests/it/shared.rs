//! A method that is called once in several calls of its callers counts on ways that call them.

use parts::has_jdk;

use crate::given::{Linkage, given};

const MEMBERS: &str = "    static int sum, mode, made;
    static void work() { for (int i = 0; i < 60; i++) sum += i; }
    static void refill() { for (int i = 0; i < 40; i++) sum ^= i; }
    static void make() { if ((made++ & 3) == 0) refill(); }
    static void either() { if (mode == 1) work(); else make(); }
    static int inner, outer;
    static void fill() { for (int i = 0; i < 100; i++) sum ^= i; }
    static void pour() { if ((inner++ & 3) == 0) fill(); }
    static void bring() { for (int i = 0; i < 5; i++) sum += i; pour(); }
    static void fetch() { if ((outer++ & 3) == 0) bring(); }
    static void nested() { if (mode == 1) { for (int i = 0; i < 10; i++) sum += i; } else fetch(); }
    static void both() { if (mode == 1) work(); make(); }";

const RUN: &str = "for (int i = 0; i < 40; i++) { mode = i & 1; either(); both(); nested(); }
        System.out.println(sum);";

#[test]
fn a_way_without_the_callers_has_none_of_the_shared_calls() {
    if !has_jdk() {
        return;
    }
    let linked = Linkage::of(MEMBERS, RUN);
    let every = given("[every]\n\"Main.refill\" = 4");
    let bounds = linked.held(&["work", "refill", "either", "both"], every);
    let bounds: Vec<_> = bounds.into_iter().map(Result::unwrap).collect();
    let [work, refill, either, both] = &bounds[..] else {
        panic!("four bounds");
    };
    assert!(refill.cycles < work.cycles);
    assert!(
        either.cycles < work.cycles + refill.cycles,
        "{}",
        either.cycles
    );
    assert!(either.cycles >= either.observed.as_ref().unwrap().max);
    assert!(both.cycles > work.cycles + refill.cycles, "{}", both.cycles);
    assert!(both.cycles >= both.observed.as_ref().unwrap().max);
    // What the bound rests on is the same, whether the worst way has the call or not.
    for bound in [either, both] {
        let every = bound.assumes.iter().map(ToString::to_string);
        assert_eq!(every.collect::<Vec<_>>().len(), 1);
        assert!(bound.disproved.is_empty(), "{:?}", bound.disproved);
    }
    let own: u64 = either.methods.iter().map(|it| it.own).sum();
    assert_eq!(own, either.cycles);
}

#[test]
fn a_shared_method_within_another_one_counts() {
    if !has_jdk() {
        return;
    }
    let linked = Linkage::of(MEMBERS, RUN);
    let every = given("[every]\n\"Main.bring\" = 4\n\"Main.fill\" = 4");
    let bound = linked.held(&["nested"], every).remove(0).unwrap();
    let longest = bound.observed.as_ref().unwrap().max;
    assert!(bound.cycles >= longest, "{} of {longest}", bound.cycles);
    assert!(bound.disproved.is_empty(), "{:?}", bound.disproved);
}
