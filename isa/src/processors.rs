//! Several processors: how many, their arbiter and their lock unit (spec 07).

use serde::{Deserialize, Serialize};

use crate::config::named_values;
use crate::{MachineConfig, MemoryKind, OrganisationKind};

/// Most processors of one machine: the most that traces of the hardware have.
pub const MOST_CORES: u8 = 8;

/// Time slots of TDMA (spec 07 section 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slots {
    /// Length of a processor's slot. Unit: clock cycles. Range: 1 to 255.
    pub slot: u8,
    /// Cycles at the end of a slot in which no read begins. Range: 0 to `slot` - 1.
    pub read_gap: u8,
    /// The same for writes.
    pub write_gap: u8,
}

impl Slots {
    /// The shortest slots in which no access meets a busy memory: the gaps are as long as the memory's accesses, and one cycle is
    /// left to begin in.
    #[must_use]
    pub fn fitting(machine: &MachineConfig) -> Self {
        let ram_cnt = u16::from(machine.ram_cnt);
        let (read, write) = match machine.memory {
            MemoryKind::Sram32 => (ram_cnt - 1, ram_cnt),
            MemoryKind::Ssram32 => (ram_cnt - 1, ram_cnt - 1),
            MemoryKind::Sram16 => (2 * ram_cnt - 1, 2 * ram_cnt + 1),
        };
        // `ram_cnt` is below 15.
        let [read_gap, write_gap] = [read, write].map(|it| u8::try_from(it).unwrap_or(u8::MAX));
        Self {
            slot: read_gap.max(write_gap).saturating_add(1),
            read_gap,
            write_gap,
        }
    }

    /// Returns true if an access may meet a busy memory, so that processors get each other's words.
    #[must_use]
    pub fn is_too_short_for(self, machine: &MachineConfig) -> bool {
        let fitting = Self::fitting(machine);
        self.read_gap < fitting.read_gap || self.write_gap < fitting.write_gap
    }

    fn check(self) -> Result<(), ProcessorsError> {
        let slot = self.slot;
        if slot == 0 {
            return Err(ProcessorsError::Slot);
        }
        let gaps = [("read_gap", self.read_gap), ("write_gap", self.write_gap)];
        match gaps.into_iter().find(|(_, gap)| *gap >= slot) {
            None => Ok(()),
            Some((name, gap)) => Err(ProcessorsError::Gap { name, gap, slot }),
        }
    }
}

/// Arbiter between processors and memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum ArbiterKind {
    /// Time slots.
    Tdma(Slots),
    /// One access each, in turn.
    RoundRobin,
    /// In turn, one access after the other.
    Fair,
    /// The lowest number first.
    FixedPriority,
}

impl ArbiterKind {
    /// The names, as configurations write them.
    pub const NAMES: &[&str] = &["tdma", "round-robin", "fair", "fixed-priority"];

    /// The arbiter with a name; TDMA with these slots.
    #[must_use]
    pub fn named(name: &str, slots: Slots) -> Option<Self> {
        let kinds = [
            Self::Tdma(slots),
            Self::RoundRobin,
            Self::Fair,
            Self::FixedPriority,
        ];
        kinds.into_iter().find(|kind| kind.name() == name)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tdma(_) => "tdma",
            Self::RoundRobin => "round-robin",
            Self::Fair => "fair",
            Self::FixedPriority => "fixed-priority",
        }
    }

    /// The time slots, if it has some.
    #[must_use]
    pub fn slots(self) -> Option<Slots> {
        match self {
            Self::Tdma(slots) => Some(slots),
            _ => None,
        }
    }
}

named_values! {
    /// Lock unit between the system devices.
    LockUnitKind, "lock_unit" {
        /// No unit: no lock, no start signal.
        None = "none",
        /// Hardware lock table.
        Ihlu = "ihlu",
        /// One global lock, with the system device of its time.
        Cmpsync = "cmpsync",
    }
}

/// Several processors. Each has the units of a [`MachineConfig`], and only processor 0 has its UART.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Processors {
    /// Number of processors. Range: 1 to 8.
    pub cores: u8,
    /// Arbiter.
    pub arbiter: ArbiterKind,
    /// Lock unit.
    pub lock_unit: LockUnitKind,
}

/// Processors that no hardware has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProcessorsError {
    /// Number of processors out of range.
    #[error("cores = {0} is out of range: 1 to {MOST_CORES}")]
    Cores(u8),
    /// A lock table for one processor.
    #[error(
        "lock_unit = \"ihlu\" needs two cores: with one, a nested lock would wait for ever (\"cmpsync\" or \"none\" fit)"
    )]
    TableOfOne,
    /// An empty slot.
    #[error("slot = 0 is out of range: 1 to 255 cycles")]
    Slot,
    /// A gap as long as the slot.
    #[error(
        "{name} = {gap} leaves no cycle of a slot of {slot} in which an access may begin: 0 to {}", slot - 1
    )]
    Gap {
        /// Name of the parameter.
        name: &'static str,
        /// Its value.
        gap: u8,
        /// Length of the slot.
        slot: u8,
    },
    /// A method cache without hardware.
    #[error("method_cache = \"{0}\" is studied on one core only: several need one of the hardware")]
    MethodCache(OrganisationKind),
}

impl ProcessorsError {
    /// The option that it is about.
    #[must_use]
    pub fn option(&self) -> &'static str {
        match self {
            Self::Cores(_) => "cores",
            Self::TableOfOne => "lock_unit",
            Self::Slot => "slot",
            Self::Gap { name, .. } => name,
            Self::MethodCache(_) => "method_cache",
        }
    }
}

impl Processors {
    /// Checks what [`MachineConfig::check`] does not: the number of processors, arbiter and lock unit.
    ///
    /// # Errors
    /// When no such hardware exists.
    pub fn check(&self, machine: &MachineConfig) -> Result<(), ProcessorsError> {
        if !(1..=MOST_CORES).contains(&self.cores) {
            return Err(ProcessorsError::Cores(self.cores));
        }
        if self.cores == 1 && self.lock_unit == LockUnitKind::Ihlu {
            return Err(ProcessorsError::TableOfOne);
        }
        if let OrganisationKind::Studied(_) = machine.method_cache {
            return Err(ProcessorsError::MethodCache(machine.method_cache));
        }
        self.arbiter.slots().map_or(Ok(()), Slots::check)
    }

    /// First entry of the lock table whose queue lies outside of the queue memory, where the number of processors is no power of two:
    /// with such an entry in use the hardware loses who waits (spec 07 section 6).
    #[must_use]
    pub fn late_entries(&self) -> Option<u32> {
        let cores = u32::from(self.cores);
        let is_table = self.lock_unit == LockUnitKind::Ihlu;
        let width = cores.next_power_of_two();
        // The queue memory has 32 * n words, and each entry takes `width` of them.
        (is_table && width != cores).then(|| 32 * cores / width)
    }
}
