//! FST, the compressed format of GTKWave; Surfer reads it as well.
//!
//! ```text
//!   change ──▶ chain of each signal ──▶ block of changes, compressed ──▶ file (blocks.rs)
//! ```
//!
//! A value is packed the way the file has it as soon as it changes: a chain only grows at its end, and a block costs one
//! pass over its bytes. A text is a vector of its characters, eight bits each,
//! padded with zeros in front. Viewers show it with the data format ASCII.

mod blocks;

use std::io::{Seek, Write};

use self::blocks::{Head, Times, push_varint};
use super::{Declared, Format, TimeUnit, Value, Writer};
use crate::TraceError;

/// Bytes of changes that are kept before they are compressed and written.
const BLOCK: usize = 16 << 20;

/// Writes an FST file.
pub struct Fst<W: Write + Seek> {
    out: W,
    block: usize,
    head: Head,
    signals: Vec<Chain>,
    /// Bytes in all chains.
    kept: usize,
    times: Times,
}

/// Changes of one signal in the current block.
#[derive(Default)]
struct Chain {
    bits: u32,
    /// A value is there.
    defined: bool,
    /// The last number.
    number: u64,
    /// Place in the block's times of the last change.
    last: u64,
    changes: Vec<u8>,
    /// Value before the block, packed: bits from the left, the last byte filled with zeros. Empty if undefined.
    before: Vec<u8>,
}

impl<W: Write + Seek> Fst<W> {
    /// A file to `out`.
    pub fn new(out: W) -> Self {
        Self::with_block(out, BLOCK)
    }

    /// A file to `out` whose changes are compressed and written when they take so many bytes.
    pub fn with_block(out: W, block: usize) -> Self {
        Self {
            out,
            block,
            head: Head::default(),
            signals: Vec::new(),
            kept: 0,
            times: Times::default(),
        }
    }

    fn write_block(&mut self) -> Result<(), TraceError> {
        let chains = self.signals.iter().map(|signal| signal.changes.as_slice());
        let changes = blocks::changes(&self.times, &self.head.frame, chains)?;
        self.out.write_all(&changes)?;
        self.head.blocks += 1;
        self.times.begin_block();
        self.kept = 0;
        self.head.frame.clear();
        for signal in &mut self.signals {
            signal.begin_block();
            signal.push_value(&mut self.head.frame);
        }
        Ok(())
    }
}

impl<W: Write + Seek> Writer for Fst<W> {
    fn declare(&mut self, signals: &[Declared], unit: TimeUnit) -> Result<(), TraceError> {
        self.head.exponent = match unit {
            TimeUnit::Nanosecond => -9,
            TimeUnit::Picosecond => -12,
        };
        let widths = signals.iter().map(|signal| width(signal.format));
        self.signals = widths.clone().map(Chain::new).collect();
        for signal in &self.signals {
            signal.push_value(&mut self.head.frame);
        }
        let hierarchy = blocks::hierarchy(signals, widths.clone(), &mut self.head);
        self.out.write_all(&self.head.block(0))?;
        self.out.write_all(&hierarchy)?;
        self.out.write_all(&blocks::geometry(widths))?;
        Ok(())
    }

    fn time(&mut self, time: u64) -> Result<(), TraceError> {
        if self.kept > self.block {
            self.write_block()?;
        }
        self.times.advance(time);
        Ok(())
    }

    #[inline]
    fn change(&mut self, signal: usize, value: Value<'_>) -> Result<(), TraceError> {
        let (chain, place) = (&mut self.signals[signal], self.times.place());
        let before = chain.changes.len();
        match value {
            Value::Bits(value, _) => chain.push_number(place, value),
            Value::Text(text) => chain.push_text(place, text),
            Value::Undefined => chain.push_undefined(place),
        }
        self.kept += chain.changes.len() - before;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.write_block()?;
        self.out.rewind()?;
        self.out.write_all(&self.head.block(self.times.end()))?;
        self.out.flush()?;
        Ok(())
    }
}

impl Chain {
    fn new(bits: u32) -> Self {
        Self {
            bits,
            ..Self::default()
        }
    }

    #[inline]
    fn distance(&mut self, place: u64) -> u64 {
        place - std::mem::replace(&mut self.last, place)
    }

    #[inline]
    fn push_number(&mut self, place: u64, number: u64) {
        if self.defined && self.number == number {
            return;
        }
        (self.defined, self.number) = (true, number);
        let distance = self.distance(place);
        if self.bits == 1 {
            push_varint(&mut self.changes, distance << 2 | number << 1);
            return;
        }
        push_varint(&mut self.changes, distance << 1);
        // Eight bytes at once, of which the first ones stay: faster than as many as are wanted.
        let start = self.changes.len();
        let packed = (number << (64 - self.bits)).to_be_bytes();
        self.changes.extend_from_slice(&packed);
        self.changes.truncate(start + self.bytes());
    }

    fn push_text(&mut self, place: u64, text: &str) {
        self.defined = true;
        let distance = self.distance(place);
        push_varint(&mut self.changes, distance << 1);
        // The end of a long name tells more than its beginning.
        let text = text.as_bytes();
        let shown = &text[text.len().saturating_sub(self.bytes())..];
        let padded = self.changes.len() + self.bytes() - shown.len();
        self.changes.resize(padded, 0);
        self.changes.extend_from_slice(shown);
    }

    fn push_undefined(&mut self, place: u64) {
        if !std::mem::replace(&mut self.defined, false) {
            return;
        }
        let distance = self.distance(place);
        if self.bits == 1 {
            // Of the values that are no bit, `x` has number 0.
            push_varint(&mut self.changes, distance << 4 | 1);
        } else {
            push_varint(&mut self.changes, distance << 1 | 1);
            self.changes.extend((0..self.bits).map(|_| b'x'));
        }
    }

    /// Bytes of a packed value.
    #[inline]
    fn bytes(&self) -> usize {
        self.bits.div_ceil(8) as usize
    }

    /// Forgets the changes; the last value is the one before the next block.
    fn begin_block(&mut self) {
        if !self.defined {
            self.before.clear();
        } else if self.bits == 1 {
            self.before = vec![(self.number as u8) << 7];
        } else if !self.changes.is_empty() {
            let value = self.changes.len() - self.bytes();
            self.before = self.changes.split_off(value);
        }
        self.changes.clear();
        self.last = 0;
    }

    /// Appends the value before the block, one character for each bit.
    fn push_value(&self, frame: &mut Vec<u8>) {
        frame.extend(
            (0..self.bits as usize).map(|bit| match self.before.get(bit / 8) {
                Some(byte) => b'0' + (byte >> (7 - bit % 8) & 1),
                None => b'x',
            }),
        );
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
