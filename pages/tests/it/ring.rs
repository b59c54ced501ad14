//! Ring chart pages are decoded as the browser does it, and hold what the profiles hold.

use crate::support;
use crate::support::decoded::Decoded;
use cross_profile::{
    CallingContextTree, Cause, Charge, MethodId, Profile, Provenance, Service, ThreadProfile,
};
use pages::{PageError, RingSide, ring};

fn side<'a>(name: &'a str, profile: &'a Profile) -> RingSide<'a> {
    RingSide { name, profile }
}

fn page(profile: &Profile) -> Decoded {
    Decoded::of(&ring("a title", side("a.jrec", profile), None).expect("a page"))
}

/// `(start)` calls `t.A.a()` and `t.A.b()`; `a` calls `b`.
fn small(thread: &str, scale: u64) -> ThreadProfile {
    let mut tree = CallingContextTree::new(MethodId(0));
    let a = tree.callee(CallingContextTree::ROOT, MethodId(1), Service::Program);
    let b = tree.callee(CallingContextTree::ROOT, MethodId(2), Service::Allocation);
    let b_of_a = tree.callee(a, MethodId(2), Service::Program);
    for (id, cycles) in [(a, 10), (b, 200), (b_of_a, 3)] {
        let context = tree.context_mut(id);
        context.calls = 1;
        context.bytecodes = 2;
        context.cycles[Charge::Execute as usize] = cycles * scale;
        context.cycles[Charge::MemoryRead as usize] = 1;
    }
    ThreadProfile {
        name: thread.to_owned(),
        tree,
    }
}

fn profile(threads: Vec<ThreadProfile>) -> Profile {
    Profile {
        provenance: Provenance::default(),
        methods: ["(start)", "t.A.a()V", "t.A.b()V"]
            .map(str::to_owned)
            .to_vec(),
        bytecodes: Vec::new(),
        flat: false,
        threads,
    }
}

#[test]
fn sums_of_every_metric_are_those_of_the_profile() {
    let profile = support::synthetic::profile(20_000, 7);
    let page = page(&profile);
    let sum = |metric: &str| page.numbers(&format!("0:{metric}")).iter().sum::<u64>();
    assert_eq!(sum("cycles"), profile.total_cycles());
    for (cause, cycles) in Cause::ALL.into_iter().zip(profile.total_by_cause()) {
        if cycles == 0 {
            assert!(!page.has(&format!("0:{}", cause.name())));
        } else {
            assert_eq!(sum(cause.name()), cycles, "{}", cause.name());
        }
    }
    let contexts = profile.threads[0].tree.contexts();
    assert_eq!(sum("calls"), contexts.iter().map(|c| c.calls).sum::<u64>());
    assert_eq!(
        sum("bytecodes"),
        contexts.iter().map(|c| c.bytecodes).sum::<u64>()
    );
}

#[test]
fn every_chain_of_calls_has_its_own_cycles() {
    let profile = support::synthetic::profile(5_000, 3);
    let tree = &profile.threads[0].tree;
    let mut expected: Vec<(String, u64)> = tree
        .ids()
        .map(|id| {
            let path = tree.path(id).into_iter();
            let names: Vec<&str> = path
                .map(|id| profile.name(tree.context(id).method))
                .collect();
            (names.join(";"), tree.context(id).self_cycles())
        })
        .collect();
    let page = page(&profile);
    let mut shown: Vec<(String, u64)> = page
        .chains()
        .into_iter()
        .zip(page.numbers("0:cycles"))
        .collect();
    // A method that runs on behalf of the program and of the allocator has two contexts of one name.
    expected.sort();
    shown.sort();
    assert_eq!(shown, expected);
}

#[test]
fn callees_stand_by_falling_cycles_below_their_callers() {
    let page = page(&profile(vec![small("main", 1)]));
    assert_eq!(
        page.chains(),
        [
            "(start)",
            "(start);t.A.b()V",
            "(start);t.A.a()V",
            "(start);t.A.a()V;t.A.b()V"
        ]
    );
    assert_eq!(page.numbers("depth"), [0, 1, 1, 2]);
}

#[test]
fn threads_stand_apart_below_one_root() {
    let page = page(&profile(vec![small("main", 1), small("worker", 2)]));
    assert_eq!(page.header["threads"][1], "worker");
    assert!(
        page.chains()
            .contains(&"(all threads);(thread worker);t.A.a()V;t.A.b()V".to_owned())
    );
}

#[test]
fn profiles_with_other_threads_are_compared_as_one_tree_each() {
    let (two, one) = (
        profile(vec![small("main", 1), small("worker", 2)]),
        profile(vec![small("main", 5)]),
    );
    let page = Decoded::of(&ring("", side("two", &two), Some(side("one", &one))).expect("a page"));
    assert_eq!(page.header["contexts"], 4);
    assert_eq!(
        page.numbers("0:cycles").iter().sum::<u64>(),
        two.total_cycles()
    );
    assert_eq!(
        page.numbers("1:cycles").iter().sum::<u64>(),
        one.total_cycles()
    );
}

#[test]
fn a_comparison_knows_which_profile_has_a_context() {
    let first = profile(vec![small("main", 1)]);
    let mut second = first.clone();
    let tree = &mut second.threads[0].tree;
    let new = tree.callee(CallingContextTree::ROOT, MethodId(1), Service::Exception);
    tree.context_mut(new).cycles[0] = 1;
    let page = Decoded::of(
        &ring("", side("first", &first), Some(side("second", &second))).expect("a page"),
    );
    assert_eq!(page.bytes("sides"), [3, 3, 3, 3, 2]);
    assert_eq!(page.numbers("0:cycles"), [0, 201, 11, 4, 0]);
    assert_eq!(page.numbers("1:cycles"), [0, 201, 11, 4, 1]);
}

#[test]
fn causes_are_left_out_where_a_profile_does_not_tell_them() {
    let first = profile(vec![small("main", 1)]);
    let other = profile_import::collapsed("t.A.a()V;t.A.b()V 3\nt.A.b()V 200\n".as_bytes())
        .expect("a profile");
    let page =
        Decoded::of(&ring("", side("first", &first), Some(side("other", &other))).expect("a page"));
    assert!(page.has("0:cycles") && !page.has("0:allocation"));
    // Services are no reason to keep contexts apart then.
    assert_eq!(page.bytes("sides"), [3, 3, 3, 3]);
}

#[test]
fn sums_that_a_browser_could_not_hold_are_refused() {
    let page = |scale| ring("", side("a", &profile(vec![small("main", scale)])), None);
    let most = pages::MAX_EXACT / 213;
    assert!(page(most).is_ok());
    let error = page(most + 1).expect_err("more than 2^53");
    assert!(matches!(error, PageError::TooLarge(ref metric, _) if metric == "cycles"));
}

#[test]
fn names_are_no_markup() {
    let mut named = profile(vec![small("main", 1)]);
    named.methods[1] = "</script><script>alert(1)</script>".to_owned();
    let html = ring("<b>", side("<i>", &named), None).expect("a page");
    assert!(
        !html.contains("alert(1)")
            && !html.contains("<i>")
            && html.contains("<title>&lt;b&gt;</title>")
    );
    assert_eq!(Decoded::of(&html).header["methods"][1], named.methods[1]);
}
