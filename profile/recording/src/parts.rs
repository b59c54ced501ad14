//! The parts of a file, one after the other.

use std::io::{BufRead, Read};

use integer_encoding::VarIntReader;

use crate::error::RecordingError;
use crate::format::{MAGIC, NAME_LIMIT, VERSION};
use crate::section::Part;

/// Longest first line that is read. Unit: bytes.
const LINE_LIMIT: u64 = 100;

/// Reads a file part by part; one at a time is in memory.
#[derive(Debug)]
pub struct Parts<R> {
    from: R,
    /// The end has been read, or a cut.
    is_over: bool,
    is_cut: bool,
}

/// Why a part is not there.
enum Broken {
    Cut,
    Damaged(String),
}

impl<R: BufRead> Parts<R> {
    /// From the first byte of a file.
    ///
    /// # Errors
    /// When it is no recording of this version.
    pub fn new(mut from: R) -> Result<Self, RecordingError> {
        let mut line = Vec::new();
        let read = (&mut from).take(LINE_LIMIT).read_until(b'\n', &mut line);
        read.map_err(|_| RecordingError::Cut)?;
        check_version(&line)?;
        Ok(Self {
            from,
            is_over: false,
            is_cut: false,
        })
    }

    /// The file ends before its end.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The next part; none at the end.
    fn part(&mut self) -> Result<Option<Part>, Broken> {
        let length: usize = self.from.read_varint().map_err(|_| Broken::Cut)?;
        if length == 0 {
            return match self.from.fill_buf() {
                Ok([]) => Ok(None),
                _ => Err(Broken::Damaged("what follows its end".to_owned())),
            };
        }
        let name = self.name(length)?;
        let length: u64 = self.from.read_varint().map_err(|_| Broken::Cut)?;
        let mut checksum = [0; 4];
        let read = self.from.read_exact(&mut checksum);
        read.map_err(|_| Broken::Cut)?;
        let bytes = self.bytes(length)?;
        if crc32fast::hash(&bytes) != u32::from_le_bytes(checksum) {
            return Err(Broken::Damaged(format!("section `{name}`")));
        }
        Ok(Some(Part { name, bytes }))
    }

    fn name(&mut self, length: usize) -> Result<String, Broken> {
        let wrong = || Broken::Damaged("the name of a section".to_owned());
        if length > NAME_LIMIT {
            return Err(wrong());
        }
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        match String::from_utf8(self.bytes(length as u64)?) {
            Ok(name) if name.as_bytes().iter().all(is_letter) => Ok(name),
            _ => Err(wrong()),
        }
    }

    /// So many bytes, which may be more than there are.
    fn bytes(&mut self, length: u64) -> Result<Vec<u8>, Broken> {
        let mut bytes = Vec::new();
        let read = (&mut self.from).take(length).read_to_end(&mut bytes);
        match read {
            Ok(read) if read as u64 == length => Ok(bytes),
            _ => Err(Broken::Cut),
        }
    }
}

impl<R: BufRead> Iterator for Parts<R> {
    type Item = Result<Part, RecordingError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let part = self.part();
        self.is_over = !matches!(part, Ok(Some(_)));
        match part {
            Ok(part) => part.map(Ok),
            Err(Broken::Cut) => {
                self.is_cut = true;
                None
            }
            Err(Broken::Damaged(what)) => Some(Err(RecordingError::Damaged(what))),
        }
    }
}

fn check_version(line: &[u8]) -> Result<(), RecordingError> {
    let rest = line.strip_prefix(MAGIC.as_bytes());
    let rest = rest.and_then(|rest| rest.strip_prefix(b" "));
    let rest = rest.ok_or(RecordingError::NotARecording)?;
    let is_line = rest.ends_with(b"\n") || line.len() as u64 == LINE_LIMIT;
    let version = rest.strip_suffix(b"\n").unwrap_or(rest);
    match version == VERSION.as_bytes() {
        _ if !is_line => Err(RecordingError::Cut),
        true => Ok(()),
        false => {
            let version = String::from_utf8_lossy(version);
            Err(RecordingError::Version(version.chars().take(20).collect()))
        }
    }
}
