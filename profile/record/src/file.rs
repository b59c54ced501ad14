//! Lines as sections of a recording: `lines` is JSON, beside the sections of the contexts.

use std::io::{self, Read, Write};

use cross_profile::FileError;
use recording::{Recording, RecordingError};
use serde::{Deserialize, Serialize};

use crate::rows::VerticalRow;
use crate::vertical::{Recorded, Texts, Vertical};

/// Section of the bytecodes and microinstructions.
pub const LINES: &str = "lines";
/// Most bytes of JSON: some ten times what the largest program that fits into memory needs.
const SIZE_LIMIT: u64 = 1 << 28;

/// A file that is no recording.
#[derive(Debug, thiserror::Error)]
pub enum VerticalError {
    /// It is no recording, or has no lines.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The section is no such JSON.
    #[error("the recording is damaged in its lines: {0}; record it again")]
    Json(#[from] serde_json::Error),
    /// Its contexts are no profile.
    #[error(transparent)]
    Profile(#[from] FileError),
}

#[derive(Serialize)]
struct Written<'a> {
    recorded: &'a Recorded,
    rows: &'a [VerticalRow],
    texts: &'a Texts,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    recorded: Recorded,
    rows: Vec<VerticalRow>,
    texts: Texts,
}

/// Adds the lines to a recording of their contexts.
///
/// # Errors
/// Output of the writer.
pub fn add(vertical: &Vertical, recording: &mut Recording) -> io::Result<()> {
    recording.add(LINES, |to| {
        let written = Written {
            recorded: &vertical.recorded,
            rows: &vertical.rows,
            texts: &vertical.texts,
        };
        // All at once: it is made of many small words.
        to.write_all(&serde_json::to_vec(&written)?)
    })
}

/// Writes a recording with contexts and lines.
///
/// # Errors
/// Output of the writer.
pub fn write(vertical: &Vertical, to: impl Write) -> io::Result<()> {
    let mut recording = Recording::default();
    cross_profile::file::add(&vertical.profile, &mut recording)?;
    add(vertical, &mut recording)?;
    recording.write(to)
}

/// Reads a recording that has lines.
///
/// # Errors
/// When it is none, has none, or is damaged.
pub fn read(bytes: &[u8]) -> Result<Vertical, VerticalError> {
    of(&Recording::read(bytes)?)
}

/// The lines of a recording.
///
/// # Errors
/// When it has none, or they are damaged.
pub fn of(recording: &Recording) -> Result<Vertical, VerticalError> {
    let section = recording.section(LINES)?.take(SIZE_LIMIT);
    let Parts {
        recorded,
        rows,
        mut texts,
    } = serde_json::from_reader(io::BufReader::new(section))?;
    for method in texts.methods.values_mut() {
        method.bytecodes.sort_by_key(|text| text.0);
    }
    Ok(Vertical {
        recorded,
        profile: cross_profile::file::of(recording)?,
        rows,
        texts,
    })
}
