//! Standard error: errors, notes and reports for people. A closed standard error stops nothing.

use std::io::Write;

use anstyle::{AnsiColor, Style};

use crate::errors::Error;

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

impl Console {
    /// Prints text that is neither result nor error; nothing if there is none.
    pub(crate) fn note(self, text: &str) {
        if !self.quiet && !text.is_empty() {
            print(text);
        }
    }
}

/// Prints an error: one line for each problem, or the excerpt of an assembler source.
pub(crate) fn error(error: &Error) {
    if let Error::Assembly(error) = error {
        return print(&without_numbers(&error.render(colours())));
    }
    let text = without_numbers(&error.to_string());
    if let Error::Differs(_) = error {
        return problem(&text);
    }
    text.lines().for_each(problem);
}

/// Prints a problem, of one line or with its details below.
pub(crate) fn problem(line: &str) {
    print(&format!("jop: {ERROR}error{ERROR:#}: {line}"));
}

/// Leaves out the numbers of system errors, which libraries put behind the text: ` (os error 2)`.
fn without_numbers(text: &str) -> String {
    let mut parts = text.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| {
        let after = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        before + after.strip_prefix(')').unwrap_or(part)
    })
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

fn print(text: &str) {
    // Nobody is left to be told when standard error itself is closed.
    let _ = writeln!(anstream::stderr().lock(), "{}", text.trim_end_matches('\n'));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_system_errors_are_left_out() {
        let text = "a: no such file (os error 2); look\nb (os error 13)";
        assert_eq!(without_numbers(text), "a: no such file; look\nb");
        assert_eq!(without_numbers("no number"), "no number");
    }
}
