//! Several cores: a row is what `jop run` gives on its machine, and one core keeps its usual sources.

use std::path::Path;

use explore::{
    Axis, CoreWaits, Description, Exploration, Images, JobResult, Outcome, Plan,
    ProgramDescription, Source, Space, Variant, Workload, outcomes, sensitivity,
};
use isa::{MachineConfig, Processors};
use jopizer::LinkOptions;
use microcode::Build;
use run::{Counted as _, Microcode, Program, Setup, SeveralRun};

use crate::it::points::{GO_ON, base, program, run};

/// A program with an image for one core and one for several.
fn images(main_class: &str) -> Images {
    let options = LinkOptions {
        several_cores: true,
        ..LinkOptions::new(main_class, [])
    };
    let several = jopizer::link(&options).expect("a program");
    Images {
        one: program(main_class),
        several: Some(Program::linked(main_class, several)),
    }
}

/// A program whose cores share out the rows of a matrix.
fn matrix() -> Images {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cores");
    let link = |several_cores: bool| {
        let options = LinkOptions {
            several_cores,
            ..LinkOptions::new("Matrix", [folder.join("programs.jar")])
        };
        Program::linked("Matrix", jopizer::link(&options).expect("a program"))
    };
    Images {
        one: link(false),
        several: Some(link(true)),
    }
}

fn axis((option, values): &(&str, &[&str])) -> Axis {
    Axis {
        option: (*option).to_owned(),
        values: values.iter().map(|&value| value.to_owned()).collect(),
    }
}

fn description(
    images: Images,
    variants: &[Variant],
    axes: &[(&str, &[&str])],
) -> (Description, Vec<Workload>) {
    let space = Space {
        axes: axes.iter().map(axis).collect(),
        ..MachineConfig::default().into()
    };
    let name = images.one.name.clone();
    let workloads = vec![Workload::Program(Box::new(images))];
    let programs = vec![ProgramDescription::of(&name, &workloads[0])];
    let description = Description::new(programs, variants, space, 40_000_000);
    (description, workloads)
}

fn explored(
    (description, workloads): &(Description, Vec<Workload>),
    variants: &[Variant],
) -> (Plan, Vec<JobResult>) {
    let plan = description.plan();
    let exploration = Exploration {
        description,
        plan: &plan,
        workloads,
        variants,
        stop: &GO_ON,
    };
    let jobs: Vec<usize> = (0..plan.jobs.len()).collect();
    let results = run(&exploration, &jobs);
    (plan, results)
}

/// Figures of a run of the reference, cycle by cycle.
fn reference(images: &Images, config: &MachineConfig, processors: Processors) -> Outcome {
    let program = images.on(Some(processors));
    let setup = Setup {
        program: program.clone(),
        machine: config.clone(),
        microcode: Microcode::ours(Build::Jop),
    };
    let mut run = SeveralRun::new(&setup, &processors).expect("processors");
    let end = run::to_end(program, &mut run, &mut run::Silent, &run::Limits::NONE).expect("an end");
    let counted = run.counters(end);
    let stalls = counted.machine.expect("the machine's").stalls;
    let cores = run.figures().cores;
    let sum = |of: fn(&run::CoreFigures) -> u64| cores.iter().map(of).sum();
    Outcome {
        point: 0,
        cycles: counted.cycles,
        error_cycles: None,
        stall_cycles: Some(stalls.total()),
        load_stall_cycles: Some(stalls.method_load),
        waits: Some(CoreWaits {
            arbiter: sum(|core| core.traffic.waits()),
            locks: sum(|core| core.traffic.lock_unit_cycles + core.traffic.lock_waits),
        }),
        lookups: Some(counted.method_lookups),
        misses: Some(counted.method_lookups - counted.method_hits),
        words_loaded: Some(counted.method_words_loaded),
        bytecodes: counted.bytecodes,
        source: Source::Machine,
        failed: end.failed(),
    }
}

#[test]
fn a_row_of_several_cores_has_the_figures_of_a_run_of_its_machine() {
    let variants = [base()];
    let axes: [(&str, &[&str]); 4] = [
        ("memory", &["sram32", "ssram32"]),
        ("cores", &["1", "2", "3"]),
        ("arbiter", &["tdma", "fair"]),
        ("slot", &["3", "4"]),
    ];
    let input = description(matrix(), &variants, &axes);
    let (plan, results) = explored(&input, &variants);
    let Workload::Program(images) = &input.1[0] else {
        unreachable!("it is a program");
    };
    let found = outcomes(&plan, results.iter());
    assert_eq!(found.len(), 2 * (1 + 2 * 3));
    for (_, row) in found {
        let point = &plan.points[row.point];
        let Some(processors) = point.processors else {
            assert_eq!(row.source, Source::Fast, "its library reads the time");
            assert_eq!(row.waits, None);
            continue;
        };
        let expected = Outcome {
            point: row.point,
            ..reference(images, &point.config, processors)
        };
        assert_eq!(row, expected, "{point:?}");
    }
}

#[test]
fn one_core_among_several_is_the_machine_without_an_arbiter() {
    let variants = [base()];
    let alone = description(program("demo.Demo").into(), &variants, &[]);
    let (_, alone) = explored(&alone, &variants);
    let axes: [(&str, &[&str]); 2] = [("cores", &["1", "2"]), ("arbiter", &["tdma", "fair"])];
    let among = description(images("demo.Demo"), &variants, &axes);
    let (plan, among) = explored(&among, &variants);
    assert_eq!(plan.points.len(), 3);
    assert_eq!(alone[0].outcomes[0], among[0].outcomes[0]);
    assert_eq!(among[0].outcomes[0].source, Source::Repriced);
    assert!(
        among[1..]
            .iter()
            .all(|it| it.outcomes[0].source == Source::Machine)
    );
}

#[test]
fn what_several_cores_cannot_do_is_left_out_with_the_reason() {
    let variants = [base()];
    let reasons = |images: Images, axes: &[(&str, &[&str])]| {
        let input = description(images, &variants, axes);
        let (plan, results) = explored(&input, &variants);
        let results = results.into_iter().flat_map(|it| it.refused);
        let refused = plan.refused.into_iter().chain(results);
        refused.map(|it| it.reason).collect::<Vec<_>>()
    };
    let of = |axes: &[(&str, &[&str])]| reasons(matrix(), axes).join("\n");
    let found = of(&[("cores", &["2"]), ("arbiter", &["fixed-priority"])]);
    assert!(
        found.contains("behind arbiter = \"fixed-priority\""),
        "{found}"
    );
    let found = of(&[("cores", &["2"]), ("jpc_width", &["8"])]);
    assert!(found.contains("words"), "{found}");
    let several = Images::from(images("demo.Demo").several.expect("an image"));
    let found = reasons(several, &[("cores", &["2"]), ("lock_unit", &["none"])]);
    assert!(found[0].contains("has no locks of objects"), "{found:?}");
    assert_eq!(found.len(), 1);
}

#[test]
fn each_axis_of_several_cores_is_varied_around_the_machine() {
    let variants = [base()];
    let axes: [(&str, &[&str]); 2] = [("cores", &["2", "4"]), ("slot", &["3", "5"])];
    let (mut description, workloads) = description(images("demo.Demo"), &variants, &axes);
    description.space.processors.cores = Some(2);
    let (effects, refused) = sensitivity(&description, &workloads, &variants, &GO_ON)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(refused, []);
    let cycles: Vec<_> = effects
        .iter()
        .map(|it| (it.axis.as_str(), it.outcome.cycles.cmp(&it.base.cycles)))
        .collect();
    let (same, more) = (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater);
    assert_eq!(
        cycles,
        [
            ("cores", same),
            ("cores", more),
            ("slot", same),
            ("slot", more)
        ]
    );
}
