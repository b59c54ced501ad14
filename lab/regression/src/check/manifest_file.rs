//! The manifest as written: TOML keys only.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;

use crate::check::manifest::EngineKind;
use crate::check::record::Record;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ManifestFile {
    /// Folder of the goldens.
    #[serde(default = "usual_goldens")]
    pub(crate) goldens: PathBuf,
    /// Tolerance of checks that say none: `12`, or `"12k"`.
    pub(crate) tolerance: Option<Spanned<toml::Value>>,
    /// Machines by name: a file, or options.
    #[serde(default)]
    pub(crate) configurations: BTreeMap<Spanned<String>, Spanned<toml::Value>>,
    /// Programs by name.
    #[serde(default)]
    pub(crate) programs: BTreeMap<Spanned<String>, Spanned<ProgramFile>>,
    pub(crate) check: Vec<Spanned<CheckFile>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgramFile {
    pub(crate) embedded: Option<Spanned<String>>,
    pub(crate) class: Option<Spanned<String>>,
    pub(crate) image: Option<Spanned<PathBuf>>,
    #[serde(default)]
    pub(crate) class_path: Vec<Spanned<PathBuf>>,
    #[serde(default)]
    pub(crate) arguments: Vec<String>,
    pub(crate) until: Option<Spanned<String>>,
    /// Cycles: `3_000_000`, or `"3M"`.
    pub(crate) max_cycles: Option<Spanned<toml::Value>>,
    pub(crate) region: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckFile {
    pub(crate) programs: Vec<Spanned<String>>,
    /// All, if none is named.
    #[serde(default)]
    pub(crate) configurations: Vec<Spanned<String>>,
    /// The machine, if none is named.
    pub(crate) engine: Option<Spanned<EngineKind>>,
    pub(crate) microcode: Option<Spanned<String>>,
    #[serde(default = "total_and_methods")]
    pub(crate) record: Spanned<Vec<Record>>,
    /// Methods whose bounds are recorded.
    #[serde(default)]
    pub(crate) bounds: Vec<String>,
    /// Bounds of loops and recursion for these.
    pub(crate) loops: Option<Spanned<PathBuf>>,
    pub(crate) tolerance: Option<Spanned<toml::Value>>,
    /// Limits of calls and figures.
    #[serde(default)]
    pub(crate) limits: Vec<Spanned<LimitFile>>,
    /// A cost table that predicts.
    pub(crate) table: Option<Spanned<PathBuf>>,
    /// A profile that predicts.
    pub(crate) profile: Option<Spanned<PathBuf>>,
    /// A command that predicts.
    pub(crate) predictor: Option<Spanned<String>>,
    /// Seconds for the command.
    pub(crate) time_limit: Option<Spanned<u64>>,
    /// No error where the host lacks the command.
    pub(crate) skip_if_missing: Option<Spanned<bool>>,
    /// Largest error of the whole run, in percent.
    pub(crate) max_error: Option<Spanned<f64>>,
    /// Largest error of a method, in percent.
    pub(crate) max_method_error: Option<Spanned<f64>>,
    /// Largest error of a bytecode, in percent.
    pub(crate) max_bytecode_error: Option<Spanned<f64>>,
}

/// A limit of the calls of a method, or of a figure.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitFile {
    /// A method.
    pub(crate) call: Option<String>,
    /// Amounts: `12`, or `"12 us"`.
    pub(crate) deadline: Option<Spanned<toml::Value>>,
    pub(crate) period: Option<Spanned<toml::Value>>,
    pub(crate) jitter: Option<Spanned<toml::Value>>,
    /// Whether the proven bound is held against the deadline.
    pub(crate) bound: Option<bool>,
    /// Section and name of a figure, with a point between.
    pub(crate) figure: Option<String>,
    pub(crate) max: Option<Spanned<toml::Value>>,
}

fn total_and_methods() -> Spanned<Vec<Record>> {
    Spanned::new(0..0, vec![Record::Total, Record::Methods])
}

impl CheckFile {
    pub(crate) fn engine(&self) -> EngineKind {
        self.engine
            .as_ref()
            .map_or(EngineKind::default(), |engine| *engine.get_ref())
    }
}

/// Where goldens are unless the file says otherwise.
fn usual_goldens() -> PathBuf {
    PathBuf::from("timing")
}
