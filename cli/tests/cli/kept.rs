//! The instrumented JDK that runs keep: made once, whole or not there, removed on request.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::common::{jop, stderr, stdout};
use crate::cross::{compiled, names, send, until};

const HELLO: &str = r#"
public class Hello {
    public static void main(String[] args) {
        System.out.println("hello");
    }
}
"#;

/// What says that the JDK is being kept.
const MADE: &str = "are instrumented and kept for later runs";

/// A folder with a program; JDKs are kept in `cache` in it.
struct Place(TempDir);

impl Place {
    fn new() -> Option<Self> {
        compiled("Hello", HELLO).map(Self)
    }

    fn jop(&self, arguments: &[&str]) -> Command {
        let mut command = jop(arguments);
        command
            .current_dir(self.0.path())
            .env("TMPDIR", self.0.path().join("tmp"))
            .env("JOP_CACHE", self.0.path().join("cache"));
        command
    }

    fn prepare(&self) -> Command {
        self.jop(&["cross", "prepare", "--routines", "constant"])
    }

    fn run(&self) -> Output {
        let command = "cross run --cover jdk --routines constant -- java -cp . Hello";
        let words: Vec<&str> = command.split(' ').collect();
        self.jop(&words).output().unwrap()
    }

    fn kept(&self) -> PathBuf {
        self.0.path().join("cache/cross")
    }

    /// The only folder.
    fn only(&self) -> PathBuf {
        let names = names(&self.kept());
        assert_eq!(names.len(), 1, "{names:?}");
        self.kept().join(&names[0])
    }
}

fn ends_well(output: &Output) -> String {
    let text = stderr(output);
    assert!(output.status.success(), "{text}");
    text
}

/// Changes a byte in each so many of a file.
fn damage(path: &Path, every: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes
        .iter_mut()
        .skip(every)
        .step_by(every)
        .for_each(|byte| *byte ^= 1);
    fs::write(path, bytes).unwrap();
}

#[test]
fn the_first_run_keeps_the_jdk_and_clean_removes_it() {
    let Some(place) = Place::new() else {
        return;
    };
    for makes in [true, false] {
        let output = place.run();
        assert_eq!(ends_well(&output).contains(MADE), makes);
        assert_eq!(stdout(&output), "hello\n");
    }
    let prepared = ends_well(&place.prepare().output().unwrap());
    assert!(!prepared.contains(MADE), "{prepared}");
    let folder = place.only();
    assert!(folder.join("classes").is_file());
    let cleaned = place.jop(&["cross", "clean"]).output().unwrap();
    assert!(ends_well(&cleaned).contains("1 kept JDK removed"));
    assert_eq!(names(&place.kept()), [""; 0]);
}

#[test]
fn a_damaged_jdk_is_not_used_and_kept_again() {
    let Some(place) = Place::new() else {
        return;
    };
    ends_well(&place.prepare().output().unwrap());
    let classes = place.only().join("classes");
    // Behind the head: each class is another than its sum says.
    damage(&classes, 1 << 19);
    let output = place.run();
    ends_well(&output);
    assert_eq!(stdout(&output), "hello\n");
    assert!(!classes.exists());
    let again = ends_well(&place.prepare().output().unwrap());
    assert!(
        again.contains("is damaged: the JDK is kept again"),
        "{again}"
    );
    damage(&place.only().join("patch/java/lang/Thread.class"), 1000);
    let output = place.run();
    assert!(ends_well(&output).contains("is damaged: the JDK is kept again"));
    assert_eq!(stdout(&output), "hello\n");
    assert!(!ends_well(&place.run()).contains(MADE));
}

#[test]
fn two_may_keep_a_jdk_at_once_and_one_that_is_killed_leaves_none() {
    let Some(place) = Place::new() else {
        return;
    };
    let is_begun = || {
        let parts = fs::read_dir(place.kept()).into_iter().flatten();
        parts.flatten().any(|part| {
            let file = fs::metadata(part.path().join("classes"));
            file.is_ok_and(|file| file.len() > 1 << 20)
        })
    };
    let mut killed = place.prepare().stderr(Stdio::null()).spawn().unwrap();
    until(is_begun);
    send("KILL", &killed);
    killed.wait().unwrap();
    let names_of_whole = || {
        let mut names = names(&place.kept());
        names.retain(|name| name.starts_with("jdk-"));
        names
    };
    assert_eq!(names_of_whole(), [""; 0]);
    let both = [place.prepare(), place.prepare()]
        .map(|mut command| command.stderr(Stdio::piped()).spawn().unwrap());
    for one in both {
        ends_well(&one.wait_with_output().unwrap());
    }
    assert_eq!(names_of_whole().len(), 1);
    assert!(!ends_well(&place.run()).contains(MADE));
    // What the killed one left goes with the others.
    ends_well(&place.jop(&["cross", "clean"]).output().unwrap());
    assert_eq!(names_of_whole(), [""; 0]);
}

#[test]
fn without_room_for_a_jdk_runs_go_on_and_prepare_says_so_in_a_line() {
    let Some(place) = Place::new() else {
        return;
    };
    let limited = format!(
        "ulimit -f 20000; exec '{}' cross prepare --routines constant -q",
        env!("CARGO_BIN_EXE_jop")
    );
    let output = Command::new("bash")
        .args(["-c", &limited])
        .current_dir(place.0.path())
        .env("TMPDIR", place.0.path().join("tmp"))
        .env("JOP_CACHE", place.0.path().join("cache"))
        .output()
        .unwrap();
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("cannot keep the JDK: "), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert_eq!(names(&place.kept()), [""; 0]);
    assert_eq!(names(&place.0.path().join("tmp")), [""; 0]);
    // No folder, but a file.
    fs::remove_dir_all(place.0.path().join("cache")).unwrap();
    fs::write(place.0.path().join("cache"), "").unwrap();
    let output = place.run();
    assert!(ends_well(&output).contains("note: the JDK is not kept: "));
    assert_eq!(stdout(&output), "hello\n");
    let output = place.prepare().output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn classes_that_were_instrumented_for_no_method_cache_are_refused_with_one() {
    let Some(place) = Place::new() else {
        return;
    };
    fs::create_dir(place.0.path().join("in")).unwrap();
    fs::rename(
        place.0.path().join("Hello.class"),
        place.0.path().join("in/Hello.class"),
    )
    .unwrap();
    let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
    let instrument = words("cross instrument --lookups hits -o ready in");
    ends_well(&place.jop(&instrument).output().unwrap());
    let run = "cross run --lookups hits -- java -cp ready/in Hello";
    ends_well(&place.jop(&words(run)).output().unwrap());
    let output = place
        .jop(&words("cross run -- java -cp ready/in Hello"))
        .output()
        .unwrap();
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.contains("instrumented ahead of time with other options"),
        "{text}"
    );
}
