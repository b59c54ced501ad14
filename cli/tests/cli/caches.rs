//! `jop explore --caches`: the same bytes however the work is divided, the machine's cycles, and errors of one line.

use std::process::Output;

use tempfile::{TempDir, tempdir};

use crate::common::{class, jop, run, stderr, stdout, within};

/// A sweep of a short program: three memories, some of every organisation.
const SWEEP: &[&str] = &[
    "explore",
    "--caches",
    "--size",
    "1K..4K",
    "--blocks",
    "4..16",
    "--line",
    "16",
    "--ways",
    "1,2",
    "--ram-cnt",
    "1,2,5",
];

fn sweep(program: &str, more: &[&str]) -> Output {
    run(&[SWEEP, &[program, "-q"], more].concat())
}

fn rows(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    stdout(output)
}

fn fails(output: &Output) -> String {
    let text = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

/// Writes the parts of all jobs; gives their files.
fn parts(folder: &TempDir, program: &str) -> Vec<String> {
    let listed = rows(&sweep(program, &["--list-jobs"]));
    let jobs = listed.lines().count();
    assert_eq!(jobs, 27);
    (0..jobs)
        .map(|job| {
            let file = within(folder, &format!("part{job}"));
            rows(&sweep(program, &["--job", &job.to_string(), "-o", &file]));
            file
        })
        .collect()
}

#[test]
fn one_thread_or_three_whole_resumed_or_merged_give_the_same_bytes() {
    let folder = tempdir().unwrap();
    let program = class("Failing");
    let csv = ["--format", "csv"];
    let whole = rows(&sweep(
        &program,
        &[&csv[..], &["--host-threads", "1"]].concat(),
    ));
    assert!(whole.lines().count() > 100, "{whole}");
    assert_eq!(
        whole,
        rows(&sweep(
            &program,
            &[&csv[..], &["--host-threads", "3"]].concat()
        ))
    );

    let journal = within(&folder, "journal");
    let with_journal = [&csv[..], &["--journal", &journal]].concat();
    assert_eq!(whole, rows(&sweep(&program, &with_journal)));
    let text = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(text.lines().count(), 28);
    // As an interrupt leaves it: some jobs, and part of a line.
    let cut: usize = text.lines().take(11).map(|line| line.len() + 1).sum();
    std::fs::write(&journal, &text[..cut + 40]).unwrap();
    assert_eq!(whole, rows(&sweep(&program, &with_journal)));
    let mut lines: Vec<_> = text.lines().collect();
    let resumed = std::fs::read_to_string(&journal).unwrap();
    let mut found: Vec<_> = resumed.lines().collect();
    lines.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, lines);

    let mut files = parts(&folder, &program);
    files.reverse();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let merge = [&["explore", "-q", "--merge"], &files[..]].concat();
    assert_eq!(whole, rows(&run(&[&merge[..], &csv].concat())));
    let file = |name: &str| within(&folder, name);
    let (one, other) = (file("one"), file("other"));
    let parquet = ["--format", "parquet", "-o"];
    rows(&sweep(&program, &[&parquet[..], &[&one]].concat()));
    rows(&run(&[&merge[..], &parquet, &[&other]].concat()));
    let bytes = [one, other].map(|file| std::fs::read(file).unwrap());
    assert!(bytes[0] == bytes[1] && bytes[0].starts_with(b"PAR1"));

    let error = fails(&run(&[&merge[..merge.len() - 2], &csv].concat()));
    assert!(
        error.contains("2 of 27 jobs are missing, the first is job 0"),
        "{error}"
    );
}

#[test]
fn a_parquet_file_has_the_columns_and_rows_of_the_csv() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    let folder = tempdir().unwrap();
    let (program, file) = (class("Failing"), within(&folder, "rows"));
    rows(&sweep(&program, &["--format", "parquet", "-o", &file]));
    let csv = rows(&sweep(&program, &["--format", "csv"]));
    let reader = SerializedFileReader::new(std::fs::File::open(&file).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema();
    let names: Vec<_> = schema
        .get_fields()
        .iter()
        .map(|field| field.name())
        .collect();
    let mut lines = csv.lines();
    assert_eq!(names.join(","), lines.next().unwrap());
    let cycles = names.iter().position(|name| *name == "cycles").unwrap();
    let mut count = 0;
    for row in reader.get_row_iter(None).unwrap() {
        let fields: Vec<_> = lines.next().unwrap().split(',').collect();
        assert_eq!(
            row.unwrap().get_long(cycles).unwrap().to_string(),
            fields[cycles]
        );
        count += 1;
    }
    assert_eq!((count, lines.next()), (csv.lines().count() - 1, None));
}

#[test]
fn the_machine_takes_the_cycles_of_every_kind_of_cache_that_the_hardware_has() {
    let status = class("Failing");
    let programs: [(&[&str], &[&str]); 2] = [
        (&[&status, "--size", "1K..8K"], &[]),
        (&["--program", "sieve", "--size", "1K,32K"], &["--", "1"]),
    ];
    let caches = [
        "--blocks",
        "1,16,64",
        "--memory",
        "sram32,sram16,ssram32",
        "--ram-cnt",
        "1..3",
        "--verify",
        "24",
        "--seed",
        "7",
    ];
    for (program, arguments) in programs {
        let options = [&["explore", "--caches"], program, &caches, arguments].concat();
        let output = run(&options);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(
            stderr(&output).contains("24 of 24 equal"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn a_program_that_waits_for_time_is_run_on_each_machine_instead() {
    let csv = ["--format", "csv", "--org", "fifo,lru", "--ram-cnt", "2"];
    let arguments = [
        "explore",
        "--caches",
        &class("Time"),
        "--size",
        "4K,64K",
        "--blocks",
        "16",
    ];
    let output = run(&[&arguments[..], &csv].concat());
    let text = stderr(&output);
    assert!(
        text.contains("the microsecond counter in java.lang.System.currentTimeMillis(System.java:")
            && text.contains("called from Time.main(Time.java:"),
        "{text}"
    );
    assert!(
        text.contains("the machine runs on each configuration"),
        "{text}"
    );
    for name in ["fifo", "lru"] {
        let left_out = format!("{name}: 1 configurations left out: jpc_width = 16 is out of range");
        assert!(text.contains(&left_out), "{text}");
    }
    let table = rows(&output);
    assert_eq!(table.lines().count(), 3);
    for row in table.lines().skip(1) {
        assert!(row.ends_with(",machine,exact"), "{table}");
    }
    // The row says what a run of that machine says.
    let report = stderr(&run(&["run", &class("Time")]));
    let cycles = report
        .lines()
        .find(|line| line.contains("  cycles"))
        .unwrap();
    let cycles = cycles.split_whitespace().nth(1).unwrap().replace(',', "");
    assert!(table.contains(&format!(",{cycles},")), "{table} {report}");
}

#[test]
fn a_recording_gives_the_rows_of_its_program_and_a_damaged_one_an_error() {
    let folder = tempdir().unwrap();
    let (program, recording) = (class("Failing"), within(&folder, "lookups.jrec"));
    let csv = ["explore", "--caches", "-q", "--format", "csv"];
    let of_program = rows(&run(&[&csv[..], &[&program]].concat()));
    let record = |program: &str, file: &str| {
        run(&["run", "-q", program, "--record", "lookups", "-o", file]);
    };
    record(&program, &recording);
    let replayed = run(&[&csv[..], &[&recording]].concat());
    assert_eq!(of_program, rows(&replayed));

    let bytes = std::fs::read(&recording).unwrap();
    let damaged = |bytes: &[u8]| {
        let file = within(&folder, "damaged.jrec");
        std::fs::write(&file, bytes).unwrap();
        fails(&run(&["explore", "--caches", &file]))
    };
    let cut = damaged(&bytes[..bytes.len() - 9]);
    assert!(
        cut.contains("damaged.jrec: the recording is cut off"),
        "{cut}"
    );
    let mut changed = bytes.clone();
    changed[bytes.len() - 400] ^= 1;
    assert!(damaged(&changed).contains("damaged in section `lookups`"));
    assert!(damaged(b"#!").contains("not a recording"));
    let contexts = within(&folder, "contexts.jrec");
    run(&["run", "-q", &program, "-o", &contexts]);
    let without = fails(&run(&["explore", "--caches", &contexts]));
    assert!(
        without.contains("record it with `jop run --record lookups`"),
        "{without}"
    );

    let time = within(&folder, "time.jrec");
    record(&class("Time"), &time);
    let seen = fails(&run(&["explore", "--caches", &time]));
    assert!(seen.contains("so that the machine can run it"), "{seen}");
    let beside = fails(&run(&["explore", "--caches", &recording, &program]));
    assert!(
        beside.contains("a program has no meaning beside a recording"),
        "{beside}"
    );
}

#[test]
fn a_journal_of_another_sweep_and_a_file_that_is_none_are_refused_and_stay_as_they_are() {
    let folder = tempdir().unwrap();
    let journal = within(&folder, "journal");
    let program = class("Failing");
    let with = |options: &[&str]| {
        run(&[
            &["explore", "--caches", "-q", &program, "--journal", &journal],
            options,
        ]
        .concat())
    };
    rows(&with(&["--org", "fifo", "--size", "1K"]));
    let kept = std::fs::read(&journal).unwrap();
    assert!(fails(&with(&["--org", "lru"])).contains("a part of another sweep"));
    assert_eq!(std::fs::read(&journal).unwrap(), kept);
    std::fs::write(&journal, "notes\n").unwrap();
    assert!(fails(&with(&[])).contains("no part of a sweep"));
    assert_eq!(std::fs::read(&journal).unwrap(), b"notes\n");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_journal_from_which_the_same_command_goes_on() {
    use std::process::{Command, Stdio};
    let folder = tempdir().unwrap();
    let journal = within(&folder, "journal");
    let command = [
        "explore",
        "--caches",
        "--program",
        "crc32",
        "--org",
        "fifo",
        "--size",
        "1K..4K",
        "--blocks",
        "16",
        "--ram-cnt",
        "1..6",
        "--host-threads",
        "1",
        "--format",
        "csv",
        "--journal",
        &journal,
    ];
    let child = jop(&command)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Some jobs are finished, the others are not.
    while std::fs::read_to_string(&journal)
        .unwrap_or_default()
        .lines()
        .count()
        < 3
    {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stdout(&output).is_empty());
    assert!(
        stderr(&output).contains("the same command goes on"),
        "{}",
        stderr(&output)
    );
    let whole = run(&command[..command.len() - 2]);
    assert_eq!(rows(&run(&command)), rows(&whole));
}
