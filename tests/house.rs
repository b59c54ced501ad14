//! The house keeps its plan: dependencies run downwards, and `ARCHITECTURE.md` lists the crates as they are.

mod files;
mod lengths;
mod models;
mod rooms;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use toml::Table;

/// Folders by floor, lowest first; a crate may use crates of lower floors, and others of its own.
const FLOORS: &[&[&str]] = &[
    &["isa"],
    &["microcode", "method-cache", "runtime"],
    &["sim-core", "jopizer", "timing"],
    &["run"],
    &["profile"],
    &["lab"],
    &["pages"],
    &["cli"],
    &["start"],
    &["tests", "benches", "fuzz", "examples"],
];

const BEGIN: &str = "<!-- crates: begin -->\n";
const END: &str = "<!-- crates: end -->";

/// A crate of the workspace.
struct Member {
    folder: String,
    description: String,
    /// Crates of the workspace that it uses, tests apart.
    uses: BTreeSet<String>,
}

impl Member {
    fn floor(&self) -> usize {
        let wing = self.folder.split('/').next();
        let floor = FLOORS
            .iter()
            .position(|floor| floor.iter().any(|it| Some(*it) == wing));
        floor.unwrap_or_else(|| panic!("{} is on no floor of the house", self.folder))
    }
}

fn root() -> PathBuf {
    tests::path("..")
}

fn manifest(folder: &str) -> Table {
    let file = root().join(folder).join("Cargo.toml");
    let text =
        fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.parse()
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The crates by name.
fn members() -> BTreeMap<String, Member> {
    let workspace = manifest("");
    let folders = workspace["workspace"]["members"]
        .as_array()
        .expect("a list");
    let read = folders.iter().map(|folder| {
        let folder = folder.as_str().expect("a folder").to_owned();
        let manifest = manifest(&folder);
        let package = |key| {
            manifest["package"][key]
                .as_str()
                .expect("a text")
                .to_owned()
        };
        let uses = manifest.get("dependencies").and_then(|it| it.as_table());
        let uses = uses.into_iter().flat_map(|table| table.keys().cloned());
        let member = Member {
            folder,
            description: package("description"),
            uses: uses.collect(),
        };
        (package("name"), member)
    });
    let mut members: BTreeMap<String, Member> = read.collect();
    let names: BTreeSet<String> = members.keys().cloned().collect();
    for member in members.values_mut() {
        member.uses.retain(|name| names.contains(name));
    }
    members
}

/// All that a crate uses, directly or not.
fn reach(members: &BTreeMap<String, Member>, name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![name.to_owned()];
    while let Some(name) = open.pop() {
        for next in &members[&name].uses {
            if found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

fn table(members: &BTreeMap<String, Member>) -> String {
    let mut rows: Vec<(usize, &String, &Member)> = members
        .iter()
        .map(|(name, member)| (member.floor(), name, member))
        .collect();
    rows.sort_by_key(|(floor, _, member)| (*floor, member.folder.clone()));
    let mut text = "| folder | what it is | uses |\n|---|---|---|\n".to_owned();
    for (_, _, member) in rows {
        let uses: Vec<String> = member.uses.iter().map(|name| format!("`{name}`")).collect();
        let uses = if uses.is_empty() {
            "–".to_owned()
        } else {
            uses.join(", ")
        };
        let Member {
            folder,
            description,
            ..
        } = member;
        text.push_str(&format!("| `{folder}/` | {description} | {uses} |\n"));
    }
    text
}

#[test]
fn dependencies_run_downwards() {
    let members = members();
    for (name, member) in &members {
        for used in &member.uses {
            let below = &members[used];
            assert!(
                below.floor() <= member.floor(),
                "{name} ({}) uses {used} ({}), which is on a higher floor",
                member.folder,
                below.folder
            );
        }
    }
}

#[test]
fn the_table_of_crates_is_that_of_the_manifests() {
    let file = root().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&file).expect("the page");
    let (head, rest) = text.split_once(BEGIN).expect("the begin of the table");
    let (found, tail) = rest.split_once(END).expect("the end of the table");
    let expected = table(&members());
    if std::env::var_os("JOPLAB_BLESS").is_some() {
        fs::write(&file, format!("{head}{BEGIN}{expected}{END}{tail}")).expect("a writable page");
        return;
    }
    assert_eq!(
        found, expected,
        "the table of crates in ARCHITECTURE.md is out of date; if the manifests are right: JOPLAB_BLESS=1 cargo test -p tests house"
    );
}

/// Rust files in some of a crate's folders, with their texts.
fn sources(folder: &Path, parts: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = parts.iter().map(|part| folder.join(part)).collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                found.push((path.display().to_string(), text));
            }
        }
    }
    found
}

/// Whether a doc comment opens a block of Rust code.
fn has_doctest(text: &str) -> bool {
    let mut inside = false;
    for line in text.lines().map(str::trim_start) {
        let doc = line
            .strip_prefix("/// ```")
            .or_else(|| line.strip_prefix("//! ```"));
        if let Some(language) = doc {
            if !inside && ["", "rust", "no_run", "should_panic"].contains(&language) {
                return true;
            }
            inside = !inside;
        }
    }
    false
}

#[test]
fn no_crate_switches_off_tests_that_it_has() {
    for (name, member) in members() {
        let manifest = manifest(&member.folder);
        let is_off = |key: &str| {
            let value = manifest.get("lib").and_then(|lib| lib.get(key));
            value.and_then(toml::Value::as_bool) == Some(false)
        };
        let folder = root().join(&member.folder);
        let tests = sources(&folder, &["tests"]);
        // A test binary takes in private files, whose tests run there.
        let is_taken_in = |file: &str| {
            let end = file.strip_prefix(&folder.display().to_string());
            let end = end.map(|end| format!("..{end}\"]\n"));
            end.is_some_and(|end| tests.iter().any(|(_, text)| text.contains(&end)))
        };
        for (file, text) in sources(&folder, &["src", "rust"]) {
            let has_tests = text.contains("#[test]") && !is_taken_in(&file);
            assert!(
                !(has_tests && is_off("test")),
                "{name} has `test = false` and tests in {file}"
            );
            let has_doctest = has_doctest(&text);
            assert!(
                !(has_doctest && is_off("doctest")),
                "{name} has `doctest = false` and examples in {file}"
            );
        }
    }
}
