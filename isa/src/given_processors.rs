//! Options of several processors as a file or an axis gives them: those left out follow from the others and the memory.

use serde::{Deserialize, Serialize};

use crate::config::ConfigError;
use crate::{ArbiterKind, LockUnitKind, MachineConfig, Processors, Slots};

/// An option of [`Processors`].
#[derive(Debug, Clone, Copy)]
pub struct ProcessorsOption {
    /// Key in the machine file.
    pub name: &'static str,
    /// Description.
    pub meaning: &'static str,
    /// Values allowed, with their unit.
    pub allowed: &'static str,
    /// What golden traces and golden runs cover.
    pub evidence: &'static str,
}

/// Every option, in the order of the printed reference.
pub const OPTIONS: [ProcessorsOption; 6] = [
    ProcessorsOption {
        name: "cores",
        meaning: "number of processors that share the memory; one has no arbiter",
        allowed: "1 to 8",
        evidence: "2 to 8",
    },
    ProcessorsOption {
        name: "arbiter",
        meaning: "who gets the memory next",
        allowed: "tdma, round-robin, fair, fixed-priority",
        evidence: "every value",
    },
    ProcessorsOption {
        name: "slot",
        meaning: "length of a processor's time slot (arbiter = \"tdma\"); by default the shortest that fits an access",
        allowed: "1 to 255 clock cycles",
        evidence: "2 to 8",
    },
    ProcessorsOption {
        name: "read_gap",
        meaning: "cycles at the end of a slot in which no read begins; by default those of a read",
        allowed: "0 to slot - 1 clock cycles",
        evidence: "0 to 6",
    },
    ProcessorsOption {
        name: "write_gap",
        meaning: "cycles at the end of a slot in which no write begins; by default those of a write",
        allowed: "0 to slot - 1 clock cycles",
        evidence: "0 to 6",
    },
    ProcessorsOption {
        name: "lock_unit",
        meaning: "what serves locks between the processors",
        allowed: "none, ihlu, cmpsync",
        evidence: "every value",
    },
];

/// The options that are given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GivenProcessors {
    /// Number of processors.
    pub cores: Option<u8>,
    /// Name of the arbiter.
    pub arbiter: Option<String>,
    /// Length of a slot of TDMA.
    pub slot: Option<u8>,
    /// Cycles at its end without reads.
    pub read_gap: Option<u8>,
    /// Cycles at its end without writes.
    pub write_gap: Option<u8>,
    /// Lock unit.
    pub lock_unit: Option<LockUnitKind>,
}

impl From<Processors> for GivenProcessors {
    /// All options of these.
    fn from(processors: Processors) -> Self {
        let slots = processors.arbiter.slots();
        Self {
            cores: Some(processors.cores),
            arbiter: Some(processors.arbiter.name().to_owned()),
            slot: slots.map(|it| it.slot),
            read_gap: slots.map(|it| it.read_gap),
            write_gap: slots.map(|it| it.write_gap),
            lock_unit: Some(processors.lock_unit),
        }
    }
}

/// The option of processors with a name.
#[must_use]
pub fn option(name: &str) -> Option<&'static ProcessorsOption> {
    OPTIONS.iter().find(|option| option.name == name)
}

impl GivenProcessors {
    /// All options of a machine.
    #[must_use]
    pub fn of(processors: Option<Processors>) -> Self {
        let one = Self {
            cores: Some(1),
            ..Self::default()
        };
        processors.map_or(one, Self::from)
    }

    /// Gives an option by its name, from the value that a file would have; combinations are not checked.
    ///
    /// # Errors
    /// When there is no such option, or the value is of another kind.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        let option = option(name).ok_or_else(|| ConfigError::UnknownOption(name.to_owned()))?;
        let number = || value.parse::<u8>().ok();
        let is_set = match option.name {
            "cores" => put(&mut self.cores, number()),
            "slot" => put(&mut self.slot, number()),
            "read_gap" => put(&mut self.read_gap, number()),
            "write_gap" => put(&mut self.write_gap, number()),
            "arbiter" => {
                let known = ArbiterKind::NAMES.contains(&value);
                put(&mut self.arbiter, known.then(|| value.to_owned()))
            }
            _ => put(&mut self.lock_unit, value.parse().ok()),
        };
        match is_set {
            true => Ok(()),
            false => Err(ConfigError::NoValue {
                option: option.name,
                value: value.to_owned(),
                allowed: option.allowed.to_owned(),
            }),
        }
    }

    /// The processors; none for one that has the memory to itself.
    ///
    /// # Errors
    /// When no such hardware exists: the option that is wrong, and why.
    pub fn processors(
        &self,
        machine: &MachineConfig,
    ) -> Result<Option<Processors>, (&'static str, String)> {
        let is_plain = self.arbiter.is_none() && self.lock_unit.is_none();
        let cores = match self.cores {
            Some(1) if is_plain && self.first_of_slots().is_none() => return Ok(None),
            Some(cores) => cores,
            None => {
                let Some(first) = self.first() else {
                    return Ok(None);
                };
                let problem = format!("`{first}` is for several cores; add cores = 2");
                return Err((first, problem));
            }
        };
        let processors = Processors {
            cores,
            arbiter: self.arbiter(machine)?,
            lock_unit: self.lock_unit.unwrap_or(match cores {
                1 => LockUnitKind::None,
                _ => LockUnitKind::Ihlu,
            }),
        };
        match processors.check(machine) {
            Ok(()) => Ok(Some(processors)),
            Err(error) => Err((error.option(), error.to_string())),
        }
    }

    /// The same options without those of time slots.
    #[must_use]
    pub fn without_slots(self) -> Self {
        Self {
            slot: None,
            read_gap: None,
            write_gap: None,
            ..self
        }
    }

    fn first_of_slots(&self) -> Option<&'static str> {
        let slots = [
            ("slot", self.slot),
            ("read_gap", self.read_gap),
            ("write_gap", self.write_gap),
        ];
        let given = slots.into_iter().find(|(_, value)| value.is_some());
        given.map(|(name, _)| name)
    }

    fn first(&self) -> Option<&'static str> {
        let arbiter = self.arbiter.as_ref().map(|_| "arbiter");
        let lock_unit = self.lock_unit.map(|_| "lock_unit");
        arbiter.or(self.first_of_slots()).or(lock_unit)
    }

    fn arbiter(&self, machine: &MachineConfig) -> Result<ArbiterKind, (&'static str, String)> {
        let name = self.arbiter.as_deref().unwrap_or("tdma");
        let arbiter = ArbiterKind::named(name, self.slots(machine)).ok_or_else(|| {
            let known = ArbiterKind::NAMES.join(", ");
            (
                "arbiter",
                format!("arbiter = \"{name}\" is unknown: one of {known}"),
            )
        })?;
        match (arbiter.slots(), self.first_of_slots()) {
            (None, Some(option)) => Err((
                option,
                format!("`{option}` is for arbiter = \"tdma\"; leave it out with \"{name}\""),
            )),
            _ => Ok(arbiter),
        }
    }

    /// Time slots; numbers that are left out fit the memory.
    fn slots(&self, machine: &MachineConfig) -> Slots {
        let fitting = Slots::fitting(machine);
        let read_gap = self.read_gap.unwrap_or(fitting.read_gap);
        let write_gap = self.write_gap.unwrap_or(fitting.write_gap);
        Slots {
            slot: self
                .slot
                .unwrap_or(read_gap.max(write_gap).saturating_add(1)),
            read_gap,
            write_gap,
        }
    }
}

/// Puts a value in its place; false if there is none.
fn put<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    *place = value;
    place.is_some()
}
