//! Crates that are linked into the command, with licence, owners and texts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::texts::Texts;
use super::{entries, files};
use crate::common::data;

/// What the list is made for; other systems have other crates beside the same.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Name and version.
type Key = (String, String);

/// A paragraph for each crate. Texts that they refer to are added.
pub(super) fn listed(texts: &mut Texts) -> String {
    let packages = packages();
    let mut list = String::new();
    for key in linked() {
        let package = &packages[&key];
        let (name, version) = key;
        let licence = package["license"].as_str().expect("a licence");
        let _ = writeln!(list, "{name} {version} ({licence})");
        if let Some(repository) = package["repository"].as_str() {
            let _ = writeln!(list, "    {repository}");
        }
        let mut numbers = BTreeSet::new();
        let (found, mut copyrights) = said(package, licence);
        for text in found {
            let (number, lines) = texts.add(&text);
            numbers.insert(number);
            copyrights.extend(lines);
        }
        for copyright in copyrights {
            let _ = writeln!(list, "    {copyright}");
        }
        assert!(!numbers.is_empty(), "{name} has no text for {licence}");
        let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
        let _ = write!(list, "    texts: {}\n\n", numbers.join(", "));
    }
    list
}

/// Licence texts of a crate. Where its package has none: those of the licences that it names, and its authors.
fn said(package: &Value, licence: &str) -> (Vec<String>, BTreeSet<String>) {
    let manifest = package["manifest_path"].as_str().expect("a path");
    let folder = Path::new(manifest).parent().expect("a folder");
    let own = licence_files(folder);
    if !own.is_empty() {
        return (own, BTreeSet::new());
    }
    let standard = [
        ("MIT", "../LICENSE-MIT"),
        ("Apache-2.0", "../LICENSE-APACHE"),
    ];
    let texts = standard.iter().filter(|(name, _)| licence.contains(name));
    let texts = texts.map(|(_, file)| {
        let text = fs::read_to_string(data(file)).expect("our own licence");
        let lines = text
            .lines()
            .filter(|line| !line.starts_with("Copyright (c)"));
        lines.collect::<Vec<_>>().join("\n")
    });
    let authors = package["authors"].as_array().expect("authors").iter();
    let authors = authors.filter_map(|author| Some(format!("Copyright (c) {}", author.as_str()?)));
    (texts.collect(), authors.collect())
}

fn licence_files(folder: &Path) -> Vec<String> {
    let is_licence = |path: &Path| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_lowercase();
        [
            "license",
            "licence",
            "unlicense",
            "copying",
            "copyright",
            "notice",
        ]
        .iter()
        .any(|start| name.starts_with(start))
    };
    let mut paths: Vec<_> = entries(folder).filter(|path| is_licence(path)).collect();
    paths.sort();
    let paths = paths.iter().flat_map(files);
    paths
        .map(|path| String::from_utf8_lossy(&fs::read(path).expect("a licence")).into_owned())
        .collect()
}

/// Crates that the command is linked with, ours and macros aside: sorted.
fn linked() -> BTreeSet<Key> {
    let tree = cargo(&[
        "tree",
        "--package",
        "cli",
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--format",
        "{p}",
        "--target",
        TARGET,
    ]);
    // Ours are followed by their folder.
    let others = tree.lines().filter(|line| !line.contains("(/"));
    let keys = others.filter_map(|line| {
        let mut words = line.split_whitespace();
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        Some((name.to_owned(), version.to_owned()))
    });
    keys.collect()
}

/// What cargo knows of each package.
fn packages() -> BTreeMap<Key, Value> {
    let metadata = cargo(&[
        "metadata",
        "--format-version",
        "1",
        "--filter-platform",
        TARGET,
    ]);
    let mut metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    let packages = metadata["packages"].as_array_mut().expect("packages");
    let keyed = packages.drain(..).map(|package| {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        ((text("name"), text("version")), package)
    });
    keyed.collect()
}

fn cargo(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(arguments)
        .arg("--locked")
        .current_dir(data(".."));
    let output = command.output().expect("cargo starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}
