//! `jop check` with predictions of others: limits, goldens, exit codes, and commands that do not predict.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

#[cfg(unix)]
use crate::common::data;
use crate::common::{jop, stderr, stdout};
#[cfg(unix)]
use crate::cross::{names, send, until};
#[cfg(unix)]
use crate::schemas::json_schema;

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
    for part in ["beyond", "by method", "by bytecode", "by part", "library"] {
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
    assert!(
        note.contains("deep on default, predictor joplab-no-such-command, is left out"),
        "{note}"
    );
    assert_eq!(stdout(&output), "1 case: 1 left out\n");
}

#[test]
fn a_case_that_was_left_out_is_in_every_result_and_its_golden_is_no_stray() {
    let folder = tempfile::tempdir().expect("a folder");
    let rest = "[[check]]\nprograms = ['deep']\nconfigurations = ['default']\nskip_if_missing = true\n\
                predictor = 'joplab-no-such-command'\n";
    let json = check(folder.path(), rest, &["--format", "json"]);
    let document: Value = serde_json::from_str(&stdout(&json)).expect("JSON");
    assert_eq!(document["left_out"][0]["program"], "deep");
    let csv = check(
        folder.path(),
        rest,
        &["--format", "csv", "--junit", "r.xml"],
    );
    let start = "deep,default,predictor joplab-no-such-command,left out,";
    assert!(stdout(&csv).contains(start), "{}", stdout(&csv));
    let junit = fs::read_to_string(folder.path().join("r.xml")).expect("a file");
    assert!(junit.contains("<skipped "), "{junit}");
    let golden = "timing/deep.default.predictor-joplab-no-such-command.toml";
    fs::create_dir(folder.path().join("timing")).expect("a folder");
    fs::write(folder.path().join(golden), "").expect("a golden");
    let bless = check(folder.path(), rest, &["--bless"]);
    assert_eq!(bless.status.code(), Some(0), "{}", stderr(&bless));
    assert!(
        !stderr(&bless).contains("belongs to no case"),
        "{}",
        stderr(&bless)
    );
}

#[test]
fn build_servers_get_the_rows_beyond_a_limit_and_blessing_keeps_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let rest = "[[check]]\nprograms = ['short', 'deep']\ntable = 'published'\nmax_error = 0\n\
                [[check]]\nprograms = ['short']\ntable = 'derived'\nmax_error = 0\n";
    let bless = check(folder.path(), rest, &["--bless"]);
    assert_eq!(bless.status.code(), Some(0), "{}", stderr(&bless));
    let note = "deep on slow stays beyond a limit, which no golden changes: total error";
    assert!(stderr(&bless).contains(note), "{}", stderr(&bless));
    let output = check(folder.path(), rest, &["--junit", "r.xml", "--github"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let annotations = stderr(&output);
    assert_eq!(
        annotations.matches("::error file=timing/").count(),
        4,
        "{annotations}"
    );
    let junit = fs::read_to_string(folder.path().join("r.xml")).expect("a file");
    assert_eq!(junit.matches("<testsuite ").count(), 2, "{junit}");
    assert_eq!(junit.matches("<testcase ").count(), 6, "{junit}");
    assert_eq!(junit.matches("type=\"beyond\"").count(), 4, "{junit}");
    assert!(junit.contains("total.cycles: "), "{junit}");
    // Every row, whatever `--top` says.
    let csv = stdout(&check(
        folder.path(),
        rest,
        &["--format", "csv", "--top", "1"],
    ));
    for start in [
        "short,slow,table published,beyond,total,cycles,",
        "short,slow,table derived,same,bytecodes,iadd,",
        "deep,default,table published,beyond,methods,",
        "deep,default,table published,beyond,part,library,",
    ] {
        assert!(csv.contains(start), "{start}: {csv}");
    }
}

#[test]
fn a_profile_of_the_run_itself_has_no_error_and_one_of_another_program_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |program: &str| {
        let output = jop(&[
            "run",
            "-q",
            "--program",
            program,
            "--engine",
            "fast",
            "-o",
            "own.jrec",
        ])
        .args(["--", "1"])
        .current_dir(folder.path())
        .output()
        .expect("jop starts");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    };
    let rest = "[[check]]\nprograms = ['deep']\nconfigurations = ['default']\nprofile = 'own.jrec'\n\
                record = []\nmax_error = 0\nmax_method_error = 0\nmax_bytecode_error = 0\n";
    run("recursion");
    let output = check(folder.path(), rest, &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(cases(&output)[0]["errors"].as_array().expect("rows").len() > 30);
    run("lift");
    let output = check(folder.path(), rest, &[]);
    let error = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("timing.toml:") && error.contains("own.jrec"),
        "{error}"
    );
}

/// A manifest with a shell script that predicts.
#[cfg(unix)]
fn script_in(folder: &Path, script: &str, keys: &str) -> String {
    use std::os::unix::fs::PermissionsExt as _;

    let path = folder.join("predict.sh");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("the right");
    format!(
        "[[check]]\nprograms = ['deep']\nconfigurations = ['slow']\n{keys}\n\
         predictor = './predict.sh one'\n"
    )
}

/// Checks what becomes of a shell script that predicts.
#[cfg(unix)]
fn with_script(script: &str, keys: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let rest = script_in(folder.path(), script, keys);
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
        ("echo 12 cycles", limits, "printed no JSON object of cycles"),
        (
            "printf '\\377\\000'",
            limits,
            "printed no JSON object of cycles",
        ),
        (
            "echo '{\"methods\": {\"nobody.Knows.it()V\": 5}}'",
            limits,
            "none of its 1 methods is one of the program",
        ),
        ("yes '{\"cycles\": 1}'", limits, "printed more than 16 MB"),
        ("yes >&2", limits, "printed more than 16 MB"),
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

/// Something that a script has started grows as long as it lives.
#[cfg(unix)]
const GROWS: &str = "(while :; do echo >>\"$ticks\"; sleep 0.02; done) & wait";

/// Returns true if a file has stopped growing.
#[cfg(unix)]
fn has_stopped(ticks: &Path) -> bool {
    let length = || fs::metadata(ticks).expect("it has started").len();
    let before = length();
    std::thread::sleep(std::time::Duration::from_millis(200));
    before == length()
}

#[cfg(unix)]
#[test]
fn a_predictor_that_hangs_ends_with_all_that_it_has_started() {
    let folder = tempfile::tempdir().expect("a folder");
    let ticks = folder.path().join("ticks");
    let script = format!("ticks={ticks:?}\n{GROWS}");
    let output = with_script(&script, "record = []\nmax_error = 1\ntime_limit = 1");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(has_stopped(&ticks));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_predictors_and_leaves_nothing_behind() {
    for signal in ["INT", "TERM"] {
        let folder = tempfile::tempdir().expect("a folder");
        let (ticks, temporary) = (folder.path().join("ticks"), folder.path().join("tmp"));
        fs::create_dir(&temporary).expect("a folder");
        let script = format!("trap '' INT TERM\nticks={ticks:?}\n{GROWS}");
        let rest = script_in(folder.path(), &script, "record = []\nmax_error = 1");
        fs::write(
            folder.path().join("timing.toml"),
            format!("{TWO_MACHINES}{rest}"),
        )
        .expect("a manifest");
        let mut child = jop(&["check"])
            .current_dir(folder.path())
            .env("TMPDIR", &temporary)
            .spawn()
            .expect("jop starts");
        until(|| ticks.exists());
        assert_eq!(names(&temporary).len(), 1);
        send(signal, &child);
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(130), "{signal}");
        assert_eq!(names(&temporary), [""; 0], "{signal}");
        assert!(has_stopped(&ticks), "{signal}");
    }
}

#[cfg(unix)]
#[test]
fn the_schema_takes_what_the_command_takes() {
    let schema = fs::read_to_string(data("../docs/schemas/input/predictor.json")).expect("a file");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    for (text, is_taken) in [
        (r#"{"cycles": 7}"#, true),
        (r#"{"methods": {"kernel.Recursion.permute(I)V": 7}}"#, true),
        (
            r#"{"methods": {"kernel.Recursion.permute": 7}, "cycles": 7, "bytecodes": {"iadd": 3}}"#,
            true,
        ),
        (r#"{"bytecodes": {"iadd": 3}}"#, false),
        ("{}", false),
        ("[7]", false),
        (r#"{"cycles": -7}"#, false),
        (r#"{"cycles": 7.5}"#, false),
        (
            r#"{"methods": {"kernel.Recursion.permute(I)V": "7"}}"#,
            false,
        ),
        (r#"{"cycles": 7, "unit": 5}"#, false),
    ] {
        let output = with_script(&format!("echo '{text}'"), "record = []\nmax_error = 1");
        let code = if is_taken { 1 } else { 2 };
        assert_eq!(
            output.status.code(),
            Some(code),
            "{text}: {}",
            stderr(&output)
        );
        let value = serde_json::from_str(text).expect("JSON");
        let errors = json_schema::errors(&schema, &value);
        assert_eq!(errors.is_empty(), is_taken, "{text}: {errors:?}");
    }
}

#[cfg(unix)]
#[test]
fn methods_of_a_prediction_may_take_0_cycles_and_unknown_ones_are_beyond_any_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "echo '{\"methods\": {\"kernel.Recursion.main([Ljava/lang/String;)V\": 0, \"nobody.Knows.it()V\": 5}}'";
    let rest = script_in(
        folder.path(),
        script,
        "record = ['methods']\nmax_method_error = 200",
    );
    let output = check(folder.path(), &rest, &["--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let case = &cases(&output)[0];
    let rows = case["errors"].as_array().expect("rows");
    let row = |name: &str| rows.iter().find(|row| row["name"] == name).expect(name);
    let main = row("kernel.Recursion.main([Ljava/lang/String;)V");
    assert_eq!(
        (main["predicted"].as_u64(), main["error"].as_f64()),
        (Some(0), Some(-1.0))
    );
    let unknown = row("nobody.Knows.it()V");
    assert_eq!(
        (&unknown["error"], &unknown["is_beyond"]),
        (&Value::Null, &Value::Bool(true))
    );
    let beyond = rows.iter().filter(|row| row["is_beyond"] == true).count();
    assert_eq!(beyond, 1, "{rows:?}");
}
