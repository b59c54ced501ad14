//! `jop cross run --library target` of programs with threads, which the fast engine executes, and of others, which it would have.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails the test")]

use std::fs::{self, File};
use std::path::Path;
use std::process::Output;

use crate::common::{jop, run, stderr, within};
use crate::cross::compiled;

const TWO: &str = r#"
public class Two {
    static int sum;
    static synchronized void add(int i) { sum += i; }
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> { for (int i = 0; i < 500; ++i) add(i); });
        thread.start();
        for (int i = 0; i < 500; ++i) add(1);
        thread.join();
        System.out.println(sum + " " + System.in.read() + args[0]);
        System.exit(5);
    }
}
"#;

const ONE: &str = r#"
public class One {
    static int twice(int i) { return i + i; }
    public static void main(String[] args) { System.out.println(twice(args.length)); }
}
"#;

/// What `jop` does in a folder with this input: of a file, so that it is there in the first cycle.
fn fed(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let file = folder.join("input");
    fs::write(&file, input).unwrap();
    let mut command = jop(arguments);
    let command = command.current_dir(folder).stdin(File::open(file).unwrap());
    command.output().unwrap()
}

fn target<'a>(options: &[&'a str], program: &[&'a str]) -> Vec<&'a str> {
    let start = ["cross", "run", "--library", "target"];
    [&start, options, &["--", "java", "-cp", "."], program].concat()
}

#[test]
fn a_program_with_threads_is_executed_as_on_the_fast_engine() {
    let Some(folder) = compiled("Two", TWO) else {
        return;
    };
    let executed = fed(folder.path(), &target(&[], &["Two", "a b"]), "x");
    let text = stderr(&executed);
    assert_eq!(executed.status.code(), Some(5), "{text}");
    assert_eq!(executed.stdout, b"125250 120a b\n");
    let note = "jop: note: Two can start threads: the fast engine executes it, ";
    assert!(text.starts_with(note), "{text}");
    assert!(
        text.ends_with(" 2 threads, executed by the fast engine\n"),
        "{text}"
    );

    let words = [
        "run", "-cp", ".", "Two", "--engine", "fast", "-o", "run.jrec", "--", "a b",
    ];
    assert_eq!(fed(folder.path(), &words, "x").status.code(), Some(5));
    let files = ["run.jrec", "cross.jrec"].map(|name| within(&folder, name));
    let equal = run(&["diff", &files[0], &files[1]]);
    assert!(equal.status.success(), "{}", stderr(&equal));
    let bytes = fs::read(&files[1]).unwrap();
    let profile = cross_profile::file::read(&bytes).unwrap();
    assert_eq!(profile.provenance.engine, "cross, executed: fast");
}

#[test]
fn what_the_engine_cannot_do_is_named_and_the_host_has_the_threads() {
    parts::long!();
    let Some(folder) = compiled("Two", TWO) else {
        return;
    };
    let cases: [(&[&str], &str); 3] = [
        (&["--threads", "host"], ""),
        (
            &["--lookups", "hits"],
            "take the JVM's place: --lookups is for the JVM\n",
        ),
        (
            &["--every", "1000000000"],
            "take the JVM's place: --every is for the JVM\n",
        ),
    ];
    for (options, reason) in cases {
        let output = fed(folder.path(), &target(options, &["Two", ""]), "x");
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(5), "{text}");
        assert_eq!(text.contains("jop: note: "), !reason.is_empty(), "{text}");
        assert!(text.contains(reason), "{text}");
        let share = " % of the cycles are in threads beside main";
        assert!(text.contains(share), "{text}");
    }
}

#[test]
fn a_short_run_names_the_command_that_is_exact_and_faster() {
    parts::long!();
    let Some(folder) = compiled("One", ONE) else {
        return;
    };
    let output = fed(folder.path(), &target(&[], &["One", "$a b", "c"]), "");
    let text = stderr(&output);
    let command = "exact: jop run --engine fast -cp . One -o cross.jrec -- '$a b' c\n";
    assert!(text.ends_with(command), "{text}");
    let output = fed(
        folder.path(),
        &target(&["--org", "one-block"], &["One"]),
        "",
    );
    let text = stderr(&output);
    assert!(!text.contains("jop: note: "), "{text}");
}
