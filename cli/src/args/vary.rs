//! `--vary OPTION=VALUES`: values of any option of the machine.

use std::str::FromStr;

use explore::{Axis, Refused, Space};
use isa::MachineConfig;
use isa::config_reference::{OPTIONS, Values};
use serde_json::Value;

use crate::args::named::nearest;
use crate::args::quantity;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Values of a range at most.
const MOST_VALUES: u64 = 10_000;

/// Options that count bytes or words, whose K is 1024.
const IN_POWERS_OF_TWO: [&str; 1] = ["memory_words"];

/// An axis of `--vary`.
#[derive(Debug, Clone)]
pub(crate) struct OwnAxis(pub(crate) Axis);

impl FromStr for OwnAxis {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (option, values) = text.split_once('=').ok_or_else(|| {
            "no `=`; write OPTION=VALUES, as in object_cache=false,true".to_owned()
        })?;
        let known = OPTIONS.iter().find(|known| known.name == option);
        let known = known.ok_or_else(|| {
            let names = OPTIONS.iter().map(|known| known.name);
            match nearest(option, names) {
                Some(name) => format!("no option `{option}`; did you mean `{name}`?"),
                None => format!("no option `{option}`; `jop config --all` lists the options"),
            }
        })?;
        let number = |text: &str| number(known.name, text);
        let mut found: Vec<String> = Vec::new();
        for item in values.split(',') {
            match (item.split_once(".."), known.values) {
                (Some((first, last)), Values::Range { .. }) => {
                    let no_numbers = || format!("{item}: no numbers, as in 8..10");
                    let first = number(first).ok_or_else(no_numbers)?;
                    let last = number(last).ok_or_else(no_numbers)?;
                    if first > last || last - first >= MOST_VALUES {
                        return Err(format!(
                            "{item}: not from a smaller to a larger number, fewer than {MOST_VALUES} apart"
                        ));
                    }
                    found.extend((first..=last).map(|number| number.to_string()));
                }
                (None, Values::Range { .. }) => {
                    found.push(number(item).map_or(item.to_owned(), |number| number.to_string()));
                }
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

/// A number with or without a factor: 60M Hz, 256K words.
fn number(option: &str, text: &str) -> Option<u64> {
    match IN_POWERS_OF_TWO.contains(&option) {
        true => quantity::bytes(text).map(u64::from),
        false => quantity::cycles(text).ok(),
    }
}

/// The machines around `base`, with the options that make each another; notes tell which cannot be built.
pub(crate) fn machines(
    base: &MachineConfig,
    axes: &[OwnAxis],
    console: Console,
) -> Result<Vec<(String, MachineConfig)>, Error> {
    let space = Space {
        base: base.clone(),
        axes: axes.iter().map(|OwnAxis(axis)| axis.clone()).collect(),
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
    let named = machines.into_iter().map(|machine| {
        let written = serde_json::to_value(&machine).unwrap_or_default();
        let values = names.iter().map(|name| match &written[*name] {
            Value::String(text) => format!("{name}={text}"),
            value => format!("{name}={value}"),
        });
        (values.collect::<Vec<_>>().join(" "), machine)
    });
    Ok(named.collect())
}
