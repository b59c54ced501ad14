//! The file format of a golden trace: gzip-compressed JSON.

use crate::golden::cell::Cell;

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use isa::Processors;
use isa::processors::MOST_CORES;
use microcode::{JumpTable, Program, ProgramSymbols};
use serde::Deserialize;
use sim_core::cmp::{CmpError, Multiprocessor};
use sim_core::{Machine, MachineError};

use crate::golden::columns::COLUMNS;
use crate::golden::config::VectorConfig;
use crate::golden::several_columns;

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
    /// Initial stack RAM, of all processors.
    #[serde(default)]
    stack_ram: Vec<u32>,
    /// Initial stack RAM of each of several processors.
    #[serde(default)]
    stack_rams: Vec<Vec<u32>>,
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
        if let Some(missing) = self.missing_column() {
            return Some(format!("the trace has no column `{missing}`"));
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
        self.config
            .problem()
            .or_else(|| self.problem_of_stack_rams())
    }

    fn missing_column(&self) -> Option<String> {
        let required: Vec<String> = match self.config.cpus {
            None => COLUMNS.iter().map(|it| it.name.to_owned()).collect(),
            // A larger number is refused by the configuration.
            Some(cpus) => several_columns::required(cpus.min(MOST_CORES).into()),
        };
        let present: HashSet<&String> = self.columns.iter().collect();
        required.into_iter().find(|it| !present.contains(it))
    }

    fn problem_of_stack_rams(&self) -> Option<String> {
        let most = 1_usize << self.config.machine().ram_width;
        let given = self.stack_rams.len();
        if given > 0 && Some(given) != self.config.cpus.map(usize::from) {
            return Some(format!("{given} stack RAMs are not one for each processor"));
        }
        let mut rams = [&self.stack_ram].into_iter().chain(&self.stack_rams);
        let large = rams.find(|words| words.len() > most)?;
        Some(format!(
            "the stack RAM has {} words instead of at most {most}",
            large.len()
        ))
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

    /// Several processors in the first cycle of the trace; `processors` are the vector's.
    ///
    /// # Errors
    /// When they cannot be built.
    pub fn build_several(&self, processors: &Processors) -> Result<Multiprocessor, CmpError> {
        let config = (&self.config.machine(), processors);
        Multiprocessor::with_stack_rams(config, &self.program(), &self.stack_rams, &self.memory)
    }

    /// The machine in the first cycle of the trace, of a vector of one processor.
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
