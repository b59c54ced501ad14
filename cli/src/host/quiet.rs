//! A run whose output goes nowhere: the user sees how far it is, and that the program waits for input.

use isa::Output;
use run::{Ending, Engine, Host, Input};

use crate::host::uart_input::note;
use crate::output::console::Console;
use crate::output::progress::{self, ProgressBar};

/// Cycles between two looks at the clock: some tens of milliseconds.
const STEP: u64 = 1 << 22;

/// The host of such a run.
#[derive(Debug)]
pub(crate) struct Quiet<'a> {
    console: Console,
    /// What notes begin with.
    place: &'a str,
    bar: ProgressBar,
}

impl<'a> Quiet<'a> {
    /// For a run that notes call `place`.
    pub(crate) fn new(console: Console, place: &'a str) -> Self {
        Self {
            console,
            place,
            bar: progress::cycles(console),
        }
    }
}

impl<E: Engine> Host<E> for Quiet<'_> {
    type Error = E::Fault;

    fn takes(&mut self, _output: Output) -> Result<(), E::Fault> {
        Ok(())
    }

    fn next(&self, cycle: u64) -> u64 {
        (cycle / STEP + 1) * STEP
    }

    fn between(&mut self, engine: &mut E, _ending: &Ending<'_>) -> Result<(), E::Fault> {
        self.bar.set_position(engine.cycle());
        Ok(())
    }

    fn hears(&self) -> bool {
        true
    }

    fn waits(&mut self, input: Input) {
        let Self { console, place, .. } = self;
        console.note(&format!("jop: note: {place}{}", note(input)));
    }
}

impl Drop for Quiet<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
