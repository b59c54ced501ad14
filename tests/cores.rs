//! Java on several cores: the programs of `tests/cores` print what they print on the host JVM, whatever the number of cores, the arbiter
//! and the caches; what has no counterpart on a host ends as docs/cores.md says.

use std::sync::OnceLock;

use isa::{Output, System};
use jopizer::stack_trace::TraceReader;
use jopizer::{LinkOptions, Linked, link};
use microcode::Build;
use rayon::prelude::*;
use run::{End, Engine, Limits, Microcode, Program, Setup, SeveralFault, SeveralRun};

/// Programs that hosts run as well.
const PROGRAMS: [&str; 8] = [
    "Crc",
    "Filters",
    "Library",
    "LiftCores",
    "Matrix",
    "Producers",
    "Sort",
    "Stress",
];
const ARBITERS: [&str; 3] = ["tdma", "round-robin", "fair"];
const LIMIT: u64 = 60_000_000;

/// Result of a run.
struct Ran {
    end: End,
    text: String,
    engine: SeveralRun,
    linked: Linked,
}

impl Ran {
    /// A static word of the runtime.
    fn word(&self, class: &str, name: &str) -> u32 {
        let class = format!("com.jopdesign.sys.{class}");
        let address = self.linked.symbols.static_field(&class, name);
        let view = self.engine.view().expect("a memory");
        view.word(address.expect("a field of the runtime"))
    }
}

fn linked(program: &str, arguments: &[&str], memory_words: u32) -> Linked {
    let options = LinkOptions {
        arguments: arguments.iter().map(ToString::to_string).collect(),
        memory_words,
        several_cores: true,
        ..LinkOptions::new(program, [tests::path("cores/programs.jar")])
    };
    link(&options).unwrap_or_else(|error| panic!("{program}: {error}"))
}

fn run(program: &str, arguments: &[&str], config: &str) -> Result<Ran, SeveralFault> {
    let system = System::from_toml(config).unwrap_or_else(|error| panic!("{config}: {error}"));
    let linked = linked(program, arguments, system.machine.memory_words);
    let setup = Setup {
        program: Program::linked(program, linked.clone()),
        machine: system.machine,
        microcode: Microcode::ours(Build::Jop),
    };
    let processors = system.processors.expect("several processors");
    let mut engine = SeveralRun::new(&setup, &processors).expect("a machine");
    let mut text = Vec::new();
    let mut trace = TraceReader::default();
    let mut sink = |output| {
        match output {
            Output::Uart(byte) | Output::Diagnostic(byte) => text.push(byte),
            Output::Trace(word) => {
                let lines = trace.push(word, Some(&linked.symbols));
                text.extend(lines.into_iter().flat_map(String::into_bytes));
            }
            Output::Exit(_) => {}
        }
        Ok::<(), SeveralFault>(())
    };
    let limits = Limits::cycles(LIMIT);
    let end = run::to_end(&setup.program, &mut engine, &mut sink, &limits)?;
    text.extend(engine.empty_uart());
    Ok(Ran {
        end,
        text: String::from_utf8(text).expect("a text"),
        engine,
        linked,
    })
}

fn expected(program: &str) -> String {
    let file = tests::path(&format!("cores/{program}.expected"));
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// What differs from the host where a program runs on a machine.
fn difference(program: &str, config: &str) -> Option<String> {
    let ran = run(program, &[], config).unwrap_or_else(|error| panic!("{program}: {error}"));
    let same = ran.end == End::Exit(0) && ran.text == expected(program);
    (!same).then(|| format!("{program} on {config}: {:?}\n{}", ran.end, ran.text))
}

fn assert_as_on_the_host(configs: &[String]) {
    let all = configs
        .iter()
        .flat_map(|config| PROGRAMS.map(|program| (program, config)));
    let mut cases: Vec<_> = all.collect();
    if !parts::all() {
        // Each program on some machine, each machine with some program.
        let mut index = 0;
        cases.retain(|_| {
            index += 1;
            index % (PROGRAMS.len() + 1) == 1
        });
    }
    let different: Vec<_> = cases
        .into_par_iter()
        .filter_map(|(program, config)| difference(program, config))
        .collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn programs_print_what_they_print_on_the_host_on_two_to_eight_cores_behind_each_arbiter() {
    let cores = [2, 4, 8].into_iter();
    let configs = cores.flat_map(|cores| {
        ARBITERS.map(|arbiter| format!("cores = {cores}\narbiter = \"{arbiter}\"\n"))
    });
    assert_as_on_the_host(&configs.collect::<Vec<_>>());
}

#[test]
fn programs_print_what_they_print_on_the_host_with_data_caches_of_the_cores() {
    let caches = ["data_cache = true", "object_cache = true"];
    let configs = caches.map(|cache| format!("cores = 3\n{cache}\n"));
    assert_as_on_the_host(&configs);
}

#[test]
fn an_image_for_several_cores_runs_on_one() {
    let programs = PROGRAMS.iter().filter(|it| parts::all() || it.len() < 6);
    for program in programs {
        let config = isa::MachineConfig::default();
        let linked = linked(program, &[], config.memory_words);
        let outcome = tests::machine::run(&linked, Build::Strict, &config);
        assert_eq!(outcome.status, Some(0), "{program}: {outcome:?}");
        assert_eq!(outcome.stdout, expected(program).as_bytes(), "{program}");
    }
}

#[test]
fn an_image_for_one_core_has_no_class_of_several() {
    let options = LinkOptions::new("Producers", [tests::path("cores/programs.jar")]);
    let linked = link(&options).expect("a program that links");
    for name in ["Monitors", "Core", "Output"] {
        let class = format!("com.jopdesign.sys.{name}");
        assert!(linked.symbols.class(&class).is_none(), "{class}");
    }
}

/// Seeds, cores and arbiters of random programs.
fn stress() -> &'static [(u32, String)] {
    static CASES: OnceLock<Vec<(u32, String)>> = OnceLock::new();
    CASES.get_or_init(|| {
        let count = if parts::all() { 60 } else { 4 };
        let case = |seed: u32| {
            let cores = 2 + seed % 4;
            let arbiter = ARBITERS[seed as usize % 3];
            let cache = seed % 5 == 4;
            let config = format!(
                "cores = {cores}\narbiter = \"{arbiter}\"\ndata_cache = {cache}\nmemory_words = 16384\n"
            );
            (seed, config)
        };
        (1..=count).map(case).collect()
    })
}

#[test]
fn random_programs_that_allocate_and_lock_on_every_core_lose_nothing_while_they_collect() {
    let different: Vec<_> = stress()
        .par_iter()
        .filter_map(|(seed, config)| {
            let ran = run("Stress", &["150", &seed.to_string()], config).expect("a run");
            let collections = ran.word("Collector", "count");
            let right = ran.end == End::Exit(0) && ran.text == "true 0\n" && collections >= 2;
            (!right).then(|| {
                format!(
                    "seed {seed} on {config}: {:?}, {collections} collections\n{}",
                    ran.end, ran.text
                )
            })
        })
        .collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn any_core_ends_the_program_and_its_last_lines_are_printed() {
    for cores in [2, 4] {
        let ran = run("Ends", &[], &format!("cores = {cores}\n")).expect("a run");
        assert_eq!(ran.end, End::Exit(7));
        let lines: Vec<&str> = ran.text.lines().collect();
        assert!(
            lines[0].starts_with("Exception in thread \"Thread-0\" java.lang.ArrayIndex"),
            "{lines:?}"
        );
        let last = lines.len() - 2;
        assert_eq!(lines[last..], ["main goes on", "the last line"]);
    }
}

#[test]
fn a_full_lock_table_is_an_error_that_names_it() {
    let ran = run("TableFull", &[], "cores = 2\n").expect("a run");
    let full = "lock table full: 31 monitors are held, its last entry of 32 is the runtime's";
    assert_eq!(ran.end, End::Exit(0));
    assert_eq!(ran.text, format!("24\n{full}\n24\n"));
}

#[test]
fn a_deadlock_over_cores_ends_the_run_and_names_monitors_and_owners() {
    let ran = run("Deadlock", &[], "cores = 2\n").expect("a run");
    assert_eq!(ran.end, End::Blocked);
    let watch = run::standstill::StandstillWatch::new(Some(&ran.linked.symbols));
    let seen = watch.look(&ran.engine.view().expect("a memory"));
    let Some(run::standstill::Standstill::Blocked(text)) = seen else {
        panic!("{seen:?}");
    };
    let lines: Vec<&str> = text.lines().collect();
    let waits = |line: &str, parts: [&str; 3]| parts.iter().all(|part| line.contains(part));
    assert!(
        waits(
            lines[0],
            [
                "\"main\" on core 0 waits",
                "StringBuilder",
                "\"core 1\" on core 1 holds"
            ]
        ),
        "{text}"
    );
    assert!(
        waits(
            lines[1],
            [
                "\"core 1\" on core 1 waits",
                "java.lang.Object",
                "\"main\" on core 0 holds"
            ]
        ),
        "{text}"
    );
}

#[test]
fn java_does_not_start_cores_behind_the_arbiter_of_fixed_priority() {
    let fault = run("Crc", &[], "cores = 2\narbiter = \"fixed-priority\"\n");
    assert!(matches!(fault, Err(SeveralFault::Unshared(_))));
}
