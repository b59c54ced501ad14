//! Timelines of snippets, checked against the files of `tests/golden/timeline`: input, configuration, phase and expected
//! output in one file. `JOPLAB_BLESS=1` rewrites the lines that begin with `;=`, and only these.

use std::path::{Path, PathBuf};

use crate::snippet::Snippet;
use superblock::BlockMachine;
use trace::timeline::Timeline;
use trace::{CodeNames, Tracer, Window};

const EXPECTED: &str = ";=";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/timeline")
}

fn timeline(snippet: &Snippet) -> String {
    let (machine, bytecodes) = snippet.staged();
    let mut machine = BlockMachine::new(machine);
    let mut text = Vec::new();
    let names = CodeNames::new(None, &snippet.microcode);
    let mut form = Timeline::new(&mut text, names, false);
    let mut tracer = Tracer::new(Window::Bytecodes(bytecodes), u64::MAX, None, &mut form);
    tracer.run(&mut machine, 100_000).unwrap();
    assert_eq!(
        tracer
            .finish(machine.machine().state.cycle)
            .unwrap()
            .windows,
        1
    );
    String::from_utf8(text).unwrap()
}

/// The file with these lines in place of those expected.
fn with_expected(file: &str, timeline: &str) -> String {
    let kept = file.lines().filter(|line| !line.starts_with(EXPECTED));
    let expected = timeline.trim_end().lines();
    let lines = kept
        .map(str::to_owned)
        .chain(expected.map(|line| format!("{EXPECTED} {line}").trim_end().to_owned()));
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// Lines that only one of them has, as a reader compares them.
fn difference(wanted: &str, found: &str) -> String {
    let (wanted, found): (Vec<_>, Vec<_>) = (wanted.lines().collect(), found.lines().collect());
    let mut text = String::new();
    for place in 0..wanted.len().max(found.len()) {
        let (old, new) = (wanted.get(place), found.get(place));
        if old != new {
            for (sign, line) in [("-", old), ("+", new)] {
                text.extend(line.map(|line| format!("{sign} {line}\n")));
            }
        }
    }
    text
}

#[test]
fn every_golden_timeline_is_that_of_the_machine() {
    let bless = std::env::var_os("JOPLAB_BLESS").is_some();
    let mut files: Vec<_> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|name| name == "timeline"))
        .collect();
    files.sort();
    assert!(files.len() >= 6, "{} timelines", files.len());
    let mut failed = String::new();
    for path in files {
        let file = std::fs::read_to_string(&path).unwrap();
        let found = with_expected(&file, &timeline(&Snippet::parse(&file)));
        if file == found {
            continue;
        }
        if bless {
            std::fs::write(&path, found).unwrap();
        } else {
            failed += &format!("{}\n{}", path.display(), difference(&file, &found));
        }
    }
    assert!(
        failed.is_empty(),
        "{failed}if this is right: JOPLAB_BLESS=1 cargo test -p trace timeline"
    );
}

#[test]
fn a_changed_machine_changes_the_timeline() {
    let text =
        std::fs::read_to_string(folder().join("wait-states-of-a-field-read.timeline")).unwrap();
    let faster = text.replace("ram_cnt = 4", "ram_cnt = 2");
    assert_ne!(
        timeline(&Snippet::parse(&text)),
        timeline(&Snippet::parse(&faster))
    );
}
