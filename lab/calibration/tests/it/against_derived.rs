//! What is calibrated on the machine beside what is derived from its microcode.

use jopizer::LinkProgram;
use std::sync::OnceLock;

use calibration::{
    Application, Calibration, Estimate, Hardware, Options, application, calibrate, predict,
};
use cost_model::{Atom, EvaluatedTable, MemoryTiming, RowId, derive};
use isa::{MachineConfig, op};
use method_cache::OrganisationKind;
use microcode::{Build, Program, jvm};

fn program() -> &'static Program {
    static PROGRAM: OnceLock<Program> = OnceLock::new();
    PROGRAM.get_or_init(|| jvm(Build::Jop))
}

fn on(config: &MachineConfig) -> Calibration {
    let hardware = Hardware {
        config,
        program: program(),
        build: Build::Jop,
    };
    calibrate(&hardware, Options::default()).expect("a machine that can be calibrated")
}

fn of_default_machine() -> &'static Calibration {
    static CALIBRATION: OnceLock<Calibration> = OnceLock::new();
    CALIBRATION.get_or_init(|| on(&MachineConfig::default()))
}

/// `ram_cnt` 2.
const MEMORY: MemoryTiming = MemoryTiming {
    read_wait: 1,
    write_wait: 2,
};

fn truth(costs: &EvaluatedTable, atom: &Atom) -> Option<u32> {
    match *atom {
        Atom::Path(path) => Some(costs.path(path).cycles),
        Atom::FurtherRun(path) => Some(costs.path(path).cycles_per_count),
        Atom::Branch { opcode, .. } => Some(costs.row(RowId::Bytecode(opcode)).usual.cycles),
        _ => None,
    }
}

#[test]
fn every_atom_that_can_be_told_apart_has_the_cycles_of_the_microcode() {
    let calibration = of_default_machine();
    let costs = derive(program(), "").evaluate(MEMORY);
    let known: Vec<&Estimate> = calibration
        .estimates
        .iter()
        .filter(|estimate| estimate.problem.is_none())
        .collect();
    let mut checked = 0;
    for estimate in known {
        let Some(truth) = truth(&costs, &estimate.atom) else {
            continue;
        };
        let cycles = estimate.cycles.expect("an estimate");
        // The counter is sampled some cycles into the bytecode that reads it, which only the start can show.
        let error = if estimate.atom.to_string() == "reset" {
            3.0
        } else {
            0.0
        };
        assert!(
            (cycles - f64::from(truth) - error).abs() < 1e-6,
            "{}: {cycles} in place of {truth}",
            estimate.atom
        );
        checked += 1;
    }
    assert!(checked > 310, "only {checked}");
    assert!(calibration.fit.root_mean_square < 1e-6);
    assert_eq!(calibration.fit.rank, calibration.fit.atoms);
}

#[test]
fn loads_beyond_what_runs_beside_them_are_those_of_the_microcode() {
    let table = &of_default_machine().table;
    let (ours, derived) = (
        table.evaluate(MEMORY),
        derive(program(), "").evaluate(MEMORY),
    );
    let loading = [
        op::IRETURN,
        op::LRETURN,
        op::FRETURN,
        op::DRETURN,
        op::ARETURN,
        op::RETURN,
        op::INVOKEVIRTUAL,
        op::INVOKESPECIAL,
        op::INVOKESTATIC,
        op::INVOKEINTERFACE,
        op::NEW,
        op::JOPSYS_INVOKE,
        op::INVOKESUPER,
    ];
    let rows = loading.map(RowId::Bytecode).into_iter();
    for row in rows.chain([RowId::Interrupt, RowId::Exception, RowId::Reset]) {
        let load = |costs: &EvaluatedTable| costs.row(row).usual.load.expect("a load");
        for words in 1..200 {
            assert_eq!(
                load(&ours).miss(words),
                load(&derived).miss(words),
                "{row:?}, {words} words"
            );
        }
    }
}

#[test]
fn without_a_cache_a_return_is_never_seen_without_its_load() {
    parts::long!();
    let calibration = on(&MachineConfig {
        method_cache: OrganisationKind::OneBlock,
        ..MachineConfig::default()
    });
    let estimates = calibration.estimates.iter();
    let returns = Atom::bytecode(op::IRETURN);
    let found = estimates.clone().find(|estimate| estimate.atom == returns);
    assert_eq!(
        found
            .and_then(|estimate| estimate.problem.as_ref().map(ToString::to_string))
            .as_deref(),
        Some(
            "always occurs together with load on ireturn: only ireturn + load on ireturn is known, 21 cycles"
        )
    );
    let told_apart = estimates.filter(|estimate| estimate.problem.is_none());
    assert!(told_apart.count() > 380);
}

/// A program that did not serve to calibrate, counted on the path that it takes there.
fn held_out(name: &str, config: &MachineConfig) -> Application {
    let program = runtime::programs::find(name).expect("a program");
    let linked = program.link(program.length / 20 + 1, config.memory_words);
    let linked = linked.expect("a program that links");
    let costs = cost_model::derived_costs(config, self::program()).expect("costs");
    application(
        &run::Program::linked(name, linked),
        config,
        (Build::Jop, costs),
        u64::MAX,
    )
    .expect("a program that ends")
}

#[test]
fn held_out_programs_are_predicted_to_the_cycle_but_for_start_end_and_exceptions() {
    let config = MachineConfig::default();
    let table = &of_default_machine().table;
    let costs = table.evaluate(MEMORY);
    for name in ["lift", "motor", "udpip"] {
        let application = held_out(name, &config);
        let prediction = predict(table, &costs, &application);
        let error = prediction.cycles.abs_diff(application.cycles);
        assert!(
            error <= 10,
            "{name}: {} in place of {}, without {:?}",
            prediction.cycles,
            application.cycles,
            prediction.unknown
        );
    }
}

#[test]
fn a_derived_table_predicts_what_the_engine_counts() {
    let config = MachineConfig {
        ram_cnt: 5,
        ..MachineConfig::default()
    };
    let application = held_out("lift", &config);
    let table = derive(program(), "");
    let costs = table.for_machine(&config).expect("costs");
    let prediction = predict(&table, &costs, &application);
    assert_eq!(prediction.cycles, application.cycles);
    assert!(prediction.unknown.is_empty());
}
