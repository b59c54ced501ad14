//! `jop licenses`: licences of the third-party software in the command and in its pages.

use crate::output::errors::Error;
use crate::output::{exit_code, stdout};

/// The committed file, which a test checks against the dependencies.
pub(super) const THIRD_PARTY: &str = include_str!("../../../THIRD-PARTY");

/// Print the licences of the third-party software in the command and its pages
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jop licenses | less                    the list, then the texts
  jop licenses | grep -A 3 '^serde '     a package, its licence and its authors")]
pub(crate) struct Arguments {}

/// Runs the command.
pub(crate) fn execute() -> Result<u8, Error> {
    stdout::print(THIRD_PARTY)?;
    Ok(exit_code::DONE)
}
