//! States of threads as a section of a recording: `threads` is JSON.

use std::io::{self, Read};

use recording::{Recording, RecordingError};
use run::probes::ThreadStates;
use run::probes::ledger::{Reason, State, ThreadTimes, Waits};
use serde::{Deserialize, Serialize};

/// Section of the threads.
pub const THREADS: &str = "threads";
/// Most bytes of JSON.
const SIZE_LIMIT: u64 = 1 << 28;

/// The threads of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Threads {
    /// Cycles of the run.
    pub run_cycles: u64,
    /// The threads in the order of their starts.
    pub threads: Vec<ThreadStates>,
}

/// A file without such a section.
#[derive(Debug, thiserror::Error)]
pub enum ThreadsError {
    /// It is no recording, or has no threads.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The section is no such JSON.
    #[error("the recording is damaged in its threads: {0}; record it again")]
    Json(#[from] serde_json::Error),
    /// A sum or an order is impossible.
    #[error("the recording is damaged in its threads: {0}; record it again")]
    Wrong(&'static str),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    run_cycles: u64,
    states: Vec<String>,
    threads: Vec<WrittenThread>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenThread {
    name: String,
    start: u64,
    end: u64,
    cycles: [u64; State::COUNT],
    waits: Vec<WrittenWaits>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenWaits {
    state: State,
    #[serde(rename = "for")]
    object: String,
    place: String,
    count: u64,
    cycles: u64,
    longest: u64,
}

impl Threads {
    /// Cycles in which the processor executed for a thread.
    #[must_use]
    pub fn executed(&self) -> u64 {
        let executing = |thread: &ThreadStates| -> u64 {
            let states = State::ALL.into_iter().filter(|state| state.executes());
            states.map(|it| thread.times.cycles[it as usize]).sum()
        };
        self.threads.iter().map(executing).sum()
    }
}

fn names() -> Vec<String> {
    State::ALL.map(|state| state.name().to_owned()).to_vec()
}

/// Adds the threads to a recording.
///
/// # Errors
/// Output of the writer.
pub fn add(threads: &Threads, recording: &mut Recording) -> io::Result<()> {
    let written = Written {
        run_cycles: threads.run_cycles,
        states: names(),
        threads: threads.threads.iter().map(written).collect(),
    };
    recording.add(THREADS, |to| Ok(serde_json::to_writer(to, &written)?))
}

fn written(thread: &ThreadStates) -> WrittenThread {
    let times = &thread.times;
    let waits = times.waits.iter();
    let waits = waits.map(|((state, reason), waits)| WrittenWaits {
        state: *state,
        object: reason.object.clone(),
        place: reason.place.clone(),
        count: waits.count,
        cycles: waits.cycles,
        longest: waits.longest,
    });
    WrittenThread {
        name: thread.name.clone(),
        start: times.start,
        end: times.end,
        cycles: times.cycles,
        waits: waits.collect(),
    }
}

/// The threads of a recording.
///
/// # Errors
/// When it has none, or they are damaged.
pub fn of(recording: &Recording) -> Result<Threads, ThreadsError> {
    let section = recording.section(THREADS)?.take(SIZE_LIMIT);
    let read: Written = serde_json::from_reader(io::BufReader::new(section))?;
    if read.states != names() {
        return Err(ThreadsError::Wrong("its states are others"));
    }
    let run_cycles = read.run_cycles;
    let threads = read.threads.into_iter();
    let threads = threads.map(|thread| states(thread, run_cycles));
    let threads = Threads {
        run_cycles,
        threads: threads.collect::<Result<_, _>>()?,
    };
    // Each thread has at most the cycles of the run, so 128 bits hold the sum of all.
    let executed = threads.threads.iter().flat_map(|thread| {
        let states = State::ALL.into_iter().filter(|state| state.executes());
        states.map(|it| u128::from(thread.times.cycles[it as usize]))
    });
    if executed.sum::<u128>() > u128::from(run_cycles) {
        return Err(ThreadsError::Wrong("more cycles than those of the run"));
    }
    Ok(threads)
}

fn states(read: WrittenThread, run_cycles: u64) -> Result<ThreadStates, ThreadsError> {
    if read.start > read.end || read.end > run_cycles {
        return Err(ThreadsError::Wrong("a thread outside of the run"));
    }
    let sum: u128 = read.cycles.iter().map(|it| u128::from(*it)).sum();
    if sum != u128::from(read.end - read.start) {
        return Err(ThreadsError::Wrong("a thread with other sums"));
    }
    let mut times = ThreadTimes {
        start: read.start,
        end: read.end,
        cycles: read.cycles,
        waits: std::collections::BTreeMap::new(),
    };
    for wait in read.waits {
        let reason = Reason {
            object: wait.object,
            place: wait.place,
        };
        let waits = Waits {
            count: wait.count,
            cycles: wait.cycles,
            longest: wait.longest,
        };
        if times.waits.insert((wait.state, reason), waits).is_some() {
            return Err(ThreadsError::Wrong("a wait that is there twice"));
        }
    }
    check_waits(&times)?;
    Ok(ThreadStates {
        name: read.name,
        times,
    })
}

/// Waits of a state have its cycles, and those that have no reason have no waits.
fn check_waits(times: &ThreadTimes) -> Result<(), ThreadsError> {
    for state in State::ALL {
        let waits = times.waits.iter().filter(|((of, _), _)| *of == state);
        let sum: u128 = waits.map(|(_, it)| u128::from(it.cycles)).sum();
        let expected = match state.waits() {
            true => u128::from(times.cycles[state as usize]),
            false => 0,
        };
        if sum != expected {
            return Err(ThreadsError::Wrong("waits with other sums than the states"));
        }
    }
    Ok(())
}
