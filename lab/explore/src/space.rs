//! The points of an exploration: machines on axes, each with every variant of the instruction set.

use std::collections::{BTreeMap, HashSet};

use isa::MachineConfig;
use method_cache::replay::{Axes, Shape, organisation_of};
use method_cache::{Geometry, OrganisationKind};
use serde::{Deserialize, Serialize};

/// An option of the machine, and the values that it takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    /// Name of the option, as configurations have it.
    pub option: String,
    /// Its values, as configurations have them; each once.
    pub values: Vec<String>,
}

/// What is varied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Space {
    /// The machine around which the axes are.
    pub base: MachineConfig,
    /// The axes; the last one varies fastest.
    pub axes: Vec<Axis>,
}

/// One machine with one instruction set.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Point {
    /// Number of the variant of the instruction set.
    pub variant: usize,
    /// The machine.
    pub config: MachineConfig,
}

/// Points that have no row.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Refused {
    /// Why.
    pub reason: String,
    /// Number of points.
    pub points: u64,
}

/// Adds up points that are refused for one reason.
#[derive(Debug, Clone, Default)]
pub(crate) struct Refusals(BTreeMap<String, u64>);

impl Refusals {
    /// Counts points.
    pub(crate) fn add(&mut self, reason: impl Into<String>, points: u64) {
        *self.0.entry(reason.into()).or_default() += points;
    }

    /// The reasons in their order.
    pub(crate) fn into_list(self) -> Vec<Refused> {
        let list = self.0.into_iter();
        list.map(|(reason, points)| Refused { reason, points })
            .collect()
    }
}

impl Space {
    /// The machines in the order of the axes, each once, and why others cannot be built.
    ///
    /// # Panics
    /// When an axis has an option or a value that does not exist; [`Space::check`] finds those.
    #[must_use]
    pub fn machines(&self) -> (Vec<MachineConfig>, Vec<Refused>) {
        let mut machines = Vec::new();
        let mut refusals = Refusals::default();
        let mut seen = HashSet::new();
        let mut place = vec![0; self.axes.len()];
        loop {
            match self.machine_at(&place) {
                Ok(machine) => {
                    if seen.insert(machine.clone()) {
                        machines.push(machine);
                    }
                }
                Err(reason) => refusals.add(reason, 1),
            }
            if !self.advance(&mut place) {
                return (machines, refusals.into_list());
            }
        }
    }

    /// Checks that every value of every axis exists.
    ///
    /// # Errors
    /// On the first option or value that does not.
    pub fn check(&self) -> Result<(), isa::ConfigError> {
        let mut machine = self.base.clone();
        for axis in &self.axes {
            for value in &axis.values {
                machine.set(&axis.option, value)?;
            }
        }
        Ok(())
    }

    fn machine_at(&self, place: &[usize]) -> Result<MachineConfig, String> {
        let mut machine = self.base.clone();
        for (axis, &value) in self.axes.iter().zip(place) {
            let set = machine.set(&axis.option, &axis.values[value]);
            set.unwrap_or_else(|error| panic!("{error}"));
        }
        without_choices(&mut machine, self.base.block_bits);
        let checked = machine.check().and_then(|()| method_cache::check(&machine));
        checked.map_err(|error| error.to_string())?;
        Ok(machine)
    }

    /// Goes to the next place; false at the end.
    fn advance(&self, place: &mut [usize]) -> bool {
        for (axis, value) in self.axes.iter().zip(place).rev() {
            *value += 1;
            if *value < axis.values.len() {
                return true;
            }
            *value = 0;
        }
        false
    }
}

/// An organisation without blocks has one number of them, so that machines that differ in nothing are one.
fn without_choices(machine: &mut MachineConfig, block_bits: u8) {
    let axes = organisation_of(machine.method_cache).map(|organisation| organisation.axes());
    if axes != Some(Axes::Blocks) {
        machine.block_bits = block_bits.min(machine.jpc_width.saturating_sub(2));
    }
}

/// The shape of a machine's method cache, as replays have it.
pub(crate) fn shape_of(machine: &MachineConfig) -> Option<Shape> {
    let organisation = organisation_of(machine.method_cache)?;
    let geometry = match organisation.axes() {
        Axes::Blocks => machine.geometry(),
        Axes::Size => Geometry::new(machine.jpc_width.into(), 0)
            .map_err(|error| isa::ConfigError::Combination(error.to_string())),
        Axes::Nothing => {
            Geometry::new(16, 0).map_err(|error| isa::ConfigError::Combination(error.to_string()))
        }
        Axes::Lines => return None,
    };
    geometry.ok().map(Shape::of)
}

/// Number of blocks, where the organisation has a choice of it.
#[must_use]
pub fn blocks_of(machine: &MachineConfig) -> Option<u32> {
    let organisation = organisation_of(machine.method_cache)?;
    (organisation.axes() == Axes::Blocks).then(|| 1 << machine.block_bits)
}

/// The machine without what a run on it does not depend on: clock, method cache, and memory where tables price it.
pub(crate) fn run_machine(machine: &MachineConfig) -> MachineConfig {
    let plain = MachineConfig::default();
    let mut run = MachineConfig {
        clk_freq_hz: plain.clk_freq_hz,
        method_cache: OrganisationKind::Fifo,
        jpc_width: 15,
        block_bits: 5,
        ..machine.clone()
    };
    // What the engine has no model for, no table has the cycles of.
    if fast_engine::check_machine(machine).is_ok() {
        run.memory = plain.memory;
        run.ram_cnt = plain.ram_cnt;
    }
    if machine.uart == isa::UartKind::Timed {
        run.clk_freq_hz = machine.clk_freq_hz;
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(option: &str, values: &[&str]) -> Axis {
        Axis {
            option: option.to_owned(),
            values: values.iter().map(|&value| value.to_owned()).collect(),
        }
    }

    fn space(axes: Vec<Axis>) -> Space {
        Space {
            base: MachineConfig::default(),
            axes,
        }
    }

    #[test]
    fn the_last_axis_varies_fastest_and_what_cannot_be_built_is_counted() {
        let (machines, refused) = space(vec![
            axis("memory", &["sram32", "ssram32"]),
            axis("ram_cnt", &["1", "2"]),
        ])
        .machines();
        let found: Vec<_> = machines
            .iter()
            .map(|it| (it.memory.name(), it.ram_cnt))
            .collect();
        assert_eq!(found, [("sram32", 1), ("sram32", 2), ("ssram32", 2)]);
        assert_eq!(refused.len(), 1);
        assert_eq!(refused[0].points, 1);
    }

    #[test]
    fn organisations_without_blocks_are_one_machine_for_all_numbers_of_blocks() {
        let (machines, _) = space(vec![
            axis("method_cache", &["fifo", "one-block", "two-block"]),
            axis("jpc_width", &["10"]),
            axis("block_bits", &["2", "3", "4"]),
        ])
        .machines();
        let kinds: Vec<_> = machines.iter().map(|it| it.method_cache.name()).collect();
        assert_eq!(kinds, ["fifo", "fifo", "fifo", "one-block", "two-block"]);
        assert_eq!(blocks_of(&machines[0]), Some(4));
        assert_eq!(blocks_of(&machines[3]), None);
    }

    #[test]
    fn unknown_options_and_values_are_found_before_the_machines() {
        let check = |option, value| space(vec![axis(option, &[value])]).check();
        assert!(check("ram_cnt", "3").is_ok());
        assert!(check("ram_count", "3").is_err());
        assert!(check("object_cache", "yes").is_err());
    }
}
