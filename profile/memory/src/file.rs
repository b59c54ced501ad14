//! Recordings as files: a gzip member of JSON, followed by the profile of the contexts as `cross-profile` writes it.

use std::io::{self, BufRead, BufWriter, Read, Write};

use cross_profile::{FileError, Profile};
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use crate::profile::{Code, Collection, HeapUse, MemoryProfile, Recorded, Site, StackUse};

/// Ending of the files.
pub const FILE_ENDING: &str = "jmem";
/// First line of the JSON member, and the version of the file.
const MAGIC: &str = "joplab-memory 1";
/// Most bytes of JSON.
const SIZE_LIMIT: u64 = 1 << 28;

/// A file that is no recording.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    /// It cannot be read, or is damaged.
    #[error("the recording cannot be read: {0}; record it again")]
    Read(#[from] io::Error),
    /// Another kind of file, or of another version.
    #[error(
        "no memory recording of this version: it does not begin with `{MAGIC}`; make one with `jop memory PROGRAM -o FILE.jmem`"
    )]
    NoRecording,
    /// Its first part is no such JSON.
    #[error("the recording is damaged: {0}; record it again")]
    Json(#[from] serde_json::Error),
    /// Its second part is no profile.
    #[error("the recording is damaged in its contexts: {0}")]
    Profile(#[from] FileError),
    /// Its parts do not fit each other.
    #[error("the recording is damaged: {0} that the recording has not; record it again")]
    Mismatch(&'static str),
}

#[derive(Serialize)]
struct Written<'a> {
    recorded: &'a Recorded,
    heap: &'a HeapUse,
    places: &'a [Code],
    sites: &'a [Site],
    collections: &'a [Collection],
    stack: &'a StackUse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    recorded: Recorded,
    heap: HeapUse,
    places: Vec<Code>,
    sites: Vec<Site>,
    collections: Vec<Collection>,
    stack: StackUse,
}

/// Writes a recording.
///
/// # Errors
/// Output of the writer.
pub fn write(memory: &MemoryProfile, mut to: impl Write) -> io::Result<()> {
    let packed = GzEncoder::new(&mut to, Compression::fast());
    // The encoder clears a buffer for each write, however short.
    let mut packed = BufWriter::new(packed);
    writeln!(packed, "{MAGIC}")?;
    let written = Written {
        recorded: &memory.recorded,
        heap: &memory.heap,
        places: &memory.places,
        sites: &memory.sites,
        collections: &memory.collections,
        stack: &memory.stack,
    };
    serde_json::to_writer(&mut packed, &written)?;
    let encoder = packed
        .into_inner()
        .map_err(io::IntoInnerError::into_error)?;
    encoder.finish()?;
    cross_profile::file::write(&memory.profile, to)
}

/// Reads a recording.
///
/// # Errors
/// When it is none, or damaged.
pub fn read(mut from: impl BufRead) -> Result<MemoryProfile, MemoryError> {
    let mut text = String::new();
    let unpacked = GzDecoder::new(&mut from)
        .take(SIZE_LIMIT)
        .read_to_string(&mut text);
    let json = text
        .strip_prefix(MAGIC)
        .and_then(|rest| rest.strip_prefix('\n'));
    let Some(json) = json else {
        return Err(MemoryError::NoRecording);
    };
    unpacked?;
    let parts: Parts = serde_json::from_str(json)?;
    let profile = cross_profile::file::read(from)?;
    parts.check(&profile)?;
    let Parts {
        recorded,
        heap,
        places,
        sites,
        collections,
        stack,
    } = parts;
    Ok(MemoryProfile {
        recorded,
        profile,
        heap,
        places,
        sites,
        collections,
        stack,
    })
}

impl Parts {
    /// Every number names something that is there.
    fn check(&self, profile: &Profile) -> Result<(), MemoryError> {
        let is_context = |thread: u32, context: u32| {
            let thread = profile.threads.get(thread as usize);
            thread.is_some_and(|it| (context as usize) < it.tree.contexts().len())
        };
        let is_place = |place: u32| (place as usize) < self.places.len();
        let all = |code: &Code| {
            let caller = code
                .caller
                .is_none_or(|it| is_context(code.thread, it.context));
            caller && is_context(code.thread, code.context)
        };
        if !self.places.iter().all(all) {
            return Err(MemoryError::Mismatch("code is in a context"));
        }
        let sites = self.sites.iter().map(|site| site.place);
        let collections = self.collections.iter().map(|it| it.place);
        if !sites.chain(collections).all(is_place) {
            return Err(MemoryError::Mismatch("a site is in code"));
        }
        let stack = &self.stack;
        let chains = stack.threads.iter().enumerate();
        let mut chains = chains
            .flat_map(|(thread, it)| it.chain.iter().map(move |(id, _)| (thread as u32, *id)));
        let mut rows = stack.contexts.iter().zip(&profile.threads);
        let fits = stack.contexts.len() <= profile.threads.len()
            && chains.all(|(thread, id)| is_context(thread, id))
            && rows.all(|(rows, thread)| rows.len() <= thread.tree.contexts().len());
        match fits {
            true => Ok(()),
            false => Err(MemoryError::Mismatch("a frame is in a context")),
        }
    }
}
