//! Signals that end commands which run others.

use std::process::Stdio;

use parts::has_jdk;

use crate::common::jop;
use crate::cross::{names, send, until};

#[test]
fn a_signal_ends_an_evaluation_and_what_it_has_started() {
    if !has_jdk() {
        return;
    }
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = jop(&["jop-evaluate", "--program", "lift", "--part", "accuracy"]);
        let mut child = command
            .args(["-o", "out.csv", "--page", "out.html"])
            .current_dir(folder.path())
            .env("TMPDIR", folder.path())
            .stderr(Stdio::null())
            .spawn()
            .expect("jop runs");
        // Its own folder, and that of the cross-profiler which it runs.
        let has = |start: &str| {
            let names = names(folder.path());
            names.iter().any(|name| name.starts_with(start))
        };
        until(|| has("jop-cross-"));
        assert!(has("jop-evaluate-"), "{:?}", names(folder.path()));
        send(signal, &child);
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(code), "{signal}");
        assert_eq!(names(folder.path()), [""; 0], "{signal}");
    }
}
