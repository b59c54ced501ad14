//! Instruction sets that differ: prices, carriers, break-even.

use cost_model::RowChange;
use explore::{Exploration, Source, Variant, break_even, outcomes};
use isa::MachineConfig;
use microcode::Build;
use run::Microcode;

use crate::it::points::{GO_ON, base, describe, program, run};

fn variant(name: &str, changes: &[&str]) -> Variant {
    let changes: Vec<RowChange> = changes
        .iter()
        .map(|change| change.parse().expect("a change"))
        .collect();
    let microcode = Microcode::ours(Build::Jop);
    Variant::new(name, microcode, Some(Build::Jop), changes)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Cycles by variant on the default machine.
fn cycles(main_class: &str, variants: &[Variant]) -> Vec<u64> {
    let (description, workloads) = describe(&program(main_class), variants, &[]);
    let plan = description.plan();
    let exploration = Exploration {
        description: &description,
        plan: &plan,
        workloads: &workloads,
        variants,
        stop: &GO_ON,
    };
    let jobs: Vec<usize> = (0..plan.jobs.len()).collect();
    let found = outcomes(&plan, run(&exploration, &jobs).iter());
    for (_, outcome) in &found {
        let is_real = variants[plan.points[outcome.point].variant].is_real();
        assert_eq!(outcome.source == Source::Predicted, !is_real);
    }
    found
        .into_iter()
        .map(|(_, outcome)| outcome.cycles)
        .collect()
}

#[test]
fn a_price_counts_as_often_as_its_bytecode_is_executed() {
    let variants = [
        base(),
        variant("one", &["iadd=1"]),
        variant("three", &["iadd=3"]),
        variant("five", &["iadd=5"]),
    ];
    let found = cycles("demo.Demo", &variants);
    assert_eq!(found[0], found[1], "iadd takes one cycle");
    assert!(found[2] > found[1]);
    assert_eq!(found[3] - found[2], found[2] - found[1]);
}

#[test]
fn a_bytecode_in_microcode_saves_its_routine_as_the_break_even_says() {
    let program = program("demo.Demo");
    let (rows, end) = break_even(
        &program,
        &MachineConfig::default(),
        &base(),
        20_000_000,
        &GO_ON,
    )
    .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(end, run::End::Exit(0));
    assert!(rows.len() > 1, "{rows:?}");
    for row in &rows {
        let carrier = format!("{}.carrier=microcode", row.bytecode);
        let price = format!("{}=7", row.bytecode);
        let found = cycles(
            "demo.Demo",
            &[base(), variant("moved", &[&carrier, &price])],
        );
        let expected = [row.cycles, row.cycles_without + row.executions * 7];
        assert_eq!(found, expected, "{}", row.bytecode);
        assert!(
            row.break_even() > 80.0,
            "the call alone takes 82 cycles: {row:?}"
        );
    }
}

#[test]
fn with_data_caches_only_an_instruction_set_that_the_machine_has_gets_a_row() {
    let variants = [base(), variant("three", &["iadd=3"])];
    let axes: [(&str, &[&str]); 1] = [("data_cache", &["false", "true"])];
    let (description, workloads) = describe(&program("demo.Compute"), &variants, &axes);
    let plan = description.plan();
    let exploration = Exploration {
        description: &description,
        plan: &plan,
        workloads: &workloads,
        variants: &variants,
        stop: &GO_ON,
    };
    let jobs: Vec<usize> = (0..plan.jobs.len()).collect();
    let results = run(&exploration, &jobs);
    let found = outcomes(&plan, results.iter());
    let points = found.iter().map(|(_, outcome)| &plan.points[outcome.point]);
    let points: Vec<_> = points
        .map(|it| (it.variant, it.config.data_cache))
        .collect();
    assert_eq!(points, [(0, false), (0, true), (1, false)]);
    let refused: u64 = results
        .iter()
        .flat_map(|it| &it.refused)
        .map(|it| it.points)
        .sum();
    assert_eq!(refused, 1);
}

#[test]
fn costs_of_microcode_that_the_engine_cannot_stand_for_change_only_where_it_is_ours() {
    let defines = ["FADD_MICROCODE".to_owned()];
    let assembly = microcode::jvm_with(Build::Jop, &defines).expect("our microcode");
    let variant = |name: &str, build, changes: &[&str]| {
        let changes = changes.iter().map(|change| change.parse().expect("one"));
        let microcode = Microcode::foreign(name, assembly.program.clone());
        Variant::new(name, microcode, build, changes.collect()).expect("a table")
    };
    let variants = [
        variant("theirs", None, &[]),
        variant("theirs changed", None, &["iadd=3"]),
        variant("ours changed", Some(Build::Jop), &["fadd=100"]),
    ];
    let program = crate::it::every::own("Operands", &["6", "3"]);
    let (description, workloads) = describe(&program, &variants, &[]);
    let plan = description.plan();
    let exploration = Exploration {
        description: &description,
        plan: &plan,
        workloads: &workloads,
        variants: &variants,
        stop: &GO_ON,
    };
    let results = run(&exploration, &[0]);
    let found: Vec<_> = results[0]
        .outcomes
        .iter()
        .map(|it| (it.point, it.source))
        .collect();
    assert_eq!(found, [(0, Source::Replay), (2, Source::Predicted)]);
    assert_eq!(results[0].outcomes[1].stall_cycles, None);
    let refused = &results[0].refused[0];
    assert_eq!(refused.points, 1);
    assert!(
        refused
            .reason
            .starts_with("costs of this microcode cannot be changed: fadd"),
        "{refused:?}"
    );
}
