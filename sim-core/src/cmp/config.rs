//! Configuration of several processors.

use isa::{MachineConfig, OrganisationKind};

/// Most processors of one machine.
pub const MOST_CPUS: usize = 8;

/// Arbiter between processors and memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArbiterKind {
    /// Time slots.
    Tdma {
        /// Length of a processor's slot. Unit: clock cycles. Range: 1 to 255.
        slot: u8,
        /// Cycles at the end of a slot in which no read begins. Range: 0 to `slot` - 1; at least `ram_cnt` - 1, or reads
        /// of the next slot meet a busy memory (spec 07 section 2).
        read_gap: u8,
        /// The same for writes.
        write_gap: u8,
    },
    /// One access each, in turn.
    RoundRobin,
    /// In turn, one access after the other.
    Fair,
    /// The lowest number first.
    FixedPriority,
}

/// Lock unit between the system devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockUnitKind {
    /// No unit: no lock, no start signal.
    None,
    /// Hardware lock table.
    Ihlu,
    /// One global lock, with the system device of its time.
    Cmpsync,
}

/// Several processors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CmpConfig {
    /// Each processor, and the memory; only processor 0 has the UART.
    pub machine: MachineConfig,
    /// Number of processors. Range: 1 to 8, the sizes that traces of the hardware have.
    pub cpus: usize,
    /// Arbiter.
    pub arbiter: ArbiterKind,
    /// Lock unit.
    pub lock_unit: LockUnitKind,
}

/// A configuration that describes no hardware.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CmpConfigError {
    /// Number of processors out of range.
    #[error("cpus = {0} is out of range: 1 to {MOST_CPUS}")]
    Cpus(usize),
    /// A lock table for one processor.
    #[error(
        "lock_unit = `ihlu` needs two processors: with one, a nested lock would wait for ever (`cmpsync` or `none` fit)"
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
    #[error(
        "method_cache = `{0}` is studied on one processor only: several need one of the hardware"
    )]
    MethodCache(OrganisationKind),
}

impl CmpConfig {
    /// Checks what [`MachineConfig::check`] does not: the number of processors, arbiter and lock unit.
    ///
    /// # Errors
    /// When no such hardware exists.
    pub fn check(&self) -> Result<(), CmpConfigError> {
        if !(1..=MOST_CPUS).contains(&self.cpus) {
            return Err(CmpConfigError::Cpus(self.cpus));
        }
        if self.cpus == 1 && self.lock_unit == LockUnitKind::Ihlu {
            return Err(CmpConfigError::TableOfOne);
        }
        if let OrganisationKind::Studied(_) = self.machine.method_cache {
            return Err(CmpConfigError::MethodCache(self.machine.method_cache));
        }
        self.arbiter.check()
    }
}

impl ArbiterKind {
    fn check(self) -> Result<(), CmpConfigError> {
        let Self::Tdma {
            slot,
            read_gap,
            write_gap,
        } = self
        else {
            return Ok(());
        };
        if slot == 0 {
            return Err(CmpConfigError::Slot);
        }
        match [("read_gap", read_gap), ("write_gap", write_gap)]
            .into_iter()
            .find(|(_, gap)| *gap >= slot)
        {
            None => Ok(()),
            Some((name, gap)) => Err(CmpConfigError::Gap { name, gap, slot }),
        }
    }
}
