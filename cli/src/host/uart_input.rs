//! Standard input, or a file, as bytes for the UART.
//!
//! A file, and a pipe that ends soon, are read completely before the first cycle, so a run with them is repeatable to the cycle.
//! Bytes from a terminal or another pipe are read by a thread and reach the machine when they arrive.

use std::io::{self, IsTerminal, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use run::Input;

use crate::output::errors::Error;

/// What the user is told of a program that waits for input that does not come.
pub(crate) fn note(input: Input) -> &'static str {
    match input {
        Input::Complete => {
            "the input has ended, and the program waits for more; Ctrl-C or --max-cycles stops it"
        }
        Input::Missing | Input::Arriving => {
            "the program waits for input; --input FILE feeds it from a file, --input - with what you type"
        }
    }
}

/// Time that a pipe has to end, so that `echo 5 | jop run` gives the same cycles every time.
const PATIENCE: Duration = Duration::from_millis(200);

/// Bytes that the machine has not got yet.
#[derive(Debug)]
pub(crate) struct HostInput {
    /// All of a file.
    ready: Vec<u8>,
    /// Bytes from a terminal or a pipe.
    arriving: Receiver<Vec<u8>>,
    /// Nothing will come after the last bytes that arrived.
    has_ended: bool,
}

impl HostInput {
    /// These bytes, and nothing behind them.
    pub(crate) fn of(ready: Vec<u8>) -> Self {
        Self {
            ready,
            arriving: mpsc::channel().1,
            has_ended: false,
        }
    }

    /// Starts to read standard input.
    pub(crate) fn start() -> Result<Self, Error> {
        let (sender, arriving) = mpsc::sync_channel(64);
        let failed = |reason: io::Error| Error::System {
            what: "read standard input",
            reason: reason.into(),
        };
        let mut ready = Vec::new();
        if is_complete() {
            io::stdin().lock().read_to_end(&mut ready).map_err(failed)?;
        } else {
            std::thread::Builder::new()
                .name("stdin".to_owned())
                .spawn(move || {
                    let mut buffer = [0; 4096];
                    // The thread ends with its input, on an error, or when nobody listens any more.
                    while let Ok(count @ 1..) = io::stdin().lock().read(&mut buffer) {
                        if sender.send(buffer[..count].to_vec()).is_err() {
                            break;
                        }
                    }
                })
                .map_err(failed)?;
            if !io::stdin().is_terminal() {
                ready = soon(&arriving);
            }
        }
        Ok(Self {
            ready,
            arriving,
            has_ended: false,
        })
    }

    /// Bytes that arrived since the last call.
    pub(crate) fn arrived(&mut self) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.ready);
        loop {
            match self.arriving.try_recv() {
                Ok(more) => bytes.extend(more),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.has_ended = true;
                    break;
                }
            }
        }
        bytes
    }

    /// Bytes that are there before the first cycle.
    #[cfg(feature = "whole")]
    pub(crate) fn ready(&self) -> &[u8] {
        &self.ready
    }

    /// Returns true if nothing will come after what arrived.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended
    }
}

/// What a pipe gives until it ends or the patience with it does.
fn soon(arriving: &Receiver<Vec<u8>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let end = Instant::now() + PATIENCE;
    // A writer that keeps up would end no wait of its own.
    while let Some(left) = end.checked_duration_since(Instant::now()) {
        match arriving.recv_timeout(left) {
            Ok(more) => bytes.extend(more),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    bytes
}

/// Checks if standard input is there as a whole: a file, or the null device.
#[cfg(unix)]
pub(crate) fn is_complete() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    // Asked of the descriptor, as a container may have no `/dev/stdin`.
    let own = io::stdin().as_fd().try_clone_to_owned();
    let own = own.and_then(|own| std::fs::File::from(own).metadata());
    let null = std::fs::metadata("/dev/null").map(|null| null.rdev()).ok();
    own.is_ok_and(|own| own.is_file() || (own.rdev() != 0 && Some(own.rdev()) == null))
}

/// Elsewhere nobody says.
#[cfg(not(unix))]
pub(crate) fn is_complete() -> bool {
    false
}
