//! Signals that end programs: they go to what this process has started, and nothing of it stays behind.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::output::errors::Error;

/// How long ended children and removed files are waited for, and how often is looked.
const PATIENCE: u32 = 500;
const POLL: Duration = Duration::from_millis(20);

/// Passes signals on.
#[derive(Debug, Clone)]
pub(crate) struct Signals {
    state: Arc<Mutex<State>>,
}

/// What signals go to, and what they do.
#[derive(Debug, Default)]
struct State {
    /// Processes that run.
    children: Vec<u32>,
    /// The program of the command is one of them: a signal is its own.
    has_program: bool,
    /// A signal that came while there was no program.
    early: Option<i32>,
    /// A signal ends this process.
    ends: bool,
    /// It is ending: nothing is started any more.
    is_over: bool,
    /// Files and folders to remove then.
    temporary: Vec<PathBuf>,
}

impl Signals {
    /// From here on no signal ends this process but those that it ignores or that nobody can catch: it ends when its program has.
    pub(crate) fn watch() -> Result<Self, Error> {
        Self::start(State::default())
    }

    /// From here on a signal ends what this process has started, removes what it would leave behind, and ends it.
    pub(crate) fn watch_to_end() -> Result<Self, Error> {
        Self::start(State {
            ends: true,
            ..State::default()
        })
    }

    fn start(state: State) -> Result<Self, Error> {
        let state = Arc::new(Mutex::new(state));
        system::watch(Arc::clone(&state)).map_err(|reason| Error::System {
            what: "watch for signals",
            reason,
        })?;
        Ok(Self { state })
    }

    /// Signals are those of this program from here on, the one that has come already, too.
    pub(crate) fn pass_to(&self, program: &Child) {
        let mut state = locked(&self.state);
        state.children.push(program.id());
        state.has_program = true;
        if let Some(signal) = state.early {
            system::send(program.id(), signal);
        }
    }

    /// The program has ended: nobody gets its signals.
    pub(crate) fn ended(&self, program: &Child) {
        let mut state = locked(&self.state);
        state.children.retain(|child| *child != program.id());
        state.has_program = false;
    }

    /// The exit code of a command that a signal met before its program ran.
    pub(crate) fn early(&self) -> Option<u8> {
        locked(&self.state).early.map(code)
    }

    /// A file or folder that a signal has removed.
    pub(crate) fn remove(&self, path: &Path) {
        locked(&self.state).temporary.push(path.to_owned());
    }

    /// Runs a command to its end; what is not to be captured has to be said before.
    pub(crate) fn output(&self, command: &mut Command) -> io::Result<Output> {
        self.output_after(command, |_| {})
    }

    /// The same, with each line of its standard output, which is captured, as it comes.
    pub(crate) fn output_by_lines(
        &self,
        command: &mut Command,
        mut line: impl FnMut(&str),
    ) -> io::Result<Output> {
        self.output_after(command, |child| {
            let lines = child.stdout.take().map(|out| BufReader::new(out).lines());
            for text in lines.into_iter().flatten().map_while(Result::ok) {
                line(&text);
            }
        })
    }

    fn output_after(
        &self,
        command: &mut Command,
        meanwhile: impl FnOnce(&mut Child),
    ) -> io::Result<Output> {
        // No signal comes between the start and the entry.
        let mut state = self.still();
        let mut child = command.spawn()?;
        let id = child.id();
        state.children.push(id);
        drop(state);
        meanwhile(&mut child);
        let output = child.wait_with_output();
        let mut state = locked(&self.state);
        state.children.retain(|child| *child != id);
        drop(state);
        drop(self.still());
        output
    }

    /// The state, but for a process that is ending: nothing happens in this thread any more.
    fn still(&self) -> MutexGuard<'_, State> {
        loop {
            let state = locked(&self.state);
            if !state.is_over {
                return state;
            }
            drop(state);
            std::thread::sleep(POLL);
        }
    }
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// 128 and the number of the signal, as shells have it.
fn code(signal: i32) -> u8 {
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}

/// A signal came; `from_terminal`: what this process has started has got it, too.
fn came(shared: &Mutex<State>, signal: i32, from_terminal: bool) {
    let mut state = locked(shared);
    if !from_terminal {
        for child in &state.children {
            system::send(*child, signal);
        }
    }
    if !state.has_program {
        state.early = Some(signal);
    }
    if state.ends {
        state.is_over = true;
        drop(state);
        end(shared, signal);
    }
}

/// Ends this process when its children have ended and nothing of theirs is left.
fn end(shared: &Mutex<State>, signal: i32) -> ! {
    for _ in 0..PATIENCE {
        if locked(shared).children.is_empty() {
            break;
        }
        std::thread::sleep(POLL);
    }
    let temporary = std::mem::take(&mut locked(shared).temporary);
    for path in temporary {
        clear(&path);
    }
    std::process::exit(code(signal).into());
}

/// Removes a file or a folder to which somebody may still add.
fn clear(path: &Path) {
    for _ in 0..PATIENCE {
        let removed = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
        match removed {
            Ok(()) => return,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(_) => std::thread::sleep(POLL),
        }
    }
}

#[cfg(unix)]
mod system {
    use std::sync::{Arc, Mutex};

    use nix::sys::signal::{self, SigSet, Signal};
    use nix::unistd::Pid;

    use super::{State, came};

    type Failure = Box<dyn std::error::Error + Send + Sync>;

    const WATCHED: [Signal; 4] = [
        Signal::SIGHUP,
        Signal::SIGINT,
        Signal::SIGQUIT,
        Signal::SIGTERM,
    ];

    /// A signal is sent to nobody if the process has just ended.
    pub(super) fn send(process: u32, signal: i32) {
        if let (Ok(process), Ok(signal)) = (i32::try_from(process), Signal::try_from(signal)) {
            let _ = signal::kill(Pid::from_raw(process), signal);
        }
    }

    /// Blocks the signals in this thread and all that it starts; one of these waits for them.
    pub(super) fn watch(state: Arc<Mutex<State>>) -> Result<(), Failure> {
        let ignored = ignored();
        let mut watched = SigSet::empty();
        for signal in WATCHED {
            if ignored & (1 << (signal as i32 - 1)) == 0 {
                watched.add(signal);
            }
        }
        watched.thread_block()?;
        let mut next = next(watched)?;
        std::thread::spawn(move || {
            while let Some((signal, from_terminal)) = next() {
                came(&state, signal, from_terminal);
            }
        });
        Ok(())
    }

    /// Waits for signals; tells whether the terminal sent them, to this process and to the program alike.
    #[cfg(target_os = "linux")]
    fn next(watched: SigSet) -> Result<impl FnMut() -> Option<(i32, bool)> + Send, Failure> {
        use nix::errno::Errno;
        use nix::sys::signalfd::{SfdFlags, SignalFd};

        let signals = SignalFd::with_flags(&watched, SfdFlags::SFD_CLOEXEC)?;
        Ok(move || {
            let signal = loop {
                match signals.read_signal() {
                    Ok(Some(signal)) => break signal,
                    Ok(None) | Err(Errno::EINTR) => {}
                    Err(_) => return None,
                }
            };
            // Above 0 is what the kernel sends by itself.
            Some((signal.ssi_signo.cast_signed(), signal.ssi_code > 0))
        })
    }

    /// Nothing tells where a signal comes from, and a JVM that ends does not mind a second one.
    #[cfg(not(target_os = "linux"))]
    fn next(watched: SigSet) -> Result<impl FnMut() -> Option<(i32, bool)> + Send, Failure> {
        Ok(move || Some((watched.wait().ok()? as i32, false)))
    }

    /// A bit for each signal that whoever started this process had it ignore, as `nohup` does; the program ignores it, too.
    fn ignored() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mut lines = status.lines();
        let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .unwrap_or_default()
    }
}

#[cfg(not(unix))]
mod system {
    use std::sync::{Arc, Mutex};

    use super::{State, came};

    /// The console tells the program itself.
    pub(super) fn send(_process: u32, _signal: i32) {}

    pub(super) fn watch(
        state: Arc<Mutex<State>>,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        const INTERRUPT: i32 = 2;
        ctrlc::set_handler(move || came(&state, INTERRUPT, true)).map_err(Into::into)
    }
}
