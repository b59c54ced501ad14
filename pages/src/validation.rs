//! Predictions compared with the machine: scatter, distribution of errors, their parts, ranks, causes, bytecodes.

use cross_profile::Comparison;
use cross_profile::decomposition::{Decomposition, Parts};
use serde::Serialize;

use crate::payload::{PageError, Payload};
use crate::template::VALIDATION;

/// All predictions for a program on a machine.
#[derive(Debug, Serialize)]
pub struct ValidationCase<'a> {
    /// Name of the program.
    pub program: &'a str,
    /// Name of the machine.
    pub machine: &'a str,
    /// Cycles on the machine.
    pub cycles: u64,
    /// Its provenance as names and values, such as fingerprints.
    pub facts: Vec<(&'a str, String)>,
    /// The predictions.
    pub predictions: Vec<ValidationPrediction<'a>>,
}

/// One prediction.
#[derive(Debug, Serialize)]
pub struct ValidationPrediction<'a> {
    /// Its name.
    pub name: &'a str,
    /// Result of the comparison.
    #[serde(flatten)]
    pub comparison: &'a Comparison,
    /// Parts of its error.
    pub decomposition: &'a Decomposition,
}

/// The validation page. `bytecodes` are the names of the 256 opcodes.
///
/// # Errors
///
/// [`PageError`] if there is no case, or a number of cycles that a browser could not show exactly.
pub fn validation(
    title: &str,
    cases: &[ValidationCase<'_>],
    bytecodes: &[&str],
) -> Result<String, PageError> {
    if cases.iter().all(|case| case.predictions.is_empty()) {
        return Err(PageError::Empty);
    }
    let mut payload = Payload::default();
    payload.put("title", &title)?;
    payload.put("bytecodes", &bytecodes)?;
    payload.put("parts", &Parts::NAMES)?;
    payload.put("cases", &cases)?;
    VALIDATION.fill(title, payload)
}
