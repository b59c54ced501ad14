//! `jop trace`: files, differences, Ctrl-C, disks that are full.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{class, jop, run, stderr, stdout, within};
use tempfile::tempdir;

/// Full names of the signals of a waveform, and its last time.
fn waveform(path: &str) -> (Vec<String>, u64) {
    let file = wellen::simple::read(path).expect("a waveform");
    let hierarchy = file.hierarchy();
    let names = hierarchy
        .all_vars()
        .map(|var| hierarchy[var].full_name(hierarchy))
        .collect();
    (names, *file.time_table().last().expect("a time"))
}

#[test]
fn the_name_of_the_file_decides_on_the_form() {
    let folder = tempdir().unwrap();
    let first_bytes = |name: &str| {
        let path = within(&folder, name);
        let output = run(&[
            "trace",
            "--program",
            "lift",
            "--cycles",
            "..400",
            "-o",
            &path,
        ]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        std::fs::read(path).unwrap()
    };
    assert!(first_bytes("a.csv").starts_with(b"cycle,pc,ir,"));
    assert!(first_bytes("a.parquet").starts_with(b"PAR1"));
    assert!(first_bytes("a.kanata").starts_with(b"Kanata\t0004\n"));
    assert!(first_bytes("a.vcd").starts_with(b"$version"));
    assert_eq!(first_bytes("a.fst")[0], 0);
}

#[test]
fn waveforms_are_read_back_by_what_viewers_read_them_with() {
    let folder = tempdir().unwrap();
    for name in ["a.fst", "a.vcd"] {
        let path = within(&folder, name);
        let output = run(&[
            "trace",
            "--program",
            "lift",
            "--cycles",
            "50..450",
            "-o",
            &path,
        ]);
        assert!(stderr(&output).contains("400 cycles, 50 to 449, at 10,000 ps each"));
        let (names, end) = waveform(&path);
        assert_eq!(end, 4500);
        for signal in [
            "core.stack.a",
            "memory.memory_controller.state",
            "program.method",
        ] {
            assert!(names.contains(&format!("jop.{signal}")), "{name}: {signal}");
        }
    }
}

#[test]
fn jop_diff_finds_the_first_cycle_in_which_another_memory_differs() {
    let folder = tempdir().unwrap();
    let machine = within(&folder, "slow.toml");
    std::fs::write(&machine, "ram_cnt = 3\n").unwrap();
    let (fast, slow) = (within(&folder, "fast.csv"), within(&folder, "slow.csv"));
    let trace = [
        "trace",
        "--program",
        "lift",
        "--cycles",
        "..300",
        "-q",
        "-o",
    ];
    assert!(run(&[&trace[..], &[&fast]].concat()).status.success());
    assert!(
        run(&[&trace[..], &[&slow, "--config", &machine]].concat())
            .status
            .success()
    );
    assert_eq!(run(&["diff", &fast, &fast]).status.code(), Some(0));
    let output = run(&["diff", &fast, &slow]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(
        text.contains("first difference: cycle ") && text.contains("mem_rdy_cnt"),
        "{text}"
    );
}

#[test]
#[cfg(unix)]
fn ctrl_c_closes_the_files_and_keeps_what_was_recorded() {
    let folder = tempdir().unwrap();
    for name in ["a.fst", "a.vcd"] {
        let path = within(&folder, name);
        let child = jop(&["trace", &class("Silent"), "-o", &path])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(700));
        let killed = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(killed.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
        assert!(
            stderr(&output).contains(" cycles, 0 to "),
            "{}",
            stderr(&output)
        );
        let (names, end) = waveform(&path);
        assert!(names.len() > 100 && end > 1000, "{end}");
    }
}

#[test]
#[cfg(unix)]
fn a_killed_recording_leaves_a_vcd_file_that_can_be_read() {
    let folder = tempdir().unwrap();
    let path = within(&folder, "a.vcd");
    let mut child = jop(&["trace", &class("Silent"), "-o", &path])
        .spawn()
        .unwrap();
    let start = Instant::now();
    let length = || std::fs::metadata(&path).map_or(0, |file| file.len());
    while length() < 100_000 && start.elapsed() < Duration::from_secs(8) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (names, end) = waveform(&path);
    assert!(names.len() > 100 && end > 1000, "{end}");
}

#[test]
fn a_window_that_never_opened_leaves_no_file() {
    let folder = tempdir().unwrap();
    for name in ["a.vcd", "a.fst", "a.csv"] {
        let path = within(&folder, name);
        let output = run(&["trace", "--program", "dispatch", "--exception", "-o", &path]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            0,
            "{name}"
        );
    }
}

#[test]
fn a_region_in_which_every_thread_waits_for_ever_is_recorded_up_to_the_standstill() {
    let folder = tempdir().unwrap();
    let path = within(&folder, "a.parquet");
    let mut child = jop(&["trace", &class("Stuck"), "--region", "waits", "-o", &path])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(100) {
            child.kill().unwrap();
            panic!("the trace has no end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    // A standstill is seen at the end of a slice.
    let note = stderr(&output);
    assert!(note.contains(" to 262,143, at "), "{note}");
    assert!(std::fs::read(path).unwrap().ends_with(b"PAR1"));
}

/// Recorded cycles and windows, and the first and last cycle, of a trace of a region.
fn recorded(arguments: &[&str]) -> [u64; 4] {
    let folder = tempdir().expect("a folder");
    let path = within(&folder, "a.csv");
    let region = [class("Overlap"), "--region".to_owned(), "shared".to_owned()];
    let region: Vec<&str> = region.iter().map(String::as_str).collect();
    let output = run(&[&["trace", "-o", &path], &region[..], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let note = stderr(&output).replace(',', "");
    let note = note.lines().last().expect("a note").to_owned();
    let (_, note) = note.split_once(".csv: ").expect("the file");
    let numbers = note.split(|it: char| !it.is_ascii_digit());
    let numbers: Vec<u64> = numbers.filter_map(|it| it.parse().ok()).collect();
    match (note.contains("windows"), &numbers[..]) {
        (true, [cycles, windows, first, last, ..]) => [*cycles, *windows, *first, *last],
        (false, [cycles, first, last, ..]) => [*cycles, 1, *first, *last],
        _ => panic!("{note}"),
    }
}

#[test]
fn calls_of_a_region_that_overlap_in_two_threads_are_one_window() {
    let each = ["1", "2", "3"].map(|number| recorded(&["--call", number]));
    let [one, two, three] = each;
    assert!(one[2] < two[2] && two[2] < one[3], "they overlap: {each:?}");
    assert!(
        one[3].max(two[3]) < three[2],
        "the third is apart: {each:?}"
    );
    let most = ["--max-cycles", "1M"];
    let [cycles, windows, first, last] = recorded(&most);
    let both = one[3].max(two[3]) + 1 - one[2];
    assert_eq!([windows, first, last], [2, one[2], three[3]]);
    assert_eq!(cycles, both + three[0]);
    let worst = recorded(&["--call", "worst"]);
    let longest = each.into_iter().max_by_key(|call| call[0]);
    assert_eq!(Some(worst), longest);
}

#[test]
fn a_reader_that_goes_away_ends_a_trace_quietly() {
    for form in ["timeline", "bytecodes", "csv", "konata"] {
        let mut child = jop(&["trace", "--program", "lift", "--as", form])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(0), ""),
            "{form}"
        );
    }
}

#[test]
fn a_full_disk_is_one_line_and_exit_code_2() {
    if !std::path::Path::new("/dev/full").exists() {
        eprintln!("skipped: no /dev/full");
        return;
    }
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = jop(&["trace", "--program", "lift"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        stderr(&output),
        "jop: error: cannot write standard output: no space left on device\n"
    );
    for form in ["csv", "vcd", "parquet", "konata"] {
        let output = run(&[
            "trace",
            "--program",
            "lift",
            "--as",
            form,
            "-o",
            "/dev/full",
        ]);
        assert_eq!(output.status.code(), Some(2), "{form}");
        let error = stderr(&output);
        assert!(
            error.starts_with("jop: error: /dev/full: cannot write: "),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn the_end_of_the_input_comes_in_the_cycle_in_which_a_run_gives_it() {
    let folder = tempdir().unwrap();
    let (input, report) = (within(&folder, "in.txt"), within(&folder, "run.json"));
    std::fs::write(&input, "one\ntwo\n").unwrap();
    let lines = class("Lines");
    let run = run(&["run", &lines, "--input", &input, "--report", &report, "-q"]);
    assert_eq!(stdout(&run), "1 one\n2 two\nend null\n");
    let report = std::fs::read_to_string(report).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let cycles = report["statistics"]["cycles"].as_u64().unwrap();
    let last = within(&folder, "last.csv");
    // The last cycles of the run are there, and no more.
    let window = format!("{}..", cycles - 20);
    let traced = jop(&["trace", &lines, "--input", &input, "--cycles", &window])
        .args(["-o", &last, "-q"])
        .output()
        .unwrap();
    assert_eq!(traced.status.code(), Some(0), "{}", stderr(&traced));
    let rows = std::fs::read_to_string(&last).unwrap();
    assert_eq!(rows.lines().count(), 21, "{rows}");
    assert!(
        rows.lines()
            .last()
            .unwrap()
            .starts_with(&format!("{},", cycles - 1))
    );
}

#[test]
fn a_trace_around_an_exception_has_the_run_with_the_end_of_its_input() {
    let folder = tempdir().unwrap();
    let input = within(&folder, "in.txt");
    std::fs::write(&input, "one\ntwo\n").unwrap();
    let beyond = class("Beyond");
    let trace = |window: &[&str], name: &str| {
        let file = within(&folder, name);
        let traced = jop(&["trace", &beyond, "--input", &input, "-o", &file, "-q"])
            .args(window)
            .output()
            .unwrap();
        assert!(std::path::Path::new(&file).exists(), "{}", stderr(&traced));
        std::fs::read_to_string(&file).unwrap()
    };
    let around = trace(&["--exception"], "around.csv");
    let cycle = |line: Option<&str>| -> u64 {
        let number = line.and_then(|line| line.split(',').next());
        number.unwrap().parse().unwrap()
    };
    let first = cycle(around.lines().nth(1));
    let end = cycle(around.lines().last()) + 1;
    let same = trace(&["--cycles", &format!("{first}..{end}")], "same.csv");
    assert_eq!(around, same);
}
