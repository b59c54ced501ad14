//! Machine files: TOML with the options of `jop config`.

use std::path::Path;

use isa::{ConfigError, MachineConfig, bounded_file};

use crate::output::errors::Error;

/// Megabytes that a machine file may have; a full one has a thousandth of that.
const SIZE_LIMIT: u64 = 1;

/// Reads a machine from a file.
pub(crate) fn read(path: &Path) -> Result<MachineConfig, Error> {
    let text = bounded_file::text(path, SIZE_LIMIT, "a machine file has");
    let text = text.map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    tracing::info!("read machine {}", path.display());
    let checked = MachineConfig::from_toml(&text)
        .and_then(|config| method_cache::check(&config).map(|()| config));
    checked.map_err(|error| {
        let (line, problem) = match error {
            ConfigError::Syntax { line, message } => (
                line,
                format!("{message}; `jop config --all` lists the options"),
            ),
            ConfigError::OutOfRange { option, .. } => (line_of(option, &text), error.to_string()),
            ConfigError::Combination(problem) => (0, problem),
            other => (0, other.to_string()),
        };
        Error::Config {
            path: path.to_owned(),
            line,
            problem,
        }
    })
}

/// Line that sets an option, from 1; 0 if none does.
fn line_of(option: &str, text: &str) -> usize {
    let sets = |line: &str| {
        let rest = line.trim_start().strip_prefix(option);
        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    text.lines().position(sets).map_or(0, |index| index + 1)
}
