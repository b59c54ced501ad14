//! Source lines and bytecodes of methods with their costs.

use serde::Serialize;

use crate::payload::{PageError, Payload};
use crate::template::ANNOTATION;

/// A method of the page.
#[derive(Debug, Serialize)]
pub struct AnnotatedMethod {
    /// Name of the method.
    pub name: String,
    /// Its source file, if known.
    pub file: Option<String>,
    /// Its calls.
    pub calls: u64,
    /// Its cycles.
    pub cycles: u64,
    /// Causes of its stalls, columns of its rows.
    pub causes: Vec<&'static str>,
    /// Its lines, each before its bytecodes.
    pub rows: Vec<AnnotatedRow>,
}

/// A line or a bytecode.
#[derive(Debug, Serialize)]
pub struct AnnotatedRow {
    /// True for a bytecode.
    pub is_bytecode: bool,
    /// Number of the line.
    pub line: Option<u16>,
    /// The source or bytecode.
    pub text: String,
    /// Cycles, executions, and stalls by cause; none where there is no code.
    pub figures: Option<Vec<u64>>,
}

/// The page of annotated methods. `facts` are names and values of what was measured.
///
/// # Errors
///
/// [`PageError`] if there is no method, or a number that a browser could not show exactly.
pub fn annotation(
    title: &str,
    facts: &[(&str, String)],
    cycles: u64,
    methods: &[AnnotatedMethod],
) -> Result<String, PageError> {
    if methods.is_empty() {
        return Err(PageError::Empty);
    }
    let mut payload = Payload::default();
    payload.put("title", &title)?;
    payload.put("facts", &facts)?;
    payload.put("cycles", &cycles)?;
    payload.put("methods", &methods)?;
    ANNOTATION.fill(title, payload)
}
