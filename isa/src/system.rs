//! What a machine file describes: one processor, or several.
//!
//! ```text
//!   ram_cnt = 3              options of a MachineConfig, which all processors have
//!   cores = 4                and of Processors; without these there is one processor, and no arbiter
//!   arbiter = "tdma"
//! ```

use std::collections::HashMap;
use std::ops::Range;

use toml::{Spanned, Value};

use crate::config::ConfigError;
pub use crate::given_processors::{OPTIONS, ProcessorsOption};
use crate::{GivenProcessors, MachineConfig, Processors, toml_text};

/// One processor or several.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct System {
    /// Each processor, and the memory.
    pub machine: MachineConfig,
    /// How many there are, with their arbiter and lock unit; none for one processor that has the memory to itself.
    pub processors: Option<Processors>,
}

impl From<MachineConfig> for System {
    fn from(machine: MachineConfig) -> Self {
        Self {
            machine,
            processors: None,
        }
    }
}

impl System {
    /// Reads processors from TOML text; options left out keep their default.
    ///
    /// # Errors
    /// As [`MachineConfig::from_toml`], and on processors that no hardware has.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        Self::with_given(text).map(|(system, _)| system)
    }

    /// The same, with the options of processors that the text gives.
    ///
    /// # Errors
    /// As [`System::from_toml`].
    pub fn with_given(text: &str) -> Result<(Self, GivenProcessors), ConfigError> {
        let places = places(text);
        let of_processors = |inside: bool| blank(text, &places, inside);
        let machine = MachineConfig::from_toml(&of_processors(false))?;
        if places.is_empty() {
            return Ok((machine.into(), GivenProcessors::default()));
        }
        let own = of_processors(true);
        let given: GivenProcessors = toml::from_str(&own).map_err(|error| {
            let (line, problem) = toml_text::problem(text, &error);
            ConfigError::Value { line, problem }
        })?;
        let processors = given.processors(&machine);
        let processors = processors.map_err(|(option, problem)| ConfigError::Value {
            line: line_of(text, &places, option),
            problem,
        })?;
        let system = Self {
            machine,
            processors,
        };
        Ok((system, given))
    }

    /// Number of processors.
    #[must_use]
    pub fn cores(&self) -> u8 {
        self.processors.map_or(1, |it| it.cores)
    }
}

/// Places of the options of [`Processors`] in a machine file, with their names; none in a text that is not TOML.
fn places(text: &str) -> Vec<(&'static str, Range<usize>)> {
    let given: HashMap<Spanned<String>, Spanned<Value>> = toml::from_str(text).unwrap_or_default();
    let known = |name: &str| OPTIONS.iter().find(|option| option.name == name);
    let mut places: Vec<_> = given
        .iter()
        .filter_map(|(name, value)| {
            let option = known(name.get_ref())?;
            Some((option.name, name.span().start..value.span().end))
        })
        .collect();
    places.sort_by_key(|(_, range)| range.start);
    places
}

/// The text with blanks in these places, or everywhere else; lines stay where they are.
fn blank(text: &str, places: &[(&str, Range<usize>)], everywhere_else: bool) -> String {
    let is_inside = |byte| places.iter().any(|(_, range)| range.contains(&byte));
    text.char_indices()
        .map(|(byte, it)| match it {
            '\n' => '\n',
            _ if is_inside(byte) == everywhere_else => it,
            _ => ' ',
        })
        .collect()
}

fn line_of(text: &str, places: &[(&str, Range<usize>)], option: &str) -> usize {
    let place = places.iter().find(|(name, _)| *name == option);
    // An option that is not given has a default that does not fit the number of processors.
    let place = place.or_else(|| places.iter().find(|(name, _)| *name == "cores"));
    place.map_or(0, |(_, range)| toml_text::line_at(text, range.start))
}

/// The options of processors as commented TOML, as [`crate::config_reference::commented_toml`] prints those of a machine.
#[must_use]
pub fn commented_toml(processors: &Processors) -> String {
    let slots = processors.arbiter.slots();
    let number = |value: Option<u8>| value.map(|it| it.to_string());
    let mut text = String::new();
    for option in OPTIONS {
        let value = match option.name {
            "cores" => Some(processors.cores.to_string()),
            "arbiter" => Some(format!("\"{}\"", processors.arbiter.name())),
            "slot" => number(slots.map(|it| it.slot)),
            "read_gap" => number(slots.map(|it| it.read_gap)),
            "write_gap" => number(slots.map(|it| it.write_gap)),
            _ => Some(format!("\"{}\"", processors.lock_unit)),
        };
        let Some(value) = value else { continue };
        text.push_str(&format!(
            "\n# {}{}.\n# Values: {}.\n# Verified by golden traces: {}.\n{} = {value}\n",
            option.meaning[..1].to_uppercase(),
            &option.meaning[1..],
            option.allowed,
            option.evidence,
            option.name
        ));
    }
    text
}
