//! The contents of a section.

use std::io::{self, BufReader, Read, Write};

use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// Most bytes of a part, unpacked.
const MOST: usize = 1 << 20;

/// A part of a section as it stands in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Part {
    /// The name of its section.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it has, unpacked as it is read.
    pub fn contents(&self) -> impl Read {
        DeflateDecoder::new(&*self.bytes)
    }
}

/// A section that is unpacked as it is read, one part after the other.
#[derive(Debug)]
pub struct Section<'a> {
    name: &'a str,
    rest: std::slice::Iter<'a, Part>,
    part: Option<DeflateDecoder<&'a [u8]>>,
}

impl<'a> Section<'a> {
    pub(crate) fn new(packed: &'a [Part], name: &'a str) -> Self {
        Self {
            name,
            rest: packed.iter(),
            part: None,
        }
    }

    /// With a buffer, for readers of single bytes.
    #[must_use]
    pub fn buffered(self) -> BufReader<Self> {
        BufReader::new(self)
    }
}

impl Read for Section<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(part) = &mut self.part {
                let length = part.read(to)?;
                if length > 0 || to.is_empty() {
                    return Ok(length);
                }
            }
            let name = self.name;
            let Some(next) = self.rest.find(|packed| packed.name == name) else {
                return Ok(0);
            };
            self.part = Some(DeflateDecoder::new(&next.bytes));
        }
    }
}

/// Packs a section and puts it in parts, of which one at a time is in memory.
pub(crate) fn pack(
    name: &str,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    put: &mut dyn FnMut(Part) -> io::Result<()>,
) -> io::Result<()> {
    let mut packer = Packer {
        name,
        part: Vec::new(),
        put,
    };
    fill(&mut packer)?;
    packer.end_part()
}

/// Divides what it gets. What is packed depends on nothing but its bytes: a part is packed at once, as the encoder takes notice of
/// where single writes end.
struct Packer<'a> {
    name: &'a str,
    part: Vec<u8>,
    put: &'a mut dyn FnMut(Part) -> io::Result<()>,
}

impl Packer<'_> {
    fn end_part(&mut self) -> io::Result<()> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&self.part)?;
        self.part.clear();
        (self.put)(Part {
            name: self.name.to_owned(),
            bytes: encoder.finish()?,
        })
    }
}

impl Write for Packer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.part.len() == MOST {
            self.end_part()?;
        }
        let taken = bytes.len().min(MOST - self.part.len());
        self.part.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    // Most writes are of single numbers and words.
    fn write_all(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        if bytes.len() <= MOST - self.part.len() {
            self.part.extend_from_slice(bytes);
            return Ok(());
        }
        while !bytes.is_empty() {
            let taken = self.write(bytes)?;
            bytes = &bytes[taken..];
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
