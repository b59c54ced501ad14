//! `jop cost compose`, `fit` and `predict`: what they refuse, and what they write.

use std::fs;
use std::process::Output;

use tempfile::{TempDir, tempdir};

use crate::common::{jop, stderr, stdout};

/// A folder with the vector of a short program, and a list of its total.
fn folder() -> TempDir {
    let folder = tempdir().expect("a folder");
    let record = "run -q --program quick-sort --engine fast --record vector --per-call QuickSort.split -o sort.jrec";
    assert_eq!(run(&folder, record).status.code(), Some(0));
    fs::write(
        folder.path().join("one.csv"),
        "vector,cycles\nsort.jrec,100000\n",
    )
    .expect("a list");
    folder
}

fn run(folder: &TempDir, words: &str) -> Output {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut command = jop(&words);
    command
        .current_dir(folder.path())
        .output()
        .expect("jop runs")
}

/// Every command is refused with this line, and leaves the folder as it is.
fn refused(folder: &TempDir, cases: &[(&str, &str)]) {
    let names = || {
        let entries = fs::read_dir(folder.path()).expect("a folder");
        let file = |entry: fs::DirEntry| (entry.file_name(), fs::read(entry.path()).ok());
        let mut files: Vec<_> = entries.map(|it| file(it.expect("a file"))).collect();
        files.sort();
        files
    };
    let before = names();
    for (words, message) in cases {
        let output = run(folder, words);
        let expected = format!("jop: error: {message}\n");
        assert_eq!(stderr(&output), expected, "{words}");
        assert_eq!((output.status.code(), &*stdout(&output)), (Some(2), ""));
        assert!(names() == before, "{words}");
    }
}

#[test]
fn no_command_on_vectors_replaces_what_it_reads() {
    let folder = folder();
    let replaces = |file: &str, option: &str| {
        format!("{file}: {option} would replace what is read; give it another name")
    };
    refused(
        &folder,
        &[
            (
                "cost compose sort.jrec -o ./sort.jrec",
                &replaces("./sort.jrec", "-o"),
            ),
            ("cost fit one.csv -o one.csv", &replaces("one.csv", "-o")),
            (
                "cost predict sort.jrec --format csv -o sort.jrec",
                &replaces("sort.jrec", "-o"),
            ),
        ],
    );
    fs::copy(
        folder.path().join("sort.jrec"),
        folder.path().join("a.json"),
    )
    .expect("a copy");
    fs::write(folder.path().join("a.csv"), "vector,cycles\na.json,10\n").expect("a list");
    refused(
        &folder,
        &[(
            "cost fit a.csv --save-system a.json",
            "a.csv: line 2: a.json: --save-system would replace what is read; give it another name",
        )],
    );
}

#[test]
fn a_file_has_the_ending_of_what_is_written_to_it() {
    refused(
        &folder(),
        &[
            (
                "cost fit one.csv --save-system board.toml",
                "board.toml: a system vector ends in .json",
            ),
            (
                "cost fit one.csv --save-table board.json",
                "board.json: a cost table ends in .toml",
            ),
            (
                "cross run -o app.json -- java Main",
                "app.json: a recording ends in .jrec",
            ),
            (
                "cross run --calls calls.json -- java Main",
                "calls.json: a list of calls ends in .csv",
            ),
        ],
    );
}

#[test]
fn options_that_nothing_reads_are_refused() {
    let for_a_run = |option: &str| {
        format!(
            "{option} is for a run, and a recording is none; leave it out, or add --truth=PROGRAM"
        )
    };
    refused(
        &folder(),
        &[
            ("cost predict sort.jrec -- 20", &for_a_run("-- ARGS")),
            (
                "cost predict sort.jrec --input one.csv",
                &for_a_run("--input"),
            ),
            (
                "cost predict sort.jrec --max-cycles 1M",
                &for_a_run("--max-cycles"),
            ),
            (
                "cost fit one.csv --solver nnls --prior published",
                "--prior is for --solver ridge; the other solvers assume nothing",
            ),
            (
                "cost compose sort.jrec/call --with n=1 --with n=2 -o s.json",
                "--with n: given twice; give each parameter one value",
            ),
            (
                "show lines --program lift --source nowhere",
                "nowhere: --source: no such folder; name one with Java sources",
            ),
            (
                "show lines --program lift --method zzzzzz",
                "no method `zzzzzz`; `jop inspect --part methods` lists all",
            ),
            (
                "show time --program lift --window zzzzzz",
                "lift: `zzzzzz` is no window, as no method has this name: give cycles (10_000, 10k), a method and its calls in a window (lift.Plant.step#10), regions or fitting",
            ),
        ],
    );
}

#[test]
fn counts_stay_finite_and_names_of_components_can_be_named() {
    let folder = folder();
    refused(
        &folder,
        &[(
            "cost compose sort.jrec*1e308 sort.jrec*1e308 -o s.json",
            "sort.jrec*1e308: the counts become too large; take a smaller factor",
        )],
    );
    for name in ["a/call=QuickSort", "a*2=QuickSort"] {
        let words = format!(
            "run --program quick-sort --engine fast --record vector --component {name} -o x.jrec"
        );
        let output = run(&folder, &words);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("takes for a call or a factor; write NAME=PATTERN"));
    }
    // Nothing runs for a component that is misspelt.
    let words =
        "run --program quick-sort --engine fast --record vector --component QuickSrt -o x.jrec";
    let output = run(&folder, words);
    let expected = "jop: error: quick-sort: component QuickSrt: nothing that ran is in `QuickSrt`; give a package, a class, a method or `region NAME`\n";
    assert_eq!((&*stdout(&output), &*stderr(&output)), ("", expected));
}

#[test]
fn what_a_term_or_a_truth_leaves_open_is_noted() {
    let folder = folder();
    let words = "cost compose sort.jrec:QuickSort.split/call --with low=0 -o call.jrec";
    let output = run(&folder, words);
    let note = "jop: note: sort.jrec:QuickSort.split/call: without --with for array.length, high, which count with their means\n";
    assert!(stderr(&output).starts_with(note), "{}", stderr(&output));
    let output = run(&folder, "cost predict sort.jrec --total --truth=recursion");
    let note = "jop: note: sort.jrec counted other runs than that of --truth=recursion: its program, ARGS or input differ\n";
    assert_eq!(stderr(&output), note);
    let output = run(&folder, "cost predict sort.jrec --total --truth=quick-sort");
    assert_eq!(stderr(&output), "");
}

#[test]
fn errors_of_a_list_name_its_line() {
    let folder = folder();
    let list = "# ours\nvector,cycles\nsort.jrec,9\n# theirs\ngone.jrec,9\n";
    fs::write(folder.path().join("list.csv"), list).expect("a list");
    refused(
        &folder,
        &[(
            "cost fit list.csv",
            "list.csv: line 5: gone.jrec: cannot read: no such file or directory",
        )],
    );
}

#[test]
fn one_total_says_nothing_of_errors_and_cannot_be_held_out() {
    let folder = folder();
    let output = run(&folder, "cost fit one.csv --format csv");
    let text = stdout(&output);
    let errors = text.lines().skip(1).map(|line| line.split(',').nth(2));
    for error in errors {
        assert_eq!(error, Some("unbounded"), "{text}");
    }
    let alone = "one measurement has no others to be predicted from; give a second one";
    refused(&folder, &[("cost fit one.csv --held-out", alone)]);
}

#[test]
fn every_command_reads_a_table_of_fitted_prices() {
    let folder = folder();
    for prior in ["flat", "published"] {
        let words = format!("cost fit one.csv --prior {prior} --save-table t.toml");
        let output = run(&folder, &words);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let note = "t.toml: without cycles, as nothing measured has them: nop, ";
        assert_eq!(stderr(&output).contains(note), prior == "flat");
        for words in [
            "cost show --table t.toml iadd idiv",
            "cost compare --table t.toml",
            "cost diff t.toml t.toml",
            "cost predict --table t.toml --program recursion",
            "cost predict --table t.toml sort.jrec",
            "validate --program recursion --table t.toml",
        ] {
            let output = run(&folder, words);
            assert_ne!(
                output.status.code(),
                Some(2),
                "{words}: {}",
                stderr(&output)
            );
        }
    }
}

/// Examples of a command's help without what they say of themselves.
fn examples(folder: &TempDir, command: &str) -> Vec<String> {
    let help = stdout(&run(folder, &format!("{command} --help")));
    let (_, examples) = help.split_once("Examples:\n").expect("examples");
    let commands = examples.lines().map(|line| line.trim().split("  ").next());
    let commands = commands.map(|it| it.expect("a command").replace('\'', ""));
    commands.collect()
}

fn works(folder: &TempDir, example: &str) {
    let words = example.strip_prefix("jop ").expect("a command");
    let output = run(folder, words);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{example}: {told}");
}

#[test]
fn examples_on_vectors_work_as_typed() {
    let folder = folder();
    for name in ["a.jrec", "b.jrec"] {
        fs::copy(folder.path().join("sort.jrec"), folder.path().join(name)).expect("a copy");
    }
    let examples = examples(&folder, "cost compose");
    assert!(examples.len() >= 5, "{examples:?}");
    examples.iter().for_each(|example| works(&folder, example));
}

#[test]
fn examples_of_show_with_programs_of_ours_work_as_typed() {
    parts::long!();
    let folder = folder();
    let mut examples = examples(&folder, "show");
    examples.retain(|it| it.contains("--program") || it.contains(" lift.jrec"));
    assert!(examples.len() >= 12, "{examples:?}");
    examples.iter().for_each(|example| works(&folder, example));
}
