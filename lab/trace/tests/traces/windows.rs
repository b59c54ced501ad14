//! Cycles of a window.

use crate::common::Subject;
use isa::op;
use sim_core::probe::Entry;
use trace::{Cycle, Dispatched, Sink, TraceError, Window};

/// Keeps what it is given.
#[derive(Default)]
struct Kept {
    opened: Vec<u64>,
    closed: Vec<u64>,
    cycles: Vec<u64>,
    /// State and A of each cycle.
    values: Vec<(u16, u32)>,
    dispatched: Vec<(u64, Dispatched, Option<u32>)>,
}

impl Sink for Kept {
    fn open(&mut self, first: &Cycle<'_>) -> Result<(), TraceError> {
        self.opened.push(first.number());
        Ok(())
    }

    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.cycles.push(cycle.number());
        self.values
            .push((cycle.state.microcode_fetch.pc, cycle.state.stack.a));
        let offset = cycle.offset(cycle.state.bytecode_fetch.jpc);
        self.dispatched
            .extend(cycle.dispatched.map(|what| (cycle.number(), what, offset)));
        Ok(())
    }

    fn close(&mut self, end: u64) -> Result<(), TraceError> {
        self.closed.push(end);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(())
    }
}

fn kept(subject: &Subject, window: Window) -> Kept {
    let mut kept = Kept::default();
    let summary = subject.trace(window, u64::MAX, &mut kept);
    assert_eq!(summary.cycles, kept.cycles.len() as u64);
    assert_eq!(summary.windows, kept.opened.len() as u64);
    kept
}

#[test]
fn a_window_of_cycles_holds_just_these() {
    let kept = kept(&Subject::new("dispatch", "1"), Window::Cycles(1000..1005));
    assert_eq!(kept.cycles, [1000, 1001, 1002, 1003, 1004]);
    assert_eq!((kept.opened, kept.closed), (vec![1000], vec![1005]));
}

#[test]
fn a_window_of_bytecodes_begins_with_the_dispatch_of_the_first_and_ends_before_that_of_the_last() {
    let subject = Subject::new("dispatch", "1");
    let all = kept(&subject, Window::Cycles(0..50_000));
    let bytecodes: Vec<u64> = all
        .dispatched
        .iter()
        .filter(|(_, what, _)| matches!(what, Dispatched::Bytecode(_)))
        .map(|(cycle, _, _)| *cycle)
        .collect();
    let window = kept(&subject, Window::Bytecodes(2000..2010));
    assert_eq!(window.cycles.first(), Some(&bytecodes[2000]));
    assert_eq!(window.cycles.last(), Some(&(bytecodes[2010] - 1)));
}

#[test]
fn watching_late_shows_what_watching_from_the_start_shows() {
    let subject = Subject::new("dispatch", "1");
    let all = kept(&subject, Window::Cycles(0..20_000));
    let late = kept(&subject, Window::Cycles(15_000..20_000));
    assert_eq!(all.values[15_000..], late.values);
    let behind = all
        .dispatched
        .iter()
        .filter(|(cycle, _, _)| *cycle >= 15_000);
    assert!(behind.eq(&late.dispatched));
}

#[test]
fn each_call_of_a_method_is_a_window_from_its_first_bytecode_to_the_return() {
    let subject = Subject::new("recursion", "1");
    let symbols = &subject.linked.symbols;
    let method = symbols
        .methods
        .iter()
        .find(|method| method.name == "fibonacci")
        .unwrap();
    let window = |call| Window::Method {
        addresses: vec![method.address],
        call,
    };
    let every = kept(&subject, window(None));
    assert!(!every.opened.is_empty());
    for (first, end) in every.opened.iter().zip(&every.closed) {
        let inside = every
            .dispatched
            .iter()
            .filter(|(cycle, _, _)| (first..end).contains(&cycle));
        let inside: Vec<_> = inside.collect();
        assert_eq!(inside[0].2, Some(0));
        let (_, last, _) = inside[inside.len() - 1];
        // ireturn to return
        assert!(
            matches!(last, Dispatched::Bytecode(op::IRETURN..=op::RETURN)),
            "{last:?}"
        );
    }
    let only = kept(&subject, window(Some(1)));
    assert_eq!(only.opened, every.opened[..1]);
    assert_eq!(only.closed, every.closed[..1]);
}

#[test]
fn a_window_around_an_exception_has_the_cycles_before_it() {
    let subject = Subject::demo();
    let around = |before| {
        let entry = Entry::Exception;
        kept(
            &subject,
            Window::Around {
                entry,
                before,
                after: 20,
            },
        )
    };
    let window = around(30);
    assert_eq!(window.cycles.len(), 51);
    let entry = &window
        .dispatched
        .iter()
        .find(|(cycle, _, _)| *cycle == window.cycles[30]);
    assert!(matches!(
        entry,
        Some((_, Dispatched::Entry(Entry::Exception, _), _))
    ));
    let same = kept(&subject, Window::Cycles(window.opened[0]..window.closed[0]));
    assert_eq!(same.values, window.values);
}

#[test]
fn the_limit_cuts_a_window_and_says_so() {
    let mut kept = Kept::default();
    let subject = Subject::new("dispatch", "1");
    let summary = subject.trace(Window::Cycles(10..1000), 25, &mut kept);
    assert!(summary.cut);
    assert_eq!((summary.cycles, summary.first, summary.end), (25, 10, 35));
}

#[test]
fn a_window_behind_the_end_never_opens() {
    let mut kept = Kept::default();
    let subject = Subject::new("dispatch", "1");
    let summary = subject.trace(Window::Cycles(2_900_000_000..u64::MAX), 25, &mut kept);
    assert_eq!(summary.windows, 0);
}
