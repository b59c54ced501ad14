//! Points: what is priced and replayed is what the machine takes, however the work is divided.

use std::sync::atomic::AtomicBool;

use explore::{
    Axis, Description, Exploration, JobResult, Outcome, Parts, ProgramDescription, Source, Space,
    Variant, Workload, outcomes, pick, sensitivity, verify,
};
use isa::MachineConfig;
use jobs::{render_head, render_job};
use jopizer::LinkOptions;
use microcode::Build;
use run::{Microcode, Program};

pub(crate) static GO_ON: AtomicBool = AtomicBool::new(false);

pub(crate) fn program(main_class: &str) -> Program {
    let linked = jopizer::link(&LinkOptions::new(main_class, [])).expect("an embedded program");
    Program::linked(main_class, linked)
}

/// A program of threads: the scheduler reads the clock and takes interrupts.
pub(crate) fn threads() -> Program {
    let embedded = runtime::programs::find("producer-consumer").expect("an embedded program");
    let linked = jopizer::link(&jopizer::LinkProgram::options(embedded, &[])).expect("a program");
    Program::linked(embedded.name, linked)
}

pub(crate) fn base() -> Variant {
    let microcode = Microcode::ours(Build::Jop);
    Variant::new("base", microcode, Some(Build::Jop), Vec::new()).expect("the derived table")
}

pub(crate) fn describe(
    program: &Program,
    variants: &[Variant],
    axes: &[(&str, &[&str])],
) -> (Description, Vec<Workload>) {
    let axis = |(option, values): &(&str, &[&str])| Axis {
        option: (*option).to_owned(),
        values: values.iter().map(|&value| value.to_owned()).collect(),
    };
    let space = Space {
        axes: axes.iter().map(axis).collect(),
        ..MachineConfig::default().into()
    };
    let workloads = vec![Workload::Program(Box::new(program.clone().into()))];
    let programs = vec![ProgramDescription::of(&program.name, &workloads[0])];
    (
        Description::new(programs, variants, space, 20_000_000),
        workloads,
    )
}

pub(crate) fn run(exploration: &Exploration<'_>, jobs: &[usize]) -> Vec<JobResult> {
    let mut results = Vec::new();
    exploration
        .run(jobs, &mut |result| {
            results.push(result);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    results.sort_by_key(|result| result.job);
    results
}

/// All outcomes, each compared with the machine if it can be built.
fn all_equal(program: &Program, axes: &[(&str, &[&str])]) -> Vec<Outcome> {
    let found = all_equal_with(program, &[base()], axes);
    found.into_iter().map(|(_, outcome)| outcome).collect()
}

/// The same with other instruction sets; each outcome with the number of its own.
pub(crate) fn all_equal_with(
    program: &Program,
    variants: &[Variant],
    axes: &[(&str, &[&str])],
) -> Vec<(usize, Outcome)> {
    let (description, workloads) = describe(program, variants, axes);
    let plan = description.plan();
    let exploration = Exploration {
        description: &description,
        plan: &plan,
        workloads: &workloads,
        variants,
        stop: &GO_ON,
    };
    let jobs: Vec<usize> = (0..plan.jobs.len()).collect();
    let results = run(&exploration, &jobs);
    let found = outcomes(&plan, results.iter());
    assert_eq!(found.len(), plan.points.len(), "{results:?}");
    let picked = pick(&exploration, &found, 40, 1);
    let checks = verify(&exploration, &picked, &|| ()).unwrap_or_else(|error| panic!("{error}"));
    for check in &checks {
        let point = &plan.points[check.outcome.point];
        let name = &variants[point.variant].name;
        assert_eq!(
            check.differences,
            [],
            "{name} on {:?}: {:?}",
            point.config,
            check.outcome
        );
    }
    let variant = |outcome: &Outcome| plan.points[outcome.point].variant;
    let found = found.into_iter();
    found
        .map(|(_, outcome)| (variant(&outcome), outcome))
        .collect()
}

#[test]
fn every_memory_and_method_cache_costs_what_the_machine_takes() {
    let found = all_equal(
        &program("demo.Demo"),
        &[
            ("memory", &["sram32", "sram16", "ssram32"]),
            ("ram_cnt", &["1", "2", "3", "5", "10"]),
            ("method_cache", &["fifo", "one-block", "lru", "ideal"]),
            ("jpc_width", &["11", "13"]),
            ("block_bits", &["2", "4"]),
        ],
    );
    assert!(
        found
            .iter()
            .all(|outcome| outcome.source == Source::Repriced)
    );
    let distinct: std::collections::BTreeSet<u64> = found.iter().map(|it| it.cycles).collect();
    assert!(
        distinct.len() > found.len() / 3,
        "{} of {}",
        distinct.len(),
        found.len()
    );
}

#[test]
fn options_that_change_the_run_have_runs_of_their_own() {
    let found = all_equal(
        &program("demo.Demo"),
        &[
            ("object_cache", &["false", "true"]),
            ("data_cache", &["false", "true"]),
            ("ram_width", &["8", "9"]),
            ("spm_width", &["0", "8"]),
            ("ram_cnt", &["2", "4"]),
            ("jpc_width", &["10", "12"]),
            ("clk_freq_hz", &["50000000", "100000000"]),
        ],
    );
    let replayed = found
        .iter()
        .filter(|it| it.source == Source::Replay)
        .count();
    assert_eq!(replayed, found.len() / 2);
}

#[test]
fn a_stack_ram_that_the_engine_has_no_model_for_runs_on_each_memory() {
    parts::long!();
    let found = all_equal(
        &program("demo.Compute"),
        &[
            ("stack_ram", &["old-data", "new-data"]),
            ("ram_cnt", &["2", "4"]),
            ("jpc_width", &["10", "12"]),
        ],
    );
    let sources: Vec<_> = found.iter().map(|outcome| outcome.source).collect();
    assert_eq!(sources[..4], [Source::Repriced; 4]);
    assert_eq!(sources[4..], [Source::Replay; 4]);
}

#[test]
fn a_program_that_reads_time_runs_on_each_point() {
    let clock = threads();
    let found = all_equal(
        &clock,
        &[
            ("ram_cnt", &["2", "4"]),
            ("clk_freq_hz", &["50000000", "100000000"]),
            ("data_cache", &["false", "true"]),
        ],
    );
    let sources: Vec<_> = found.iter().map(|outcome| outcome.source).collect();
    assert!(
        sources
            .iter()
            .all(|it| [Source::Fast, Source::Machine].contains(it)),
        "{sources:?}"
    );
    assert!(sources.contains(&Source::Fast) && sources.contains(&Source::Machine));
}

#[test]
fn the_engine_sees_time_where_the_machine_does() {
    for program in [program("demo.Demo"), threads(), program("demo.Compute")] {
        let name = program.name.clone();
        let swept = cache_sweep::Swept {
            program: program.clone(),
            microcode: Microcode::ours(Build::Jop),
            max_cycles: 20_000_000,
        };
        let machine = MachineConfig::default();
        let (recorded, _) = cache_sweep::record(&swept, &machine, false, Vec::new(), &GO_ON)
            .unwrap_or_else(|error| panic!("{error}"));
        let variants = [base()];
        let (description, workloads) = describe(&program, &variants, &[]);
        let plan = description.plan();
        let exploration = Exploration {
            description: &description,
            plan: &plan,
            workloads: &workloads,
            variants: &variants,
            stop: &GO_ON,
        };
        let found = &run(&exploration, &[0])[0].outcomes[0];
        let sees_time = recorded.summary.time_uses > 0;
        assert_eq!(found.source == Source::Fast, sees_time, "{name}");
        assert_eq!(
            found.cycles,
            recorded.summary.cycles
                - if sees_time {
                    0
                } else {
                    recorded.summary.load_stalls - found.load_stall_cycles.unwrap_or(0)
                }
        );
    }
}

#[test]
fn parts_in_any_order_are_the_whole() {
    parts::long!();
    let program = program("demo.Compute");
    let variants = [base()];
    let widths = ["8", "9", "10"];
    let counts: Vec<String> = (1..=14).map(|count| count.to_string()).collect();
    let counts: Vec<&str> = counts.iter().map(String::as_str).collect();
    let axes: [(&str, &[&str]); 4] = [
        ("ram_width", &widths),
        ("ram_cnt", &counts),
        ("jpc_width", &["10", "11", "12", "13", "14"]),
        ("block_bits", &["0", "1", "2", "3", "4", "5", "6", "7"]),
    ];
    let (description, workloads) = describe(&program, &variants, &axes);
    let plan = description.plan();
    let exploration = Exploration {
        description: &description,
        plan: &plan,
        workloads: &workloads,
        variants: &variants,
        stop: &GO_ON,
    };
    assert_eq!(plan.points.len(), 3 * 14 * 5 * 8);
    assert_eq!(plan.jobs.len(), 6);
    let all: Vec<usize> = (0..plan.jobs.len()).collect();
    let whole = run(&exploration, &all);
    assert_eq!(
        whole.iter().map(|result| result.runs).sum::<u64>(),
        3,
        "no exceptions"
    );
    let mut joined = Parts::new(description.clone());
    for job in all.iter().rev() {
        let results = run(&exploration, &[*job]);
        let text = render_head(&description) + &results.iter().map(render_job).collect::<String>();
        let part = Parts::parse(text.as_bytes(), false).expect("a part");
        joined.join(part).expect("the same exploration");
    }
    let joined: Vec<JobResult> = joined.complete().expect("every job").cloned().collect();
    assert_eq!(joined, whole);
}

#[test]
fn one_at_a_time_is_what_the_points_have() {
    parts::long!();
    let program = program("demo.Compute");
    let variants = [base()];
    let axes: [(&str, &[&str]); 2] = [
        ("ram_cnt", &["1", "2", "5"]),
        ("object_cache", &["false", "true"]),
    ];
    let (description, workloads) = describe(&program, &variants, &axes);
    let (effects, refused) = sensitivity(&description, &workloads, &variants, &GO_ON)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(refused, []);
    let plan = description.plan();
    let exploration = Exploration {
        description: &description,
        plan: &plan,
        workloads: &workloads,
        variants: &variants,
        stop: &GO_ON,
    };
    let jobs: Vec<usize> = (0..plan.jobs.len()).collect();
    let found = outcomes(&plan, run(&exploration, &jobs).iter());
    assert_eq!(effects.len(), 5);
    for effect in &effects {
        let same = found
            .iter()
            .find(|(_, outcome)| plan.points[outcome.point] == effect.point);
        assert_eq!(
            same.map(|(_, outcome)| outcome.cycles),
            Some(effect.outcome.cycles),
            "{effect:?}"
        );
        let at_base = effect.value == "2" || effect.value == "false";
        assert_eq!(
            effect.outcome.cycles == effect.base.cycles,
            at_base,
            "{effect:?}"
        );
    }
}
