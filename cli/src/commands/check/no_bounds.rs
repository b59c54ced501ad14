//! Worst-case execution times, which take the whole command.

use regression::check::Case;
use run::Setup;

use crate::output::errors::Error;

/// Refuses a case that asks for them.
pub(super) fn bounds(_: &Case, _: &Setup, _: &[String]) -> Result<Vec<(String, u64)>, Error> {
    Err(Error::only_in_whole("`bounds`"))
}
