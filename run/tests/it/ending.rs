//! What ends a run, byte by byte.

use isa::Output;
use run::end::*;
use run::ending::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// The cycle, which is that of the byte, at which a text ends an original image.
fn ends_at(printed: &[u8]) -> Option<usize> {
    let mut ending = Ending::of_program(true);
    let mut bytes = printed.iter().enumerate();
    bytes.find_map(|(cycle, byte)| {
        let end = ending.sees(Output::Uart(*byte), cycle as u64);
        end.map(|end| {
            assert_eq!(end, End::ExitText);
            cycle
        })
    })
}

#[test]
fn the_exit_text_ends_a_program_at_the_end_of_its_line() {
    assert_eq!(ends_at(b"no JVM exit!\r\n"), None);
    assert_eq!(ends_at(b"JVM exit!\r\n"), Some(10));
    assert_eq!(ends_at(b"bye\nJVM exit! 3\n"), Some(15));
}

#[test]
fn a_line_that_never_ends_gets_a_million_cycles() {
    let mut ending = Ending::of_program(true);
    for byte in *b"JVM exit!" {
        assert_eq!(ending.sees(Output::Uart(byte), 7), None);
    }
    assert_eq!(ending.limit(), 1_000_007);
    assert_eq!(ending.between(1_000_006), None);
    assert_eq!(ending.between(1_000_007), Some(End::ExitText));
}

#[test]
fn the_exit_text_means_nothing_to_a_program_with_our_runtime() {
    let mut ending = Ending::of_program(false);
    for byte in *b"JVM exit!\n" {
        assert_eq!(ending.sees(Output::Uart(byte), 0), None);
    }
    assert_eq!(ending.sees(Output::Exit(4), 0), Some(End::Exit(4)));
}

#[test]
fn what_was_printed_before_a_checkpoint_counts() {
    let until = Ending::of_program(false).until(Some("done"));
    let mut resumed = until.resume(b"well d", None);
    let ends = b"one".map(|byte| resumed.sees(Output::Uart(byte), 0));
    assert_eq!(ends, [None, None, Some(End::Until)]);
}

#[test]
fn a_run_that_nobody_looks_at_has_one_slice_and_any_other_those_of_every_run() {
    let flag = AtomicBool::new(false);
    let ending = Ending::of_program(false);
    assert_eq!(ending.pause(5), u64::MAX);
    let watched = ending.interrupted_by(&flag);
    assert_eq!(watched.pause(0), SLICE);
    assert_eq!(watched.pause(SLICE - 1), SLICE);
    assert_eq!(watched.pause(SLICE), 2 * SLICE);
    assert_eq!(watched.pause(3 * SLICE + 7), 4 * SLICE);
}

#[test]
fn between_slices_the_user_comes_before_the_program_and_the_program_before_the_limit() {
    let flag = AtomicBool::new(false);
    let mut ending = Ending::of_program(true)
        .max_cycles(50)
        .interrupted_by(&flag);
    assert_eq!(ending.limit(), 50);
    assert_eq!(
        (ending.between(49), ending.between(50)),
        (None, Some(End::MaxCycles))
    );
    for byte in *b"JVM exit!" {
        assert_eq!(ending.sees(Output::Uart(byte), 3), None);
    }
    assert_eq!(ending.exit_line_ends(), Some(1_000_003));
    assert_eq!(ending.between(1_000_003), Some(End::ExitText));
    flag.store(true, Ordering::Relaxed);
    assert_eq!(ending.between(0), Some(End::Interrupted));
    assert_eq!(ending.between(1_000_003), Some(End::Interrupted));
}

#[test]
fn only_what_leaves_the_uart_ends_a_run_by_its_text() {
    let mut ending = Ending::of_program(true).until(Some("x"));
    assert_eq!(ending.sees(Output::Diagnostic(b'x'), 0), None);
    assert_eq!(ending.sees(Output::Trace(u32::from(b'x')), 0), None);
    assert_eq!(ending.sees(Output::Uart(b'x'), 0), Some(End::Until));
}

#[test]
fn the_exit_line_and_the_text_before_it_are_kept_over_a_checkpoint() {
    let ends = |tail: &[u8], line: Option<u64>, printed: &[u8]| {
        let mut ending = Ending::of_program(true).resume(tail, line);
        let mut printed = printed.iter();
        printed.find_map(|byte| ending.sees(Output::Uart(*byte), 0))
    };
    assert_eq!(ends(b"JVM ex", None, b"it!\n"), Some(End::ExitText));
    assert_eq!(ends(b"no JVM ex", None, b"it!\n"), None);
    assert_eq!(ends(b"JVM exit! 3", Some(9), b"4"), None);
    assert_eq!(ends(b"JVM exit! 3", Some(9), b"4\n"), Some(End::ExitText));
}

#[test]
fn every_end_has_its_kind_and_only_an_exit_a_status() {
    let all = [
        (End::Exit(3), EndKind::Exit, Some(3), true),
        (End::ExitText, EndKind::ExitText, None, true),
        (End::Until, EndKind::Until, None, false),
        (End::MaxCycles, EndKind::MaxCycles, None, false),
        (End::Blocked, EndKind::Blocked, None, false),
        (End::Interrupted, EndKind::Interrupted, None, false),
    ];
    for (end, kind, status, is_of_program) in all {
        assert_eq!((end.kind(), end.status()), (kind, status));
        assert_eq!(end.is_of_program(), is_of_program, "{end:?}");
    }
}
