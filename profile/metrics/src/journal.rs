//! A recording that grows with its run, so that windows do not stay in memory and outlive a run that is killed.
//!
//! ```text
//!   run                as in every recording
//!   tree     ──┐       methods and contexts, in parts: those that are new
//!   windows  ──┴─ ...  windows, in parts: those that have ended since
//! ```
//!
//! A `tree` is a list of
//!
//! ```text
//!   varint 0           a method, whose number is the next:
//!     varint             bytes of its name
//!     bytes              its name
//!   varint thread + 1  a context, whose place among those of its thread is the next:
//!     varint             how many places before it its caller stands; 0 for the root
//!     varint             method
//!     byte               service
//! ```
//!
//! When the run has ended its windows go to the file of all sections, and the journal is of no use any more. One that is left is a
//! recording without an end: [`mended`].

use std::io::{self, BufReader, Read, Seek, Write};

use cross_profile::context_names::thread_name;
use cross_profile::file::FileError;
use cross_profile::{
    CallingContextTree, Context, ContextId, MethodId, Observer, Profile, Provenance, Service,
    ThreadProfile,
};
use integer_encoding::{VarIntReader, VarIntWriter};
use recording::{Growing, Parts, Recording};

use crate::file::{self, MetricsError, WINDOWS};
use crate::metrics::{Metrics, add};
use crate::probe::WindowLayer;
use crate::window::{Every, Recorded, Window};

/// Section of methods and contexts of a run that goes on.
pub const TREE: &str = "tree";

/// Writes windows as they end.
#[derive(Debug)]
pub struct Journal<F> {
    file: Growing<F>,
    /// Methods and, by thread, contexts that it has.
    methods: usize,
    contexts: Vec<usize>,
    /// The end of the last window.
    before: u64,
}

impl<F: Write> Journal<F> {
    /// Begins the journal of a run, and tells its windows.
    ///
    /// # Errors
    /// Output of the file.
    pub fn new(
        file: F,
        provenance: &Provenance,
        (every, bytecodes): (&Every, &[String]),
        layer: &mut WindowLayer,
    ) -> io::Result<Self> {
        let mut file = Growing::new(file)?;
        file.append(&cross_profile::file::run(provenance)?)?;
        file.add(WINDOWS, |to| file::write_header(every, bytecodes, to))?;
        file.flush()?;
        layer.start_journal();
        Ok(Self {
            file,
            methods: 0,
            contexts: Vec::new(),
            before: 0,
        })
    }

    /// Adds the windows that have ended.
    ///
    /// # Errors
    /// Output of the file.
    pub fn add(&mut self, layer: &mut WindowLayer, observer: &Observer) -> io::Result<()> {
        let windows = layer.take_ended();
        if windows.is_empty() {
            return Ok(());
        }
        self.add_tree(observer)?;
        let before = &mut self.before;
        self.file.add(WINDOWS, |to| {
            windows
                .iter()
                .try_for_each(|it| file::write_window(it, before, to))
        })?;
        self.file.flush()
    }

    /// Methods and contexts that are new.
    fn add_tree(&mut self, observer: &Observer) -> io::Result<()> {
        let names = &observer.names()[self.methods..];
        self.contexts.resize(observer.trees().count(), 0);
        let counts = observer.trees().map(|tree| tree.contexts().len());
        if names.is_empty() && counts.eq(self.contexts.iter().copied()) {
            return Ok(());
        }
        self.methods += names.len();
        let contexts = &mut self.contexts;
        self.file.add(TREE, |mut to| {
            for name in names {
                to.write_varint(0)?;
                to.write_varint(name.len())?;
                to.write_all(name.as_bytes())?;
            }
            for (thread, (tree, known)) in observer.trees().zip(contexts).enumerate() {
                for (place, context) in tree.contexts().iter().enumerate().skip(*known) {
                    to.write_varint(thread + 1)?;
                    to.write_varint(place as u32 - context.parent.0)?;
                    to.write_varint(context.method.0)?;
                    to.write_all(&[context.service as u8])?;
                }
                *known = tree.contexts().len();
            }
            Ok(())
        })
    }
}

impl<F: Read + Write + Seek> Journal<F> {
    /// Writes the windows of a run that has ended, as a section: those of the journal, then those that it has not taken.
    ///
    /// # Errors
    /// Input of the file, and output of the writer.
    pub fn finish(self, rest: &Metrics, to: &mut Growing<impl Write>) -> io::Result<()> {
        if rest.recorded.every == Every::Fitting {
            return to.add(WINDOWS, |to| file::write_windows(rest, to));
        }
        let mut before = self.before;
        let mut file = self.file.into_inner();
        file.rewind()?;
        let parts = Parts::new(BufReader::new(file)).map_err(io::Error::other)?;
        to.add(WINDOWS, |mut to| {
            for part in parts {
                let part = part.map_err(io::Error::other)?;
                if part.name() == WINDOWS {
                    io::copy(&mut part.contents(), &mut to)?;
                }
            }
            let mut windows = rest.windows().iter();
            windows.try_for_each(|it| file::write_window(it, &mut before, to))?;
            file::write_end(rest.run_cycles, &mut to)
        })
    }
}

/// The sections of a journal before what is cut or damaged, as a recording that ends with them; none of another file.
#[must_use]
pub fn before_damage(bytes: &[u8]) -> Option<Recording> {
    let recording = Recording::before_damage(bytes).ok()?;
    (recording.has(WINDOWS) && !recording.has(cross_profile::file::CONTEXTS)).then_some(recording)
}

/// The recording of a journal, up to the end of its last window, in cycles.
///
/// # Errors
/// When no window has ended, or sections contradict each other.
pub fn mended(parts: &Recording) -> Result<(Recording, u64), MetricsError> {
    let mut from = parts.section(WINDOWS)?.buffered();
    let header = file::header(&mut from)?;
    let mut windows: Vec<Window> = Vec::new();
    // A window that the end of the file has met is not there.
    while let Ok(Some(window)) = file::window(&windows, &mut from) {
        windows.push(window);
    }
    let run_cycles = windows.last().ok_or(MetricsError::NoWindow)?.end;
    let metrics = Metrics {
        profile: profile(parts, &windows)?,
        recorded: Recorded {
            every: header.every,
            windows,
        },
        bytecodes: header.bytecodes,
        run_cycles,
    };
    let mut recording = Recording::default();
    cross_profile::file::add(&metrics.profile, &mut recording)?;
    file::add(&metrics, &mut recording)?;
    Ok((recording, run_cycles))
}

/// The contexts of a journal with what they did in its windows.
fn profile(parts: &Recording, windows: &[Window]) -> Result<Profile, MetricsError> {
    let mut profile = tree(parts)?;
    for (number, window) in windows.iter().enumerate() {
        for cell in &window.cells {
            let thread = profile.threads.get_mut(cell.thread as usize);
            let tree = thread.map(|thread| &mut thread.tree);
            let tree = tree.filter(|tree| (cell.context.0 as usize) < tree.contexts().len());
            let wrong = MetricsError::Window(number as u64, "it has an unknown context");
            add(tree.ok_or(wrong)?, cell.context, &cell.figures);
        }
    }
    Ok(profile)
}

/// The contexts of a journal.
fn tree(parts: &Recording) -> Result<Profile, MetricsError> {
    let mut profile = Profile {
        provenance: cross_profile::file::provenance(parts)?,
        methods: Vec::new(),
        bytecodes: Vec::new(),
        flat: false,
        threads: Vec::new(),
    };
    let mut from = parts.section(TREE)?.buffered();
    // As with windows, what the end of the file has met is not there.
    while let Ok(kind) = from.read_varint::<usize>() {
        let read = match kind.checked_sub(1) {
            None => name(&mut profile, &mut from),
            Some(thread) => context(&mut profile, thread, &mut from),
        };
        match read {
            Err(MetricsError::Read(reason)) if reason.kind() == io::ErrorKind::UnexpectedEof => {
                break;
            }
            read => read?,
        }
    }
    Ok(profile)
}

fn name(profile: &mut Profile, from: &mut impl Read) -> Result<(), MetricsError> {
    let length: u64 = from.read_varint()?;
    let mut name = String::new();
    if from.take(length).read_to_string(&mut name)? as u64 != length {
        return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
    }
    profile.methods.push(name);
    Ok(())
}

fn context(profile: &mut Profile, thread: usize, from: &mut impl Read) -> Result<(), MetricsError> {
    let back: u32 = from.read_varint()?;
    let method: u32 = from.read_varint()?;
    let mut service = [0];
    from.read_exact(&mut service)?;
    let threads = &mut profile.threads;
    let place = threads.get(thread).map_or(0, |it| it.tree.contexts().len());
    let wrong = |what| FileError::Context {
        thread,
        context: place as u64,
        what,
    };
    if method as usize >= profile.methods.len() {
        return Err(wrong("its method has no name").into());
    }
    let service = Service::of_number(service[0]).ok_or(wrong("its service is none of the six"))?;
    let method = MethodId(method);
    let caller = (place as u32)
        .checked_sub(back)
        .filter(|_| (back == 0) == (place == 0));
    let caller = ContextId(caller.ok_or(wrong("its caller is not before it"))?);
    if place > 0 {
        let tree = &mut threads[thread].tree;
        let id = tree.callee(caller, method, service);
        return match id.0 as usize == place {
            true => Ok(()),
            false => Err(wrong("it occurs twice").into()),
        };
    }
    if thread != threads.len() {
        return Err(wrong("threads are not in their order").into());
    }
    let mut tree = CallingContextTree::new(method);
    *tree.context_mut(CallingContextTree::ROOT) = Context {
        service,
        ..*tree.context(CallingContextTree::ROOT)
    };
    threads.push(ThreadProfile {
        name: thread_name(thread),
        tree,
    });
    Ok(())
}
