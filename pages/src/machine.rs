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

/// The page of the machine. It opens `files`, names and bytes, in their order, and shows `licences` of what is inside it.
///
/// # Errors
///
/// [`PageError`] if the page cannot be packed.
pub fn machine(
    title: &str,
    start: &MachineStart,
    files: &[(String, Vec<u8>)],
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
    payload.bytes("licences", licences.bytes());
    let bytes = files.iter().flat_map(|(_, bytes)| bytes.iter().copied());
    payload.bytes("files", bytes);
    MACHINE.fill_with_module(title, payload, &STANDARD.encode(MACHINE_MODULE))
}
