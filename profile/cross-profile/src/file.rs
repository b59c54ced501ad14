//! Profiles as sections of a recording: `run` has the provenance as JSON, `contexts` the rest.
//!
//! ```text
//! one line of JSON: {"methods": [...], "bytecodes": [...], "flat": false, "threads": [{"name", "contexts"}]}\n
//! for each thread, for each of its contexts, a caller before its callees:
//!   varint  how many places before this context its caller stands; 0 for the root
//!   varint  method, place in "methods"
//!   byte    service, 0 to 5: program, java-bytecode, allocation, exception, interrupt, synchronisation
//!   varint  calls
//!   varint  bytecodes
//!   varint  which charges follow, a bit each: execute 1, memory-read 2, memory-write 4, load-on-invoke 8,
//!           load-on-return 16, synchronisation 32, wait-io 64, wait-time 128, wait-idle 256
//!   varints their cycles
//!   varint  calls that have ended; nothing follows if 0
//!   varints fewest cycles of one, how many more the longest has, cycles of all, the cycle in which the longest began, how many later it ended
//!   varint  buckets of the histogram that have calls
//!   varints for each, how far it is behind the one before, and its calls
//! ```
//!
//! A varint is LEB128: seven bits in each byte, lowest first, the eighth bit set but in the last. Reader and
//! writer hold one context at a time besides the tree itself.

use std::io::{self, BufRead, Read, Write};

use integer_encoding::{VarIntReader, VarIntWriter};
use recording::{Recording, RecordingError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::call_times::{BUCKETS, CallTimes};
use crate::cause::{Charge, Service};
use crate::profile::{BytecodeUse, Profile, Provenance, ThreadProfile};
use crate::tree::{CallingContextTree, Context, ContextId, MethodId};

/// Section of the provenance.
pub const RUN: &str = "run";
/// Section of the contexts.
pub const CONTEXTS: &str = "contexts";

/// Longest header that is read. Unit: bytes.
const HEADER_LIMIT: u64 = 64 << 20;

/// Errors of reading a profile.
#[derive(Debug, Error)]
pub enum FileError {
    /// It is no recording, or has no contexts.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A section cannot be unpacked.
    #[error("the recording is damaged in its contexts ({0}); record it again")]
    Damaged(#[from] io::Error),
    /// Its header is wrong.
    #[error("the header of the contexts is wrong: {0}; record it again")]
    Header(#[from] serde_json::Error),
    /// Its table of bytecodes has a wrong length.
    #[error("the recording lists {0} bytecodes instead of 256 or none; record it again")]
    Bytecodes(usize),
    /// A context is impossible.
    #[error("context {context} of thread {thread} is wrong: {what}; record it again")]
    Context {
        /// Thread, counted from 0.
        thread: usize,
        /// Context, counted from 0.
        context: u64,
        /// The error.
        what: &'static str,
    },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    methods: Vec<String>,
    bytecodes: Vec<BytecodeUse>,
    flat: bool,
    threads: Vec<ThreadHeader>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThreadHeader {
    name: String,
    contexts: u64,
}

/// Adds the sections of a profile.
///
/// # Errors
///
/// Output of the writer.
pub fn add(profile: &Profile, recording: &mut Recording) -> io::Result<()> {
    recording.append(run(&profile.provenance)?);
    recording.add(CONTEXTS, |to| write_contexts(profile, to))
}

/// A recording with nothing but the provenance of a run.
///
/// # Errors
///
/// When it cannot be packed.
pub fn run(provenance: &Provenance) -> io::Result<Recording> {
    let mut recording = Recording::default();
    recording.add(RUN, |to| Ok(serde_json::to_writer(to, provenance)?))?;
    Ok(recording)
}

/// The provenance of a recording.
///
/// # Errors
///
/// When it has none, or another than this version knows.
pub fn provenance(recording: &Recording) -> Result<Provenance, FileError> {
    Ok(serde_json::from_reader(recording.section(RUN)?.buffered())?)
}

/// Writes a recording with nothing but a profile.
///
/// # Errors
///
/// Output of the writer.
pub fn write(profile: &Profile, to: impl Write) -> io::Result<()> {
    let mut recording = Recording::default();
    add(profile, &mut recording)?;
    recording.write(to)
}

fn write_contexts(profile: &Profile, mut to: &mut dyn Write) -> io::Result<()> {
    let header = Header {
        methods: profile.methods.clone(),
        bytecodes: profile.bytecodes.clone(),
        flat: profile.flat,
        threads: profile.threads.iter().map(ThreadHeader::of).collect(),
    };
    serde_json::to_writer(&mut to, &header)?;
    to.write_all(b"\n")?;
    for thread in &profile.threads {
        for id in thread.tree.ids() {
            write_context(id.0, thread.tree.context(id), &mut to)?;
            write_times(thread.tree.call_times(id), &mut to)?;
        }
    }
    Ok(())
}

fn write_context(place: u32, context: &Context, to: &mut impl Write) -> io::Result<()> {
    to.write_varint(place - context.parent.0)?;
    to.write_varint(context.method.0)?;
    to.write_all(&[context.service as u8])?;
    to.write_varint(context.calls)?;
    to.write_varint(context.bytecodes)?;
    let charged = Charge::ALL
        .into_iter()
        .filter(|charge| context.cycles[*charge as usize] != 0);
    let mask = charged
        .clone()
        .fold(0_u16, |mask, charge| mask | 1 << charge as u8);
    to.write_varint(mask)?;
    for charge in charged {
        to.write_varint(context.cycles[charge as usize])?;
    }
    Ok(())
}

fn write_times(times: Option<&CallTimes>, to: &mut impl Write) -> io::Result<()> {
    to.write_varint(times.map_or(0, |times| times.calls))?;
    let Some(times) = times else { return Ok(()) };
    to.write_varint(times.min)?;
    to.write_varint(times.max - times.min)?;
    to.write_varint(times.cycles)?;
    to.write_varint(times.worst_begin)?;
    to.write_varint(times.worst_end - times.worst_begin)?;
    to.write_varint(times.buckets.len())?;
    let mut before = 0;
    for (bucket, calls) in &times.buckets {
        to.write_varint(*bucket - before)?;
        to.write_varint(*calls)?;
        before = *bucket;
    }
    Ok(())
}

/// Reads a recording that has contexts.
///
/// # Errors
///
/// [`FileError`] describes the error.
pub fn read(bytes: &[u8]) -> Result<Profile, FileError> {
    of(&Recording::read(bytes)?)
}

/// The profile of a recording.
///
/// # Errors
///
/// [`FileError`] describes the error.
pub fn of(recording: &Recording) -> Result<Profile, FileError> {
    let mut from = recording.section(CONTEXTS)?.buffered();
    let provenance = provenance(recording)?;
    let header: Header = serde_json::from_str(&line(&mut from)?)?;
    if !matches!(header.bytecodes.len(), 0 | 256) {
        return Err(FileError::Bytecodes(header.bytecodes.len()));
    }
    let mut total = 0;
    let mut threads = Vec::with_capacity(header.threads.len().min(1 << 10));
    for (number, thread) in header.threads.into_iter().enumerate() {
        let mut reader = ThreadReader {
            number,
            methods: header.methods.len(),
            total: &mut total,
            from: &mut from,
        };
        threads.push(ThreadProfile {
            tree: reader.tree(thread.contexts)?,
            name: thread.name,
        });
    }
    if from.read(&mut [0])? != 0 {
        return Err(FileError::Damaged(io::Error::other(
            "more than its contexts",
        )));
    }
    Ok(Profile {
        provenance,
        methods: header.methods,
        bytecodes: header.bytecodes,
        flat: header.flat,
        threads,
    })
}

fn line(from: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    from.take(HEADER_LIMIT).read_line(&mut line)?;
    Ok(line)
}

struct ThreadReader<'a, R> {
    number: usize,
    methods: usize,
    /// Cycles of all contexts so far.
    total: &'a mut u64,
    from: &'a mut R,
}

impl<R: Read> ThreadReader<'_, R> {
    fn tree(&mut self, contexts: u64) -> Result<CallingContextTree, FileError> {
        if contexts == 0 {
            return Err(self.wrong(0, "a thread has at least its root"));
        }
        let (_, root) = self.context(0)?;
        let mut tree = CallingContextTree::new(root.method);
        *tree.context_mut(CallingContextTree::ROOT) = root;
        self.times(&mut tree, CallingContextTree::ROOT)?;
        for place in 1..contexts {
            let (parent, context) = self.context(place)?;
            let id = tree.callee(parent, context.method, context.service);
            if u64::from(id.0) != place {
                return Err(self.wrong(place, "it occurs twice"));
            }
            *tree.context_mut(id) = context;
            self.times(&mut tree, id)?;
        }
        Ok(tree)
    }

    fn context(&mut self, place: u64) -> Result<(ContextId, Context), FileError> {
        let back: u32 = self.from.read_varint()?;
        let parent = place.checked_sub(u64::from(back));
        let parent = match parent.map(u32::try_from) {
            Some(Ok(parent)) if (back == 0) == (place == 0) => ContextId(parent),
            _ => return Err(self.wrong(place, "its caller is not before it")),
        };
        let method: u32 = self.from.read_varint()?;
        if method as usize >= self.methods {
            return Err(self.wrong(place, "its method has no name"));
        }
        let Some(service) = Service::of_number(self.byte()?) else {
            return Err(self.wrong(place, "its service is none of the six"));
        };
        let calls = self.from.read_varint()?;
        let bytecodes = self.from.read_varint()?;
        let mask: u16 = self.from.read_varint()?;
        if mask >> Charge::COUNT != 0 {
            return Err(self.wrong(place, "its cycles are of an unknown kind"));
        }
        let mut cycles = [0; Charge::COUNT];
        for (bit, cycles) in cycles.iter_mut().enumerate() {
            if mask >> bit & 1 == 1 {
                *cycles = self.from.read_varint()?;
                let Some(total) = self.total.checked_add(*cycles) else {
                    return Err(self.wrong(place, "more than 2^64 cycles in all"));
                };
                *self.total = total;
            }
        }
        let context = Context {
            parent,
            method: MethodId(method),
            service,
            calls,
            bytecodes,
            cycles,
        };
        Ok((parent, context))
    }

    fn times(&mut self, tree: &mut CallingContextTree, id: ContextId) -> Result<(), FileError> {
        let calls: u64 = self.from.read_varint()?;
        if calls == 0 {
            return Ok(());
        }
        let wrong =
            |reader: &Self| reader.wrong(u64::from(id.0), "its times of calls are impossible");
        let min: u64 = self.from.read_varint()?;
        let more: u64 = self.from.read_varint()?;
        let cycles = self.from.read_varint()?;
        let worst_begin: u64 = self.from.read_varint()?;
        let longer: u64 = self.from.read_varint()?;
        let count: u64 = self.from.read_varint()?;
        let (Some(max), Some(worst_end)) = (min.checked_add(more), worst_begin.checked_add(longer))
        else {
            return Err(wrong(self));
        };
        if count > u64::from(BUCKETS) || calls > tree.context(id).calls {
            return Err(wrong(self));
        }
        let mut buckets = Vec::with_capacity(count as usize);
        let mut bucket: u16 = 0;
        for _ in 0..count {
            let further: u16 = self.from.read_varint()?;
            bucket = bucket.checked_add(further).ok_or_else(|| wrong(self))?;
            buckets.push((bucket, self.from.read_varint()?));
        }
        let times = CallTimes {
            calls,
            cycles,
            min,
            max,
            worst_begin,
            worst_end,
            buckets,
            ..CallTimes::default()
        };
        if !times.is_possible() {
            return Err(wrong(self));
        }
        *tree.call_times_mut(id) = times;
        Ok(())
    }

    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.from.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    fn wrong(&self, context: u64, what: &'static str) -> FileError {
        FileError::Context {
            thread: self.number,
            context,
            what,
        }
    }
}

impl ThreadHeader {
    fn of(thread: &ThreadProfile) -> Self {
        Self {
            name: thread.name.clone(),
            contexts: thread.tree.contexts().len() as u64,
        }
    }
}
