//! Windows as a section of a recording, `windows`, beside the sections of the contexts.
//!
//! ```text
//! one line of JSON: {"every": ..., "bytecodes": [...], "figures": [names]}\n
//! for each window:
//!   varint   its cells, not 0
//!   varint   cycles from the end of the window before to its first, and from there to its end
//!   for each cell, by thread and context:
//!     varint   thread
//!     varint   context, less that of the cell before of the same thread
//!     varint   which figures follow, a bit each
//!     varints  these figures
//! varint 0
//! varint   cycles of the whole run
//! ```

use std::io::{self, BufRead, Read, Write};

use cross_profile::{Cause, Charge, ContextId, FileError, Profile, Service};
use integer_encoding::{VarIntReader, VarIntWriter};
use recording::{Recording, RecordingError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::figures::Figures;
use crate::metrics::Metrics;
use crate::window::{Cell, Every, Recorded, Window};

/// Section of the windows.
pub const WINDOWS: &str = "windows";
/// Longest header that is read. Unit: bytes.
const HEADER_LIMIT: u64 = 1 << 20;
/// Names of the figures that are no charges.
const FIELDS: [&str; Figures::COUNT - Charge::COUNT] = [
    "calls",
    "bytecodes",
    "lookups",
    "misses",
    "words-loaded",
    "objects",
    "words-allocated",
    "executions",
    "execution-cycles",
    "waits",
    "wait-cycles",
    "stack-words",
];

/// A file that is no recording.
#[derive(Debug, Error)]
pub enum MetricsError {
    /// It is no recording, or has no windows.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// It is the journal of a run that has not come to the end of a window.
    #[error("no window has ended in it; record shorter ones with --window")]
    NoWindow,
    /// The section cannot be unpacked.
    #[error("the recording is damaged in its windows ({0}); record it again")]
    Read(#[from] io::Error),
    /// Its figures are others.
    #[error("the windows of the recording have other figures than this version; record it again")]
    Figures,
    /// Its header is wrong.
    #[error("the header of the windows is wrong: {0}; record it again")]
    Header(#[from] serde_json::Error),
    /// A window is impossible.
    #[error("window {0} of the recording is wrong: {1}; record it again")]
    Window(u64, &'static str),
    /// Its contexts are no profile.
    #[error(transparent)]
    Profile(#[from] FileError),
}

/// What stands before the windows.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    pub(crate) every: Every,
    pub(crate) bytecodes: Vec<String>,
    figures: Vec<String>,
}

fn names() -> Vec<String> {
    // In the program itself each charge is a cause of its own.
    let causes = Charge::ALL.map(|charge| Cause::of(Service::Program, charge).name());
    let charges = causes.into_iter();
    charges.chain(FIELDS).map(str::to_owned).collect()
}

/// Adds the windows to a recording of their contexts.
///
/// # Errors
/// Output of the writer.
pub fn add(metrics: &Metrics, recording: &mut Recording) -> io::Result<()> {
    recording.add(WINDOWS, |to| write_windows(metrics, to))
}

/// Writes a recording with contexts and windows.
///
/// # Errors
/// Output of the writer.
pub fn write(metrics: &Metrics, to: impl Write) -> io::Result<()> {
    let mut recording = Recording::default();
    cross_profile::file::add(&metrics.profile, &mut recording)?;
    add(metrics, &mut recording)?;
    recording.write(to)
}

/// All of the section.
pub(crate) fn write_windows(metrics: &Metrics, mut to: &mut dyn Write) -> io::Result<()> {
    write_header(&metrics.recorded.every, &metrics.bytecodes, to)?;
    let mut before = 0;
    for window in metrics.windows() {
        write_window(window, &mut before, to)?;
    }
    write_end(metrics.run_cycles, &mut to)
}

/// What stands before the windows.
pub(crate) fn write_header(
    every: &Every,
    bytecodes: &[String],
    mut to: &mut dyn Write,
) -> io::Result<()> {
    let header = Header {
        every: every.clone(),
        bytecodes: bytecodes.to_vec(),
        figures: names(),
    };
    serde_json::to_writer(&mut to, &header)?;
    to.write_all(b"\n")
}

/// A window that begins so many cycles behind the one before, whose end becomes that of this one.
pub(crate) fn write_window(
    window: &Window,
    before: &mut u64,
    mut to: &mut dyn Write,
) -> io::Result<()> {
    to.write_varint(window.cells.len())?;
    to.write_varint(window.start - *before)?;
    to.write_varint(window.end - window.start)?;
    *before = window.end;
    write_cells(&window.cells, &mut to)
}

/// What stands behind the windows.
pub(crate) fn write_end(run_cycles: u64, to: &mut impl Write) -> io::Result<()> {
    to.write_varint(0)?;
    to.write_varint(run_cycles)?;
    Ok(())
}

fn write_cells(cells: &[Cell], to: &mut impl Write) -> io::Result<()> {
    let mut before = (u32::MAX, 0);
    for cell in cells {
        let base = if before.0 == cell.thread { before.1 } else { 0 };
        to.write_varint(cell.thread)?;
        to.write_varint(cell.context.0 - base)?;
        before = (cell.thread, cell.context.0);
        let there = |place: &usize| cell.figures.0[*place] != 0;
        let places = (0..Figures::COUNT).filter(there);
        to.write_varint(places.clone().fold(0_u32, |mask, place| mask | 1 << place))?;
        for place in places {
            to.write_varint(cell.figures.0[place])?;
        }
    }
    Ok(())
}

/// Reads a recording that has windows.
///
/// # Errors
/// When it is none, has none, or is damaged.
pub fn read(bytes: &[u8]) -> Result<Metrics, MetricsError> {
    of(&Recording::read(bytes)?)
}

/// The windows of a recording.
///
/// # Errors
/// When it has none, or they are damaged.
pub fn of(recording: &Recording) -> Result<Metrics, MetricsError> {
    let mut unpacked = recording.section(WINDOWS)?.buffered();
    let header = header(&mut unpacked)?;
    let mut windows: Vec<Window> = Vec::new();
    while let Some(window) = window(&windows, &mut unpacked)? {
        windows.push(window);
    }
    let run_cycles = unpacked.read_varint()?;
    if unpacked.read(&mut [0])? != 0 {
        return Err(MetricsError::Window(
            windows.len() as u64,
            "more than there are",
        ));
    }
    let profile = cross_profile::file::of(recording)?;
    let metrics = Metrics {
        recorded: Recorded {
            every: header.every,
            windows,
        },
        bytecodes: header.bytecodes,
        run_cycles,
        profile,
    };
    check(&metrics)?;
    Ok(metrics)
}

/// Reads what stands before the windows.
pub(crate) fn header(from: &mut impl BufRead) -> Result<Header, MetricsError> {
    let header: Header = serde_json::from_str(&line(from)?)?;
    match header.figures == names() {
        true => Ok(header),
        false => Err(MetricsError::Figures),
    }
}

fn line(from: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    from.take(HEADER_LIMIT).read_line(&mut line)?;
    Ok(line)
}

/// Reads the window behind these, if there is one.
pub(crate) fn window(
    before: &[Window],
    from: &mut impl Read,
) -> Result<Option<Window>, MetricsError> {
    let wrong = |what| MetricsError::Window(before.len() as u64, what);
    let count: u64 = from.read_varint()?;
    if count == 0 {
        return Ok(None);
    }
    let before = before.last().map_or(0, |window| window.end);
    let gap: u64 = from.read_varint()?;
    let width: u64 = from.read_varint()?;
    let start = before.checked_add(gap).ok_or(wrong("its cycles"))?;
    let end = start.checked_add(width).ok_or(wrong("its cycles"))?;
    let mut cells: Vec<Cell> = Vec::new();
    for _ in 0..count {
        let thread: u32 = from.read_varint()?;
        let further: u32 = from.read_varint()?;
        let last = cells.last().filter(|last| last.thread == thread);
        let is_known = cells.last().is_some_and(|last| last.thread > thread);
        if is_known || last.is_some() && further == 0 {
            return Err(wrong("its contexts are not in their order"));
        }
        let base = last.map_or(0, |last| last.context.0);
        let context = base.checked_add(further).ok_or(wrong("its contexts"))?;
        let mask: u32 = from.read_varint()?;
        if mask >> Figures::COUNT != 0 {
            return Err(wrong("its figures are of an unknown kind"));
        }
        let mut figures = Figures::default();
        for (place, figure) in figures.0.iter_mut().enumerate() {
            if mask >> place & 1 == 1 {
                *figure = from.read_varint()?;
            }
        }
        cells.push(Cell {
            thread,
            context: ContextId(context),
            figures,
        });
    }
    Ok(Some(Window { start, end, cells }))
}

/// Contexts exist, and what they have in all windows is what the profile says: so no sum of figures can be too large.
fn check(metrics: &Metrics) -> Result<(), MetricsError> {
    let threads = &metrics.profile.threads;
    let mut more = [0_u64; Figures::COUNT];
    for (number, window) in metrics.windows().iter().enumerate() {
        for cell in &window.cells {
            let contexts = threads.get(cell.thread as usize);
            let contexts = contexts.map_or(0, |thread| thread.tree.contexts().len());
            let wrong = |what| MetricsError::Window(number as u64, what);
            if cell.context.0 as usize >= contexts {
                return Err(wrong("it has a context that the profile has not"));
            }
            for (sum, figure) in more.iter_mut().zip(cell.figures.0) {
                *sum = sum
                    .checked_add(figure)
                    .ok_or(wrong("more than 2^64 of a figure"))?;
            }
        }
    }
    let mut sums = empty(&metrics.profile);
    for cell in metrics.windows().iter().flat_map(|window| &window.cells) {
        sums[cell.thread as usize][cell.context.0 as usize].add(&cell.figures);
    }
    let is_sum = sums.iter().zip(threads).all(|(sums, thread)| {
        let contexts = thread.tree.contexts().iter();
        contexts
            .zip(sums)
            .all(|(context, sum)| context.cycles == sum.0[..Charge::COUNT])
    });
    if !is_sum {
        let count = metrics.windows().len() as u64;
        return Err(MetricsError::Window(count, "windows and profile differ"));
    }
    Ok(())
}

fn empty(profile: &Profile) -> Vec<Vec<Figures>> {
    let threads = profile.threads.iter();
    threads
        .map(|thread| vec![Figures::default(); thread.tree.contexts().len()])
        .collect()
}
