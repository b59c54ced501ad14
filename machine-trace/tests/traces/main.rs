//! Tests of traces: windows, timelines, Konata logs, waveforms, columns.

mod columns;
mod common;
mod konata;
mod snippet;
mod timeline;
mod waveforms;
mod windows;
