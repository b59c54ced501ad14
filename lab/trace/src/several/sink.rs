//! What takes the recorded cycles of several processors.

use sim_core::cmp::SharedSignals;

use crate::cycle::Cycle;
use crate::{Sink, TraceError};

/// Takes recorded cycles of several processors: in each cycle those of the recorded processors, by their numbers, then what they share.
pub trait SeveralSink {
    /// A window opens with this cycle of a processor; [`SeveralSink::cycle`] gets it next.
    ///
    /// # Errors
    /// If the trace cannot be written; so in all methods.
    fn open(&mut self, _core: usize, _first: &Cycle<'_>) -> Result<(), TraceError> {
        Ok(())
    }

    /// A cycle of the window, of a processor.
    fn cycle(&mut self, core: usize, cycle: &Cycle<'_>) -> Result<(), TraceError>;

    /// The same cycle, of what the processors share.
    fn shared(&mut self, _signals: &SharedSignals) -> Result<(), TraceError> {
        Ok(())
    }

    /// A cycle of a processor after the window, as in [`Sink::drain`].
    fn drain(&mut self, _core: usize, _cycle: &Cycle<'_>) -> Result<(), TraceError> {
        Ok(())
    }

    /// The window is closed; `end` is the first cycle after it.
    fn close(&mut self, _end: u64) -> Result<(), TraceError> {
        Ok(())
    }

    /// Nothing more comes: what is kept is written.
    fn finish(&mut self) -> Result<(), TraceError>;
}

/// The trace of one processor alone.
pub struct Alone<S>(pub S);

impl<S: Sink> SeveralSink for Alone<S> {
    fn open(&mut self, _core: usize, first: &Cycle<'_>) -> Result<(), TraceError> {
        self.0.open(first)
    }

    fn cycle(&mut self, _core: usize, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.0.cycle(cycle)
    }

    fn drain(&mut self, _core: usize, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.0.drain(cycle)
    }

    fn close(&mut self, end: u64) -> Result<(), TraceError> {
        self.0.close(end)
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.0.finish()
    }
}
