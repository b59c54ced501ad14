//! `jop run` and `jop build`: exit codes, limits, arguments, the report.

use std::fs;

use crate::common::{class, jop, json_rows, run, stderr, stdout, within};
use serde_json::Value;
use tempfile::tempdir;

fn code(arguments: &[&str]) -> Option<i32> {
    run(arguments).status.code()
}

#[test]
fn the_exit_code_is_the_programs_status_cut_to_eight_bits() {
    for (status, expected) in [
        ("0", 0),
        ("7", 7),
        ("255", 255),
        ("256", 0),
        ("300", 44),
        ("-1", 255),
    ] {
        assert_eq!(
            code(&["run", &class("Status"), "-q", "--", status]),
            Some(expected),
            "{status}"
        );
    }
}

#[test]
fn an_uncaught_exception_gives_exit_code_1_and_its_trace_on_standard_error() {
    let output = run(&["run", &class("Status"), "--quiet"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "arguments 0\n");
    let trace = stderr(&output);
    assert!(
        trace.starts_with(
            "diagnostics\nException in thread \"main\" java.lang.ArrayIndexOutOfBounds"
        ),
        "{trace}"
    );
    assert!(
        trace.ends_with("\tat Status.main(Status.java:7)\n"),
        "{trace}"
    );
}

#[test]
fn a_program_that_uses_the_native_interface_finds_every_operation() {
    for build in [&[][..], &["--strict"]] {
        let output = run(&[&["run", &class("Natives"), "-q"], build].concat());
        assert_eq!(output.status.code(), Some(0));
        let text = stdout(&output);
        let (right, rest): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.ends_with(" ok"));
        assert_eq!((right.len(), rest), (26, vec!["invoke with null"]));
    }
}

#[test]
fn a_trace_without_symbols_has_addresses() {
    let folder = tempdir().unwrap();
    let image = within(&folder, "app.jop");
    assert_eq!(
        code(&["build", &class("Status"), "-o", &image, "-q"]),
        Some(0)
    );
    fs::remove_file(within(&folder, "app.jop.sym.json")).unwrap();
    let trace = stderr(&run(&["run", &image, "--max-cycles", "1M", "-q"]));
    let last = trace.lines().last().unwrap();
    assert!(
        last.starts_with("\tat method@") && last.ends_with(')'),
        "{trace}"
    );
}

#[test]
fn the_report_follows_the_programs_own_text_and_quiet_leaves_it_out() {
    let arguments = ["run", &class("Status"), "--", "3"];
    let text = stderr(&run(&arguments));
    assert!(text.starts_with("diagnostics\n"), "{text}");
    assert!(text.contains("ended with status 3\n  cycles "), "{text}");
    let quiet = ["run", "--quiet", &class("Status"), "--", "3"];
    assert_eq!(stderr(&run(&quiet)), "diagnostics\n");
}

#[test]
fn max_cycles_stops_at_exactly_that_cycle_with_exit_code_3() {
    let folder = tempdir().unwrap();
    let report = within(&folder, "run.json");
    let output = run(&[
        "run",
        &class("Silent"),
        "--max-cycles",
        "123_456",
        "--report",
        &report,
    ]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(stdout(&output), "working");
    let report = read_report(&report);
    assert_eq!(report["statistics"]["cycles"], 123_456);
    assert_eq!(report["outcome"]["end"], "max-cycles");
    assert_eq!(report["outcome"]["status"], Value::Null);
}

#[test]
fn until_stops_behind_the_last_byte_of_the_text_with_exit_code_0() {
    let output = run(&["run", &class("Endless"), "--until", "3\nline", "-q"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output), "line 1\nline 2\nline 3\nline");
}

#[test]
fn an_image_runs_as_its_class_does_to_the_cycle() {
    let folder = tempdir().unwrap();
    let (image, linked, loaded) = (
        within(&folder, "app.jop"),
        within(&folder, "linked.json"),
        within(&folder, "loaded.json"),
    );
    assert_eq!(
        code(&["build", &class("Status"), "-o", &image, "--", "5"]),
        Some(0)
    );
    assert_eq!(
        code(&["run", &class("Status"), "--report", &linked, "--", "5"]),
        Some(5)
    );
    assert_eq!(code(&["run", &image, "--report", &loaded]), Some(5));
    assert_eq!(
        read_report(&linked)["statistics"],
        read_report(&loaded)["statistics"]
    );
    assert_eq!(
        code(&["run", &image, "--", "9"]),
        Some(9),
        "other arguments take the place of those linked"
    );
}

#[test]
fn the_same_class_gives_the_same_image_and_symbols() {
    let folder = tempdir().unwrap();
    let files = ["a.jop", "b.jop"].map(|name| within(&folder, name));
    for file in &files {
        assert_eq!(code(&["build", &class("Status"), "-o", file]), Some(0));
    }
    let [a, b] = files.map(|file| {
        (
            fs::read(&file).unwrap(),
            fs::read(file + ".sym.json").unwrap(),
        )
    });
    assert!(a == b);
}

#[test]
fn arguments_for_an_image_without_symbols_are_refused() {
    let folder = tempdir().unwrap();
    let image = within(&folder, "app.jop");
    run(&["build", &class("Status"), "-o", &image]);
    fs::remove_file(format!("{image}.sym.json")).unwrap();
    let output = run(&["run", &image, "--", "5"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("arguments need the symbols"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn the_exit_text_of_an_original_image_ends_the_run_behind_its_line() {
    let folder = tempdir().unwrap();
    let image = within(&folder, "app.jop");
    run(&["build", &class("ExitText"), "-o", &image]);
    assert_eq!(
        code(&["run", &image, "--max-cycles", "1M"]),
        Some(3),
        "our runtime says its end otherwise"
    );
    fs::remove_file(format!("{image}.sym.json")).unwrap();
    let output = run(&["run", &image, "--max-cycles", "1M"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output), "This is no JVM exit!\r\nJVM exit!\r\n");
}

/// An image of a runtime that tells its end by a text alone.
fn original_image(folder: &tempfile::TempDir) -> String {
    let image = within(folder, "app.jop");
    run(&["build", &class("ExitText"), "-o", &image]);
    fs::remove_file(format!("{image}.sym.json")).expect("symbols beside the image");
    image
}

#[test]
fn every_command_ends_an_original_image_in_the_same_cycle() {
    let folder = tempdir().unwrap();
    let image = original_image(&folder);
    let file = |name: &str| within(&folder, name);
    let limit = ["--max-cycles", "1M"];
    let report = file("run.json");
    run(&["run", &image, "--report", &report]);
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    let cycles = report["statistics"]["cycles"].as_u64().unwrap();

    let top = run(&["top", &image, limit[0], limit[1]]);
    assert_eq!(top.status.code(), Some(0), "{}", stderr(&top));
    let spaced: String = stdout(&top).lines().next().unwrap().to_owned();
    let digits: String = spaced.chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, cycles.to_string(), "{spaced}");

    let recording = file("run.jrec");
    for section in ["contexts", "lines", "windows"] {
        let options = ["--record", section, "-o", &recording, limit[0], limit[1]];
        let recorded = run(&[&["run", &image], &options[..]].concat());
        assert_eq!(recorded.status.code(), Some(0), "{}", stderr(&recorded));
        let causes = run(&["show", "causes", &recording, "--format", "json"]);
        let rows = json_rows(&stdout(&causes));
        let sum: u64 = rows.iter().filter_map(|row| row["cycles"].as_u64()).sum();
        assert_eq!(sum, cycles, "{section}");
    }
}

#[test]
fn two_runs_differ_in_the_host_part_of_the_report_only() {
    let folder = tempdir().unwrap();
    let reports = ["a.json", "b.json"].map(|name| {
        let file = within(&folder, name);
        run(&["run", &class("Status"), "--report", &file, "--", "0"]);
        let text = fs::read_to_string(&file).unwrap();
        text.split("  \"host\": {").next().unwrap().to_owned()
    });
    assert!(reports[0].contains("\"sha256\""));
    assert_eq!(reports[0], reports[1]);
}

#[test]
fn the_report_holds_the_whole_machine() {
    let folder = tempdir().unwrap();
    let (machine, file) = (within(&folder, "machine.toml"), within(&folder, "run.json"));
    fs::write(&machine, "ram_cnt = 5\nobject_cache = true\n").unwrap();
    run(&[
        "run",
        &class("Status"),
        "--config",
        &machine,
        "--report",
        &file,
        "--",
        "0",
    ]);
    let report = read_report(&file);
    let config = &report["machine"]["config"];
    assert_eq!(
        (&config["ram_cnt"], &config["object_cache"]),
        (&5.into(), &true.into())
    );
    let default = within(&folder, "default.json");
    run(&["run", &class("Status"), "--report", &default, "--", "0"]);
    assert_ne!(
        read_report(&default)["machine"]["sha256"],
        report["machine"]["sha256"]
    );
}

#[test]
fn a_report_that_cannot_be_written_is_found_before_the_run() {
    let output = run(&["run", &class("Endless"), "--report", "/nowhere/run.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    assert_eq!(
        stderr(&output),
        "jop: error: /nowhere/run.json: no folder /nowhere; make it first, or name another file\n"
    );
}

#[test]
fn a_class_is_found_by_name_on_the_class_path() {
    let folder = crate::common::data("tests/programs");
    for option in ["-cp", "--class-path"] {
        assert_eq!(
            code(&["run", option, &folder, "Status", "-q", "--", "4"]),
            Some(4),
            "{option}"
        );
    }
    let empty = jop(&["run", "-cp", "", "Status", "-q", "--", "4"])
        .current_dir(&folder)
        .status()
        .unwrap();
    assert_eq!(
        empty.code(),
        Some(4),
        "an empty entry is the current folder"
    );
    let here = jop(&["run", "Status", "-q", "--", "4"])
        .current_dir(folder)
        .status()
        .unwrap();
    assert_eq!(
        here.code(),
        Some(4),
        "the current folder is the class path if none is given"
    );
}

#[test]
fn a_class_file_in_a_package_brings_its_neighbours() {
    assert_eq!(
        stdout(&run(&["run", &class("t/Packaged"), "-q"])),
        "neighbour\n"
    );
    let below = jop(&["run", "t/Packaged.class", "-q"])
        .current_dir(crate::common::data("tests/programs"))
        .output()
        .unwrap();
    assert_eq!(stdout(&below), "neighbour\n");
}

#[test]
fn a_class_file_away_from_its_package_stands_for_itself() {
    let output = jop(&["run", "Packaged.class"])
        .current_dir(crate::common::data("tests/programs/t"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with(
            "jop: error: class t.Packaged$Neighbour is not on the class path, used by t.Packaged"
        ),
        "{}",
        stderr(&output)
    );
}

#[test]
fn symbols_of_another_image_are_told_of_and_not_used() {
    let folder = tempdir().unwrap();
    let image = within(&folder, "app.jop");
    run(&["build", &class("Status"), "-o", &image]);
    let symbols = fs::read(format!("{image}.sym.json")).unwrap();
    run(&["build", &class("ExitText"), "-o", &image]);
    fs::write(format!("{image}.sym.json"), symbols).unwrap();
    let output = run(&["run", &image]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "without symbols the exit text counts"
    );
    assert!(
        stderr(&output).contains("app.jop.sym.json belongs to another image and is not used"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_timed_uart_sends_everything_before_the_run_ends() {
    let folder = tempdir().unwrap();
    let machine = within(&folder, "machine.toml");
    fs::write(
        &machine,
        "uart = \"timed\"\nuart_tx_depth = 64\nuart_baud = 1000000\n",
    )
    .unwrap();
    let output = run(&[
        "run",
        &class("Status"),
        "--config",
        &machine,
        "-q",
        "--",
        "0",
    ]);
    assert_eq!(stdout(&output), "arguments 1\n");
}

#[test]
fn a_method_that_is_too_long_for_the_method_cache_is_told_of() {
    let folder = tempdir().unwrap();
    let machine = within(&folder, "machine.toml");
    fs::write(&machine, "method_cache = \"two-block\"\njpc_width = 10\n").unwrap();
    let class = crate::common::data("../tests/programs/programs.jar");
    let arguments = [
        "run",
        "-cp",
        &class,
        "Doubles",
        "--config",
        &machine,
        "--max-cycles",
        "1",
    ];
    let refused = run(&arguments);
    assert_eq!(refused.status.code(), Some(2));
    let error = stderr(&refused);
    let limit = " words, and the method cache of this machine runs methods of up to 127; raise";
    assert!(
        error.starts_with("jop: error: Doubles.main([Ljava/lang/String;)V has ")
            && error.contains(limit)
            && error.contains("--engine fast"),
        "{error}"
    );
    let as_hardware = run(&[&arguments[..], &["--engine", "reference"]].concat());
    assert!(
        stderr(&as_hardware).starts_with("jop: note: Doubles.main([Ljava/lang/String;)V has "),
        "{}",
        stderr(&as_hardware)
    );
    // No reference knows what a cache does that no hardware has.
    fs::write(&machine, "method_cache = \"fixed-lru\"\nblock_bits = 5\n").unwrap();
    for command in [
        &["run", "--program", "lift"][..],
        &["run", "--program", "lift", "--engine", "reference"],
        &["show", "lines", "--program", "lift"],
        &["trace", "--program", "lift", "--cycles", "1..9"],
        &["top", "--program", "lift", "--every", "1M"],
        &["wcet", "--program", "lift", "--method", "Plant.step"],
    ] {
        let refused = run(&[command, &["--config", &machine]].concat());
        let error = stderr(&refused);
        assert_eq!(refused.status.code(), Some(2), "{command:?}: {error}");
        assert!(
            error.contains(" words, and the method cache of this machine runs methods of up to "),
            "{command:?}: {error}"
        );
    }
}

#[test]
fn the_microcode_can_come_from_its_source_or_from_words() {
    let folder = tempdir().unwrap();
    let source = crate::common::data("../microcode/asm/jvm.asm");
    let words = within(&folder, "words");
    let [rom, ram, table] =
        ["mem_rom.dat", "mem_ram.dat", "jump_table.dat"].map(|name| format!("{words}/{name}"));
    assert_eq!(code(&["asm", &source, "-o", &words]), Some(0));
    let class = class("Status");
    let files = [&*rom, &ram, &table].join(",");
    let ways: [&[&str]; 3] = [
        &["run", &class, "--", "0"],
        &["run", &class, "--microcode", &source, "--", "0"],
        &["run", &class, "--microcode", &files, "--", "0"],
    ];
    let cycles = ways.map(|arguments| {
        let report = stderr(&run(arguments));
        report
            .lines()
            .find(|line| line.starts_with("  cycles "))
            .expect("the cycles")
            .to_owned()
    });
    assert_eq!(cycles[0], cycles[1]);
    assert_eq!(cycles[0], cycles[2]);
    // The fast engine takes microcode whose bytecodes are ours, and tells which one is not.
    for arguments in ways {
        let fast = [&["run", "--engine", "fast"], &arguments[1..]].concat();
        let report = stderr(&run(&fast));
        assert!(report.contains(&cycles[0]), "{report}");
    }
    let text = fs::read_to_string(&rom).unwrap();
    let other = within(&folder, "other.dat");
    // Every `and nxt` becomes `or nxt`.
    fs::write(&other, text.replace("2049", "2050")).unwrap();
    assert_ne!(text, fs::read_to_string(&other).unwrap());
    let output = run(&[
        "run",
        &class,
        "--engine",
        "fast",
        "--microcode",
        &[other, ram, table].join(","),
    ]);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(
        message.contains("iand is not that of our microcode: word "),
        "{message}"
    );
    assert!(message.contains("where ours has `and nxt`"), "{message}");
}

/// Our microcode with a line of one of its sources changed, as a source for `--microcode`.
fn changed_microcode(folder: &tempfile::TempDir, file: &str, from: &str, to: &str) -> String {
    let sources = crate::common::data("../microcode/asm");
    for source in fs::read_dir(sources).expect("our microcode") {
        let source = source.expect("a source").path();
        let name = source.file_name().expect("a name");
        let mut text = fs::read_to_string(&source).expect("a text");
        if name == file {
            assert!(text.contains(from), "{text}");
            text = text.replace(from, to);
        }
        fs::write(folder.path().join(name), text).expect("a copy");
    }
    within(folder, "jvm.asm")
}

#[test]
fn the_fast_engine_takes_other_microcode_that_does_the_same() {
    let report = |engine: &str, microcode: &str| {
        let folder = tempdir().unwrap();
        let report = within(&folder, "report.json");
        let output = run(&[
            "run",
            "--program",
            "sieve",
            "--engine",
            engine,
            "--microcode",
            microcode,
            "-q",
            "--report",
            &report,
            "--",
            "2",
        ]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        read_report(&report)["statistics"]["cycles"].clone()
    };
    let folder = tempdir().unwrap();
    let (from, slower) = (
        "        add     nxt\n",
        "        nop\n        add     nxt\n",
    );
    let same = changed_microcode(&folder, "integer.asm", from, from);
    let cycles = report("machine", &same);
    let slower = changed_microcode(&folder, "integer.asm", from, slower);
    assert_ne!(report("machine", &slower), cycles);
    assert_eq!(report("fast", &slower), report("machine", &slower));
    let other = changed_microcode(&folder, "integer.asm", from, "        sub     nxt\n");
    let output = run(&[
        "run",
        "--program",
        "sieve",
        "--engine",
        "fast",
        "--microcode",
        &other,
    ]);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(
        message.contains("iadd is not that of our microcode: word "),
        "{message}"
    );
    assert!(
        message.contains("where ours has `add nxt`; with "),
        "{message}"
    );
}

fn read_report(file: &str) -> Value {
    serde_json::from_slice(&fs::read(file).expect("the report")).expect("JSON")
}

#[test]
fn thread_switches_are_written_as_the_file_is_called() {
    let folder = tempdir().unwrap();
    let programs = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/programs/programs.jar"
    );
    let trace = |name: &str| {
        let file = within(&folder, name);
        let options = ["--switches", &file, "-q"];
        let command = [&["run", "-cp", programs, "ProducerConsumer"], &options[..]].concat();
        assert_eq!(code(&command), Some(0));
        fs::read_to_string(file).unwrap()
    };
    let csv = trace("threads.csv");
    assert!(
        csv.starts_with("cycle,from,to,reason,from_thread,to_thread\n"),
        "{csv}"
    );
    assert!(csv.contains(",consumer,producer,wait,thread "), "{csv}");
    let json: Value = serde_json::from_str(&trace("threads.json")).unwrap();
    let json = &json["rows"];
    assert_eq!(json[0]["from"], "main");
    // As profiles call them: by their first run.
    assert_eq!(json[0]["from_thread"], "main");
    assert_eq!(json[0]["to_thread"], "thread 1");
    assert_eq!(json[0]["reason"], "join");
    let table = trace("threads.txt");
    assert_eq!(table.lines().count(), csv.lines().count(), "{table}");
}

#[test]
fn a_file_called_like_a_dash_is_standard_output_after_the_text_of_the_program() {
    let folder = tempdir().unwrap();
    for (option, beginning) in [
        (
            "--switches",
            "cycle  from  to  reason  from thread  to thread\n",
        ),
        ("--report", "{\n"),
    ] {
        let arguments = ["run", &class("Status"), option, "-", "--", "0"];
        let output = jop(&arguments).current_dir(&folder).output().unwrap();
        let text = stdout(&output);
        let written = text.strip_prefix("arguments 1\n");
        assert!(
            written.is_some_and(|it| it.starts_with(beginning)),
            "{text}"
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn the_report_tells_of_collections_if_there_were_any() {
    let folder = tempdir().unwrap();
    let programs = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/programs/programs.jar"
    );
    let machine = within(&folder, "machine.toml");
    fs::write(&machine, "memory_words = 32768\n").unwrap();
    let report = within(&folder, "run.json");
    let collecting = [
        "run", "-cp", programs, "--config", &machine, "--report", &report,
    ];
    let program = ["GarbageCollection", "--", "1"];
    let text = stderr(&run(&[&collecting[..], &program].concat()));
    let json: Value = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    let seen = &json["collections"];
    assert!(seen["count"].as_u64() > Some(1), "{seen}");
    assert!(seen["longest_pause"].as_u64() < seen["pause"].as_u64());
    assert!(text.contains("\n  collections        "), "{text}");
    assert!(text.contains(" objects and arrays, "), "{text}");
    let none = run(&["run", &class("Status"), "--report", &report, "--", "0"]);
    assert!(!stderr(&none).contains("collections"));
    let json: Value = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    assert_eq!(json["collections"], Value::Null);
}
