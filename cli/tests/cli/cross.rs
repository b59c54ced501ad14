//! `jop cross run` and what is around it: signals, how programs end, folders, options of the JVM.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails the test")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::common::{jop, run, stderr, within};
use tempfile::{TempDir, tempdir};

const WAITS: &str = r#"
public class Waits {
    static int turns;
    static void turn() { ++turns; }
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            System.out.println("hook");
            try { Thread.sleep(1000); } catch (InterruptedException e) { return; }
            System.out.println("hook ends");
        }));
        turn();
        System.out.println("ready");
        Thread.sleep(30_000);
    }
}
"#;

const ENDS: &str = r#"
public class Ends {
    static int turns;
    static void turn() { ++turns; }
    public static void main(String[] args) throws Exception {
        turn();
        switch (args[0]) {
            case "halt": Runtime.getRuntime().halt(9);
            case "hook": Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(7))); System.exit(3);
            default: new ProcessBuilder("kill", "-KILL", "" + ProcessHandle.current().pid()).start(); Thread.sleep(30_000);
        }
    }
}
"#;

const FILLS: &str = r#"
public class Fills {
    static void left(int depth) { if (depth > 0) { left(depth - 1); right(depth - 1); } }
    static void right(int depth) { if (depth > 0) { left(depth - 1); right(depth - 1); } }
    public static void main(String[] args) {
        left(40);
    }
}
"#;

/// A folder with the class; none, and a word about it, if there is no JDK.
pub(crate) fn compiled(name: &str, source: &str) -> Option<TempDir> {
    if !parts::has_jdk() {
        return None;
    }
    let folder = tempdir().unwrap();
    let file = folder.path().join(format!("{name}.java"));
    fs::write(&file, source).unwrap();
    let javac = Command::new("javac").arg(&file).output().unwrap();
    assert!(javac.status.success(), "{}", stderr(&javac));
    fs::remove_file(file).unwrap();
    fs::create_dir(folder.path().join("tmp")).unwrap();
    Some(folder)
}

fn cross(folder: &Path, class: &str, arguments: &[&str]) -> Command {
    let mut command = jop(&["cross", "run", "--", "java", "-cp", ".", class]);
    command
        .args(arguments)
        .current_dir(folder)
        .env("TMPDIR", folder.join("tmp"));
    command
}

pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

pub(crate) fn until(is_so: impl Fn() -> bool) {
    for _ in 0..50_000 {
        if is_so() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

pub(crate) fn send(signal: &str, to: &Child) {
    let mut kill = Command::new("kill");
    let status = kill.arg(format!("-{signal}")).arg(to.id().to_string());
    assert!(status.status().unwrap().success());
}

#[test]
fn signals_are_the_programs_and_leave_a_profile_and_nothing_else() {
    let Some(folder) = compiled("Waits", WAITS) else {
        return;
    };
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let mut child = cross(folder.path(), "Waits", &[])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n", "{signal}");
        send(signal, &child);
        line.clear();
        lines.read_line(&mut line).unwrap();
        assert_eq!(line, "hook\n", "{signal}");
        send(signal, &child);
        line.clear();
        lines.read_to_string(&mut line).unwrap();
        assert_eq!(line, "hook ends\n", "{signal}");
        let output = child.wait_with_output().unwrap();
        let notes = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{signal}: {notes}");
        assert!(notes.starts_with("cross.jrec: "), "{signal}: {notes}");
        assert_eq!(
            names(folder.path()),
            ["Waits.class", "cross.jrec", "tmp"],
            "{signal}"
        );
        assert!(names(&folder.path().join("tmp")).is_empty(), "{signal}");
        fs::remove_file(folder.path().join("cross.jrec")).unwrap();
    }
}

#[test]
fn instrumented_classes_end_by_signals_and_halts_as_others_do() {
    parts::long!();
    let (Some(waits), Some(ends)) = (compiled("Waits", WAITS), compiled("Ends", ENDS)) else {
        return;
    };
    for folder in [&waits, &ends] {
        let mut instrument = jop(&["cross", "instrument", "-o", "ready", "."]);
        let output = instrument.current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    }
    let ready = |folder: &TempDir| {
        let inside = fs::read_dir(folder.path().join("ready")).unwrap();
        inside.map(|entry| entry.unwrap().path()).next().unwrap()
    };
    let prepared = |folder: &TempDir, words: &[&str]| {
        let mut command = jop(&["cross", "run", "--", "java", "-cp"]);
        command
            .arg(ready(folder))
            .args(words)
            .current_dir(folder.path())
            .env("TMPDIR", folder.path().join("tmp"));
        command
    };
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let mut child = prepared(&waits, &["Waits"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        lines.read_line(&mut text).unwrap();
        send(signal, &child);
        lines.read_to_string(&mut text).unwrap();
        assert_eq!(text, "ready\nhook\nhook ends\n", "{signal}");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{signal}");
        assert_eq!(turns(waits.path(), "Waits"), 1, "{signal}");
        assert!(names(&waits.path().join("tmp")).is_empty(), "{signal}");
    }
    for (argument, code) in [("halt", 9), ("hook", 7)] {
        let output = prepared(&ends, &["Ends", argument]).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{argument}");
        assert_eq!(turns(ends.path(), "Ends"), 1, "{argument}");
    }
    let output = prepared(&ends, &["Ends", "kill"]).output().unwrap();
    assert_eq!(output.status.code(), Some(137));
    assert!(!ends.path().join("cross.jrec").exists());
    // Without `jop cross run` there is nothing that they could count with.
    let mut plain = Command::new("java");
    plain.arg("-cp").arg(ready(&ends)).args(["Ends", "halt"]);
    let output = plain.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("java/lang/Jop"), "{output:?}");
}

/// Calls of a program's method in the profile, which goes.
fn turns(folder: &Path, class: &str) -> u64 {
    let file = folder.join("cross.jrec");
    let report = run(&["show", file.to_str().unwrap(), "--format", "json"]);
    fs::remove_file(file).unwrap();
    let report: Value = serde_json::from_slice(&report.stdout).unwrap();
    let rows = report["rows"].as_array().unwrap();
    let name = format!("{class}.turn()V");
    let row = rows.iter().find(|row| row["method"] == *name).unwrap();
    row["calls"].as_u64().unwrap()
}

#[test]
fn a_signal_ends_an_instrumentation_and_what_it_leaves() {
    let Some(folder) = compiled("Waits", WAITS) else {
        return;
    };
    let tmp = folder.path().join("tmp");
    let mut command = jop(&["cross", "instrument", "-o", "ready", "."]);
    let mut child = command
        .current_dir(folder.path())
        .env("TMPDIR", &tmp)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    until(|| !names(&tmp).is_empty());
    send("INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(names(folder.path()), ["Waits.class", "tmp"]);
    assert!(names(&tmp).is_empty());
}

#[test]
fn a_signal_before_the_program_runs_ends_the_command() {
    let Some(folder) = compiled("Waits", WAITS) else {
        return;
    };
    let mut child = cross(folder.path(), "Waits", &[])
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let tmp = folder.path().join("tmp");
    until(|| !names(&tmp).is_empty());
    send("TERM", &child);
    let mut text = String::new();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert_eq!(text, "");
    assert_eq!(names(folder.path()), ["Waits.class", "tmp"]);
    assert!(names(&tmp).is_empty());
}

#[test]
fn a_halted_program_leaves_its_profile_and_its_code() {
    parts::long!();
    let Some(folder) = compiled("Ends", ENDS) else {
        return;
    };
    for (argument, code) in [("halt", 9), ("hook", 7)] {
        let output = cross(folder.path(), "Ends", &[argument]).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{argument}");
        let profile = folder.path().join("cross.jrec");
        let report = run(&["show", profile.to_str().unwrap(), "--top", "0"]);
        let report = String::from_utf8(report.stdout).unwrap();
        assert!(report.contains("Ends.turn()V"), "{argument}: {report}");
        fs::remove_file(profile).unwrap();
    }
    let output = cross(folder.path(), "Ends", &["kill"]).output().unwrap();
    assert_eq!(output.status.code(), Some(137));
    assert_eq!(
        stderr(&output),
        "jop: error: the program left no counts and ended with 137: it was killed, or never began\n"
    );
    assert_eq!(names(folder.path()), ["Ends.class", "tmp"]);
}

#[test]
fn a_program_whose_contexts_fill_the_memory_leaves_its_profile() {
    parts::long!();
    let Some(folder) = compiled("Fills", FILLS) else {
        return;
    };
    let mut command = jop(&["cross", "run", "--routines", "constant", "--"]);
    command
        .args(["java", "-XX:MaxDirectMemorySize=8m", "-cp", ".", "Fills"])
        .current_dir(folder.path())
        .env("TMPDIR", folder.path().join("tmp"));
    let output = command.output().unwrap();
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("java.lang.OutOfMemoryError"), "{text}");
    let profile = folder.path().join("cross.jrec");
    let report = run(&["show", profile.to_str().unwrap(), "--top", "0"]);
    let report = String::from_utf8(report.stdout).unwrap();
    assert!(report.contains("Fills.right(I)V"), "{report}{text}");
}

#[test]
fn a_folder_that_java_cannot_name_is_one_line() {
    let folder = tempdir().unwrap();
    for name in ["a=b", "a:b", "ä"] {
        let temporary = folder.path().join(name);
        fs::create_dir(&temporary).unwrap();
        let mut command = jop(&["cross", "run", "--", "java", "-cp", ".", "Main"]);
        command
            .current_dir(folder.path())
            .env("TMPDIR", &temporary)
            .env("LC_ALL", "C");
        let output = command.output().unwrap();
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.ends_with("; set TMPDIR to another\n"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[test]
fn options_with_which_the_agent_cannot_run_are_refused() {
    for option in [
        &["-Djava.security.manager"][..],
        &["--patch-module", "java.base=classes"],
        &["-Xshare:on"],
    ] {
        let folder = tempdir().unwrap();
        let profile = within(&folder, "cross.jrec");
        let mut command = jop(&["cross", "run", "-o", &profile, "--", "java"]);
        let output = command.args(option).arg("Main").output().unwrap();
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            text.starts_with(&format!("jop: error: {}: ", option[0])),
            "{text}"
        );
        assert!(text.ends_with("; leave the option out\n"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(names(folder.path()).is_empty());
    }
}

#[test]
fn calls_are_bound_only_where_the_program_is_given_whole() {
    let folder = tempdir().unwrap();
    let profile = within(&folder, "cross.jrec");
    let mut command = jop(&["cross", "run", "--binding", "static", "-o", &profile]);
    let output = command.args(["--", "java", "Main"]).output().unwrap();
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.starts_with("jop: error: --binding is for --library target"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_table_without_a_row_costs_no_profile() {
    let Some(folder) = compiled("Ends", ENDS) else {
        return;
    };
    let file = within(&folder, "table.json");
    assert!(run(&["cost", "derive", "-o", &file]).status.success());
    let mut table: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let mut rows = table["bytecode"].as_array_mut().unwrap().iter_mut();
    let row = rows.find(|row| row["name"] == "iadd").unwrap();
    row["path"] = json!([]);
    row["underivable"] = json!([{"scenario": "usual", "reason": "left out"}]);
    fs::write(&file, table.to_string()).unwrap();
    let mut command = jop(&[
        "cross", "run", "--table", &file, "--", "java", "Ends", "halt",
    ]);
    let output = command.current_dir(folder.path()).output().unwrap();
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    let last = text.lines().last().unwrap_or_default();
    let expected = "jop: error: the cost table has no cycles for iadd, which ";
    assert!(last.starts_with(expected), "{text}");
    assert!(
        last.contains(" executes (left out): the profile lacks them; "),
        "{text}"
    );
    assert!(folder.path().join("cross.jrec").exists());
}

#[test]
fn all_calls_that_leave_the_profile_have_a_file() {
    parts::long!();
    let Some(folder) = compiled("Waits", WAITS) else {
        return;
    };
    let file = within(&folder, "calls.csv");
    let mut command = jop(&["cross", "run", "--calls", &file, "--", "java", "Waits"]);
    let mut child = command
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    lines.read_line(&mut line).unwrap();
    send("TERM", &child);
    lines.read_to_string(&mut line).unwrap();
    child.wait().unwrap();
    let calls = fs::read_to_string(file).unwrap();
    let mut rows = calls.lines();
    assert_eq!(rows.next(), Some("calls,method,native,caller"));
    let println = "1,java.io.PrintStream.println(Ljava/lang/String;)V,false,Waits.";
    let println: Vec<&str> = rows.filter(|row| row.starts_with(println)).collect();
    assert_eq!(println.len(), 1, "{calls}");
}

const SHARED: &str = r#"
public class Shared {
    static int[] words = new int[256];
    static int sum;
    public static void main(String[] args) {
        for (int i = 0; i < 20_000; ++i) {
            words[i & 255] += i;
            sum ^= words[(7 * i) & 255];
        }
        System.out.println(sum);
    }
}
"#;

/// The number behind some words of a text.
fn number(text: &str, words: &str) -> f64 {
    let (_, behind) = text.split_once(words).expect(text);
    let found = behind.split(|c: char| !c.is_ascii_digit() && c != ',');
    let mut found = found.map(|it| it.replace(',', ""));
    found.find_map(|it| it.parse().ok()).expect(text)
}

#[test]
fn waits_for_other_cores_are_within_the_stated_error_of_the_machines() {
    parts::long!();
    let Some(folder) = compiled("Shared", SHARED) else {
        return;
    };
    for arbiter in ["tdma", "round-robin", "fair"] {
        let machine = format!("cores = 4\narbiter = \"{arbiter}\"\n");
        fs::write(folder.path().join("four.toml"), machine).unwrap();
        let of = |words: &[&str]| {
            let output = jop(words).current_dir(folder.path()).output().unwrap();
            let text = stderr(&output);
            assert!(output.status.success(), "{text}");
            text
        };
        let predicted = of(&[
            "cross",
            "run",
            "--config",
            "four.toml",
            "-o",
            "four.jrec",
            "--",
            "java",
            "-cp",
            ".",
            "Shared",
        ]);
        let measured = of(&["run", "--config", "four.toml", "-cp", ".", "Shared"]);
        let error = number(&predicted, "may be off by ");
        let predicted = number(&predicted, "four.jrec: ");
        let measured = number(&measured, "ended with 0 in cycle ");
        assert!(
            error > 0.0 && (predicted - measured).abs() <= error,
            "{arbiter}: {predicted} predicted, {measured} measured, {error} stated"
        );
        println!("{arbiter}: {predicted} predicted, {measured} measured, {error} stated");
    }
}
