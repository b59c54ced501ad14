//! Programs that read, wait for each other or fail: how the judge ends their runs, and what it gives and tells them on the way.

use std::convert::Infallible;

use isa::{MachineConfig, Output};
use jopizer::{LinkOptions, link};
use microcode::Build;
use run::probes::CollectionProbe;
use run::{
    BlockRun, End, Ending, Engine as _, Host, Input, Limits, Microcode, NotingInput, Program,
    Setup, Silent, to_end,
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

type Run = BlockRun<CollectionProbe>;

/// A host that keeps what was printed, and what it was told.
#[derive(Debug, Default)]
struct Listener {
    printed: Vec<u8>,
    /// It is told that the program waits for input.
    hears: bool,
    waits: Vec<Input>,
    blocked: Option<String>,
    /// Looks in every so many cycles; never if there are none.
    looks: u64,
}

impl Host<Run> for Listener {
    type Error = Infallible;

    fn takes(&mut self, output: Output) -> Result<(), Infallible> {
        if let Output::Uart(byte) = output {
            self.printed.push(byte);
        }
        Ok(())
    }

    fn next(&self, cycle: u64) -> u64 {
        match self.looks {
            0 => u64::MAX,
            looks => cycle + looks,
        }
    }

    fn hears(&self) -> bool {
        self.hears
    }

    fn waits(&mut self, input: Input) {
        self.waits.push(input);
    }

    fn blocked(&mut self, threads: &str) -> Result<(), Infallible> {
        self.blocked = Some(threads.to_owned());
        Ok(())
    }
}

/// Runs to the end; gives what was printed, too.
fn run(setup: &Setup, limits: &Limits<'_>) -> (End, String) {
    let mut host = Listener::default();
    let Ok(end) = to_end(&setup.program, &mut engine(setup), &mut host, limits);
    (end, String::from_utf8(host.printed).expect("text"))
}

#[test]
fn a_program_is_fed_its_input_and_then_the_end_of_it() {
    let setup = setup("Lines", &[]);
    for (input, expected) in [
        ("one\ntwo\n", "1 one\n2 two\nend null\n"),
        ("one\ntwo", "1 one\n2 two\nend null\n"),
        ("one\x04\x04\n\x04", "1 one\x04\x04\n2 \x04\nend null\n"),
        ("", "end null\n"),
    ] {
        let program = setup.program.clone().fed(Some(input.into()));
        let fed = Setup {
            program,
            ..setup.clone()
        };
        let (end, printed) = run(&fed, &Limits::NONE);
        assert_eq!((end, &*printed), (End::Exit(0), expected));
    }
}

/// Its symbols are those of a runtime whose `UartInput.read` waits.
#[test]
fn images_of_earlier_runtimes_get_a_byte_4_alone_as_the_end_and_other_readers_none() {
    let mut setup = setup("OwnInput", &[]);
    setup.program = setup.program.fed(Some(b"a\x05".to_vec()));
    let limits = Limits::cycles(3_000_000);
    let (end, printed) = run(&setup, &limits);
    assert_eq!((end, &*printed), (End::MaxCycles, "97 5 "));
    let symbols = setup.program.symbols.as_mut().expect("it has them");
    let mut methods = symbols.methods.iter_mut();
    let read = methods.find(|method| method.class == "OwnInput" && method.name == "read");
    read.expect("it reads").class = "com.jopdesign.sys.UartInput".to_owned();
    let symbols = setup.program.symbols.as_ref();
    assert_eq!(run::end_of_input(symbols), [4]);
    assert_eq!(run::sent(vec![4, 0], symbols), [4, 0]);
    let (end, printed) = run(&setup, &limits);
    assert_eq!((end, &*printed), (End::Exit(0), "97 5 end\n"));
}

#[test]
fn whoever_notes_the_end_of_the_input_is_told_once() {
    let setup = setup("Lines", &[]);
    let program = setup.program.clone().fed(Some(b"one\n".to_vec()));
    let mut told = 0;
    let mut host = NotingInput(|_: &mut Run| told += 1);
    let Ok(end) = to_end(&program, &mut engine(&setup), &mut host, &Limits::NONE);
    assert_eq!((end, told), (End::Exit(0), 1));
}

#[test]
fn a_program_that_waits_for_input_that_nobody_sends_ends_unless_somebody_is_told() {
    let setup = setup("Lines", &[]);
    let (end, _) = run(&setup, &Limits::NONE);
    assert_eq!(end, End::Blocked);
    let mut host = Listener {
        hears: true,
        ..Listener::default()
    };
    let limits = Limits::cycles(3_000_000);
    let Ok(end) = to_end(&setup.program, &mut engine(&setup), &mut host, &limits);
    assert_eq!(end, End::MaxCycles);
    assert_eq!(host.waits, [Input::Missing]);
}

#[test]
fn threads_that_wait_for_each_other_end_the_run_and_their_calls_are_told() {
    let setup = setup("Blocked", &[]);
    let mut host = Listener::default();
    let Ok(end) = to_end(
        &setup.program,
        &mut engine(&setup),
        &mut host,
        &Limits::NONE,
    );
    assert_eq!(end, End::Blocked);
    let threads = host.blocked.expect("it is told of the threads");
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
    let limits = Limits::cycles(2_000_000);
    assert_eq!(run(&endless, &limits).0, End::MaxCycles);
    let sleeping = setup("Time", &[]);
    let (end, _) = run(&sleeping, &Limits::NONE);
    assert_eq!(end, End::Exit(0));
}

#[test]
fn a_run_stops_in_the_cycle_of_its_limit_and_at_its_text() {
    let setup = setup("Endless", &[]);
    let mut engine = engine(&setup);
    let limits = Limits::cycles(123_457);
    let Ok(end) = to_end(&setup.program, &mut engine, &mut Silent, &limits);
    assert_eq!((end, engine.cycle()), (End::MaxCycles, 123_457));
    let limits = Limits {
        until: Some("line 3"),
        ..Limits::NONE
    };
    let (end, printed) = run(&setup, &limits);
    assert_eq!((end, &*printed), (End::Until, "line 1\nline 2\nline 3"));
}

#[test]
fn the_status_of_a_program_is_its_end() {
    for status in ["0", "1", "300", "-1"] {
        let setup = setup("Status", &[status]);
        let (end, _) = run(&setup, &Limits::NONE);
        let status: i32 = status.parse().expect("a number");
        assert_eq!(end, End::Exit(status.cast_unsigned()));
    }
}

#[test]
fn a_host_that_looks_at_odd_cycles_changes_nothing() {
    let setup = setup("Lines", &[]);
    let program = setup.program.clone().fed(Some(b"one\n".to_vec()));
    let ran = |looks| {
        let mut engine = engine(&setup);
        let mut host = Listener {
            looks,
            ..Listener::default()
        };
        let Ok(end) = to_end(&program, &mut engine, &mut host, &Limits::NONE);
        assert_eq!(
            (end, &*host.printed),
            (End::Exit(0), &b"1 one\nend null\n"[..])
        );
        engine.cycle()
    };
    assert_eq!(ran(0), ran(100_003));
}

/// A host that leaves at the first line, by an error of its own.
struct Leaves;

#[derive(Debug, PartialEq)]
enum Left {
    AtLine,
}

impl From<Infallible> for Left {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl Host<Run> for Leaves {
    type Error = Left;

    fn takes(&mut self, output: Output) -> Result<(), Left> {
        match output {
            Output::Uart(b'\n') => Err(Left::AtLine),
            _ => Ok(()),
        }
    }

    fn ended(&mut self, _: &mut Run, end: End, _: &Ending<'_>) -> Result<(), Left> {
        panic!("{end:?}")
    }
}

#[test]
fn a_host_may_leave_before_the_end() {
    let setup = setup("Endless", &[]);
    let left = to_end(
        &setup.program,
        &mut engine(&setup),
        &mut Leaves,
        &Limits::NONE,
    );
    assert_eq!(left, Err(Left::AtLine));
}

#[test]
fn a_reader_without_input_ends_the_run_only_if_no_other_thread_can_go_on() {
    let alone = setup("Beside", &[]);
    assert_eq!(run(&alone, &Limits::NONE).0, End::Blocked);
    let accompanied = setup("Beside", &["sleeps"]);
    let (end, _) = run(&accompanied, &Limits::NONE);
    assert_eq!(end, End::Exit(5));
}
