//! The file format of a golden trace: gzip-compressed JSON.

use crate::golden::cell::Cell;

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use isa::{MachineConfig, MemoryKind, UartKind};
use method_cache::OrganisationKind;
use microcode::{JumpTable, Program, ProgramSymbols};
use serde::Deserialize;
use sim_core::{Machine, MachineError};

use crate::golden::columns::COLUMNS;

/// Bytes of JSON that a vector may have; the largest real one has a hundredth of that.
const SIZE_LIMIT: u64 = 256 << 20;

/// A vector that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    /// The file cannot be opened or is not gzip data.
    #[error("{}: {source}; a golden trace is gzip-compressed JSON", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
    /// The file is not the JSON of a vector.
    #[error("{}: {source}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// The error, with line and column.
        source: serde_json::Error,
    },
    /// The vector contradicts itself.
    #[error("{}: {problem}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The error.
        problem: String,
    },
}

/// One run of the RTL.
#[derive(Debug, Clone, Deserialize)]
pub struct Vector {
    /// Name, family and number.
    pub name: String,
    /// Family: what the vector exercises.
    pub family: String,
    /// Configuration of the hardware.
    pub config: VectorConfig,
    /// 2048 microcode words.
    rom: Vec<u16>,
    /// 256 dispatch addresses.
    jump_table: Vec<u16>,
    sys_int: u16,
    sys_exc: u16,
    /// Initial stack RAM.
    stack_ram: Vec<u32>,
    /// Initial main memory.
    memory: Vec<u32>,
    /// Level of the UART's receive line from a cycle on; 1 before the first one.
    #[serde(default)]
    uart_line: Vec<(u64, u8)>,
    /// Names of the values of a row.
    pub columns: Vec<String>,
    /// One row for each cycle.
    pub trace: Vec<Vec<Cell>>,
}

/// The configuration as a vector writes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VectorConfig {
    jpc_width: u8,
    block_bits: u8,
    method_cache: OrganisationKind,
    /// True if the object cache answers.
    pub object_cache: bool,
    ram_width: u8,
    /// Read wait states: `ram_cnt` - 1.
    ram_ws: u8,
    clk_freq_hz: u32,
    memory_words: u32,
    #[serde(default = "sram32")]
    memory: MemoryKind,
    #[serde(default)]
    spm_width: u8,
    #[serde(default)]
    data_cache: bool,
    #[serde(default = "instant")]
    uart: UartKind,
    uart_baud: Option<u32>,
    uart_tx_depth: Option<u8>,
    uart_rx_depth: Option<u8>,
}

fn instant() -> UartKind {
    UartKind::Instant
}

fn sram32() -> MemoryKind {
    MemoryKind::Sram32
}

impl VectorConfig {
    /// The machine that the vector was run on.
    #[must_use]
    pub fn machine(&self) -> MachineConfig {
        let default = MachineConfig::default();
        MachineConfig {
            clk_freq_hz: self.clk_freq_hz,
            memory: self.memory,
            memory_words: self.memory_words,
            ram_cnt: self.ram_ws.saturating_add(1),
            spm_width: self.spm_width,
            jpc_width: self.jpc_width,
            block_bits: self.block_bits,
            method_cache: self.method_cache,
            object_cache: self.object_cache,
            ram_width: self.ram_width,
            data_cache: self.data_cache,
            uart: self.uart,
            uart_baud: self.uart_baud.unwrap_or(default.uart_baud),
            uart_tx_depth: self.uart_tx_depth.unwrap_or(default.uart_tx_depth),
            uart_rx_depth: self.uart_rx_depth.unwrap_or(default.uart_rx_depth),
            ..default
        }
    }
}

impl Vector {
    /// Reads a vector.
    ///
    /// # Errors
    /// When the file cannot be read, is no vector, or has rows of another length than its column names.
    pub fn read(path: &Path) -> Result<Self, VectorError> {
        let io = |source| VectorError::Io {
            path: path.to_owned(),
            source,
        };
        Self::unpack(path, BufReader::new(File::open(path).map_err(io)?))
    }

    /// Reads the contents of a vector's file, whose path is only named in errors.
    ///
    /// # Errors
    /// As [`Vector::read`].
    pub fn unpack(path: &Path, contents: impl Read) -> Result<Self, VectorError> {
        let mut text = String::new();
        GzDecoder::new(contents)
            .take(SIZE_LIMIT)
            .read_to_string(&mut text)
            .map_err(|source| VectorError::Io {
                path: path.to_owned(),
                source,
            })?;
        Self::parse(path, &text)
    }

    /// Reads the text inside of a vector's file, whose path is only named in errors.
    ///
    /// # Errors
    /// When it is no vector, or has rows of another length than its column names.
    pub fn parse(path: &Path, text: &str) -> Result<Self, VectorError> {
        let vector: Self = serde_json::from_str(text).map_err(|source| VectorError::Json {
            path: path.to_owned(),
            source,
        })?;
        match vector.problem() {
            None => Ok(vector),
            Some(problem) => Err(VectorError::Content {
                path: path.to_owned(),
                problem,
            }),
        }
    }

    fn problem(&self) -> Option<String> {
        let width = self.columns.len();
        if self.trace.is_empty() {
            return Some("the trace has no row".to_owned());
        }
        if let Some(missing) = COLUMNS
            .iter()
            .find(|c| !self.columns.iter().any(|n| n == c.name))
        {
            return Some(format!("the trace has no column `{}`", missing.name));
        }
        if let Some(row) = self.trace.iter().position(|row| row.len() != width) {
            return Some(format!(
                "trace row {row} has {} values for {width} columns",
                self.trace[row].len()
            ));
        }
        if self.rom.iter().any(|word| word >> 12 != 0) {
            return Some("a ROM word has more than twelve bits".to_owned());
        }
        let entries = self.jump_table.iter().chain([&self.sys_int, &self.sys_exc]);
        if entries.copied().any(|entry| entry >> 11 != 0) {
            return Some("a dispatch address has more than eleven bits".to_owned());
        }
        let config = self.config.machine();
        if let Err(error) = config.check() {
            return Some(error.to_string());
        }
        let words = 1_usize << config.ram_width;
        (self.stack_ram.len() > words).then(|| {
            format!(
                "the stack RAM has {} words instead of at most {words}",
                self.stack_ram.len()
            )
        })
    }

    /// The contents of the microcode memories.
    #[must_use]
    pub fn program(&self) -> Program {
        Program {
            rom: self.rom.clone(),
            stack_ram: self.stack_ram.clone(),
            jump_table: JumpTable {
                bytecodes: self.jump_table.clone(),
                interrupt: self.sys_int,
                exception: self.sys_exc,
            },
            symbols: ProgramSymbols::default(),
        }
    }

    /// The machine in the first cycle of the trace.
    ///
    /// # Errors
    /// When the machine cannot be built.
    pub fn build_machine(&self) -> Result<Machine, MachineError> {
        let mut machine = Machine::new(&self.config.machine(), &self.program(), &self.memory)?;
        let levels = self
            .uart_line
            .iter()
            .map(|(cycle, level)| (*cycle, *level != 0));
        machine.state.memory_system.io.uart.set_levels(levels);
        Ok(machine)
    }

    /// The initial main memory.
    #[must_use]
    pub fn memory(&self) -> &[u32] {
        &self.memory
    }
}
