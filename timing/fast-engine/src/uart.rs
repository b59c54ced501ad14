//! UART: the always-ready one, or the timed one of the hardware (spec 06 section 4, spec 15 section 1).
//!
//! The registers of the timed UART, too, are those of the current cycle. With a bit of B = 16 P cycles, what the hardware's registers
//! count follows from the number of the cycle: the transmitter shifts in every cycle that is a multiple of B, and the line
//! is sampled at the edge before every multiple of P, three cycles late. Between such cycles nothing is done, unless
//! bytes move through the FIFOs; an idle line needs no samples.

use std::collections::VecDeque;

use isa::{MachineConfig, Sender, UartKind};

use crate::bubble_fifo::BubbleFifo;
use crate::serial_line::SerialLine;

const CAN_SEND: u32 = 1;
const HAS_RECEIVED: u32 = 2;
const PARITY_ERROR: u32 = 4;
/// Stages of the receive line, which start at 0.
const STAGES: u64 = 3;

/// The UART and the bytes that the host has for it.
#[derive(Debug, Clone)]
pub(crate) struct Uart {
    input: VecDeque<u8>,
    timed: Option<Box<Timed>>,
}

#[derive(Debug, Clone)]
struct Timed {
    /// The next edge is the one that ends this cycle.
    now: u64,
    /// P: cycles between two samples.
    sample_cycles: u64,
    parity: u32,
    transmit: BubbleFifo,
    receive: BubbleFifo,
    /// Byte under way and how often it was shifted.
    sending: Option<(u8, u32)>,
    pop_transmit: bool,
    pop_receive: bool,
    line: SerialLine,
    /// Last three samples, the newest lowest.
    samples: u32,
    receiver: Receiver,
    /// Sixteenths of a bit since the receiver was switched on; it forgets them at a sample while off.
    sixteenths: u32,
    /// The receiver was on in this cycle: it is switched off one cycle after a frame.
    counts: bool,
    /// Bits of the frame, the last one highest.
    frame: u32,
    /// Byte that enters the receive FIFO at the next edge.
    received: Option<u8>,
    parity_error: bool,
    /// Bytes that have reached the host, with the cycle at whose end.
    sent: VecDeque<(u64, u8)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Receiver {
    Waits,
    /// With this many bits taken.
    Takes(u32),
    Judges,
}

/// Access of the processor to the UART in one cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    None,
    Write(u8),
    SetParity(u32),
    ReadData,
}

impl Uart {
    /// The UART after reset.
    pub(crate) fn new(config: &MachineConfig) -> Self {
        let timed = (config.uart == UartKind::Timed).then(|| Box::new(Timed::new(config)));
        Self {
            input: VecDeque::new(),
            timed,
        }
    }

    /// Appends bytes of the host, in `cycle`.
    pub(crate) fn feed(&mut self, cycle: u64, bytes: &[u8]) {
        match &mut self.timed {
            None => self.input.extend(bytes),
            Some(timed) => {
                timed.advance(cycle);
                timed.line.feed(bytes);
            }
        }
    }

    /// Returns true if bytes of the host are on their way to the program.
    pub(crate) fn has_input(&self) -> bool {
        match &self.timed {
            None => !self.input.is_empty(),
            Some(timed) => {
                timed.line.has_input(timed.now)
                    || timed.receiver != Receiver::Waits
                    || timed.received.is_some()
            }
        }
    }

    /// Sets how the host sends to a timed UART from `cycle` on.
    pub(crate) fn set_sender(&mut self, cycle: u64, sender: Sender) {
        if let Some(timed) = &mut self.timed {
            timed.advance(cycle);
            timed.line.set_sender(sender);
        }
    }

    /// A read in `cycle`.
    pub(crate) fn read(&mut self, cycle: u64, data_register: bool) -> u32 {
        match &mut self.timed {
            None if data_register => self.input.pop_front().map_or(0, u32::from),
            None if self.input.is_empty() => CAN_SEND,
            None => CAN_SEND | HAS_RECEIVED,
            Some(timed) => {
                timed.advance(cycle);
                let read = timed.read(data_register);
                if data_register {
                    timed.clock(Access::ReadData);
                }
                read
            }
        }
    }

    /// A write in `cycle`; gives the byte that an always-ready UART sends at once.
    pub(crate) fn write(&mut self, cycle: u64, data_register: bool, data: u32) -> Option<u8> {
        let Some(timed) = &mut self.timed else {
            return data_register.then_some(data as u8);
        };
        timed.advance(cycle);
        timed.clock(if data_register {
            Access::Write(data as u8)
        } else {
            Access::SetParity(data & 3)
        });
        None
    }

    /// Bytes that have reached the host before `cycle`, with the cycle at whose end they did.
    pub(crate) fn sent(&mut self, cycle: u64) -> Vec<(u64, u8)> {
        let Some(timed) = &mut self.timed else {
            return Vec::new();
        };
        timed.advance(cycle);
        timed.sent.drain(..).collect()
    }

    /// Lets the UART send all that it holds.
    pub(crate) fn empty(&mut self) -> Vec<u8> {
        let Some(timed) = &mut self.timed else {
            return Vec::new();
        };
        while timed.sending.is_some() || timed.transmit.holds_something() {
            timed.advance(timed.now + 1);
        }
        timed.sent.drain(..).map(|(_, byte)| byte).collect()
    }
}

impl Timed {
    fn new(config: &MachineConfig) -> Self {
        let sample_cycles = u64::from(((config.clk_freq_hz / config.uart_baud + 8) / 16).max(1));
        Self {
            now: 0,
            sample_cycles,
            parity: 0,
            transmit: BubbleFifo::new(config.uart_tx_depth),
            receive: BubbleFifo::new(config.uart_rx_depth),
            sending: None,
            pop_transmit: false,
            pop_receive: false,
            line: SerialLine::new(16 * sample_cycles),
            samples: 0b111,
            receiver: Receiver::Waits,
            sixteenths: 0,
            counts: false,
            frame: 0,
            received: None,
            parity_error: false,
            sent: VecDeque::new(),
        }
    }

    fn read(&self, data_register: bool) -> u32 {
        if data_register {
            return self.receive.output().into();
        }
        let bit = |is_set: bool, bit: u32| u32::from(is_set) * bit;
        bit(!self.transmit.is_full(), CAN_SEND)
            | bit(self.receive.has_output(), HAS_RECEIVED)
            | bit(self.parity_error, PARITY_ERROR)
    }

    fn rts(&self) -> bool {
        self.receive.is_half_full()
    }

    fn advance(&mut self, cycle: u64) {
        while self.now < cycle {
            self.now = self.next_event().min(cycle);
            if self.now < cycle {
                self.clock(Access::None);
            }
        }
    }

    /// First cycle from now on whose edge changes more than the time.
    fn next_event(&self) -> u64 {
        let now = self.now;
        let moves = self.pop_transmit
            || self.pop_receive
            || self.received.is_some()
            || self.sending.is_none() && self.transmit.has_output()
            || self.receiver == Receiver::Judges
            || self.receiver == Receiver::Waits && self.samples.count_ones() < 2
            || self.counts != matches!(self.receiver, Receiver::Takes(_))
            || !self.transmit.is_settled()
            || !self.receive.is_settled();
        if moves {
            return now;
        }
        let bit = 16 * self.sample_cycles;
        let shift = match self.sending {
            Some(_) => now.next_multiple_of(bit).max(bit),
            None => u64::MAX,
        };
        let begin = self.line.next_begin(now, self.rts()).unwrap_or(u64::MAX);
        shift.min(begin).min(self.next_sample(now))
    }

    /// The next sample that counts, or the cycle after one.
    fn next_sample(&self, now: u64) -> u64 {
        let line_idles = now >= self.line.idle_from() + STAGES && now >= STAGES;
        if line_idles && self.samples == 0b111 && self.receiver == Receiver::Waits {
            return u64::MAX;
        }
        let sample = (now + 1).next_multiple_of(self.sample_cycles) - 1;
        let after = now.next_multiple_of(self.sample_cycles);
        sample.min(after)
    }

    /// The edge that ends cycle `now`.
    fn clock(&mut self, access: Access) {
        let (rts, parity, level) = (self.rts(), self.parity, self.samples.count_ones() >= 2);
        let received = self.received;
        let (pop_transmit, pop_receive) = (self.pop_transmit, self.pop_receive);
        self.transmit_bit();
        self.receive_bit(level);
        self.line.clock(self.now, rts, parity);
        let written = match access {
            Access::Write(byte) => Some(byte),
            _ => None,
        };
        self.transmit.clock(written, pop_transmit);
        self.receive.clock(received, pop_receive);
        self.pop_receive = access == Access::ReadData;
        if let Access::SetParity(mode) = access {
            self.parity = mode;
        }
        self.now += 1;
    }

    fn transmit_bit(&mut self) {
        self.pop_transmit = false;
        let shifts = self.now > 0 && self.now.is_multiple_of(16 * self.sample_cycles);
        match self.sending {
            None if self.transmit.has_output() => {
                self.sending = Some((self.transmit.output(), 0));
                self.pop_transmit = true;
            }
            Some((byte, shifted)) if shifts => {
                // Eleven bits, twelve with parity, as it is set now and not when the frame began.
                let last = if self.parity == 0 { 10 } else { 11 };
                self.sending = (shifted < last).then_some((byte, shifted + 1));
                if self.sending.is_none() {
                    self.sent.push_back((self.now, byte));
                }
            }
            _ => {}
        }
    }

    fn receive_bit(&mut self, level: bool) {
        let now = self.now;
        let counted = self.counts;
        // The sixteenth that makes 8 has passed with the edge before this cycle.
        let takes = counted && now > 0 && now.is_multiple_of(self.sample_cycles);
        self.received = None;
        match self.receiver {
            Receiver::Waits => {
                self.counts = !level;
                if !level {
                    self.receiver = Receiver::Takes(0);
                }
            }
            Receiver::Takes(taken) if takes && self.sixteenths == 8 => self.take(taken + 1, level),
            Receiver::Takes(_) => {}
            Receiver::Judges => {
                self.counts = false;
                self.receiver = Receiver::Waits;
                self.judge();
            }
        }
        if (now + 1).is_multiple_of(self.sample_cycles) {
            let sample = now >= STAGES && self.line.level(now - STAGES);
            self.samples = (self.samples << 1 | u32::from(sample)) & 0b111;
            self.sixteenths = if counted {
                (self.sixteenths + 1) % 16
            } else {
                0
            };
        }
    }

    /// Start, data, parity and stop, from bit 0 on; without parity the stop bit stands in its place, too.
    fn take(&mut self, taken: u32, level: bool) {
        let level = u32::from(level);
        self.frame = level << 10 | self.frame >> 1;
        let short = taken == 10 && self.parity == 0;
        if short {
            self.frame = level << 10 | self.frame >> 1;
        }
        self.receiver = if short || taken == 11 {
            Receiver::Judges
        } else {
            Receiver::Takes(taken)
        };
    }

    fn judge(&mut self) {
        let starts_and_stops = self.frame & 1 == 0 && self.frame >> 10 == 1;
        if !starts_and_stops {
            return;
        }
        let byte = (self.frame >> 1) as u8;
        let is_even = (self.frame >> 1 & 0x1ff).count_ones().is_multiple_of(2);
        self.parity_error = match self.parity {
            1 => is_even,
            3 => !is_even,
            _ => false,
        };
        self.received = (!self.receive.is_full()).then_some(byte);
    }
}
