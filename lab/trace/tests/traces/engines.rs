//! Every form of a trace is the same, byte for byte, whether the cycles before its window ran as superblocks or not.

use sim_core::probe::Entry;
use superblock::BlockMachine;
use trace::bytecodes::Bytecodes;
use trace::columns::Csv;
use trace::konata::Konata;
use trace::timeline::Timeline;
use trace::waveform::{Fst, Vcd, Waveform};
use trace::{Cycle, Sink, Summary, TraceError, Window};

use crate::common::{Shared, Subject};

/// All forms at once.
struct All<'a>(Vec<Box<dyn Sink + 'a>>);

impl Sink for All<'_> {
    fn open(&mut self, first: &Cycle<'_>) -> Result<(), TraceError> {
        self.0.iter_mut().try_for_each(|sink| sink.open(first))
    }

    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.0.iter_mut().try_for_each(|sink| sink.cycle(cycle))
    }

    fn drain(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.0.iter_mut().try_for_each(|sink| sink.drain(cycle))
    }

    fn close(&mut self, end: u64) -> Result<(), TraceError> {
        self.0.iter_mut().try_for_each(|sink| sink.close(end))
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.0.iter_mut().try_for_each(|sink| sink.finish())
    }
}

/// The files of all forms.
fn traced(
    subject: &Subject,
    mut machine: BlockMachine,
    window: Window,
) -> (Summary, Vec<(&'static str, Vec<u8>)>, u64) {
    let mut files: Vec<(&str, Shared)> = Vec::new();
    let mut file = |form| {
        let file = Shared::default();
        files.push((form, file.clone()));
        file
    };
    let summary = {
        let names = || subject.names();
        let config = &subject.config;
        let mut all = All(vec![
            Box::new(Timeline::new(file("timeline"), names(), true)),
            Box::new(Bytecodes::new(file("bytecodes"), names())),
            Box::new(Csv::new(file("csv"))),
            Box::new(Konata::new(file("konata"), names())),
            #[cfg(feature = "parquet")]
            Box::new(trace::columns::Parquet::new(file("parquet")).unwrap()),
            Box::new(Waveform::new(Fst::new(file("fst")), names(), config)),
            Box::new(Waveform::new(Vcd::new(file("vcd")), names(), config)),
        ]);
        subject.trace_on(&mut machine, window, 3000, &mut all)
    };
    let files = files.into_iter().map(|(form, file)| (form, file.bytes()));
    (summary, files.collect(), machine.block_cycles())
}

/// Compares all forms of these windows; gives the cycles that ran as superblocks.
fn compare(subject: &Subject, windows: impl IntoIterator<Item = Window>) -> u64 {
    let mut cycles = 0;
    for window in windows {
        let reference = BlockMachine::reference(subject.machine());
        let (expected, expected_files, _) = traced(subject, reference, window.clone());
        let engine = BlockMachine::new(subject.machine());
        let (found, files, in_blocks) = traced(subject, engine, window.clone());
        assert!(expected.windows > 0, "{window:?} never opens");
        assert_eq!(expected, found, "{window:?}");
        for ((form, expected), (_, found)) in expected_files.iter().zip(&files) {
            assert!(!expected.is_empty(), "{form} of {window:?}");
            assert!(expected == found, "{form} of {window:?} differs");
        }
        cycles += in_blocks;
    }
    cycles
}

fn method(subject: &Subject, name: &str, call: Option<u64>) -> Window {
    let methods = subject.linked.symbols.methods.iter();
    let named = methods.filter(|method| method.name == name);
    let addresses: Vec<u32> = named.map(|method| method.address).collect();
    assert!(!addresses.is_empty(), "{name}");
    Window::Method { addresses, call }
}

fn around(entry: Entry) -> Window {
    Window::Around {
        entry,
        before: 40,
        after: 200,
    }
}

#[test]
fn traces_from_a_cycle_or_a_bytecode_on() {
    for name in ["lift", "strings", "producer-consumer"] {
        let subject = Subject::new(name, "2");
        let cycles = [100, 5000, 123_457].map(|from| Window::Cycles(from..from + 300));
        let bytecodes = [20, 33, 4321].map(|from| Window::Bytecodes(from..from + 40));
        assert!(compare(&subject, cycles.into_iter().chain(bytecodes)) > 100_000);
    }
}

#[test]
fn traces_of_several_stretches_are_those_of_each() {
    let subject = Subject::new("lift", "2");
    let stretches = [5000..5100, 60_000..60_010, 123_457..123_757];
    let of = |window| traced(&subject, BlockMachine::new(subject.machine()), window);
    let (summary, files, _) = of(Window::Stretches(stretches.to_vec()));
    assert_eq!((summary.windows, summary.cycles), (3, 410));
    assert_eq!((summary.first, summary.end), (5000, 123_757));
    // The rows of the columns, each file without its header.
    let rows = |files: &[(&str, Vec<u8>)]| {
        let csv = files.iter().find(|(form, _)| *form == "csv").unwrap();
        let text = str::from_utf8(&csv.1).unwrap();
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let each = stretches
        .clone()
        .map(|cycles| rows(&of(Window::Cycles(cycles)).1));
    assert_eq!(rows(&files), each.concat());
    compare(&subject, [Window::Stretches(stretches.to_vec())]);
}

#[test]
fn traces_of_a_method() {
    let subject = Subject::new("recursion", "1");
    let windows = [None, Some(1), Some(40)].map(|call| method(&subject, "fibonacci", call));
    assert!(compare(&subject, windows) > 1000);
    let subject = Subject::new("strings", "2");
    let windows = [None, Some(3)].map(|call| method(&subject, "charAt", call));
    assert!(compare(&subject, windows) > 1000);
}

#[test]
fn traces_around_entries() {
    let subject = Subject::demo();
    assert!(compare(&subject, [around(Entry::Exception)]) > 1000);
    let subject = Subject::new("producer-consumer", "2");
    assert!(compare(&subject, [around(Entry::Interrupt)]) > 1000);
}

#[test]
fn traces_of_machines_with_caches() {
    let mut subject = Subject::new("lift", "2");
    for (object_cache, data_cache) in [(true, false), (false, true), (true, true)] {
        (subject.config.object_cache, subject.config.data_cache) = (object_cache, data_cache);
        let windows = [777, 54_321].map(|from| Window::Cycles(from..from + 300));
        assert!(compare(&subject, windows) > 30_000);
    }
}
