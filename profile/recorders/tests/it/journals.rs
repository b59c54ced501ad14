//! Windows that go to a journal: the same file in the end, and a recording up to any cut of the journal.

use std::io::Cursor;
use std::sync::LazyLock;

use metrics::{Every, Metrics, journal};
use proptest::prelude::*;
use record::Pattern;
use recorders::{Choice, FastRecordedRun, Windows};
use run::{End, Engine as _, Setup};

use crate::{fast_engine_of, setup, start};

/// The program is stopped here: what is not over has a journal, too.
const LIMIT: u64 = 400_000;

fn windows(every: Every) -> Choice {
    Choice {
        windows: Some(Windows {
            every,
            opcodes: vec![isa::op::IALOAD],
        }),
        ..Choice::default()
    }
}

/// Everything that a run can record, on superblocks.
fn more(every: Every) -> Choice {
    Choice {
        heap: true,
        lookups: true,
        ..windows(every)
    }
}

/// A run in slices of so many cycles, each of which the journal sees: the journal, and the file of all sections.
fn journaled(setup: &Setup, choice: Choice, slice: u64) -> (Vec<u8>, Vec<u8>) {
    let mut bytes = Cursor::new(Vec::new());
    let mut run = start(setup, choice);
    let begun = run.journal(&mut bytes, setup).expect("memory takes it");
    let mut journal = begun.expect("windows are recorded");
    while run.cycle() < LIMIT {
        let Ok(_) = run.run((run.cycle() + slice).min(LIMIT));
        run.add_to(&mut journal).expect("memory takes it");
    }
    let recorded = run.finish(End::MaxCycles, setup);
    let mut file = Vec::new();
    let written = recorded.write(Some(journal), &mut file);
    written.expect("memory takes it");
    (bytes.into_inner(), file)
}

fn in_memory(setup: &Setup, choice: Choice) -> Vec<u8> {
    let mut run = start(setup, choice);
    while run.cycle() < LIMIT {
        let Ok(_) = run.run(LIMIT);
    }
    let recorded = run.finish(End::MaxCycles, setup);
    recorded.recording().expect("memory takes it").to_bytes()
}

/// What is there of a journal that was cut.
fn mended(cut: &[u8]) -> Option<(Metrics, u64)> {
    let (mended, cycles) = match journal::mended(&journal::before_damage(cut)?) {
        Err(metrics::file::MetricsError::NoWindow) => return None,
        mended => mended.expect("a journal"),
    };
    Some((metrics::file::of(&mended).expect("windows"), cycles))
}

#[test]
fn the_file_is_the_same_with_a_journal_as_without() {
    let calls = Every::Calls {
        method: Pattern("main".to_owned()),
        number: 1,
    };
    for name in ["gc-stress", "producer-consumer", "lift"] {
        let setup = setup(name, 200);
        for every in [
            Every::Cycles(1_000),
            Every::Fitting,
            Every::Regions,
            calls.clone(),
        ] {
            let expected = in_memory(&setup, more(every.clone()));
            for slice in [1 << 18, 9_999] {
                let (_, found) = journaled(&setup, more(every.clone()), slice);
                assert!(found == expected, "{name}: {every}, slices of {slice}");
            }
        }
    }
}

#[test]
fn a_journal_of_the_fast_engine_is_that_of_the_machine() {
    let setup = setup("producer-consumer", 200);
    let choice = windows(Every::Cycles(1_000));
    let (expected, _) = journaled(&setup, choice.clone(), 10_000);
    let mut bytes = Cursor::new(Vec::new());
    let mut run =
        FastRecordedRun::new(fast_engine_of(&setup), choice, &setup).expect("windows are told");
    let begun = run.journal(&mut bytes, &setup).expect("memory takes it");
    let mut journal = begun.expect("windows are recorded");
    while run.cycle() < LIMIT {
        run.run((run.cycle() + 10_000).min(LIMIT))
            .expect("the engine knows the program");
        run.add_to(&mut journal).expect("memory takes it");
    }
    drop(journal);
    let (found, cycles) = mended(&bytes.into_inner()).expect("windows");
    let (expected, _) = mended(&expected).expect("windows");
    // One of them may have told of a window more.
    let common = found.windows().len().min(expected.windows().len());
    assert!(
        common > 300 && cycles > LIMIT - 20_000,
        "{common} windows, {cycles} cycles"
    );
    assert!(found.windows()[..common] == expected.windows()[..common]);
}

#[test]
fn a_journal_that_is_cut_has_all_windows_before() {
    let setup = setup("gc-stress", 200);
    let (journal, file) = journaled(&setup, windows(Every::Cycles(1_000)), 9_999);
    let whole = metrics::file::read(&file).expect("a recording");
    let mut before = 0;
    for length in (0..journal.len()).step_by(97).chain([journal.len()]) {
        let Some((found, cycles)) = mended(&journal[..length]) else {
            assert_eq!(before, 0, "{length} of {} bytes", journal.len());
            continue;
        };
        let windows = found.windows();
        assert!(windows.len() >= before, "{length} bytes");
        before = windows.len();
        assert!(windows == &whole.windows()[..before], "{length} bytes");
        assert_eq!(found.run_cycles, cycles);
        assert_eq!(cycles, windows[before - 1].end);
        let part = whole.part(windows);
        assert_eq!(found.profile.total_cycles(), part.total_cycles());
        assert_eq!(found.profile.methods, part.methods);
        for (found, part) in found.profile.threads.iter().zip(&part.threads) {
            let known = found.tree.contexts().len();
            assert_eq!(found.tree.contexts(), &part.tree.contexts()[..known]);
        }
    }
    assert!(before > 350, "{before} windows");
}

#[test]
fn a_whole_recording_has_nothing_to_mend() {
    let setup = setup("lift", 2);
    let (_, file) = journaled(&setup, windows(Every::Fitting), 100_000);
    assert_eq!(journal::before_damage(&file), None);
    // A cut of what is no journal leaves nothing.
    assert_eq!(journal::before_damage(&file[..file.len() - 1]), None);
}

#[test]
fn damage_and_zeros_at_the_end_of_a_journal_take_the_last_section_only() {
    let setup = setup("gc-stress", 200);
    let (journal, _) = journaled(&setup, windows(Every::Cycles(1_000)), 9_999);
    let (whole, _) = mended(&journal).expect("windows");
    let (cut, _) = mended(&journal[..journal.len() - 1]).expect("windows");
    assert!(cut.windows().len() < whole.windows().len());
    for zeros in [1, 2, 4096] {
        let after = [&journal[..], &vec![0; zeros]].concat();
        assert!(mended(&after).expect("windows").0 == whole, "{zeros} zeros");
        let within = [&journal[..journal.len() - 1], &vec![0; zeros]].concat();
        assert!(mended(&within).expect("windows").0 == cut, "{zeros} zeros");
    }
    let mut damaged = journal;
    *damaged.last_mut().expect("bytes") ^= 1;
    assert!(mended(&damaged).expect("windows").0 == cut);
}

/// Run once for all cases.
fn a_journal() -> Vec<u8> {
    static JOURNAL: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let setup = setup("lift", 2);
        journaled(&setup, windows(Every::Cycles(100_000)), LIMIT).0
    });
    JOURNAL.clone()
}

proptest! {
    #[test]
    fn whatever_a_section_of_a_journal_has_it_is_refused_or_read(bytes in prop::collection::vec(0_u8..9, 0..60)) {
        let mut cut = journal::before_damage(&a_journal()).expect("a journal");
        cut.add(journal::TREE, |to| to.write_all(&bytes)).expect("memory takes it");
        cut.add("windows", |to| to.write_all(&bytes)).expect("memory takes it");
        if let Ok((mended, _)) = journal::mended(&cut) {
            let _ = metrics::file::of(&mended);
        }
    }
}
