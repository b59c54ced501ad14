//! Standard input, or a file, as bytes for the UART.
//!
//! A file is read completely before the first cycle, so a run with it is repeatable to the cycle. Bytes from a terminal or a
//! pipe are read by a thread and reach the machine when they arrive.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, TryRecvError};

use run::Input;

use crate::output::errors::Error;

/// What the user is told of a program that waits for input that does not come.
pub(crate) fn note(input: Input) -> &'static str {
    match input {
        Input::Complete => {
            "the input has ended, and the program waits for more; Ctrl-C or --max-cycles stops it"
        }
        Input::Missing | Input::Arriving => {
            "the program waits for input; --stdin feeds it from standard input, --input from a file"
        }
    }
}

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
        let (sender, arriving) = mpsc::channel();
        let failed = |reason: io::Error| Error::System {
            what: "read standard input",
            reason: reason.into(),
        };
        let mut ready = Vec::new();
        if is_file() {
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

/// Checks if standard input is a file.
#[cfg(unix)]
fn is_file() -> bool {
    use std::os::fd::AsFd;
    // Asked of the descriptor, as a container may have no `/dev/stdin`.
    let own = io::stdin().as_fd().try_clone_to_owned();
    own.and_then(|own| std::fs::File::from(own).metadata())
        .is_ok_and(|metadata| metadata.is_file())
}

/// Elsewhere nobody says.
#[cfg(not(unix))]
fn is_file() -> bool {
    false
}
