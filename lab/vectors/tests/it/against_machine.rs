//! Vectors times the derived table are the machine's cycles, in all and by component.

use isa::{MachineConfig, MemoryKind, OrganisationKind};
use jopizer::LinkProgram;
use microcode::Build;
use proptest::prelude::*;
use run::probes::CollectionProbe;
use run::{BlockRun, Engine as _, Microcode, Program, Setup};
use sim_core::Statistics;
use vectors::{Atoms, RecordOptions, Scope, Selection, System, Vector, predict, record};

pub(crate) fn program(name: &str, length: u32) -> Program {
    let embedded = runtime::programs::find(name).expect("an embedded program");
    let words = MachineConfig::default().memory_words;
    Program::linked(name, embedded.link(length, words).expect("it links"))
}

pub(crate) fn component(name: &str, scope: Scope) -> Selection {
    Selection {
        name: name.to_owned(),
        pattern: name.to_owned(),
        scope,
    }
}

pub(crate) fn recorded(
    program: &Program,
    machine: &MachineConfig,
    options: &RecordOptions,
) -> Vector {
    record(program, machine, Build::Jop, options, u64::MAX)
        .unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn derived(machine: &MachineConfig) -> System {
    System::derived(machine, Build::Jop).expect("a memory")
}

/// Cycles of the machine, which shares no code with the engine that counts.
fn truth(program: &Program, machine: &MachineConfig) -> u64 {
    let setup = Setup {
        program: program.clone(),
        machine: machine.clone(),
        microcode: Microcode::ours(Build::Jop),
    };
    let collections = CollectionProbe::new(program.symbols.as_ref());
    let mut run = BlockRun::usual(
        setup.build().expect("a machine"),
        (Statistics::default(), collections),
    );
    let Ok(end) = run::to_end(program, &mut run, &mut run::Silent, &run::Limits::NONE);
    assert!(end.is_of_program());
    run.cycle()
}

fn memories() -> Vec<MachineConfig> {
    let of = |memory, ram_cnt| MachineConfig {
        memory,
        ram_cnt,
        ..MachineConfig::default()
    };
    vec![
        of(MemoryKind::Sram32, 1),
        of(MemoryKind::Sram32, 2),
        of(MemoryKind::Sram32, 5),
        of(MemoryKind::Sram16, 3),
        of(MemoryKind::Ssram32, 4),
    ]
}

const PARTS: [&str; 4] = [
    "lift.Door",
    "lift.Plant",
    "lift.Controller",
    "lift.Dispatcher",
];

#[test]
fn a_vector_times_the_derived_table_is_the_machine_on_every_memory() {
    for (name, length) in [("lift", 20), ("recursion", 1), ("strings", 1), ("motor", 1)] {
        let program = program(name, length);
        let vector = recorded(
            &program,
            &MachineConfig::default(),
            &RecordOptions::default(),
        );
        for machine in memories() {
            let predicted = predict(&vector, &derived(&machine)).total;
            assert!(predicted.is_complete(), "{:?}", predicted.unpriced);
            assert_eq!(
                predicted.cycles,
                truth(&program, &machine) as f64,
                "{name} {machine:?}"
            );
            assert_eq!(predicted.standard_error, Some(0.0));
        }
    }
}

#[test]
fn a_program_that_sees_time_is_exact_where_it_was_recorded_and_unbounded_elsewhere() {
    let program = program("producer-consumer", 1);
    let machine = MachineConfig::default();
    let vector = recorded(&program, &machine, &RecordOptions::default());
    let here = predict(&vector, &derived(&machine)).total;
    assert_eq!(here.cycles, truth(&program, &machine) as f64);
    assert_eq!((here.standard_error, here.unbounded.len()), (Some(0.0), 0));
    let slow = MachineConfig {
        ram_cnt: 5,
        ..machine.clone()
    };
    let there = predict(&vector, &derived(&slow));
    assert_ne!(there.total.cycles, truth(&program, &slow) as f64);
    for part in there.parts.iter().chain([&there.total]) {
        assert_eq!(part.standard_error, None);
        let why = &part.unbounded[0];
        assert!(
            why.starts_with("producer-consumer reads time, waits"),
            "{why}"
        );
    }
    // The cycles of lookups that were not recorded change its path, too.
    let all_hit = predict(&vector.with_lookups(true), &derived(&machine)).total;
    assert_eq!(all_hit.standard_error, None);
}

#[test]
fn prices_without_known_errors_give_no_error() {
    let program = program("recursion", 1);
    let machine = MachineConfig::default();
    let vector = recorded(&program, &machine, &RecordOptions::default());
    let table = cost_model::published().expect("the table");
    let costs = table.for_machine(&machine).expect("a memory");
    let predicted = predict(&vector, &System::table(table, costs)).total;
    assert_eq!(
        (predicted.standard_error, predicted.price_error),
        (None, None)
    );
    let why = "the errors of the prices are not known".to_owned();
    assert!(
        predicted.unbounded.contains(&why),
        "{:?}",
        predicted.unbounded
    );
}

#[test]
fn parts_recorded_apart_add_up_to_the_machine() {
    let program = program("lift", 20);
    let machine = MachineConfig::default();
    let parts = PARTS.map(|part| component(part, Scope::Alone));
    let mut composed = Vector::empty();
    for part in &parts {
        let options = RecordOptions {
            components: vec![part.clone()],
            ..RecordOptions::default()
        };
        let mut apart = recorded(&program, &machine, &options);
        apart.components.truncate(1);
        composed.absorb(&apart);
    }
    let options = RecordOptions {
        components: parts.to_vec(),
        ..RecordOptions::default()
    };
    let mut rest = recorded(&program, &machine, &options);
    rest.components.drain(..PARTS.len());
    composed.absorb(&rest);
    for machine in memories() {
        let predicted = predict(&composed, &derived(&machine)).total;
        assert_eq!(
            predicted.cycles,
            truth(&program, &machine) as f64,
            "{machine:?}"
        );
    }
}

#[test]
fn the_cache_of_the_recording_decides_the_loads() {
    let program = program("lift", 5);
    for method_cache in [OrganisationKind::OneBlock, OrganisationKind::TwoBlock] {
        let machine = MachineConfig {
            method_cache,
            jpc_width: 10,
            ..MachineConfig::default()
        };
        let vector = recorded(&program, &machine, &RecordOptions::default());
        let predicted = predict(&vector, &derived(&machine)).total.cycles;
        assert_eq!(predicted, truth(&program, &machine) as f64);
        let all_hit = predict(&vector.with_lookups(true), &derived(&machine))
            .total
            .cycles;
        let all_miss = predict(&vector.with_lookups(false), &derived(&machine))
            .total
            .cycles;
        // A cache of one method has none when it is asked for another.
        assert!(all_hit < predicted && predicted <= all_miss);
        let back = vector.with_lookups(true).with_lookups(false);
        assert_eq!(predict(&back, &derived(&machine)).total.cycles, all_miss);
    }
}

#[test]
fn folded_atoms_have_no_price_in_a_table_and_are_named() {
    let program = program("strings", 1);
    let options = RecordOptions {
        atoms: Atoms {
            library: true,
            routines: true,
        },
        ..RecordOptions::default()
    };
    let machine = MachineConfig::default();
    let vector = recorded(&program, &machine, &options);
    let predicted = predict(&vector, &derived(&machine)).total;
    assert!(!predicted.is_complete());
    let names: Vec<String> = predicted
        .unpriced
        .iter()
        .map(|(atom, _)| atom.to_string())
        .collect();
    assert!(
        names
            .iter()
            .any(|name| name.starts_with("library java.lang.")),
        "{names:?}"
    );
    assert!(
        names.iter().any(|name| name.starts_with("routine ")),
        "{names:?}"
    );
    assert!(predicted.cycles < truth(&program, &machine) as f64);
}

#[test]
fn a_component_that_nothing_is_in_is_refused() {
    let program = program("lift", 1);
    let options = RecordOptions {
        components: vec![component("lift.Doors", Scope::Alone)],
        ..RecordOptions::default()
    };
    let error = record(
        &program,
        &MachineConfig::default(),
        Build::Jop,
        &options,
        u64::MAX,
    );
    let error = error.expect_err("no such class").to_string();
    assert!(
        error.starts_with("component lift.Doors: nothing that ran is in"),
        "{error}"
    );
}

/// Classes, a package and methods of lift and of the library.
const PATTERNS: [&str; 10] = [
    "lift",
    "lift.Door",
    "lift.Plant",
    "lift.Controller",
    "lift.Traffic",
    "lift.Main.main",
    "java.lang",
    "java.lang.System",
    "com.jopdesign.sys.JVM",
    "com.jopdesign",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn components_add_up_to_the_run(
        chosen in proptest::sample::subsequence(PATTERNS.to_vec(), 0..6),
        alone in any::<u16>(),
        library in any::<bool>(),
        routines in any::<bool>(),
    ) {
        let program = program("lift", 3);
        let machine = MachineConfig::default();
        let components = chosen.iter().enumerate().map(|(place, name)| {
            let scope = if alone >> place & 1 == 1 { Scope::Alone } else { Scope::WithCallees };
            component(name, scope)
        });
        let atoms = Atoms { library, routines };
        let whole = recorded(&program, &machine, &RecordOptions { atoms, ..RecordOptions::default() });
        let options = RecordOptions { components: components.collect(), per_call: Vec::new(), atoms };
        match record(&program, &machine, Build::Jop, &options, u64::MAX) {
            Ok(divided) => prop_assert_eq!(divided.total().counts, whole.total().counts),
            // A package around all others leaves nothing of its own, or folding took it.
            Err(error) => prop_assert!(error.to_string().contains("nothing that ran"), "{}", error),
        }
    }
}

#[test]
fn counts_of_another_cache_are_unbounded_and_those_of_another_memory_exact() {
    let (program, machine) = (program("lift", 2), MachineConfig::default());
    let options = RecordOptions::default();
    let vector = record(&program, &machine, Build::Jop, &options, u64::MAX);
    let vector = vector.expect("counts");
    let error = |machine: &MachineConfig| {
        let system = System::derived(machine, Build::Jop).expect("a memory with formulas");
        predict(&vector, &system).total.standard_error
    };
    for ram_cnt in [1, 2, 5] {
        let memory = MachineConfig {
            ram_cnt,
            ..machine.clone()
        };
        assert_eq!(error(&memory), Some(0.0), "ram_cnt {ram_cnt}");
    }
    let caches = [
        MachineConfig {
            block_bits: 2,
            ..machine.clone()
        },
        MachineConfig {
            object_cache: true,
            ..machine.clone()
        },
        MachineConfig {
            data_cache: true,
            ram_cnt: 5,
            ..machine.clone()
        },
    ];
    for other in caches {
        assert_eq!(error(&other), None, "{other:?}");
    }
}
