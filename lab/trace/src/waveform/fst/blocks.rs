//! The blocks of an FST file: a byte with the kind, the length, the content. Numbers are big-endian, or of variable
//! length with seven bits in a byte, the lowest first.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::shared;
use crate::waveform::Declared;

/// Kinds of blocks.
const HEADER: u8 = 0;
const GEOMETRY: u8 = 3;
const HIERARCHY_LZ4: u8 = 6;
const CHANGES: u8 = 8;

/// Entries of the hierarchy.
const SCOPE: u8 = 254;
const UP: u8 = 255;
/// Kind of a scope: a module.
const MODULE: u8 = 0;
/// Kind of a variable: a register.
const REGISTER: u8 = 5;
/// Direction of a variable: none.
const NO_DIRECTION: u8 = 0;

/// Bytes of the header's version and date, filled with zeros.
const VERSION: usize = 128;
const DATE: usize = 119;
/// Chains are compressed with LZ4.
const LZ4: u8 = b'4';
/// A chain shorter than this is not worth compressing.
const SHORT: usize = 32;

/// Content of the header, which is known only at the end.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// The unit of times is ten to this power, in seconds.
    pub(super) exponent: i8,
    /// Blocks of changes written.
    pub(super) blocks: u64,
    /// Values at the start of the next block of changes, a character for each bit.
    pub(super) frame: Vec<u8>,
    scopes: u64,
    signals: u64,
}

impl Head {
    /// The header of a file that ends at this time.
    pub(super) fn block(&self, end: u64) -> Vec<u8> {
        let mut content = Vec::new();
        push(&mut content, 0);
        push(&mut content, end);
        // Readers learn the order of bytes in a float from this one.
        content.extend_from_slice(&std::f64::consts::E.to_le_bytes());
        // Memory that the writer used.
        push(&mut content, 0);
        push(&mut content, self.scopes);
        push(&mut content, self.signals);
        push(&mut content, self.signals);
        push(&mut content, self.blocks);
        content.push(self.exponent.cast_unsigned());
        let mut version = format!("joplab {}", env!("CARGO_PKG_VERSION")).into_bytes();
        version.resize(VERSION + DATE, 0);
        content.extend_from_slice(&version);
        // Kind of the file (Verilog), and the zero of times.
        content.push(0);
        push(&mut content, 0);
        block(HEADER, &content)
    }
}

/// Scopes and names, in the order of the signals.
pub(super) fn hierarchy(
    signals: &[Declared],
    widths: impl Iterator<Item = u32>,
    head: &mut Head,
) -> Vec<u8> {
    let mut entries = Vec::new();
    let mut open: &[&str] = &[];
    for (signal, width) in signals.iter().zip(widths) {
        let shared = shared(open, &signal.scopes);
        entries.extend(open[shared..].iter().map(|_| UP));
        for scope in &signal.scopes[shared..] {
            entries.extend_from_slice(&[SCOPE, MODULE]);
            entries.extend_from_slice(scope.as_bytes());
            // End of the name; then the name of the component, which is empty.
            entries.extend_from_slice(&[0, 0]);
            head.scopes += 1;
        }
        open = &signal.scopes;
        entries.extend_from_slice(&[REGISTER, NO_DIRECTION]);
        entries.extend_from_slice(signal.name.as_bytes());
        entries.push(0);
        push_varint(&mut entries, width.into());
        // A signal of its own, no other name of an earlier one.
        push_varint(&mut entries, 0);
        head.signals += 1;
    }
    entries.extend(open.iter().map(|_| UP));
    let mut content = Vec::new();
    push(&mut content, entries.len() as u64);
    content.extend_from_slice(&lz4_flex::block::compress(&entries));
    block(HIERARCHY_LZ4, &content)
}

/// Bits of each signal.
pub(super) fn geometry(widths: impl Iterator<Item = u32>) -> Vec<u8> {
    let mut bits = Vec::new();
    let mut signals = 0;
    for width in widths {
        push_varint(&mut bits, width.into());
        signals += 1;
    }
    let mut content = Vec::new();
    push(&mut content, bits.len() as u64);
    push(&mut content, signals);
    content.extend_from_slice(&bits);
    block(GEOMETRY, &content)
}

/// Times of the current block.
#[derive(Debug, Default)]
pub(super) struct Times {
    start: u64,
    end: u64,
    count: u64,
    /// Distance of each time to the one before it.
    table: Vec<u8>,
}

impl Times {
    /// Adds a time, unless it is the last one.
    pub(super) fn advance(&mut self, time: u64) {
        if self.count > 0 && time == self.end {
            return;
        }
        // The first time of a block counts from 0.
        let before = if self.count == 0 { 0 } else { self.end };
        push_varint(&mut self.table, time - before);
        self.end = time;
        self.count += 1;
    }

    /// Place of the last time.
    pub(super) fn place(&self) -> u64 {
        self.count.saturating_sub(1)
    }

    /// The last time.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Starts the next block, at the end of this one.
    pub(super) fn begin_block(&mut self) {
        self.start = self.end;
        self.count = 0;
        self.table.clear();
    }
}

/// A block of changes: the values before it, the chain of each signal, and the times.
pub(super) fn changes<'a>(
    times: &Times,
    frame: &[u8],
    chains: impl ExactSizeIterator<Item = &'a [u8]> + Clone,
) -> io::Result<Vec<u8>> {
    let memory: usize = chains.clone().map(<[u8]>::len).sum();
    let mut content = Vec::with_capacity(memory / 4 + frame.len());
    push(&mut content, times.start);
    push(&mut content, times.end);
    push(&mut content, memory as u64);
    // The frame is not compressed: both lengths are equal.
    push_varint(&mut content, frame.len() as u64);
    push_varint(&mut content, frame.len() as u64);
    push_varint(&mut content, chains.len() as u64);
    content.extend_from_slice(frame);
    push_chains(&mut content, chains);
    push_times(&mut content, times)?;
    Ok(block(CHANGES, &content))
}

fn push_chains<'a>(content: &mut Vec<u8>, chains: impl ExactSizeIterator<Item = &'a [u8]>) {
    push_varint(content, chains.len() as u64);
    // Places of chains count from here.
    let mut before = content.len();
    content.push(LZ4);
    let mut places = Vec::new();
    let mut absent = 0;
    for chain in chains {
        if chain.is_empty() {
            absent += 1;
            continue;
        }
        push_absent(&mut places, &mut absent);
        push_signed(&mut places, ((content.len() - before) as i64) << 1 | 1);
        before = content.len();
        let compressed = (chain.len() >= SHORT).then(|| lz4_flex::block::compress(chain));
        match compressed.filter(|compressed| compressed.len() < chain.len()) {
            Some(compressed) => {
                push_varint(content, chain.len() as u64);
                content.extend_from_slice(&compressed);
            }
            None => {
                push_varint(content, 0);
                content.extend_from_slice(chain);
            }
        }
    }
    push_absent(&mut places, &mut absent);
    content.extend_from_slice(&places);
    push(content, places.len() as u64);
}

/// Notes a run of signals without changes.
fn push_absent(places: &mut Vec<u8>, absent: &mut u64) {
    if *absent > 0 {
        push_varint(places, *absent << 1);
        *absent = 0;
    }
}

fn push_times(content: &mut Vec<u8>, times: &Times) -> io::Result<()> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&times.table)?;
    let compressed = encoder.finish()?;
    // Equal lengths say that the table is not compressed.
    let written = if compressed.len() < times.table.len() {
        &compressed
    } else {
        &times.table
    };
    content.extend_from_slice(written);
    push(content, times.table.len() as u64);
    push(content, written.len() as u64);
    push(content, times.count);
    Ok(())
}

fn block(kind: u8, content: &[u8]) -> Vec<u8> {
    let mut block = Vec::with_capacity(content.len() + 9);
    block.push(kind);
    // The length includes itself.
    push(&mut block, content.len() as u64 + 8);
    block.extend_from_slice(content);
    block
}

fn push(content: &mut Vec<u8>, number: u64) {
    content.extend_from_slice(&number.to_be_bytes());
}

/// Appends a number, seven bits in a byte.
#[inline]
pub(super) fn push_varint(content: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        content.push(number as u8 | 0x80);
        number >>= 7;
    }
    content.push(number as u8);
}

fn push_signed(content: &mut Vec<u8>, mut number: i64) {
    // The last byte has the sign in its bit 6.
    while !(-64..64).contains(&number) {
        content.push(number as u8 | 0x80);
        number >>= 7;
    }
    content.push(number as u8 & 0x7f);
}
