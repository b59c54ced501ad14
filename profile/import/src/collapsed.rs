//! Collapsed stacks: `a;b;c 123`.

use std::io::BufRead;

use super::ImportError;
use super::builder::{Builder, Figures};
use super::chain::chain;
use super::unit::{CYCLES, STACKS_UNIT, refuse_other};
use cross_profile::profile::Profile;

/// Name in messages.
const NAME: &str = "collapsed stacks";

/// Reads collapsed stacks; a stack in several lines has the sum of them.
///
/// # Errors
///
/// [`ImportError`] names the line.
pub fn collapsed(from: impl BufRead) -> Result<Profile, ImportError> {
    let (profile, unit) = weighted(from)?;
    refuse_other(
        NAME,
        &unit,
        "export them without --metric, as stacks of cycles",
    )?;
    Ok(profile)
}

/// The same with weights of any unit in the place of cycles, and the unit.
///
/// # Errors
///
/// [`ImportError`] names the line.
pub fn weighted(from: impl BufRead) -> Result<(Profile, String), ImportError> {
    let mut unit = CYCLES.to_owned();
    let mut builder = Builder::new();
    let mut has_one_weight = false;
    for (number, line) in (1..).zip(from.lines()) {
        let line = line.map_err(|error| ImportError::line(number, error.to_string()))?;
        let line = line.trim();
        if let Some(said) = line.strip_prefix(STACKS_UNIT) {
            said.clone_into(&mut unit);
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let parts = line.rsplit_once(' ');
        let parts = parts.and_then(|(stack, cycles)| Some((stack, cycles.parse().ok()?)));
        let Some((stack, cycles)) = parts else {
            return Err(ImportError::line(
                number,
                "no known format of profiles; as collapsed stacks, this line needs a stack, a space and a whole number of cycles",
            ));
        };
        let last = stack.rsplit_once(' ').map_or(stack, |(_, last)| last);
        has_one_weight |= last.parse::<u64>().is_err();
        builder
            .add(chain(stack), &Figures::of_cycles(0, cycles))
            .ok_or_else(|| ImportError::line(number, "more than 2^64 cycles in all"))?;
    }
    let profile = builder.finish(NAME, false)?;
    if has_one_weight {
        return Ok((profile, unit));
    }
    Err(ImportError::form(
        NAME,
        "two weights in each line are the difference of two profiles; give one of them",
    ))
}
