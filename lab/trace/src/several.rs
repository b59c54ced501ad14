//! Traces of several processors.
//!
//! ```text
//!                   leader: a Selection       Cycle of each       +--> columns    CSV, Parquet: a row for each cycle and processor
//!   processors ──▶  SeveralTracer          ──▶ SeveralSink     ───+--> texts      timeline, bytecodes: a part for each
//!                   others: a Tracker         shared signals      +--> konata     two threads for each
//!                                                                 +--> waveform   a scope for each, and those of what they share
//! ```
//!
//! One processor decides which cycles are recorded: the one that alone is recorded, or processor 0, the first in each cycle.

pub mod columns;
mod sink;
mod texts;
mod tracer;

pub use sink::{Alone, SeveralSink};
pub use texts::Texts;
pub use tracer::SeveralTracer;
