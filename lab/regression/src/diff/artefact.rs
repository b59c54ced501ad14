//! Reads artefacts and detects their kind from the content.

use std::io::Read;
use std::path::Path;

use crate::check::CheckError;
use cost_model::FileError;
use flate2::read::GzDecoder;
use isa::document::{self, without_header};
use lookups::LookupsError;
use microcode::Build;
use profile_import::{self as import, Format, ImportError};
use recording::Recording;
use run::Microcode;
use serde_json::Value;
use trace::golden::{Vector, VectorError};

use crate::diff::cycle_trace::CycleTrace;
use crate::diff::invokes::Invokes;

isa::named_enum! {
    /// Kinds of artefacts.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Kind {
        /// Of `jop run --report`.
        RunReport = "run report",
        /// Of `jop check`.
        Golden = "golden",
        /// Values of every cycle.
        CycleTrace = "cycle trace",
        /// Of `jop cost derive`.
        CostTable = "cost table",
        /// Of `jop run --record lookups`.
        InvokeTrace = "invoke trace",
        /// Of `jop run -o FILE.jrec`, its exports, and profiles of other tools.
        Profile = "profile",
    }
}

impl Kind {
    /// Name of an entry.
    #[must_use]
    pub fn entry(self) -> &'static str {
        match self {
            Self::RunReport | Self::Golden => "value",
            Self::CycleTrace => "cycle",
            Self::CostTable => "path",
            Self::InvokeTrace => "event",
            Self::Profile => "context",
        }
    }
}

/// Something that can be compared.
#[derive(Debug)]
pub enum Artefact {
    /// A run report.
    Document(Value),
    /// A golden of `jop check`.
    Golden(Box<crate::check::Golden>),
    /// A cycle trace.
    CycleTrace(CycleTrace),
    /// A cost table.
    CostTable(Box<cost_model::CostTable>),
    /// Lookups of a recording.
    Invokes(Box<Invokes>),
    /// A profile.
    Profile(Box<cross_profile::Profile>),
}

/// An artefact that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system does not give it.
    #[error("cannot read: {0}")]
    Io(String),
    /// It is none of the kinds.
    #[error("neither a run report, a golden, a cycle trace, a cost table nor a profile{0}")]
    Unknown(String),
    /// A cost table that names its base, which is read from its folder.
    #[error("cost table: its base can only be read with its file")]
    Overrides,
    /// A damaged cost table with a base, or a damaged base; the message names the file.
    #[error("{0}")]
    CostFile(String),
    /// A damaged cost table.
    #[error("cost table: {0}")]
    CostTable(String),
    /// A damaged profile.
    #[error(transparent)]
    Profile(#[from] ImportError),
    /// Lookups that are damaged, or not there.
    #[error(transparent)]
    Invokes(#[from] LookupsError),
    /// A damaged trace of cycles.
    #[error("cycle trace: {0}")]
    CycleTrace(#[from] csv::Error),
    /// A trace of cycles in which a column's name does not tell which it is.
    #[error("cycle trace: two columns are called `{0}`; give each a unique name")]
    ColumnTwice(String),
    /// A damaged golden trace; the message names the file.
    #[error("golden trace: {0}")]
    Vector(String),
    /// A damaged golden; the message names the file.
    #[error("golden: {0}")]
    Golden(String),
}

impl ReadError {
    /// Returns true if the message names this file; that of a cost table may name its base alone.
    #[must_use]
    pub fn names_file(&self, path: &Path) -> bool {
        match self {
            Self::CostFile(text) => text.starts_with(&*path.to_string_lossy()),
            Self::Vector(_) | Self::Golden(_) => true,
            _ => false,
        }
    }
}

impl Artefact {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is no whole artefact of any kind.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        let bytes = std::fs::read(path).map_err(|error| ReadError::Io(run::plain(&error)))?;
        match Self::parse(path, bytes) {
            Err(ReadError::Overrides) => Self::with_base(path),
            parsed => parsed,
        }
    }

    /// Reads the lookups of a recording.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no recording with lookups.
    pub fn read_lookups(path: &Path) -> Result<Self, ReadError> {
        let bytes = std::fs::read(path).map_err(|error| ReadError::Io(run::plain(&error)))?;
        let recording = Recording::read(&bytes).map_err(LookupsError::from)?;
        Ok(Self::Invokes(Box::new(Invokes::read(&recording)?)))
    }

    /// Reads a cost table that names its base.
    fn with_base(path: &Path) -> Result<Self, ReadError> {
        let derived = || {
            let ours = Microcode::ours(Build::Jop);
            cost_model::derive(&ours.program, &ours.name)
        };
        let table = cost_model::CostTable::read(path, &derived).map_err(|error| match error {
            FileError::Io { path, reason } => {
                let (path, reason) = (path.display(), run::plain(&reason));
                ReadError::CostFile(format!("{path}: cannot read: {reason}"))
            }
            error => ReadError::CostFile(error.to_string()),
        })?;
        Ok(Self::CostTable(Box::new(table)))
    }

    /// Reads the contents of a file, whose path is only named in errors: a cost table must not have a base.
    ///
    /// # Errors
    ///
    /// If they are no whole artefact of any kind.
    pub fn parse(path: &Path, bytes: Vec<u8>) -> Result<Self, ReadError> {
        if bytes.starts_with(&[0x1F, 0x8B]) {
            return Self::unpack(path, &bytes);
        }
        if let Some(Format::Parquet | Format::Own) = Format::of(&bytes) {
            return Self::profile(&bytes);
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| ReadError::Unknown(": it is no text".to_owned()))?;
        Self::of_text(path, &text)
    }

    /// Kind of the artefact.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Document(_) => Kind::RunReport,
            Self::Golden(_) => Kind::Golden,
            Self::CycleTrace(_) => Kind::CycleTrace,
            Self::CostTable(_) => Kind::CostTable,
            Self::Invokes(_) => Kind::InvokeTrace,
            Self::Profile(_) => Kind::Profile,
        }
    }

    fn unpack(path: &Path, bytes: &[u8]) -> Result<Self, ReadError> {
        let mut first = [0];
        let begins = GzDecoder::new(bytes).read_exact(&mut first);
        if begins.is_ok() && first == *b"{" {
            let vector = Vector::unpack(path, bytes)
                .map_err(|error: VectorError| ReadError::Vector(error.to_string()))?;
            return Ok(Self::CycleTrace(CycleTrace::of_vector(&vector)));
        }
        Self::profile(bytes)
    }

    fn profile(bytes: &[u8]) -> Result<Self, ReadError> {
        let (profile, _) = import::read(bytes)?;
        Ok(Self::Profile(Box::new(profile)))
    }

    fn of_text(path: &Path, text: &str) -> Result<Self, ReadError> {
        let header = text.lines().next().unwrap_or_default();
        if header
            .split(',')
            .next()
            .is_some_and(|column| column.trim() == "cycle")
        {
            return Ok(Self::CycleTrace(CycleTrace::of_csv(text)?));
        }
        match Format::of_text(text) {
            Format::Json if text.trim_start().starts_with('{') => return Self::of_json(text),
            // A text of no known form may be another artefact.
            Format::Collapsed => {}
            _ => return Self::profile(text.as_bytes()),
        }
        let table: toml::Table = match toml::from_str(text) {
            Ok(table) => table,
            Err(_) => {
                let profile = Self::profile(text.as_bytes());
                return profile.map_err(|_| ReadError::Unknown(String::new()));
            }
        };
        if table.contains_key("sha256") {
            let golden = crate::check::Golden::parse(path, text)
                .map_err(|error: CheckError| ReadError::Golden(error.to_string()))?;
            return Ok(Self::Golden(Box::new(golden)));
        }
        if table.contains_key("base") {
            return Err(ReadError::Overrides);
        }
        if table.contains_key("bytecode") {
            let read = cost_model::CostTable::from_toml(text);
            return costs(read.map_err(|error| error.to_string()));
        }
        Err(ReadError::Unknown(String::new()))
    }

    fn of_json(text: &str) -> Result<Self, ReadError> {
        let mut value: Value =
            serde_json::from_str(text).map_err(|error| ReadError::Unknown(format!(": {error}")))?;
        if value.get("rows").is_some() {
            return Self::profile(text.as_bytes());
        }
        if value.get("statistics").is_some() {
            without_header(text, document::RUN)
                .map_err(|error| ReadError::Unknown(format!(": {error}")))?;
            // What the keys mean is no result.
            for key in ["schema", "units"] {
                value
                    .as_object_mut()
                    .and_then(|keys| keys.shift_remove(key));
            }
            return Ok(Self::Document(value));
        }
        if value.get("base").is_some() {
            return Err(ReadError::Overrides);
        }
        if value.get("bytecode").is_some() {
            let read = cost_model::CostTable::from_json(text);
            return costs(read.map_err(|error| error.to_string()));
        }
        Err(ReadError::Unknown(String::new()))
    }
}

fn costs(read: Result<cost_model::CostTable, String>) -> Result<Artefact, ReadError> {
    let table = read.map_err(ReadError::CostTable)?;
    Ok(Artefact::CostTable(Box::new(table)))
}
