//! `jop licenses`: whose software is in this command and in the pages it writes, and under which terms.

use crate::errors::Error;
use crate::{exit_code, output};

/// The committed file, which a test holds against the dependencies.
const THIRD_PARTY: &str = include_str!("../../../THIRD-PARTY");

/// Print the licences of the software of others in the command and its pages
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {}

/// Runs the command.
pub(crate) fn execute() -> Result<u8, Error> {
    output::print(THIRD_PARTY)?;
    Ok(exit_code::DONE)
}
