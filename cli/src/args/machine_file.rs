//! Machine files: TOML with the options of `jop config`.

use std::path::Path;

use isa::config_reference::{OPTIONS, Values};
use isa::{
    ConfigError, GivenProcessors, MachineConfig, System, boards, bounded_file, config_units, system,
};

use crate::args::named::nearest;
use crate::host::roomy::{ROOMY, roomy};
use crate::output::errors::Error;

/// Megabytes that a machine file may have; a full one has a thousandth of that.
const SIZE_LIMIT: u64 = 1;

/// Reads a machine of one processor from a file, or takes the one with a name.
pub(crate) fn read(path: &Path) -> Result<MachineConfig, Error> {
    let System {
        machine,
        processors,
    } = read_system(path)?;
    let Some(processors) = processors else {
        return Ok(machine);
    };
    let cores = processors.cores;
    Err(Error::Input(format!(
        "{}: cores = {cores} behind an arbiter: this command has one core without; choose a machine file that has no `cores`, or see what they do \
         with `jop run`, `jop trace` or `jop debug`",
        path.display()
    )))
}

/// Reads one processor or several from a file, or takes those with a name.
pub(crate) fn read_system(path: &Path) -> Result<System, Error> {
    read_given(path).map(|(system, _)| system)
}

/// The same, with the options of several processors that the file gives; a board gives all.
pub(crate) fn read_given(path: &Path) -> Result<(System, GivenProcessors), Error> {
    if path == Path::new(ROOMY) {
        return Ok((roomy().into(), GivenProcessors::default()));
    }
    if let Some(board) = path.to_str().and_then(boards::named) {
        let given = board.system.processors.map(GivenProcessors::from);
        return Ok((board.system, given.unwrap_or_default()));
    }
    let text = bounded_file::text(path, SIZE_LIMIT, "a machine file has");
    let text = text.map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    tracing::info!("read machine {}", path.display());
    let checked = System::with_given(&text)
        .and_then(|(system, given)| method_cache::check(&system.machine).map(|()| (system, given)));
    checked.map_err(|error| {
        let (line, problem) = match error {
            ConfigError::Syntax { line, message } => (line, syntax(&message, line, &text)),
            ConfigError::Value { line, problem } => (line, problem),
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

/// What is wrong in a line, and what to write: a value that is missing or without quotes, or a name that is misspelt.
fn syntax(message: &str, line: usize, text: &str) -> String {
    const ALL: &str = "`jop config --all` lists the options";
    let written = line
        .checked_sub(1)
        .and_then(|before| text.lines().nth(before));
    let (name, value) = written
        .and_then(|written| written.split_once('='))
        .map_or(("", ""), |(name, value)| (name.trim(), value.trim()));
    let own = config_units::option(name);
    let known = OPTIONS.iter().find(|known| known.name == own);
    if let (Some(known), "") = (known, value) {
        let usual = MachineConfig::default();
        let usual = isa::config_reference::commented_toml(&usual, true);
        let usual = usual.lines().find(|line| line.starts_with(known.name));
        return format!(
            "`{name}` has no value; write one, as in `{}`: {}",
            usual.unwrap_or(name),
            known.allowed()
        );
    }
    if known.is_some() && message.starts_with("string values must be quoted") {
        return format!("the value of `{name}` needs quotes: {name} = \"{value}\"");
    }
    let is_number = known.is_some_and(|known| matches!(known.values, Values::Range { .. }));
    let bare = value.trim_matches(['"', '\'']);
    if is_number && message.starts_with("invalid type: string") && bare.parse::<u64>().is_ok() {
        return format!("the value of `{name}` has no quotes: {name} = {bare}");
    }
    let names = || {
        let own = OPTIONS.iter().map(|known| known.name);
        let several = system::OPTIONS.iter().map(|known| known.name);
        own.chain(several).chain(config_units::other_names())
    };
    let unknown = message.starts_with("unknown field");
    match nearest(name, names()).filter(|_| unknown) {
        Some(meant) => format!("no option `{name}`; did you mean `{meant}`?"),
        None if unknown => format!("no option `{name}`; {ALL}"),
        None => format!("{message}; {ALL}"),
    }
}

/// Line that sets an option, under any of its names, from 1; 0 if none does.
fn line_of(option: &str, text: &str) -> usize {
    let sets = |line: &str| {
        let name = line.split_once('=').map(|(name, _)| name.trim());
        name.is_some_and(|name| config_units::option(name.trim_matches(['"', '\''])) == option)
    };
    text.lines().position(sets).map_or(0, |index| index + 1)
}
