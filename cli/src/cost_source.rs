//! Source of a cost table: derived from microcode, or read from a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cost_model::{CostTable, Latencies, MemoryTiming, TimingError, derive, derive_with};
use isa::MemoryKind as MachineMemory;
use isa::{MachineConfig, MemoryKind};
use microcode::Program;

use crate::console::Console;
use crate::errors::Error;
use crate::microcode_source::MicrocodeArguments;

/// Bytes that a cost table may have; a full one has a tenth of that.
const SIZE_LIMIT: u64 = 1 << 24;

/// The options that choose a cost table.
#[derive(Debug, clap::Args)]
pub(crate) struct CostArguments {
    /// Cost table to read instead of deriving one, TOML or JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["strict", "microcode", "rom"])]
    table: Option<PathBuf>,
    #[command(flatten)]
    microcode: MicrocodeArguments,
}

/// A cost table and the microcode that it was derived from, if it was not read.
#[derive(Debug)]
pub(crate) struct CostSource {
    pub(crate) table: CostTable,
    pub(crate) program: Option<Program>,
}

impl CostArguments {
    /// Reads the table, or derives it from the microcode.
    pub(crate) fn load(&self, console: Console) -> Result<CostSource, Error> {
        if let Some(path) = &self.table {
            let table = read(path)?;
            return Ok(CostSource {
                table,
                program: None,
            });
        }
        let microcode = self.microcode.load(console)?;
        Ok(CostSource {
            table: derive(&microcode.program, &microcode.name),
            program: Some(microcode.program),
        })
    }
}

impl CostSource {
    /// The table and the memory with which it gives the cycles of this machine.
    pub(crate) fn on(&self, config: &MachineConfig) -> Result<(CostTable, MemoryTiming), Error> {
        refuse_data_caches(config)?;
        match (timing(config), &self.program) {
            (Ok(timing), _) => Ok((self.table.clone(), timing)),
            (Err(TimingError::Sram16TooFast), Some(program)) => {
                let name = &self.table.provenance.microcode;
                let table = derive_with(program, name, &Latencies::of_fastest_sram16());
                Ok((table, Latencies::FASTEST_SRAM16))
            }
            (Err(error), _) => Err(Error::refused(error)),
        }
    }
}

fn timing(config: &MachineConfig) -> Result<MemoryTiming, TimingError> {
    let kind = match config.memory {
        MachineMemory::Sram32 => MemoryKind::Sram32,
        MachineMemory::Sram16 => MemoryKind::Sram16,
        MachineMemory::Ssram32 => MemoryKind::Ssram32,
    };
    MemoryTiming::of(kind, config.ram_cnt)
}

fn refuse_data_caches(config: &MachineConfig) -> Result<(), Error> {
    if config.data_cache {
        return Err(Error::Input(
            "data_cache = true: cycles depend on what the data caches hold, and no table has that; run on the machine instead".to_owned(),
        ));
    }
    Ok(())
}

/// Reads a table: JSON if the file's name ends so, else TOML.
pub(crate) fn read(path: &Path) -> Result<CostTable, Error> {
    let text = text(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    let table = if is_named(path, "json") {
        CostTable::from_json(&text)
    } else {
        CostTable::from_toml(&text)
    };
    table.map_err(Error::at(path.display()))
}

/// Checks if the file's name ends in `.extension`.
pub(crate) fn is_named(path: &Path, extension: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

fn text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let read = File::open(path)?
        .take(SIZE_LIMIT + 1)
        .read_to_string(&mut text)?;
    if read as u64 > SIZE_LIMIT {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            "a cost table has at most 16 MB",
        ));
    }
    Ok(text)
}
