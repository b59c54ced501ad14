//! `jop wcet`: the same columns for every number of methods, tables that say what they leave out, exit codes.

use std::fs;

use crate::common::{class, page_text, run, stderr, stdout, within};

/// Rows of CSV by column.
fn rows(text: &str) -> Vec<Vec<(String, String)>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        let cells = header.iter().zip(row.iter());
        cells.map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
    });
    rows.collect()
}

fn cell<'a>(row: &'a [(String, String)], column: &str) -> &'a str {
    let found = row.iter().find(|(name, _)| name == column);
    &found.unwrap_or_else(|| panic!("no column {column}")).1
}

fn lift(arguments: &[&str]) -> std::process::Output {
    let program = ["wcet", "--program", "lift"];
    run(&[&program[..], arguments, &["--", "1"]].concat())
}

#[test]
fn csv_has_the_same_columns_with_bound_soundness_and_causes_for_one_method_and_for_several() {
    let unlink = ["--method", "Queue.unlink"];
    let csv = ["--format", "csv"];
    let one = stdout(&lift(&[&unlink[..], &csv].concat()));
    let two = stdout(&lift(
        &[&unlink[..], &["--method", "Drive.step"], &csv].concat(),
    ));
    assert_eq!(one.lines().next(), two.lines().next());
    let (one, two) = (rows(&one), rows(&two));
    assert_eq!((one.len(), two.len()), (1, 2));
    assert_eq!(one[0], two[0]);
    assert_eq!(cell(&one[0], "sound"), "yes");
    for row in &two {
        let causes = row.iter().skip_while(|(name, _)| name != "execute");
        let causes = causes.take_while(|(name, _)| name != "searched");
        let sum: u64 = causes
            .map(|(_, cycles)| cycles.parse::<u64>().expect("cycles"))
            .sum();
        assert_eq!(cell(row, "bound"), sum.to_string());
    }
}

#[test]
fn events_that_a_bound_does_not_cover_are_counted_in_every_format() {
    let update = ["--method", "Plant.step", "--observe"];
    let text = stdout(&lift(&[&update[..], &["--top", "1"]].concat()));
    assert!(
        text.contains("interrupts and switches of threads; no call of the run\n"),
        "{text}"
    );
    let csv = stdout(&lift(&[&update[..], &["--format", "csv"]].concat()));
    let row = &rows(&csv)[0];
    assert_eq!(cell(row, "calls_with_switch"), "0");
    assert_ne!(cell(row, "calls"), "0");
    let json = stdout(&lift(&[&update[..], &["--format", "json"]].concat()));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let excluded = json["excluded"].as_array().expect("events");
    assert!(excluded.iter().all(|it| it["calls"] == 0), "{excluded:?}");
}

#[test]
fn a_search_has_the_same_result_for_the_same_seed_in_every_format() {
    let search = ["--method", "Door.step", "--search", "--runs", "60"];
    let [one, same, other] = [["--seed", "1"], ["--seed", "1"], ["--seed", "2"]].map(|seed| {
        let output = lift(&[&search[..], &seed, &["--format", "json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    });
    assert_eq!(one, same);
    assert_ne!(one, other);
    let json: serde_json::Value = serde_json::from_str(&one).expect("JSON");
    let (found, bound) = (&json["search"], &json["cycles"]);
    assert!(found["max"].as_u64() <= bound.as_u64(), "{found}");
    let csv = stdout(&lift(&[&search[..], &["--format", "csv"]].concat()));
    assert_eq!(cell(&rows(&csv)[0], "searched"), found["max"].to_string());
    let text = stdout(&lift(&search));
    assert!(
        text.contains("\nsearched: 60 calls with seed 1, "),
        "{text}"
    );
}

#[test]
fn a_search_disproves_a_number_that_a_call_of_the_program_exceeds() {
    let folder = tempfile::tempdir().unwrap();
    let low = within(&folder, "low.toml");
    fs::write(&low, "[loops]\n\"Drive.firstReachable\" = [1, 1]\n").unwrap();
    let method = ["--method", "Drive.firstReachable", "--bounds", &low];
    let program = ["wcet", "--program", "lift"];
    let search = ["--search", "--runs", "20", "--", "50"];
    let output = run(&[&program[..], &method, &search].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("the loop lift.Drive.firstReachable:"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn options_of_a_search_that_mean_nothing_are_refused() {
    for (options, problem) in [
        (&["--search", "--runs", "0"][..], "--runs"),
        (&["--search", "--runs", "many"], "--runs"),
        (&["--search", "--time", "0"], "--time"),
        (&["--search", "--seed", "x"], "--seed"),
        (&["--runs", "5"], "--search"),
        (&["--seed", "5"], "--search"),
        (&["--time", "5"], "--search"),
        (&["--max-cycles", "5"], "--observe"),
        (
            &["--search", "--max-cycles", "5"],
            "lift.Door.step: the run never calls it",
        ),
    ] {
        let output = lift(&[&["--method", "Door.step"], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        let message = stderr(&output);
        assert!(message.contains(problem), "{options:?}: {message}");
        assert_eq!(message.trim_end().lines().count(), 1, "{message}");
    }
    let output = lift(&["--search"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--method"), "{}", stderr(&output));
}

#[test]
fn a_named_method_without_a_bound_is_an_error_beside_others_too() {
    let good = ["--method", "Queue.unlink"];
    let bad = ["--method", "Startup.boot"];
    let alone = lift(&bad);
    assert_eq!(alone.status.code(), Some(2), "{}", stderr(&alone));
    let both = lift(&[&good[..], &bad].concat());
    assert_eq!(both.status.code(), Some(2));
    assert!(
        stdout(&both).contains("a method by its address"),
        "{}",
        stdout(&both)
    );
    assert_eq!(
        stderr(&both),
        "jop: error: 1 of 2 methods without a bound; the result says why\n"
    );
    assert_eq!(lift(&good).status.code(), Some(0));
    let listed = run(&["wcet", &class("Time")]);
    assert_eq!(listed.status.code(), Some(0), "{}", stderr(&listed));
    assert!(stdout(&listed).contains("the loop has no bound"));
}

#[test]
fn tables_say_how_many_rows_top_leaves_out_and_programs_get_all() {
    let step = ["--method", "Drive.step"];
    let few = stdout(&lift(&[&step[..], &["--top", "1"]].concat()));
    assert!(few.contains("more; --top 0 prints all"), "{few}");
    let all = stdout(&lift(&[&step[..], &["--top", "0"]].concat()));
    assert!(!all.contains("--top"), "{all}");
    assert!(few.lines().count() < all.lines().count());
    let json = |top: &str| {
        stdout(&lift(
            &[&step[..], &["--top", top, "--format", "json"]].concat(),
        ))
    };
    assert_eq!(json("1"), json("0"));
}

#[test]
fn files_of_bounds_name_methods_as_options_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = within(&folder, "b.toml");
    let given = |key: &str| {
        fs::write(&file, format!("[loops]\n\"{key}\" = 3\n")).expect("a file");
        run(&[
            "wcet",
            &class("Time"),
            "--method",
            "main",
            "--bounds",
            &file,
        ])
    };
    for key in [
        "main:6",
        "Time.main(String[]):6",
        "Time.main([Ljava/lang/String;)V",
    ] {
        let output = given(key);
        assert!(
            !stderr(&output).contains("b.toml"),
            "{key}: {}",
            stderr(&output)
        );
    }
    let output = given("Time.mian:6");
    assert!(
        stderr(&output).contains("did you mean Time.main("),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_bound_below_an_observed_call_is_not_sound_and_the_check_fails() {
    let folder = tempfile::tempdir().unwrap();
    let low = within(&folder, "low.toml");
    fs::write(&low, "[loops]\n\"Drive.firstReachable\" = [1, 1]\n").unwrap();
    let method = ["--method", "Drive.firstReachable"];
    let observed = ["--observe", "--bounds", &low];
    let program = ["wcet", "--program", "lift"];
    let arguments = [&program[..], &method, &observed, &["--", "50"]].concat();
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output);
    let head = text.lines().next().unwrap();
    assert!(head.ends_with("NOT SOUND: a run disproves it"), "{text}");
    let error = stderr(&output);
    assert!(
        error.contains("jop: a call of lift.Drive.firstReachable took "),
        "{error}"
    );
    assert!(
        error.contains(":157 was repeated 2 times, 1 more than its bound of 1"),
        "{error}"
    );
    let csv = run(&[
        &program[..],
        &method,
        &observed,
        &["--format", "csv", "--", "50"],
    ]
    .concat());
    assert_eq!(cell(&rows(&stdout(&csv))[0], "sound"), "no");
}

#[test]
fn callers_of_a_disproved_bound_are_not_sound_in_csv_json_and_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let (low, page) = (within(&folder, "low.toml"), within(&folder, "step.html"));
    fs::write(&low, "[loops]\n\"Drive.firstReachable\" = [1, 1]\n").unwrap();
    let caller = ["--method", "Supervisor.step", "--bounds", &low, "--observe"];
    let why = "repeated 2 times, 1 more than its bound of 1";
    let program = ["wcet", "--program", "lift"];
    let run = |form: &[&str]| run(&[&program[..], &caller, form, &["--", "50"]].concat());
    let csv = run(&["--format", "csv"]);
    assert_eq!(csv.status.code(), Some(1), "{}", stderr(&csv));
    let row = &rows(&stdout(&csv))[0];
    assert_eq!(cell(row, "sound"), "no");
    assert!(cell(row, "disproved").contains(why), "{row:?}");
    let json = run(&["--format", "json", "--page", &page]);
    let shown: serde_json::Value = serde_json::from_str(&stdout(&json)).unwrap();
    assert_eq!(shown["sound"], "no");
    assert_eq!(shown["disproved"][0]["shown"], 2);
    let text = page_text(&fs::read_to_string(&page).unwrap());
    assert!(text.contains(why), "the page does not say why");
}

#[test]
fn a_run_that_is_stopped_before_it_disproves_anything_has_an_exit_code_of_its_own() {
    let method = ["--method", "Queue.unlink", "--observe"];
    let output = lift(&[&method[..], &["--max-cycles", "1000"]].concat());
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("--max-cycles stopped the run"),
        "{}",
        stderr(&output)
    );
    assert_eq!(lift(&method).status.code(), Some(0));
}

#[test]
fn lines_of_a_recursion_count_all_its_calls_and_no_cycle_twice() {
    let folder = tempfile::tempdir().unwrap();
    let depth = within(&folder, "depth.toml");
    fs::write(&depth, "[recursion]\n\"Recursion.fibonacci\" = 8\n").unwrap();
    let method = ["--method", "Recursion.fibonacci", "--bounds", &depth];
    let program = ["wcet", "--program", "recursion", "--format", "json"];
    let output = run(&[&program[..], &method].concat());
    let shown: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let bound = shown["cycles"].as_u64().unwrap();
    let methods = shown["methods"].as_array().unwrap();
    let fibonacci = methods
        .iter()
        .find(|it| it["method"] == shown["method"])
        .unwrap();
    let lines = fibonacci["lines"].as_array().unwrap();
    let of = |key: &str| lines.iter().filter_map(|line| line[key].as_u64()).max();
    assert_eq!(of("count"), fibonacci["calls"].as_u64());
    assert!(of("total").unwrap() <= bound, "{fibonacci}");
}

#[test]
fn methods_that_do_not_fit_the_cache_together_have_no_bound_that_says_so() {
    let method = ["--method", "Supervisor.step"];
    let of = |cache: &str| lift(&[&method[..], &["--cache", cache]].concat());
    let refused = of("all-fit");
    assert_eq!(refused.status.code(), Some(2));
    let message = stderr(&refused);
    assert!(message.contains("the method cache has 16"), "{message}");
    assert_eq!(of("analysis").status.code(), Some(0));
}

#[test]
fn a_page_has_the_time_line_of_each_thread() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("threads.html");
    let program = crate::common::data("tests/cmd/threads.in/Threads.class");
    let words = ["wcet", &program, "--method", "RtThread", "--page"];
    let output = run(&[&words[..], &[page.to_str().expect("a path")]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let html = std::fs::read_to_string(page).expect("the page");
    assert_eq!(html.matches("<svg").count(), 2);
    for text in ["Threads$Display", "interrupts off", "scheduler, ", "job, "] {
        assert!(html.contains(text), "{text}");
    }
}
