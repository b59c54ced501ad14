//! Recordings: what is checked when one begins, and what is left of one that fails.

use debugger::{CommandError, Recorder, Stretch};

use crate::it::support::{answers, session};

/// Tells the stretches in place of files; a file with `full` in its name cannot be written.
struct Teller;

impl Recorder for Teller {
    fn check_file(&self, file: &str) -> Result<(), CommandError> {
        match file.contains("none/") {
            true => Err(CommandError::new(format!("{file}: no folder"))),
            false => Ok(()),
        }
    }

    fn check_moment(&self, moment: &str) -> Result<(), CommandError> {
        match moment.contains("nope") {
            true => Err(CommandError::new(format!("no method `{moment}`"))),
            false => Ok(()),
        }
    }

    fn record(&mut self, stretch: &Stretch<'_>) -> Result<String, CommandError> {
        let Stretch { file, from, to, .. } = stretch;
        match file.contains("full") {
            true => Err(CommandError::new(format!("{file}: no space"))),
            false => Ok(format!("{file}: {from} to {to}")),
        }
    }
}

#[test]
fn file_and_moment_are_checked_where_a_recording_begins() {
    let mut session = session().recording_with(Box::new(Teller));
    for command in [
        "record on none/x.jrec",
        "record on x.txt",
        "record on x.jrec nope.foo#1",
        "record off",
    ] {
        assert!(session.execute(command).is_err(), "{command}");
        assert_eq!(session.unwritten(), None, "{command}");
    }
    let commands = "record on x.jrec\ngoto 100\nrecord off\nexpect x.jrec: ";
    let (text, failures) = answers(&mut session, commands);
    assert_eq!(failures, 0, "{text}");
}

#[test]
fn a_recording_that_fails_is_given_up() {
    let mut session = session().recording_with(Box::new(Teller));
    session.execute("record on full.jrec").expect("it begins");
    assert!(session.execute("record off nope.foo#1").is_err());
    assert!(session.execute("record on other.jrec").is_err());
    let note = session.unwritten().expect("it has begun");
    assert!(note.starts_with("full.jrec is not written: "), "{note}");
    let error = session.execute("record off").expect_err("it is full");
    let error = error.to_string();
    assert_eq!(error, "the recording is given up: full.jrec: no space");
    assert_eq!(session.unwritten(), None);
    let (text, failures) = answers(
        &mut session,
        "record on x.jrec\nrecord off\nexpect x.jrec: ",
    );
    assert_eq!(failures, 0, "{text}");
}

#[test]
fn moments_take_the_numbers_of_the_debugger() {
    let mut session = session().recording_with(Box::new(Teller));
    let commands = "record on x.jrec 50k\nrecord off bytecode:getfield#1_0k\n\
                    expect x.jrec: 50000 to bytecode:getfield#10000\n\
                    record on x.jrec Heap.allocate\nrecord off 0x1_0000\nexpect Heap.allocate to 65536";
    let (text, failures) = answers(&mut session, commands);
    assert_eq!(failures, 0, "{text}");
}
