//! Ranges of fields that are given: the bounds that they make, and the lies that runs disprove.

use parts::has_jdk;
use wcet::{Soundness, WcetError};

use crate::given::{Answer, Linkage, given, judged, text};

const MEMBERS: &str = "    static class Base { int[] words; String name; int level; }
    static class Queue extends Base {
        Queue(int size) { words = new int[size]; name = \"queue\"; level = size; }
        int sum() { int s = 0; for (int i = 0; i < words.length; i++) s += words[i]; return s; }
    }
    static int limit = Integer.getInteger(\"x\") == null ? 9 : 0;
    static int[] data = new int[limit];
    static int below = limit - 12;
    static long wide;
    static Queue queue = new Queue(limit);
    static int n() { int s = 0; for (int i = 0; i < limit; i++) s += i; return s; }
    static int a() { int s = 0; for (int i = 0; i < data.length; i++) s += i; return s; }
    static int o() { return queue.sum(); }
    static int l() { int s = 0; for (int i = 0; i < queue.level; i++) s += i; return s; }
    static int t() { int s = 0; for (int i = 0; i < queue.name.length(); i++) s += queue.name.charAt(i); return s; }
    static int b() { int s = 0; for (int i = below; i < 0; i++) s++; return s; }";

const RUN: &str = "System.out.println(n() + a() + o() + l() + t() + b());";

fn linked() -> Linkage {
    Linkage::of(MEMBERS, RUN)
}

fn bound(linked: &Linkage, method: &str, field: &str, range: &str) -> Answer {
    let file = format!("[fields]\n\"{field}\" = {range}");
    linked.held(&[method], given(&file)).remove(0)
}

#[test]
fn a_range_bounds_the_loops_that_read_the_field_and_is_an_assumption() {
    if !has_jdk() {
        return;
    }
    let linked = linked();
    for (method, field, range, says) in [
        ("n", "Main.limit", "10", "0 to 10"),
        ("a", "Main.data", "9", "0 to 9"),
        ("o", "Main$Base.words", "[9, 12]", "9 to 12"),
        ("l", "Main$Base.level", "[-1, 9]", "-1 to 9"),
        ("t", "Main$Base.name", "5", "0 to 5"),
        ("b", "Main.below", "[-3, 0]", "-3 to 0"),
    ] {
        let bound = bound(&linked, method, field, range).unwrap();
        let assumes = format!("{says} in the field {field} (b.toml:2)");
        let expected = (Soundness::Assumes, vec![assumes], vec![]);
        assert_eq!(judged(&bound), expected);
        assert!(bound.cycles >= bound.observed.unwrap().max, "{method}");
    }
}

#[test]
fn a_run_disproves_a_range_beyond_which_it_reads_a_value() {
    if !has_jdk() {
        return;
    }
    let linked = linked();
    for (method, field, range, says) in [
        ("n", "Main.limit", "8", "9, above its largest of 8"),
        ("a", "Main.data", "8", "9, above its largest of 8"),
        (
            "o",
            "Main$Base.words",
            "[10, 12]",
            "9, below its least of 10",
        ),
        (
            "l",
            "Main$Base.level",
            "[1, 8]",
            "9, above its largest of 8",
        ),
        ("t", "Main$Base.name", "4", "5, above its largest of 4"),
        ("b", "Main.below", "[-2, 0]", "-3, below its least of -2"),
    ] {
        let bound = bound(&linked, method, field, range).unwrap();
        let disproved = format!("the field {field} was {says} (b.toml:2)");
        let (sound, _, all) = judged(&bound);
        assert_eq!((sound, &all[0]), (Soundness::No, &disproved));
    }
}

#[test]
fn a_range_of_a_field_that_the_method_does_not_read_is_no_assumption() {
    if !has_jdk() {
        return;
    }
    let linked = linked();
    let file = "[fields]\n\"Main.data\" = 9\n\"Main.limit\" = 1";
    let bound = linked.held(&["a"], given(file)).remove(0).unwrap();
    let assumes = text(&["0 to 9 in the field Main.data (b.toml:2)"]);
    assert_eq!(judged(&bound), (Soundness::Assumes, assumes, vec![]));
}

#[test]
fn what_names_no_field_with_a_range_is_refused_in_one_line() {
    if !has_jdk() {
        return;
    }
    let linked = linked();
    for (field, range, says) in [
        (
            "Mian.limit",
            "8",
            "no class `Mian` is linked; write package, class and field, as in \"lift.Door.position\"",
        ),
        (
            "limit",
            "8",
            "no class `` is linked; write package, class and field, as in \"lift.Door.position\"",
        ),
        (
            "Main$Base.size",
            "8",
            "Main$Base has no field `size`; it has words, name, level",
        ),
        (
            "Main$Queue.level",
            "8",
            "Main$Queue inherits it; write \"Main$Base.level\"",
        ),
        (
            "Main.queue",
            "8",
            "its type is LMain$Queue;; only whole numbers of 32 bits or less, arrays and texts have a range, so leave it out",
        ),
        (
            "Main.wide",
            "8",
            "its type is J; only whole numbers of 32 bits or less, arrays and texts have a range, so leave it out",
        ),
        ("Main.data", "[-1, 8]", "a length is from 0 on"),
    ] {
        let error = linked.refused_fields(&format!("[fields]\n\"{field}\" = {range}"));
        let WcetError::Bounds { .. } = error else {
            panic!("{error}");
        };
        let expected = format!("b.toml:2: fields.\"{field}\": {says}");
        assert_eq!(error.to_string(), expected);
    }
}
