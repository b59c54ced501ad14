//! The contents of a section.

use std::io::{self, BufReader, Read};

use flate2::bufread::DeflateDecoder;

/// A part of a section as it stands in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Packed {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// A section that is unpacked as it is read, one part after the other.
#[derive(Debug)]
pub struct Section<'a> {
    name: &'a str,
    rest: std::slice::Iter<'a, Packed>,
    part: Option<DeflateDecoder<&'a [u8]>>,
}

impl<'a> Section<'a> {
    pub(crate) fn new(packed: &'a [Packed], name: &'a str) -> Self {
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
