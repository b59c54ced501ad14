//! The file: what it is and who wrote it, a header to read, and the packed rest (`docs/checkpoint.md`).
//!
//! ```text
//! "JOPCHECK"  format u16   length u8, version of the writer       the same in every format
//! length u32, header as JSON: program, machine, fingerprints, cycle
//! length u64 of the body, length u64 packed, body packed as one LZ4 block
//! CRC-32 of all before
//! ```
//! Numbers are little-endian. Nothing is trusted: lengths are checked against the available bytes and the machine,
//! and the state against what the machine can be in.

use std::fmt::Display;

use isa::MachineConfig;
use jopizer::Symbols;
use jopizer::symbols::SYMBOLS_FORMAT;
use microcode::{JumpTable, Program, ProgramSymbols};
use serde::{Deserialize, Serialize};
use sim_core::MachineState;

use crate::checkpoint::{Checkpoint, CheckpointError, RunState, TAIL};
use crate::fingerprint::Fingerprint;
use crate::program::ProgramIdentity;
use crate::setup::{Microcode, Subject};

/// Number of the format; a change of meaning gets another one.
pub const FORMAT: u16 = 3;
/// Ending of the names of checkpoint files.
pub const EXTENSION: &str = "jopcheck";
/// No checkpoint is longer. Unit: bytes.
pub const MOST_BYTES: usize = 96 << 20;

const MAGIC: &[u8; 8] = b"JOPCHECK";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Bytes that names, symbols, microcode and unread input may take beside the memories.
const MOST_BESIDE_MEMORIES: usize = 32 << 20;
/// LZ4 makes at most this of a byte.
const MOST_EXPANSION: usize = 256;
/// Counters above this are of no run; below it none overflows.
const MOST_COUNT: u64 = 1 << 60;
/// Words of a stack trace at most: a head and two lists of calls.
const MOST_TRACE: usize = 1 + 2 * 2 * 255;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    program: ProgramIdentity,
    cycle: u64,
    machine: Fingerprint,
    microcode: Fingerprint,
    config: MachineConfig,
}

/// Packed part; `B` is borrowed to write and owned to read.
#[derive(Debug, Serialize, Deserialize)]
struct Body<State, Run, Table> {
    microcode: String,
    rom: Vec<u16>,
    stack_ram: Vec<u32>,
    jump_table: Table,
    /// As JSON: labels and lines of the microcode.
    names: Vec<u8>,
    /// As JSON: the file of symbols.
    symbols: Option<Vec<u8>>,
    state: State,
    run: Run,
}

impl Checkpoint {
    /// The file.
    ///
    /// # Errors
    /// When unread input makes it too long.
    #[inline]
    pub fn to_bytes(&self) -> Result<Vec<u8>, CheckpointError> {
        let header = json(&Header {
            program: self.subject.program.clone(),
            cycle: self.state.cycle,
            machine: Fingerprint::of_machine(&self.subject.machine),
            microcode: Fingerprint::of_microcode(&self.subject.microcode.program),
            config: self.subject.machine.clone(),
        })?;
        let body = self.body()?;
        let packed = lz4_flex::block::compress(&body);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        bytes.push(VERSION.len() as u8);
        bytes.extend(VERSION.as_bytes());
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend((packed.len() as u64).to_le_bytes());
        bytes.extend(packed);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    #[inline]
    fn body(&self) -> Result<Vec<u8>, CheckpointError> {
        let body = Body {
            microcode: self.subject.microcode.name.clone(),
            rom: self.subject.microcode.program.rom.clone(),
            stack_ram: self.subject.microcode.program.stack_ram.clone(),
            jump_table: &self.subject.microcode.program.jump_table,
            names: json(&self.subject.microcode.program.symbols)?,
            symbols: self.subject.symbols.as_ref().map(json).transpose()?,
            state: &self.state,
            run: &self.run,
        };
        let bytes = postcard::to_stdvec(&body).map_err(|error| damaged(&error))?;
        let most = most_body(&self.subject.machine);
        if bytes.len() > most {
            return Err(CheckpointError::TooLarge {
                bytes: bytes.len(),
                most,
            });
        }
        Ok(bytes)
    }

    /// Reads a file and checks all of it; the machine can be restored from what it gives.
    ///
    /// # Errors
    /// When it is no checkpoint, of another format, cut off, damaged, or no machine can be in its state.
    #[inline]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut reader = Reader { bytes, at: 0 };
        if bytes.get(..MAGIC.len()) != Some(MAGIC) {
            return Err(CheckpointError::Foreign);
        }
        reader.at = MAGIC.len();
        let found = u16::from_le_bytes(reader.array()?);
        let [length] = reader.array()?;
        let writer = String::from_utf8_lossy(reader.take(length.into())?).into_owned();
        if found != FORMAT {
            // It comes from a file that may be anything.
            let writer = writer.escape_default().to_string();
            return Err(CheckpointError::Version {
                found,
                reads: FORMAT,
                writer,
            });
        }
        let length = u32::from_le_bytes(reader.array()?);
        let header = reader.take(length as usize)?;
        let raw = u64::from_le_bytes(reader.array()?);
        let packed = u64::from_le_bytes(reader.array()?);
        let packed = reader.take(usize::try_from(packed).unwrap_or(usize::MAX))?;
        let covered = reader.at;
        let checksum = u32::from_le_bytes(reader.array()?);
        if checksum != crc32fast::hash(&bytes[..covered]) {
            return Err(CheckpointError::Checksum);
        }
        if reader.at != bytes.len() {
            return Err(damaged(&"there is data after its end"));
        }
        Self::from_parts(header, raw, packed)
    }

    #[inline]
    fn from_parts(header: &[u8], raw: u64, packed: &[u8]) -> Result<Self, CheckpointError> {
        let header: Header = serde_json::from_slice(header).map_err(|error| damaged(&error))?;
        header.config.check()?;
        let most = most_body(&header.config).min(packed.len().saturating_mul(MOST_EXPANSION));
        let raw = usize::try_from(raw).unwrap_or(usize::MAX);
        if raw > most {
            return Err(damaged(&"it claims to hold more than its machine has"));
        }
        let body = lz4_flex::block::decompress(packed, raw).map_err(|error| damaged(&error))?;
        let (body, rest) =
            postcard::take_from_bytes::<Body<MachineState, RunState, JumpTable>>(&body)
                .map_err(|error| damaged(&error))?;
        if !rest.is_empty() {
            return Err(damaged(&"its body is too long"));
        }
        let checkpoint = Self {
            subject: Subject {
                program: header.program,
                symbols: body.symbols.as_deref().map(symbols).transpose()?,
                machine: header.config,
                microcode: Microcode::foreign(
                    body.microcode,
                    Program {
                        rom: body.rom,
                        stack_ram: body.stack_ram,
                        jump_table: body.jump_table,
                        symbols: serde_json::from_slice::<ProgramSymbols>(&body.names)
                            .map_err(|error| damaged(&error))?,
                    },
                ),
            },
            state: body.state,
            run: body.run,
        };
        checkpoint.check(header.cycle, &header.machine, &header.microcode)?;
        Ok(checkpoint)
    }

    fn check(
        &self,
        cycle: u64,
        machine: &Fingerprint,
        microcode: &Fingerprint,
    ) -> Result<(), CheckpointError> {
        if *machine != Fingerprint::of_machine(&self.subject.machine) {
            return Err(damaged(&"its machine has another fingerprint"));
        }
        if *microcode != Fingerprint::of_microcode(&self.subject.microcode.program) {
            return Err(damaged(&"its microcode has another fingerprint"));
        }
        if cycle != self.state.cycle {
            return Err(damaged(&"its machine is at another cycle"));
        }
        self.machine()?;
        self.run.check(cycle)
    }
}

impl RunState {
    fn check(&self, cycle: u64) -> Result<(), CheckpointError> {
        let counts = [self.printed, self.diagnostics];
        let counts_fit = counts.iter().all(|count| *count <= MOST_COUNT);
        let kept = self.printed.min(TAIL as u64);
        let exit_line = self.exit_line_ends.is_none_or(|limit| limit <= MOST_COUNT);
        if self.statistics.fits(cycle)
            && self.collections.fits(cycle)
            && counts_fit
            && exit_line
            && self.tail.len() as u64 == kept
            && self.trace.len() < MOST_TRACE
        {
            Ok(())
        } else {
            Err(damaged(&"its counters are those of no run"))
        }
    }
}

/// Bytes that the body of a machine's checkpoint has at most: a number of 32 bits takes five.
fn most_body(config: &MachineConfig) -> usize {
    let scratchpad = 1usize << config.spm_width;
    5 * (config.memory_words as usize + scratchpad) + MOST_BESIDE_MEMORIES
}

fn symbols(json: &[u8]) -> Result<Symbols, CheckpointError> {
    let symbols: Symbols = serde_json::from_slice(json).map_err(|error| damaged(&error))?;
    let methods = symbols.methods.iter();
    if symbols.format == SYMBOLS_FORMAT
        && methods.is_sorted_by_key(|method| method.address)
        && symbols.classes.is_sorted_by_key(|class| class.address)
    {
        Ok(symbols)
    } else {
        Err(damaged(&"its symbols are of another version"))
    }
}

fn json<T: Serialize>(value: &T) -> Result<Vec<u8>, CheckpointError> {
    serde_json::to_vec(value).map_err(|error| damaged(&error))
}

fn damaged(what: &dyn Display) -> CheckpointError {
    CheckpointError::Damaged(what.to_string().replace('\n', " "))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], CheckpointError> {
        let end = self.at.saturating_add(length);
        let taken = self.bytes.get(self.at..end).ok_or(CheckpointError::Cut {
            found: self.bytes.len(),
            expected: end,
        })?;
        self.at = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], CheckpointError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }
}
