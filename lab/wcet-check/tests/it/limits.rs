//! Limits of what happens in one call of a method: the bounds that they make, and the lies that runs disprove.

use parts::has_jdk;
use wcet::{Analysis, Soundness, Subject};

use crate::given::{Linkage, given, judged, text};

const MEMBERS: &str = "    static int sum;
    static int mode;
    static void work() { for (int i = 0; i < 50; i++) sum += i; }
    static void other() {
        for (int i = 0; i < 40; i++) {
            sum ^= i;
        }
    }
    static void part(int n) {
        if ((mode + n & 3) == 0) work();
        if ((mode + n & 3) == 1) other();
    }
    static int calls() {
        for (int n = 0; n < 4; n++) part(n);
        return sum;
    }
    static int either() {
        if ((mode & 3) == 1) work();
        if ((mode & 3) == 2) other();
        return sum;
    }
    static int lines() {
        if ((mode & 3) == 1)
            sum += sum / 3;
        if ((mode & 3) == 2)
            sum -= sum / 5;
        return sum;
    }
    static int total() {
        for (int n = 0; n < 10; n++) {
            for (int i = n; i < mode + n & i < 20; i++) sum += i;
        }
        return sum;
    }
    static int outer() { return calls() + calls(); }
    static int modes() {
        if ((mode & 3) == 1) { work(); work(); }
        if ((mode & 3) == 2) for (int i = 0; i < 3; i++) other();
        return sum;
    }
    static int twice() { return modes() + modes(); }";

/// Each method is called in the modes 1 to 3.
const RUN: &str = "for (mode = 1; mode <= 3; mode++) {
            System.out.println(calls() + either() + lines() + total() + outer() + modes() + twice());
        }";

fn bound(linked: &Linkage, method: &str, bounds: &str) -> Analysis {
    linked.held(&[method], given(bounds)).remove(0).unwrap()
}

fn holds(bound: &Analysis, without: u64, assumes: &str) {
    let expected = (Soundness::Assumes, text(&[assumes]), vec![]);
    assert_eq!(judged(bound), expected);
    assert_eq!((bound.without, bound.limits()), (Some(without), 1));
    assert!(bound.cycles < without, "{} of {without}", bound.cycles);
    assert!(bound.cycles >= bound.observed.as_ref().unwrap().max);
    let own: u64 = bound.methods.iter().map(|it| it.own).sum();
    let causes: u64 = bound.causes.iter().map(|it| it.cycles).sum();
    assert_eq!((own, causes), (bound.cycles, bound.cycles));
}

/// Tables with a bound of the inner loop, which the analysis does not know.
const LIMITS: [(&str, &str, &str); 7] = [
    (
        "calls",
        "[calls]\n\"Main.calls -> Main.work\" = 1",
        "at most 1 call of Main.work in a call of Main.calls (b.toml:2)",
    ),
    (
        "outer",
        "[calls]\n\"Main.calls -> Main.work\" = 1",
        "at most 1 call of Main.work in a call of Main.calls (b.toml:2)",
    ),
    (
        "either",
        "[excludes]\n\"Main.either\" = [\"Main.work\", \"Main.other\"]",
        "one of Main.work, Main.other at most in a call of Main.either, and that once (b.toml:2)",
    ),
    (
        "lines",
        "[excludes]\n\"Main.lines\" = [\"Main.lines:26\", \"Main.lines:28\"]",
        "one of Main.lines:26, Main.lines:28 at most in a call of Main.lines, and that once (b.toml:2)",
    ),
    (
        "total",
        "[repetitions]\n\"Main.total -> Main.total:33\" = 30",
        "at most 30 repetitions of the loop Main.total:33 in a call of Main.total (b.toml:2)",
    ),
    (
        "modes",
        "[modes]\n\"Main.modes\" = [{ \"Main.work\" = 2 }, { \"Main.other\" = 3 }]",
        "in a call of Main.modes, at most Main.work 2 times, or Main.other 3 times (b.toml:2)",
    ),
    (
        "twice",
        "[modes]\n\"Main.modes\" = [{ \"Main.work\" = 2 }, { \"Main.other\" = 3 }]",
        "in a call of Main.modes, at most Main.work 2 times, or Main.other 3 times (b.toml:2)",
    ),
];

#[test]
fn a_limit_lowers_the_bound_and_is_an_assumption() {
    if !has_jdk() {
        return;
    }
    let linked = Linkage::of(MEMBERS, RUN);
    let loops = "\n[loops]\n\"Main.total\" = [10, 20]";
    for (method, limit, assumes) in LIMITS {
        let without = bound(&linked, method, loops);
        assert_eq!(without.without, None);
        let it = bound(&linked, method, &format!("{limit}{loops}"));
        let mut it = it;
        it.assumes.retain(|it| it.subject.is_limit());
        holds(&it, without.cycles, assumes);
    }
}

#[test]
fn a_call_has_the_dearest_of_its_modes_and_no_other() {
    if !has_jdk() {
        return;
    }
    let linked = Linkage::of(MEMBERS, RUN);
    let alone = linked.held(&["work", "other"], given(""));
    let alone: Vec<u64> = alone.into_iter().map(|it| it.unwrap().cycles).collect();
    let dearest = (2 * alone[0]).max(3 * alone[1]);
    for (method, times) in [("modes", 1), ("twice", 2)] {
        let it = bound(&linked, method, LIMITS[5].1);
        assert!(it.cycles > times * dearest, "{method}: {}", it.cycles);
        let rest = it.cycles - times * dearest;
        assert!(rest < alone[0].min(alone[1]), "{method}: {rest}");
    }
}

#[test]
fn a_run_disproves_a_limit_beyond_which_a_call_goes() {
    if !has_jdk() {
        return;
    }
    let linked = Linkage::of(
        &MEMBERS.replace("if ((mode & 3) == 2)", "if (mode >= 1)"),
        RUN,
    );
    for (method, limit, says) in [
        (
            "calls",
            "[calls]\n\"Main.calls -> Main.part\" = 4\n\"Main.calls -> Main.other\" = 0",
            "a call of Main.calls called Main.other 1 times, 1 more than its limit of 0 (b.toml:3)",
        ),
        (
            "either",
            LIMITS[2].1,
            "a call of Main.either came to Main.work, Main.other 2 times, and they exclude each other (b.toml:2)",
        ),
        (
            "lines",
            LIMITS[3].1,
            "a call of Main.lines came to Main.lines:26, Main.lines:28 2 times, and they exclude each other (b.toml:2)",
        ),
        (
            "total",
            "[repetitions]\n\"Main.total -> Main.total:33\" = 29\n[loops]\n\"Main.total\" = [10, 20]",
            "a call of Main.total repeated the loop Main.total:33 30 times, 1 more than its limit of 29 (b.toml:2)",
        ),
        (
            "modes",
            LIMITS[5].1,
            "a call of Main.modes did what takes 2 of its modes at least: Main.work 2 times, or Main.other 3 times (b.toml:2)",
        ),
        (
            "modes",
            "[modes]\n\"Main.modes\" = [{ \"Main.work\" = 0 }, { \"Main.other\" = 2 }]",
            "a call of Main.modes did what takes 4 of its modes at least: Main.work 0 times, or Main.other 2 times (b.toml:2)",
        ),
    ] {
        let bound = bound(&linked, method, limit);
        let (sound, _, disproved) = judged(&bound);
        assert_eq!(sound, Soundness::No, "{method}");
        assert!(disproved.contains(&says.to_owned()), "{disproved:?}");
    }
}

#[test]
fn a_limit_that_lowers_nothing_is_not_assumed() {
    if !has_jdk() {
        return;
    }
    let linked = Linkage::of(MEMBERS, RUN);
    let it = bound(&linked, "calls", "[calls]\n\"Main.calls -> Main.part\" = 4");
    assert_eq!(judged(&it), (Soundness::Yes, vec![], vec![]));
    assert!(it.premises.iter().all(|it| it.subject != Subject::Calls));
}

#[test]
fn what_is_no_limit_is_refused_in_one_line() {
    if !has_jdk() {
        return;
    }
    let linked = Linkage::of(MEMBERS, RUN);
    let least = linked.held(
        &["outer"],
        given("[calls]\n\"Main.outer -> Main.calls\" = 1"),
    );
    let least = least[0].as_ref().unwrap_err().to_string();
    assert_eq!(
        least,
        "b.toml:2: no call of Main.outer keeps these limits, as the analysis proves; raise a limit, or leave one out"
    );
    for (bounds, says) in [
        ("[calls]\n\"Main.calls -> Main.wrok\" = 1", "wrok"),
        ("[calls]\n\"Main.clals -> Main.work\" = 1", "clals"),
        (
            "[repetitions]\n\"Main.calls -> Main.work:99\" = 1",
            "\"Main.work:99\": no loop begins there; name the line of a loop",
        ),
        (
            "[repetitions]\n\"Main.calls -> Main.total\" = 1",
            "\"Main.total\": several loops begin there; name the line of one",
        ),
        (
            "[modes]\n\"Main.calls\" = [{ \"Main.work\" = 1 }, { \"Main.other\" = 1, \"Main.work\" = 2 }]",
            "\"Main.work\": it is in two modes; limit what happens in both in [calls] or [repetitions]",
        ),
        (
            "[excludes]\n\"Main.calls\" = [\"Main.work:99\", \"Main.other\"]",
            "\"Main.work:99\": the method has no code on that line; name a line of its source",
        ),
    ] {
        let error = linked.refused_fields(bounds).to_string();
        assert!(
            error.starts_with("b.toml:2: ") && error.contains(says),
            "{error}"
        );
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn what_cannot_be_read_is_refused_in_one_line() {
    let refused = |text: &str| {
        let mut bounds = wcet::Bounds::default();
        let added = bounds.add(text, "b.toml", wcet::BoundSource::File);
        added.unwrap_err().to_string()
    };
    for (bounds, says) in [
        (
            "[calls]\n\"A.b -> A.c\" = -1",
            "b.toml:2: calls.\"A.b -> A.c\": `-1` is no limit; write a number from 0 on",
        ),
        (
            "[calls]\n\"A.b\" = 1",
            "b.toml:2: calls.\"A.b\": write the method of the call, ` -> `, and what counts, as in \"motor.Node.step -> motor.Node.answer\"",
        ),
        (
            "[calls]\n\"A.b -> A.c:4\" = 1",
            "b.toml:2: calls.\"A.b -> A.c:4\": calls are counted by method; leave out the line",
        ),
        (
            "[calls]\n\"A.b:4 -> A.c\" = 1",
            "b.toml:2: calls.\"A.b:4 -> A.c\": a call is one of a method; leave out its line",
        ),
        (
            "[excludes]\n\"A.b\" = [\"A.c\"]",
            "b.toml:2: excludes.\"A.b\": a list of two or more methods or lines is expected, as in [\"lift.Door.dwell\", \"lift.Door.close:77\"]",
        ),
        (
            "[modes]\n\"A.b\" = [{ \"A.c\" = 1 }]",
            "b.toml:2: modes.\"A.b\": a list of two or more modes is expected, each with what happens in it only and how often at most, as in \
             [{ \"control.Tank.fill\" = 1 }, { \"control.Tank.drain\" = 1 }]",
        ),
        (
            "[modes]\n\"A.b\" = [{ \"A.c\" = 1 }, { \"A.d\" = -2 }]",
            "b.toml:2: modes.\"A.b\": `-2` is no limit; write a number from 0 on",
        ),
    ] {
        assert_eq!(refused(bounds), says);
    }
}
