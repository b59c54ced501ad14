//! Profiles of embedded programs: sums against the machine's own counters, calls against the source.

use std::collections::BTreeSet;

use cross_profile::context_names::region_name;
use cross_profile::{Cause, Profile, Provenance};
use isa::MachineConfig;
use jopizer::LinkProgram;
use jopizer::{LinkOptions, Linked};
use microcode::{Build, jvm};
use proptest::prelude::*;
use run::MachineRun;
use sim_core::{Machine, Statistics};

fn link(main_class: &str) -> Linked {
    jopizer::link(&LinkOptions::new(main_class, [])).expect("an embedded program links")
}

fn record(linked: &Linked, config: &MachineConfig, limit: u64) -> (Profile, Statistics) {
    let machine =
        Machine::new(config, &jvm(Build::Jop), &linked.image.words).expect("the program fits");
    let contexts = record::machine::contexts(&linked.image.words, Some(&linked.symbols));
    let mut run = MachineRun::new(machine, (contexts, Statistics::default()));
    let Ok(_) = run::alone(&mut run, limit);
    let probe = run.probe;
    (
        probe.0.finish().into_profile(Provenance::default()),
        probe.1,
    )
}

/// Returns true if a name with its descriptor is that of `method`.
fn is(name: &str, method: &str) -> bool {
    name.strip_prefix(method)
        .is_some_and(|rest| rest.starts_with('('))
}

fn calls(profile: &Profile, method: &str) -> u64 {
    let figures = profile.by_method();
    let place = profile.methods.iter().position(|name| is(name, method));
    figures[place.unwrap_or_else(|| panic!("no {method}"))].calls
}

#[test]
fn the_demonstration_calls_its_methods_as_often_as_its_source_says() {
    let (profile, _) = record(&link("demo.Demo"), &MachineConfig::default(), u64::MAX);
    for (method, times) in [
        ("demo.Demo.main", 1),
        ("demo.Demo.print", 8),
        ("demo.Demo.fail", 4),
        ("demo.CachePressure.fold", 40),
    ] {
        assert_eq!(calls(&profile, method), times, "{method}");
    }
}

#[test]
fn a_method_that_threw_is_left_and_its_caller_goes_on() {
    // With one wait state a bounds exception of a load is taken in the caller (spec 04 section 8).
    let config = MachineConfig {
        ram_cnt: 3,
        ..MachineConfig::default()
    };
    let (profile, _) = record(&link("demo.Demo"), &config, u64::MAX);
    let tree = &profile.threads[0].tree;
    let callers = |method: &str| -> BTreeSet<&str> {
        let contexts = tree.contexts().iter();
        let named = contexts.filter(|context| is(profile.name(context.method), method));
        named
            .map(|context| profile.name(tree.context(context.parent).method))
            .map(|name| name.split('(').next().unwrap_or(name))
            .collect()
    };
    assert_eq!(
        callers("demo.Demo.fail"),
        BTreeSet::from(["demo.Demo.exceptions"])
    );
    assert_eq!(
        callers("demo.CachePressure.run"),
        BTreeSet::from(["demo.Demo.main"])
    );
    assert_eq!(
        callers("com.jopdesign.sys.JVMHelp.except"),
        BTreeSet::from(["demo.Demo.fail"])
    );
}

#[test]
fn each_thread_has_a_tree_and_its_own_cycles() {
    let program = runtime::programs::find("producer-consumer").expect("an embedded program");
    let linked = program.link(3, 1 << 18).expect("it links");
    let (profile, statistics) = record(&linked, &MachineConfig::default(), u64::MAX);
    assert!(
        profile.threads.len() > 2,
        "{} threads",
        profile.threads.len()
    );
    assert_eq!(profile.total_cycles(), statistics.cycles);
    for thread in &profile.threads {
        let runs = thread.tree.contexts().iter();
        let runs = runs.filter(|context| {
            is(
                profile
                    .name(context.method)
                    .rsplit('.')
                    .next()
                    .unwrap_or(""),
                "run",
            )
        });
        let expected = usize::from(thread.name != "main");
        assert!(runs.count() >= expected, "{} does not run", thread.name);
    }
    let merged = profile.merged().expect("a thread");
    assert_eq!(merged.total_by_cause(), profile.total_by_cause());
    assert!(profile.total_by_cause()[Cause::Interrupt as usize] > 0);
}

/// The program whose regions are nested, left by an exception, and in two threads.
fn regions() -> Linked {
    let all = tests::program::Program::all().into_iter();
    let program = all.into_iter().find(|program| program.name == "Regions");
    program.expect("tests/programs/Regions.java").link()
}

#[test]
fn a_region_has_what_runs_between_its_marks_and_changes_no_figure_of_a_method() {
    let (profile, statistics) = record(&regions(), &MachineConfig::default(), u64::MAX);
    assert_eq!(profile.total_cycles(), statistics.cycles);
    let times = |name: &str| {
        let name = region_name(name);
        let trees = profile.threads.iter().map(|thread| &thread.tree);
        let of = |tree: &cross_profile::CallingContextTree| {
            tree.ids()
                .filter(|id| profile.name(tree.context(*id).method) == name)
                .filter_map(|id| Some(tree.call_times(id)?.calls))
                .sum::<u64>()
        };
        trees.map(of).sum::<u64>()
    };
    let names = [
        "filter",
        "inner",
        "unstopped",
        "thrown",
        "other",
        "never started",
    ];
    assert_eq!(names.map(times), [3, 3, 1, 1, 1, 0]);
    assert_eq!(calls(&profile, "Regions.main"), 1);
    assert_eq!(calls(&profile, "Regions.filter"), 4);
    let inner = profile.below(&region_name("inner")).expect("a region");
    let outer = profile.below(&region_name("filter")).expect("a region");
    assert!(inner.total_cycles() < outer.total_cycles());
    assert_eq!(calls(&inner, "Regions.square"), 3);
}

#[test]
fn bytecodes_of_a_region_are_those_of_its_contexts_in_every_thread() {
    let linked = regions();
    let config = MachineConfig::default();
    for name in ["filter", "other", "while it runs"] {
        let name = region_name(name);
        let machine = Machine::new(&config, &jvm(Build::Jop), &linked.image.words);
        let contexts =
            record::Contexts::new(&linked.image.words, Some(&linked.symbols)).below(&name);
        let contexts = run::events::MachineEvents::new(contexts);
        let mut run = record::machine::profiled(machine.expect("it fits"), contexts);
        let Ok(_) = run::alone(&mut run, u64::MAX);
        let profile = run.probe.1.finish().into_profile(Provenance::default());
        let counted: u64 = profile.bytecodes.iter().map(|own| own.count).sum();
        let part = profile.below(&name).expect("a region");
        let own: u64 = part.by_method().iter().map(|own| own.bytecodes).sum();
        assert!(own > 0 && own <= counted, "{name}: {own} of {counted}");
        assert!(
            counted - own < 100,
            "{name}: entries alone are no bytecodes, {own} of {counted}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_cycle_has_one_context_and_one_cause(
        ram_cnt in 1u8..10, limit in 1u64..300_000, block_bits in 1u8..6, jpc_width in 11u8..13,
    ) {
        let config = MachineConfig {
            ram_cnt,
            block_bits,
            jpc_width,
            ..MachineConfig::default()
        };
        let (profile, statistics) = record(&link("demo.Demo"), &config, limit);

        let causes = profile.total_by_cause();
        prop_assert_eq!(causes.iter().sum::<u64>(), statistics.cycles);
        prop_assert_eq!(profile.by_method().iter().map(|m| m.bytecodes).sum::<u64>(), statistics.bytecodes);
        let loads = causes[Cause::LoadOnInvoke as usize] + causes[Cause::LoadOnReturn as usize];
        prop_assert!(loads <= statistics.stalls.method_load);
    }
}
