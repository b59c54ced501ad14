//! `--top` is for people: programs get every row, and `--top 0` gives people every one, too.

use std::path::Path;

use rayon::prelude::*;

use crate::common::{data, jop, run, stderr, stdout};
use crate::schemas::subcommands;

/// Commands that write what others read.
const BEFORE: &[&str] = &[
    "run --program producer-consumer -o a.jrec -- 1",
    "run --program producer-consumer -o b.jrec -- 2",
    "run --program recursion --record microinstructions,windows --window 20k -o lines.jrec -- 1",
    "run --program gc-stress --record heap -o heap.jrec -- 8",
    "run --program lift --record lookups -o lookups.jrec -- 1",
    "run --program lift --engine fast --record vector --per-call lift.Plant.step --own lift.Door -o v.jrec -- 1",
    "run --program strings --engine fast --record vector --atoms library -o library.jrec -- 1",
];

/// Every command with `--top`, with all of its tables; `--format csv` of the last ones is no table.
const CUT: &[&str] = &[
    "show a.jrec",
    "show gprof a.jrec",
    "show graph a.jrec",
    "show tree a.jrec",
    "show calls a.jrec",
    "show calls a.jrec --method Object.<init>",
    "show calls --program lift --method Controller.step@20000",
    "show threads a.jrec",
    "show waiting --program producer-consumer ARGS 1",
    "show cores --program recursion --config reprap ARGS 1",
    "show code lines.jrec",
    "show operations lines.jrec",
    "show code lines.jrec --method ackermann",
    "show time lines.jrec",
    "show windows lines.jrec",
    "show phases lines.jrec",
    "show cache lookups.jrec",
    "show sites heap.jrec",
    "show classes heap.jrec",
    "show allocations heap.jrec",
    "show collections heap.jrec",
    "show live heap.jrec --collection 1",
    "show leaks heap.jrec --survived 1",
    "show stack heap.jrec",
    "show lines --program recursion ARGS 1",
    "show lines lines.jrec",
    "show vector v.jrec",
    "show per-call v.jrec",
    "cost predict v.jrec",
    "cost predict library.jrec",
    "cost fit --program recursion,strings,lift",
    "cost fit --program recursion,strings,lift --held-out",
    "cost fit --program recursion,strings,lift --combinations",
    "explore --program recursion --org fifo,lru --size 1K,2K --ram-cnt 2,3 ARGS 1",
    "explore --caches --program recursion --size 1K,2K --blocks 8,16 ARGS 1",
    "validate --program recursion ARGS 1",
    "wcet --program matrix --method Matrix.multiply",
    "wcet --program matrix",
    "wcet THREADS --method RtThread",
    "diff a.jrec b.jrec",
    "show diff a.jrec b.jrec",
    "check check.toml",
    "check predicted.toml",
];

/// Commands with `--top` that show a run while it goes, and print no rows for programs.
const LIVE: &[&str] = &["top"];

const REST: &str = "more; --top 0 prints all";

#[test]
fn programs_get_every_row_whatever_top_says_and_people_with_0() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = data("tests/cmd/check.in/classes");
    let check = format!(
        "goldens = \"timing\"\n[programs]\nstatus = {{ class = \"Status\", class_path = [{path:?}], arguments = [\"0\"] }}\n\
         [[check]]\nprograms = [\"status\"]\nrecord = [\"total\", \"methods\"]\n"
    );
    std::fs::write(folder.path().join("check.toml"), check).expect("a manifest");
    let predicted = "goldens = \"timing\"\n[programs]\nshort = { embedded = \"recursion\", arguments = [\"1\"] }\n\
                     [[check]]\nprograms = [\"short\"]\ntable = \"published\"\nmax_error = 0\n";
    std::fs::write(folder.path().join("predicted.toml"), predicted).expect("a manifest");
    for command in BEFORE {
        let _ = output(command, "", folder.path());
    }
    // Every sixth in the short part of the tests.
    let commands: Vec<&&str> = CUT
        .iter()
        .step_by(if parts::all() { 1 } else { 6 })
        .collect();
    let tells = |command: &&&str| tells_of_the_rest(command, folder.path());
    let told = commands.par_iter().filter(|it| tells(it)).count();
    assert!(3 * told > 2 * commands.len(), "{told}");
}

/// Compares what a command prints for programs, and for people; true if `--top 1` says that there is more.
fn tells_of_the_rest(command: &str, folder: &Path) -> bool {
    for format in ["json", "csv"] {
        let of = |top: &str| output(command, &format!("--format {format} {top}"), folder);
        let whole = of("");
        assert_eq!(of("--top 1"), whole, "{command} --format {format}");
        assert_eq!(of("--top 0"), whole, "{command} --format {format}");
        assert!(!is_cut(&whole), "{command}: {whole}");
    }
    let few = output(command, "--top 1", folder);
    let all = output(command, "--top 0", folder);
    assert!(!is_cut(&all), "{command} --top 0: {all}");
    // What one row or a list in it leaves out is said, or there was no more.
    assert!(
        few == all || few.contains(REST) || is_cut(&few),
        "{command} --top 1 says nothing of the rest: {few}"
    );
    few.contains(REST)
}

#[test]
fn every_command_with_top_is_among_those_that_are_compared() {
    for command in subcommands(&[]) {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let help = stdout(&run(&[&words[..], &["--help"]].concat()));
        let name = command.join(" ");
        let is_compared = CUT.iter().any(|one| one.starts_with(&format!("{name} ")));
        if help.contains("--top <") && !LIVE.contains(&&*name) {
            assert!(
                is_compared,
                "`jop {name}` has --top, and no test compares its rows"
            );
        } else {
            assert!(!is_compared, "`jop {name}` has no --top");
        }
    }
}

/// True if a text counts what it leaves out.
fn is_cut(text: &str) -> bool {
    let mut places = text.match_indices(" more").map(|(place, _)| place);
    places.any(|place| text[..place].ends_with(|last: char| last.is_ascii_digit()))
}

/// What a command prints; options come before the arguments of the program.
fn output(command: &str, options: &str, folder: &Path) -> String {
    let command = &command.replace("THREADS", &data("tests/cmd/threads.in/Threads.class"));
    let (command, arguments) = command.split_once(" ARGS ").unwrap_or((command, ""));
    let mut words: Vec<&str> = command.split(' ').collect();
    words.extend(options.split_whitespace());
    if !arguments.is_empty() {
        words.extend(["--", arguments]);
    }
    let output = jop(&words).current_dir(folder).output().expect("jop runs");
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{words:?}: {}",
        stderr(&output)
    );
    stdout(&output)
}
