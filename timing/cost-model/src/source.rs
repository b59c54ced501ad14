//! Cost tables from files: a whole one, or a base and the rows that differ.

use std::io;
use std::path::{Path, PathBuf};

use isa::bounded_file;

use crate::committed::SourceError;
use crate::csv_rows;
use crate::file::TableError;
use crate::overrides::Overrides;
use crate::published::published;
use crate::table::CostTable;

/// Megabytes that a cost table may have; a full one has a tenth of that.
const SIZE_LIMIT: u64 = 16;

/// Bases that may be based on others, one file on the next.
const MOST_BASES: usize = 8;

/// A file that gives no cost table.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system does not give it.
    #[error("{}: cannot read: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// It is no table.
    #[error("{}: {reason}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: TableError,
    },
    /// The published table, on which it is based, is damaged.
    #[error("{}: base = \"published\": {reason}", path.display())]
    Published {
        /// The file.
        path: PathBuf,
        /// What is wrong with the published table.
        reason: SourceError,
    },
    /// It is based on a file that is based on a file, and so on.
    #[error(
        "{}: a base of a base of a base, {MOST_BASES} times: begin with derived, published or a whole table",
        .0.display()
    )]
    Bases(PathBuf),
}

impl CostTable {
    /// Reads a file: JSON if its name ends so or it begins with a brace, CSV if its name ends so or its first line names columns, else
    /// TOML. `derived` gives the table of the base of that name; CSV has it as its base.
    ///
    /// # Errors
    /// When the file, or one that it is based on, is no cost table.
    pub fn read(path: &Path, derived: &dyn Fn() -> Self) -> Result<Self, FileError> {
        read_below(path, derived, MOST_BASES)
    }
}

fn read_below(
    path: &Path,
    derived: &dyn Fn() -> CostTable,
    bases: usize,
) -> Result<CostTable, FileError> {
    let text = bounded_file::text(path, SIZE_LIMIT, "a cost table has");
    let text = text.map_err(|reason| FileError::Io {
        path: path.to_owned(),
        reason,
    })?;
    let of_file = |reason| FileError::Table {
        path: path.to_owned(),
        reason,
    };
    let ends_in = |ending: &str| {
        let extension = path.extension();
        extension.is_some_and(|found| found.eq_ignore_ascii_case(ending))
    };
    let json = ends_in("json") || text.trim_start().starts_with('{');
    if ends_in("csv") || ends_in("tsv") || !ends_in("toml") && !json && csv_rows::is_csv(&text) {
        return csv_rows::apply(&text, derived()).map_err(of_file);
    }
    let overrides = if json {
        Overrides::from_json(&text)
    } else {
        Overrides::from_toml(&text)
    };
    let Some(overrides) = overrides.map_err(of_file)? else {
        let table = if json {
            CostTable::from_json(&text)
        } else {
            CostTable::from_toml(&text)
        };
        return table.map_err(of_file);
    };
    let base = match overrides.base.as_str() {
        "derived" => derived(),
        "published" => published().map_err(|reason| FileError::Published {
            path: path.to_owned(),
            reason,
        })?,
        file if bases > 0 => {
            let folder = path.parent().unwrap_or(Path::new(""));
            read_below(&folder.join(file), derived, bases - 1)?
        }
        _ => return Err(FileError::Bases(path.to_owned())),
    };
    overrides.apply(base).map_err(of_file)
}
