//! The machine itself in a page, with files that it opens.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use crate::payload::{PageError, Payload};
use crate::template::{MACHINE, MACHINE_MODULE};

/// Where the page begins.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct MachineStart {
    /// An embedded program; without one and without files the page opens its usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Arguments of its `main`, with spaces between them.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub args: String,
    /// Options of the machine, as in a machine file; empty for the usual one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub machine: String,
    /// The cycle to go to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<u64>,
    /// The lesson to open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<String>,
}

/// What the machine of a page runs and shows, beside its own files. The page hands it to its module.
#[derive(Debug, Clone)]
pub struct MachineLibrary<'a> {
    /// Class files of the runtime, as a jar.
    pub runtime: &'a [u8],
    /// Class files of the embedded programs, as a jar.
    pub programs: &'a [u8],
    /// Java sources of both, as `runtime` packs them.
    pub sources: &'a [u8],
    /// The embedded programs.
    pub table: Vec<MachineProgram<'a>>,
}

/// An embedded program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MachineProgram<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it does, in one line.
    pub summary: &'a str,
    /// The class whose `main` runs.
    pub main_class: &'a str,
    /// Its usual argument.
    pub length: u32,
}

/// The page of the machine. It opens `files`, names and bytes, in their order, and shows `licences` of what is inside it.
///
/// # Errors
///
/// [`PageError`] if the page cannot be packed.
pub fn machine(
    title: &str,
    start: &MachineStart,
    files: &[(String, Vec<u8>)],
    library: &MachineLibrary<'_>,
    licences: &str,
) -> Result<String, PageError> {
    let mut payload = Payload::default();
    let named: Vec<_> = files
        .iter()
        .map(|(name, bytes)| serde_json::json!({ "name": name, "bytes": bytes.len() }))
        .collect();
    payload.put("title", &title)?;
    payload.put("files", &named)?;
    payload.put("start", start)?;
    let sizes = (library.runtime.len(), library.programs.len());
    payload.put(
        "library",
        &serde_json::json!({ "runtime": sizes.0, "programs": sizes.1, "table": library.table }),
    )?;
    payload.bytes("licences", licences.bytes());
    let archives = [library.runtime, library.programs, library.sources];
    payload.bytes("library", archives.into_iter().flatten().copied());
    let bytes = files.iter().flat_map(|(_, bytes)| bytes.iter().copied());
    payload.bytes("files", bytes);
    MACHINE.fill_with_module(title, payload, &STANDARD.encode(MACHINE_MODULE))
}
