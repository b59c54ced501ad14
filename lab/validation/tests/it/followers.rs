//! Runs that are counted under the eyes of a follower.

use std::collections::BTreeSet;

use cost_model::derived_costs;
use cross_profile::{Observer, Profile, Provenance};
use fast_engine::Engine;
use isa::MachineConfig;
use jopizer::{LinkOptions, LinkProgram};
use microcode::Build;
use run::{MachineRun, Program};
use runtime::programs::find;
use sim_core::Machine;
use validation::{CaseError, Counted, CountedRun, Follower, counted_run, followed_run};

const BUILD: Build = Build::Jop;

fn demo() -> Program {
    let linked = jopizer::link(&LinkOptions::new("demo.Demo", []));
    Program::linked("demo", linked.expect("the demonstration links"))
}

/// Looks at the engine after each call.
#[derive(Default)]
struct Looks {
    called: u64,
    counted: u64,
    cycle: u64,
}

impl Follower for Looks {
    fn looks(&self) -> bool {
        true
    }

    fn counted(&mut self, _observer: &Observer, counted: &Counted) {
        self.counted += u64::from(counted.execution.lookup.is_some());
    }

    fn called(&mut self, engine: &Engine, _method: u32) {
        assert_eq!(self.called, self.counted, "a call is told before it counts");
        assert!(
            self.cycle < engine.cycles(),
            "each call ends after the last"
        );
        self.cycle = engine.cycles();
        self.called += 1;
    }
}

fn looked_at(subject: &Program, most: u64) -> Result<(CountedRun, Looks), CaseError> {
    let config = MachineConfig::default();
    let costs = derived_costs(&config, &microcode::jvm(BUILD)).expect("a memory with a formula");
    followed_run(
        subject,
        &config,
        (BUILD, costs),
        None,
        most,
        Looks::default(),
    )
}

fn counts(run: &CountedRun) -> BTreeSet<String> {
    run.counts.iter().map(|it| format!("{it:?}")).collect()
}

#[test]
fn a_follower_that_looks_is_told_of_each_call_before_it_counts_and_changes_no_count() {
    let (subject, config) = (demo(), MachineConfig::default());
    let costs = derived_costs(&config, &microcode::jvm(BUILD)).expect("a memory with a formula");
    let alone = counted_run(&subject, &config, BUILD, costs, None, u64::MAX).expect("it ends");
    let (looked_at, follower) = looked_at(&subject, u64::MAX).expect("it ends");
    assert_eq!(alone.cycles, looked_at.cycles);
    assert_eq!(counts(&alone), counts(&looked_at));
    // The end may cut off the last call before it counts.
    let open = follower.called - follower.counted;
    assert!(open <= 1 && follower.called > 100, "{open} open");
}

#[test]
fn a_run_that_is_looked_at_ends_at_its_limit() {
    match looked_at(&demo(), 10_000) {
        Err(CaseError::NoEnd(cycles)) => assert!((10_000..20_000).contains(&cycles), "{cycles}"),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("the demonstration takes longer"),
    }
}

fn embedded(name: &str) -> Program {
    let program = find(name).expect("an embedded program");
    let memory_words = MachineConfig::default().memory_words;
    Program::linked(name, program.link(1, memory_words).expect("it links"))
}

#[test]
fn only_a_run_that_uses_time_has_uses_of_it() {
    let uses = |name: &str| {
        let run = looked_at(&embedded(name), u64::MAX);
        run.expect("it ends").0.time_uses
    };
    assert!(uses("producer-consumer") > 0);
    assert_eq!(uses("sieve"), 0);
}

#[test]
fn bytecodes_around_a_switch_of_threads_are_charged_as_on_the_machine() {
    let (subject, config) = (embedded("producer-consumer"), MachineConfig::default());
    let memory = &subject.image.words;
    let machine = Machine::new(&config, &microcode::jvm(BUILD), memory).expect("it fits");
    let probe = record::machine::contexts(memory, subject.symbols.as_ref());
    let mut run = MachineRun::new(machine, probe);
    let Ok(_) = run::to_end(&subject, &mut run, &mut run::Silent, &run::Limits::NONE);
    let recorded = run.probe.finish().into_profile(Provenance::default());
    let (counted, _) = looked_at(&subject, u64::MAX).expect("it ends");
    let figures = |profile: &Profile| -> Vec<_> {
        let threads = profile.threads.iter();
        let contexts = threads.flat_map(|it| it.tree.contexts());
        contexts
            .map(|it| (it.calls, it.bytecodes, it.cycles))
            .collect()
    };
    assert!(recorded.threads.len() > 1);
    assert_eq!(figures(&counted.profile), figures(&recorded));
}
