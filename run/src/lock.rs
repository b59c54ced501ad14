//! Accesses of devices as the machine shows them, and the monitors that they enter and leave.

use fast_engine::DeviceAccess;
use isa::address::{device_register, device_select, system};
use sim_core::simpcon::Command;

/// An access of a device by its command; `answer` is what a read gets.
pub(crate) fn device_access(cycle: u64, command: &Command, answer: u32) -> DeviceAccess {
    DeviceAccess {
        cycle,
        address: command.address,
        word: if command.wr { command.wr_data } else { answer },
        is_write: command.wr,
    }
}

/// A monitor that is entered or left, by a write to a register of the lock unit. The machine has one core and a monitor switches interrupts
/// off: no lock is refused, and nobody waits for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lock {
    /// Cycle of the write.
    pub cycle: u64,
    /// Handle of the object.
    pub object: u32,
    /// It is entered.
    pub is_entered: bool,
}

impl Lock {
    /// The lock that an access enters or leaves.
    #[must_use]
    pub fn of(access: &DeviceAccess) -> Option<Self> {
        let is_system = device_select(access.address) == 0;
        let is_entered = match device_register(access.address) {
            system::register::LOCK => true,
            system::register::UNLOCK => false,
            _ => return None,
        };
        (is_system && access.is_write).then_some(Self {
            cycle: access.cycle,
            object: access.word,
            is_entered,
        })
    }
}
