//! A processor that polls the start signal repeats itself: it sleeps until something could change that.

use isa::address::device_register;
use isa::address::system::register;
use sim_core::local_bus::Slave;
use sim_core::simpcon::Command;
use sim_core::{Machine, MachineState, Probe, Statistics};

/// Periods that are clocked all the same: a read leaves the device's counters as each read does.
const CLOCKED: u64 = 2;

/// The last command of a processor on the reference.
#[derive(Debug, Clone, Default)]
pub(super) struct Watch {
    command: Option<Command>,
}

impl Probe for Watch {
    fn transaction(&mut self, _cycle: u64, command: &Command) {
        self.command = Some(*command);
    }
}

/// The last poll, and what repeats itself from there on.
#[derive(Debug, Clone, Default)]
pub(super) struct Sleep {
    last: Option<Box<(MachineState, Statistics)>>,
    /// Cycle before which the processor is not clocked; none while it is awake.
    until: Option<u64>,
    period: u64,
    counted: Statistics,
}

impl Sleep {
    pub(super) fn is_asleep(&self) -> bool {
        self.until.is_some()
    }

    /// The cycle at which the timer may wake it.
    pub(super) fn until(&self) -> u64 {
        self.until.unwrap_or(0)
    }

    /// After a cycle of the reference: sleeps if it was a poll, and all is as it was after the last one. `is_free`: no access and no lock is
    /// waited for.
    pub(super) fn note(
        &mut self,
        (watch, is_free): (&mut Watch, bool),
        machine: &Machine,
        statistics: &Statistics,
    ) {
        let Some(command) = watch.command.take() else {
            return;
        };
        let state = &machine.state;
        let device = &state.memory_system.io.system;
        let is_poll = command.rd
            && Slave::of(command.address) == Slave::Io
            && state.memory_system.io.selected_by(command.address) == 0
            && device_register(command.address) == register::SIGNAL;
        if !is_poll || !is_free {
            self.last = None;
            return;
        }
        match self.last.take() {
            Some(last) if device.is_steady() && !state.is_alert() && is_same(&last.0, state) => {
                self.period = state.cycle - last.0.cycle;
                self.counted = last.1;
                self.until = Some(state.cycle + device.steady_cycles());
            }
            _ => self.last = Some(Box::new((state.clone(), *statistics))),
        }
    }

    /// Wakes at the last begin of a period that leaves enough of them up to a cycle.
    pub(super) fn wake(&mut self, cycle: u64, machine: &mut Machine, statistics: &mut Statistics) {
        self.last = None;
        if self.until.take().is_none() {
            return;
        }
        let state = &mut machine.state;
        let periods = cycle.saturating_sub(state.cycle) / self.period;
        let periods = periods.saturating_sub(CLOCKED);
        state.cycle += periods * self.period;
        let device = &mut state.memory_system.io.system;
        device.skip(periods * self.period);
        statistics.repeat(&self.counted, periods);
    }
}

/// All but the time.
fn is_same(before: &MachineState, after: &MachineState) -> bool {
    if before.microcode_fetch != after.microcode_fetch {
        return false;
    }
    let mut before = before.clone();
    before.cycle = after.cycle;
    let device = &after.memory_system.io.system;
    before.memory_system.io.system.clone_from(device);
    before == *after
}
