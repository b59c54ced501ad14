//! Random programs that throw, on our library on the host, and the same programs on JOP.

use std::collections::BTreeSet;
use std::path::Path;

use differential::generate::unit;
use differential::sources;
use differential::tree::Unit;
use host_profile::{CacheModel, Exceptions, Routines, Settings};
use isa::MachineConfig;
use jopizer::{LinkOptions, link};
use rayon::prelude::*;

use crate::it::support::{Host, has_jdk, profile_on_jop, table};
use crate::it::target::{below_main, target_java};

/// Units of one program: its `main` has a call for each.
const UNITS: usize = 40;

/// Seeds of units with a method that is larger than a method may be.
const TOO_LARGE: [u64; 2] = [1685, 2215];

/// In one context of this one sums of `double`s take another path than on JOP (`docs/cross-limits.md`).
const OTHER_SUMS: u64 = 1167;

/// Makes room by a collection, if need be: what only the stack keeps alive there is not what the host's stack keeps.
const COLLECTION: &str = ";com.jopdesign.sys.Heap.makeRoom(II)I";
/// Calls it.
const ALLOCATION: &str = ";com.jopdesign.sys.Heap.allocate(IIII)I";

/// Its checks come in time, its stack is never full, and its heap so large that few programs have a collection.
fn machine() -> MachineConfig {
    MachineConfig {
        ram_cnt: 3,
        memory_words: 3 << 20,
        ram_width: 10,
        ..MachineConfig::default()
    }
}

/// The first units from a seed on that the default build executes as Java says.
fn units(from: u64, count: usize) -> Vec<Unit> {
    (from..)
        .filter(|seed| !TOO_LARGE.contains(seed) && *seed != OTHER_SUMS)
        .map(|seed| unit(&format!("U{seed}"), seed))
        .filter(|unit| !unit.strict_only)
        .take(count)
        .collect()
}

fn options(classes: &Path, count: usize) -> LinkOptions {
    LinkOptions {
        arguments: vec!["0".to_owned(), count.to_string()],
        memory_words: machine().memory_words,
        ..LinkOptions::new("Main", [classes.to_owned()])
    }
}

/// Contexts below main that differ from those on JOP, and how many there are.
fn differences(units: &[Unit]) -> (Vec<String>, usize) {
    let host = Host::new();
    let sources = sources(&units.iter().collect::<Vec<_>>());
    let texts = sources.iter().map(|(name, text)| (&**name, &**text));
    let classes = host.compile(&texts.collect::<Vec<_>>());
    compare(&host, &options(&classes, units.len()))
}

fn compare(host: &Host, options: &LinkOptions) -> (Vec<String>, usize) {
    let settings = Settings {
        cache: CacheModel::Hits,
        exceptions: Exceptions::Exact,
        runs_throws: true,
        ..Settings::default()
    };
    let output = target_java(host, options, &settings, &machine())
        .args(&options.arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let here = below_main(&host.outcome(&settings, &machine()).profile, "Main");
    let there = below_main(&profile_on_jop(&link(options).unwrap(), &machine()), "Main");
    let keys: BTreeSet<&String> = here.keys().chain(there.keys()).collect();
    let collects = there.keys().any(|key| key.contains("Collector.collect("));
    let wrong = keys
        .into_iter()
        .filter(|key| here.get(*key) != there.get(*key))
        .filter(|key| !(collects && (key.contains(COLLECTION) || key.ends_with(ALLOCATION))));
    let wrong = wrong.map(|key| format!("{key}: {:?} {:?}", here.get(key), there.get(key)));
    (wrong.collect(), there.len())
}

#[test]
fn every_context_of_random_programs_has_the_figures_that_it_has_on_jop() {
    if !has_jdk() {
        return;
    }
    check(&[units(1, 8)]);
}

#[test]
fn every_context_of_a_thousand_random_programs_has_the_figures_that_it_has_on_jop() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let all = units(1000, 1000);
    let batches: Vec<Vec<Unit>> = all.chunks(UNITS).map(<[Unit]>::to_vec).collect();
    check(&batches);
}

fn check(batches: &[Vec<Unit>]) {
    let found: Vec<(Vec<String>, usize)> =
        batches.par_iter().map(|units| differences(units)).collect();
    let differ: Vec<&String> = found.iter().flat_map(|(differ, _)| differ).collect();
    let contexts: usize = found.iter().map(|(_, contexts)| contexts).sum();
    assert!(
        differ.is_empty(),
        "{} of {contexts}: {differ:#?}",
        differ.len()
    );
    let units: usize = batches.iter().map(Vec::len).sum();
    assert!(contexts > 2000 * units, "{contexts}");
}

#[test]
fn a_memory_that_leaves_no_addresses_to_the_routines_is_refused() {
    let machine = MachineConfig {
        memory_words: 1 << 22,
        ..MachineConfig::default()
    };
    let file = |routines| {
        let settings = Settings {
            routines,
            ..Settings::default()
        };
        settings.file(
            &machine,
            &table(&machine),
            Path::new("out"),
            Path::new("runtime"),
        )
    };
    let refused = file(Routines::Exact).unwrap_err().to_string();
    assert!(refused.starts_with("memory_words = 4194304: "), "{refused}");
    assert!(file(Routines::Constant).is_ok());
}
