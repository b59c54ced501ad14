//! Windows of a run: metrics over time, phases, and the profile of any part.
//!
//! The contexts are those of a ring chart. Columns beside them: `start`, `end`, `phase` and `cells` of each window, then for each
//! cell `context` (its place), `cycles`, `bytecodes` and `calls`. `series` has the metrics of each focus by window.

use cross_profile::{ContextId, Profile};
use serde::Serialize;

use crate::payload::{PageError, Payload};
use crate::ring::{RingSide, put_contexts};
use crate::template::METRICS;

/// A metric of the page.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct PageMetric {
    /// Its name.
    pub name: &'static str,
    /// It is the cycles of one cause.
    pub is_cause: bool,
    /// Windows add up.
    pub is_sum: bool,
}

/// A focus, and its metrics by window, in the order of the page's metrics.
#[derive(Debug, Serialize)]
pub struct PageFocus {
    /// Its name.
    pub name: String,
    /// By metric and window.
    pub series: Vec<Vec<u64>>,
}

/// A context in a window.
#[derive(Debug, Clone, Copy)]
pub struct PageCell {
    /// Place of its thread.
    pub thread: u32,
    /// The context.
    pub context: ContextId,
    /// Cycles, bytecodes and calls.
    pub figures: [u64; 3],
}

/// A window.
#[derive(Debug)]
pub struct PageWindow {
    /// Its first cycle.
    pub start: u64,
    /// The cycle after its last.
    pub end: u64,
    /// Place of its phase.
    pub phase: usize,
    /// What contexts did in it.
    pub cells: Vec<PageCell>,
}

/// The page of windows of a run. The first focus is the whole run; `facts` are names and values of what was recorded.
///
/// # Errors
///
/// [`PageError`] if there is no window, or a number that a browser could not show exactly.
pub fn metrics(
    title: &str,
    facts: &[(String, String)],
    (profile, windows): (&Profile, &[PageWindow]),
    (metrics, foci): (&[PageMetric], &[PageFocus]),
) -> Result<String, PageError> {
    if windows.is_empty() {
        return Err(PageError::Empty);
    }
    let mut payload = Payload::default();
    payload.put("title", &title)?;
    payload.put("facts", &facts)?;
    payload.put("over_time", &metrics)?;
    payload.put("foci", &foci)?;
    payload.put("windows", &windows.len())?;
    let side = RingSide {
        name: title,
        profile,
    };
    let places = put_contexts(&[side], &mut payload)?;
    payload.numbers("start", windows.iter().map(|window| window.start));
    payload.numbers("end", windows.iter().map(|window| window.end));
    payload.numbers("phase", windows.iter().map(|window| window.phase as u64));
    payload.numbers(
        "cells",
        windows.iter().map(|window| window.cells.len() as u64),
    );
    let cells = || windows.iter().flat_map(|window| &window.cells);
    let place = |cell: &PageCell| places[cell.thread as usize][cell.context.0 as usize];
    payload.numbers("context", cells().map(|cell| place(cell).into()));
    for (figure, name) in ["cell-cycles", "cell-bytecodes", "cell-calls"]
        .into_iter()
        .enumerate()
    {
        payload.numbers(name, cells().map(|cell| cell.figures[figure]));
    }
    METRICS.fill(title, payload)
}
