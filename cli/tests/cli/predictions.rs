//! `jop check` with predictions of others: limits, goldens, exit codes, and commands that do not predict.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::common::{jop, stderr, stdout};

const TWO_MACHINES: &str = "\
goldens = \"timing\"

[configurations]
default = {}
slow = { ram_cnt = 4, jpc_width = 10 }

[programs]
short = { embedded = \"lift\", arguments = [\"1\"] }
deep = { embedded = \"recursion\", arguments = [\"1\"] }

";

fn check(folder: &Path, rest: &str, arguments: &[&str]) -> Output {
    fs::write(folder.join("timing.toml"), format!("{TWO_MACHINES}{rest}")).expect("a manifest");
    let mut command = jop(&[&["check"], arguments].concat());
    command.current_dir(folder).env("GITHUB_ACTIONS", "false");
    command.output().expect("jop starts")
}

fn cases(output: &Output) -> Vec<Value> {
    let document: Value = serde_json::from_str(&stdout(output)).expect("JSON");
    document["cases"].as_array().expect("cases").clone()
}

#[test]
fn a_table_equal_to_the_derived_one_has_no_error_in_any_row() {
    let folder = tempfile::tempdir().expect("a folder");
    let derived = jop(&["cost", "derive", "-o", "mine.toml"])
        .current_dir(folder.path())
        .output()
        .expect("jop starts");
    assert!(derived.status.success(), "{}", stderr(&derived));
    let rest = "[[check]]\nprograms = [\"short\", \"deep\"]\ntable = \"mine.toml\"\nrecord = []\n\
                max_error = 0\nmax_method_error = 0\nmax_bytecode_error = 0\n";
    let output = check(folder.path(), rest, &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let cases = cases(&output);
    assert_eq!(cases.len(), 4);
    for case in cases {
        let rows = case["errors"].as_array().expect("rows");
        assert!(rows.len() > 50, "{}", rows.len());
        for row in rows {
            assert_eq!(row["truth"], row["predicted"], "{row}");
            assert_eq!(row["is_beyond"], false, "{row}");
        }
        assert_eq!(case["parts"], Value::Array(Vec::new()));
    }
}

#[test]
fn another_table_is_beyond_its_limits_and_says_where() {
    let folder = tempfile::tempdir().expect("a folder");
    let rest = "[[check]]\nprograms = [\"short\"]\nconfigurations = [\"default\"]\n\
                table = \"published\"\nrecord = []\nmax_bytecode_error = 0\n";
    let output = check(folder.path(), rest, &[]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    for part in ["beyond", "by method", "by bytecode", "by part", "prices"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("--bless"), "{text}");
}

#[test]
fn a_golden_of_a_prediction_is_blessed_and_held_to_the_cycle() {
    let folder = tempfile::tempdir().expect("a folder");
    let rest = "[[check]]\nprograms = [\"deep\"]\ntable = \"mine.toml\"\n";
    let table = folder.path().join("mine.toml");
    fs::write(&table, "base = \"derived\"\n").expect("a table");
    let code = |arguments: &[&str]| check(folder.path(), rest, arguments).status.code();
    assert_eq!(code(&[]), Some(1));
    assert_eq!(code(&["--bless"]), Some(0));
    assert!(
        folder
            .path()
            .join("timing/deep.slow.table-mine.toml")
            .exists()
    );
    assert_eq!(code(&[]), Some(0));
    let other = "base = \"derived\"\n[[bytecode]]\nname = \"iadd\"\ncycles = 2\n";
    fs::write(&table, other).expect("a table");
    let output = check(folder.path(), rest, &[]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("the prediction did"), "{text}");
}

#[test]
fn a_key_that_does_not_fit_is_one_line_with_its_place_and_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    for (rest, message) in [
        (
            "predictor = 'x'\ntable = 'published'",
            "one of `table`, `profile` and `predictor`",
        ),
        ("max_error = 1", "max_error limits a prediction"),
        ("time_limit = 1", "time_limit belongs to a predictor"),
        (
            "table = 'published'\nskip_if_missing = true",
            "skip_if_missing belongs to a predictor",
        ),
        (
            "table = 'published'\nmax_error = -1",
            "a percentage of 0 or more",
        ),
        ("table = 'published'\nengine = 'fast'", "leave engine out"),
        (
            "table = 'published'\nrecord = ['cache']",
            "total, methods and bytecodes",
        ),
        ("table = 'published'\nrecord = []", "nothing is recorded"),
        ("table = 'none.toml'", "there is no none.toml"),
        (
            "profile = 'timing.toml'",
            "of one program on one configuration",
        ),
        ("predictor = ' '", "predictor names no command"),
        ("predictor = 'x'\ntime_limit = 0", "from 1 to 86400"),
    ] {
        let rest = format!("[[check]]\nprograms = ['deep']\n{rest}\n");
        let output = check(folder.path(), &rest, &[]);
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{rest}: {error}");
        assert!(error.contains("timing.toml:"), "{error}");
        assert!(error.contains(message), "{message}: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    }
}

#[test]
fn a_command_that_is_missing_is_an_error_or_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let rest = "[[check]]\nprograms = ['deep']\nconfigurations = ['default']\nrecord = []\n\
                max_error = 1\npredictor = 'joplab-no-such-command'\n";
    let output = check(folder.path(), rest, &[]);
    assert_eq!(output.status.code(), Some(2));
    let error = stderr(&output);
    assert!(error.contains("is no command of this host"), "{error}");
    let output = check(
        folder.path(),
        &format!("{rest}skip_if_missing = true\n"),
        &[],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let note = stderr(&output);
    assert!(note.contains("deep on default is left out"), "{note}");
    assert_eq!(stdout(&output), "no case was checked\n");
}

/// Checks what becomes of a shell script that predicts.
#[cfg(unix)]
fn with_script(script: &str, keys: &str) -> Output {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("predict.sh");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("the right");
    let rest = format!(
        "[[check]]\nprograms = ['deep']\nconfigurations = ['slow']\n{keys}\n\
         predictor = './predict.sh one'\n"
    );
    check(folder.path(), &rest, &["--format", "json"])
}

#[cfg(unix)]
#[test]
fn a_script_gets_program_machine_and_arguments_and_predicts_the_run() {
    let script = "test \"$1\" = one && test -s \"$2\" && test -s \"$2.sym.json\" || exit 3\n\
                  grep -q '^ram_cnt = 4' \"$3\" && test \"$4\" = 1 || exit 4\n\
                  test \"$JOPLAB_PROGRAM@$JOPLAB_CONFIGURATION\" = deep@slow || exit 5\n\
                  echo '{\"cycles\": 10}'";
    let output = with_script(script, "record = []\nmax_error = 1");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let case = &cases(&output)[0];
    assert_eq!(case["result"], "beyond");
    assert_eq!(case["errors"][0]["predicted"], 10);
    let truth = case["errors"][0]["truth"].as_u64().expect("cycles");
    assert!(truth > 1000, "{truth}");
    // The machine's own cycles are without error.
    let right = format!("echo '{{\"cycles\": {truth}}}'");
    let output = with_script(&right, "record = []\nmax_error = 0");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn a_script_that_does_not_predict_gives_one_line_and_code_2() {
    let limits = "record = []\nmax_error = 1";
    for (script, keys, message) in [
        ("echo no model >&2; exit 7", limits, "it says: no model"),
        ("exit 7", limits, "it says nothing"),
        ("echo 12 cycles", limits, "printed no JSON of cycles"),
        (
            "exec sleep 60",
            "record = []\nmax_error = 1\ntime_limit = 1",
            "has not ended after 1 s",
        ),
        (
            "echo '{\"cycles\": 5}'",
            "record = []\nmax_method_error = 1",
            "has no cycles of methods",
        ),
        (
            "echo '{\"cycles\": 5}'",
            "record = ['total', 'bytecodes']",
            "has no cycles of bytecodes",
        ),
    ] {
        let output = with_script(script, keys);
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{script}: {error}");
        assert!(error.contains("timing.toml:"), "{error}");
        assert!(error.contains(message), "{message}: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    }
}
