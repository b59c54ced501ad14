//! Programs that meet a limit, or cannot go on: what they are told.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Output, Stdio};

use crate::common::{class, data, jop, run, stderr, stdout, within};
use tempfile::tempdir;

const ENGINES: [&str; 2] = ["machine", "fast"];

fn with_input(arguments: &[&str], input: &str) -> Output {
    let child = jop(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let output = child.and_then(|mut child| {
        if let Some(mut to) = child.stdin.take() {
            to.write_all(input.as_bytes())?;
        }
        child.wait_with_output()
    });
    output.unwrap_or_else(|error| panic!("{error}"))
}

/// The notes about limits among the lines of standard error.
fn notes(output: &Output) -> Vec<String> {
    let text = stderr(output);
    let notes = text.lines().filter(|line| line.starts_with("jop: note: "));
    notes.map(str::to_owned).collect()
}

#[test]
fn a_limit_names_the_option_that_helps_and_the_option_does() {
    let folder = tempdir().unwrap();
    let machine = within(&folder, "large.toml");
    std::fs::write(&machine, "ram_width = 10\nmemory_words = 1_048_576\n").unwrap();
    let usual = within(&folder, "usual.toml");
    std::fs::write(&usual, "").unwrap();
    for (limit, note) in [
        (
            "stack",
            "`ram_width = 10` in the file of --config gives 1024",
        ),
        (
            "memory",
            "`memory_words = 1048576` in the file of --config gives more",
        ),
    ] {
        for engine in ENGINES {
            let failing = class("Failing");
            let small = run(&[
                "run", &failing, "--engine", engine, "--config", &usual, "--", limit,
            ]);
            let found = notes(&small);
            assert!(found.len() == 1 && found[0].contains(note), "{found:?}");
            assert_eq!(small.status.code(), Some(1));
            let large = run(&[
                "run", &failing, "--engine", engine, "--config", &machine, "--", limit,
            ]);
            assert_eq!((large.status.code(), notes(&large).len()), (Some(0), 0));
        }
    }
}

#[test]
fn a_limit_of_the_default_machine_gives_the_command_to_type_and_that_works() {
    for limit in ["stack", "memory"] {
        let failing = class("Failing");
        let small = run(&["run", &failing, "--", limit]);
        let found = notes(&small);
        let line = format!("jop run --machine roomy {failing} -- {limit}");
        assert!(found.len() == 1 && found[0].ends_with(&line), "{found:?}");
        let large = run(&["run", "--machine", "roomy", &failing, "--", limit]);
        assert_eq!(large.status.code(), Some(0), "{}", stderr(&large));
        let found = notes(&large);
        let told = "no hardware has the machine `roomy`";
        assert!(found.len() == 1 && found[0].contains(told), "{found:?}");
        assert!(stderr(&large).contains("  strict\n"), "{}", stderr(&large));
    }
    let shown = run(&["config", "roomy"]);
    assert_eq!(stdout(&shown).matches("ram_width = 10").count(), 1);
}

#[test]
fn a_hardware_exception_that_nobody_caught_leads_to_strict() {
    let failing = class("Failing");
    let loose = run(&["run", &failing, "--", "bounds"]);
    let line = format!("jop run --strict {failing} -- bounds");
    assert!(notes(&loose)[0].ends_with(&line), "{}", stderr(&loose));
    let strict = run(&["run", &failing, "--strict", "--", "bounds"]);
    assert!(notes(&strict).is_empty());
}

#[test]
fn exceptions_of_the_hardware_and_of_the_program_are_counted_on_both_engines() {
    for engine in ENGINES {
        let output = run(&["run", &class("Failing"), "--engine", engine]);
        assert_eq!(stdout(&output), "4\n");
        let report = stderr(&output);
        assert!(
            report.contains("0 interrupts, 1 hardware exceptions; 4 exceptions thrown\n"),
            "{report}"
        );
    }
}

#[test]
fn threads_that_wait_for_each_other_end_the_run_with_their_calls() {
    let outputs = ENGINES.map(|engine| run(&["run", &class("Blocked"), "--engine", engine, "-q"]));
    for output in &outputs {
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(stdout(output), "before\n");
        let text = stderr(output);
        for part in [
            "Every thread waits, and none can wake another:\n",
            "\"main\" waits for the end of another thread\n\tat java.lang.Thread.join(",
            "\tat Blocked.main(Blocked.java:21)\n",
            "\"first\" waits for notify() of java.lang.Object\n\tat java.lang.Object.wait(",
            "\tat Blocked.waits(Blocked.java:9)\n",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }
    assert_eq!(stderr(&outputs[0]), stderr(&outputs[1]));
}

#[test]
fn a_run_that_ends_with_blocked_threads_takes_the_same_cycles_on_both_engines() {
    let folder = tempdir().unwrap();
    let reports = ENGINES.map(|engine| {
        let report = within(&folder, engine);
        run(&[
            "run",
            &class("Blocked"),
            "--engine",
            engine,
            "-q",
            "--report",
            &report,
        ]);
        let text = std::fs::read_to_string(report).unwrap();
        serde_json::from_str::<serde_json::Value>(&text).unwrap()
    });
    for report in &reports {
        assert_eq!(report["outcome"]["end"], "blocked");
    }
    assert_eq!(
        reports[0]["statistics"]["cycles"],
        reports[1]["statistics"]["cycles"]
    );
}

#[test]
fn the_end_of_standard_input_ends_the_lines_of_a_reader() {
    for machine in ["", "uart = \"timed\"\nuart_baud = 2_000_000\n"] {
        let folder = tempdir().unwrap();
        let config = within(&folder, "machine.toml");
        std::fs::write(&config, machine).unwrap();
        for engine in ENGINES {
            let arguments = [
                "run",
                &class("Lines"),
                "--engine",
                engine,
                "--config",
                &config,
                "-q",
            ];
            for (input, expected) in [
                ("one\ntwo\n", "1 one\n2 two\nend null\n"),
                ("one\ntwo", "1 one\n2 two\nend null\n"),
                ("", "end null\n"),
            ] {
                let output = with_input(&arguments, input);
                assert_eq!(stdout(&output), expected, "{engine} {machine}");
                assert_eq!(output.status.code(), Some(0));
            }
        }
    }
}

/// Runs the command under a pipe that stays open and gives nothing.
fn under_open_pipe(arguments: &[&str]) -> Output {
    let mut command = jop(arguments);
    let command = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let pipe = child.stdin.take();
    let output = child.wait_with_output().expect("the command ends");
    drop(pipe);
    output
}

#[test]
fn standard_input_that_never_ends_holds_up_no_program_that_does_not_read_it() {
    let (status, lines) = (class("Status"), class("Lines"));
    for command in [
        &["run", &status, "--", "0"][..],
        &["show", &status, "--", "0"],
        &["trace", &status, "--cycles", "10..12", "--", "0"],
        &["explore", "--machines", "default", &status, "--", "0"],
    ] {
        let output = under_open_pipe(command);
        assert_eq!(output.status.code(), Some(0), "{command:?}");
    }
    let waits = under_open_pipe(&["run", &lines, "--max-cycles", "3M"]);
    assert_eq!(waits.status.code(), Some(3), "{}", stderr(&waits));
}

#[test]
fn a_program_that_does_not_read_leaves_standard_input_to_others() {
    let folder = tempdir().unwrap();
    let file = within(&folder, "input");
    std::fs::write(&file, "for another").unwrap();
    let mut input = File::open(&file).unwrap();
    let output = jop(&["run", &class("Status"), "--", "0"])
        .stdin(input.try_clone().unwrap())
        .output();
    assert_eq!(output.unwrap().status.code(), Some(0));
    let mut rest = String::new();
    input.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "for another");
}

#[test]
fn a_pipe_that_ends_gives_the_cycles_of_a_file() {
    let folder = tempdir().unwrap();
    let [file, of_file, of_pipe] =
        ["input", "file.json", "pipe.json"].map(|name| within(&folder, name));
    std::fs::write(&file, "one\ntwo\n").unwrap();
    let lines = class("Lines");
    run(&["run", &lines, "--input", &file, "--report", &of_file]);
    with_input(&["run", &lines, "--report", &of_pipe], "one\ntwo\n");
    let [of_file, of_pipe] = [of_file, of_pipe].map(|report| {
        let text = std::fs::read_to_string(report).unwrap();
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        report["statistics"]["cycles"].clone()
    });
    assert_eq!(of_file, of_pipe);
}

/// What `java Bytes` prints for the same input.
#[test]
fn bytes_end_with_minus_one_and_a_byte_4_of_the_input_is_no_end() {
    for machine in ["", "uart = \"timed\"\nuart_baud = 2_000_000\n"] {
        let folder = tempdir().unwrap();
        let config = within(&folder, "machine.toml");
        std::fs::write(&config, machine).unwrap();
        let bytes = class("Bytes");
        for engine in ENGINES {
            let arguments = ["run", &bytes, "--engine", engine, "--config", &config, "-q"];
            for (input, expected) in [
                ("", "-1 -1 0\n"),
                ("a", "97 -1 -1 0\n"),
                ("\x04", "4 -1 -1 0\n"),
                ("\x04\x04\0a\x04", "4 4 0 97 4 -1 -1 0\n"),
            ] {
                let output = with_input(&arguments, input);
                assert_eq!(stdout(&output), expected, "{engine} {machine} {input:?}");
                assert_eq!(output.status.code(), Some(0));
            }
        }
    }
}

#[test]
fn every_command_that_runs_a_program_gives_it_the_bytes_of_its_input() {
    let folder = tempdir().unwrap();
    let [input, trace, recording] =
        ["in", "trace.txt", "run.jrec"].map(|name| within(&folder, name));
    std::fs::write(&input, "\x04a").unwrap();
    let bytes = class("Bytes");
    let record = ["--record", "contexts", "-o", &recording, "-q"];
    let recorded = jop(&["run", &bytes, "--input", &input])
        .args(record)
        .output()
        .unwrap();
    assert_eq!(stdout(&recorded), "4 97 -1 -1 0\n");
    let traced = jop(&[
        "trace", &bytes, "--input", &input, "--cycles", "10..12", "-o", &trace,
    ])
    .output()
    .unwrap();
    assert_eq!(traced.status.code(), Some(0), "{}", stderr(&traced));
    let script =
        "continue\nexpect waits for input\ninput \\d\ncontinue\nexpect ended with status 0\n";
    let debugged = with_input(
        &["debug", &bytes, "--input", &input, "--commands", "-"],
        script,
    );
    assert_eq!(debugged.status.code(), Some(0), "{}", stdout(&debugged));
    assert!(stdout(&debugged).contains("| 4 97 \n"));
}

#[test]
fn commands_that_run_a_program_to_its_end_do_not_wait_for_threads_that_wait_for_ever() {
    let blocked = class("Blocked");
    let report = run(&["show", &blocked]);
    assert_eq!(report.status.code(), Some(1));
    let message = stderr(&report);
    assert!(message.contains("every thread waits"), "{message}");
    let top = run(&["top", &blocked]);
    assert_eq!(top.status.code(), Some(1));
    assert!(stdout(&top).contains("Blocked.main"), "{}", stdout(&top));
    assert!(stderr(&top).contains("every thread waits"));
    let compared = run(&["explore", &blocked, "--machines", "default"]);
    assert_eq!(compared.status.code(), Some(1));
    let message = stderr(&compared);
    assert!(message.contains("every thread waits"), "{message}");
}

#[test]
fn a_run_that_is_stopped_before_a_region_is_told_as_stopped() {
    let stuck = class("Stuck");
    let never = ["--region", "never"];
    let top = run(&[&["top", &stuck], &never[..]].concat());
    assert_eq!(top.status.code(), Some(1), "{}", stderr(&top));
    assert!(stderr(&top).contains("every thread waits"));
    let limited = [&["top", &stuck, "--max-cycles", "1k"], &never[..]].concat();
    assert_eq!(run(&limited).status.code(), Some(3));
    let annotated = run(&[&["show", "lines", &stuck], &never[..]].concat());
    assert_eq!(annotated.status.code(), Some(1), "{}", stderr(&annotated));
    let message = stderr(&annotated);
    let nothing = "nothing of the run was within the limits of the recording (--region never)";
    assert!(message.contains(nothing), "{message}");
}

/// Commands that run a program without showing its output, with what they need besides.
const LABORATORY: [&[&str]; 5] = [
    &["validate", "--no-baselines"],
    &[
        "explore", "--caches", "--org", "fifo", "--size", "1K", "--blocks", "8",
    ],
    &["cost", "predict", "--truth"],
    &["show"],
    &["explore", "--machines", "default"],
];

#[test]
fn every_command_that_runs_a_program_ends_where_its_threads_wait_for_ever() {
    let blocked = class("Blocked");
    for command in &LABORATORY {
        let output = run(&[command, &[blocked.as_str()][..]].concat());
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{command:?} {message}");
        let told = message.contains("every thread waits for ever, for another one or for input");
        assert!(told, "{command:?} {message}");
    }
    let folder = tempdir().unwrap();
    let recording = within(&folder, "blocked.jrec");
    let recorded = run(&["run", &blocked, "--record", "lines", "-o", &recording]);
    assert_eq!(recorded.status.code(), Some(1), "{}", stderr(&recorded));
    assert!(stderr(&recorded).contains("\"first\" waits for notify() of java.lang.Object"));
    let traced = run(&["trace", &blocked, "--cycles", "2G.."]);
    assert_eq!(traced.status.code(), Some(1));
    let message = stderr(&traced);
    let why = "before the run stopped, as every thread waits for ever, in cycle";
    assert!(message.contains(why), "{message}");
}

#[test]
fn the_debugger_stops_where_every_thread_waits_and_goes_back_from_there() {
    let arguments = ["debug", &class("Blocked"), "--commands", "-"];
    let script = "break cycle:30000\ncontinue\ncontinue\nexpect every thread waits\nback\nexpect breakpoint 1\n";
    let output = with_input(&arguments, script);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let reading = ["debug", &class("Lines"), "--commands", "-"];
    let script = "continue\nexpect waits for input\ninput one\\n\ncontinue\nexpect waits for input\n\
                  input two\\d\ncontinue\nexpect ended with status 0\n";
    let output = with_input(&reading, script);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn a_golden_of_a_program_whose_threads_wait_says_so() {
    let folder = tempdir().unwrap();
    let manifest = within(&folder, "timing.toml");
    let text = format!(
        "goldens = \"goldens\"\n[programs]\nblocked = {{ class = \"Blocked\", class_path = [\"{}\"] }}\n\
         [[check]]\nprograms = [\"blocked\"]\n",
        data("tests/programs")
    );
    std::fs::write(&manifest, text).unwrap();
    let blessed = run(&["check", &manifest, "--bless"]);
    assert_eq!(blessed.status.code(), Some(0), "{}", stderr(&blessed));
    let golden =
        std::fs::read_to_string(within(&folder, "goldens/blocked.default.machine.toml")).unwrap();
    assert!(golden.contains("outcome = \"blocked\""), "{golden}");
}

#[test]
fn every_command_that_runs_a_program_feeds_it_and_ends_its_input() {
    let folder = tempdir().unwrap();
    let (lines, file) = (class("Lines"), within(&folder, "lines.txt"));
    std::fs::write(&file, "one\ntwo\n").unwrap();
    for command in [LABORATORY[0], LABORATORY[1], LABORATORY[3], LABORATORY[4]] {
        let of_file = run(&[command, &[lines.as_str(), "--input", &file][..]].concat());
        assert_eq!(of_file.status.code(), Some(0), "{}", stderr(&of_file));
        let arguments = [command, &[lines.as_str()][..]].concat();
        let of_stdin = with_input(&arguments, "one\ntwo\n");
        assert_eq!(stdout(&of_file), stdout(&of_stdin), "{command:?}");
        // Long enough to be read in another slice.
        let other = with_input(&arguments, &"line\n".repeat(400));
        assert_ne!(stdout(&of_file), stdout(&other), "{command:?}");
    }
    let top = run(&["top", &lines, "--input", &file]);
    assert_eq!(top.status.code(), Some(0), "{}", stderr(&top));
}

#[test]
fn a_sweep_of_another_input_is_another_sweep() {
    let folder = tempdir().unwrap();
    let (lines, journal) = (class("Lines"), within(&folder, "sweep.jsonl"));
    let arguments = [LABORATORY[1], &[lines.as_str(), "--journal", &journal][..]].concat();
    assert_eq!(with_input(&arguments, "one\n").status.code(), Some(0));
    assert_eq!(with_input(&arguments, "one\n").status.code(), Some(0));
    let other = with_input(&arguments, "two lines\nhere\n");
    assert_eq!(other.status.code(), Some(2), "{}", stdout(&other));
}
