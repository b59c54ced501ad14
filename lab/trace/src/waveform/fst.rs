//! FST, the compressed format of GTKWave; Surfer reads it as well.
//!
//! The format's writer supports bits, not text: a text is a vector of its characters, eight bits each, padded with zeros. Viewers
//! show it with the data format ASCII.

use std::io::{Seek, Write};

use fst_writer::{
    FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId, FstSignalType,
    FstVarDirection, FstVarType,
};

use super::{Declared, Format, TimeUnit, Value, Writer};
use crate::TraceError;

/// Bytes of changes that are kept before they are packed and written.
const BLOCK: usize = 16 << 20;

/// Writes an FST file.
pub struct Fst<W: Write + Seek> {
    state: State<W>,
    signals: Vec<(FstSignalId, usize)>,
    bits: Vec<u8>,
    block: usize,
}

enum State<W: Write + Seek> {
    Declaring(W),
    Recording(Box<FstBodyWriter<W>>),
    Finished,
}

impl<W: Write + Seek> Fst<W> {
    /// A file to `out`.
    pub fn new(out: W) -> Self {
        Self::with_block(out, BLOCK)
    }

    /// A file to `out` whose changes are packed and written when they take so many bytes.
    pub fn with_block(out: W, block: usize) -> Self {
        Self {
            block,
            state: State::Declaring(out),
            signals: Vec::new(),
            bits: Vec::new(),
        }
    }
}

impl<W: Write + Seek> Writer for Fst<W> {
    fn declare(&mut self, signals: &[Declared], unit: TimeUnit) -> Result<(), TraceError> {
        let State::Declaring(out) = std::mem::replace(&mut self.state, State::Finished) else {
            return Ok(());
        };
        let info = FstInfo {
            start_time: 0,
            timescale_exponent: match unit {
                TimeUnit::Nanosecond => -9,
                TimeUnit::Picosecond => -12,
            },
            version: format!("joplab {}", env!("CARGO_PKG_VERSION")),
            date: String::new(),
            file_type: FstFileType::Verilog,
        };
        let mut header = FstHeaderWriter::new(out, &info)?;
        let mut open: &[&str] = &[];
        for signal in signals {
            let shared = shared(open, &signal.scopes);
            for _ in shared..open.len() {
                header.up_scope()?;
            }
            for scope in &signal.scopes[shared..] {
                header.scope(scope, "", FstScopeType::Module)?;
            }
            open = &signal.scopes;
            let bits = width(signal.format);
            let id = header.var(
                &signal.name,
                FstSignalType::bit_vec(bits),
                FstVarType::Reg,
                FstVarDirection::Implicit,
                None,
            )?;
            self.signals.push((id, bits as usize));
        }
        for _ in open {
            header.up_scope()?;
        }
        self.state = State::Recording(Box::new(header.finish()?));
        Ok(())
    }

    fn time(&mut self, time: u64) -> Result<(), TraceError> {
        if let State::Recording(body) = &mut self.state {
            if body.size() > self.block {
                body.flush()?;
            }
            body.time_change(time)?;
        }
        Ok(())
    }

    fn change(&mut self, signal: usize, value: Value<'_>) -> Result<(), TraceError> {
        let (id, width) = self.signals[signal];
        self.bits.clear();
        match value {
            Value::Bits(value, bits) => push_bits(&mut self.bits, value, bits),
            Value::Text(text) => {
                // The end of a long name tells more than its beginning.
                let bytes = text.as_bytes();
                let shown = &bytes[bytes.len().saturating_sub(width / 8)..];
                self.bits.resize(width - 8 * shown.len(), b'0');
                for byte in shown {
                    push_bits(&mut self.bits, (*byte).into(), 8);
                }
            }
            Value::Undefined => self.bits.resize(width, b'x'),
        }
        if let State::Recording(body) = &mut self.state {
            body.signal_change(id, &self.bits)?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        if let State::Recording(body) = std::mem::replace(&mut self.state, State::Finished) {
            body.finish()?.flush()?;
        }
        Ok(())
    }
}

/// Scopes that two signals have in common.
pub(super) fn shared(open: &[&str], scopes: &[&str]) -> usize {
    let pairs = open.iter().zip(scopes);
    pairs.take_while(|(open, scope)| open == scope).count()
}

fn width(format: Format) -> u32 {
    match format {
        Format::Bits(bits) => bits,
        Format::Text(characters, _) | Format::Name(characters) => 8 * characters,
    }
}

fn push_bits(bits: &mut Vec<u8>, value: u64, width: u32) {
    bits.extend((0..width).rev().map(|bit| b'0' + (value >> bit & 1) as u8));
}
