//! Axes over the options of a machine.

use std::str::FromStr;

use explore::{Axis, Space};
use isa::config_reference::{OPTIONS, Values};
use isa::{MachineConfig, MemoryKind, OrganisationKind};

use crate::commands::sweep::numbers::{self, Numbers};
use crate::errors::Error;
use crate::named::Named;
use crate::quantity;

/// Varied options of the machine. `A..B` doubles from A to B, for --ram-cnt and numbers of --vary it counts; commas separate; K is 1024.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is varied")]
pub(super) struct AxisArguments {
    /// Method-cache sizes in bytes; jpc_width of the machine
    #[arg(long, value_name = "BYTES", value_parser = numbers::sizes)]
    size: Option<Numbers>,
    /// Numbers of method-cache blocks, where the organisation has a choice; block_bits of the machine
    #[arg(long, value_name = "N", value_parser = numbers::blocks)]
    blocks: Option<Numbers>,
    /// Organisations of the method cache, or `all`; of `all` only the hardware's are in fronts and budgets
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_possible_values = true, value_parser = ORGANISATION)]
    org: Vec<Names>,
    /// Main memory technologies, or `all`
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = MEMORY)]
    memory: Vec<Names>,
    /// Lengths of a memory read in cycles
    #[arg(long, value_name = "N", value_parser = numbers::ram_cnts)]
    ram_cnt: Option<Numbers>,
    /// Clock frequencies in Hz: 60M,100M
    #[arg(long, value_name = "HZ", value_delimiter = ',', value_parser = quantity::cycles)]
    clock: Vec<u64>,
    /// Values of any option of `jop config --all`: object_cache=false,true or ram_width=8..10; repeat for several
    #[arg(long, value_name = "OPTION=VALUES")]
    vary: Vec<OwnAxis>,
}

/// Names that an option takes.
#[derive(Debug, Clone)]
pub(super) struct Names {
    names: Vec<String>,
    /// True for `all`, which asks for none of them.
    are_all: bool,
}

impl Names {
    fn one(name: &str) -> Self {
        Self {
            names: vec![name.to_owned()],
            are_all: false,
        }
    }
}

fn names_of(all: &[&str], name: &str) -> Option<Names> {
    match name {
        "all" => Some(Names {
            names: all.iter().map(|&name| name.to_owned()).collect(),
            are_all: true,
        }),
        _ => all.contains(&name).then(|| Names::one(name)),
    }
}

const ORGANISATION: Named<Names> = Named {
    names: || {
        OrganisationKind::NAMES
            .iter()
            .copied()
            .chain(["all"])
            .collect()
    },
    read: |name| {
        // Those of other crates are not among the names.
        let added = || name.parse::<OrganisationKind>().ok();
        names_of(OrganisationKind::NAMES, name)
            .or_else(|| added().map(|kind| Names::one(kind.name())))
    },
    remedy: "no such organisation; `jop help sweep` lists them",
};

const MEMORY: Named<Names> = Named {
    names: || MemoryKind::NAMES.iter().copied().chain(["all"]).collect(),
    read: |name| names_of(MemoryKind::NAMES, name),
    remedy: "of sram32, sram16, ssram32, all",
};

/// An axis of `--vary`.
#[derive(Debug, Clone)]
struct OwnAxis(Axis);

impl FromStr for OwnAxis {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (option, values) = text.split_once('=').ok_or_else(|| {
            "no `=`; write OPTION=VALUES, as in object_cache=false,true".to_owned()
        })?;
        let known = OPTIONS.iter().find(|known| known.name == option);
        let known = known.ok_or_else(|| {
            let names = OPTIONS.iter().map(|known| known.name);
            match crate::named::nearest(option, names) {
                Some(name) => format!("no option `{option}`; did you mean `{name}`?"),
                None => format!("no option `{option}`; `jop config --all` lists the options"),
            }
        })?;
        let mut found: Vec<String> = Vec::new();
        for item in values.split(',') {
            match (item.split_once(".."), known.values) {
                (Some((first, last)), Values::Range { .. }) => {
                    let number = |text: &str| {
                        text.parse::<u64>()
                            .map_err(|_| format!("{item}: no numbers, as in 8..10"))
                    };
                    let (first, last) = (number(first)?, number(last)?);
                    if first > last || last - first >= MOST_VALUES {
                        return Err(format!(
                            "{item}: not from a smaller to a larger number, fewer than {MOST_VALUES} apart"
                        ));
                    }
                    found.extend((first..=last).map(|number| number.to_string()));
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

/// Values of a range at most.
const MOST_VALUES: u64 = 10_000;

impl AxisArguments {
    /// The machines around `base`.
    pub(super) fn space(&self, base: MachineConfig) -> Result<Space, Error> {
        let mut axes: Vec<Axis> = Vec::new();
        let mut add = |option: &str, values: Vec<String>| -> Result<(), Error> {
            if values.is_empty() {
                return Ok(());
            }
            if axes.iter().any(|axis: &Axis| axis.option == option) {
                return Err(Error::Input(format!(
                    "{option} is varied twice; give all its values in one option"
                )));
            }
            let mut distinct: Vec<String> = Vec::new();
            for value in values {
                if !distinct.contains(&value) {
                    distinct.push(value);
                }
            }
            axes.push(Axis {
                option: option.to_owned(),
                values: distinct,
            });
            Ok(())
        };
        let flat = |names: &[Names]| names.iter().flat_map(|names| names.names.clone()).collect();
        let log2 = |numbers: &Option<Numbers>| -> Vec<String> {
            let numbers = numbers.iter().flat_map(|numbers| &numbers.0);
            numbers.map(|number| number.ilog2().to_string()).collect()
        };
        for OwnAxis(axis) in &self.vary {
            add(&axis.option, axis.values.clone())?;
        }
        let clocks = self.clock.iter().map(ToString::to_string);
        add("clk_freq_hz", clocks.collect())?;
        add("memory", flat(&self.memory))?;
        let counts = self.ram_cnt.iter().flat_map(|numbers| &numbers.0);
        add("ram_cnt", counts.map(ToString::to_string).collect())?;
        add("method_cache", flat(&self.org))?;
        add("jpc_width", log2(&self.size))?;
        add("block_bits", log2(&self.blocks))?;
        let space = Space { base, axes };
        space.check().map_err(Error::refused)?;
        Ok(space)
    }

    /// Organisations of the method cache that are named one by one, by an option or as the one of `base`.
    pub(super) fn asked_for(&self, base: &MachineConfig) -> Vec<String> {
        let varied = self.vary.iter().map(|OwnAxis(axis)| axis);
        let varied = varied.filter(|axis| axis.option == "method_cache");
        let varied = varied.flat_map(|axis| axis.values.iter().cloned());
        let named = self.org.iter().filter(|names| !names.are_all);
        let named = named.flat_map(|names| names.names.iter().cloned());
        let mut asked: Vec<String> = varied.chain(named).collect();
        asked.push(base.method_cache.name().to_owned());
        asked.sort();
        asked.dedup();
        asked
    }
}
