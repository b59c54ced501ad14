//! `THIRD-PARTY` names what others have written of the command and its pages, with their terms.
//!
//! It is made here from what cargo says, from the crates' own licence files, from the notices in the built pages and from those
//! in our Java sources. To renew it: `JOPLAB_BLESS=1 cargo test -p cli --test cli third_party`.

mod crates;
mod texts;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::common::{data, run, stdout};
use flate2::read::GzDecoder;
use texts::Texts;

const CURE: &str = "JOPLAB_BLESS=1 cargo test -p cli --test cli third_party";

const RULE: &str =
    "================================================================================";

#[test]
fn the_committed_file_names_what_is_linked_and_bundled_today() {
    let path = data("../THIRD-PARTY");
    let current = third_party();
    if std::env::var_os("JOPLAB_BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, &current).expect("THIRD-PARTY can be written");
    }
    let committed = fs::read_to_string(&path).expect("the committed file");
    let mut lines = committed.lines().zip(current.lines()).zip(1..);
    let first = lines.find(|((old, new), _)| old != new);
    assert!(
        committed == current,
        "THIRD-PARTY is not up to date, first line, committed and current: {first:?}; {CURE}"
    );
}

#[test]
fn the_command_prints_the_file() {
    let output = run(&["licenses"]);
    assert_eq!(output.status.code(), Some(0));
    let committed = fs::read_to_string(data("../THIRD-PARTY")).expect("the committed file");
    assert_eq!(stdout(&output), committed);
}

fn third_party() -> String {
    let mut texts = Texts::default();
    let crates = crates::listed(&mut texts);
    let mut file = format!(
        "Software of others in Joplab\n\n\
         Joplab itself is under the MIT licence or the Apache licence 2.0, as you choose: LICENSE-MIT, LICENSE-APACHE.\n\
         This file is generated: {CURE}\n\n\
         {RULE}\nCrates in the jop command, built for Linux on x86-64\n{RULE}\n\n\
         The standard library of Rust (MIT OR Apache-2.0) and:\n\n{crates}\
         {RULE}\nTexts that the crates refer to\n{RULE}\n\n{texts}"
    );
    for (title, parts) in [
        (
            "npm packages in the pages that the jop command writes",
            page_notices(),
        ),
        (
            "fdlibm, whose algorithms are those of our java.lang.StrictMath, and its cases and limits those of Math",
            java_notices(),
        ),
        (
            "ASM, inside the agent of jop cross",
            BTreeSet::from([licence("../profile/host/agent/asm.LICENSE")]),
        ),
        (
            "wasm-bindgen, inside the page of jop view",
            BTreeSet::from([licence("../pages/wasm/wasm-bindgen.LICENSE")]),
        ),
    ] {
        let _ = write!(file, "{RULE}\n{title}\n{RULE}\n\n");
        for part in parts {
            let _ = write!(file, "{part}\n\n");
        }
    }
    file.truncate(file.trim_end().len());
    file + "\n"
}

/// A licence that is a file of ours.
fn licence(file: &str) -> String {
    let text = fs::read_to_string(data(file)).expect("the licence");
    text.trim_end().to_owned()
}

/// The comments that the pages' build puts before their code.
fn page_notices() -> BTreeSet<String> {
    let mut notices = BTreeSet::new();
    for page in files(data("../pages/templates")) {
        let page = read_page(&page);
        let comments = page.split("/*!\nThird-party notices\n").skip(1);
        for comment in comments {
            let (comment, _) = comment.split_once("*/").expect("the end of a comment");
            let (_, packages) = comment.split_once(RULE).expect("a package");
            notices.insert(format!("{RULE}{}", packages.trim_end()));
        }
    }
    assert!(!notices.is_empty(), "pages with charts have notices");
    notices
}

/// A built page, or a packed library of pages.
fn read_page(path: &Path) -> String {
    let bytes = fs::read(path).expect("a page");
    let mut text = String::new();
    let read = match path.extension().is_some_and(|it| it == "gz") {
        true => GzDecoder::new(&*bytes).read_to_string(&mut text),
        false => bytes.as_slice().read_to_string(&mut text),
    };
    read.expect("a text");
    text
}

/// The notices behind the classes of our runtime that follow someone else's work.
fn java_notices() -> BTreeSet<String> {
    let mut notices = BTreeSet::new();
    for source in files(data("../runtime/src")) {
        let text = fs::read_to_string(&source).expect("a source");
        if let Some((_, notice)) = text.split_once("whose notice is:\n") {
            let lines = notice.lines().take_while(|line| !line.ends_with("*/"));
            let lines: Vec<_> = lines
                .map(|line| line.trim_start_matches([' ', '*']))
                .collect();
            notices.insert(lines.join("\n").trim().to_owned());
        }
    }
    assert!(!notices.is_empty(), "trigonometry has a notice");
    notices
}

/// A file, or all files of a folder and its folders.
fn files(path: impl AsRef<Path>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![path.as_ref().to_owned()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(entries(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path())
}
