//! Programs that read, wait for each other or fail: how the judge ends their runs, and what it gives and tells them on the way.

use std::convert::Infallible;
use std::sync::Mutex;

use isa::{MachineConfig, Output};
use jopizer::{LinkOptions, link};
use microcode::Build;
use run::probes::CollectionProbe;
use run::{
    BlockRun, End, Ending, Engine as _, Input, Microcode, Need, Program, Setup, drive, drive_noting,
};
use sim_core::Statistics;

/// A program of the command's tests on the default machine.
fn setup(class: &str, arguments: &[&str]) -> Setup {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/programs");
    let machine = MachineConfig::default();
    let options = LinkOptions {
        memory_words: machine.memory_words,
        arguments: arguments.iter().map(|it| (*it).to_owned()).collect(),
        ..LinkOptions::new(class.to_owned(), vec![folder.into()])
    };
    Setup {
        program: Program::linked(class, link(&options).expect("it links")),
        machine,
        microcode: Microcode::ours(Build::Jop),
    }
}

fn engine(setup: &Setup) -> BlockRun<CollectionProbe> {
    let collections = CollectionProbe::new(setup.program.symbols.as_ref());
    let machine = setup.build().expect("a machine");
    BlockRun::usual(machine, (Statistics::default(), collections))
}

/// Runs to the end; gives what was printed, too.
fn run(setup: &Setup, mut ending: Ending<'_>) -> (End, String) {
    let mut printed = Vec::new();
    let end = drive::<_, Infallible>(&mut engine(setup), &mut ending, |output| {
        if let Output::Uart(byte) = output {
            printed.push(byte);
        }
        Ok(())
    });
    let Ok(end) = end;
    (end, String::from_utf8(printed).expect("text"))
}

#[test]
fn a_program_is_fed_its_input_and_then_the_end_of_it() {
    let setup = setup("Lines", &[]);
    for (input, expected) in [
        ("one\ntwo\n", "1 one\n2 two\nend null\n"),
        ("one\ntwo", "1 one\n2 two\nend null\n"),
        ("", "end null\n"),
    ] {
        let program = setup.program.clone().fed(Some(input.into()));
        let fed = Setup {
            program,
            ..setup.clone()
        };
        let (end, printed) = run(&fed, Ending::of(&fed.program));
        assert_eq!((end, &*printed), (End::Exit(0), expected));
    }
}

#[test]
fn whoever_notes_the_end_of_the_input_is_told_once() {
    let setup = setup("Lines", &[]);
    let program = setup.program.clone().fed(Some(b"one\n".to_vec()));
    let mut told = 0;
    let nothing = |_| Ok::<(), Infallible>(());
    let mut ending = Ending::of(&program);
    let Ok(end) = drive_noting(&mut engine(&setup), &mut ending, nothing, |_| told += 1);
    assert_eq!((end, told), (End::Exit(0), 1));
}

#[test]
fn a_program_that_waits_for_input_that_nobody_sends_ends_unless_somebody_is_told() {
    let setup = setup("Lines", &[]);
    let (end, _) = run(&setup, Ending::of(&setup.program));
    assert_eq!(end, End::Blocked);
    let told = Mutex::new(Vec::new());
    let tell = |input| told.lock().expect("no panic").push(input);
    let ending = Ending::of(&setup.program).max_cycles(3_000_000);
    let (end, _) = run(&setup, ending.telling(&tell));
    assert_eq!(end, End::MaxCycles);
    assert_eq!(*told.lock().expect("no panic"), [Input::Missing]);
}

#[test]
fn threads_that_wait_for_each_other_end_the_run_and_their_calls_are_told() {
    let setup = setup("Blocked", &[]);
    let mut engine = engine(&setup);
    let mut ending = Ending::of(&setup.program);
    let Ok(end) = run::drive_silently(&mut engine, &mut ending);
    assert_eq!(end, End::Blocked);
    let need = ending.look(engine.view(), engine.cycle(), Input::Missing);
    let Some(Need::End(threads)) = need else {
        panic!("{need:?}");
    };
    let expected = [
        "\"main\" waits for the end of another thread",
        "\tat java.lang.Thread.join(",
        "\tat Blocked.main(Blocked.java:21)",
        "\"first\" waits for notify() of java.lang.Object",
        "\tat java.lang.Object.wait(",
        "\tat Blocked.waits(Blocked.java:9)",
        "\tat java.lang.Thread.run(",
    ];
    let lines: Vec<&str> = threads.lines().collect();
    let mut found = lines.iter();
    for line in expected {
        assert!(found.any(|it| it.starts_with(line)), "{line}\n{threads}");
    }
    // Each thread has its own calls and no others.
    assert_eq!(lines.iter().filter(|it| it.contains("Blocked.")).count(), 2);
    assert!(lines.len() <= 10, "{threads}");
}

#[test]
fn a_program_that_goes_on_is_not_taken_for_one_that_waits() {
    let endless = setup("Endless", &[]);
    let ending = Ending::of(&endless.program).max_cycles(2_000_000);
    assert_eq!(run(&endless, ending).0, End::MaxCycles);
    let sleeping = setup("Time", &[]);
    let (end, _) = run(&sleeping, Ending::of(&sleeping.program));
    assert_eq!(end, End::Exit(0));
}

#[test]
fn a_run_stops_in_the_cycle_of_its_limit_and_at_its_text() {
    let setup = setup("Endless", &[]);
    let mut engine = engine(&setup);
    let mut ending = Ending::of(&setup.program).max_cycles(123_457);
    let Ok(end) = run::drive_silently(&mut engine, &mut ending);
    assert_eq!((end, engine.cycle()), (End::MaxCycles, 123_457));
    let ending = Ending::of(&setup.program).until(Some("line 3"));
    let (end, printed) = run(&setup, ending);
    assert_eq!((end, &*printed), (End::Until, "line 1\nline 2\nline 3"));
}

#[test]
fn the_status_of_a_program_is_its_end() {
    for status in ["0", "1", "300", "-1"] {
        let setup = setup("Status", &[status]);
        let (end, _) = run(&setup, Ending::of(&setup.program));
        let status: i32 = status.parse().expect("a number");
        assert_eq!(end, End::Exit(status.cast_unsigned()));
    }
}

#[test]
fn whoever_has_a_loop_of_its_own_gives_the_program_the_same_help() {
    let setup = setup("Lines", &[]);
    let program = setup.program.clone().fed(Some(b"one\n".to_vec()));
    let mut engine = engine(&setup);
    let mut ending = Ending::of(&program);
    engine.feed(ending.input().expect("it is fed"));
    let mut printed = Vec::new();
    let end = loop {
        let pause = ending.pause(engine.cycle());
        let ended = ending.run_to(&mut engine, pause, |output| {
            if let Output::Uart(byte) = output {
                printed.push(byte);
            }
            Ok::<(), Infallible>(())
        });
        let Ok(ended) = ended;
        if let Some(end) = ended.or_else(|| ending.help(&mut engine)) {
            break end;
        }
        assert!(
            engine.cycle() < 10_000_000,
            "the end of the input is missing"
        );
    };
    assert_eq!((end, &*printed), (End::Exit(0), &b"1 one\nend null\n"[..]));
}

#[test]
fn a_reader_without_input_ends_the_run_only_if_no_other_thread_can_go_on() {
    let alone = setup("Beside", &[]);
    assert_eq!(run(&alone, Ending::of(&alone.program)).0, End::Blocked);
    let accompanied = setup("Beside", &["sleeps"]);
    let (end, _) = run(&accompanied, Ending::of(&accompanied.program));
    assert_eq!(end, End::Exit(5));
}
