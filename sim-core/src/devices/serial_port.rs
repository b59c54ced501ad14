//! Serial port of the machine: the always-ready UART of most golden traces, or the UART of the hardware with a cable.
//!
//! ```text
//!                 +-------------+
//!   command  --->|             |---> rd_data; rdy_cnt is always 0
//!   host bytes -->| serial port |---> host bytes
//!   line levels ->|             |
//!                 +-------------+
//! ```
//!
//! The timed UART gives a byte to the host when its last stop bit begins; its receive line is driven by the bytes of
//! the host or by a list of levels. While only its baud clock moves it is left out of the cycles (`rest`) and
//! catches up when anything else happens. CTS is tied active, as in the minimal configuration.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::serial_line::SerialLine;
use crate::simpcon::{Command, Response};
use crate::uart::{STATUS_CAN_SEND, STATUS_HAS_RECEIVED, Uart};
use isa::{MachineConfig, Sender, UartKind};

/// The port in one of its kinds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SerialPort {
    /// Of the always-ready UART.
    rd_data: u32,
    /// Bytes of the host that the always-ready UART has not shown yet.
    input: VecDeque<u8>,
    timed: Option<Box<Timed>>,
}

/// The UART of the hardware and the other end of its cable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Timed {
    uart: Uart,
    line: SerialLine,
    /// Edges for which only counters will move, and how many of them have passed.
    rest: u32,
    rested: u32,
}

/// CTS pin, active at 0.
const NCTS: bool = false;

impl SerialPort {
    /// The port after reset.
    #[must_use]
    pub fn new(config: &MachineConfig) -> Self {
        let timed = (config.uart == UartKind::Timed).then(|| {
            let uart = Uart::new(config);
            Box::new(Timed {
                line: SerialLine::new(uart.bit_cycles()),
                uart,
                rest: 0,
                rested: 0,
            })
        });
        Self {
            rd_data: 0,
            input: VecDeque::new(),
            timed,
        }
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        match (&self.timed, &fresh.timed) {
            (None, None) => true,
            (Some(timed), Some(fresh)) => {
                timed.uart.fits(&fresh.uart)
                    && timed.line.fits(&fresh.line)
                    && timed.rested <= timed.rest
                    && timed.rest <= timed.edges_at_rest()
            }
            _ => false,
        }
    }

    /// Answer in this cycle; always ready.
    #[inline(always)]
    #[must_use]
    pub fn response(&self) -> Response {
        match &self.timed {
            None => Response {
                rd_data: self.rd_data,
                rdy_cnt: 0,
            },
            Some(timed) => timed.uart.response(),
        }
    }

    /// Appends bytes of the host to what the UART receives.
    pub fn feed(&mut self, bytes: &[u8]) {
        match &mut self.timed {
            None => self.input.extend(bytes),
            Some(timed) => timed.change_line(|line| line.feed(bytes)),
        }
    }

    /// Returns true if bytes of the host are on their way to the program.
    #[must_use]
    pub fn has_input(&self) -> bool {
        match &self.timed {
            None => !self.input.is_empty(),
            Some(timed) => timed.line.has_input() || timed.uart.receiving() > 0,
        }
    }

    /// Sets how the host sends to the timed UART; the always-ready one has no line.
    pub fn set_sender(&mut self, sender: Sender) {
        if let Some(timed) = &mut self.timed {
            timed.change_line(|line| line.set_sender(sender));
        }
    }

    /// Sets the levels of the timed UART's receive line, as [`SerialLine::set_levels`] has them.
    pub fn set_levels(&mut self, changes: impl IntoIterator<Item = (u64, bool)>) {
        if let Some(timed) = &mut self.timed {
            timed.change_line(|line| line.set_levels(changes));
        }
    }

    /// Always ready: the edge of a cycle without a command changes nothing.
    #[inline(always)]
    #[must_use]
    pub fn is_instant(&self) -> bool {
        self.timed.is_none()
    }

    /// The timed UART; some of its counters may be behind while it rests.
    #[must_use]
    pub fn uart(&self) -> Option<&Uart> {
        self.timed.as_ref().map(|timed| &timed.uart)
    }

    /// Level of the timed UART's receive line in this cycle.
    #[must_use]
    pub fn rxd(&self) -> bool {
        self.timed.as_ref().is_none_or(|timed| timed.line.rxd())
    }

    /// Returns true if bytes are being sent to the host.
    #[must_use]
    pub fn is_sending(&self) -> bool {
        self.uart().is_some_and(Uart::is_sending)
    }

    /// Edges that may pass without anything but counters moving, as long as no command comes.
    #[inline(always)]
    #[must_use]
    pub fn can_rest(&self) -> bool {
        match &self.timed {
            None => true,
            Some(timed) => timed.rested < timed.rest,
        }
    }

    /// The edge of a cycle in which [`SerialPort::can_rest`].
    #[inline(always)]
    pub fn rest(&mut self) {
        if let Some(timed) = &mut self.timed {
            timed.rested += 1;
        }
    }

    /// The edge ending a cycle; gives the byte that reaches the host.
    pub fn clock(&mut self, command: &Command) -> Option<u8> {
        if let Some(timed) = &mut self.timed {
            return timed.clock(command);
        }
        let data_register = command.address & 1 != 0;
        if command.rd {
            self.rd_data = self.read_instant(data_register);
        }
        (command.wr && data_register).then_some(command.wr_data as u8)
    }

    fn read_instant(&mut self, data_register: bool) -> u32 {
        if data_register {
            self.input.pop_front().map_or(0, u32::from)
        } else if self.input.is_empty() {
            STATUS_CAN_SEND
        } else {
            STATUS_CAN_SEND | STATUS_HAS_RECEIVED
        }
    }
}

impl Timed {
    fn clock(&mut self, command: &Command) -> Option<u8> {
        if !command.is_active() && self.rested < self.rest {
            self.rested += 1;
            return None;
        }
        self.catch_up();
        let (rxd, rts) = (self.line.rxd(), self.uart.rts());
        self.line.clock(rts, self.uart.parity_mode());
        let sent = self.uart.clock(command, rxd, NCTS);
        self.rest = self.edges_at_rest();
        sent
    }

    /// Lets the counters move by the edges at rest.
    fn catch_up(&mut self) {
        self.uart.skip(self.rested);
        self.line.skip(self.rested);
        (self.rest, self.rested) = (0, 0);
    }

    fn edges_at_rest(&self) -> u32 {
        let edges = self.uart.edges_at_rest(self.line.rxd(), NCTS);
        // A line that changes often is not worth asking while the UART is busy.
        if edges == 0 {
            return 0;
        }
        edges.min(self.line.edges_at_rest(self.uart.rts()))
    }

    fn change_line(&mut self, change: impl FnOnce(&mut SerialLine)) {
        self.catch_up();
        change(&mut self.line);
    }
}
