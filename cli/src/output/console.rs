//! Standard error: errors, notes and reports for people. A closed standard error stops nothing.

use std::io::Write;

use anstyle::{AnsiColor, Style};

/// Style of the word `error`.
const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Style of values that differ.
pub(crate) const DIFFERENT: Style = AnsiColor::Red.on_default().bold();
/// Style of headings.
pub(crate) const HEADING: Style = Style::new().bold();

/// Output allowed on standard error besides errors.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Console {
    /// No notes, no reports, no progress.
    pub(crate) quiet: bool,
}

/// No output besides errors.
pub(crate) const SILENT: Console = Console { quiet: true };

impl Console {
    /// Prints text that is neither result nor error; nothing if there is none.
    pub(crate) fn note(self, text: &str) {
        if !self.quiet && !text.is_empty() {
            print(text);
        }
    }
}

/// Prints a problem, of one line or with its details below.
pub(crate) fn problem(line: &str) {
    print(&format!("jop: {ERROR}error{ERROR:#}: {line}"));
}

/// Prints lines that a program reads, whatever else is quiet.
pub(crate) fn lines(text: &str) {
    if !text.is_empty() {
        print(text);
    }
}

/// Checks if standard error shows colours.
pub(crate) fn colours() -> bool {
    anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never
}

pub(super) fn print(text: &str) {
    // Nobody is left to be told when standard error itself is closed.
    let _ = writeln!(anstream::stderr().lock(), "{}", text.trim_end_matches('\n'));
}
