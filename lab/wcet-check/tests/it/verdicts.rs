//! What is made of the calls of a run: their figures, and the verdict on bounds that they hold or exceed.

use std::collections::BTreeMap;
use std::time::Duration;

use cost_model::{PathId, RowId, Scenario};
use fast_engine::{Executed, MethodLookup, Place, Probe, Stalls};
use isa::op;
use parts::has_jdk;
use run::End;
use wcet::{EventKind, Soundness, Subject};
use wcet_check::{Calls, Checked, Counts, Seen, Shown, Verdict, spread};

use crate::given::{Asked, Linkage};

/// A run that shows calls of one method and nothing else.
fn shown(method: u32, seen: Seen) -> Shown {
    Shown {
        calls: [(method, seen)].into(),
        counts: Counts::default(),
        end: End::Exit(0),
    }
}

#[test]
fn a_call_longer_than_its_bound_disproves_the_bounds_of_its_callers_and_no_others() {
    if !has_jdk() {
        return;
    }
    let members = "    static int sum;
    static void callee() { sum++; }
    static int caller() { callee(); return sum; }
    static int other() { return sum; }";
    let linked = Linkage::of(members, "System.out.println(caller() + other());");
    let names = ["other", "callee", "caller"];
    let mut bounds: Vec<_> = linked
        .held(&names, Asked::default())
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let longer = bounds[1].cycles + 1;
    let seen = Seen {
        calls: 1,
        max: longer,
        ..Seen::default()
    };
    let shown = shown(linked.method("callee"), seen);
    let methods = names.map(|name| linked.method(name));
    let mut found: Vec<_> = methods.into_iter().zip(&mut bounds).collect();
    for (method, bound) in &mut found {
        shown.hold(*method, bound);
    }
    spread(&mut found);
    assert!(bounds[0].disproved.is_empty(), "{:?}", bounds[0].disproved);
    assert_ne!(bounds[0].sound, Soundness::No);
    for bound in &bounds[1..] {
        assert_eq!(bound.sound, Soundness::No, "{}", bound.method);
        let [it] = &bound.disproved[..] else {
            panic!("{}: {:?}", bound.method, bound.disproved);
        };
        let numbers = (it.limit.cast_unsigned(), it.shown.cast_unsigned());
        assert_eq!((it.subject, numbers), (Subject::Call, (longer - 1, longer)));
        assert_eq!(it.method, bounds[1].method);
    }
}

#[test]
fn a_longer_call_violates_a_bound_unless_it_rests_on_loops_of_a_run() {
    if !has_jdk() {
        return;
    }
    let members = "    static int left;
    static int sum;
    static boolean more() { return --left > 0; }
    static int proven() { return sum; }
    static int observed() {
        int n = 0;
        while (n++ < 5 || more()) sum++;
        return sum;
    }";
    let call = "left = 4; System.out.println(proven() + observed());";
    let linked = Linkage::of(members, call);
    let observes = Asked {
        observes: true,
        ..Asked::default()
    };
    let names = ["proven", "observed"];
    let bounds = linked.held(&names, observes);
    let longer = [Verdict::Violated, Verdict::Exceeded];
    for ((name, bound), longer) in names.into_iter().zip(bounds).zip(longer) {
        let (method, bound) = (linked.method(name), bound.unwrap());
        let checked = |calls: u64, max: u64| {
            let seen = Seen {
                calls,
                max,
                ..Seen::default()
            };
            let mut bound = bound.clone();
            shown(method, seen).hold(method, &mut bound);
            Checked {
                method,
                name: name.to_owned(),
                seen,
                phases: BTreeMap::default(),
                bound: Ok(bound),
                time: Duration::ZERO,
            }
        };
        assert_eq!(checked(0, 0).verdict(), Verdict::Unseen, "{name}");
        let equal = checked(1, bound.cycles);
        assert_eq!(equal.verdict(), Verdict::Holds, "{name}");
        let ratio = equal.bound.unwrap().observed.unwrap().ratio;
        assert!((ratio - 1.0).abs() < 1e-9, "{name}: {ratio}");
        assert_eq!(checked(1, bound.cycles + 1).verdict(), longer, "{name}");
    }
}

const CALLER: u32 = 10;
const CALLEE: u32 = 20;
const HANDLER: u32 = 30;

/// A bytecode or entry that went to a method with a frame.
fn went(row: RowId, (cycle, cycles): (u64, u64), (method, frame): (u32, u32)) -> Executed {
    Executed {
        cycle,
        place: Place { method: 0, pc: 0 },
        path: PathId {
            row,
            scenario: Scenario::default(),
        },
        runs: 1,
        cycles,
        stalls: Stalls::default(),
        delay: 0,
        lookup: Some(MethodLookup {
            method,
            words: 1,
            hit: true,
            cycles: 0,
        }),
        frame,
    }
}

const INVOKE: RowId = RowId::Bytecode(op::INVOKESTATIC);
const RETURN: RowId = RowId::Bytecode(op::RETURN);

#[test]
fn a_call_begins_after_its_invocation_and_ends_with_its_return() {
    let mut calls = Calls::default();
    calls.executed(&went(RowId::Reset, (0, 100), (CALLER, 1)));
    for (cycle, body) in [(100, 5), (200, 9), (300, 7)] {
        calls.executed(&went(INVOKE, (cycle, 4), (CALLEE, 2)));
        calls.executed(&went(RETURN, (cycle + 4, body), (CALLER, 1)));
    }
    let seen = Seen {
        calls: 3,
        left_out: 0,
        min: 5,
        max: 9,
        worst_begin: 204,
        ..Seen::default()
    };
    assert_eq!(calls.methods, [(CALLEE, seen)].into());
}

#[test]
fn calls_with_an_interrupt_or_one_cycle_of_a_device_are_left_out() {
    let left_out = |kinds: &[EventKind], longest| {
        let mut seen = Seen {
            left_out: 1,
            ..Seen::default()
        };
        for kind in kinds {
            let met = &mut seen.events[*kind as usize];
            (met.calls, met.longest) = (1, Some(longest));
        }
        seen
    };
    let interrupt = &[EventKind::Switch][..];
    let exception = &[EventKind::Exception, EventKind::Caught];
    for (row, kinds) in [(RowId::Interrupt, interrupt), (RowId::Exception, exception)] {
        let mut calls = Calls::default();
        calls.executed(&went(RowId::Reset, (0, 100), (CALLER, 1)));
        calls.executed(&went(INVOKE, (100, 4), (CALLEE, 2)));
        calls.executed(&went(row, (104, 6), (HANDLER, 3)));
        calls.executed(&went(RETURN, (110, 5), (CALLEE, 2)));
        calls.executed(&went(RETURN, (115, 5), (CALLER, 1)));
        let both = [
            (CALLEE, left_out(kinds, 16)),
            (HANDLER, left_out(kinds, 11)),
        ];
        assert_eq!(calls.methods, both.into(), "{row:?}");
    }
    let mut calls = Calls::default();
    calls.executed(&went(RowId::Reset, (0, 100), (CALLER, 1)));
    calls.executed(&went(INVOKE, (100, 4), (CALLEE, 2)));
    let mut waits = went(RowId::Bytecode(op::NOP), (104, 2), (0, 2));
    (waits.lookup, waits.delay) = (None, 1);
    calls.executed(&waits);
    calls.executed(&went(RETURN, (106, 5), (CALLER, 1)));
    let waited = left_out(&[EventKind::Device], 7);
    assert_eq!(calls.methods, [(CALLEE, waited)].into());
}
