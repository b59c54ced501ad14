//! Source of a cost table: derived from microcode, or read from a file.

use std::path::{Path, PathBuf};

use cost_model::{
    CostTable, FileError, Latencies, MemoryTiming, RowChange, TimingError, derive, derive_with,
    published,
};
use isa::MemoryKind as MachineMemory;
use isa::{MachineConfig, MemoryKind};
use microcode::{Build, Program};
use run::Microcode;

use crate::args::microcode_source::MicrocodeArguments;
use crate::args::named::no_bytecode;
use crate::output::console::Console;
use crate::output::errors::Error;

/// The options that choose a cost table in place of the derived one.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct TableArguments {
    /// Cost table instead of the one derived from the microcode: `published`, or a file (TOML, JSON or CSV)
    ///
    /// TOML and JSON have a whole table, as `jop cost derive -o costs.toml` writes it, or a base and the rows that
    /// differ, as in these lines: base = "derived" (or "published", or another file); [[bytecode]]; name = "iaload";
    /// cycles = 15; then the next [[bytecode]]. CSV has only the rows that differ.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Change a row of the table: iaload=15, iaload/null=8, idiv.carrier=microcode, return.hidden=5; repeat for several
    #[arg(long, value_name = "ROW=CYCLES")]
    set: Vec<RowChange>,
}

impl TableArguments {
    /// Checks if the table is other than the derived one.
    pub(crate) fn is_given(&self) -> bool {
        self.table.is_some() || !self.set.is_empty()
    }

    /// The file that is named.
    #[cfg(feature = "whole")]
    pub(crate) fn file(&self) -> Option<&Path> {
        self.table.as_deref()
    }

    /// Rows are changed.
    #[cfg(feature = "whole")]
    pub(crate) fn sets(&self) -> bool {
        !self.set.is_empty()
    }

    /// Its name in results.
    pub(crate) fn name(&self) -> String {
        let file = self.table.as_ref();
        let name = file.map_or("derived".to_owned(), |file| file.display().to_string());
        match self.set.len() {
            0 => name,
            1 => format!("{name}, 1 row set"),
            count => format!("{name}, {count} rows set"),
        }
    }

    /// The table; without a file the derived one of this microcode.
    pub(crate) fn load(&self, build: Build) -> Result<CostTable, Error> {
        let table = match &self.table {
            Some(path) => read_for(path, build)?,
            None => derived(build),
        };
        changed(&self.set, table)
    }
}

/// The table of our microcode.
fn derived(build: Build) -> CostTable {
    let microcode = Microcode::ours(build);
    derive(&microcode.program, &microcode.name)
}

/// A table with the changes of `--set`.
fn changed(set: &[RowChange], table: CostTable) -> Result<CostTable, Error> {
    if set.is_empty() {
        return Ok(table);
    }
    let names: Vec<&str> = table.all_rows().map(|row| row.name.as_str()).collect();
    let mut set_names = set.iter().filter_map(RowChange::name);
    if let Some(name) = set_names.find(|name| {
        let is_known = |known: &&str| known.eq_ignore_ascii_case(name);
        !names.iter().any(is_known)
    }) {
        let instead = no_bytecode(name, names);
        return Err(Error::Input(format!(
            "--set: {name}: no bytecode; {instead}"
        )));
    }
    RowChange::apply_all(set, table).map_err(Error::at("--set"))
}

/// The options that choose a cost table or the microcode that it is derived from.
#[derive(Debug, clap::Args)]
pub(crate) struct CostArguments {
    #[command(flatten)]
    table: TableArguments,
    #[command(flatten)]
    microcode: MicrocodeArguments,
}

/// A cost table and the microcode that it was derived from, if it was not read.
#[derive(Debug)]
pub(crate) struct CostSource {
    pub(crate) table: CostTable,
    pub(crate) program: Option<Program>,
    set: Vec<RowChange>,
}

impl CostArguments {
    /// Checks if the table is the one derived from the microcode.
    pub(crate) fn is_derived(&self) -> bool {
        !self.table.is_given()
    }

    /// The microcode that a run on these costs executes.
    pub(crate) fn microcode(&self, console: Console) -> Result<Microcode, Error> {
        self.microcode.load(console)
    }

    /// Reads the table, or derives it from the microcode.
    pub(crate) fn load(&self, console: Console) -> Result<CostSource, Error> {
        let set = self.table.set.clone();
        if let Some(path) = &self.table.table {
            if self.microcode.is_given() {
                return Err(Error::Input(
                    "--table is no microcode: leave out --strict and --microcode".to_owned(),
                ));
            }
            return Ok(CostSource {
                table: changed(&set, read(path)?)?,
                program: None,
                set,
            });
        }
        let microcode = self.microcode.load(console)?;
        Ok(CostSource {
            table: changed(&set, derive(&microcode.program, &microcode.name))?,
            program: Some(microcode.program),
            set,
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
                let table = derive_with(program, "", &Latencies::of_fastest_sram16());
                let mut table = changed(&self.set, table)?;
                table.provenance = self.table.provenance.clone();
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

/// Reads a table, or a base and the rows that differ.
pub(crate) fn read(path: &Path) -> Result<CostTable, Error> {
    read_for(path, Build::Jop)
}

/// Reads a table whose base may be the one derived from this microcode.
pub(crate) fn read_for(path: &Path, build: Build) -> Result<CostTable, Error> {
    match path.to_str() {
        Some("derived") if !path.exists() => return Ok(derived(build)),
        Some("published") if !path.exists() => return published().map_err(Error::refused),
        _ => {}
    }
    CostTable::read(path, &|| derived(build)).map_err(|error| match error {
        FileError::Io { path, reason } => Error::Read { path, reason },
        error => Error::refused(error),
    })
}

/// Checks if the file's name ends in `.extension`.
pub(crate) fn is_named(path: &Path, extension: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}
