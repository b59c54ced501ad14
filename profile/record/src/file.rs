//! Recordings as files: a gzip member of JSON, followed by the profile of the contexts as `cross-profile` writes it.

use std::io::{self, BufRead, BufWriter, Read, Write};

use cross_profile::FileError;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use crate::rows::VerticalRow;
use crate::vertical::{Recorded, Texts, Vertical};

/// First word of the JSON member, and the version of the file.
const MAGIC: &str = "joplab-vertical 2";
/// Most bytes of JSON: some ten times what the largest program that fits into memory needs.
const SIZE_LIMIT: u64 = 1 << 28;

/// A file that is no recording.
#[derive(Debug, thiserror::Error)]
pub enum VerticalError {
    /// It cannot be read, or is damaged.
    #[error("the recording cannot be read: {0}; record it again")]
    Read(#[from] io::Error),
    /// Another kind of file, or of another version.
    #[error(
        "no recording of this version: it does not begin with `{MAGIC}`; make one with `jop record`"
    )]
    NoRecording,
    /// Its first part is no such JSON.
    #[error("the recording is damaged: {0}; record it again")]
    Json(#[from] serde_json::Error),
    /// Its second part is no profile.
    #[error("the recording is damaged in its contexts: {0}")]
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

/// Writes a recording.
///
/// # Errors
/// Output of the writer.
pub fn write(vertical: &Vertical, mut to: impl Write) -> io::Result<()> {
    let packed = GzEncoder::new(&mut to, Compression::fast());
    // The encoder clears a buffer for each write, however short.
    let mut packed = BufWriter::new(packed);
    writeln!(packed, "{MAGIC}")?;
    serde_json::to_writer(
        &mut packed,
        &Written {
            recorded: &vertical.recorded,
            rows: &vertical.rows,
            texts: &vertical.texts,
        },
    )?;
    let encoder = packed
        .into_inner()
        .map_err(io::IntoInnerError::into_error)?;
    encoder.finish()?;
    cross_profile::file::write(&vertical.profile, to)
}

/// Reads a recording.
///
/// # Errors
/// When it is none, or damaged.
pub fn read(mut from: impl BufRead) -> Result<Vertical, VerticalError> {
    let mut text = String::new();
    let unpacked = GzDecoder::new(&mut from)
        .take(SIZE_LIMIT)
        .read_to_string(&mut text);
    let json = text
        .strip_prefix(MAGIC)
        .and_then(|rest| rest.strip_prefix('\n'));
    let Some(json) = json else {
        return Err(VerticalError::NoRecording);
    };
    unpacked?;
    let Parts {
        recorded,
        rows,
        mut texts,
    } = serde_json::from_str(json)?;
    texts.bytecodes.sort();
    let profile = cross_profile::file::read(from)?;
    Ok(Vertical {
        recorded,
        profile,
        rows,
        texts,
    })
}
