//! Ways that need different values of one variable exclude each other, unless something in between may change it.

use parts::has_jdk;
use wcet::{Analysis, Soundness};

use crate::given::{Asked, Linkage, given};

const MEMBERS: &str = "    static class Box { int mode; Box next; void set(int to) { mode = to; } }
    static final class Long extends Box { int more; }
    static int sum, mode, fixed;
    static Box box = new Box(), same = box;
    static void work() { for (int i = 0; i < 50; i++) sum += i; }
    static void other() { for (int i = 0; i < 40; i++) sum ^= i; }
    static void set(int to) { mode = to; work(); }

    static void of_static() { if (mode == 1) work(); if (mode == 2) other(); }
    static void of_local() { int m = mode; if (1 == m) work(); if (m >= 2) other(); }
    static void of_field(Box it) { if (it.mode == 1) work(); if (it.mode == 2) other(); }
    static void of_path(Box it) { if (it.next.mode == 1) work(); if (it.next.mode == 2) other(); }
    static void of_switch() { if (mode < 2) work(); switch (mode) { case 2: other(); break; case 3: other(); break; default: sum++; } }
    static void of_default() { if (mode == 1) work(); switch (mode) { case 1: sum++; break; default: other(); } }
    static void of_store(Box it) {
        if (sum == 77) { work(); it.mode = 3; }
        switch (it.mode) { case 1: other(); break; case 2: other(); break; default: sum++; }
    }

    static void changed() { if (mode == 1) { work(); mode = 2; } if (mode == 2) other(); }
    static void changed_by_call() { if (mode == 1) set(2); if (mode == 2) other(); }
    static void changed_local() { int m = mode; if (m == 1) { work(); m++; } if (m == 2) other(); }
    static void changed_field(Box it) { if (it.mode == 1) { work(); it.set(2); } if (it.mode == 2) other(); }
    static void changed_alias(Box it) { if (it.mode == 1) { work(); same.mode = 2; } if (it.mode == 2) other(); }
    static void changed_path(Box it) { if (it.next.mode == 1) { work(); it.next = same; } if (it.next.mode == 2) other(); }
    static void changed_at_last(Box it) { if (it.mode == 1) { it.mode = 3; work(); it.mode = 2; } if (it.mode == 2) other(); }
    static void either(boolean c, int x, int y) { if (y == 1) work(); if ((c ? x : y) != 1) other(); }
    static void either_switch(boolean c, int x, int y) { if (y == 1) work(); switch (c ? x : y) { case 1: break; default: other(); } }
    static void either_constant(boolean c, int x) { if (x == 1) work(); if ((c ? 1 : 2) == x) other(); }
    static void either_object(boolean c, Box a, Box b) { if (b.mode == 1) work(); if ((c ? a : b).mode == 2) other(); }
    static void either_store(boolean c, Box a, Box b) { (c ? a : b).mode = 2; if (b.mode == 1) { work(); other(); } }
    static void in_loop() { for (int i = 0; i < 2; i++) { if (mode == 1) work(); if (mode == 2) other(); mode++; } }";

/// Each method is called in the modes 0 to 3.
const RUN: &str = "for (int m = 0; m < 4; m++) {
            Box[] all = {new Box(), box, new Long(), new Long()};
            mode = m; of_static(); of_local(); of_switch(); of_default();
            box.mode = m; of_field(box);
            all[2].mode = m; of_field(all[2]);
            all[3].next = all[0]; all[0].mode = m; of_path(all[3]);
            sum = m == 0 ? 77 : 0; box.mode = m; of_store(box);
            mode = m; changed();
            mode = m; changed_by_call();
            mode = m; changed_local(); in_loop();
            box.mode = m; changed_field(box);
            box.mode = m; changed_alias(box);
            same.mode = 2; all[0].mode = m; all[3].next = all[0]; changed_path(all[3]);
            box.mode = m; changed_at_last(box);
            either(true, 2, m); either(false, 1, m); either_switch(true, 2, m); either_constant(true, m);
            box.mode = m; all[0].mode = 2; either_object(true, all[0], box);
            box.mode = m; either_store(true, all[0], box);
        }
        System.out.println(sum);";

fn bounds(linked: &Linkage, methods: &[&str]) -> Vec<Analysis> {
    let answers = linked.held(methods, given(""));
    answers.into_iter().map(Result::unwrap).collect()
}

#[test]
fn ways_that_need_different_values_are_not_added() {
    if !has_jdk() {
        return;
    }
    let linked = Linkage::of(MEMBERS, RUN);
    let methods = [
        "of_static",
        "of_local",
        "of_field",
        "of_path",
        "of_switch",
        "of_default",
        "of_store",
    ];
    for (method, bound) in methods.iter().zip(bounds(&linked, &methods)) {
        assert_eq!(bound.sound, Soundness::Yes, "{method}");
        let longest = bound.observed.unwrap().max;
        // Each way has the longest path through its bytecodes; a second loop would be a thousand cycles more.
        assert!(
            bound.cycles - longest < 200,
            "{method}: {} of {longest}",
            bound.cycles
        );
    }
}

#[test]
fn ways_are_added_where_the_value_may_have_changed() {
    if !has_jdk() {
        return;
    }
    let linked = Linkage::of(MEMBERS, RUN);
    let methods = [
        "changed",
        "changed_by_call",
        "changed_local",
        "changed_field",
        "changed_alias",
        "changed_path",
        "changed_at_last",
        "either",
        "either_switch",
        "either_constant",
        "either_object",
        "either_store",
        "in_loop",
    ];
    let alone = bounds(&linked, &["work", "other"]);
    let both = alone.iter().map(|it| it.cycles).sum::<u64>();
    for (method, bound) in methods.iter().zip(bounds(&linked, &methods)) {
        assert_eq!(bound.sound, Soundness::Yes, "{method}");
        // The run goes both ways in one call.
        assert!(bound.observed.unwrap().max > both, "{method}");
        assert!(bound.cycles > both, "{method}");
    }
}

#[test]
fn between_tests_of_a_field_another_thread_may_change_it() {
    if !has_jdk() {
        return;
    }
    let linked = Linkage::of(MEMBERS, RUN);
    let preempted = Asked {
        is_preempted: true,
        ..given("")
    };
    let methods = ["of_static", "of_field", "of_local"];
    let others = linked.held(&methods, preempted);
    let alone = bounds(&linked, &methods);
    let both = bounds(&linked, &["work", "other"]);
    let both = both.iter().map(|it| it.cycles).sum::<u64>();
    for (bound, alone) in others.into_iter().map(Result::unwrap).zip(&alone) {
        let is_local = bound.method.contains("of_local");
        assert_eq!(bound.cycles > both, !is_local, "{}", bound.method);
        assert_eq!(bound.cycles == alone.cycles, is_local, "{}", bound.method);
    }
}
