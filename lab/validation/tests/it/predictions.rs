//! Predictions of tables for programs on machines.

use cost_model::{Formula, derive};
use isa::{MachineConfig, MemoryKind, UartKind, op};
use jopizer::LinkProgram;
use jopizer::{LinkOptions, Linked};
use method_cache::OrganisationKind;
use microcode::Build;
use run::Program;
use validation::{
    CALIBRATED, CONSTANT, Case, Costs, DERIVED, JAVA_BYTECODE_CYCLES, Job, Lookups, NamedMachine,
    PUBLISHED, PUBLISHED_ALL_HIT, PUBLISHED_ALL_MISS, PUBLISHED_ONE_METHOD, Plan, Rules, Score,
    TablePrediction, baselines, study, twelve_machines,
};

fn subject(name: &str, linked: Linked) -> Program {
    Program::linked(name, linked)
}

fn demo() -> Program {
    let linked = jopizer::link(&LinkOptions::new("demo.Demo", []));
    subject("demo", linked.expect("the demonstration links"))
}

fn embedded(name: &str, length: u32) -> Program {
    let program = runtime::programs::find(name).expect("an embedded program");
    let memory_words = MachineConfig::default().memory_words;
    subject(name, program.link(length, memory_words).expect("it links"))
}

fn machine(change: impl FnOnce(&mut MachineConfig)) -> NamedMachine {
    let mut config = MachineConfig::default();
    change(&mut config);
    NamedMachine {
        name: "machine".to_owned(),
        config,
    }
}

fn one(
    subject: &Program,
    machine: &NamedMachine,
    build: Build,
    tables: &[TablePrediction],
) -> Case {
    let plan = Plan {
        build,
        profiles: &[],
        tables,
        root: None,
        fold: None,
        max_cycles: u64::MAX,
        keeps_contexts: true,
    };
    let job = Job { subject, machine };
    let case = study(&plan, &[job], &|| ()).remove(0);
    case.unwrap_or_else(|error| panic!("{} on {:?}: {error}", subject.name, machine.config))
}

/// Baselines without the one that takes benchmarks.
fn uncalibrated() -> Vec<TablePrediction> {
    let mut tables = baselines().expect("the committed table reads");
    tables.retain(|table| table.name != CALIBRATED);
    tables
}

fn score<'a>(case: &'a Case, name: &str) -> &'a Score {
    let mut scores = case.predictions.iter();
    let found = scores.find(|score| score.prediction == name);
    found.unwrap_or_else(|| panic!("no prediction {name}"))
}

/// No cycle differs in any method, context, bytecode or cause.
fn assert_exact(case: &Case, score: &Score) {
    let comparison = &score.comparison;
    let of = |what: &str| format!("{} on {}, {what}", case.program, case.machine);
    assert_eq!(comparison.total.difference(), 0, "{}", of("total"));
    for pair in &comparison.by_method {
        assert_eq!(pair.truth, pair.predicted, "{}", of(&pair.what));
    }
    for pair in &comparison.by_cause {
        assert_eq!(pair.truth, pair.predicted, "{}", of(pair.what.name()));
    }
    assert!(comparison.by_bytecode.len() > 20);
    for pair in &comparison.by_bytecode {
        assert_eq!(
            pair.truth,
            pair.predicted,
            "{} {}",
            of("bytecode"),
            pair.what
        );
    }
    let contexts = comparison.contexts.as_ref().expect("contexts");
    assert_eq!(
        (contexts.worst, contexts.missed, contexts.without_truth),
        (0.0, 0, 0)
    );
    assert_eq!(
        (comparison.kendall_tau, comparison.top_overlap),
        (Some(1.0), comparison.top_of)
    );
}

#[test]
fn derived_costs_have_no_error_in_any_context() {
    let derived = [TablePrediction {
        name: DERIVED.to_owned(),
        costs: Costs::Derived,
        rules: Rules::default(),
    }];
    let machines = [
        machine(|_| ()),
        machine(|m| (m.method_cache, m.ram_cnt) = (OrganisationKind::OneBlock, 6)),
        machine(|m| (m.memory, m.ram_cnt) = (MemoryKind::Sram16, 1)),
        machine(|m| (m.object_cache, m.jpc_width) = (true, 11)),
        machine(|m| (m.uart, m.uart_baud) = (UartKind::Timed, 4_000_000)),
    ];
    let subjects = [
        demo(),
        embedded("producer-consumer", 3),
        embedded("gc-stress", 1),
    ];
    for (number, build) in [Build::Jop, Build::Strict].into_iter().enumerate() {
        let plan = Plan {
            build,
            profiles: &[],
            tables: &derived,
            root: None,
            fold: None,
            max_cycles: u64::MAX,
            keeps_contexts: true,
        };
        // Each program on every machine, and each machine with either build, would take long.
        let jobs: Vec<Job<'_>> = (0..machines.len() * 2)
            .filter(|place| place % 2 == number)
            .map(|place| Job {
                subject: &subjects[place % subjects.len()],
                machine: &machines[place / 2],
            })
            .collect();
        for case in study(&plan, &jobs, &|| ()) {
            let case = case.unwrap_or_else(|error| panic!("{error}"));
            assert_exact(&case, score(&case, DERIVED));
        }
    }
}

#[test]
fn a_cycle_too_much_for_one_bytecode_is_an_error_of_its_executions() {
    let mut table = derive(&microcode::jvm(Build::Jop), "");
    let iadd = &mut table.bytecodes[usize::from(op::IADD)].paths[0].cycles;
    *iadd = iadd.clone() + Formula::constant(1);
    let wrong = TablePrediction {
        name: "wrong".to_owned(),
        costs: Costs::Table(Box::new(table)),
        rules: Rules::default(),
    };
    let case = one(&demo(), &machine(|_| ()), Build::Jop, &[wrong]);
    let comparison = &score(&case, "wrong").comparison;
    let differing: Vec<_> = comparison
        .by_bytecode
        .iter()
        .filter(|pair| pair.difference() != 0)
        .collect();
    assert_eq!(differing.len(), 1);
    // One cycle each is what iadd takes.
    assert_eq!(
        (differing[0].what, differing[0].predicted),
        (0x60, 2 * differing[0].truth)
    );
    assert_eq!(comparison.total.difference(), differing[0].difference());
}

#[test]
fn what_a_baseline_leaves_out_is_missing_from_its_prediction() {
    let case = one(
        &demo(),
        &machine(|m| (m.jpc_width, m.block_bits) = (11, 3)),
        Build::Jop,
        &uncalibrated(),
    );
    assert_exact(&case, score(&case, DERIVED));
    let predicted = |name: &str| score(&case, name).comparison.total.predicted;
    let cause = |name: &str, cause: cross_profile::Cause| {
        let by_cause = &score(&case, name).comparison.by_cause;
        by_cause[cause as usize].predicted
    };
    use cross_profile::Cause::{JavaBytecode, LoadOnInvoke, LoadOnReturn};
    let loads = cause(PUBLISHED, LoadOnInvoke) + cause(PUBLISHED, LoadOnReturn);
    assert!(loads > 0);
    assert_eq!(cause(PUBLISHED_ALL_HIT, LoadOnReturn), 0);
    assert!(predicted(PUBLISHED_ALL_HIT) < predicted(PUBLISHED));
    assert!(predicted(PUBLISHED) < predicted(PUBLISHED_ONE_METHOD));
    assert!(predicted(PUBLISHED_ONE_METHOD) <= predicted(PUBLISHED_ALL_MISS));
    // A constant is the calling block's.
    assert!(cause(PUBLISHED, JavaBytecode) > 0);
    // But for the `athrow` of a division by 0, whose calling block is the routine's.
    assert_eq!(
        cause(CONSTANT, JavaBytecode),
        u64::from(JAVA_BYTECODE_CYCLES)
    );
    let contexts = |name: &str| {
        score(&case, name)
            .comparison
            .contexts
            .clone()
            .expect("contexts")
    };
    assert_eq!(contexts(PUBLISHED).missed, 0);
    assert!(contexts(CONSTANT).missed > 0);
    assert_eq!(contexts(CONSTANT).without_truth, 0);
}

#[test]
fn a_calibrated_table_is_near_and_the_part_below_main_is_a_part() {
    parts::long!();
    let subject = demo();
    let machine = machine(|_| ());
    let tables = baselines().expect("the committed table reads");
    let plan = Plan {
        build: Build::Jop,
        profiles: &[],
        tables: &tables,
        root: Some("demo.Demo.main"),
        fold: None,
        max_cycles: u64::MAX,
        keeps_contexts: true,
    };
    let job = Job {
        subject: &subject,
        machine: &machine,
    };
    let case = study(&plan, &[job], &|| ()).remove(0);
    let case = case.unwrap_or_else(|error| panic!("{error}"));
    let calibrated = &score(&case, CALIBRATED).comparison;
    let error = calibrated.total_error().expect("cycles");
    assert!(error.abs() < 0.02, "{error}");
    assert!(calibrated.total.difference() != 0);
    let derived = &score(&case, DERIVED).comparison;
    assert_eq!(derived.total.difference(), 0);
    assert!(
        derived
            .by_method
            .iter()
            .all(|pair| !pair.what.contains("Startup"))
    );
    assert!(case.cycles > 100_000);
    assert_exact(&case, score(&case, DERIVED));
    let bytecodes = |side: fn(&cross_profile::compare::Pair<u8>) -> u64| -> u64 {
        derived.by_bytecode.iter().map(side).sum()
    };
    assert_eq!(bytecodes(|pair| pair.truth), case.cycles);
    let constant = &score(&case, CONSTANT).comparison;
    let predicted = constant.by_bytecode.iter().map(|pair| pair.predicted);
    assert_eq!(predicted.sum::<u64>(), constant.total.predicted);
    let missing = Plan {
        root: Some("demo.Demo.nothing"),
        ..plan
    };
    let error = study(&missing, &[job], &|| ()).remove(0).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the program: no context of `demo.Demo.nothing`"),
        "{error}"
    );
}

#[test]
fn a_method_that_does_not_fit_the_cache_is_said_before_the_machine_runs_into_it() {
    let machine = machine(|m| (m.jpc_width, m.block_bits) = (8, 1));
    let plan = Plan {
        build: Build::Jop,
        profiles: &[],
        tables: &uncalibrated(),
        root: None,
        fold: None,
        max_cycles: u64::MAX,
        keeps_contexts: true,
    };
    let subject = demo();
    let job = Job {
        subject: &subject,
        machine: &machine,
    };
    let error = study(&plan, &[job], &|| ()).remove(0).unwrap_err();
    assert!(error.to_string().contains("raise jpc_width"), "{error}");
}

#[test]
fn the_twelve_machines_exist_and_differ() {
    let machines = twelve_machines(&MachineConfig::default());
    assert_eq!(machines.len(), 12);
    for (place, machine) in machines.iter().enumerate() {
        assert_eq!(machine.config.check(), Ok(()), "{}", machine.name);
        let others = &machines[..place];
        assert!(
            others
                .iter()
                .all(|other| other.config != machine.config && other.name != machine.name)
        );
    }
}

#[test]
fn without_a_cache_every_lookup_is_a_miss() {
    let all_miss = TablePrediction {
        name: "all misses".to_owned(),
        costs: Costs::Derived,
        rules: Rules {
            lookups: Lookups::AllMiss,
            ..Rules::default()
        },
    };
    let without = machine(|m| m.method_cache = OrganisationKind::OneBlock);
    let case = one(
        &demo(),
        &without,
        Build::Jop,
        std::slice::from_ref(&all_miss),
    );
    assert_exact(&case, score(&case, "all misses"));
    let case = one(&demo(), &machine(|_| ()), Build::Jop, &[all_miss]);
    assert!(score(&case, "all misses").comparison.total.difference() > 0);
}
