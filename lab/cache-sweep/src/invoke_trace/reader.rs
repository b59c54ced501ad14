//! Reads a trace block by block, in constant memory.

use std::io::{self, Read};

use crate::invoke_trace::block::Decoder;
use crate::invoke_trace::format::{
    Header, MAGIC, MAX_BLOCK, MAX_HEADER, Summary, TraceError, VERSION,
};
use crate::invoke_trace::symbol::Symbol;
use crate::invoke_trace::writer::{END, SYMBOLS};

/// A trace that is being read.
#[derive(Debug)]
pub struct TraceReader<R> {
    from: Counted<R>,
    header: Header,
    decoder: Decoder,
    numbers: Vec<u32>,
    blocks: u64,
    lookups: u64,
    runs: u64,
    fingerprint: crc32fast::Hasher,
    summary: Option<Summary>,
}

#[derive(Debug)]
struct Counted<R> {
    from: R,
    byte: u64,
}

impl<R: Read> TraceReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// When the file is no trace, or one of another version, or damaged there.
    pub fn new(from: R) -> Result<Self, TraceError> {
        let mut from = Counted { from, byte: 0 };
        let header = read_header(&mut from)?;
        Ok(Self {
            from,
            header,
            decoder: Decoder::new(),
            numbers: Vec::new(),
            blocks: 0,
            lookups: 0,
            runs: 0,
            fingerprint: crc32fast::Hasher::new(),
            summary: None,
        })
    }

    /// The header: program and machine of the run.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Every symbol up to here, by number.
    #[must_use]
    pub fn dictionary(&self) -> &[Symbol] {
        &self.decoder.dictionary
    }

    /// The next symbols, by number; none at the end.
    ///
    /// # Errors
    /// When the file is damaged or breaks off.
    pub fn next_block(&mut self) -> Result<Option<&[u32]>, TraceError> {
        if self.summary.is_some() {
            return Ok(None);
        }
        let byte = self.from.byte;
        let place = format!("block {}", self.blocks);
        let damaged = |reason: &str| damaged(&place, byte, reason);
        let mut head = [0; 13];
        self.from.read(&mut head, &place)?;
        let number =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (kind, unpacked, packed, checksum) = (head[0], number(1), number(5), number(9));
        if unpacked > MAX_BLOCK || packed > MAX_BLOCK {
            return Err(damaged("it is too long"));
        }
        let mut contents = vec![0; packed as usize];
        self.from.read(&mut contents, &place)?;
        let mut found = crc32fast::Hasher::new();
        found.update(&head[..9]);
        found.update(&contents);
        if found.finalize() != checksum {
            return Err(damaged("the checksum differs"));
        }
        self.blocks += 1;
        match kind {
            SYMBOLS => {
                let bytes = lz4_flex::block::decompress(&contents, unpacked as usize)
                    .map_err(|_| damaged("it cannot be unpacked"))?;
                self.fingerprint.update(&bytes);
                self.decoder
                    .decode(&bytes, &mut self.numbers)
                    .map_err(damaged)?;
                self.check_symbols().map_err(damaged)?;
                Ok(Some(&self.numbers))
            }
            END => {
                self.end(&contents).map_err(|reason| damaged(&reason))?;
                Ok(None)
            }
            _ => Err(damaged("there is no such kind of block")),
        }
    }

    /// Summary of the run, once every block is read.
    #[must_use]
    pub fn summary(&self) -> Option<&Summary> {
        self.summary.as_ref()
    }

    fn check_symbols(&mut self) -> Result<(), &'static str> {
        for &number in &self.numbers {
            match self.decoder.dictionary[number as usize] {
                Symbol::Lookup { .. } => self.lookups += 1,
                Symbol::Run { .. } if self.lookups == 0 => {
                    return Err("bytecodes run before the first lookup");
                }
                Symbol::Run { .. } => self.runs += 1,
            }
        }
        Ok(())
    }

    fn end(&mut self, contents: &[u8]) -> Result<(), String> {
        let summary: Summary =
            serde_json::from_slice(contents).map_err(|_| "the summary is none".to_owned())?;
        let fingerprint = self.fingerprint.clone().finalize();
        if (summary.lookups, summary.runs, summary.fingerprint)
            != (self.lookups, self.runs, fingerprint)
        {
            return Err("the symbols are not those that were written".to_owned());
        }
        if summary.load_stalls > summary.cycles {
            return Err("more cycles stall than there are".to_owned());
        }
        if self.from.at_end()? {
            self.summary = Some(summary);
            Ok(())
        } else {
            Err("bytes follow its end".to_owned())
        }
    }
}

fn read_header<R: Read>(from: &mut Counted<R>) -> Result<Header, TraceError> {
    let mut checksum = crc32fast::Hasher::new();
    let mut magic = [0; 8];
    match from.read(&mut magic, "the header") {
        Err(TraceError::Truncated { .. }) => return Err(TraceError::NoTrace),
        read => read?,
    }
    if &magic != MAGIC {
        return Err(TraceError::NoTrace);
    }
    let mut version = [0; 2];
    from.read(&mut version, "the header")?;
    let found = u16::from_le_bytes(version);
    if found != VERSION {
        return Err(TraceError::Version(found));
    }
    let mut length = [0; 4];
    from.read(&mut length, "the header")?;
    let bytes = u32::from_le_bytes(length);
    if bytes > MAX_HEADER {
        return Err(damaged("the header", 0, "it is too long"));
    }
    let mut text = vec![0; bytes as usize];
    from.read(&mut text, "the header")?;
    let mut expected = [0; 4];
    from.read(&mut expected, "the header")?;
    for part in [&magic[..], &version, &length, &text] {
        checksum.update(part);
    }
    if checksum.finalize() != u32::from_le_bytes(expected) {
        return Err(damaged("the header", 0, "the checksum differs"));
    }
    let header: Header = serde_json::from_slice(&text)
        .map_err(|_| damaged("the header", 0, "it is not what this program writes"))?;
    header
        .machine
        .check()
        .map_err(|reason| damaged("the header", 0, &reason.to_string()))?;
    Ok(header)
}

fn damaged(place: &str, byte: u64, reason: &str) -> TraceError {
    TraceError::Damaged {
        place: place.to_owned(),
        byte,
        reason: reason.to_owned(),
    }
}

impl<R: Read> Counted<R> {
    fn read(&mut self, into: &mut [u8], place: &str) -> Result<(), TraceError> {
        let byte = self.byte;
        self.byte += into.len() as u64;
        self.from.read_exact(into).map_err(|error| {
            if error.kind() == io::ErrorKind::UnexpectedEof {
                TraceError::Truncated {
                    place: place.to_owned(),
                    byte,
                }
            } else {
                TraceError::Read(error)
            }
        })
    }

    fn at_end(&mut self) -> Result<bool, String> {
        let mut more = [0];
        self.from
            .read(&mut more)
            .map(|read| read == 0)
            .map_err(|error| error.to_string())
    }
}
