//! The points of an exploration: machines on axes, each with every variant of the instruction set.

use std::collections::{BTreeMap, HashSet};

use isa::{GivenProcessors, MachineConfig, Processors, System, given_processors};
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
    /// Options of its processors that are given, if it has several.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub processors: GivenProcessors,
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
    /// How many share its memory; none if one has it to itself.
    pub processors: Option<Processors>,
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

impl From<MachineConfig> for Space {
    /// One machine, without axes.
    fn from(base: MachineConfig) -> Self {
        Self {
            base,
            processors: GivenProcessors::default(),
            axes: Vec::new(),
        }
    }
}

impl Space {
    /// The machines in the order of the axes, each once, and why others cannot be built.
    ///
    /// # Panics
    /// When an axis has an option or a value that does not exist; [`Space::check`] finds those.
    #[must_use]
    pub fn machines(&self) -> (Vec<System>, Vec<Refused>) {
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
        let mut given = self.processors.clone();
        for axis in &self.axes {
            for value in &axis.values {
                set(&mut machine, &mut given, &axis.option, value)?;
            }
        }
        Ok(())
    }

    /// Returns true if a machine may have several cores.
    #[must_use]
    pub fn has_several_cores(&self) -> bool {
        let (machines, _) = self.machines();
        machines.iter().any(|machine| machine.processors.is_some())
    }

    /// Returns true if an option is varied.
    #[must_use]
    pub fn varies(&self, option: &str) -> bool {
        self.axes.iter().any(|axis| axis.option == option)
    }

    fn machine_at(&self, place: &[usize]) -> Result<System, String> {
        let mut machine = self.base.clone();
        let mut given = self.processors.clone();
        for (axis, &value) in self.axes.iter().zip(place) {
            let value = &axis.values[value];
            let set = set(&mut machine, &mut given, &axis.option, value);
            set.unwrap_or_else(|error| panic!("{error}"));
        }
        without_choices(&mut machine, self.base.block_bits);
        let checked = machine.check().and_then(|()| method_cache::check(&machine));
        checked.map_err(|error| error.to_string())?;
        let processors = self.processors_of(given, &machine)?;
        Ok(System {
            machine,
            processors,
        })
    }

    /// The processors of a point: options that its others leave without meaning make no machine of their own.
    fn processors_of(
        &self,
        given: GivenProcessors,
        machine: &MachineConfig,
    ) -> Result<Option<Processors>, String> {
        if given.cores == Some(1) && self.varies("cores") {
            return Ok(None);
        }
        let given = match given.arbiter.as_deref() {
            None | Some("tdma") => given,
            Some(_) => given.without_slots(),
        };
        let found = given.processors(machine).map_err(|(_, reason)| reason)?;
        let slots = found.and_then(|processors| processors.arbiter.slots());
        match slots.filter(|slots| slots.is_too_short_for(machine)) {
            None => Ok(found),
            Some(_) => Err(SHORT_GAPS.to_owned()),
        }
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

/// Why a machine whose gaps are too short has no row.
const SHORT_GAPS: &str = "the gaps of the time slots are shorter than an access of the memory: cores get each other's words";

fn is_plain(given: &GivenProcessors) -> bool {
    *given == GivenProcessors::default()
}

/// Sets an option of the machine or of its processors.
fn set(
    machine: &mut MachineConfig,
    given: &mut GivenProcessors,
    option: &str,
    value: &str,
) -> Result<(), isa::ConfigError> {
    match given_processors::option(option) {
        Some(_) => given.set(option, value),
        None => machine.set(option, value),
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
            axes,
            ..MachineConfig::default().into()
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
            .map(|it| (it.machine.memory.name(), it.machine.ram_cnt))
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
        let kinds = machines.iter().map(|it| it.machine.method_cache.name());
        let kinds: Vec<_> = kinds.collect();
        assert_eq!(kinds, ["fifo", "fifo", "fifo", "one-block", "two-block"]);
        assert_eq!(blocks_of(&machines[0].machine), Some(4));
        assert_eq!(blocks_of(&machines[3].machine), None);
    }

    #[test]
    fn slots_make_machines_of_tdma_only_and_one_core_is_one_machine() {
        let (machines, refused) = space(vec![
            axis("cores", &["1", "2", "4"]),
            axis("arbiter", &["tdma", "fair"]),
            axis("slot", &["2", "3", "4"]),
        ])
        .machines();
        let names = machines.iter().map(|it| match it.processors {
            None => "one".to_owned(),
            Some(it) => {
                let slot = it.arbiter.slots().map_or(0, |slots| slots.slot);
                format!("{} {} {slot}", it.cores, it.arbiter.name())
            }
        });
        let names: Vec<_> = names.collect();
        let expected = [
            "one", "2 tdma 3", "2 tdma 4", "2 fair 0", "4 tdma 3", "4 tdma 4", "4 fair 0",
        ];
        assert_eq!(names, expected);
        assert_eq!(refused.len(), 1, "{refused:?}");
        assert!(
            refused[0]
                .reason
                .starts_with("write_gap = 2 leaves no cycle")
        );
        assert_eq!(refused[0].points, 2);
    }

    #[test]
    fn gaps_that_are_too_short_and_caches_without_hardware_have_no_several_cores() {
        let (machines, refused) = space(vec![
            axis("cores", &["2"]),
            axis("write_gap", &["1", "2"]),
            axis("method_cache", &["fifo", "lru"]),
        ])
        .machines();
        assert_eq!(machines.len(), 1);
        let reasons: Vec<_> = refused.iter().map(|it| (it.points, &*it.reason)).collect();
        assert_eq!(reasons.len(), 2, "{reasons:?}");
        assert!(
            reasons[0]
                .1
                .starts_with("method_cache = \"lru\" is studied")
        );
        assert_eq!(reasons[1], (1, SHORT_GAPS));
    }

    #[test]
    fn unknown_options_and_values_are_found_before_the_machines() {
        let check = |option, value| space(vec![axis(option, &[value])]).check();
        assert!(check("ram_cnt", "3").is_ok());
        assert!(check("ram_count", "3").is_err());
        assert!(check("object_cache", "yes").is_err());
    }
}
