//! Parts of errors on a real program: wrong tables, other machines, profiles that fold.

use cost_model::{Formula, derive};
use cross_profile::decomposition::Parts;
use cross_profile::{Fold, Profile, Provenance};
use isa::{MachineConfig, op};
use jopizer::LinkOptions;
use microcode::Build;
use run::{MachineRun, Program};
use sim_core::Machine;
use validation::{
    Case, CaseError, Costs, Job, NamedMachine, PUBLISHED_ALL_HIT, Plan, ProfilePrediction, Rules,
    Score, TablePrediction, baselines, study,
};

fn demo() -> Program {
    let linked = jopizer::link(&LinkOptions::new("demo.Demo", []));
    Program::linked("demo", linked.expect("the demonstration links"))
}

/// Profile of the demonstration on a machine.
fn recorded(config: &MachineConfig) -> Profile {
    let program = demo();
    let microcode = microcode::jvm(Build::Jop);
    let machine = Machine::new(config, &microcode, &program.image.words).expect("it fits");
    let mut run = MachineRun::new(
        machine,
        record::machine::contexts(&program.image.words, program.symbols.as_ref()),
    );
    let Ok(_) = run::to_end(&program, &mut run, &mut run::Silent, &run::Limits::NONE);
    run.probe.finish().into_profile(Provenance::default())
}

fn compare(
    profiles: &[ProfilePrediction],
    tables: &[TablePrediction],
    fold: Option<Fold>,
) -> Result<Case, CaseError> {
    let plan = Plan {
        build: Build::Jop,
        profiles,
        tables,
        root: None,
        fold,
        max_cycles: u64::MAX,
        keeps_contexts: true,
    };
    let machine = NamedMachine {
        name: "machine".to_owned(),
        config: MachineConfig::default(),
    };
    let subject = demo();
    let job = Job {
        subject: &subject,
        machine: &machine,
    };
    study(&plan, &[job], &|| ()).remove(0)
}

fn of_profile(profile: Profile, fold: Option<Fold>) -> Result<Score, CaseError> {
    let prediction = ProfilePrediction {
        name: "profile".to_owned(),
        profile,
    };
    let case = compare(&[prediction], &[], fold)?;
    let score = case.predictions.into_iter().next().expect("a prediction");
    let total = score.comparison.total.difference();
    assert_eq!(score.decomposition.total.sum(), total);
    Ok(score)
}

#[test]
fn a_price_in_a_table_is_no_count_and_no_load() {
    let mut table = derive(&microcode::jvm(Build::Jop), "");
    let iadd = &mut table.bytecodes[usize::from(op::IADD)].paths[0].cycles;
    *iadd = iadd.clone() + Formula::constant(1);
    let mut tables = vec![TablePrediction {
        name: "wrong".to_owned(),
        costs: Costs::Table(Box::new(table)),
        rules: Rules::default(),
    }];
    let mut others = baselines().expect("the committed table reads");
    others.retain(|table| table.name == PUBLISHED_ALL_HIT);
    tables.append(&mut others);
    let case = compare(&[], &tables, None).unwrap_or_else(|error| panic!("{error}"));
    let of = |place: usize| &case.predictions[place].decomposition.total;
    let wrong = of(0);
    assert!(wrong.prices > 0 && wrong.routines > 0);
    let priced = Parts {
        prices: wrong.prices,
        routines: wrong.routines,
        runtime: wrong.runtime,
        library: wrong.library,
        ..Parts::default()
    };
    assert_eq!(*wrong, priced);
    let all_hit = of(1);
    assert!(all_hit.cache < 0);
    assert_eq!(
        (all_hit.calls, all_hit.bytecodes, all_hit.missing),
        (0, 0, 0)
    );
}

#[test]
fn a_profile_of_a_machine_with_another_cache_differs_by_loads_only() {
    let small = MachineConfig {
        jpc_width: 10,
        block_bits: 3,
        ..MachineConfig::default()
    };
    let score = of_profile(recorded(&small), None).unwrap_or_else(|error| panic!("{error}"));
    let parts = score.decomposition.total;
    assert!(parts.cache > 0);
    let cache = Parts {
        cache: parts.cache,
        ..Parts::default()
    };
    assert_eq!(parts, cache);
}

#[test]
fn a_profile_that_charges_callers_agrees_when_the_truth_does_so_too() {
    for fold in [Fold::Routines, Fold::Runtime, Fold::All] {
        let folded = fold.apply(&recorded(&MachineConfig::default()));
        let score = of_profile(folded, Some(fold)).unwrap_or_else(|error| panic!("{error}"));
        assert!(score.comparison.is_exact(), "{fold}");
        assert_eq!(score.folded, fold);
    }
    let folded = Fold::Routines.apply(&recorded(&MachineConfig::default()));
    let unfolded = of_profile(folded.clone(), Some(Fold::None));
    let unfolded = unfolded.unwrap_or_else(|error| panic!("{error}"));
    let methods = unfolded.comparison.methods.expect("methods");
    assert!(methods.mape > 0.1, "{methods:?}");
    // Nothing says so, but the profile has no cycles of routines.
    let score = of_profile(folded, None).unwrap_or_else(|error| panic!("{error}"));
    assert!(score.comparison.is_exact());
}

#[test]
fn a_profile_without_a_common_context_is_refused() {
    let whole = recorded(&MachineConfig::default());
    let part = whole.below("demo.Demo.main").expect("it is called");
    let below = part.below("demo.Demo.sieve").or_else(|| {
        let called = part.methods.iter().find(|name| {
            name.starts_with("demo.") && !name.contains("main") && part.below(name).is_some()
        });
        part.below(called?)
    });
    let error = of_profile(below.expect("main calls a method"), None).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("none of its "), "{text}");
    assert!(text.contains("its chains begin with `demo."), "{text}");
}
