//! UART of the hardware: FIFOs, baud clock, transmitter and receiver (spec 06 section 4, spec 15 section 1).
//!
//! ```text
//!            +------+---> rd_data     of the last read; rdy_cnt is always 0
//!   bus  --->|      |---> txd         idles at 1
//!   rxd  --->| uart |
//!   ncts --->|      |---> rts         the receive FIFO is half full: the sender shall wait
//!            +------+
//! ```
//!
//! Phase: outputs come from registers; [`Uart::clock`] is the edge that ends a cycle, with the pins in it.
//! Bus address bit 0 selects status and parity mode (0) or data (1).
//!
//! Between two events only the baud clock changes. [`Uart::edges_at_rest`] returns the number of such edges, and
//! [`Uart::skip`] advances over them.
//!
//! Quirks (spec 15 section 1):
//! - The baud clocks are registers: what they trigger happens one edge after the counter has wrapped.
//! - The length of a frame is decided when it ends, by the parity mode of that edge.
//! - Parity mode 10 sends the even parity bit and never reports an error.
//! - The hardware does not reset the stages of `rxd`: they start at 0 on an idle line. With a baud clock of every
//!   cycle the receiver takes that for a start bit, and misses a frame that begins meanwhile.
//! - A received frame with a wrong start or stop bit changes nothing; one that finds the FIFO full is dropped, but
//!   its parity counts.

use serde::{Deserialize, Serialize};

use crate::bubble_fifo::BubbleFifo;
use crate::simpcon::{Command, Response};
use isa::MachineConfig;

/// Status bit: the transmit FIFO takes a byte.
pub const STATUS_CAN_SEND: u32 = 1;
/// Status bit: the receive FIFO has a byte.
pub const STATUS_HAS_RECEIVED: u32 = 2;
/// Status bit: the parity of the last frame was wrong.
pub const STATUS_PARITY_ERROR: u32 = 4;

/// Start bit, eight data bits and two stop bits; a parity bit is one more.
const FRAME_BITS: u8 = 11;
const NO_PARITY: u8 = 0b00;
const ODD_PARITY: u8 = 0b01;
const EVEN_PARITY: u8 = 0b11;
/// All three stages or samples are 1.
const THREE: u8 = 0b111;
const SHIFT_BITS: u32 = 11;

/// States of the receiver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Receiver {
    /// s0: waits for a start bit.
    Idle,
    /// s1: shifts bits in.
    Shift,
    /// s2: judges the frame.
    Judge,
}

/// Registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uart {
    tx: BubbleFifo,
    rx: BubbleFifo,
    /// Parity mode as written. Reset 0.
    parity: u8,
    rd_data: u32,
    /// Last value of `clk16`.
    divider: u32,
    /// Counts clock cycles to a sixteenth of a bit. Reset 0.
    clk16: u32,
    /// Counts sixteenths of a bit for the transmitter. Reset 0.
    clktx: u8,
    /// Counts sixteenths of a bit while a frame is received. Reset 0.
    clkrx: u8,
    /// The transmitter shifts at the next edge. Reset 0.
    tx_clk: bool,
    /// The receiver shifts at the next edge. Reset 0.
    rx_clk: bool,
    /// Stages of `rxd`, the first one lowest. 0 at the start.
    rxd: u8,
    /// Stages of `ncts`, the first one lowest. 0 at the start.
    ncts: u8,
    /// Last three samples of the line, the newest lowest. Reset 111.
    history: u8,
    /// s1 of the transmitter: a frame is under way. Reset 0.
    sending: bool,
    tx_count: u8,
    /// Bit 0 is `txd`. No page gives its reset value; the line idles at 1.
    tx_shift: u16,
    /// The transmit FIFO is popped at the next edge. Reset 0.
    pop_tx: bool,
    /// Byte of the frame under way, for the one who listens.
    tx_byte: u8,
    receiver: Receiver,
    /// `clkrx` counts. Reset 0.
    rx_enable: bool,
    rx_count: u8,
    rx_shift: u16,
    /// The received byte is written to the FIFO at the next edge. Reset 0.
    write_rx: bool,
    /// Parity of the last frame was wrong. Reset 0.
    parity_error: bool,
    /// The receive FIFO is popped at the next edge. Reset 0.
    pop_rx: bool,
}

impl Uart {
    /// The UART after reset, with the baud rate and the FIFO depths of `config`.
    #[must_use]
    pub fn new(config: &MachineConfig) -> Self {
        Self {
            tx: BubbleFifo::new(config.uart_tx_depth),
            rx: BubbleFifo::new(config.uart_rx_depth),
            parity: NO_PARITY,
            rd_data: 0,
            divider: ((config.clk_freq_hz / config.uart_baud + 8) / 16).saturating_sub(1),
            clk16: 0,
            clktx: 0,
            clkrx: 0,
            tx_clk: false,
            rx_clk: false,
            rxd: 0,
            ncts: 0,
            history: THREE,
            sending: false,
            tx_count: 0,
            tx_shift: (1 << SHIFT_BITS) - 1,
            pop_tx: false,
            tx_byte: 0,
            receiver: Receiver::Idle,
            rx_enable: false,
            rx_count: 0,
            rx_shift: 0,
            write_rx: false,
            parity_error: false,
            pop_rx: false,
        }
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        self.divider == fresh.divider
            && self.clk16 <= self.divider
            && self.clktx.max(self.clkrx) < 16
            && self.rxd.max(self.ncts).max(self.history) <= THREE
            && self.tx_shift.max(self.rx_shift) < 1 << SHIFT_BITS
            && self.tx_count <= FRAME_BITS + 1
            && self.rx_count <= FRAME_BITS
            && self.parity <= EVEN_PARITY
            && self.tx.fits(&fresh.tx)
            && self.rx.fits(&fresh.rx)
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

    /// Level of the transmit line in this cycle.
    #[must_use]
    pub fn txd(&self) -> bool {
        self.tx_shift & 1 != 0
    }

    /// The receive FIFO is half full in this cycle: the sender shall not begin another frame.
    #[must_use]
    pub fn rts(&self) -> bool {
        let depth = self.rx.depth();
        self.rx.is_full_at(depth - (depth / 2).max(1))
    }

    /// Parity mode as the program has set it: 00 none, 01 odd, 11 even, 10 even without errors.
    #[must_use]
    pub fn parity_mode(&self) -> u8 {
        self.parity
    }

    /// Clock cycles of one bit.
    #[must_use]
    pub fn bit_cycles(&self) -> u32 {
        16 * (self.divider + 1)
    }

    /// Byte on the transmit line and bits of it still to shift out, judged by the parity mode of this cycle.
    #[must_use]
    pub fn sending(&self) -> Option<(u8, u8)> {
        let bits = FRAME_BITS + u8::from(self.parity != NO_PARITY);
        self.sending
            .then(|| (self.tx_byte, bits.saturating_sub(self.tx_count).max(1)))
    }

    /// Bits of the frame on the receive line still to shift in; 0 between frames.
    #[must_use]
    pub fn receiving(&self) -> u8 {
        let bits = FRAME_BITS - u8::from(self.parity == NO_PARITY);
        match self.receiver {
            Receiver::Idle => 0,
            Receiver::Shift | Receiver::Judge => bits.saturating_sub(self.rx_count),
        }
    }

    /// Returns true if bytes are being sent.
    #[must_use]
    pub fn is_sending(&self) -> bool {
        self.sending || !self.tx.holds_nothing()
    }

    fn status(&self) -> u32 {
        let bit = |is_set, bit| if is_set { bit } else { 0 };
        bit(!self.tx.is_full(), STATUS_CAN_SEND)
            | bit(!self.rx.is_empty(), STATUS_HAS_RECEIVED)
            | bit(self.parity_error, STATUS_PARITY_ERROR)
    }

    /// The edge ending a cycle; gives the byte whose last stop bit begins with it.
    pub fn clock(&mut self, bus: &Command, rxd: bool, ncts: bool) -> Option<u8> {
        let data_register = bus.address & 1 != 0;
        if bus.rd {
            self.rd_data = if data_register {
                self.rx.output().into()
            } else {
                self.status()
            };
        }
        let (tx_clk, rx_clk, line) = (self.tx_clk, self.rx_clk, self.majority());
        let received = self.write_rx.then_some((self.rx_shift >> 1) as u8);
        let (pop_tx, pop_rx) = (self.pop_tx, self.pop_rx);
        let written = (bus.wr && data_register).then_some(bus.wr_data as u8);
        self.clock_baud();
        let sent = self.clock_transmitter(tx_clk);
        self.clock_receiver(rx_clk, line);
        self.tx.clock(written, pop_tx);
        self.rx.clock(received, pop_rx);
        self.pop_rx = bus.rd && data_register;
        if bus.wr && !data_register {
            self.parity = (bus.wr_data & 3) as u8;
        }
        self.rxd = (self.rxd << 1 | u8::from(rxd)) & THREE;
        self.ncts = (self.ncts << 1 | u8::from(ncts)) & THREE;
        sent
    }

    fn majority(&self) -> bool {
        self.history.count_ones() >= 2
    }

    fn clock_baud(&mut self) {
        (self.tx_clk, self.rx_clk) = (false, false);
        if self.clk16 < self.divider {
            self.clk16 += 1;
            return;
        }
        self.clk16 = 0;
        self.clktx = (self.clktx + 1) % 16;
        self.tx_clk = self.clktx == 0;
        self.history = (self.history << 1 | self.rxd >> 2) & THREE;
        self.clkrx = if self.rx_enable {
            (self.clkrx + 1) % 16
        } else {
            0
        };
        self.rx_clk = self.clkrx == 8;
    }

    fn clock_transmitter(&mut self, tx_clk: bool) -> Option<u8> {
        if !self.sending {
            self.tx_count = 0;
            if !self.tx.is_empty() && self.ncts >> 2 == 0 {
                self.tx_byte = self.tx.output();
                let parity = self.parity_bit(self.tx_byte);
                self.tx_shift = u16::from(parity) << 10 | u16::from(self.tx_byte) << 2 | 1;
                (self.pop_tx, self.sending) = (true, true);
            }
            return None;
        }
        self.pop_tx = false;
        if !tx_clk {
            return None;
        }
        self.tx_shift = self.tx_shift >> 1 | 1 << (SHIFT_BITS - 1);
        self.tx_count += 1;
        let without_parity = self.tx_count == FRAME_BITS && self.parity == NO_PARITY;
        if !without_parity && self.tx_count <= FRAME_BITS {
            return None;
        }
        self.sending = false;
        Some(self.tx_byte)
    }

    fn parity_bit(&self, byte: u8) -> bool {
        let odd = byte.count_ones() % 2 == 1;
        match self.parity {
            NO_PARITY => true,
            ODD_PARITY => !odd,
            _ => odd,
        }
    }

    fn clock_receiver(&mut self, rx_clk: bool, line: bool) {
        match self.receiver {
            Receiver::Idle => {
                self.rx_count = 0;
                self.write_rx = false;
                self.rx_enable = !line;
                if !line {
                    self.receiver = Receiver::Shift;
                }
            }
            Receiver::Shift if rx_clk => self.shift_in(line),
            Receiver::Shift => {}
            Receiver::Judge => {
                self.rx_enable = false;
                self.receiver = Receiver::Idle;
                let bit = |number: u32| self.rx_shift >> number & 1 != 0;
                if !bit(0) && bit(SHIFT_BITS - 1) {
                    let odd = ((self.rx_shift >> 1) as u8).count_ones() % 2 == 1;
                    let wrong = if bit(9) == odd {
                        ODD_PARITY
                    } else {
                        EVEN_PARITY
                    };
                    self.parity_error = self.parity == wrong;
                    self.write_rx = !self.rx.is_full();
                }
            }
        }
    }

    fn shift_in(&mut self, line: bool) {
        let line = u16::from(line);
        self.rx_count += 1;
        let ends = self.rx_count == FRAME_BITS - 1 && self.parity == NO_PARITY;
        self.rx_shift = if ends {
            // One bit less has come: the frame is moved into the place of one with parity.
            line << 10 | line << 9 | self.rx_shift >> 2
        } else {
            line << 10 | self.rx_shift >> 1
        };
        if ends || self.rx_count == FRAME_BITS {
            self.receiver = Receiver::Judge;
        }
    }

    /// Edges from now on in which only the baud clock and the samples of the line move, as long as the pins stay as
    /// they are and the bus is left alone.
    #[must_use]
    pub fn edges_at_rest(&self, rxd: bool, ncts: bool) -> u32 {
        let level = |pin: bool| if pin { THREE } else { 0 };
        let strobes = self.pop_tx || self.pop_rx || self.write_rx;
        let stages_move = self.rxd != level(rxd) || self.ncts != level(ncts);
        if strobes || stages_move || !self.tx.is_settled() || !self.rx.is_settled() {
            return 0;
        }
        self.transmitter_rests().min(self.receiver_rests(rxd))
    }

    /// Edges up to the one at which `clk16` wraps for the given time.
    fn edges_to_tick(&self, ticks: u8) -> u32 {
        (self.divider - self.clk16 + 1) + (u32::from(ticks) - 1) * (self.divider + 1)
    }

    fn transmitter_rests(&self) -> u32 {
        let starts = !self.tx.is_empty() && self.ncts >> 2 == 0;
        match (self.sending, self.tx_clk) {
            (true, true) => 0,
            (true, false) => self.edges_to_tick(16 - self.clktx),
            (false, _) if starts || self.tx_count != 0 => 0,
            (false, _) => u32::MAX,
        }
    }

    fn receiver_rests(&self, rxd: bool) -> u32 {
        match self.receiver {
            Receiver::Idle if self.rx_enable || self.rx_count != 0 || !self.majority() => 0,
            Receiver::Idle if rxd => u32::MAX,
            // The next sample may be the one that begins a frame.
            Receiver::Idle => self.divider - self.clk16,
            Receiver::Shift if self.rx_clk => 0,
            Receiver::Shift => self.edges_to_tick(match self.clkrx {
                before @ 0..8 => 8 - before,
                after => 24 - after,
            }),
            Receiver::Judge => 0,
        }
    }

    /// Lets edges at rest pass, no more than [`Uart::edges_at_rest`] allows, in one step.
    pub fn skip(&mut self, edges: u32) {
        if edges == 0 {
            return;
        }
        let cycles = u64::from(self.clk16) + u64::from(edges);
        let period = u64::from(self.divider) + 1;
        let ticks = cycles / period;
        self.clk16 = (cycles % period) as u32;
        let count = |counter: u8| ((u64::from(counter) + ticks) % 16) as u8;
        let ticked = self.clk16 == 0;
        self.clktx = count(self.clktx);
        self.tx_clk = ticked && self.clktx == 0;
        if self.rx_enable {
            self.clkrx = count(self.clkrx);
        } else if ticks > 0 {
            self.clkrx = 0;
        }
        self.rx_clk = ticked && self.rx_enable && self.clkrx == 8;
        for _ in 0..ticks.min(3) {
            self.history = (self.history << 1 | self.rxd >> 2) & THREE;
        }
    }
}
