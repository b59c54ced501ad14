//! The heap as a section of a recording: `heap` is JSON, beside the sections of the contexts.

use std::io::{self, Read, Write};

use cross_profile::{FileError, Profile};
use recording::{Recording, RecordingError};
use serde::{Deserialize, Serialize};

use crate::profile::{Code, Collection, HeapUse, MemoryProfile, Recorded, Site, StackUse};

/// Section of the heap and the stack.
pub const HEAP: &str = "heap";
/// Most bytes of JSON.
const SIZE_LIMIT: u64 = 1 << 28;

/// A file that is no recording.
#[derive(Debug, thiserror::Error)]
pub enum MemoryError {
    /// It is no recording, or has no heap.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The section is no such JSON.
    #[error("the recording is damaged in its heap: {0}; record it again")]
    Json(#[from] serde_json::Error),
    /// Its contexts are no profile.
    #[error(transparent)]
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

/// Adds the heap to a recording of its contexts.
///
/// # Errors
/// Output of the writer.
pub fn add(memory: &MemoryProfile, recording: &mut Recording) -> io::Result<()> {
    recording.add(HEAP, |to| {
        let written = Written {
            recorded: &memory.recorded,
            heap: &memory.heap,
            places: &memory.places,
            sites: &memory.sites,
            collections: &memory.collections,
            stack: &memory.stack,
        };
        to.write_all(&serde_json::to_vec(&written)?)
    })
}

/// Writes a recording with contexts and heap.
///
/// # Errors
/// Output of the writer.
pub fn write(memory: &MemoryProfile, to: impl Write) -> io::Result<()> {
    let mut recording = Recording::default();
    cross_profile::file::add(&memory.profile, &mut recording)?;
    add(memory, &mut recording)?;
    recording.write(to)
}

/// Reads a recording that has a heap.
///
/// # Errors
/// When it is none, has none, or is damaged.
pub fn read(bytes: &[u8]) -> Result<MemoryProfile, MemoryError> {
    of(&Recording::read(bytes)?)
}

/// The heap of a recording.
///
/// # Errors
/// When it has none, or it is damaged.
pub fn of(recording: &Recording) -> Result<MemoryProfile, MemoryError> {
    let section = recording.section(HEAP)?.take(SIZE_LIMIT);
    let parts: Parts = serde_json::from_reader(io::BufReader::new(section))?;
    let profile = cross_profile::file::of(recording)?;
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
