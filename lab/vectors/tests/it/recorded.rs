//! Components that are counted beside other recorders, and recordings that hold them.

use fast_engine::Engine;
use isa::MachineConfig;
use jopizer::LinkProgram as _;
use microcode::Build;
use recorders::{Choice, FastRecordedRun, Windows};
use recording::Recording;
use run::{End, Microcode, Program, Setup};
use vectors::{
    Atoms, RecordOptions, Scope, Selection, counted_recorded_run, finish_counted, section,
};

fn setup(name: &str, length: u32) -> Setup {
    let machine = MachineConfig::default();
    let program = runtime::programs::find(name).expect("an embedded program");
    let linked = program.link(length, machine.memory_words);
    Setup {
        program: Program::linked(name, linked.expect("it links")),
        machine,
        microcode: Microcode::ours(Build::Jop),
    }
}

fn engine(setup: &Setup) -> Engine {
    let words = &setup.program.image.words;
    Engine::with_derived_costs(&setup.machine, Build::Jop, words).expect("an engine")
}

fn windows() -> Choice {
    Choice {
        windows: Some(Windows::default()),
        ..Choice::default()
    }
}

/// With a component, and with counts of each of its calls.
fn options(component: &str, per_call: bool) -> RecordOptions {
    RecordOptions {
        components: vec![Selection {
            name: component.to_owned(),
            pattern: component.to_owned(),
            scope: Scope::WithCallees,
        }],
        per_call: Vec::from_iter(per_call.then(|| component.to_owned())),
        atoms: Atoms {
            library: true,
            routines: true,
        },
    }
}

#[test]
fn one_run_counts_and_records_what_two_do() {
    for (name, length, component) in [
        ("lift", 20, "lift.Door"),
        ("quick-sort", 2, "QuickSort.split"),
        ("producer-consumer", 2, "producer"),
        ("gc-stress", 8, "GcStress"),
    ] {
        let setup = setup(name, length);
        let mut alone =
            FastRecordedRun::new(engine(&setup), windows(), &setup).expect("windows are told");
        let end = run::alone(&mut alone, u64::MAX).expect("the engine knows the program");
        let alone = alone.finish(end, &setup);
        for per_call in [false, true] {
            let options = options(component, per_call);
            let Ok(expected) = vectors::record(
                &setup.program,
                &setup.machine,
                Build::Jop,
                &options,
                u64::MAX,
            ) else {
                assert!(name == "producer-consumer" || name == "gc-stress", "{name}");
                continue;
            };
            let run =
                counted_recorded_run(engine(&setup), windows(), (&setup, Build::Jop), &options);
            let mut run = run.expect("components that are there");
            let end = run::alone(&mut run, u64::MAX).expect("the engine knows the program");
            let (mut recorded, vector) = finish_counted(run, end, &setup).expect("counts");
            assert!(vector.expect("the program has ended") == expected, "{name}");
            let file = recorded.recording().expect("memory takes it").to_bytes();
            let read = Recording::read(&file).expect("a recording");
            assert!(
                section::vector_of(&read).expect("a vector") == expected,
                "{name}"
            );
            recorded.also = Recording::default();
            assert!(recorded == alone, "{name}");
        }
    }
}

#[test]
fn a_run_that_was_stopped_has_no_vector() {
    let setup = setup("lift", 20);
    let run = counted_recorded_run(
        engine(&setup),
        windows(),
        (&setup, Build::Jop),
        &options("lift.Door", true),
    );
    let mut run = run.expect("a component that is there");
    let end = run::alone(&mut run, 100_000).expect("the engine knows the program");
    assert_eq!(end, End::MaxCycles);
    let (recorded, vector) = finish_counted(run, end, &setup).expect("a recording");
    assert_eq!(vector, None);
    assert_eq!(recorded.profile.total_cycles(), 100_000);
    let error = section::vector_of(&recorded.recording().expect("memory takes it"));
    assert!(
        error
            .expect_err("no vector")
            .to_string()
            .contains("no section `vector`")
    );
}

#[test]
fn a_damaged_vector_is_refused() {
    let mut recording = Recording::default();
    recording
        .add(section::SECTION, |to| to.write_all(b"{"))
        .expect("memory takes it");
    let error = section::vector_of(&recording).expect_err("half of a vector");
    assert!(error.to_string().contains("record it again"), "{error}");
}
