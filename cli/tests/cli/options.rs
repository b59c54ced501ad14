//! Options that many commands have: those that a document promises for all of them.

use crate::common::{run, stderr, stdout, within};

/// Every command with its path, from the definition of the command line.
fn commands() -> Vec<(String, clap::Command)> {
    let mut jop = cli::command();
    jop.build();
    let mut found = Vec::new();
    let mut open = vec![("jop".to_owned(), jop)];
    while let Some((path, command)) = open.pop() {
        for child in command.get_subcommands() {
            if child.get_name() != "help" {
                open.push((format!("{path} {}", child.get_name()), child.clone()));
            }
        }
        found.push((path, command));
    }
    found
}

fn has(command: &clap::Command, option: &str) -> bool {
    command
        .get_arguments()
        .any(|it| it.get_long() == Some(option))
}

fn without(given: &str, missing: &str) -> Vec<String> {
    let all = commands();
    let with: Vec<_> = all.iter().filter(|(_, it)| has(it, given)).collect();
    assert!(with.len() > 5, "{given}: {}", with.len());
    let lacking = with.into_iter().filter(|(_, it)| !has(it, missing));
    lacking.map(|(path, _)| path.clone()).collect()
}

/// Lines of `--help` that begin with an option, in all commands: `tests/option-slots.sh` counts the same.
const MOST_SLOTS: usize = 480;

#[test]
fn the_help_of_all_commands_lists_few_options() {
    let slots = commands().into_iter().map(|(_, command)| {
        let options = command.get_arguments();
        options
            .filter(|it| !it.is_positional() && !it.is_hide_set())
            .count()
    });
    let slots: usize = slots.sum();
    assert!(slots <= MOST_SLOTS, "{slots}");
}

#[test]
fn every_command_that_links_a_program_makes_frames_smaller_if_asked() {
    assert_eq!(without("keep-all", "shrink-frames"), [""; 0]);
}

#[test]
fn every_command_that_runs_a_program_takes_a_machine() {
    assert_eq!(without("max-cycles", "config"), [""; 0]);
}

#[test]
fn the_number_of_threads_changes_no_row() {
    for command in [
        "validate --program recursion,strings --format csv",
        "explore --program recursion --ram-cnt 2..4 --org fifo,lru --format csv",
        "jop-evaluate --program recursion --part accuracy --format csv --java no-such-java",
    ] {
        let [one, two] = ["1", "2"].map(|threads| {
            let words: Vec<&str> = command
                .split(' ')
                .chain(["--host-threads", threads])
                .collect();
            let output = run(&words);
            assert!(output.status.success(), "{command}: {}", stderr(&output));
            stdout(&output)
        });
        assert!(one.lines().count() > 2, "{command}: {one}");
        assert_eq!(one, two, "{command}");
    }
}

#[test]
fn options_of_the_timed_uart_are_refused_with_the_instant_one() {
    for options in [
        &["--uart-parity", "even"][..],
        &["--uart-ignore-rts"],
        &["--uart-line", "line.txt"],
    ] {
        let output = run(&[&["run", "--program", "recursion"], options, &["--", "1"]].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        let message = stderr(&output);
        assert!(message.contains("is for the timed UART"), "{message}");
    }
}

#[test]
fn a_comparison_for_programs_has_every_cause() {
    let rows = |words: &[&str]| {
        let output = run(words);
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let program = ["--program", "recursion", "--format", "csv"];
    let causes = rows(&[&["show", "causes"], &program[..], &["--", "1"]].concat());
    let compared = rows(
        &[
            &["explore", "--machines", "default"],
            &program[..],
            &["--", "1"],
        ]
        .concat(),
    );
    let columns: Vec<String> = compared
        .lines()
        .next()
        .expect("a heading")
        .split(',')
        .map(|it| it.replace(['-', ' '], "_"))
        .collect();
    let mut count = 0;
    for row in causes.lines().skip(1) {
        let cause = row
            .split(',')
            .next()
            .expect("a cause")
            .replace(['-', ' '], "_");
        assert!(columns.contains(&cause), "{cause} is not in {columns:?}");
        count += 1;
    }
    assert!(count > 8, "{causes}");
}

#[test]
fn the_table_of_a_run_that_is_watched_has_as_many_methods_as_are_asked_for() {
    let lines = |top: &str| {
        let words = "top --program recursion --every 500k --max-cycles 500k --top";
        let words: Vec<&str> = words.split(' ').chain([top, "--", "1"]).collect();
        stdout(&run(&words)).lines().count()
    };
    let [one, two, many, all] = ["1", "2", "1000", "0"].map(lines);
    assert_eq!(two, one + 1);
    assert!(all > two + 2, "{all}");
    assert_eq!(all, many);
}

#[test]
fn parts_in_a_file_are_the_same_for_a_run_that_is_watched_and_for_its_windows() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = within(&folder, "foci.toml");
    std::fs::write(
        &file,
        "[[focus]]\nname = \"here\"\nbelow = \"kernel.Recursion\"\n",
    )
    .expect("a file");
    let cycles = |words: &[&str]| {
        let program = ["--program", "recursion", "--foci", &file, "--", "1"];
        let output = run(&[words, &program].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        let text = stdout(&output);
        let numbers = text
            .lines()
            .filter(|line| line.contains("here"))
            .flat_map(str::split_whitespace)
            .filter_map(|it| it.replace(',', "").parse::<u64>().ok());
        numbers.max().expect("cycles of the part")
    };
    let watched = cycles(&["top", "--every", "100M"]);
    assert_eq!(watched, cycles(&["show", "time", "--metric", "cycles"]));
}
