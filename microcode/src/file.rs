//! Reading of files with a bound, so that a wrong path cannot fill the memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Bytes that a source or a table may have; the largest real one has a hundredth of that.
const SIZE_LIMIT: u64 = 16 << 20;

/// The bytes of a file.
pub(crate) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(SIZE_LIMIT + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > SIZE_LIMIT {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            "file is larger than 16 MB",
        ));
    }
    Ok(bytes)
}

/// The text of a source file.
pub(crate) fn read_source(path: &Path) -> io::Result<String> {
    read_bytes(path).map(|bytes| text_of(&bytes))
}

/// Bytes as text: UTF-8, or Latin-1 as in sources of the original's time, whose letters may occur in names, too.
pub(crate) fn text_of(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}
