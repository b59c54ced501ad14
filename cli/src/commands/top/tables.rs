//! Tables after so many cycles, and at the end.

use isa::Output;
use run::{End, Ending, Engine as _, Host, Input};

use super::watched::{Run, Watched};
use crate::host::uart_input;
use crate::output::console::Console;
use crate::output::errors::Error;

/// The host that prints them.
pub(super) struct Tables {
    watched: Watched,
    every: u64,
    /// Cycle of the next one.
    next: u64,
    console: Console,
}

impl Tables {
    /// A table after every so many cycles.
    pub(super) fn new(watched: Watched, every: u64, console: Console) -> Self {
        Self {
            watched,
            every,
            next: every,
            console,
        }
    }

    fn print(&mut self, run: &Run) -> Result<(), Error> {
        self.watched.look(run);
        self.watched.print()
    }
}

impl Host<Run> for Tables {
    type Error = Error;

    fn takes(&mut self, output: Output) -> Result<(), Error> {
        self.watched.takes(output);
        Ok(())
    }

    fn next(&self, _cycle: u64) -> u64 {
        self.next
    }

    fn between(&mut self, run: &mut Run, ending: &Ending<'_>) -> Result<(), Error> {
        // One of the end is printed there.
        if run.cycle() < self.next || ending.between(run.cycle()).is_some() {
            return Ok(());
        }
        self.next = run.cycle().saturating_add(self.every);
        self.print(run)
    }

    fn hears(&self) -> bool {
        true
    }

    fn waits(&mut self, input: Input) {
        let note = uart_input::note(input);
        self.console.note(&format!("jop: note: {note}"));
    }

    fn ended(&mut self, run: &mut Run, _: End, _: &Ending<'_>) -> Result<(), Error> {
        self.print(run)
    }
}
