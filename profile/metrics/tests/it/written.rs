//! Windows as they are written.

use metrics::{Every, Metric};
use record::Pattern;

#[test]
fn windows_are_written_as_cycles_calls_or_a_word() {
    let read = |text: &str| text.parse::<Every>().ok();
    let calls = |number| Every::Calls {
        method: Pattern("lift.Main.step".to_owned()),
        number,
    };
    assert_eq!(read("10_000"), Some(Every::Cycles(10_000)));
    assert_eq!(read("1"), Some(Every::Cycles(1)));
    assert_eq!(read("lift.Main.step"), Some(calls(1)));
    assert_eq!(read("lift.Main.step#12"), Some(calls(12)));
    assert_eq!(read("regions"), Some(Every::Regions));
    assert_eq!(read("fitting"), Some(Every::Fitting));
    for wrong in ["", "0", "10x", "#3", "lift.Main.step#0", "lift.Main.step#"] {
        assert_eq!(read(wrong), None, "{wrong}");
    }
}

#[test]
fn metrics_have_the_names_of_tables_and_files() {
    for (name, metric) in [
        ("cycles", Metric::Cycles),
        ("lookups", Metric::Lookups),
        ("misses", Metric::Misses),
        ("words-loaded", Metric::WordsLoaded),
        ("objects", Metric::Objects),
        ("words_allocated", Metric::WordsAllocated),
        ("Wait-Cycles", Metric::WaitCycles),
    ] {
        assert_eq!(name.parse(), Ok(metric), "{name}");
    }
}
