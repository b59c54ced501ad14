//! Sources and tables as files.

use std::io;
use std::path::Path;

/// Megabytes that a source or a table may have; the largest real one has a hundredth of that.
const SIZE_LIMIT: u64 = 16;

/// The bytes of a file.
pub(crate) fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    ::isa::bounded_file::bytes(path, SIZE_LIMIT, "a file of microcode has")
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
