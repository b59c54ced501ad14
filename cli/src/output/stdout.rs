//! Standard output: results, and nothing else.

use std::io::{self, IsTerminal as _, Write};

use crate::output::errors::Error;

/// Prints text whose styles are left out where colours are unwanted.
pub(crate) fn print(text: &str) -> Result<(), Error> {
    let mut stdout = anstream::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(failed)
}

/// Writes bytes as they are; those that are no text not to a terminal.
pub(crate) fn write(bytes: &[u8]) -> Result<(), Error> {
    if io::stdout().is_terminal() && !is_text(bytes) {
        return Err(Error::Input(
            "the result is no text for a terminal; name a file".to_owned(),
        ));
    }
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(bytes)
        .and_then(|()| stdout.flush())
        .map_err(failed)
}

fn is_text(bytes: &[u8]) -> bool {
    !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok()
}

/// The error of a write to standard output: a reader that went away ends the program quietly.
pub(crate) fn failed(error: io::Error) -> Error {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Error::OutputClosed
    } else {
        Error::Output(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_and_tables_of_columns_are_no_text() {
        assert!(is_text("é, 1\r\n".as_bytes()));
        assert!(!is_text(&[0x1f, 0x8b, 8]));
        assert!(!is_text(b"PAR1\0"));
    }
}
