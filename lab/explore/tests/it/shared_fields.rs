//! A row has the figures of a run of its machine, in every field that both have.

use explore::{Exploration, Outcome, Source, Variant, outcomes};
use isa::MachineConfig;
use microcode::Build;
use run::probes::CollectionProbe;
use run::{BlockRun, Counted as _, Counters, Microcode, Program, Setup};
use sim_core::Statistics;

use crate::it::every::own;
use crate::it::points::{GO_ON, base, describe, program, run, threads};

/// Counters of `jop run` on a machine.
fn counters(program: &Program, variant: &Variant, machine: &MachineConfig) -> Counters {
    let setup = Setup {
        program: program.clone(),
        machine: machine.clone(),
        microcode: variant.microcode.clone(),
    };
    let mut run = BlockRun::usual(
        setup.build().expect("a machine"),
        (Statistics::default(), CollectionProbe::new(None)),
    );
    let end = run::to_end(program, &mut run, &mut run::Silent, &run::Limits::NONE);
    let Ok(end) = end;
    run.counters(end)
}

fn assert_equal(program: &Program, variants: &[Variant], axes: &[(&str, &[&str])]) -> Vec<Source> {
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
    let found = outcomes(&plan, run(&exploration, &jobs).iter());
    assert_eq!(found.len(), plan.points.len());
    let mut sources = Vec::new();
    for (_, row) in found {
        let point = &plan.points[row.point];
        let counted = counters(program, &variants[point.variant], &point.config);
        let stalls = counted.machine.expect("the machine's").stalls;
        let expected = Outcome {
            failed: None,
            point: row.point,
            cycles: counted.cycles,
            error_cycles: None,
            stall_cycles: Some(stalls.total()),
            load_stall_cycles: Some(stalls.method_load),
            waits: None,
            lookups: Some(counted.method_lookups),
            misses: Some(counted.method_lookups - counted.method_hits),
            words_loaded: Some(counted.method_words_loaded),
            bytecodes: counted.bytecodes,
            source: row.source,
        };
        assert_eq!(row, expected, "{}: {point:?}", program.name);
        sources.push(row.source);
    }
    sources
}

#[test]
fn a_row_of_every_source_has_the_figures_of_a_run_of_its_machine() {
    let defines = ["IMUL_JAVA".to_owned()];
    let assembly = microcode::jvm_with(Build::Jop, &defines).expect("our microcode");
    let microcode = Microcode::foreign("imul", assembly.program);
    let moved = Variant::new("imul", microcode, Some(Build::Jop), Vec::new()).expect("a table");
    let axes: [(&str, &[&str]); 4] = [
        ("memory", &["sram32", "sram16"]),
        ("ram_cnt", &["2", "3"]),
        ("jpc_width", &["10", "12"]),
        ("data_cache", &["false", "true"]),
    ];
    let mut sources = assert_equal(&own("Operands", &["9", "4"]), &[base(), moved], &axes);
    let axes: [(&str, &[&str]); 2] = [("ram_cnt", &["2", "3"]), ("data_cache", &["false", "true"])];
    let reads = own("Reads", &[]).fed(Some(b"some.".to_vec()));
    sources.extend(assert_equal(&reads, &[base()], &axes));
    sources.extend(assert_equal(&threads(), &[base()], &axes));
    sources.extend(assert_equal(&program("demo.Demo"), &[base()], &axes));
    for source in [
        Source::Repriced,
        Source::Replay,
        Source::Fast,
        Source::Machine,
    ] {
        assert!(sources.contains(&source), "{source:?}");
    }
}
