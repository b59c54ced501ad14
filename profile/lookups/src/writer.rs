//! Writes lookups while they are recorded, in constant memory.

use std::io::{self, Write};
use std::sync::Arc;

use integer_encoding::VarIntWriter;

use crate::block::Encoder;
use crate::format::{Header, Summary};
use crate::symbol::Symbol;

/// Lookups that are being written.
#[derive(Debug, Clone)]
pub struct Writer<W> {
    to: W,
    encoder: Encoder,
    fingerprint: crc32fast::Hasher,
    /// The first write that failed; nothing is written after it.
    failed: Option<Arc<io::Error>>,
}

impl<W: Write> Writer<W> {
    /// Begins with the header.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(mut to: W, header: &Header) -> io::Result<Self> {
        write_line(&mut to, header)?;
        Ok(Self {
            to,
            encoder: Encoder::new(),
            fingerprint: crc32fast::Hasher::new(),
            failed: None,
        })
    }

    /// Adds a symbol. The first one must be a lookup.
    #[inline]
    pub fn put(&mut self, symbol: Symbol) {
        if self.encoder.put(symbol) {
            self.write_symbols();
        }
    }

    /// Ends the file; `summary` gets the fingerprint of the symbols.
    ///
    /// # Errors
    /// When this or anything before could not be written.
    pub fn finish(mut self, summary: &mut Summary) -> io::Result<W> {
        self.write_symbols();
        if let Some(error) = self.failed {
            return Err(Arc::into_inner(error).unwrap_or_else(|| io::Error::other("a copy failed")));
        }
        summary.fingerprint = self.fingerprint.finalize();
        self.to.write_all(&[0])?;
        write_line(&mut self.to, summary)?;
        self.to.flush()?;
        Ok(self.to)
    }

    #[cold]
    fn write_symbols(&mut self) {
        let Some(bytes) = self.encoder.take() else {
            return;
        };
        self.fingerprint.update(&bytes);
        if self.failed.is_some() {
            return;
        }
        let length = self.to.write_varint(bytes.len());
        let written = length.and_then(|_| self.to.write_all(&bytes));
        self.failed = written.err().map(Arc::new);
    }
}

fn write_line<T: serde::Serialize>(to: &mut impl Write, value: &T) -> io::Result<()> {
    serde_json::to_writer(&mut *to, value)?;
    to.write_all(b"\n")
}
