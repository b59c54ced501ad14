//! Accuracy, execution times, predictors and slow-down of an evaluation.

use serde::Serialize;

use crate::payload::{PageError, Payload};
use crate::template::EVALUATION;

const TITLE: &str = "Evaluation";

/// The page of an evaluation, whose parts are those of `jop-evaluate --format json`.
///
/// # Errors
///
/// [`PageError`] if it cannot be packed, or for a number of cycles that a browser could not show exactly.
pub fn evaluation(parts: &impl Serialize) -> Result<String, PageError> {
    let mut payload = Payload::default();
    payload.put("parts", parts)?;
    EVALUATION.fill(TITLE, payload)
}
