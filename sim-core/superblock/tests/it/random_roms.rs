//! ROMs of random words, over all encodings, and of pieces of real microcode: the engine may leave, but not be wrong.

use std::fs;
use std::path::Path;

use superblock_kit::{Begin, Case, Search, Sources, Tally};
use tests::draw::Draw;

/// Cases of the short part.
const CASES: u64 = 3000;
/// Cases of the long part.
const MANY: u64 = 30_000;

/// Cases that differed once.
fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases"))
}

/// Compares engine and reference; a case in which they differ is printed and kept.
fn search(begin: Begin) -> Tally {
    let Draw { seed, cases } = Draw::of_environment(CASES, MANY);
    let search = Search { begin, seed, cases };
    let found = match search.run(&Sources::ours()) {
        Ok(tally) => {
            println!("{begin:?}, seed {}: {tally:?}, no difference", search.seed);
            return tally;
        }
        Err(found) => found,
    };
    let kept = found.keep(Path::new(env!("CARGO_TARGET_TMPDIR")));
    panic!(
        "{begin:?}, seed {}, case {}, which is kept as {kept:?} and belongs into {}:\n{found}",
        search.seed,
        found.number,
        folder().display()
    );
}

#[test]
fn random_roms_take_the_same_states_at_any_cut() {
    let tally = search(Begin::Reset);
    assert!(tally.cycles > 0);
}

#[test]
fn bytecodes_of_random_roms_take_the_same_states_at_any_cut() {
    let tally = search(Begin::Bytecodes);
    // Most cases come to a superblock.
    assert!(tally.block_cycles > 30 * tally.cases, "{tally:?}");
    assert!(tally.runs > tally.cases / 2, "{tally:?}");
}

#[test]
fn cases_that_differed_once_take_the_same_states() {
    let cases = fs::read_dir(folder()).into_iter().flatten();
    let mut paths: Vec<_> = cases.map(|case| case.expect("a file").path()).collect();
    paths.sort();
    let differences = paths.iter().filter_map(|path| {
        let text = fs::read_to_string(path).expect("a text");
        let case = Case::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let difference = case.check().err()?;
        Some(format!("{}: {}", path.display(), difference.report))
    });
    let differences: Vec<String> = differences.collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn a_case_reads_back_from_its_text() {
    let sources = Sources::ours();
    for (number, begin) in [(1, Begin::Reset), (u64::MAX, Begin::Bytecodes)] {
        let case = sources.case(number, begin);
        assert_eq!(Case::read(&case.text()), Ok(case.clone()));
        assert_eq!(sources.case(number, begin), case);
    }
}

#[test]
fn microcode_of_branches_alone_is_compiled() {
    let mut case = Sources::ours().case(1, Begin::Bytecodes);
    for word in (0x180..0x400).step_by(3) {
        case.rom.0 = vec![word; 2048];
        let difference = case.check().err();
        assert_eq!(difference, None, "{word:x}");
    }
}
