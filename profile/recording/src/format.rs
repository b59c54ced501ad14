//! Bytes of a file outside of its sections.

use std::io::{self, Write};

use integer_encoding::VarIntWriter;

use crate::section::Part;

/// Ending of the files.
pub const FILE_ENDING: &str = "jrec";
/// First word of a file.
pub(crate) const MAGIC: &str = "joplab-recording";
/// Version of the container and of all sections.
pub(crate) const VERSION: &str = "2";
/// Longest name of a section. Unit: bytes.
pub(crate) const NAME_LIMIT: usize = 32;

/// Begins a file.
pub(crate) fn start(to: &mut impl Write) -> io::Result<()> {
    writeln!(to, "{MAGIC} {VERSION}")
}

/// Adds a part.
pub(crate) fn write_section(Part { name, bytes }: &Part, to: &mut impl Write) -> io::Result<()> {
    to.write_varint(name.len())?;
    to.write_all(name.as_bytes())?;
    to.write_varint(bytes.len())?;
    to.write_all(&crc32fast::hash(bytes).to_le_bytes())?;
    to.write_all(bytes)
}

/// Ends a file.
pub(crate) fn end(to: &mut impl Write) -> io::Result<()> {
    to.write_all(&[0])?;
    to.flush()
}
