//! All recorders in one run: what each records alone, sums that agree, and files.

#[path = "../../examples/branches/recorder.rs"]
mod branches;
mod journals;

use self::branches::{Branches, Ways};
use cross_profile::FileError;
use fast_engine::Engine;
use isa::MachineConfig;
use jopizer::{Image, LinkProgram as _};
use metrics::{Every, Field};
use microcode::Build;
use proptest::prelude::*;
use record::{Figures, Grain, Limits, Pattern};
use recorders::{Choice, ChoiceError, FastRecordedRun, Recorded, RecordedRun, Threads, Windows};
use recording::{Recording, RecordingError};
use run::events::{FastEvents, MachineEvents};
use run::probes::ledger::State;
use run::probes::threads::watched;
use run::probes::{CollectionProbe, Collections, SwitchProbe, ThreadProbe};
use run::{BlockRun, Checked, Engine as _, FastRun, Microcode, Program, Setup, Silent};
use sim_core::Statistics;
use tests::random_program::{config, image, machines, pieces};

/// A control program, one that collects often, and one of several threads; with their lengths.
const PROGRAMS: [(&str, u32); 3] = [("lift", 2), ("gc-stress", 20), ("producer-consumer", 3)];

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

/// A run that is over.
struct Ended {
    recorded: Recorded,
    cycles: u64,
    collections: Collections,
}

fn start(setup: &Setup, choice: Choice) -> RecordedRun<'_> {
    let machine = setup.build().expect("the program fits");
    RecordedRun::new(machine, choice, setup).expect("a choice that means something")
}

fn fast_engine_of(setup: &Setup) -> Engine {
    let (config, image) = (&setup.machine, &setup.program.image.words);
    Engine::with_derived_costs(config, Build::Jop, image).expect("an engine")
}

/// Runs at most so many cycles.
fn end(mut run: RecordedRun<'_>, setup: &Setup, limit: u64) -> Ended {
    let Ok(end) = run::alone(&mut run, limit);
    Ended {
        cycles: run.cycles(end),
        collections: run.collections(),
        recorded: run.finish(end, setup),
    }
}

fn whole(setup: &Setup, choice: Choice) -> Ended {
    end(start(setup, choice), setup, u64::MAX)
}

fn lines() -> Choice {
    Choice {
        grain: Grain::Microinstruction,
        ..Choice::default()
    }
}

fn windows() -> Choice {
    Choice {
        windows: Some(Windows::default()),
        ..Choice::default()
    }
}

fn heap() -> Choice {
    Choice {
        heap: true,
        ..Choice::default()
    }
}

fn lookups() -> Choice {
    Choice {
        lookups: true,
        ..Choice::default()
    }
}

fn threads() -> Choice {
    Choice {
        threads: true,
        ..Choice::default()
    }
}

fn below(method: &str) -> Limits {
    Limits {
        below: vec![Pattern(method.to_owned())],
        ..Limits::default()
    }
}

fn lines_cycles(recorded: &Recorded) -> u64 {
    let lines = recorded.lines.as_ref().expect("lines");
    lines.rows.iter().map(|row| row.figures.cycles).sum()
}

fn windows_sum(recorded: &Recorded, figure: impl Fn(&metrics::Figures) -> u64) -> u64 {
    let windows = recorded.windows.as_ref().expect("windows");
    let cells = windows.windows().iter().flat_map(|window| &window.cells);
    cells.map(|cell| figure(&cell.figures)).sum()
}

fn windows_cycles(recorded: &Recorded) -> u64 {
    windows_sum(recorded, metrics::Figures::cycles)
}

#[test]
fn bytecodes_are_the_same_in_sums_as_cycle_by_cycle() {
    for (name, length) in PROGRAMS {
        let setup = setup(name, length);
        let rows = |grain| {
            let choice = Choice {
                grain,
                ..Choice::default()
            };
            let lines = whole(&setup, choice).recorded.lines.expect("lines");
            let rows = lines.rows.into_iter();
            rows.map(|row| (row.code, row.figures)).collect::<Vec<_>>()
        };
        let (found, expected) = (rows(Grain::Bytecode), rows(Grain::Microinstruction));
        let differs = found.iter().zip(&expected).find(|(a, b)| a != b);
        assert_eq!(differs, None, "{name}");
        assert_eq!(found.len(), expected.len(), "{name}");
    }
}

#[test]
fn both_engines_record_the_same() {
    for (name, length) in PROGRAMS {
        let setup = setup(name, length);
        let mut run = FastRecordedRun::new(fast_engine_of(&setup), windows(), &setup)
            .expect("windows are told");
        let end = run::alone(&mut run, u64::MAX);
        let found = run.finish(end.expect("the engine knows the program"), &setup);
        let expected = whole(&setup, windows()).recorded;
        assert_eq!(found.profile.threads, expected.profile.threads, "{name}");
        assert_eq!(
            found.profile.bytecodes, expected.profile.bytecodes,
            "{name}"
        );
        let recorded = |all: &Recorded| all.windows.clone().expect("windows").recorded;
        assert!(recorded(&found) == recorded(&expected), "{name}");
    }
}

#[test]
fn both_engines_record_as_many_cycles_up_to_a_limit_at_the_end_of_a_window() {
    let setup = setup("lift", 20);
    for limit in [99_000, 100_000, 101_000, 100_500] {
        let mut run = FastRecordedRun::new(fast_engine_of(&setup), windows(), &setup)
            .expect("windows are told");
        let ended = run::alone(&mut run, limit).expect("the engine knows the program");
        let found = run.finish(ended, &setup);
        let expected = end(start(&setup, windows()), &setup, limit).recorded;
        assert_eq!(found.profile.total_cycles(), limit);
        let ends = |all: &Recorded| {
            let windows = all.windows.as_ref().expect("windows").windows().iter();
            windows.map(|it| (it.start, it.end)).collect::<Vec<_>>()
        };
        assert_eq!(ends(&found), ends(&expected), "{limit}");
        assert_eq!(ends(&found).last().map(|last| last.1), Some(limit));
    }
}

#[test]
fn a_run_that_is_recorded_is_the_references() {
    for choice in [windows(), heap(), lookups(), threads(), lines()] {
        let setup = setup("producer-consumer", 1);
        let reference = setup.build().expect("the program fits");
        let run = start(&setup, choice);
        let mut checked = Checked::new(run, reference, Statistics::default());
        run::alone(&mut checked, 100_000).expect("no difference");
    }
}

#[test]
fn what_the_fast_engine_cannot_tell_is_refused_by_name() {
    let part = Choice {
        limits: below("main"),
        ..Choice::default()
    };
    for (choice, word) in [
        (lines(), "--record microinstructions"),
        (heap(), "--record heap"),
        (threads(), "--record threads"),
        (part, "--below"),
    ] {
        let error = choice.on_fast_engine().expect_err("it cannot").to_string();
        assert!(error.contains(word), "{error}");
        assert!(error.contains("--engine fast"), "{error}");
    }
    assert!(windows().on_fast_engine().is_ok());
}

#[test]
fn one_run_records_what_each_recorder_records_alone() {
    for (name, length) in PROGRAMS {
        let setup = setup(name, length);
        let all = whole(&setup, Choice::all()).recorded;
        let sections = [
            all.lines.is_some(),
            all.windows.is_some(),
            all.heap.is_some(),
            all.lookups.is_some(),
            all.threads.is_some(),
        ];
        assert_eq!(sections, [true; 5], "{name}");
        let contexts = Recorded {
            lines: None,
            windows: None,
            heap: None,
            lookups: None,
            threads: None,
            ..all.clone()
        };
        let with_lines = Recorded {
            lines: all.lines.clone(),
            ..contexts.clone()
        };
        let with_windows = Recorded {
            windows: all.windows.clone(),
            ..contexts.clone()
        };
        let with_heap = Recorded {
            heap: all.heap,
            ..contexts.clone()
        };
        let with_lookups = Recorded {
            lookups: all.lookups,
            ..contexts.clone()
        };
        let with_threads = Recorded {
            threads: all.threads,
            ..contexts.clone()
        };
        for (section, choice, expected) in [
            ("contexts", Choice::default(), contexts),
            ("lines", lines(), with_lines),
            ("windows", windows(), with_windows),
            ("heap", heap(), with_heap),
            ("lookups", lookups(), with_lookups),
            ("threads", threads(), with_threads),
        ] {
            let alone = whole(&setup, choice).recorded;
            assert!(alone == expected, "{name}: {section}");
        }
    }
}

#[test]
fn superblocks_and_the_reference_record_the_same() {
    let sections = Choice {
        heap: true,
        lookups: true,
        ..windows()
    };
    let choices = [sections, threads(), lines(), Choice::all()];
    let more = [("modern", 1), ("crc32", 1), ("udpip", 2)];
    let programs = PROGRAMS.into_iter().chain(more);
    for ((name, length), choice) in
        programs.flat_map(|it| choices.each_ref().map(|choice| (it, choice)))
    {
        let setup = setup(name, length);
        let [blocks, reference] = [false, true].map(|on_reference| {
            let run = start(&setup, choice.clone());
            let run = if on_reference {
                run.on_reference()
            } else {
                run
            };
            end(run, &setup, u64::MAX)
        });
        assert_eq!(blocks.cycles, reference.cycles, "{name}");
        assert_eq!(blocks.collections, reference.collections, "{name}");
        assert!(blocks.recorded == reference.recorded, "{name}");
    }
}

#[test]
fn all_sections_have_the_cycles_of_the_run() {
    for (name, length) in PROGRAMS {
        let setup = setup(name, length);
        let Ended {
            recorded, cycles, ..
        } = whole(&setup, Choice::all());
        assert_eq!(recorded.profile.total_cycles(), cycles, "{name}: contexts");
        assert_eq!(lines_cycles(&recorded), cycles, "{name}: lines");
        assert_eq!(windows_cycles(&recorded), cycles, "{name}: windows");
        let lines = recorded.lines.expect("lines");
        let mut words = Figures::default();
        for word in lines.rows.iter().flat_map(|row| &row.words) {
            words.add(&word.figures);
        }
        assert_eq!(words.cycles, cycles, "{name}: microinstructions");
        let heap = recorded.heap.expect("a heap");
        let windows = recorded.windows.expect("windows");
        let lookups = recorded.lookups.expect("lookups");
        let mut reader = lookups::file::reader(&lookups).expect("a header");
        while reader.next_block().expect("a block").is_some() {}
        let summary = reader.summary().expect("an end");
        let told = [
            lines.recorded.run_cycles,
            windows.run_cycles,
            heap.recorded.cycles,
            summary.cycles,
        ];
        assert_eq!(told, [cycles; 4], "{name}");
        let methods = recorded.profile.by_method();
        let bytecodes: u64 = methods.iter().map(|method| method.bytecodes).sum();
        assert_eq!(summary.bytecodes, bytecodes, "{name}: bytecodes");
    }
}

#[test]
fn all_sections_have_the_objects_of_the_run() {
    for (name, length) in PROGRAMS {
        let setup = setup(name, length);
        let Ended {
            recorded,
            collections,
            ..
        } = whole(&setup, Choice::all());
        let objects = windows_sum(&recorded, |figures| figures.get(Field::Objects));
        assert_eq!(objects, collections.objects, "{name}: windows");
        let heap = recorded.heap.expect("a heap");
        let allocated = heap.allocated();
        assert_eq!(allocated.objects, collections.objects, "{name}: sites");
        assert_eq!(
            4 * allocated.words,
            collections.bytes_allocated,
            "{name}: words"
        );
        assert_eq!(heap.recorded.collections, collections, "{name}");
        let listed = heap.collections.len() as u64;
        assert_eq!(listed, collections.count, "{name}: collections");
        assert!(collections.count > 0 || name != "gc-stress");
    }
}

#[test]
fn all_sections_of_a_part_have_its_cycles() {
    let setup = setup("lift", 4);
    let choice = Choice {
        grain: Grain::Bytecode,
        limits: below("lift.Plant.step"),
        ..windows()
    };
    let Ended {
        recorded, cycles, ..
    } = whole(&setup, choice);
    let part = recorded.profile.total_cycles();
    assert!(0 < part && part < cycles, "{part} of {cycles}");
    assert_eq!(lines_cycles(&recorded), part);
    assert_eq!(windows_cycles(&recorded), part);
}

#[test]
fn a_part_counts_objects_and_collections_of_the_whole_run() {
    let setup = setup("gc-stress", 20);
    let choice = Choice {
        limits: below("kernel.GarbageStress.make"),
        ..Choice::default()
    };
    let part = whole(&setup, choice);
    let run = whole(&setup, Choice::default());
    assert_eq!(part.cycles, run.cycles);
    assert_eq!(part.collections, run.collections);
}

#[test]
fn a_file_has_all_sections_as_they_were_recorded() {
    for (name, length) in PROGRAMS {
        let setup = setup(name, length);
        let recorded = whole(&setup, Choice::all()).recorded;
        let bytes = recorded.recording().expect("memory takes it").to_bytes();
        let read = Recording::read(&bytes).expect("it was just written");
        assert!(read.is_whole(), "{name}");
        assert_eq!(
            read.names(),
            [
                "run", "contexts", "lines", "windows", "heap", "lookups", "threads"
            ],
            "{name}"
        );
        let again = Recorded {
            profile: cross_profile::file::of(&read).expect("contexts"),
            calls: Vec::new(),
            lines: Some(record::file::of(&read).expect("lines")),
            windows: Some(metrics::file::of(&read).expect("windows")),
            heap: Some(memory_profile::file::of(&read).expect("a heap")),
            lookups: Some(read.only("lookups")),
            threads: Some(recorders::threads::of(&read).expect("threads")),
            also: Recording::default(),
        };
        assert!(again == recorded, "{name}");
    }
}

#[test]
fn a_file_lacks_what_was_not_recorded() {
    let setup = setup("lift", 2);
    let recorded = whole(&setup, Choice::default()).recorded;
    let recording = recorded.recording().expect("memory takes it");
    assert_eq!(recording.names(), ["run", "contexts"]);
    assert!(cross_profile::file::of(&recording).is_ok());
    let errors = [
        record::file::of(&recording).err().map(|it| it.to_string()),
        metrics::file::of(&recording).err().map(|it| it.to_string()),
        memory_profile::file::of(&recording)
            .err()
            .map(|it| it.to_string()),
        lookups::file::reader(&recording)
            .err()
            .map(|it| it.to_string()),
        recorders::threads::of(&recording)
            .err()
            .map(|it| it.to_string()),
    ];
    let missing = ["lines", "windows", "heap", "lookups", "threads"].map(|section| {
        let text = format!("the recording has no section `{section}`; it has run, contexts; record it with `jop run --record {section}`");
        Some(text)
    });
    assert_eq!(errors, missing);
    assert!(matches!(
        cross_profile::file::of(&Recording::default()),
        Err(FileError::Recording(RecordingError::Missing("contexts", _)))
    ));
}

fn refused(setup: &Setup, choice: Choice) -> ChoiceError {
    let machine = setup.build().expect("the program fits");
    let run = RecordedRun::new(machine, choice, setup);
    run.expect_err("a choice that means nothing")
}

#[test]
fn a_heap_of_a_part_is_refused_with_the_limit_by_name() {
    let choice = Choice {
        limits: below("lift.Plant.step"),
        ..heap()
    };
    let error = refused(&setup("lift", 2), choice);
    assert!(matches!(error, ChoiceError::HeapInPart(_)), "{error:?}");
    assert_eq!(
        error.to_string(),
        "the heap is recorded of a whole run; leave out --below lift.Plant.step"
    );
}

#[test]
fn lookups_of_a_part_are_refused_with_the_limit_by_name() {
    let choice = Choice {
        limits: below("lift.Plant.step"),
        ..lookups()
    };
    let error = refused(&setup("lift", 2), choice).to_string();
    assert_eq!(
        error,
        "lookups are recorded of a whole run; leave out --below lift.Plant.step"
    );
}

#[test]
fn threads_of_a_part_are_refused_with_the_limit_by_name() {
    let choice = Choice {
        limits: below("lift.Plant.step"),
        ..threads()
    };
    let error = refused(&setup("lift", 2), choice).to_string();
    assert_eq!(
        error,
        "threads are recorded of a whole run; leave out --below lift.Plant.step"
    );
}

#[test]
fn threads_are_those_of_the_probe_alone() {
    for (name, length) in PROGRAMS {
        let setup = setup(name, length);
        let program = &setup.program;
        let probe = ThreadProbe::new(&program.image.words, program.symbols.as_ref());
        let run = watched(setup.build().expect("the program fits"), probe);
        let mut run = run.on_reference();
        let Ok(end) = run::alone(&mut run, u64::MAX);
        let cycles = run.cycles(end);
        let expected = Threads {
            run_cycles: cycles,
            threads: run.probe.1.finish(cycles),
        };
        let found = whole(&setup, threads()).recorded.threads;
        assert!(found == Some(expected), "{name}");
    }
}

/// Names of the threads by the numbers that contexts give them.
fn names_by_first_run(setup: &Setup) -> Vec<String> {
    let symbols = setup.program.symbols.as_ref();
    let switches = Some(SwitchProbe::new(symbols));
    let probe = (CollectionProbe::new(symbols), (switches, None));
    let machine = setup.build().expect("the program fits");
    let mut run = record::machine::watched(machine, (Statistics::default(), probe));
    let Ok(_) = run::alone(&mut run, u64::MAX);
    let switches = run.probe.1.1.0.expect("a probe").into_switches();
    let mut names = vec!["main".to_owned()];
    for switch in switches {
        if switch.threads[1] == names.len() {
            names.push(switch.to);
        }
    }
    names
}

#[test]
fn executing_states_and_no_thread_have_the_cycles_of_the_run() {
    for (name, length) in PROGRAMS {
        let setup = setup(name, length);
        let Ended {
            recorded, cycles, ..
        } = whole(&setup, threads());
        let threads = recorded.threads.expect("threads");
        assert_eq!(threads.run_cycles, cycles, "{name}");
        let mut of_nobody = cycles;
        for thread in &threads.threads {
            let times = &thread.times;
            let sum: u64 = times.cycles.iter().sum();
            assert_eq!(sum, times.end - times.start, "{name}: {}", thread.name);
            for state in State::ALL.into_iter().filter(|it| it.executes()) {
                of_nobody -= times.cycles[state as usize];
            }
        }
        assert_eq!(threads.executed() + of_nobody, cycles, "{name}");
        assert_eq!(
            threads.threads.len(),
            recorded.profile.threads.len(),
            "{name}"
        );
        let names = names_by_first_run(&setup);
        assert_eq!(names.len(), recorded.profile.threads.len(), "{name}");
        for (thread, known) in recorded.profile.threads.iter().zip(&names) {
            let mut states = threads.threads.iter();
            let states = states.find(|it| it.name == *known).expect("a name");
            let of = |wanted: &[State]| -> u64 {
                let wanted = wanted.iter();
                wanted.map(|it| states.times.cycles[*it as usize]).sum()
            };
            let executing = State::ALL.into_iter().filter(|it| it.executes());
            let executed = of(&executing.collect::<Vec<_>>());
            let total = thread.tree.total_cycles();
            assert!(executed <= total, "{name}: {}", thread.name);
            // What contexts have more is the scheduler's.
            of_nobody -= total - executed;
        }
        assert_eq!(of_nobody, 0, "{name}: contexts");
    }
}

#[test]
fn a_damaged_section_of_threads_is_refused() {
    let setup = setup("producer-consumer", 2);
    let recorded = whole(&setup, threads()).recorded.threads.expect("threads");
    let refuses = |change: &dyn Fn(&mut Threads)| {
        let mut threads = recorded.clone();
        change(&mut threads);
        let mut recording = Recording::default();
        recorders::threads::add(&threads, &mut recording).expect("memory takes it");
        let error = recorders::threads::of(&recording).expect_err("it is wrong");
        assert!(error.to_string().contains("damaged in its threads"));
    };
    refuses(&|it| it.run_cycles = 1);
    refuses(&|it| it.threads[0].times.cycles[0] = u64::MAX);
    refuses(&|it| it.threads[0].times.start = u64::MAX);
    refuses(&|it| it.threads[0].times.waits.clear());
}

#[test]
fn names_that_the_program_lacks_are_refused() {
    let calls = Every::Calls {
        method: Pattern("lift.Cellar.dig".to_owned()),
        number: 1,
    };
    let windows = Windows {
        every: calls,
        ..Windows::default()
    };
    let ends = Choice {
        windows: Some(windows),
        ..Choice::default()
    };
    let limits = Choice {
        limits: below("lift.Cellar.dig"),
        ..Choice::default()
    };
    let setup = setup("lift", 2);
    for choice in [ends, limits] {
        let error = refused(&setup, choice);
        assert!(matches!(error, ChoiceError::Limits(_)), "{error:?}");
        assert!(error.to_string().contains("lift.Cellar.dig"), "{error}");
    }
}

#[test]
fn a_moment_that_never_comes_is_named() {
    let setup = setup("lift", 2);
    let limits = Limits {
        from: Some("lift.Plant.step#900".parse().expect("a moment")),
        ..Limits::default()
    };
    let choice = Choice {
        limits,
        ..Choice::default()
    };
    let mut run = start(&setup, choice);
    let Ok(_) = run::alone(&mut run, u64::MAX);
    let unmet = run.unmet().expect("it never came").to_string();
    assert!(
        unmet.starts_with("--from: call 900 of lift.Plant.step never came"),
        "{unmet}"
    );
}

/// A program without symbols.
fn foreign(words: Vec<u32>, machine: MachineConfig, build: Build) -> Setup {
    Setup {
        program: Program::new("random", Image { words }, None),
        machine,
        microcode: Microcode::ours(build),
    }
}

proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: config().cases / 4, ..config() })]

    #[test]
    fn sections_of_random_programs_have_the_cycles_of_the_run(
        pieces in pieces(),
        machine in machines(),
        strict in any::<bool>(),
        limit in 1_000_u64..30_000,
        width in 1_u64..5_000,
    ) {
        let build = if strict { Build::Strict } else { Build::Jop };
        let setup = foreign(image(&pieces), machine, build);
        let windows = Windows { every: Every::Cycles(width), ..Windows::default() };
        let choice = Choice { windows: Some(windows), threads: true, ..lines() };
        let reference = end(start(&setup, choice.clone()).on_reference(), &setup, limit);
        let Ended { recorded, cycles, .. } = end(start(&setup, choice), &setup, limit);
        prop_assert!(recorded == reference.recorded);
        prop_assert_eq!(recorded.profile.total_cycles(), cycles);
        prop_assert_eq!(lines_cycles(&recorded), cycles);
        prop_assert_eq!(windows_cycles(&recorded), cycles);
        let no_heap = refused(&setup, heap());
        prop_assert!(matches!(no_heap, ChoiceError::Heap(_)), "{:?}", no_heap);
    }
}

#[test]
fn the_example_of_a_recorder_counts_the_same_branches_on_both_engines() {
    for (name, length) in PROGRAMS {
        let setup = setup(name, length);
        let probe = (
            Statistics::default(),
            MachineEvents::new(Branches::default()),
        );
        let mut run = BlockRun::new(setup.build().expect("the program fits"), probe);
        run::to_end(&setup.program, &mut run, &mut Silent, &run::Limits::NONE).expect("an end");
        let machine = run.probe.1.finish();
        let words = &setup.program.image.words;
        let engine = Engine::with_derived_costs(&setup.machine, Build::Jop, words);
        let mut engine = engine.expect("a machine of the fast engine");
        let events = FastEvents::new(&mut engine, Branches::default(), []);
        let mut run = FastRun::new(engine, events);
        let end = run::to_end(&setup.program, &mut run, &mut Silent, &run::Limits::NONE);
        let cycles = run.cycles(end.expect("an end"));
        let FastRun { engine, probe, .. } = run;
        assert_eq!(probe.finish(&engine, cycles), machine, "{name}");
        let all = |count: fn(&Ways) -> u64| machine.sites.values().map(count).sum::<u64>();
        assert!(
            all(|it| it.taken) > 100 && all(|it| it.passed) > 100,
            "{name}"
        );
    }
}
