//! Input of the program: standard input, or a file.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::host::uart_input::HostInput;
use crate::output::errors::Error;

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
