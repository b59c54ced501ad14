//! Reads lookups block by block, in constant memory.

use std::io::{self, BufRead as _, BufReader, Read};

use integer_encoding::VarIntReader as _;

use crate::block::Decoder;
use crate::format::{Header, LookupsError, MAX_BLOCK, MAX_LINE, Summary};
use crate::symbol::Symbol;

/// Lookups that are being read.
#[derive(Debug)]
pub struct Reader<R> {
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
    from: BufReader<R>,
    byte: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// When it is none.
    pub fn new(from: R) -> Result<Self, LookupsError> {
        let mut from = Counted {
            from: BufReader::with_capacity(1 << 16, from),
            byte: 0,
        };
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
    /// When it is damaged or breaks off.
    pub fn next_block(&mut self) -> Result<Option<&[u32]>, LookupsError> {
        if self.summary.is_some() {
            return Ok(None);
        }
        let byte = self.from.byte;
        let place = format!("block {}", self.blocks + 1);
        let length = self.from.length(&place)?;
        if length == 0 {
            let byte = self.from.byte;
            let line = self.from.line("the end")?;
            self.end(&line)
                .map_err(|reason| damaged("the end", byte, &reason))?;
            return Ok(None);
        }
        if length > MAX_BLOCK {
            return Err(damaged(&place, byte, "it is too long"));
        }
        let mut bytes = vec![0; length as usize];
        self.from.read(&mut bytes, &place)?;
        self.fingerprint.update(&bytes);
        let decoded = self.decoder.decode(&bytes, &mut self.numbers);
        decoded
            .and_then(|()| self.check_symbols())
            .map_err(|reason| damaged(&place, byte, reason))?;
        self.blocks += 1;
        Ok(Some(&self.numbers))
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

fn read_header<R: Read>(from: &mut Counted<R>) -> Result<Header, LookupsError> {
    let line = from.line("the header")?;
    let header: Header = serde_json::from_slice(&line)
        .map_err(|_| damaged("the header", 0, "it is not what this program writes"))?;
    header
        .machine
        .check()
        .map_err(|reason| damaged("the header", 0, &reason.to_string()))?;
    Ok(header)
}

fn damaged(place: &str, byte: u64, reason: &str) -> LookupsError {
    LookupsError::Damaged {
        place: place.to_owned(),
        byte,
        reason: reason.to_owned(),
    }
}

impl<R: Read> Counted<R> {
    fn read(&mut self, into: &mut [u8], place: &str) -> Result<(), LookupsError> {
        let byte = self.byte;
        self.byte += into.len() as u64;
        self.from
            .read_exact(into)
            .map_err(|error| unread(error, place, byte))
    }

    fn length(&mut self, place: &str) -> Result<u64, LookupsError> {
        let byte = self.byte;
        let length: u64 = self
            .from
            .read_varint()
            .map_err(|error| unread(error, place, byte))?;
        self.byte += u64::from(length.checked_ilog2().unwrap_or(0) / 7 + 1);
        Ok(length)
    }

    fn line(&mut self, place: &str) -> Result<Vec<u8>, LookupsError> {
        let byte = self.byte;
        let mut line = Vec::new();
        let mut limited = self.from.by_ref().take(MAX_LINE);
        limited
            .read_until(b'\n', &mut line)
            .map_err(|error| unread(error, place, byte))?;
        self.byte += line.len() as u64;
        match line.pop() {
            Some(b'\n') => Ok(line),
            _ if self.byte - byte == MAX_LINE => Err(damaged(place, byte, "it is too long")),
            _ => Err(LookupsError::Truncated {
                place: place.to_owned(),
                byte,
            }),
        }
    }

    fn at_end(&mut self) -> Result<bool, String> {
        let more = self.from.fill_buf();
        more.map(<[u8]>::is_empty)
            .map_err(|error| error.to_string())
    }
}

fn unread(error: io::Error, place: &str, byte: u64) -> LookupsError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => LookupsError::Truncated {
            place: place.to_owned(),
            byte,
        },
        io::ErrorKind::InvalidData => damaged(place, byte, &error.to_string()),
        _ => LookupsError::Read(error),
    }
}
