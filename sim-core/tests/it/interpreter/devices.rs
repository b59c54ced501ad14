//! I/O devices as far as they do not depend on the cycle (spec 06).

use super::Left;
use super::data_cache::{Class, DataCaches};

/// Interrupt sources: the timer and two external ones.
const SOURCES: usize = 3;
/// A compare value of the timer that no test reaches, in microseconds.
const FAR_AWAY: u32 = 1 << 20;

/// The system device.
pub(crate) struct SystemDevice {
    /// Result of the last read.
    data: u32,
    pub(crate) enabled: bool,
    mask: u32,
    /// Requests; the timer's is set from the start, as its value equals the counter.
    flags: u32,
    number: u32,
    exception_type: u32,
    /// An enabled request was there at the last look: only a new one gives a pulse.
    gate: bool,
    /// Exception since the fetch unit looked.
    pub(crate) exception: bool,
    /// Interrupt pulse since the fetch unit looked.
    pub(crate) interrupt: bool,
}

impl SystemDevice {
    fn new() -> Self {
        Self {
            data: 0,
            enabled: false,
            mask: 0,
            flags: 1,
            number: 0,
            exception_type: 0,
            gate: false,
            exception: false,
            interrupt: false,
        }
    }

    /// Reads a register; those without a read function leave what was read before.
    fn read(&mut self, offset: u32) -> Result<(), Left> {
        match offset {
            0 | 1 => return Err(Left("a counter depends on the cycle")),
            2 => self.data = self.number,
            4 => self.data = self.exception_type,
            5..=7 => self.data = 0, // no sync unit, processor 0
            11 => self.data = 1,    // of 1
            _ => {}
        }
        Ok(())
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Left> {
        match offset {
            0 => self.enabled = value & 1 != 0,
            1 if value < FAR_AWAY => return Err(Left("the timer depends on the cycle")),
            2 if value as usize >= SOURCES => return Err(Left("no such interrupt source")),
            2 => self.flags |= 1 << value,
            4 => {
                self.exception_type = value & 0xff;
                self.exception = true;
            }
            8 => self.mask = value,
            9 => self.flags = 0,
            10 => return Err(Left("a delay depends on the cycle")),
            _ => {}
        }
        self.update_gate();
        Ok(())
    }

    /// The memory controller reports an exception: 2 null pointer, 3 bounds.
    pub(crate) fn report(&mut self, kind: u32) {
        self.exception_type = self.exception_type & !7 | kind;
    }

    fn pending(&self) -> u32 {
        self.flags & self.mask & ((1 << SOURCES) - 1)
    }

    fn update_gate(&mut self) {
        let gate = self.enabled && self.pending() != 0;
        self.interrupt |= gate && !self.gate;
        self.gate = gate;
    }

    /// The highest source is meant; source 0 if none is left.
    pub(crate) fn acknowledge_interrupt(&mut self) {
        self.number = self.pending().checked_ilog2().unwrap_or(0);
        self.flags &= !(1 << self.number);
        self.enabled = false;
        self.update_gate();
    }

    pub(crate) fn acknowledge_exception(&mut self) {
        self.enabled = false;
        self.update_gate();
    }
}

/// The slaves of the local bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slave {
    Memory,
    Scratchpad,
    Device,
}

/// Main memory, scratchpad and devices.
pub(crate) struct Bus {
    pub(crate) words: Vec<u32>,
    pub(crate) scratchpad: Vec<u32>,
    pub(crate) system: SystemDevice,
    /// A device was written since the last pair of waits.
    pub(crate) device_written: bool,
    pub(crate) caches: Option<DataCaches>,
    /// Slave of the last access, whose data the processor sees.
    selected: Slave,
    memory_data: u32,
    scratchpad_data: u32,
    device: u32,
    uart_data: u32,
}

impl Bus {
    pub(crate) fn new(words: Vec<u32>, scratchpad_width: u8, data_cache: bool) -> Self {
        let scratchpad = match scratchpad_width {
            0 => Vec::new(),
            width => vec![0; 1 << width],
        };
        Self {
            words,
            scratchpad,
            system: SystemDevice::new(),
            device_written: false,
            caches: data_cache.then(DataCaches::new),
            selected: Slave::Memory,
            memory_data: 0,
            scratchpad_data: 0,
            device: 0,
            uart_data: 0,
        }
    }

    /// Whether an address lies in main memory.
    pub(crate) fn is_memory(address: u32) -> bool {
        slave(address) == Slave::Memory
    }

    /// Result of the last read of the slave that was accessed last.
    pub(crate) fn data(&self) -> u32 {
        match (self.selected, self.device) {
            (Slave::Memory, _) => {
                let cached = self.caches.as_ref().and_then(DataCaches::data);
                cached.unwrap_or(self.memory_data)
            }
            (Slave::Scratchpad, _) => self.scratchpad_data,
            (Slave::Device, 1) => self.uart_data,
            (Slave::Device, 2) => 0,
            (Slave::Device, _) => self.system.data,
        }
    }

    pub(crate) fn read(&mut self, address: u32, class: Class) -> Result<u32, Left> {
        self.selected = slave(address);
        match self.selected {
            Slave::Memory => {
                let word = self.words[self.memory_index(address)];
                let caches = self.caches.as_mut();
                if caches.is_none_or(|caches| caches.read(address, class, word)) {
                    self.memory_data = word;
                }
            }
            Slave::Scratchpad if self.scratchpad.is_empty() => {}
            Slave::Scratchpad => {
                self.scratchpad_data = self.scratchpad[address as usize % self.scratchpad.len()];
            }
            Slave::Device => {
                self.device = address >> 4 & 3;
                match self.device {
                    0 => self.system.read(address & 15)?,
                    1 if address & 1 == 0 => self.uart_data = 1, // ready to send, nothing received
                    1 => return Err(Left("nothing was received")),
                    _ => {}
                }
            }
        }
        Ok(self.data())
    }

    pub(crate) fn write(&mut self, address: u32, class: Class, value: u32) -> Result<(), Left> {
        self.selected = slave(address);
        match self.selected {
            Slave::Memory => {
                let index = self.memory_index(address);
                self.words[index] = value;
                if let Some(caches) = &mut self.caches {
                    caches.write(address, class, value);
                }
            }
            Slave::Scratchpad if self.scratchpad.is_empty() => {}
            Slave::Scratchpad => {
                let index = address as usize % self.scratchpad.len();
                self.scratchpad[index] = value;
            }
            Slave::Device => {
                self.device_written = true;
                self.device = address >> 4 & 3;
                if self.device == 0 {
                    self.system.write(address & 15, value)?;
                }
            }
        }
        Ok(())
    }

    fn memory_index(&self, address: u32) -> usize {
        address as usize % self.words.len()
    }
}

/// Decoding by the two highest of 23 address bits.
fn slave(address: u32) -> Slave {
    match address >> 21 & 3 {
        0b10 => Slave::Scratchpad,
        0b11 => Slave::Device,
        _ => Slave::Memory,
    }
}
