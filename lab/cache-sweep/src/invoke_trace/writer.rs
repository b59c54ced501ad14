//! Writes a trace while it is recorded, in constant memory.

use std::io::{self, Write};

use crate::invoke_trace::block::Encoder;
use crate::invoke_trace::format::{Header, MAGIC, Summary, VERSION};
use crate::invoke_trace::symbol::Symbol;

/// A block of symbols.
pub(crate) const SYMBOLS: u8 = 1;
/// The end.
pub(crate) const END: u8 = 2;

/// A trace under way.
#[derive(Debug)]
pub struct TraceWriter<W> {
    to: W,
    encoder: Encoder,
    fingerprint: crc32fast::Hasher,
    /// The first write that failed; nothing is written after it.
    failed: Option<io::Error>,
}

impl<W: Write> TraceWriter<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(mut to: W, header: &Header) -> io::Result<Self> {
        let header = serde_json::to_vec(header)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&header);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        to.write_all(&bytes)?;
        Ok(Self {
            to,
            encoder: Encoder::new(),
            fingerprint: crc32fast::Hasher::new(),
            failed: None,
        })
    }

    /// Adds a symbol. The first one of a trace must be a lookup.
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
        summary.fingerprint = self.fingerprint.clone().finalize();
        let end = serde_json::to_vec(summary)?;
        self.write_block(END, end.len(), &end);
        if let Some(error) = self.failed {
            return Err(error);
        }
        self.to.flush()?;
        Ok(self.to)
    }

    #[cold]
    fn write_symbols(&mut self) {
        let Some(bytes) = self.encoder.take() else {
            return;
        };
        self.fingerprint.update(&bytes);
        let packed = lz4_flex::block::compress(&bytes);
        self.write_block(SYMBOLS, bytes.len(), &packed);
    }

    fn write_block(&mut self, kind: u8, unpacked: usize, contents: &[u8]) {
        if self.failed.is_some() {
            return;
        }
        let mut head = vec![kind];
        head.extend_from_slice(&(unpacked as u32).to_le_bytes());
        head.extend_from_slice(&(contents.len() as u32).to_le_bytes());
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&head);
        checksum.update(contents);
        head.extend_from_slice(&checksum.finalize().to_le_bytes());
        self.failed = self
            .to
            .write_all(&head)
            .and_then(|()| self.to.write_all(contents))
            .err();
    }
}
