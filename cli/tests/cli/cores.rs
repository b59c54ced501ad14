//! Several cores: reports, recordings and `jop show cores`, and what one core alone can do.

use serde_json::Value;
use tempfile::tempdir;

use crate::common::{data, run, stderr, stdout, within};

/// A program whose cores share out the rows of a matrix.
fn matrix() -> String {
    data("../tests/golden/runs/images/multi-core-c.jop.gz")
}

#[test]
fn a_recording_has_the_contexts_and_the_time_of_each_core() {
    let folder = tempdir().unwrap();
    let [file, report] = ["cores.jrec", "report.json"].map(|name| within(&folder, name));
    let image = matrix();
    let recorded = run(&[
        "run", &image, "--config", "reprap", "-q", "-o", &file, "--report", &report,
    ]);
    assert_eq!(recorded.status.code(), Some(0), "{}", stderr(&recorded));
    let report: Value = serde_json::from_str(&std::fs::read_to_string(report).unwrap()).unwrap();
    crate::schemas::check("jop run", &report);
    let cycles = report["statistics"]["cycles"].as_u64().unwrap();
    let threads = run(&["show", "threads", &file, "--format", "csv"]);
    for core in 0..4 {
        let name = format!("core {core}: main");
        assert!(stdout(&threads).contains(&name), "{}", stdout(&threads));
    }
    let shown = run(&["show", "cores", &file, "--format", "json"]);
    let shown: Value = serde_json::from_str(&stdout(&shown)).unwrap();
    crate::schemas::check("jop show cores", &shown);
    let rows = shown["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let parts = [
            "executes",
            "waits_for_turn",
            "waits_for_others",
            "lock_unit",
            "lock_waits",
            "idle",
            "before_start",
        ];
        let sum: u64 = parts.iter().map(|part| row[part].as_u64().unwrap()).sum();
        assert_eq!(sum, cycles, "{row}");
    }
    let windows = shown["windows"].as_array().unwrap();
    let sum: u64 = windows
        .iter()
        .map(|it| it["cycles"].as_u64().unwrap())
        .sum();
    assert_eq!(sum, cycles);
    // A run for the view takes the same cycles as one that records contexts.
    let direct = run(&[
        "show", "cores", &image, "--config", "reprap", "--format", "json",
    ]);
    assert_eq!(stdout(&direct), shown_text(&file));
}

fn shown_text(file: &str) -> String {
    stdout(&run(&["show", "cores", file, "--format", "json"]))
}

#[test]
fn a_starved_core_shows_in_its_lane() {
    let folder = tempdir().unwrap();
    let machine = within(&folder, "eight.toml");
    let text = "cores = 8\narbiter = \"fixed-priority\"\nmemory_words = 8192\n";
    std::fs::write(&machine, text).unwrap();
    let load = data("../tests/golden/runs/cmp/load");
    let shown = run(&[
        "show",
        "cores",
        &matrix(),
        "--config",
        &machine,
        "--microcode",
        &load,
    ]);
    let text = stdout(&shown);
    let lane = |core: usize| {
        let name = format!("core {core}  ");
        let line = text.lines().find_map(|line| line.strip_prefix(&name));
        line.unwrap_or_else(|| panic!("{text}{}", stderr(&shown)))
            .to_owned()
    };
    assert!(lane(0).chars().all(|it| it == '#'), "{text}");
    assert!(lane(7).chars().all(|it| it == 'o'), "{text}");
}

#[test]
fn boards_are_printed_and_read_back() {
    let folder = tempdir().unwrap();
    for board in ["jopmul", "jopmul_512x32", "reprap"] {
        let printed = run(&["config", "--board", board]);
        assert_eq!(printed.status.code(), Some(0));
        let file = within(&folder, "board.toml");
        std::fs::write(&file, &printed.stdout).unwrap();
        let again = run(&["config", &file]);
        assert_eq!(again.stdout, printed.stdout, "{board}");
    }
    for (board, why) in [
        ("jopmul_256x16", "it does not elaborate"),
        ("ml401", "the constant 1"),
        ("de2", "no board `de2`"),
    ] {
        let refused = run(&["config", "--board", board]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains(why), "{}", stderr(&refused));
    }
}

#[test]
fn what_one_core_has_is_refused_of_several() {
    let folder = tempdir().unwrap();
    let file = within(&folder, "a.jrec");
    let image = matrix();
    for (option, arguments) in [
        ("--engine fast", vec!["--engine", "fast"]),
        (
            "--check-engine with -o",
            vec!["--check-engine", "-o", &file],
        ),
        ("--record lines", vec!["-o", &file, "--record", "lines"]),
    ] {
        let mut all = vec!["run", &image, "--config", "reprap"];
        all.extend(arguments);
        let refused = run(&all);
        assert_eq!(refused.status.code(), Some(2), "{option}");
        assert!(stderr(&refused).contains(option), "{}", stderr(&refused));
        assert!(!std::path::Path::new(&file).exists(), "{option}");
    }
    let refused = run(&["show", "flat", &image, "--config", "reprap"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr(&refused).contains("cores = 4"),
        "{}",
        stderr(&refused)
    );
    let one = run(&["show", "cores", &image]);
    assert_eq!(one.status.code(), Some(2));
    assert!(
        stderr(&one).contains("the machine has one core"),
        "{}",
        stderr(&one)
    );
}

#[test]
fn java_behind_fixed_priority_ends_where_it_starts_the_others() {
    let folder = tempdir().unwrap();
    let machine = within(&folder, "fixed.toml");
    std::fs::write(&machine, "cores = 2\narbiter = \"fixed-priority\"\n").unwrap();
    let refused = run(&["run", &matrix(), "--config", &machine, "-q"]);
    assert_eq!(refused.status.code(), Some(2));
    let text = stderr(&refused);
    assert!(text.contains("Java reads words of other cores"), "{text}");
    let of = |text: &str| text.trim_end().rsplit("error: ").next().map(str::to_owned);
    let expected = of(&text);
    let page = within(&folder, "none.html");
    let (script, program) = (within(&folder, "script"), matrix());
    std::fs::write(&script, "continue\n").unwrap();
    for words in [
        vec![
            "debug",
            &program,
            "--config",
            &machine,
            "--commands",
            &script,
        ],
        vec![
            "view", &program, "--config", &machine, "--core", "1", "-o", &page,
        ],
    ] {
        let refused = run(&words);
        assert_eq!(refused.status.code(), Some(2), "{words:?}");
        assert_eq!(of(&stderr(&refused)), expected, "{words:?}");
    }
    assert!(!std::path::Path::new(&page).exists());
    // An image for one core tells nobody to start.
    let image = within(&folder, "one.jop");
    let built = run(&["build", "--program", "recursion", "-o", &image, "--", "1"]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    let alone = run(&["run", &image, "--config", &machine, "-q"]);
    assert_eq!(alone.status.code(), Some(0), "{}", stderr(&alone));
    let never = run(&[
        "view", &image, "--config", &machine, "--core", "1", "-o", &page,
    ]);
    assert_eq!(never.status.code(), Some(2));
    let text = stderr(&never);
    assert!(
        text.contains("core 1 is never told to start; see core 0"),
        "{text}"
    );
}

#[test]
fn a_section_that_no_price_can_hold_is_refused() {
    let folder = tempdir().unwrap();
    let [machine, bounds] = ["four.toml", "b.toml"].map(|name| within(&folder, name));
    std::fs::write(&machine, "cores = 4\n").unwrap();
    for section in [100_000_001_u64, 715_827_882, u64::MAX / 3] {
        std::fs::write(&bounds, format!("[cores]\nsection = {section}\n")).unwrap();
        let words = ["wcet", "--program", "matrix", "--method", "Matrix.multiply"];
        let refused = run(&[&words[..], &["--config", &machine, "--bounds", &bounds]].concat());
        assert_eq!(refused.status.code(), Some(2));
        let text = stderr(&refused);
        assert!(
            text.contains("b.toml:2: ") && text.contains("at most 100000000 cycles"),
            "{text}"
        );
    }
}

/// Cycles and figures of each core, of a report.
fn cores_of(report: &str) -> (u64, Value) {
    let text = std::fs::read_to_string(report).expect("a report");
    let report: Value = serde_json::from_str(&text).expect("a document");
    let cycles = report["statistics"]["cycles"].as_u64().expect("cycles");
    (cycles, report["several"].clone())
}

/// Java of the class path, linked for several cores: superblocks, the reference, a recording and a view.
#[test]
fn engines_recordings_and_views_of_one_program_agree() {
    let folder = tempdir().unwrap();
    let programs = data("../tests/cores/programs.jar");
    let program = ["Crc", "--class-path", &programs, "--config", "reprap"];
    let [blocks, reference, recorded, file] =
        ["blocks.json", "reference.json", "recorded.json", "crc.jrec"]
            .map(|name| within(&folder, name));
    for (report, options) in [
        (&blocks, vec!["--check-engine"]),
        (&reference, vec!["--engine", "reference"]),
        (&recorded, vec!["-o", &file]),
    ] {
        let own = ["--report", report];
        let ran = run(&[&["run"], &program[..], &own, &options].concat());
        assert_eq!(ran.status.code(), Some(0), "{}", stderr(&ran));
        if report == &blocks {
            let told = stderr(&ran);
            assert!(told.contains("the engine is the reference over"), "{told}");
        }
    }
    let (cycles, cores) = cores_of(&blocks);
    assert_eq!(cores["cores"].as_array().unwrap().len(), 4);
    assert_eq!(cores_of(&reference), (cycles, cores.clone()));
    assert_eq!(cores_of(&recorded), (cycles, cores));
    let shown = stdout(&run(&[&["show", "cores"], &program[..]].concat()));
    assert_eq!(shown, stdout(&run(&["show", "cores", &file])));
    let digits: String = shown
        .split(" cycles")
        .next()
        .unwrap()
        .rsplit(' ')
        .next()
        .unwrap()
        .replace(',', "");
    assert_eq!(digits, cycles.to_string(), "{shown}");
}

#[test]
fn cores_without_a_thread_are_idle() {
    let shown = run(&[
        "show",
        "cores",
        "--program",
        "sieve",
        "--config",
        "reprap",
        "--format",
        "json",
        "--",
        "1",
    ]);
    let shown: Value = serde_json::from_str(&stdout(&shown)).unwrap();
    let cycles = shown["run_cycles"].as_u64().unwrap();
    let idle = |row: &Value| row["idle"].as_u64().unwrap() as f64 / cycles as f64;
    let rows = shown["rows"].as_array().unwrap();
    assert!(idle(&rows[0]) < 0.01, "{}", rows[0]);
    assert!(rows[1..].iter().all(|row| idle(row) > 0.5), "{rows:?}");
}

#[test]
fn threads_of_one_core_are_recorded_apart() {
    let folder = tempdir().unwrap();
    let file = within(&folder, "filters.jrec");
    let programs = data("../tests/cores/programs.jar");
    let machine = within(&folder, "two.toml");
    std::fs::write(&machine, "cores = 2\n").unwrap();
    let ran = run(&[
        "run",
        "Filters",
        "--class-path",
        &programs,
        "--config",
        &machine,
        "-q",
        "-o",
        &file,
    ]);
    assert_eq!(ran.status.code(), Some(0), "{}", stderr(&ran));
    let threads = stdout(&run(&["show", "threads", &file, "--format", "csv"]));
    for name in [
        "core 0: main",
        "core 0: thread 1",
        "core 0: thread 2",
        "core 1: idle",
        "core 1: thread 1",
        "core 1: thread 2",
    ] {
        assert!(threads.contains(name), "{name}: {threads}");
    }
}

#[test]
fn a_bound_of_a_known_phase_is_one_of_those_of_all_phases() {
    let folder = tempdir().unwrap();
    let given = within(&folder, "phase.toml");
    let bound = |phase: &str| {
        std::fs::write(&given, format!("[cores]\nphase = {phase}\n")).unwrap();
        run(&[
            "wcet",
            "--program",
            "matrix",
            "--method",
            "Numbers.next",
            "--config",
            "reprap",
            "--bounds",
            &given,
            "--format",
            "json",
        ])
    };
    let shown = |phase: &str| {
        let found = bound(phase);
        let value: Value = serde_json::from_str(&stdout(&found)).unwrap();
        crate::schemas::check("jop wcet", &value);
        value
    };
    let all: Vec<Value> = ["0", "5", "11"].map(shown).into();
    for (value, phase) in all.iter().zip([0, 5, 11]) {
        let phases = &value["cores"]["phases"];
        assert_eq!(phases.as_array().unwrap().len(), 12);
        assert_eq!(value["cycles"], phases[phase], "{value}");
        assert_eq!(value["sound"], "assumes");
    }
    assert_ne!(all[0]["cycles"], all[1]["cycles"]);
    let late = bound("12");
    assert_eq!(late.status.code(), Some(2));
    let told = stderr(&late);
    assert!(
        told.contains("phase = 12: slots repeat after 12 cycles; write 0 to 11"),
        "{told}"
    );
}

/// A trace of cores that run Java, as the file of a form.
fn traced(form: &str, options: &[&str]) -> String {
    let folder = tempdir().expect("a folder");
    let file = within(&folder, &format!("a.{form}"));
    let image = matrix();
    let mut all = vec!["trace", &image, "--config", "reprap", "-o", &file];
    all.extend(options);
    let output = run(&all);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    String::from_utf8_lossy(&std::fs::read(file).expect("a trace")).into_owned()
}

#[test]
fn a_trace_has_each_core_in_every_form() {
    let cycles = ["--cycles", "40k..40020"];
    let rows = traced("csv", &cycles);
    assert!(rows.starts_with("cycle,core,pc,ir,"), "{rows}");
    assert!(rows.contains("\n40000,0,"), "{rows}");
    assert_eq!(rows.lines().count(), 1 + 20 * 4);
    let own = traced("csv", &[&cycles[..], &["--core", "2"]].concat());
    assert_eq!(own.lines().count(), 1 + 20);
    assert!(own.lines().skip(1).all(|row| rows.contains(row)), "{own}");
    let text = traced("txt", &cycles);
    for core in 0..4 {
        assert!(text.contains(&format!("core {core}\n")), "{text}");
    }
    let log = traced("kanata", &cycles);
    for thread in 0..8 {
        let begins = |line: &str| line.starts_with("I\t") && line.ends_with(&format!("\t{thread}"));
        let even = thread % 2 == 0;
        assert!(!even || log.lines().any(begins), "{thread}: {log}");
    }
    let changes = traced("vcd", &cycles);
    for scope in ["core0", "core3", "arbiter", "memory", "lock_unit"] {
        assert!(
            changes.contains(&format!("$scope module {scope} $end")),
            "{scope}"
        );
    }
    assert!(traced("parquet", &cycles).starts_with("PAR1"));
}

#[test]
fn windows_of_methods_need_a_core() {
    let image = matrix();
    let machine = ["--config", "reprap"];
    for (options, why) in [
        (
            vec!["--bytecodes", "5..9"],
            "--bytecodes is of one core, and the machine has several; choose one with --core N",
        ),
        (
            vec!["--interrupt", "--core", "1"],
            "--interrupt is for one core",
        ),
        (
            vec!["--core", "4"],
            "--core 4: the machine has cores 0 to 3; choose one of them",
        ),
    ] {
        let refused = run(&[&["trace", &image], &machine[..], &options].concat());
        assert_eq!(refused.status.code(), Some(2), "{options:?}");
        assert!(stderr(&refused).contains(why), "{}", stderr(&refused));
    }
    let one = run(&["trace", "--program", "lift", "--core", "0"]);
    assert_eq!(one.status.code(), Some(2));
    assert!(
        stderr(&one).contains("the machine has one"),
        "{}",
        stderr(&one)
    );
    let bytecodes = run(&[
        "trace",
        &image,
        "--config",
        "reprap",
        "--core",
        "1",
        "--bytecodes",
        "5..9",
        "--as",
        "bytecodes",
    ]);
    assert_eq!(bytecodes.status.code(), Some(0), "{}", stderr(&bytecodes));
    assert_eq!(
        stdout(&bytecodes).lines().count(),
        5,
        "{}",
        stdout(&bytecodes)
    );
}

#[test]
fn waits_for_locks_name_the_core_that_held_the_lock() {
    let folder = tempdir().unwrap();
    let machine = within(&folder, "four.toml");
    let text = "cores = 4\narbiter = \"round-robin\"\nmemory_words = 8192\n";
    std::fs::write(&machine, text).unwrap();
    let microcode = data("../tests/golden/runs/cmp/counter-lock");
    let (image, file) = (matrix(), within(&folder, "a.jrec"));
    let of = ["--config", &machine, "--microcode", &microcode];
    let recorded = run(&[&["run", &image, "-q", "-o", &file], &of[..]].concat());
    // The word that ends it is the processor's count, no status.
    assert!(
        std::path::Path::new(&file).exists(),
        "{}",
        stderr(&recorded)
    );
    let shown: Value = serde_json::from_str(&shown_text(&file)).unwrap();
    crate::schemas::check("jop show cores", &shown);
    let waits = shown["lock_waits_by_owner"].as_array().unwrap();
    for row in shown["rows"].as_array().unwrap() {
        let own = waits.iter().filter(|it| it["core"] == row["core"]);
        assert!(own.clone().all(|it| it["owner"] != row["core"]));
        let sum: u64 = own.map(|it| it["cycles"].as_u64().unwrap()).sum();
        assert!(sum > 0);
        assert_eq!(sum, row["lock_waits"].as_u64().unwrap(), "{shown}");
    }
    let text = stdout(&run(&["show", "cores", &file]));
    assert!(text.contains("held by 3"), "{text}");
    let chart = within(&folder, "a.svg");
    let drawn = run(&["show", "cores", &file, "-o", &chart]);
    assert_eq!(drawn.status.code(), Some(0), "{}", stderr(&drawn));
    let chart = std::fs::read_to_string(chart).unwrap();
    for name in ["<svg", "core 3, %", "memory busy, %", "lock waits"] {
        assert!(chart.contains(name), "{name}: {chart}");
    }
}

/// Answers of the debugger to a script, of a program whose core 3 takes what others put.
#[test]
fn the_debugger_stops_whatever_core_reaches_a_breakpoint_and_goes_back_with_all() {
    let folder = tempdir().expect("a folder");
    let script = within(&folder, "a.jdb");
    let commands = "\
core
break Buffer.take
continue
where
expect #1 Producers$1.run
core 1
micro 5
goto 1000
core
expect cycle 1000  core 2
goto 300_000
delete
core 0
bytecode 3
back-bytecode 3
registers
";
    std::fs::write(&script, commands).expect("a script");
    let classes = data("../tests/cores/programs.jar");
    let of = ["debug", "-cp", &classes, "Producers", "--config", "reprap"];
    let output = run(&[&of[..], &["--commands", &script]].concat());
    let text = stdout(&output);
    assert!(
        text.contains("> cycle 0  core 0  before the first bytecode"),
        "{text}"
    );
    assert!(text.contains("breakpoint 1, Buffer.take\ncycle "), "{text}");
    assert!(
        text.contains("  core 3  Buffer.take"),
        "{text}{}",
        stderr(&output)
    );
    // Forward and back lead to the same bytecode.
    let place = |command: &str| {
        let (_, answer) = text
            .split_once(&format!("(jop) {command}\n"))
            .expect("an answer");
        answer.lines().next().expect("a place").to_owned()
    };
    assert!(
        place("core 0").starts_with("cycle 300000  core 0  "),
        "{text}"
    );
    assert!(place("bytecode 3").contains("  core 0  "), "{text}");
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
}
