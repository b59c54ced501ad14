//! Input of the program: standard input where it is not a terminal, or a file.
//!
//! Standard input is touched only for a program whose code reads it, so a run in a loop of a shell takes nothing from the loop, and
//! one under a pipe that never ends does not wait for it.

use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use jopizer::Symbols;
use run::program::has_our_runtime;

use crate::host::uart_input::{self, HostInput};
use crate::output::errors::Error;

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
    pub(crate) fn start(&self, symbols: Option<&Symbols>) -> Result<Option<HostInput>, Error> {
        let is_typed = io::stdin().is_terminal();
        match &self.input {
            Some(file) if file == Path::new("-") && is_typed => HostInput::start().map(Some),
            Some(file) => Ok(Some(HostInput::of(read(file)?))),
            None if is_typed || reads(symbols) == Some(false) => Ok(None),
            None => HostInput::start().map(Some),
        }
    }

    /// All of the input, for a run that can be repeated; none if nothing is fed.
    pub(crate) fn whole(&self, program: &run::Program) -> Result<Option<Vec<u8>>, Error> {
        self.whole_with(&[program.symbols.as_ref()])
    }

    /// All of the input of several programs, which get the same.
    pub(crate) fn whole_of(&self, programs: &[run::Program]) -> Result<Option<Vec<u8>>, Error> {
        let symbols: Vec<_> = programs.iter().map(|it| it.symbols.as_ref()).collect();
        self.whole_with(&symbols)
    }

    /// All of the input of the programs with these symbols.
    pub(crate) fn whole_with(
        &self,
        programs: &[Option<&Symbols>],
    ) -> Result<Option<Vec<u8>>, Error> {
        let file = match &self.input {
            Some(file) => file,
            None if io::stdin().is_terminal() => return Ok(None),
            None => {
                let mut reading = programs.iter().map(|symbols| reads(*symbols));
                // Of code that nobody knows a pipe that stays open would keep the run from its first cycle.
                let is_read = reading.any(|reads| reads.unwrap_or_else(uart_input::is_complete));
                if !is_read {
                    return Ok(None);
                }
                Path::new("-")
            }
        };
        read(file).map(Some)
    }
}

/// Checks if code of a program reads the UART; none of an image whose runtime is not ours.
fn reads(symbols: Option<&Symbols>) -> Option<bool> {
    let symbols = symbols.filter(|symbols| has_our_runtime(Some(symbols)))?;
    let has = |name: &&str| symbols.methods_named(READER, name).next().is_some();
    Some(["read", "available"].iter().any(has))
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
