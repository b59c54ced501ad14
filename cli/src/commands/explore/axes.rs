//! Axes over the options of a machine.

use explore::{Axis, Space};
use isa::{MachineConfig, OrganisationKind};
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
    /// Values of any option of `jop config --all`: object_cache=false,true or ram_width=8..10; repeat for several
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
        let log2 = |numbers: &Option<Numbers>| -> Vec<String> {
            let numbers = numbers.iter().flat_map(|numbers| &numbers.0);
            numbers.map(|number| number.ilog2().to_string()).collect()
        };
        for OwnAxis(axis) in &self.vary {
            add(&axis.option, axis.values.clone())?;
        }
        let clocks = self.clock.iter().map(ToString::to_string);
        add("clk_freq_hz", clocks.collect())?;
        let memories = self.memories.technologies().into_iter();
        add("memory", memories.map(|kind| kind.to_string()).collect())?;
        let counts = self.memories.ram_cnts().iter();
        add("ram_cnt", counts.map(ToString::to_string).collect())?;
        add("method_cache", self.kinds()?)?;
        add("jpc_width", log2(&self.size))?;
        add("block_bits", log2(&self.blocks))?;
        let space = Space { base, axes };
        space.check().map_err(Error::refused)?;
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
    pub(super) fn given(&self) -> [(&'static str, bool); 9] {
        [
            ("--size", self.size.is_some()),
            ("--blocks", self.blocks.is_some()),
            ("--org", !self.org.is_empty()),
            ("--memory", !self.memories.technologies().is_empty()),
            ("--ram-cnt", !self.memories.ram_cnts().is_empty()),
            ("--line", self.line.is_some()),
            ("--ways", self.ways.is_some()),
            ("--clock", !self.clock.is_empty()),
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
