//! UART: the always-ready one of the golden traces, or the timed one of the hardware (spec 06 section 4).
//!
//! ```text
//!                    +------+
//!   rd, wr, offset ->|      |--> rd_data; rdy_cnt is always 0
//!   host bytes   --->| uart |--> host bytes
//!                    +------+
//! ```
//!
//! The timed UART keeps the FIFOs, the baud clock and the length of a frame: a byte reaches the host when its
//! last stop bit begins, and a byte of the host reaches the receive FIFO one frame after the one before.
//!
//! Simplified against the hardware: the receive line is bytes, not levels, so that there is no sampling and no
//! parity error; the host keeps a byte back while the receive FIFO is half full, as it would on RTS.
//! As specified, not verified.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::bubble_fifo::BubbleFifo;
use crate::simpcon::{Command, Response};
use isa::{MachineConfig, UartKind};

const STATUS_CAN_SEND: u32 = 1;
const STATUS_HAS_RECEIVED: u32 = 2;
/// Start bit, eight data bits and two stop bits.
const FRAME_BITS: u32 = 11;

/// Registers and the bytes on their way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uart {
    rd_data: u32,
    /// Bytes of the host that the receiver has not seen yet.
    input: VecDeque<u8>,
    timed: Option<Box<TimedUart>>,
}

/// The parts that only the timed UART has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TimedUart {
    tx: BubbleFifo,
    rx: BubbleFifo,
    /// Parity mode as written; adds one bit to the frame where set.
    parity: u32,
    baud_divider: u32,
    /// Counts clock cycles to a sixteenth of a bit.
    clk16: u32,
    /// Counts sixteenths to a bit.
    sixteenths: u32,
    /// Byte in the shift register and bits still to send.
    sending: Option<(u8, u32)>,
    /// Bits until the byte on the receive line is complete.
    receiving: u32,
    pop_rx: bool,
    pop_tx: bool,
}

impl Uart {
    /// The UART after reset.
    #[must_use]
    pub fn new(config: &MachineConfig) -> Self {
        let timed = (config.uart == UartKind::Timed).then(|| {
            Box::new(TimedUart {
                tx: BubbleFifo::new(config.uart_tx_depth),
                rx: BubbleFifo::new(config.uart_rx_depth),
                parity: 0,
                baud_divider: ((config.clk_freq_hz / config.uart_baud + 8) / 16).saturating_sub(1),
                clk16: 0,
                sixteenths: 0,
                sending: None,
                receiving: 0,
                pop_rx: false,
                pop_tx: false,
            })
        });
        Self {
            rd_data: 0,
            input: VecDeque::new(),
            timed,
        }
    }

    /// Whether these registers can be those of the machine that `fresh` belongs to: sizes and constants are the same, and no
    /// register exceeds its width.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        match (&self.timed, &fresh.timed) {
            (None, None) => true,
            (Some(timed), Some(fresh)) => timed.fits(fresh),
            _ => false,
        }
    }

    /// Answer in this cycle; always ready.
    #[inline(always)]
    #[must_use]
    pub fn response(&self) -> Response {
        Response {
            rd_data: self.rd_data,
            rdy_cnt: 0,
        }
    }

    /// Appends bytes of the host to the receive line.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.input.extend(bytes);
    }

    /// Always ready: the edge of a cycle without a command changes nothing.
    #[inline(always)]
    #[must_use]
    pub fn is_instant(&self) -> bool {
        self.timed.is_none()
    }

    /// Byte in the shift register and bits still to send; none while nothing is sent, and of the always-ready UART.
    #[must_use]
    pub fn sending(&self) -> Option<(u8, u32)> {
        self.timed.as_ref()?.sending
    }

    /// Bits until the byte on the receive line is complete.
    #[must_use]
    pub fn receiving(&self) -> u32 {
        self.timed.as_ref().map_or(0, |timed| timed.receiving)
    }

    /// Whether bytes are on their way to the host.
    #[must_use]
    pub fn is_sending(&self) -> bool {
        self.timed
            .as_ref()
            .is_some_and(|timed| timed.sending.is_some() || !timed.tx.holds_nothing())
    }

    /// The edge ending a cycle; gives the byte that reaches the host.
    pub fn clock(&mut self, command: &Command) -> Option<u8> {
        let data_register = command.address & 1 != 0;
        let written = (command.wr && data_register).then_some(command.wr_data as u8);
        let Some(timed) = &mut self.timed else {
            if command.rd {
                self.rd_data = self.read_instant(data_register);
            }
            return written;
        };
        if command.wr && !data_register {
            timed.parity = command.wr_data & 3;
        }
        if command.rd {
            self.rd_data = timed.read(data_register);
        }
        timed.clock(written, command.rd && data_register, &mut self.input)
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

impl TimedUart {
    /// Whether these registers can be those of the machine that `fresh` belongs to: sizes and constants are the same, and no
    /// register exceeds its width.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        let frame = 1..=FRAME_BITS + 1;
        self.baud_divider == fresh.baud_divider
            && self.clk16 <= self.baud_divider
            && self.sixteenths < 16
            && self.sending.is_none_or(|(_, bits)| frame.contains(&bits))
            && self.receiving <= *frame.end()
            && self.parity <= 3
            && self.tx.fits(&fresh.tx)
            && self.rx.fits(&fresh.rx)
    }

    fn read(&self, data_register: bool) -> u32 {
        if data_register {
            return self.rx.output().into();
        }
        let can_send = if self.tx.is_full() {
            0
        } else {
            STATUS_CAN_SEND
        };
        let has_received = if self.rx.is_empty() {
            0
        } else {
            STATUS_HAS_RECEIVED
        };
        can_send | has_received
    }

    fn clock(
        &mut self,
        written: Option<u8>,
        reads_data: bool,
        input: &mut VecDeque<u8>,
    ) -> Option<u8> {
        let bit_clock = self.clock_baud();
        let (sent, pops) = self.clock_transmitter(bit_clock);
        let received = self.clock_receiver(bit_clock, input);
        self.tx.clock(written, self.pop_tx);
        self.pop_tx = pops;
        self.rx.clock(received, self.pop_rx);
        self.pop_rx = reads_data;
        sent
    }

    fn clock_baud(&mut self) -> bool {
        if self.clk16 < self.baud_divider {
            self.clk16 += 1;
            return false;
        }
        self.clk16 = 0;
        self.sixteenths = (self.sixteenths + 1) % 16;
        self.sixteenths == 0
    }

    fn frame_bits(&self) -> u32 {
        FRAME_BITS + (self.parity & 1)
    }

    fn clock_transmitter(&mut self, bit_clock: bool) -> (Option<u8>, bool) {
        match self.sending {
            None if !self.tx.is_empty() && !self.pop_tx => {
                self.sending = Some((self.tx.output(), self.frame_bits()));
                (None, true)
            }
            Some((byte, 1)) if bit_clock => {
                self.sending = None;
                (Some(byte), false)
            }
            Some((byte, bits)) if bit_clock => {
                self.sending = Some((byte, bits - 1));
                (None, false)
            }
            _ => (None, false),
        }
    }

    fn clock_receiver(&mut self, bit_clock: bool, input: &mut VecDeque<u8>) -> Option<u8> {
        if self.receiving == 0 {
            if !input.is_empty() && !self.rx.is_full() {
                self.receiving = self.frame_bits();
            }
            return None;
        }
        if !bit_clock {
            return None;
        }
        self.receiving -= 1;
        if self.receiving == 0 {
            input.pop_front()
        } else {
            None
        }
    }
}
