//! Signals that end programs: they are the program's, and `jop` ends when the program has ended.

use std::process::Child;
use std::sync::{Arc, Mutex, PoisonError};

use crate::errors::Error;

/// Passes signals on.
pub(super) struct Signals {
    program: Arc<Mutex<Program>>,
}

/// What signals go to.
#[derive(Default)]
struct Program {
    /// The running `java`.
    child: Option<u32>,
    /// A signal that came before there was one.
    early: Option<i32>,
}

impl Signals {
    /// From here on no signal ends this process but those that it ignores or that nobody can catch.
    pub(super) fn watch() -> Result<Self, Error> {
        let program = Arc::new(Mutex::new(Program::default()));
        system::watch(Arc::clone(&program)).map_err(|reason| Error::System {
            what: "watch for signals",
            reason,
        })?;
        Ok(Self { program })
    }

    /// Signals go to this `java` from here on, the one that has come already, too.
    pub(super) fn pass_to(&self, child: &Child) {
        let mut program = locked(&self.program);
        program.child = Some(child.id());
        if let Some(signal) = program.early {
            system::send(child.id(), signal);
        }
    }

    /// The program has ended: nobody gets its signals.
    pub(super) fn ended(&self) {
        locked(&self.program).child = None;
    }

    /// The exit code of a command that a signal met before its program ran.
    pub(super) fn early(&self) -> Option<u8> {
        let signal = locked(&self.program).early?;
        u8::try_from(128 + signal).ok()
    }
}

fn locked(program: &Mutex<Program>) -> std::sync::MutexGuard<'_, Program> {
    program.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A signal came; `from_terminal`: the program has got it, too.
#[cfg(unix)]
fn came(program: &Mutex<Program>, signal: i32, from_terminal: bool) {
    let mut program = locked(program);
    match program.child {
        Some(child) if !from_terminal => system::send(child, signal),
        Some(_) => {}
        None => program.early = Some(signal),
    }
}

#[cfg(unix)]
mod system {
    use std::sync::{Arc, Mutex};

    use nix::sys::signal::{self, SigSet, Signal};
    use nix::unistd::Pid;

    use super::{Program, came};

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
    pub(super) fn watch(program: Arc<Mutex<Program>>) -> Result<(), Failure> {
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
                came(&program, signal, from_terminal);
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

    use super::Program;

    /// The console tells the program itself.
    pub(super) fn send(_process: u32, _signal: i32) {}

    pub(super) fn watch(
        program: Arc<Mutex<Program>>,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        const INTERRUPT: i32 = 2;
        let came = move || {
            let mut program = super::locked(&program);
            if program.child.is_none() {
                program.early = Some(INTERRUPT);
            }
        };
        ctrlc::set_handler(came).map_err(Into::into)
    }
}
