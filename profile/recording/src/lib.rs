//! Recordings of runs (`.jrec`): a container of sections. What is in a section is known to the crate that records it.
//!
//! ```text
//!   joplab-recording 2\n
//!   for each section:
//!     varint  length of its name, not 0
//!     bytes   its name: letters, digits and hyphens
//!     varint  length of its packed bytes
//!     4 bytes CRC-32 of the packed bytes, lowest byte first
//!     bytes   a raw DEFLATE stream
//!   byte 0    the end; nothing follows
//! ```
//!
//! A varint is LEB128: seven bits in each byte, lowest first, the eighth bit set but in the last. Sections of one name are parts of
//! one section, in their order; no part has more than 1 MiB unpacked. A file that ends before byte 0 was cut: [`Recording::is_whole`]
//! is false, and no section is given.

mod error;
mod format;
mod growing;
mod parts;
mod recording;
mod section;

pub use crate::error::RecordingError;
pub use crate::format::FILE_ENDING;
pub use crate::growing::Growing;
pub use crate::parts::Parts;
pub use crate::recording::Recording;
pub use crate::section::{Part, Section};

#[cfg(test)]
mod tests;
