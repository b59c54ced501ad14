//! Places where a program reads time, so that its path can depend on cycles.

use isa::image::{MethodWord, POINTERS, pointer};
use isa::{MachineConfig, UartKind};
use jopizer::Symbols;
use serde::{Deserialize, Serialize};
use sim_core::local_bus::Slave;
use sim_core::simpcon::Command;

/// Ways in which a program reads time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeCause {
    /// It reads the cycle counter.
    CycleCounter,
    /// It reads the microsecond counter.
    MicrosecondCounter,
    /// It waits until the cycle counter has a value.
    Wait,
    /// An interrupt is taken.
    Interrupt,
    /// It asks a UART that takes time whether that is ready.
    UartStatus,
    /// It takes a byte from a UART that takes time; whether one has arrived depends on when it asks.
    UartData,
    /// It waits for the end of its input, which comes between two slices of the run.
    EndOfInput,
    /// Input arrives while it runs.
    Input,
}

impl std::fmt::Display for TimeCause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::CycleCounter => "reads the cycle counter",
            Self::MicrosecondCounter => "reads the microsecond counter",
            Self::Wait => "waits for the cycle counter",
            Self::Interrupt => "takes an interrupt",
            Self::UartStatus => "asks whether the timed UART is ready",
            Self::UartData => "takes a byte from the timed UART",
            Self::EndOfInput => "waits for the end of its input",
            Self::Input => "gets input while it runs",
        })
    }
}

/// A place where a program sees time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeUse {
    /// How.
    pub cause: TimeCause,
    /// Word address of the method.
    pub method: u32,
    /// Byte of the method at which the bytecode begins.
    pub offset: u32,
    /// Clock cycle.
    pub cycle: u64,
    /// True if `main` had begun.
    pub in_main: bool,
    /// The calls around it, innermost first: method, and byte of the invoke.
    #[serde(default)]
    pub callers: Vec<(u32, u32)>,
}

/// Calls of a place that are kept at most.
const MOST_CALLERS: usize = 16;

/// The calls under way, kept up by lookups alone: a return names the method that it goes to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Callers(Vec<(u32, u32)>);

impl Callers {
    /// A method is invoked at a byte of the running one.
    pub(crate) fn invoke(&mut self, running: u32, byte: u32) {
        // Deeper than any stack: returns of another thread or an exception have left their calls behind.
        if self.0.len() == 256 {
            self.0.remove(0);
        }
        self.0.push((running, byte));
    }

    /// A method is returned to.
    pub(crate) fn return_to(&mut self, method: u32) {
        let place = self.0.iter().rposition(|(caller, _)| *caller == method);
        self.0.truncate(place.unwrap_or(0));
    }

    /// The innermost ones, innermost first.
    pub(crate) fn innermost(&self) -> Vec<(u32, u32)> {
        self.0.iter().rev().take(MOST_CALLERS).copied().collect()
    }
}

impl TimeUse {
    /// The place in words: method and line where symbols are known, and the program's own call that led there.
    #[must_use]
    pub fn place(&self, symbols: Option<&Symbols>) -> String {
        let calls = || std::iter::once((self.method, self.offset)).chain(self.callers.clone());
        let named = |(method, pc): (u32, u32)| symbols.and_then(|it| it.place(method, pc));
        let is_internal = |method| symbols.is_some_and(|it| it.is_internal(method));
        let shown = calls().find(|(method, _)| !is_internal(*method));
        let Some(first) = named(shown.unwrap_or((self.method, self.offset))) else {
            return format!("method at {}, byte {}", self.method, self.offset);
        };
        let is_library = |place: &String| place.starts_with("java.");
        let own = calls()
            .filter(|(method, _)| !is_internal(*method))
            .filter_map(named)
            .find(|place| !is_library(place));
        match own {
            Some(own) if own != first => format!("{first}, called from {own}"),
            _ => first,
        }
    }
}

/// Registers of the system device (spec 06 section 2).
mod system {
    pub(super) const SELECT: u32 = 0;
    pub(super) const CYCLES: u32 = 0;
    pub(super) const MICROSECONDS: u32 = 1;
    pub(super) const WAIT: u32 = 10;
}

/// The UART; only bit 0 of an address distinguishes status from data (spec 06 section 4).
mod uart {
    pub(super) const SELECT: u32 = 1;
    pub(super) const DATA: u32 = 1;
}

/// Use of time by a command on the bus, if any.
pub(crate) fn cause_of(command: &Command, config: &MachineConfig) -> Option<TimeCause> {
    if Slave::of(command.address) != Slave::Io {
        return None;
    }
    match (command.address >> 4 & 3, command.address & 15) {
        (system::SELECT, system::CYCLES) if command.rd => Some(TimeCause::CycleCounter),
        (system::SELECT, system::MICROSECONDS) if command.rd => Some(TimeCause::MicrosecondCounter),
        (system::SELECT, system::WAIT) if command.wr => Some(TimeCause::Wait),
        (uart::SELECT, register) if command.rd && config.uart == UartKind::Timed => {
            Some(if register & uart::DATA == 0 {
                TimeCause::UartStatus
            } else {
                TimeCause::UartData
            })
        }
        _ => None,
    }
}

/// Word address of the code of `main` in an image: the fourth special pointer leads to its method structure (spec 11
/// section 2).
#[must_use]
pub fn main_address(image: &[u32]) -> Option<u32> {
    let word = |address: u32| image.get(address as usize).copied();
    let method = word(word(POINTERS)?.checked_add(pointer::MAIN)?)?;
    Some(MethodWord::unpack(word(method)?).address & method_cache::ADDRESS_MASK)
}

#[cfg(test)]
mod tests {
    use sim_core::simpcon::ADDRESS_MASK;

    use super::*;

    fn cause_of_read(address: i32, uart: UartKind) -> Option<TimeCause> {
        let config = MachineConfig {
            uart,
            ..MachineConfig::default()
        };
        let command = Command {
            rd: true,
            address: address.cast_unsigned() & ADDRESS_MASK,
            ..Command::IDLE
        };
        cause_of(&command, &config)
    }

    #[test]
    fn every_read_of_the_timed_uart_shows_time_also_at_its_mirrors_and_none_of_the_instant_one() {
        for offset in 0..16 {
            let expected = if offset % 2 == 0 {
                TimeCause::UartStatus
            } else {
                TimeCause::UartData
            };
            for address in [-112 + offset, -112 - 64 + offset] {
                let timed = cause_of_read(address, UartKind::Timed);
                assert_eq!(timed, Some(expected), "{address}");
                assert_eq!(cause_of_read(address, UartKind::Instant), None);
            }
        }
    }

    #[test]
    fn counters_are_seen_at_their_mirrors_and_other_registers_show_no_time() {
        let read = |address| cause_of_read(address, UartKind::Instant);
        for mirror in [0, -64] {
            assert_eq!(read(-128 + mirror), Some(TimeCause::CycleCounter));
            assert_eq!(read(-127 + mirror), Some(TimeCause::MicrosecondCounter));
            assert_eq!(read(-124 + mirror), None);
        }
        // This is main memory.
        assert_eq!(read(0), None);
    }
}
