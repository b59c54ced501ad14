//! Each format read back and checked against the profile: totals, and the own and inclusive cycles of every method.

// What a reader does not understand fails its test.
#![allow(clippy::unwrap_used)]

mod callgrind;
mod collapsed;
mod dot;
mod firefox;
mod flame_graph;
mod pprof;
mod read_back;
mod speedscope;
mod tables;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use cross_profile::{Profile, Provenance};
use export::{Metric, names};
use isa::MachineConfig;
use jopizer::LinkProgram;
use jopizer::Symbols;
use microcode::{Build, jvm};
use run::MachineRun;
use sim_core::Machine;

/// A recursive program and one with threads, short runs of them.
pub(crate) static RUNS: LazyLock<[(Profile, Symbols); 2]> =
    LazyLock::new(|| [record("recursion", "1"), record("producer-consumer", "2")]);

fn record(name: &str, length: &str) -> (Profile, Symbols) {
    let program = runtime::programs::find(name).expect("an embedded program");
    let options = program.options(&[length.to_owned()]);
    let linked = jopizer::link(&options).expect("an embedded program links");
    let config = MachineConfig::default();
    let machine =
        Machine::new(&config, &jvm(Build::Jop), &linked.image.words).expect("the program fits");
    let mut run = MachineRun::new(
        machine,
        record::machine::contexts(&linked.image.words, Some(&linked.symbols)),
    );
    let Ok(_) = run::alone(&mut run, u64::MAX);
    let profile = run.probe.finish().into_profile(Provenance {
        program: name.to_owned(),
        engine: "machine".to_owned(),
        ..Provenance::default()
    });
    (profile, linked.symbols)
}

/// Own and inclusive figure of methods by their readable names.
pub(crate) type Figures = BTreeMap<String, (u64, u64)>;

/// What a reader has to find.
pub(crate) fn expected(profile: &Profile, metric: Metric) -> Figures {
    let mut sums = Sums::default();
    let names = names::readable(&profile.methods);
    for thread in &profile.threads {
        for id in thread.tree.ids() {
            let path = thread.tree.path(id).into_iter();
            let chain = path.map(|id| &*names[thread.tree.context(id).method.0 as usize]);
            sums.add(chain, metric.of(thread.tree.context(id)));
        }
    }
    sums.0
}

/// Adds chains with their weights up to own and inclusive figures.
#[derive(Debug, Default)]
pub(crate) struct Sums(pub(crate) Figures);

impl Sums {
    /// A chain, outermost first, has this weight of its own.
    pub(crate) fn add<'a>(&mut self, chain: impl Iterator<Item = &'a str>, weight: u64) {
        if weight == 0 {
            return;
        }
        let mut chain: Vec<&str> = chain.collect();
        let innermost = *chain.last().expect("a chain is not empty");
        self.0.entry(innermost.to_owned()).or_default().0 += weight;
        chain.sort_unstable();
        chain.dedup();
        for method in chain {
            self.0.entry(method.to_owned()).or_default().1 += weight;
        }
    }
}

/// Metrics that the runs have something of.
pub(crate) fn metrics() -> [Metric; 4] {
    use cross_profile::Cause;
    [
        Metric::Cycles,
        Metric::Bytecodes,
        Metric::Calls,
        Metric::Cause(Cause::LoadOnInvoke),
    ]
}

#[test]
fn the_cycles_of_the_expectation_are_those_of_the_profile() {
    for (profile, _) in &*RUNS {
        let names = names::readable(&profile.methods);
        let expected = expected(profile, Metric::Cycles);
        for (name, figures) in names.iter().zip(profile.by_method()) {
            let own = (figures.self_cycles, figures.inclusive_cycles);
            assert_eq!(
                expected.get(name).copied().unwrap_or_default(),
                own,
                "{name}"
            );
        }
    }
}

#[test]
fn metrics_are_known_by_their_names() {
    for metric in Metric::all() {
        assert_eq!(metric.name().parse(), Ok(metric));
    }
    let error = "cycle".parse::<Metric>().unwrap_err();
    assert!(error.starts_with("a metric is one of cycles, bytecodes, calls, execute,"));
}

#[test]
fn the_causes_add_up_to_the_cycles() {
    for (profile, _) in &*RUNS {
        let causes = Metric::all().into_iter();
        let causes = causes.filter(|metric| matches!(metric, Metric::Cause(_)));
        let sum: u64 = causes.map(|metric| metric.total(profile)).sum();
        assert_eq!(sum, profile.total_cycles());
    }
}

#[test]
fn a_metric_of_which_there_is_nothing_is_refused() {
    let (profile, _) = &RUNS[0];
    let interrupts = Metric::Cause(cross_profile::Cause::Interrupt);
    let error = export::speedscope::json(profile, interrupts, None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the profile has no cycles of interrupt; choose another metric"
    );
}
