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

/// Bytes as text. Comments may be in any encoding: what is not UTF-8 is replaced.
pub(crate) fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
