//! Everything with an address: main memory, scratchpad and devices, and the copy window in front of them
//! (spec 04 sections 3 and 9, spec 06 section 1).
//!
//! Address bits 22 and 21 choose: 10 the scratchpad, 11 the devices, else main memory, which repeats beyond its size.

use std::collections::VecDeque;
use std::ops::Range;

use isa::address::{ADDRESS_MASK, Region, device_register, device_select};
use isa::{MachineConfig, Output, UartKind};

use crate::probe::DeviceAccess;
use crate::system_device::{Effect, SystemDevice};
use crate::uart::Uart;

const SYSTEM: u32 = 0;
const UART: u32 = 1;
const ABSENT: u32 = 2;

/// The copy unit of the garbage collector: accesses to `[base, end)` go `offset` further.
#[derive(Debug, Clone, Copy, Default)]
struct CopyWindow {
    base: u32,
    end: u32,
    offset: u32,
}

impl CopyWindow {
    fn translate(self, address: u32) -> u32 {
        if (self.base..self.end).contains(&address) {
            address.wrapping_add(self.offset) & ADDRESS_MASK
        } else {
            address
        }
    }
}

/// Memory, scratchpad and devices.
#[derive(Debug, Clone)]
pub(crate) struct Bus {
    pub(crate) words: Vec<u32>,
    scratchpad: Vec<u32>,
    scratchpad_data: u32,
    window: CopyWindow,
    select: u32,
    pub(crate) system: SystemDevice,
    pub(crate) uart: Uart,
    /// The UART takes time: what it answers depends on when it is asked.
    uart_is_timed: bool,
    /// Reads of clocks and of a timed UART, and waits for a cycle.
    pub(crate) time_uses: u64,
    /// Output, with the cycle at whose end it leaves.
    pub(crate) outputs: VecDeque<(u64, Output)>,
    /// Words of the methods seen so far; a write there sets `code_written`.
    pub(crate) code: Range<u32>,
    pub(crate) code_written: bool,
    pub(crate) watch: Watch,
    /// Accesses of devices that are not reported yet; none are kept for probes that do not ask for them.
    pub(crate) accesses: Option<Vec<DeviceAccess>>,
}

/// Words of memory whose writes are reported.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watch {
    /// Their addresses.
    pub(crate) fields: Vec<u32>,
    written: Option<(u32, u32)>,
}

impl Watch {
    /// The last write since the last call: address and data.
    pub(crate) fn take(&mut self) -> Option<(u32, u32)> {
        self.written.take()
    }
}

impl Bus {
    /// Memory that starts with `image`, all else as after reset.
    pub(crate) fn new(config: &MachineConfig, image: &[u32]) -> Self {
        let mut words = image.to_vec();
        words.resize(config.memory_words as usize, 0);
        let scratchpad = match config.spm_width {
            0 => Vec::new(),
            width => vec![0; 1 << width],
        };
        Self {
            words,
            scratchpad,
            scratchpad_data: 0,
            window: CopyWindow::default(),
            select: SYSTEM,
            system: SystemDevice::new(config.clk_freq_hz),
            uart: Uart::new(config),
            uart_is_timed: config.uart == UartKind::Timed,
            time_uses: 0,
            outputs: VecDeque::new(),
            code: 0..0,
            code_written: false,
            watch: Watch::default(),
            // Those of the start come before there is a probe.
            accesses: Some(Vec::new()),
        }
    }

    /// Returns true if the copy window redirects accesses.
    #[inline(always)]
    pub(crate) fn redirects(&self) -> bool {
        self.window.base < self.window.end
    }

    /// The address that an access to `address` reaches.
    pub(crate) fn translate(&self, address: u32) -> u32 {
        self.window.translate(address & ADDRESS_MASK)
    }

    /// A read of `address`, whose command is in `cycle`.
    pub(crate) fn read(&mut self, address: u32, cycle: u64) -> u32 {
        let address = self.translate(address);
        match Region::of(address) {
            Region::MainMemory => self.words[address as usize % self.words.len()],
            Region::Scratchpad => {
                if !self.scratchpad.is_empty() {
                    let index = address as usize & (self.scratchpad.len() - 1);
                    self.scratchpad_data = self.scratchpad[index];
                }
                self.scratchpad_data
            }
            Region::Devices => {
                let word = self.read_device(address, cycle);
                self.note(cycle, address, word, false);
                word
            }
        }
    }

    /// A write, whose command is in `cycle`; gives the cycles from there until the device is ready, if it stalls.
    pub(crate) fn write(&mut self, address: u32, data: u32, cycle: u64) -> Option<u64> {
        let address = self.translate(address);
        match Region::of(address) {
            Region::MainMemory => {
                let index = address as usize % self.words.len();
                self.code_written |= self.code.contains(&(index as u32));
                self.words[index] = data;
                if self.watch.fields.contains(&address) {
                    self.watch.written = Some((address, data));
                }
                None
            }
            Region::Scratchpad => {
                if !self.scratchpad.is_empty() {
                    let index = address as usize & (self.scratchpad.len() - 1);
                    self.scratchpad[index] = data;
                }
                None
            }
            Region::Devices => {
                self.note(cycle, address, data, true);
                self.write_device(address, data, cycle)
            }
        }
    }

    /// Starts or continues a copy, or ends it (`position` negative). Gives whether the words are in main memory.
    #[must_use]
    pub(crate) fn copy(&mut self, target: u32, source: u32, position: u32, cycle: u64) -> bool {
        let base = source & ADDRESS_MASK;
        let from = position.wrapping_add(source) & ADDRESS_MASK;
        self.window = CopyWindow {
            base,
            end: from,
            offset: target.wrapping_sub(base) & ADDRESS_MASK,
        };
        if position >> 31 != 0 {
            self.window.end = base;
            return true;
        }
        let to = from.wrapping_add(self.window.offset) & ADDRESS_MASK;
        let is_main = |at| Region::of(self.translate(at)) == Region::MainMemory;
        let are_main = is_main(from) && is_main(to);
        let word = self.read(from, cycle);
        self.write(to, word, cycle);
        self.window.end = from.wrapping_add(1) & ADDRESS_MASK;
        are_main
    }

    /// Takes over what a timed UART has sent before `cycle`.
    pub(crate) fn collect_sent(&mut self, cycle: u64) {
        let sent = self.uart.sent(cycle).into_iter();
        self.outputs
            .extend(sent.map(|(at, byte)| (at, Output::Uart(byte))));
    }

    fn note(&mut self, cycle: u64, address: u32, word: u32, is_write: bool) {
        if let Some(accesses) = &mut self.accesses {
            accesses.push(DeviceAccess {
                cycle,
                address,
                word,
                is_write,
            });
        }
    }

    fn read_device(&mut self, address: u32, cycle: u64) -> u32 {
        self.select = device_select(address);
        match self.select {
            SYSTEM => {
                let register = device_register(address);
                self.time_uses += u64::from(SystemDevice::shows_time(register));
                self.system.read(cycle, register)
            }
            UART => {
                self.time_uses += u64::from(self.uart_is_timed);
                self.uart.read(cycle, address & 1 != 0)
            }
            ABSENT => 0,
            // No device is reached; the system device's register shows (spec 06 section 1).
            _ => self.system.read_data(),
        }
    }

    fn write_device(&mut self, address: u32, data: u32, cycle: u64) -> Option<u64> {
        self.select = device_select(address);
        match self.select {
            SYSTEM => {
                self.collect_sent(cycle + 1);
                let register = device_register(address);
                self.time_uses += u64::from(SystemDevice::waits_for_time(register));
                let output = match self.system.write(cycle, register, data) {
                    Effect::None => return None,
                    Effect::Stall(cycles) => return Some(cycles + 1),
                    Effect::Diagnostic(byte) => Output::Diagnostic(byte),
                    Effect::Trace(word) => Output::Trace(word),
                    Effect::Exit(status) => Output::Exit(status),
                };
                // One thing leaves the machine in a cycle; a byte of the UART goes first.
                let byte_leaves = matches!(self.outputs.back(), Some((at, _)) if *at == cycle);
                self.outputs
                    .push_back((cycle + u64::from(byte_leaves), output));
                None
            }
            UART => {
                let byte = self.uart.write(cycle, address & 1 != 0, data);
                self.outputs
                    .extend(byte.map(|byte| (cycle, Output::Uart(byte))));
                None
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use isa::{MachineConfig, Output, UartKind};

    use super::Bus;

    use isa::address::system::EXIT_STATUS as EXIT;
    use isa::address::uart::DATA as UART_DATA;

    fn bus_that_sends() -> Bus {
        let config = MachineConfig {
            clk_freq_hz: 4_000_000,
            memory_words: 16,
            uart: UartKind::Timed,
            uart_baud: 400_000,
            ..MachineConfig::default()
        };
        let mut bus = Bus::new(&config, &[0; 16]);
        bus.write(UART_DATA, u32::from(b'x'), 10);
        bus
    }

    #[test]
    fn an_exit_in_the_cycle_in_which_a_byte_leaves_leaves_one_cycle_later() {
        let mut bus = bus_that_sends();
        bus.collect_sent(1000);
        let (sent, byte) = bus.outputs[0];
        assert_eq!(byte, Output::Uart(b'x'));
        for (written, leaves) in [(sent, sent + 1), (sent + 1, sent + 1)] {
            let mut bus = bus_that_sends();
            bus.write(EXIT, 7, written);
            assert_eq!(bus.outputs, [(sent, byte), (leaves, Output::Exit(7))]);
        }
    }
}
