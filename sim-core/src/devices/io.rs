//! I/O decoder: selects the device of the minimal configuration (spec 06 section 1).
//!
//! Address bits 5 and 4 select the device, bits 3 to 0 the register; all other bits are ignored.
//!
//! Of several processors only number 0 has this decoder; the others have the system device directly on their port, with no
//! select register (spec 07 section 1).
//!
//! Quirk: select 3 reaches no device, yet shows the read data and `rdy_cnt` of the system device.

use serde::{Deserialize, Serialize};

use crate::lock_port::LockPort;
use crate::serial_port::SerialPort;
use crate::simpcon::{Command, Response};
use crate::system_device::{Events, Message, SystemDevice};
use isa::{MachineConfig, Output};

const SYSTEM: u32 = 0;
const UART: u32 = 1;
const ABSENT: u32 = 2;

/// The devices and the select register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Io {
    /// Device of the last access. Reset 0.
    pub select: u32,
    /// System device.
    pub system: SystemDevice,
    /// UART.
    pub uart: SerialPort,
    /// Output that met a byte of the UART in the same cycle and leaves in the next one.
    held: Option<Output>,
    /// The system device is alone on the port: no part of a stored state.
    #[serde(skip)]
    is_direct: bool,
}

impl Io {
    /// The devices after reset.
    #[must_use]
    pub fn new(config: &MachineConfig) -> Self {
        Self {
            select: 0,
            system: SystemDevice::new(config.clk_freq_hz),
            uart: SerialPort::new(config),
            held: None,
            is_direct: false,
        }
    }

    /// Connects the device to the lock unit of several processors; all but number 0 lose every other device.
    pub fn connect(&mut self, lock: LockPort) {
        self.is_direct = lock.cpu_id != 0;
        self.system.connect(lock);
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        self.select <= 3 && self.system.fits(&fresh.system) && self.uart.fits(&fresh.uart)
    }

    /// The device that an address selects: where nothing else is on the port, always the system device.
    #[must_use]
    pub fn selected_by(&self, address: u32) -> u32 {
        if self.is_direct {
            SYSTEM
        } else {
            address >> 4 & 3
        }
    }

    /// Answer in this cycle, of the device accessed last.
    #[inline(always)]
    #[must_use]
    pub fn response(&self) -> Response {
        match self.select {
            UART => self.uart.response(),
            ABSENT => Response::default(),
            _ => self.system.response(),
        }
    }

    /// The edge ending a cycle without command and event, if only the counters move in it; else nothing happens
    /// and the answer is `false`.
    #[inline(always)]
    pub fn rest(&mut self) -> bool {
        let rests = self.uart.can_rest() && self.system.rest();
        if rests {
            self.uart.rest();
        }
        rests
    }

    /// The edge ending a cycle. `command` is active only when it addresses the I/O region.
    #[inline(always)]
    pub fn clock(&mut self, command: &Command, events: Events) -> Option<Output> {
        if !command.is_active() {
            self.system.clock(&Command::IDLE, events);
            return if self.uart.is_instant() {
                None
            } else {
                let byte = self.uart.clock(&Command::IDLE).map(Output::Uart);
                byte.or_else(|| self.held.take())
            };
        }
        self.access(command, events)
    }

    fn access(&mut self, command: &Command, events: Events) -> Option<Output> {
        self.select = self.selected_by(command.address);
        let to = |device| {
            if self.select == device {
                *command
            } else {
                Command::IDLE
            }
        };
        let (to_system, to_uart) = (to(SYSTEM), to(UART));
        let message = self.system.clock(&to_system, events);
        let byte = self.uart.clock(&to_uart);
        let message = message.map(|message| match message {
            Message::Exit(status) => Output::Exit(status),
            Message::Diagnostic(byte) => Output::Diagnostic(byte),
            Message::Trace(word) => Output::Trace(word),
        });
        match byte {
            Some(byte) => {
                self.held = message;
                Some(Output::Uart(byte))
            }
            None => message,
        }
    }
}
