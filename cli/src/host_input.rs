//! Standard input, or a file, as bytes for the UART.
//!
//! A file is read completely before the first cycle, so a run with it is repeatable to the cycle. Bytes from a terminal or a
//! pipe are read by a thread and reach the machine when they arrive.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};

use run::Input;

use crate::console::Console;
use crate::errors::Error;

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

/// Tells it; `place` is what the note begins with.
pub(crate) fn teller(console: Console, place: &str) -> impl Fn(Input) + Sync {
    move |input| console.note(&format!("jop: note: {place}{}", note(input)))
}

/// Where the bytes for the UART come from; the same options in every command that runs one program.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct InputArguments {
    /// Feed the UART from standard input; a file is available from the first cycle, so the run is repeatable. A program
    /// that waits after the end of the input gets the byte 4 (Ctrl-D), which ends readLine() with null
    #[arg(long)]
    pub(crate) stdin: bool,
    /// Feed the UART from this file, available from the first cycle; - is all of standard input
    #[arg(long, value_name = "FILE", conflicts_with = "stdin")]
    pub(crate) input: Option<PathBuf>,
}

impl InputArguments {
    /// The input of a run that takes it as it comes.
    pub(crate) fn start(&self) -> Result<Option<HostInput>, Error> {
        match &self.input {
            Some(file) => Ok(Some(HostInput::of(read(file)?))),
            None => self.stdin.then(HostInput::start).transpose(),
        }
    }

    /// All of the input, for a run that can be repeated; none if nothing is fed.
    pub(crate) fn whole(&self) -> Result<Option<Vec<u8>>, Error> {
        let standard_input = self.stdin.then_some(Path::new("-"));
        let file = self.input.as_deref().or(standard_input);
        file.map(read).transpose()
    }
}

/// A file, or standard input for `-`.
pub(crate) fn read(file: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    read.map_err(|reason| Error::Read {
        path: file.to_owned(),
        reason,
    })
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
    fn of(ready: Vec<u8>) -> Self {
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
