//! A small page of each kind, as callers make them.

use cross_profile::decomposition::{Carried, Decomposition};
use cross_profile::{Comparison, ContextId, Fold};
use pages::{
    AnnotatedMethod, CacheMethod, CacheRow, CacheRun, ExplorePoints, ExploreRow, MachineLibrary,
    MachineStart, PageCell, PageFocus, PageMetric, PageWindow, RingSide, ValidationCase,
    ValidationPrediction,
};
use profile_import as import;
use serde_json::{Value, json};

use crate::support::synthetic;

/// Names and texts of the pages.
pub(crate) fn pages() -> Vec<(&'static str, String)> {
    vec![
        ("ring", ring()),
        ("annotation", annotation()),
        ("validation", validation()),
        ("caches", caches()),
        (
            "evaluation",
            pages::evaluation(&json!({})).expect("an evaluation"),
        ),
        ("explore", explore()),
        ("metrics", metrics()),
        ("machine", machine()),
    ]
}

/// Names of the pages that draw charts.
pub(crate) const WITH_CHARTS: [&str; 5] =
    ["validation", "caches", "evaluation", "explore", "metrics"];

pub(crate) fn ring() -> String {
    let profile = synthetic::profile(10, 1);
    let side = RingSide {
        name: "a",
        profile: &profile,
    };
    pages::ring("t", side, None).expect("a ring chart")
}

fn annotation() -> String {
    let method = AnnotatedMethod {
        name: "t.Main.main()V".to_owned(),
        file: None,
        calls: 1,
        cycles: 2,
        causes: vec![],
        rows: vec![],
    };
    pages::annotation("t", &[], 2, &[method]).expect("an annotation")
}

fn validation() -> String {
    let profile = import::collapsed(&b"a;b 30\n"[..]).expect("a profile");
    let comparison = &Comparison::new(&profile, &profile);
    let carried = Carried::of(&profile);
    let decomposition = &Decomposition::new(&profile, &profile, Fold::None, carried);
    let case = ValidationCase {
        program: "p",
        machine: "m",
        cycles: 30,
        facts: vec![],
        predictions: vec![ValidationPrediction {
            name: "theirs",
            comparison,
            decomposition,
        }],
    };
    pages::validation("t", &[case], &["nop"; 256]).expect("a validation")
}

fn caches() -> String {
    let rows = [CacheRow {
        row: json!({"cycles": 1}),
        pareto: true,
    }];
    let run: CacheRun<Value, Value> = CacheRun {
        name: "p".to_owned(),
        cache: "fifo".to_owned(),
        words: 1024,
        methods: vec![CacheMethod {
            name: "a".to_owned(),
            misses: json!({}),
        }],
        pairs: vec![],
        window: 1,
        lookups: 1,
    };
    pages::caches("t", &[], &rows, &[run]).expect("caches")
}

fn explore() -> String {
    let row = ExploreRow {
        program: 0,
        at: vec![],
        cycles: 1,
        microseconds: 1.0,
        bits: 1,
        cost: 1.0,
        pareto: true,
        source: "run",
    };
    let points = ExplorePoints {
        programs: vec!["p".to_owned()],
        axes: vec![],
        base: vec![],
        cost: "bits".to_owned(),
        rows: vec![row],
    };
    pages::explore("t", &[], &points).expect("an exploration")
}

fn metrics() -> String {
    let profile = synthetic::profile(10, 1);
    let cell = PageCell {
        thread: 0,
        context: ContextId(0),
        figures: [1, 1, 1],
    };
    let window = PageWindow {
        start: 0,
        end: 1,
        phase: 0,
        cells: vec![cell],
    };
    let metric = PageMetric {
        name: "cycles",
        is_cause: false,
        is_sum: true,
    };
    let focus = PageFocus {
        name: "program".to_owned(),
        series: vec![vec![1]],
    };
    pages::metrics("t", &[], (&profile, &[window]), (&[metric], &[focus])).expect("metrics")
}

pub(crate) fn machine() -> String {
    let library = MachineLibrary {
        runtime: &[],
        programs: &[],
        sources: &[],
        table: vec![],
    };
    pages::machine("t", &MachineStart::default(), &[], &library, "").expect("a machine")
}
