//! Standard input, or a file, as bytes for the UART.
//!
//! A file is read completely before the first cycle, so a run with it is repeatable to the cycle. Bytes from a terminal or a
//! pipe are read by a thread and reach the machine when they arrive.

use std::convert::Infallible;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};

use jopizer::Symbols;
use run::ending::SLICE;
use run::engine::View;
use run::standstill::{Standstill, StandstillWatch};
use run::{End, Ending, Engine};

use crate::console::Console;
use crate::errors::Error;

/// The byte that tells a program of the end of its input: Ctrl-D, as from a terminal.
pub(crate) const END_OF_INPUT: u8 = 4;

/// Tells a program that waits for input that there is no more, once.
pub(crate) struct EndOfInput<'a> {
    watch: StandstillWatch<'a>,
    /// Without input there is no end of it.
    is_given: bool,
    /// The cycle in which it was told.
    told_at: Option<u64>,
    /// Takes the note that the program waits for input that does not come, once.
    notes: Option<Console>,
}

impl<'a> EndOfInput<'a> {
    /// All of the input has been fed.
    pub(crate) fn of(arguments: &InputArguments, symbols: Option<&'a Symbols>) -> Self {
        Self::new(arguments.is_given(), symbols)
    }

    /// The same of input that may be given.
    pub(crate) fn new(is_given: bool, symbols: Option<&'a Symbols>) -> Self {
        Self {
            watch: StandstillWatch::new(symbols),
            is_given,
            told_at: None,
            notes: None,
        }
    }

    /// Where the user is told of a program that waits.
    pub(crate) fn noting(mut self, console: Console) -> Self {
        self.notes = Some(console);
        self
    }

    /// Runs a program whose output nobody reads to its end.
    pub(crate) fn run<E: Engine<Fault = Infallible>>(
        mut self,
        run: &mut E,
        ending: &mut Ending<'_>,
    ) -> End {
        loop {
            let slice = (run.cycle() / SLICE + 1) * SLICE;
            let Ok(end) = ending.run_to(run, slice, |_| Ok::<(), Infallible>(()));
            if let Some(end) = end.or_else(|| ending.between(run.cycle())) {
                return end;
            }
            let standstill = run.view().and_then(|view| self.watch.look(&view));
            if matches!(standstill, Some(Standstill::Blocked(_))) {
                return End::Blocked;
            }
            let bytes = self.arrived(run.cycle(), run.view());
            if bytes.is_empty() && standstill.is_some() {
                self.note();
            }
            run.feed(bytes);
        }
    }

    /// The program waits for input that does not come.
    fn note(&mut self) {
        let note = if self.is_given {
            "the input has ended, and the program waits for more; Ctrl-C or --max-cycles stops it"
        } else {
            "the program waits for input; --input feeds it from a file"
        };
        if let Some(console) = self.notes.take() {
            console.note(&format!("jop: note: {note}"));
        }
    }

    /// The bytes to feed at the end of a slice of the run, in this cycle: the end, if the program waits.
    pub(crate) fn arrived(&mut self, cycle: u64, view: Option<View<'_>>) -> &'static [u8] {
        // A machine that comes here once more went back, and was not told yet.
        let is_due = self.is_given && self.told_at.is_none_or(|told_at| cycle <= told_at);
        let standstill = view.and_then(|view| self.watch.look(&view));
        if is_due && matches!(standstill, Some(Standstill::Input)) {
            self.told_at = Some(cycle);
            return &[END_OF_INPUT];
        }
        &[]
    }
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
    fn is_given(&self) -> bool {
        self.stdin || self.input.is_some()
    }

    /// The input of a run that takes it as it comes.
    pub(crate) fn start(&self) -> Result<Option<HostInput>, Error> {
        match &self.input {
            Some(file) => Ok(Some(HostInput::of(read(file)?))),
            None => self.stdin.then(HostInput::start).transpose(),
        }
    }

    /// All of the input before the first cycle, for a run that can be repeated.
    pub(crate) fn all(&self) -> Result<Vec<u8>, Error> {
        match (&self.input, self.stdin) {
            (Some(file), _) => read(file),
            (None, true) => read(Path::new("-")),
            (None, false) => Ok(Vec::new()),
        }
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

/// Checks if standard input is a file, on systems that expose it as one.
fn is_file() -> bool {
    std::fs::metadata("/dev/stdin").is_ok_and(|metadata| metadata.is_file())
}
