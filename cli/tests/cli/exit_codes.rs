//! Exit codes: every command that executes a program gives the same codes for the same ends of its run.

use std::process::{Output, Stdio};

use crate::common::{class, commands_below, jop, run, stderr, stdout, within};
use crate::cross::{send, until};
use tempfile::{TempDir, tempdir};

/// Commands that execute a program which the user gives. `PROGRAM` is the program; `OUT` begins the name of a file in a folder
/// that goes away; `LIMIT` stands where the limit is given, in commands that have one; `~` is a space within a word.
const EXECUTING: [&str; 25] = [
    "cost predict PROGRAM LIMIT",
    "cost predict PROGRAM --truth LIMIT",
    "debug PROGRAM --commands OUT.jdb",
    "explore PROGRAM --ram-cnt 2,3 LIMIT",
    "explore PROGRAM --ram-cnt 2,3 --sensitivity LIMIT",
    "explore PROGRAM --break-even LIMIT",
    "explore --caches PROGRAM --org fifo --size 1K --blocks 8 --ram-cnt 2,3 LIMIT",
    "explore --machines default PROGRAM LIMIT",
    "show PROGRAM LIMIT",
    "show waiting PROGRAM LIMIT",
    "show tree PROGRAM -o OUT.html LIMIT",
    "show tree PROGRAM -o OUT.svg LIMIT",
    "show lines PROGRAM --top 1 LIMIT",
    "show lines PROGRAM -o OUT.jrec LIMIT",
    "show code PROGRAM LIMIT",
    "show time PROGRAM LIMIT",
    "show time PROGRAM -o OUT.jrec LIMIT",
    "show cache PROGRAM LIMIT",
    "show sites PROGRAM LIMIT",
    "show stack PROGRAM LIMIT",
    "show vector PROGRAM LIMIT",
    "top PROGRAM LIMIT",
    // Its limit is one of the cycles that are recorded.
    "trace PROGRAM --method main --max-cycles 1G --as csv -o OUT.csv",
    "validate PROGRAM --no-baselines LIMIT",
    "wcet PROGRAM --observe LIMIT",
];

/// The other commands, with the reason why they are not in the list.
const OTHERS: [(&str, &str); 30] = [
    ("demo", "its code is the program's"),
    ("run", "its code is the program's"),
    ("cross run", "its code is that of the host's program"),
    ("check", "its goldens say how a program ends"),
    ("programs", "executes embedded programs only"),
    ("cost fit", "executes embedded programs only"),
    ("conform", "executes vectors"),
    ("isa", "measures bytecodes"),
    ("cost calibrate", "measures benchmarks of its own"),
    ("cost compare", "reads tables"),
    ("cost derive", "reads microcode"),
    ("cost diff", "reads tables"),
    ("cost show", "reads tables"),
    ("cost template", "derives a table"),
    ("cross api", "prints a text"),
    ("cross clean", "removes files"),
    ("cross instrument", "writes classes"),
    ("cross prepare", "writes classes"),
    ("cross merge", "reads profiles"),
    ("cost compose", "reads vectors"),
    ("asm", "reads microcode"),
    ("build", "links"),
    ("completions", "prints a text"),
    ("config", "prints a machine"),
    ("diff", "reads results"),
    ("disasm", "reads microcode"),
    ("inspect", "reads an image"),
    ("licenses", "prints a text"),
    ("man", "prints a text"),
    ("view", "opens a page"),
];

/// Runs a command of the list.
fn output(command: &str, program: &str, limit: Option<&str>, arguments: &[&str]) -> Output {
    let folder = folder();
    let words = words(command, &folder, program, limit);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    run(&[&words, arguments].concat())
}

/// Its words.
fn words(command: &str, folder: &TempDir, program: &str, limit: Option<&str>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in command.split(' ') {
        match (word, limit) {
            ("PROGRAM", _) => words.push(program.to_owned()),
            ("LIMIT", Some(limit)) => words.extend(["--max-cycles".into(), limit.into()]),
            ("LIMIT", None) => {}
            _ if word.starts_with("OUT") => words.push(within(folder, word)),
            _ => words.push(word.replace('~', " ")),
        }
    }
    words
}

/// A folder with a script for the debugger.
fn folder() -> TempDir {
    let folder = tempdir().expect("a folder");
    std::fs::write(within(&folder, "OUT.jdb"), "continue\n").expect("a script");
    folder
}

/// Checks the code of each command, and that standard error tells why.
fn check(program: &str, limit: Option<&str>, arguments: &[&str], code: i32, why: &[&str]) {
    let mut wrong = Vec::new();
    for command in EXECUTING {
        if limit.is_some() && !command.contains("LIMIT") {
            continue;
        }
        let output = output(command, program, limit, arguments);
        let told = [stdout(&output), stderr(&output)].concat();
        if output.status.code() != Some(code) || !why.iter().any(|why| told.contains(why)) {
            let text = stderr(&output);
            wrong.push(format!("{command}: {:?}: {text}", output.status.code()));
        }
    }
    assert!(wrong.is_empty(), "not {code}:\n{}", wrong.join("\n"));
}

#[test]
fn a_program_that_ends_well_gives_0_in_every_command() {
    check(&class("Status"), None, &["--", "0"], 0, &[""]);
}

#[test]
fn a_program_that_fails_gives_1_in_every_command_and_its_status_is_named() {
    let why = ["ended with status 1"];
    check(&class("Status"), None, &["--", "1"], 1, &why);
}

#[test]
fn another_status_than_1_gives_1_as_well() {
    let why = ["ended with status 7"];
    check(&class("Status"), None, &["--", "7"], 1, &why);
}

#[test]
fn a_limit_gives_3_in_every_command_that_has_one() {
    let why = ["60000 cycles", "60,000 cycles", "--max-cycles"];
    check(&class("Endless"), Some("60k"), &[], 3, &why);
}

#[test]
fn threads_that_wait_for_ever_give_1_in_every_command() {
    let why = ["every thread waits", "Every thread waits"];
    check(&class("Blocked"), None, &[], 1, &why);
}

#[test]
fn an_uncaught_exception_gives_1_in_every_command() {
    let why = ["ended with status 1", "Exception"];
    check(&class("Status"), None, &["--", "none"], 1, &why);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_gives_130_in_every_command() {
    let mut wrong = Vec::new();
    for command in EXECUTING {
        let folder = folder();
        let words = words(command, &folder, &class("Endless"), None);
        let code = interrupted(&words);
        if code != Some(130) {
            wrong.push(format!("{command}: {code:?}"));
        }
    }
    assert!(wrong.is_empty(), "not 130:\n{}", wrong.join("\n"));
}

/// The code of a command of an endless program that gets Ctrl-C as soon as it looks for it.
#[cfg(target_os = "linux")]
fn interrupted(words: &[String]) -> Option<i32> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut command = jop(&words);
    command.stderr(Stdio::null()).stdout(Stdio::null());
    let mut child = command.spawn().expect("jop starts");
    until(|| watches_for_ctrl_c(child.id()));
    send("INT", &child);
    child.wait().expect("its end").code()
}

/// A process handles SIGINT, or has blocked it for a thread that waits for it.
#[cfg(target_os = "linux")]
fn watches_for_ctrl_c(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"));
    let status = status.unwrap_or_default();
    let masks = status.lines().filter_map(|line| {
        let (name, mask) = line.split_once(':')?;
        let is_meant = matches!(name, "SigCgt" | "SigBlk");
        is_meant
            .then(|| u64::from_str_radix(mask.trim(), 16).ok())
            .flatten()
    });
    masks.into_iter().any(|mask| mask & 0b10 != 0)
}

/// Commands whose options name a moment or a part of the run, with a mark that no run meets.
const UNMET: [&str; 17] = [
    "explore --machines default PROGRAM --region never",
    "run PROGRAM --from Marks.step#100000 --record lines -o OUT.jrec",
    "run PROGRAM --to Marks.step#100000 --record windows -o OUT.jrec",
    "run PROGRAM --region never -o OUT.jrec",
    "show PROGRAM --region never",
    "show lines PROGRAM --region never",
    "show time PROGRAM --from Marks.step#100000",
    "show time PROGRAM --to Marks.step#100000",
    "show time PROGRAM --to Marks.step#100000 -o OUT.jrec",
    "show time PROGRAM --from Marks.step#2 --to Marks.step#100000",
    "show time PROGRAM --to bytecode:imul#100000",
    "show time PROGRAM --region never",
    "top PROGRAM --region never",
    "trace PROGRAM --method step --call 100000 --as csv -o OUT.csv",
    "trace PROGRAM --region never --as csv -o OUT.csv",
    "validate PROGRAM --no-baselines --region never",
    "run PROGRAM --engine fast --record vector --component never=region~never -o OUT.jrec",
];

#[test]
fn a_mark_that_is_never_met_gives_2_and_is_named() {
    let mut wrong = Vec::new();
    for command in UNMET {
        let output = output(command, &class("Marks"), None, &[]);
        let text = stderr(&output);
        let named = ["never", "100000", "100,000", "step"];
        if output.status.code() != Some(2) || !named.iter().any(|it| text.contains(it)) {
            wrong.push(format!("{command}: {:?}: {text}", output.status.code()));
        }
    }
    assert!(wrong.is_empty(), "not 2:\n{}", wrong.join("\n"));
}

#[test]
fn a_mark_before_the_limit_that_is_not_met_gives_the_code_of_the_limit() {
    for command in [
        "show time PROGRAM --to Marks.step#100000 LIMIT",
        "run PROGRAM --to Marks.step#100000 --record lines -o OUT.jrec LIMIT",
        "show lines PROGRAM --region never LIMIT",
        "top PROGRAM --region never LIMIT",
    ] {
        let output = output(command, &class("Marks"), Some("12k"), &[]);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(3), "{command}: {text}");
    }
}

/// The words that name the command.
fn name_of(command: &str) -> String {
    let words: Vec<&str> = command.split(' ').collect();
    let count = if ["cost", "cross"].contains(&words[0]) {
        2
    } else {
        1
    };
    words[..count].join(" ")
}

#[test]
fn every_command_is_in_the_list_of_those_that_execute_a_program_or_has_a_reason() {
    let mut commands = Vec::new();
    for command in commands_below(&[]) {
        let parts = commands_below(&[&command]);
        match parts.is_empty() {
            true => commands.push(command),
            false => commands.extend(parts.iter().map(|part| format!("{command} {part}"))),
        }
    }
    commands.sort();
    let mut known: Vec<String> = EXECUTING.map(name_of).to_vec();
    known.extend(OTHERS.map(|(name, _)| name.to_owned()));
    known.sort();
    known.dedup();
    assert_eq!(commands, known);
}

#[test]
fn the_help_of_every_command_that_executes_a_program_lists_its_exit_codes() {
    for command in EXECUTING {
        let name = name_of(command);
        let words: Vec<&str> = name.split(' ').chain(["--help"]).collect();
        let help = stdout(&run(&words));
        let codes = help
            .lines()
            .skip_while(|line| !line.starts_with("Exit codes:"));
        let codes: Vec<&str> = codes.take_while(|line| !line.is_empty()).collect();
        let codes = codes.join("\n");
        let mut expected = vec!["  0  ", "  1  ", "  2  ", "  130  "];
        if command.contains("LIMIT") {
            expected.push("  3  ");
        }
        for code in expected {
            assert!(codes.contains(code), "{name}: {code}: {codes}");
        }
    }
}

#[test]
fn the_program_of_truth_gives_its_end_to_the_prediction_that_it_is_compared_with() {
    let folder = folder();
    let vector = within(&folder, "marks.jrec");
    let marks = class("Marks");
    let counted = ["--engine", "fast", "--record", "vector", "-o", &vector];
    let recorded = run(&[&["run", &marks][..], &counted].concat());
    assert_eq!(recorded.status.code(), Some(0), "{}", stderr(&recorded));
    for (program, rest, code) in [
        ("Status", vec!["--", "0"], 0),
        ("Status", vec!["--", "1"], 1),
        ("Blocked", vec![], 1),
        ("Endless", vec!["--max-cycles", "60k"], 3),
    ] {
        let truth = format!("--truth={}", class(program));
        let words = ["cost", "predict", &vector, &truth];
        let output = run(&[&words[..], &rest].concat());
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
    }
}
