//! Tests of traces: windows, timelines, Konata logs, waveforms, columns.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic as the tests do")]

mod columns;
mod common;
mod engines;
mod konata;
#[cfg(feature = "parquet")]
mod parquet_columns;
mod private;
mod several;
mod snippet;
mod timeline;
mod waveforms;
mod windows;
