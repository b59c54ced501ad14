//! Ranges that every store into a field keeps: they end loops, unless something between test and store may change the field.

use parts::has_jdk;
use wcet::{Soundness, WcetError};

use crate::given::{Linkage, given};

const MEMBERS: &str = "    static class Ring {
        final int[] items; final int capacity; int count;
        Ring(int size) { items = new int[size]; capacity = size; }
        boolean add(int x) { if (count < capacity) { items[count] = x; count++; note(x); return true; } return false; }
        boolean put(int x) { if (count >= items.length) return false; note(x); items[count++] = x; return true; }
        int take() { return count == 0 ? -1 : items[--count]; }
        int sum() { int s = 0; for (int i = 0; i < count; i++) s += items[i]; return s; }
        int drain() { int s = 0; while (count > 0) s += items[--count]; return s; }
    }
    static final class Open {
        int count, around, aliased, direct, caught; final int capacity; Open same;
        Open(int size) { capacity = size; same = this; }
        void around() { if (around < 5) { more(); around++; } }
        void more() { if (around < 5) around++; }
        void aliased() { if (aliased < 5) { if (same.aliased < 8) same.aliased = 8; aliased++; } }
        void direct(int n) { if (direct < 5) direct++; if (n > 5) direct = n; }
        void caught(int n) { try { if (caught < 5) { caught = 100 / n; caught = 4; } } catch (ArithmeticException e) { caught = 77; } }
        int s_around() { int s = 0; for (int i = 0; i < around; i++) s += i; return s; }
        int s_aliased() { int s = 0; for (int i = 0; i < aliased; i++) s += i; return s; }
        int s_direct() { int s = 0; for (int i = 0; i < direct; i++) s += i; return s; }
        int s_caught() { int s = 0; for (int i = 0; i < caught; i++) s += i; return s; }
    }
    static int noted, level, sum;
    static Ring small = new Ring(4), large = new Ring(9);
    static Open open = new Open(5);
    static void note(int x) { noted ^= x; }
    static void up() { if (level < 7) level++; }
    static void down() { if (level != 0) level--; }
    static int of_static() { int s = 0; for (int i = 0; i < level; i++) s += i; return s; }
    static int of_ring() { return small.sum(); }
    static int of_drain() { return large.drain(); }
    static int around() { return open.s_around(); }
    static int aliased() { return open.s_aliased(); }
    static int direct() { return open.s_direct(); }
    static int caught() { return open.s_caught(); }";

const RUN: &str = "for (int n = 0; n < 12; n++) {
            small.add(n); large.put(n); up(); if (n == 8) { small.take(); large.take(); down(); }
            sum += of_static() + of_ring() + large.sum();
            if (n == 3 || n == 11) sum += of_drain();
            open.around(); open.aliased(); open.direct(n); open.caught(n == 2 ? 0 : n + 1);
            sum += around() + aliased() + direct() + caught();
        }
        System.out.println(sum);";

#[test]
fn a_count_that_a_test_keeps_within_its_capacity_ends_loops() {
    if !has_jdk() {
        return;
    }
    let linked = Linkage::of(MEMBERS, RUN);
    for (method, most) in [("of_static", 7), ("of_ring", 9), ("of_drain", 9)] {
        let bound = linked.held(&[method], given("")).remove(0).unwrap();
        assert_eq!(bound.sound, Soundness::Yes, "{method}");
        let repetitions = bound.loops.iter().map(|it| it.most_repetitions).max();
        assert_eq!(repetitions, Some(most), "{method}");
        assert!(bound.cycles >= bound.observed.unwrap().max, "{method}");
    }
}

#[test]
fn what_may_change_between_test_and_store_keeps_no_range() {
    if !has_jdk() {
        return;
    }
    let linked = Linkage::of(MEMBERS, RUN);
    for method in ["around", "aliased", "direct", "caught"] {
        let answer = linked.held(&[method], given("")).remove(0);
        match answer {
            Err(WcetError::Unbounded { .. }) => {}
            Err(other) => panic!("{method}: {other}"),
            Ok(bound) => assert!(bound.cycles >= bound.observed.unwrap().max, "{method}"),
        }
    }
}

#[test]
fn with_threads_a_test_of_a_field_keeps_no_range() {
    if !has_jdk() {
        return;
    }
    let members = "    static int level, sum;
    static class Other extends Thread { public void run() { for (int i = 0; i < 9; i++) up(); } }
    static void up() { if (level < 7) level++; }
    static void local() { int l = level; if (l < 7) level = l + 1; }
    static int total() { int s = 0; for (int i = 0; i < level; i++) s += i; return s; }";
    let run = |called: &str| {
        let call = format!(
            "{called}; for (int i = 0; i < 9; i++) up(); local(); sum = total(); System.out.println(sum);"
        );
        Linkage::of(members, &call)
            .held(&["total"], given(""))
            .remove(0)
    };
    assert!(run("").is_ok());
    let with_threads = run("new Other().start()");
    assert!(matches!(with_threads, Err(WcetError::Unbounded { .. })));
}
