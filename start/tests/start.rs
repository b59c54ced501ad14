//! The commands that one starts with, as one types them: what they print is what the library gives.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use isa::MachineConfig;
use jopizer::{LinkProgram, Linked};
use microcode::Build;
use runtime::programs::find;
use sim_core::{Machine, NoProbe};
use tests::machine::{self, Outcome};

/// An embedded program that ends soon, and its only argument.
const PROGRAM: &str = "sieve";
const LENGTH: &str = "1";

fn jop(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jop-start"))
        .args(line.split(' '))
        .current_dir(folder)
        .output()
        .expect("the command starts")
}

/// Standard output of a command that ends well.
fn printed(folder: &Path, line: &str) -> String {
    let output = jop(folder, line);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{line}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn linked() -> Linked {
    let program = find(PROGRAM).expect("an embedded program");
    let memory = MachineConfig::default().memory_words;
    program.link(1, memory).expect("it links")
}

/// What the machine does with the program.
fn outcome() -> Outcome {
    machine::run(&linked(), Build::Jop, &MachineConfig::default())
}

/// A number as tables show it.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn the_demo_runs_and_ends_as_its_transcript_says() {
    let transcript = fs::read_to_string(root().join("cli/tests/cmd/demo.trycmd"));
    let transcript = transcript.expect("the transcript of the demo");
    let (_, rest) = transcript.split_once("$ jop demo\n").expect("the command");
    let (expected, _) = rest.split_once("\n\n").expect("the end of its output");
    let output = jop(root(), "demo");
    assert_eq!(output.status.code(), Some(0));
    let found = [output.stdout, output.stderr].concat();
    let found = String::from_utf8(found).expect("UTF-8");
    // Sizes and times vary.
    let fixed = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::to_owned);
        let varies = ["  microcode ", "  image ", "  host "];
        lines
            .filter(|line| !varies.iter().any(|start| line.starts_with(start)))
            .collect()
    };
    assert_eq!(fixed(&found), fixed(expected));
}

#[test]
fn both_engines_print_and_take_what_the_machine_of_the_library_does() {
    let folder = scratch();
    let outcome = outcome();
    for engine in ["machine", "reference", "fast"] {
        let line = format!("run --engine {engine} --program {PROGRAM} -- {LENGTH}");
        let output = jop(folder.path(), &line);
        assert_eq!(output.status.code(), Some(0), "{engine}");
        assert_eq!(output.stdout, outcome.stdout, "{engine}");
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        let cycles = grouped(outcome.statistics.cycles);
        assert!(told.contains(&format!(" {cycles}, ")), "{cycles}: {told}");
        let lookups = grouped(outcome.statistics.method_lookups);
        assert!(told.contains(&format!("{lookups} lookups")), "{told}");
    }
}

#[test]
fn the_cycles_of_all_methods_of_a_report_are_those_of_the_run() {
    let folder = scratch();
    let line = format!("run --program {PROGRAM} -o a.jrec -- {LENGTH}");
    printed(folder.path(), &line);
    let rows = printed(folder.path(), "show a.jrec --format csv");
    let mut rows = rows.lines();
    let mut head = rows.next().expect("a head").split(',');
    let column = head.position(|name| name == "self_cycles");
    let column = column.expect("a column of cycles");
    let own = rows.map(|row| -> u64 {
        let cell = row.split(',').nth(column).expect("a cell");
        cell.parse().expect("a number")
    });
    assert_eq!(own.sum::<u64>(), outcome().statistics.cycles);
}

#[test]
fn a_trace_has_the_state_of_the_machine_in_every_cycle() {
    let folder = scratch();
    let line = format!("trace --program {PROGRAM} --cycles 0..1000 -o a.csv -- {LENGTH}");
    printed(folder.path(), &line);
    let text = fs::read_to_string(folder.path().join("a.csv")).expect("a trace");
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().expect("a head").split(',').collect();
    let column = |name: &str| head.iter().position(|it| *it == name).expect("a column");
    let (cycle, pc, sp) = (column("cycle"), column("pc"), column("sp"));
    let (rom, image) = (microcode::jvm(Build::Jop), linked().image.words);
    let machine = Machine::new(&MachineConfig::default(), &rom, &image);
    let mut machine = machine.expect("a machine");
    let mut seen = 0;
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells[cycle], seen.to_string());
        let state = &machine.state;
        assert_eq!(
            cells[pc],
            format!("{:x}", state.microcode_fetch.pc),
            "{line}"
        );
        assert_eq!(cells[sp], format!("{:x}", state.stack.sp()), "{line}");
        let _ = machine.step(&mut NoProbe);
        seen += 1;
    }
    assert_eq!(seen, 1000);
}

#[test]
fn a_program_is_built_and_inspected_with_the_methods_that_the_linker_gives() {
    let folder = scratch();
    let line = format!("build --program {PROGRAM} -o a.jop -- {LENGTH}");
    printed(folder.path(), &line);
    let text = fs::read_to_string(folder.path().join("a.jop")).expect("an image");
    let linked = linked();
    let image = jopizer::Image::parse(&text).expect("an image");
    assert_eq!(image.words, linked.image.words);
    let shown = printed(folder.path(), "inspect a.jop");
    let methods = format!(" {} methods", linked.symbols.methods.len());
    assert!(shown.contains(&methods), "{methods}: {shown}");
    let run = jop(folder.path(), "run a.jop");
    assert_eq!(run.stdout, outcome().stdout);
}

#[test]
fn a_check_passes_on_what_it_has_blessed_and_fails_where_a_memory_is_slower() {
    let folder = scratch();
    let check = |wait: u32, more: &str| {
        let text = format!(
            "goldens = \"timing\"\n[configurations]\none = {{ ram_cnt = {wait} }}\n[programs]\n\
             short = {{ embedded = \"{PROGRAM}\", arguments = [\"{LENGTH}\"] }}\n\
             [[check]]\nprograms = [\"short\"]\nconfigurations = [\"one\"]\nrecord = [\"total\"]\n"
        );
        fs::write(folder.path().join("check.toml"), text).expect("a manifest");
        let output = jop(folder.path(), &format!("check check.toml{more}"));
        let shown = String::from_utf8(output.stdout).expect("UTF-8");
        (output.status.code(), shown)
    };
    assert_eq!(check(2, "").0, Some(1), "there is no golden yet");
    assert_eq!(check(2, " --bless").0, Some(0));
    assert_eq!(check(2, "").0, Some(0));
    let (code, shown) = check(3, "");
    assert_eq!(code, Some(1));
    let cycles = grouped(outcome().statistics.cycles);
    assert!(shown.contains(&cycles), "{cycles}: {shown}");
}

/// Cargo builds `cli` once: with all commands where the package `cli` itself is built in the same run.
#[test]
fn a_command_of_the_whole_is_refused_in_one_line_with_the_way_to_install_it() {
    let folder = scratch();
    let help = printed(folder.path(), "--help");
    let is_whole = !help.contains("only in the whole `jop`");
    let output = jop(folder.path(), "wcet");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{told}");
    if is_whole {
        println!("built together with `cli`, jop-start has all commands");
        return;
    }
    let expected =
        "jop: error: `wcet` is only in the whole `jop`: cargo install --path cli --locked\n";
    assert_eq!(told, expected);
    let parts = [
        (
            "--as parquet",
            format!("trace --program {PROGRAM} --cycles 0..9 -o a.parquet"),
        ),
        ("--junit", "check --junit a.xml".to_owned()),
    ];
    for (part, line) in parts {
        let output = jop(folder.path(), &line);
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{line}: {told}");
        assert_eq!(
            told,
            format!(
                "jop: error: {part}: only in the whole `jop`: cargo install --path cli --locked\n"
            )
        );
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}
