//! Input of the program: standard input where it is not a terminal, or a file.
//!
//! Standard input is touched only for a program whose code reads it, so a run in a loop of a shell takes nothing from the loop, and
//! one under a pipe that never ends does not wait for it. Of an image without symbols nobody knows, and it gets none without `--input -`.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use jopizer::Symbols;
use run::program::has_our_runtime;

use crate::host::uart_input::HostInput;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Name of standard input.
const STDIN: &str = "-";

/// Megabytes of input: more than a UART takes in any run.
const MOST_MEGABYTES: u64 = 64;

/// Time after which a wait for standard input is said.
const PATIENCE: Duration = Duration::from_secs(1);

/// The class of our runtime that reads the UART.
const READER: &str = "com.jopdesign.sys.UartInput";

/// Where the bytes for the UART come from; the same options in every command that runs one program.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct InputArguments {
    /// Feed the UART from this file, available from the first cycle; - is all of standard input. Without it a program
    /// that reads gets standard input, unless that is a terminal. After the end of the input System.in.read() returns -1
    /// and readLine() null
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
}

impl InputArguments {
    /// The input of a run that takes it as it comes.
    pub(crate) fn start(
        &self,
        symbols: Option<&Symbols>,
        console: Console,
    ) -> Result<Option<HostInput>, Error> {
        let is_typed = io::stdin().is_terminal();
        match &self.input {
            Some(file) if file == Path::new("-") && is_typed => HostInput::start().map(Some),
            Some(file) => Ok(Some(HostInput::of(read(file, console)?))),
            None if is_typed || !reads(symbols) => Ok(None),
            None => HostInput::start().map(Some),
        }
    }

    /// All of the input, for a run that can be repeated; none if nothing is fed.
    pub(crate) fn whole(
        &self,
        program: &run::Program,
        console: Console,
    ) -> Result<Option<Vec<u8>>, Error> {
        self.whole_with(&[program.symbols.as_ref()], console)
    }

    /// All of the input of several programs, which get the same.
    pub(crate) fn whole_of(
        &self,
        programs: &[run::Program],
        console: Console,
    ) -> Result<Option<Vec<u8>>, Error> {
        let symbols: Vec<_> = programs.iter().map(|it| it.symbols.as_ref()).collect();
        self.whole_with(&symbols, console)
    }

    /// All of the input of the programs with these symbols.
    pub(crate) fn whole_with(
        &self,
        programs: &[Option<&Symbols>],
        console: Console,
    ) -> Result<Option<Vec<u8>>, Error> {
        let file = match &self.input {
            Some(file) => file,
            None if io::stdin().is_terminal() => return Ok(None),
            None if !programs.iter().any(|symbols| reads(*symbols)) => return Ok(None),
            None => Path::new(STDIN),
        };
        read(file, console).map(Some)
    }
}

/// Checks if code of a program surely reads the UART: of an image whose runtime is not ours nobody knows.
fn reads(symbols: Option<&Symbols>) -> bool {
    let symbols = symbols.filter(|symbols| has_our_runtime(Some(symbols)));
    let has = |name: &&str| {
        symbols.is_some_and(|symbols| symbols.methods_named(READER, name).next().is_some())
    };
    ["read", "available"].iter().any(has)
}

/// A file, or standard input for `-`, up to its end.
pub(crate) fn read(file: &Path, console: Console) -> Result<Vec<u8>, Error> {
    let read = match file == Path::new(STDIN) {
        true => with_note(console, || bounded(io::stdin().lock())),
        false => File::open(file).and_then(bounded),
    };
    read.map_err(|reason| Error::Read {
        path: file.to_owned(),
        reason,
    })
}

fn bounded(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take((MOST_MEGABYTES << 20) + 1)
        .read_to_end(&mut bytes)?;
    match bytes.len() as u64 > MOST_MEGABYTES << 20 {
        true => Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!(
                "input for the UART has at most {MOST_MEGABYTES} MB; give the beginning of it in a file with --input"
            ),
        )),
        false => Ok(bytes),
    }
}

/// Reads, and says so if that takes long.
fn with_note<T: Send>(console: Console, read: impl FnOnce() -> T) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                console.note(
                    "jop: note: waiting for the end of standard input; `</dev/null` for none",
                );
            }
        });
        let result = read();
        drop(done);
        result
    })
}
