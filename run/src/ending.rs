//! The only judge of when a run has ended.
//!
//! ```text
//!   exit write             at once, with the program's status
//!   exit text              where the line ends that begins with `JVM exit!`, or a million cycles later
//!   --until                at the last byte of the text
//!   --max-cycles, Ctrl-C   between two slices
//!   all threads blocked    between two slices ([`crate::standstill`])
//! ```
//!
//! Quirk (spec 12 section 11): images of the original give no exit status, and their loop goes on for ever. Their runtime
//! prints the exit text at the beginning of a line; what else stands in the line is still part of the output.

use std::sync::atomic::{AtomicBool, Ordering};

use isa::{Output, Stop};

use jopizer::Symbols;

use crate::end::End;
use crate::engine::{Engine, View};
use crate::text_watch::TextWatch;
use crate::waiting::{Input, Need, Waiting};

/// Cycles between two looks at the host: a few milliseconds.
pub const SLICE: u64 = 1 << 18;
/// The end of the slice that begins in this cycle: wherever a run began, its slices end in the same cycles.
#[must_use]
pub fn slice_end(cycle: u64) -> u64 {
    (cycle / SLICE + 1) * SLICE
}

/// Cycles that an original image gets to end the line of its exit text.
const EXIT_LINE: u64 = 1_000_000;
/// Text that the original's runtime prints at its end.
const EXIT_TEXT: &str = "JVM exit!";

/// What is said of a run that [`End::Blocked`] ended, where nobody sees its threads.
pub const BLOCKED: &str =
    "every thread waits for ever, for another one or for input; `jop run` shows for what";

/// Judges a run by its output, its cycle and the host: [`crate::to_end()`] asks it.
#[derive(Debug, Clone)]
pub struct Ending<'a> {
    max_cycles: u64,
    until: Option<TextWatch>,
    exit_text: Option<TextWatch>,
    /// Cycle by which the line of the exit text must have ended.
    exit_line_ends: Option<u64>,
    interrupted: Option<&'a AtomicBool>,
    waiting: Waiting<'a>,
}

impl<'a> Ending<'a> {
    /// The end that the program itself gives; `exit_text` if it is an image of the original, as
    /// [`crate::Program`] tells.
    #[must_use]
    pub fn of_program(exit_text: bool) -> Self {
        Self {
            max_cycles: u64::MAX,
            until: None,
            exit_text: exit_text.then(|| TextWatch::at_line_start(EXIT_TEXT)),
            exit_line_ends: None,
            interrupted: None,
            waiting: Waiting::new(None),
        }
    }

    /// The run stops where every thread of the image with these symbols waits for ever.
    #[must_use]
    pub fn watching(self, symbols: Option<&'a Symbols>) -> Self {
        let waiting = Waiting::new(symbols);
        Self { waiting, ..self }
    }

    /// The run stops at this cycle at the latest.
    #[must_use]
    pub fn max_cycles(self, max_cycles: u64) -> Self {
        Self { max_cycles, ..self }
    }

    /// The run stops when this text has left the UART.
    #[must_use]
    pub fn until(self, text: Option<&str>) -> Self {
        let until = text.map(TextWatch::anywhere);
        Self { until, ..self }
    }

    /// The run stops soon after this is set.
    #[must_use]
    pub fn interrupted_by(self, flag: &'a AtomicBool) -> Self {
        let interrupted = Some(flag);
        Self {
            interrupted,
            ..self
        }
    }

    /// Goes on where another run was that printed `tail` and did not end by it.
    #[must_use]
    pub fn resume(mut self, tail: &[u8], exit_line_ends: Option<u64>) -> Self {
        for byte in tail {
            for watch in self.until.iter_mut().chain(&mut self.exit_text) {
                watch.sees(*byte);
            }
        }
        self.exit_line_ends = exit_line_ends;
        self
    }

    /// Cycle by which the line of the exit text must have ended, if the text was seen.
    #[must_use]
    pub fn exit_line_ends(&self) -> Option<u64> {
        self.exit_line_ends
    }

    /// The cycle at which to ask [`Ending::between`] at the latest.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.max_cycles.min(self.exit_line_ends.unwrap_or(u64::MAX))
    }

    /// End of a run that stops at this cycle.
    #[must_use]
    pub fn between(&self, cycle: u64) -> Option<End> {
        let flag = self.interrupted;
        if flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(End::Interrupted)
        } else if self.exit_line_ends.is_some_and(|limit| cycle >= limit) {
            Some(End::ExitText)
        } else {
            (cycle >= self.max_cycles).then_some(End::MaxCycles)
        }
    }

    /// End of the run, if this output at `cycle` ends it.
    pub fn sees(&mut self, output: Output, cycle: u64) -> Option<End> {
        let byte = match output {
            Output::Exit(status) => return Some(End::Exit(status)),
            Output::Uart(byte) => byte,
            Output::Diagnostic(_) | Output::Trace(_) => return None,
        };
        if self.until.as_mut().is_some_and(|text| text.sees(byte)) {
            return Some(End::Until);
        }
        if self.exit_line_ends.is_some() {
            return (byte == b'\n').then_some(End::ExitText);
        }
        if self.exit_text.as_mut().is_some_and(|text| text.sees(byte)) {
            self.exit_line_ends = Some(cycle + EXIT_LINE);
        }
        None
    }

    /// What the program needs between two slices, if it waits. In a run that is `silent` nobody learns that it waits for input, so
    /// that is its end.
    pub fn look(
        &mut self,
        view: Option<View<'_>>,
        cycle: u64,
        (input, silent): (Input, bool),
    ) -> Option<Need> {
        self.waiting.need(view, cycle, (input, silent))
    }

    /// The cycle at which the slice ends that begins in `cycle`.
    #[must_use]
    pub fn pause(&self, cycle: u64) -> u64 {
        // Where nobody looks, nothing changes between slices.
        if self.interrupted.is_some() || self.waiting.sees() {
            slice_end(cycle)
        } else {
            u64::MAX
        }
    }

    /// Runs until the program ends or `pause` is reached; none at the pause. `sink` takes all output, the last one included.
    ///
    /// # Errors
    /// When the engine cannot go on, or `sink` fails.
    pub fn run_to<E: Engine, X: From<E::Fault>>(
        &mut self,
        engine: &mut E,
        pause: u64,
        mut sink: impl FnMut(Output) -> Result<(), X>,
    ) -> Result<Option<End>, X> {
        let end = self.between(engine.cycle());
        if end.is_some() {
            return Ok(end);
        }
        // An exit line ends in its cycle wherever slices end.
        while let Stop::Output(output) = engine.run(pause.min(self.limit()))? {
            sink(output)?;
            let end = self.sees(output, engine.cycle());
            if end.is_some() {
                return Ok(end);
            }
        }
        Ok(None)
    }
}
