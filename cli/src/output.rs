//! Standard output: results, and nothing else.

use std::io::{self, Write};

use crate::errors::Error;

/// Prints text whose styles are left out where colours are unwanted.
pub(crate) fn print(text: &str) -> Result<(), Error> {
    let mut stdout = anstream::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(failed)
}

/// Writes bytes as they are.
pub(crate) fn write(bytes: &[u8]) -> Result<(), Error> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(bytes)
        .and_then(|()| stdout.flush())
        .map_err(failed)
}

/// The error of a write to standard output: a reader that went away ends the program quietly.
pub(crate) fn failed(error: io::Error) -> Error {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Error::OutputClosed
    } else {
        Error::Output(error)
    }
}
