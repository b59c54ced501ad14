//! Accesses of devices.

use isa::address::device_register;
use sim_core::local_bus::Slave;
use sim_core::simpcon::Command;
use sim_core::system_device::Events;

use crate::latency::Latency;
use crate::memory_port::{MemoryPort, Strobe};
use crate::sums::Sums;

/// Accesses of devices take no wait states.
const DEVICE: Latency = Latency::plain(1, 2);

impl<S: Sums> MemoryPort<'_, S> {
    /// An access of the system device without an effect outside of it, or a read of the UART.
    #[cold]
    #[inline(never)]
    pub(super) fn access_device(
        &mut self,
        strobe: &Strobe,
        address: u32,
        data: Option<u32>,
    ) -> Option<Latency> {
        let command = Command {
            rd: data.is_none(),
            wr: data.is_some(),
            address,
            wr_data: data.unwrap_or(0),
            ..Command::IDLE
        };
        let select = self.system.io.selected_by(address);
        if S::SHARED && !is_private(&command) || select > 1 || select == 1 && data.is_some() {
            return None;
        }
        if S::MAY_STOP && self.sums.watches_device(&command) {
            return None;
        }
        let mut device = self.system.io.system.clone();
        device.skip(strobe.cycle - self.core.device_at);
        let to_device = if select == 0 { command } else { Command::IDLE };
        let message = device.clock(&to_device, Events::default());
        let after = strobe.cycle + 1;
        let horizon = horizon(self.core.limit, after, device.steady_cycles());
        if message.is_some() || !device.is_steady() || after + self.run_margin > horizon {
            return None;
        }
        if select == 1 {
            self.system.io.uart.clock(&command);
        }
        self.system.io.system = device;
        self.system.io.select = select;
        self.core.device_at = after;
        self.core.horizon = horizon;
        self.command_to(Slave::Io);
        self.statistics.other_accesses += 1;
        self.core.rd_data = self.system.io.response().rd_data;
        self.sums.device(strobe.cycle, &command, self.core.rd_data);
        Some(DEVICE)
    }
}

/// An access of one of several processors that no other one can see: not those of locks and of the start signal.
fn is_private(command: &Command) -> bool {
    use isa::address::system::register::{LOCK, SIGNAL, UNLOCK};
    match device_register(command.address) {
        LOCK | SIGNAL => false,
        UNLOCK => command.rd,
        _ => true,
    }
}

/// Cycle by which blocks end: the caller's limit, or the next cycle in which the timer may request, less those that the
/// reference needs to be in step.
pub(crate) fn horizon(limit: u64, now: u64, steady: u64) -> u64 {
    limit.min(now + steady).saturating_sub(4)
}
