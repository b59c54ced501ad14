//! `--vary OPTION=VALUES`: values of any option of the machine.

use std::ops::RangeInclusive;
use std::str::FromStr;

use explore::{Axis, Refused, Space};
use isa::config_reference::{OPTIONS, Values};
use isa::config_units;
use isa::{GivenProcessors, MachineConfig, System, given_processors};
use serde_json::Value;

use crate::args::named::nearest;
use crate::args::quantity;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Values of a range at most.
const MOST_VALUES: u64 = 10_000;

/// An axis of `--vary`.
#[derive(Debug, Clone)]
pub(crate) struct OwnAxis(pub(crate) Axis);

impl FromStr for OwnAxis {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (option, values) = text.split_once('=').ok_or_else(|| {
            "no `=`; write OPTION=VALUES, as in object_cache=false,true".to_owned()
        })?;
        if let Some(known) = given_processors::option(option) {
            return of_processors(known.name, values);
        }
        let known = OPTIONS
            .iter()
            .find(|known| known.name == config_units::option(option));
        let known = known.ok_or_else(|| {
            let names = OPTIONS.iter().map(|known| known.name);
            match nearest(option, names.chain(config_units::other_names())) {
                Some(name) => format!("no option `{option}`; did you mean `{name}`?"),
                None => format!("no option `{option}`; `jop config --all` lists the options"),
            }
        })?;
        let mut found: Vec<String> = Vec::new();
        for item in values.split(',') {
            match (item.split_once(".."), known.values) {
                (Some((first, last)), Values::Range { .. }) => {
                    found
                        .extend(range(option, item, first, last)?.map(|number| number.to_string()));
                }
                (None, Values::Range { .. }) => found.push(number(option, item)?),
                _ => found.push(item.to_owned()),
            }
        }
        let mut machine = MachineConfig::default();
        for value in &found {
            machine
                .set(known.name, value)
                .map_err(|error| error.to_string())?;
        }
        Ok(Self(Axis {
            option: known.name.to_owned(),
            values: found,
        }))
    }
}

/// An axis of an option of several processors.
fn of_processors(option: &'static str, values: &str) -> Result<OwnAxis, String> {
    let mut found = Vec::new();
    for item in values.split(',') {
        match item.split_once("..") {
            None => found.push(item.to_owned()),
            Some((first, last)) => {
                let numbers = range(option, item, first, last)?;
                found.extend(numbers.map(|number| number.to_string()));
            }
        }
    }
    let mut given = GivenProcessors::default();
    for value in &found {
        let set = given.set(option, value);
        set.map_err(|error| error.to_string())?;
    }
    Ok(OwnAxis(Axis {
        option: option.to_owned(),
        values: found,
    }))
}

/// Numbers from one to another, as the machine has them: of `size=1K..4K` 10 to 12.
fn range(option: &str, item: &str, first: &str, last: &str) -> Result<RangeInclusive<u64>, String> {
    let end = |text: &str| -> Result<u64, String> {
        let number = number(option, text)?.parse();
        number.map_err(|_| format!("{item}: no numbers, as in 8..10"))
    };
    let (first, last) = (end(first)?, end(last)?);
    if first > last || last - first >= MOST_VALUES {
        return Err(format!(
            "{item}: not from a smaller to a larger number, fewer than {MOST_VALUES} apart"
        ));
    }
    Ok(first..=last)
}

/// A number with or without a unit, as the machine has it; a text that is none as it is.
fn number(option: &str, text: &str) -> Result<String, String> {
    let value = config_units::value(option, text)?;
    Ok(quantity::cycles(&value).map_or(value, |number| number.to_string()))
}

/// The machines around `base`, with the options that make each another; notes tell which cannot be built.
pub(crate) fn machines(
    base: &MachineConfig,
    axes: &[OwnAxis],
    console: Console,
) -> Result<Vec<(String, MachineConfig)>, Error> {
    let axes = axes.iter().map(|OwnAxis(axis)| axis);
    if let Some(axis) = axes
        .clone()
        .find(|axis| given_processors::option(&axis.option).is_some())
    {
        return Err(Error::Input(format!(
            "--vary {}: this command has one core; `jop explore` varies several",
            axis.option
        )));
    }
    let space = Space {
        axes: axes.cloned().collect(),
        ..base.clone().into()
    };
    let names: Vec<&str> = space.axes.iter().map(|axis| &*axis.option).collect();
    let twice = (1..names.len()).find(|place| names[..*place].contains(&names[*place]));
    if let Some(place) = twice {
        return Err(Error::Input(format!(
            "{} is varied twice; give all its values in one option",
            names[place]
        )));
    }
    space.check().map_err(Error::refused)?;
    let (machines, refused) = space.machines();
    for Refused { reason, .. } in &refused {
        console.note(&format!("jop: note: left out: {reason}"));
    }
    if machines.is_empty() {
        let problem = "--vary: none of these machines can be built";
        return Err(Error::Input(problem.to_owned()));
    }
    let machines = machines.into_iter().map(|System { machine, .. }| machine);
    let named = machines.map(|machine| {
        let written = serde_json::to_value(&machine).unwrap_or_default();
        let values = names.iter().map(|name| match &written[*name] {
            Value::String(text) => format!("{name}={text}"),
            value => format!("{name}={value}"),
        });
        (values.collect::<Vec<_>>().join(" "), machine)
    });
    Ok(named.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(text: &str) -> Result<(String, String), String> {
        let OwnAxis(axis) = text.parse()?;
        Ok((axis.option, axis.values.join(",")))
    }

    #[test]
    fn options_take_the_names_and_units_of_machine_files() {
        for (text, option, values) in [
            ("size=1K..4K", "jpc_width", "10,11,12"),
            ("cache_bytes=4096,8KB", "jpc_width", "12,13"),
            ("blocks=8,16", "block_bits", "3,4"),
            ("org=lru,fifo", "method_cache", "lru,fifo"),
            ("clock=60M,100MHz", "clk_freq_hz", "60000000,100000000"),
            ("memory_words=1MB,512K", "memory_words", "262144,524288"),
            ("ram_cnt=2..4", "ram_cnt", "2,3,4"),
            ("cores=1..3", "cores", "1,2,3"),
            ("lock_unit=ihlu,none", "lock_unit", "ihlu,none"),
        ] {
            assert_eq!(axis(text), Ok((option.to_owned(), values.to_owned())));
        }
    }

    #[test]
    fn a_wrong_value_says_what_fits() {
        for (text, problem) in [
            ("size=3K", "size = 3072 is not a power of two"),
            ("clock=60MB", "no frequency"),
            ("ram_cnt=2..x", "2..x: no numbers"),
            ("memory_word=4", "did you mean `memory_words`?"),
            ("sizes=4K", "did you mean `size`?"),
            ("arbiter=fare", "arbiter = fare: tdma, round-robin"),
            ("slot=3..x", "3..x: no numbers"),
        ] {
            let error = axis(text).unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
    }
}
