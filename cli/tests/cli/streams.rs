//! Standard input, output and error, and Ctrl-C.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use crate::common::{class, data, jop, run, stderr, stdout, within};
use tempfile::tempdir;

#[test]
fn a_reader_that_goes_away_ends_the_run_quietly() {
    let mut child = jop(&["run", &class("Endless")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert_eq!(line, "line 1\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_reader_that_goes_away_ends_every_listing_quietly() {
    for arguments in [
        &["isa"][..],
        &["config", "--all"],
        &["disasm"],
        &["completions", "bash"],
        &["--help"],
    ] {
        let mut child = jop(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_full_disk_is_one_line_and_exit_code_2() {
    if !std::path::Path::new("/dev/full").exists() {
        eprintln!("skipped: no /dev/full");
        return;
    }
    for arguments in [&["isa"][..], &["run", &class("Endless")]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = jop(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(
            stderr(&output),
            "jop: error: cannot write standard output: no space left on device\n"
        );
    }
}

#[test]
fn a_write_that_fails_half_way_leaves_no_file() {
    let folder = tempdir().unwrap();
    let script = "trap '' XFSZ; ulimit -f 8; \"$0\" build \"$1\" -o \"$2\"; echo $?; \"$0\" run \"$1\" -q --report \"$3\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_jop"), &class("Status")])
        .args([within(&folder, "app.jop"), within(&folder, "run.json")])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(stdout(&output), "2\narguments 0\n");
    let errors = stderr(&output);
    assert!(
        errors.starts_with("jop: error: ") && errors.contains("app.jop: "),
        "{errors}"
    );
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left, ["run.json"], "a report is small enough for the limit");
}

#[test]
fn ctrl_c_stops_the_run_with_exit_code_130_and_a_report() {
    let mut child = jop(&["run", &class("Silent")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Text without a line end arrives although the program goes on, so this does not wait for ever.
    let mut text = [0; 7];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut text)
        .unwrap();
    assert_eq!(&text, b"working");
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let report = stderr(&output);
    assert!(report.contains(": interrupted\n  cycles "), "{report}");
}

#[test]
fn a_file_as_standard_input_reaches_the_program_whole_and_at_the_same_cycles() {
    let folder = tempdir().unwrap();
    let file = within(&folder, "input");
    std::fs::write(&file, "to be, or not to be.").unwrap();
    let outputs = [1, 2].map(|_| {
        let input = File::open(&file).unwrap();
        jop(&["run", &class("Echo")]).stdin(input).output().unwrap()
    });
    assert_eq!(stdout(&outputs[0]), "TO BE, OR NOT TO BE\n");
    let cycles = outputs.map(|output| {
        let report = stderr(&output);
        report
            .lines()
            .find(|line| line.starts_with("  cycles "))
            .expect("the cycles")
            .to_owned()
    });
    assert_eq!(cycles[0], cycles[1]);
}

#[test]
fn a_pipe_as_standard_input_is_answered_while_it_is_open() {
    let mut child = jop(&["run", &class("Echo"), "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut answer = [0; 3];
    for (question, expected) in [(b"abc", b"ABC"), (b"xyz", b"XYZ")] {
        to.write_all(question).unwrap();
        from.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, expected);
    }
    to.write_all(b".").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_pipe_that_never_stops_delays_no_program_for_ever() {
    let mut child = jop(&["run", &class("Echo"), "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || while to.write_all(&b"abc.".repeat(1024)).is_ok() {});
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output), "ABC\n");
}

#[test]
fn output_is_byte_for_byte_what_the_program_sends() {
    let folder = tempdir().unwrap();
    let file = within(&folder, "input");
    std::fs::write(&file, "\u{e9}\r\n\t\0\u{7f}.").unwrap();
    let output = jop(&["run", &class("Echo")])
        .stdin(File::open(&file).unwrap())
        .output()
        .unwrap();
    // The program reads bytes and prints characters, which leave as UTF-8.
    assert_eq!(output.stdout, "\u{c3}\u{a9}\r\n\t\0\u{7f}\n".as_bytes());
}

#[test]
fn colours_are_never_in_a_pipe() {
    let output = run(&["run", &class("Status"), "--", "0"]);
    assert!(!stderr(&output).contains('\u{1b}'));
    let listing = run(&[
        "conform",
        &data("../tests/golden/vectors/isa/isa-000.json.gz"),
    ]);
    assert!(!stdout(&listing).contains('\u{1b}'));
    let folder = tempdir().unwrap();
    let file = within(&folder, "first.txt");
    let annotated = ["show", "lines", &class("Failing"), "-q", "-o"];
    let piped = stdout(&run(&[&annotated[..], &["-"]].concat()));
    assert!(run(&[&annotated[..], &[&file]].concat()).status.success());
    assert!(piped.contains("stalls\n") && !piped.contains('\u{1b}'));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), piped);
}

#[test]
fn verbose_tells_the_steps_on_standard_error() {
    let output = run(&["run", &class("Status"), "-q", "-v", "--", "0"]);
    assert!(
        stderr(&output).contains("INFO linking Status"),
        "{}",
        stderr(&output)
    );
    assert_eq!(stdout(&output), "arguments 1\n");
}

#[test]
fn an_image_goes_into_a_pipe_and_nothing_beside_it() {
    let folder = tempdir().unwrap();
    let pipe = within(&folder, "pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let reader = Command::new("cat")
        .arg(&pipe)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = run(&["build", &class("Endless"), "-o", &pipe]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let names = std::fs::read_dir(folder.path()).unwrap();
    assert_eq!(names.count(), 1);
    assert!(!std::fs::metadata(&pipe).unwrap().is_file());
    let image = stdout(&reader.wait_with_output().unwrap());
    let file = within(&folder, "Endless.jop");
    assert!(
        run(&["build", &class("Endless"), "-o", &file])
            .status
            .success()
    );
    assert_eq!(image, std::fs::read_to_string(file).unwrap());
    let refused = run(&["build", &class("Endless"), "-o", &pipe, "--link-txt"]);
    assert_eq!(refused.status.code(), Some(2));
}
