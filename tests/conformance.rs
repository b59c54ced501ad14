//! The machine against the golden traces of the RTL: every vector, every column, every cycle.

use std::path::PathBuf;

use rayon::prelude::*;
use trace::golden::{Vector, compare};

/// Families of one processor and their vectors, as `tests/golden/README.md` lists them.
const FAMILIES: [(&str, usize); 21] = [
    ("all", 24),
    ("cache", 24),
    ("clock", 2),
    ("data-cache", 19),
    ("geometry", 7),
    ("io", 20),
    ("isa", 24),
    ("java", 24),
    ("mem", 24),
    ("memory-size", 2),
    ("object", 24),
    ("ram-cnt", 2),
    ("spm", 16),
    ("sram16", 16),
    ("ssram32", 4),
    ("stack-ram", 3),
    ("two-block", 3),
    ("uart", 11),
    ("uart-receive", 4),
    ("wild", 24),
    ("wild-memory", 12),
];

/// Families of several processors.
const SEVERAL: [(&str, usize); 8] = [
    ("cmp-cmpsync", 12),
    ("cmp-fair", 40),
    ("cmp-fixed-priority", 40),
    ("cmp-ihlu", 31),
    ("cmp-memory", 30),
    ("cmp-round-robin", 40),
    ("cmp-system", 50),
    ("cmp-tdma", 40),
];

/// The vectors of one processor, which every engine runs.
pub(crate) fn vectors() -> Vec<PathBuf> {
    vectors_of(&FAMILIES)
}

fn vectors_of(families: &[(&str, usize)]) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for &(family, count) in families {
        let folder = tests::path("golden/vectors").join(family);
        let entries = std::fs::read_dir(&folder).expect("a folder for each family");
        let found: Vec<_> = entries
            .map(|entry| entry.expect("a readable folder").path())
            .collect();
        assert_eq!(found.len(), count, "{}", folder.display());
        paths.extend(found);
    }
    paths.sort();
    paths
}

/// Vectors compared, their values, and what differs.
fn compare_all(paths: &[PathBuf]) -> (u64, Vec<String>) {
    let compared: Vec<(u64, Option<String>)> = paths
        .par_iter()
        .map(|path| {
            let vector = Vector::read(path).expect("a golden trace");
            let result = compare(&vector).expect("a machine for the trace");
            let failure = match result.divergence {
                Some(divergence) => Some(format!("{}: {:?}", vector.name, divergence.differences)),
                None if result.cycles != vector.trace.len() as u64 => {
                    Some(format!("{}: stopped after {}", vector.name, result.cycles))
                }
                None => None,
            };
            (result.values, failure)
        })
        .collect();
    let values = compared.iter().map(|(values, _)| values).sum();
    let failures = compared.into_iter().filter_map(|(_, failure)| failure);
    (values, failures.collect())
}

#[test]
fn every_vector_agrees_in_every_column_of_every_cycle() {
    let (_, failures) = compare_all(&vectors());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_vector_of_several_processors_agrees_in_every_column_of_every_cycle() {
    let paths = vectors_of(&SEVERAL);
    let (values, failures) = compare_all(&paths);
    println!("{} vectors, {values} values", paths.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn vectors_that_are_not_in_the_repository_agree_too() {
    let Some(folder) = std::env::var_os("JOPLAB_VECTORS") else {
        eprintln!("skipped: JOPLAB_VECTORS=FOLDER compares the vectors in the folders of a folder");
        return;
    };
    let files = |folder: &PathBuf| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries
            .map(|entry| entry.expect("readable").path())
            .collect()
    };
    let families: Vec<PathBuf> = files(&folder.into())
        .into_iter()
        .filter(|path| path.is_dir())
        .collect();
    let paths: Vec<PathBuf> = families.iter().flat_map(files).collect();
    assert!(!paths.is_empty());
    let (values, failures) = compare_all(&paths);
    eprintln!("{} vectors, {values} values", paths.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
