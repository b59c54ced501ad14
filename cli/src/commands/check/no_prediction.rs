//! Predictions of others, which take the whole command.

use regression::check::{Case, Measured, Predicted};
use run::Setup;

use crate::output::errors::Error;

/// Nothing has been started.
pub(super) fn end_predictors() {}

/// Refuses a case that asks for one.
pub(super) fn predict(_: &Case, _: &Setup) -> Result<Option<(Measured, Predicted)>, Error> {
    Err(Error::only_in_whole("`table`, `profile` and `predictor`"))
}
