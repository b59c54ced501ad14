//! Reading of files with a bound, so that a wrong path cannot fill the memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a file of at most `megabytes`; `what` it is, as in `a machine file has`, begins the error of a larger one.
///
/// # Errors
/// When the system does not give it, or it is larger.
pub fn bytes(path: &Path, megabytes: u64, what: &str) -> io::Result<Vec<u8>> {
    let limit = megabytes << 20;
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("{what} at most {megabytes} MB"),
        ));
    }
    Ok(bytes)
}

/// The same as text.
///
/// # Errors
/// As [`bytes`], and when it is not UTF-8.
pub fn text(path: &Path, megabytes: u64, what: &str) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(bytes(path, megabytes, what)?).map_err(not_text)
}
