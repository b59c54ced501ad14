//! Axes over the options of a machine.

use explore::{Axis, Space};
use isa::{ArbiterKind, GivenProcessors, MachineConfig, OrganisationKind};
use method_cache::replay;

use crate::args::memories::MemoryArguments;
use crate::args::named::Named;
use crate::args::numbers::{self, Numbers};
use crate::args::quantity;
use crate::args::vary::OwnAxis;
use crate::output::errors::Error;

/// Varied options of the machine. `A..B` doubles from A to B, for --ram-cnt and numbers of --vary it counts; commas separate; K is 1024.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is varied")]
pub(super) struct AxisArguments {
    /// Method-cache sizes in bytes (jpc_width of the machine). With --caches, the default is 1K..16K
    #[arg(long, value_name = "BYTES", value_parser = numbers::sizes)]
    pub(super) size: Option<Numbers>,
    /// Numbers of method-cache blocks (block_bits of the machine), if the organisation has a choice. With --caches, the
    /// default is 4..64
    #[arg(long, value_name = "N", value_parser = numbers::blocks)]
    pub(super) blocks: Option<Numbers>,
    /// Organisations of the method cache, or `all`, the default with --caches; of `all`, only the hardware's are in
    /// fronts and budgets
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_possible_values = true, value_parser = ORGANISATION)]
    pub(super) org: Vec<Name>,
    #[command(flatten)]
    pub(super) memories: MemoryArguments,
    /// Line lengths of instruction caches in bytes, for --caches [default: 16,32]
    #[arg(long, value_name = "BYTES", value_parser = numbers::lines)]
    pub(super) line: Option<Numbers>,
    /// Lines per set of instruction caches, for --caches [default: 1,2,4]
    #[arg(long, value_name = "N", value_parser = numbers::ways)]
    pub(super) ways: Option<Numbers>,
    /// Clock frequencies in Hz: 60M,100M
    #[arg(long, value_name = "HZ", value_delimiter = ',', value_parser = quantity::cycles)]
    clock: Vec<u64>,
    /// Numbers of cores that share the memory, as 1,2,4 or 1..8; one core has no arbiter
    #[arg(long, value_name = "N", value_parser = numbers::cores)]
    cores: Option<Numbers>,
    /// Arbiters of several cores, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = ARBITER)]
    arbiter: Vec<&'static str>,
    /// Lengths of the time slots of arbiter tdma in cycles, as 3..8 [default: the shortest that an access fits into]
    #[arg(long, value_name = "N", value_parser = numbers::slots)]
    slot: Option<Numbers>,
    /// Values of any option of `jop config --all`: object_cache=false,true or ram_width=8..10; of several cores also
    /// read_gap, write_gap and lock_unit; repeat for several
    #[arg(long, value_name = "OPTION=VALUES")]
    vary: Vec<OwnAxis>,
}

/// A name of `--org`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    /// All organisations, which asks for none of them.
    All,
    /// One.
    One(&'static str),
}

const ORGANISATION: Named<Name> = Named {
    names: || {
        let names = replay::all().into_iter().map(|known| known.name());
        names.chain(["all"]).collect()
    },
    read: |name| match name {
        "all" => Some(Name::All),
        _ => replay::organisation(name).map(|known| Name::One(known.name())),
    },
    remedy: "",
};

/// Value of `--arbiter`.
const ARBITER: Named<&'static str> = Named {
    names: || ArbiterKind::NAMES.to_vec(),
    read: |name| ArbiterKind::NAMES.iter().copied().find(|it| *it == name),
    remedy: "of tdma, round-robin, fair, fixed-priority",
};

/// Options of time slots.
const SLOTS: [&str; 3] = ["slot", "read_gap", "write_gap"];

impl AxisArguments {
    /// The machines around `base`, whose processors are given so.
    pub(super) fn space(
        &self,
        (base, processors): (MachineConfig, GivenProcessors),
    ) -> Result<Space, Error> {
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
        let log2 = |numbers: &Option<Numbers>| -> Vec<String> {
            let numbers = numbers.iter().flat_map(|numbers| &numbers.0);
            numbers.map(|number| number.ilog2().to_string()).collect()
        };
        for OwnAxis(axis) in &self.vary {
            add(&axis.option, axis.values.clone())?;
        }
        let numbers = |numbers: &Option<Numbers>| -> Vec<String> {
            let numbers = numbers.iter().flat_map(|numbers| &numbers.0);
            numbers.map(ToString::to_string).collect()
        };
        add("cores", numbers(&self.cores))?;
        let arbiters = self.arbiter.iter().map(ToString::to_string);
        add("arbiter", arbiters.collect())?;
        add("slot", numbers(&self.slot))?;
        let clocks = self.clock.iter().map(ToString::to_string);
        add("clk_freq_hz", clocks.collect())?;
        let memories = self.memories.technologies().into_iter();
        add("memory", memories.map(|kind| kind.to_string()).collect())?;
        let counts = self.memories.ram_cnts().iter();
        add("ram_cnt", counts.map(ToString::to_string).collect())?;
        add("method_cache", self.kinds()?)?;
        add("jpc_width", log2(&self.size))?;
        add("block_bits", log2(&self.blocks))?;
        let space = Space {
            base,
            processors,
            axes,
        };
        space.check().map_err(Error::refused)?;
        refuse_without_meaning(&space)?;
        Ok(space)
    }

    /// Organisations of `--org` that are named one by one.
    pub(super) fn named(&self) -> Vec<&'static str> {
        let named = self.org.iter().filter_map(|name| match name {
            Name::All => None,
            Name::One(name) => Some(*name),
        });
        named.collect()
    }

    /// Organisations of `--org` that machines can have.
    fn kinds(&self) -> Result<Vec<String>, Error> {
        let mut kinds = Vec::new();
        for name in &self.org {
            match name {
                Name::All => kinds.extend(OrganisationKind::NAMES.iter().map(|&it| it.to_owned())),
                Name::One(name) if name.parse::<OrganisationKind>().is_err() => {
                    return Err(Error::Input(format!(
                        "--org {name}: no machine can have it; --caches explores it"
                    )));
                }
                Name::One(name) => kinds.push((*name).to_owned()),
            }
        }
        Ok(kinds)
    }

    /// The options, and which are given.
    pub(super) fn given(&self) -> [(&'static str, bool); 12] {
        [
            ("--size", self.size.is_some()),
            ("--blocks", self.blocks.is_some()),
            ("--org", !self.org.is_empty()),
            ("--memory", !self.memories.technologies().is_empty()),
            ("--ram-cnt", !self.memories.ram_cnts().is_empty()),
            ("--line", self.line.is_some()),
            ("--ways", self.ways.is_some()),
            ("--clock", !self.clock.is_empty()),
            ("--cores", self.cores.is_some()),
            ("--arbiter", !self.arbiter.is_empty()),
            ("--slot", self.slot.is_some()),
            ("--vary", !self.vary.is_empty()),
        ]
    }

    /// Organisations of the method cache that are named one by one, by an option or as the one of `base`.
    pub(super) fn asked_for(&self, base: &MachineConfig) -> Vec<String> {
        let varied = self.vary.iter().map(|OwnAxis(axis)| axis);
        let varied = varied.filter(|axis| axis.option == "method_cache");
        let varied = varied.flat_map(|axis| axis.values.iter().cloned());
        let named = self.named().into_iter().map(str::to_owned);
        let mut asked: Vec<String> = varied.chain(named).collect();
        asked.push(base.method_cache.name().to_owned());
        asked.sort();
        asked.dedup();
        asked
    }
}

/// Refuses axes of several cores where no point has these, or no time slots.
fn refuse_without_meaning(space: &Space) -> Result<(), Error> {
    let varied = |option: &str| space.axes.iter().find(|axis| axis.option == option);
    let has = |option: &str, given: Option<&str>, is_meant: fn(&str) -> bool| match varied(option) {
        Some(axis) => axis.values.iter().any(|value| is_meant(value)),
        None => given.is_some_and(is_meant),
    };
    let given = &space.processors;
    let cores = given.cores.map(|it| it.to_string());
    let others = SLOTS.iter().chain(&["arbiter", "lock_unit"]);
    let first = others.copied().find(|option| varied(option).is_some());
    if let Some(option) = first
        && !has("cores", cores.as_deref(), |cores| cores != "1")
    {
        return Err(Error::Input(format!(
            "{option} is for several cores, and no machine has them; add --cores 2"
        )));
    }
    let arbiter = given.arbiter.as_deref().or(Some("tdma"));
    match SLOTS.into_iter().find(|option| varied(option).is_some()) {
        Some(option) if !has("arbiter", arbiter, |name| name == "tdma") => {
            Err(Error::Input(format!(
                "{option} is for arbiter = \"tdma\", which no machine has; add it to --arbiter, or leave {option} out"
            )))
        }
        _ => Ok(()),
    }
}
