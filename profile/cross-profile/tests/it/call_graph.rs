//! Call graphs: sums, and recursion.

use crate::support;
use cross_profile::{CallGraph, MethodId, Profile};
use profile_import as import;
use proptest::prelude::*;

fn graph(text: &str) -> (Profile, CallGraph) {
    let profile = import::collapsed(text.as_bytes()).expect("a profile");
    let graph = CallGraph::of_cycles(&profile);
    (profile, graph)
}

fn method(profile: &Profile, name: &str) -> MethodId {
    let place = profile.methods.iter().position(|method| method == name);
    MethodId(place.expect("a method") as u32)
}

#[test]
fn an_arc_without_recursion_has_the_cycles_below_it() {
    let (profile, graph) = graph("a 1\na;b 20\na;b;c 300\na;c 4000\n");
    let [a, b, c] = ["a", "b", "c"].map(|name| method(&profile, name));
    let figures = |from, to| {
        let arc = &graph.arcs[&(from, to)];
        (arc.of_callee[0], arc.of_caller[0])
    };
    assert_eq!(figures(a, b), (320, 320));
    assert_eq!(figures(a, c), (4000, 4000));
    assert_eq!(figures(b, c), (300, 300));
    assert_eq!(graph.nodes[a.0 as usize].total, [4321]);
}

#[test]
fn a_recursive_call_adds_nothing_to_a_total() {
    let (profile, graph) = graph("m;f 1\nm;f;f 20\nm;f;f;g 300\nm;f;g;f 4000\n");
    let [m, f, g] = ["m", "f", "g"].map(|name| method(&profile, name));
    assert_eq!(graph.nodes[f.0 as usize].total, [4321]);
    assert_eq!(graph.arcs[&(f, f)].of_callee, [0]);
    assert_eq!(graph.arcs[&(f, f)].of_caller, [0]);
    assert_eq!(graph.arcs[&(m, f)].of_callee, [4321]);
    // g's run below f, f's run below g.
    assert_eq!(graph.arcs[&(f, g)].of_callee, [4300]);
    assert_eq!(graph.arcs[&(f, g)].of_caller, [300]);
    assert_eq!(graph.arcs[&(g, f)].of_callee, [0]);
    assert_eq!(graph.arcs[&(g, f)].of_caller, [4000]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn arcs_add_up_to_the_totals_of_both_ends(events in support::events()) {
        let (profile, account) = support::play(&events);
        let graph = CallGraph::of_cycles(&profile);
        let own: u64 = graph.nodes.iter().map(|node| node.own[0]).sum();
        prop_assert_eq!(own, account.cycles);
        let calls: u64 = graph.arcs.values().map(|arc| arc.calls).sum();
        prop_assert_eq!(calls, account.calls);
        for (place, figures) in profile.by_method().iter().enumerate() {
            let method = MethodId(place as u32);
            let node = &graph.nodes[place];
            prop_assert_eq!(node.total[0], figures.inclusive_cycles);
            let below: u64 = graph.callees(method).map(|(_, arc)| arc.of_caller[0]).sum();
            prop_assert_eq!(node.own[0] + below, node.total[0]);
            // Method 0 is the root of every thread, which nobody calls.
            if place != 0 {
                let above: u64 = graph.callers(method).map(|(_, arc)| arc.of_callee[0]).sum();
                prop_assert_eq!(above, node.total[0]);
            }
        }
    }
}
