//! Traces of the machine: columns, bytecodes, timelines, pipeline logs, waveforms.
//!
//! ```text
//!                 opens, closes          Cycle                +--> columns      CSV, Parquet
//!   machine ──▶ window::Tracer ──▶ cycle::Tracker ──▶ Sink ───+--> bytecodes    a line for each
//!                                                             +--> timeline     pipeline as text
//!                                                             +--> konata       pipeline for Konata
//!                                                             +--> waveform     FST and VCD
//! ```
//!
//! Several processors have [`several`]: the same forms, with what they share.
//!
//! A [`Window`] chooses the recorded cycles; until it opens the machine runs almost unobserved. Every form is
//! a [`Sink`] that gets the recorded cycles one by one, each with registers and signals *during* the cycle, before the
//! edge that ends it, as the golden traces show them.

pub mod bytecodes;
pub mod columns;
pub mod cycle;
pub mod golden;
pub mod konata;
pub mod names;
pub mod pipeline;
mod selection;
pub mod several;
pub mod timeline;
pub mod waveform;
pub mod window;

pub use cycle::{CurrentMethod, Cycle, Dispatched};
pub use names::CodeNames;
pub use selection::{DRAIN, Summary, Window};
pub use several::{SeveralSink, SeveralTracer};
pub use window::{Pause, Tracer};

/// A trace that cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The system does not take it.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The Parquet writer.
    #[cfg(feature = "parquet")]
    #[error("parquet: {0}")]
    Parquet(#[from] parquet::errors::ParquetError),
}

impl From<csv::Error> for TraceError {
    fn from(error: csv::Error) -> Self {
        match error.into_kind() {
            csv::ErrorKind::Io(error) => Self::Io(error),
            other => Self::Io(std::io::Error::other(format!("{other:?}"))),
        }
    }
}

/// Takes recorded cycles.
pub trait Sink {
    /// A window opens with this cycle; [`Sink::cycle`] gets it next.
    ///
    /// # Errors
    /// If the trace cannot be written; so in all methods.
    fn open(&mut self, _first: &Cycle<'_>) -> Result<(), TraceError> {
        Ok(())
    }

    /// A cycle of the window.
    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError>;

    /// A cycle after the window, in which what began in the window may end; there are at most [`DRAIN`].
    fn drain(&mut self, _cycle: &Cycle<'_>) -> Result<(), TraceError> {
        Ok(())
    }

    /// The window is closed; `end` is the first cycle after it.
    fn close(&mut self, _end: u64) -> Result<(), TraceError> {
        Ok(())
    }

    /// Nothing more comes: what is kept is written.
    fn finish(&mut self) -> Result<(), TraceError>;
}
