//! What the user is told at the end of a run: the report, and what may help.

use run::{Report, Subject};

use super::arguments::RunOptions;
use crate::host::session::Ran;
use crate::output::console::Console;
use crate::output::report_text;

/// Prints the report, then the notes.
pub(super) fn tell<E>(
    ran: &Ran<E>,
    report: &Report,
    subject: &Subject,
    (options, console): (&RunOptions, Console),
) {
    show(ran, report, console);
    if let Some(text) = &options.until
        && ran.ended.end.is_of_program()
    {
        console.note(&format!(
            "jop: note: the program ended, and `{text}` was never printed"
        ));
    }
    let hint = options.engine.hint(ran.ended.counters.cycles, subject);
    if let Some(hint) = hint.filter(|_| !options.check_engine) {
        console.note(&format!("jop: note: {hint}"));
    }
    let loose = subject.microcode.name == "jop" && ran.ended.counters.exceptions > 0;
    for remedy in ran.failures.remedies(&subject.machine, loose) {
        console.note(&format!("jop: note: {remedy}"));
    }
}

/// The report on standard error, on a separate line where both are one terminal.
fn show<E>(ran: &Ran<E>, report: &Report, console: Console) {
    use std::io::IsTerminal;
    let shared = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
    let separator = if ran.in_line && shared { "\n" } else { "" };
    console.note(&format!("{separator}{}", report_text::render(report)));
}
