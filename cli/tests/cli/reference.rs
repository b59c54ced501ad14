//! What the command prints about itself and the machine: options, instruction sets, completions.

use tempfile::tempdir;

use crate::common::{commands_below, json_rows, run, stderr, stdout, within};

#[test]
fn the_printed_machine_is_a_machine_file_that_gives_itself() {
    let folder = tempdir().unwrap();
    let all = run(&["config", "--all"]);
    let file = within(&folder, "machine.toml");
    std::fs::write(&file, &all.stdout).unwrap();
    let again = run(&["config", &file]);
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert_eq!(stdout(&again), stdout(&all));
}

#[test]
fn a_machine_file_shows_in_the_whole_machine_it_gives() {
    let folder = tempdir().unwrap();
    let file = within(&folder, "machine.toml");
    std::fs::write(&file, "spm_width = 8").unwrap();
    let text = stdout(&run(&["config", &file]));
    assert!(
        text.contains("\nspm_width = 8\n") && text.contains("\nram_cnt = 2\n"),
        "{text}"
    );
}

#[test]
fn the_help_of_every_command_has_examples() {
    let names = commands_below(&[]);
    assert!(names.len() > 20, "{names:?}");
    for name in &names {
        let help = stdout(&run(&[name.as_str(), "--help"]));
        assert!(help.contains("\nExamples:\n  jop "), "{name}");
        for part in commands_below(&[name]) {
            let help = stdout(&run(&[name.as_str(), part.as_str(), "--help"]));
            assert!(help.contains("\nExamples:\n  jop "), "{name} {part}");
        }
    }
}

#[test]
fn whatever_cannot_be_read_is_named_in_the_same_words() {
    // A name that is part of the message.
    let commands = [
        "run a.jop",
        "run a.class",
        "run a.jar",
        "run a.java",
        "show a",
        "show tree a -o b.html",
        "show code a",
        "show time a",
        "show sites a",
        "show contexts a --as csv",
        "trace a.jop",
        "validate a.jop",
        "explore --caches a.jop",
        "explore --caches a.jrec",
        "check a",
        "check --init a",
        "diff a b",
        "asm a",
        "disasm a",
        "inspect a.jop",
        "config a",
        "conform a",
        "cost diff a b",
        "cost predict a.jop",
        "cross merge a -o b.jrec",
    ];
    for command in commands {
        let arguments: Vec<&str> = command.split(' ').collect();
        let output = run(&arguments);
        let message = stderr(&output).to_lowercase();
        assert_eq!(output.status.code(), Some(2), "{command}: {message}");
        let file = arguments
            .iter()
            .find(|it| it.starts_with('a') && !it.contains("sm"));
        let start = format!(
            "jop: error: {}: cannot read: no such file",
            file.expect("a file")
        );
        assert!(message.starts_with(&start), "{command}: {message}");
        assert!(!message.contains("os error"), "{command}: {message}");
    }
}

#[test]
fn every_bytecode_has_its_row_in_every_format() {
    let csv = stdout(&run(&["isa", "--bytecodes", "--format", "csv"]));
    assert_eq!(csv.lines().count(), 1 + 256);
    assert!(
        csv.starts_with("code,name,operand_bytes,implementation\n00,nop,0,microcode\n"),
        "{csv}"
    );
    let json = run(&["isa", "--bytecodes", "--format", "json"]);
    let rows = json_rows(&stdout(&json));
    assert_eq!(rows.len(), 256);
    assert_eq!(rows[0xb6]["name"], "invokevirtual");
    let table = stdout(&run(&["isa", "--bytecodes"]));
    assert_eq!(table.lines().count(), 1 + 256);
}

#[test]
fn every_shell_gets_a_script_that_asks_jop() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&run(&["completions", shell]));
        assert!(script.contains("COMPLETE"), "{shell}: it asks jop");
    }
}
