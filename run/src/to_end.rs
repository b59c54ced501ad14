//! The one loop that runs a program to its end.
//!
//! ```text
//!             Guest     the program: how it ends, its input, what shows that it waits
//!               |
//!   Engine <--> to_end <--- Limits     cycles, a text, Ctrl-C
//!               |
//!             Host      takes its output, feeds it, looks between two slices
//! ```
//!
//! What records a run is compiled into its engine. Outside of tests only explorers of time, which go back as well, have loops of
//! their own; a test of the workspace looks for others.

use std::sync::atomic::AtomicBool;

use isa::Output;
use jopizer::Symbols;

use crate::checkpoint::RunState;
use crate::end::End;
use crate::ending::{Ending, slice_end};
use crate::engine::Engine;
use crate::program::{Program, has_our_runtime};
use crate::setup::Subject;
use crate::waiting::{Input, Need};

/// A program as its host sees it.
#[derive(Debug, Clone, Copy)]
pub struct Guest<'a> {
    exit_text: bool,
    symbols: Option<&'a Symbols>,
    input: Option<&'a [u8]>,
    before: Option<&'a RunState>,
}

impl<'a> Guest<'a> {
    /// A program of ours that never waits: nobody looks.
    #[must_use]
    pub fn trusted() -> Self {
        Self {
            exit_text: false,
            symbols: None,
            input: None,
            before: None,
        }
    }

    /// With these symbols, whoever waits for ever is seen; without, nobody is.
    #[must_use]
    pub fn with_symbols(symbols: Option<&'a Symbols>) -> Self {
        Self {
            symbols,
            ..Self::trusted()
        }
    }

    /// Goes on where another run was; the engine is there already.
    #[must_use]
    pub fn resumed(self, before: Option<&'a RunState>) -> Self {
        Self { before, ..self }
    }

    fn ending(self, limits: &Limits<'a>) -> Ending<'a> {
        let ending = Ending::of_program(self.exit_text)
            .watching(self.symbols)
            .max_cycles(limits.max_cycles)
            .until(limits.until);
        let ending = match limits.interrupted {
            Some(flag) => ending.interrupted_by(flag),
            None => ending,
        };
        match self.before {
            Some(run) => ending.resume(&run.tail, run.exit_line_ends),
            None => ending,
        }
    }
}

impl<'a> From<&'a Program> for Guest<'a> {
    fn from(program: &'a Program) -> Self {
        Self {
            exit_text: program.exit_text,
            symbols: program.symbols.as_ref(),
            input: program.input.as_deref(),
            before: None,
        }
    }
}

impl<'a> From<&'a Subject> for Guest<'a> {
    fn from(subject: &'a Subject) -> Self {
        let symbols = subject.symbols.as_ref();
        Self {
            exit_text: !has_our_runtime(symbols),
            symbols,
            input: None,
            before: None,
        }
    }
}

/// What ends a run before the program does.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// The run stops at this cycle at the latest.
    pub max_cycles: u64,
    /// The run stops when this text has left the UART.
    pub until: Option<&'a str>,
    /// The run stops soon after this is set.
    pub interrupted: Option<&'a AtomicBool>,
}

impl<'a> Limits<'a> {
    /// None.
    pub const NONE: Limits<'static> = Limits {
        max_cycles: u64::MAX,
        until: None,
        interrupted: None,
    };

    /// A number of cycles.
    #[must_use]
    pub fn cycles(max_cycles: u64) -> Self {
        Limits {
            max_cycles,
            ..Limits::NONE
        }
    }

    /// A number of cycles, and a flag, which Ctrl-C may set.
    #[must_use]
    pub fn stopped_by(max_cycles: u64, interrupted: &'a AtomicBool) -> Self {
        Limits {
            interrupted: Some(interrupted),
            ..Limits::cycles(max_cycles)
        }
    }
}

/// The surroundings of a run. It ends a run early by an error of its own.
pub trait Host<E: Engine> {
    /// What it fails with.
    type Error: From<E::Fault>;

    /// Takes what has left the program, the last output included.
    ///
    /// # Errors
    /// To end the run.
    fn takes(&mut self, output: Output) -> Result<(), Self::Error>;

    /// Feeds the engine, before the first slice and between two; none if the program has its input from the start.
    ///
    /// # Errors
    /// To end the run.
    fn feeds(&mut self, _engine: &mut E) -> Result<Option<Input>, Self::Error> {
        Ok(None)
    }

    /// The cycle after this one at which it is to be asked at the latest.
    fn next(&self, _cycle: u64) -> u64 {
        u64::MAX
    }

    /// A slice is over, and the program goes on.
    ///
    /// # Errors
    /// To end the run.
    fn between(&mut self, _engine: &mut E, _ending: &Ending<'_>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Returns true if it is of use to tell it by [`Host::waits`] that the program waits for input that nobody sends. Otherwise
    /// that is the end of the run.
    fn hears(&self) -> bool {
        false
    }

    /// The program waits for input. Said once.
    fn waits(&mut self, _input: Input) {}

    /// The program, which waits, is told that its input has ended.
    fn input_ended(&mut self, _engine: &mut E) {}

    /// Every thread waits for ever; the text has a line for each, then its calls.
    ///
    /// # Errors
    /// To be given instead of the end.
    fn blocked(&mut self, _threads: &str) -> Result<(), Self::Error> {
        Ok(())
    }

    /// The run has ended so.
    ///
    /// # Errors
    /// To be given instead of the end.
    fn ended(&mut self, _engine: &mut E, _: End, _: &Ending<'_>) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// A host that takes no notice of what a program prints.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl<E: Engine> Host<E> for Silent {
    type Error = E::Fault;

    fn takes(&mut self, _output: Output) -> Result<(), E::Fault> {
        Ok(())
    }
}

/// The same, which calls a closure where the program, which waits, is told that its input has ended.
#[derive(Debug, Clone, Copy)]
pub struct NotingInput<F>(pub F);

impl<E: Engine, F: FnMut(&mut E)> Host<E> for NotingInput<F> {
    type Error = E::Fault;

    fn takes(&mut self, _output: Output) -> Result<(), E::Fault> {
        Ok(())
    }

    fn input_ended(&mut self, engine: &mut E) {
        (self.0)(engine);
    }
}

/// A closure takes the output.
impl<E: Engine, F, X> Host<E> for F
where
    F: FnMut(Output) -> Result<(), X>,
    X: From<E::Fault>,
{
    type Error = X;

    fn takes(&mut self, output: Output) -> Result<(), X> {
        self(output)
    }
}

/// Runs a program to its end.
///
/// # Errors
/// When the engine cannot go on, or the host fails.
pub fn to_end<'a, E: Engine, H: Host<E>>(
    guest: impl Into<Guest<'a>>,
    engine: &mut E,
    host: &mut H,
    limits: &Limits<'a>,
) -> Result<End, H::Error> {
    let guest = guest.into();
    let mut ending = guest.ending(limits);
    if let Some(input) = guest.input {
        engine.feed(input);
    }
    // Whoever else pauses the run, the program is looked at where slices end.
    let looked_at_from = |cycle: u64| slice_end(cycle.saturating_sub(1));
    let mut due = looked_at_from(engine.cycle());
    let end = loop {
        let own = match guest.input {
            Some(_) => Input::Complete,
            None => Input::Missing,
        };
        let input = host.feeds(engine)?.unwrap_or(own);
        let cycle = engine.cycle();
        let is_due = cycle >= due;
        if is_due || cycle >= limits.max_cycles {
            due = slice_end(cycle);
            match ending.look(engine.view(), cycle, (input, !host.hears())) {
                Some(Need::Bytes(bytes)) if is_due => {
                    engine.end_input(bytes);
                    host.input_ended(engine);
                }
                Some(Need::Input(input)) => host.waits(input),
                Some(Need::End(threads)) => {
                    host.blocked(&threads)?;
                    break End::Blocked;
                }
                Some(Need::Bytes(_)) | None => {}
            }
        }
        let pause = ending.pause(cycle).min(host.next(cycle));
        if let Some(end) = ending.run_to(engine, pause, |output| host.takes(output))? {
            break end;
        }
        host.between(engine, &ending)?;
        if engine.cycle() <= cycle {
            // It has gone back.
            due = looked_at_from(engine.cycle());
        }
    };
    engine.settle();
    host.ended(engine, end, &ending)?;
    Ok(end)
}

/// Runs a program of ours that never waits to its end, or for so many cycles, and drops what it prints.
///
/// # Errors
/// When the engine cannot go on.
pub fn alone<E: Engine>(engine: &mut E, max_cycles: u64) -> Result<End, E::Fault> {
    let limits = Limits::cycles(max_cycles);
    to_end(Guest::trusted(), engine, &mut Silent, &limits)
}
