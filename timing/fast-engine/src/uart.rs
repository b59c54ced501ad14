//! UART: the always-ready one, or the timed one with the FIFOs and the baud clock of the hardware (spec 06 section 4).
//!
//! The timed UART lives in time like the system device: it goes cycle by cycle while bytes move through its FIFOs and
//! from bit to bit while they leave. A byte reaches the host when its last stop bit begins; a byte of the host reaches
//! the receive FIFO one frame after the one before, and waits while the first element of that FIFO is full.

use std::collections::VecDeque;

use isa::{MachineConfig, UartKind};

const CAN_SEND: u32 = 1;
const HAS_RECEIVED: u32 = 2;
/// Start bit, eight data bits and two stop bits.
const FRAME_BITS: u32 = 11;

/// The UART and the bytes that the host has for it.
#[derive(Debug, Clone)]
pub(crate) struct Uart {
    input: VecDeque<u8>,
    timed: Option<Box<Timed>>,
}

#[derive(Debug, Clone)]
struct Timed {
    now: u64,
    cycles_per_bit: u64,
    parity: u32,
    transmit: BubbleFifo,
    receive: BubbleFifo,
    sending: Option<(u8, u32)>,
    /// Bits until the byte on the receive line is complete.
    receiving: u32,
    pop_transmit: bool,
    pop_receive: bool,
    /// Bytes that have reached the host, with the cycle at whose end.
    sent: VecDeque<(u64, u8)>,
}

/// What the processor does to the UART in one cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    None,
    Write(u8),
    ReadData,
}

impl Uart {
    /// The UART after reset.
    pub(crate) fn new(config: &MachineConfig) -> Self {
        let timed = (config.uart == UartKind::Timed).then(|| {
            Box::new(Timed {
                now: 0,
                cycles_per_bit: 16
                    * u64::from(((config.clk_freq_hz / config.uart_baud + 8) / 16).max(1)),
                parity: 0,
                transmit: BubbleFifo::new(config.uart_tx_depth),
                receive: BubbleFifo::new(config.uart_rx_depth),
                sending: None,
                receiving: 0,
                pop_transmit: false,
                pop_receive: false,
                sent: VecDeque::new(),
            })
        });
        Self {
            input: VecDeque::new(),
            timed,
        }
    }

    /// Appends bytes of the host.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        self.input.extend(bytes);
    }

    /// A read in `cycle`.
    pub(crate) fn read(&mut self, cycle: u64, data_register: bool) -> u32 {
        match &mut self.timed {
            None if data_register => self.input.pop_front().map_or(0, u32::from),
            None => {
                CAN_SEND
                    | if self.input.is_empty() {
                        0
                    } else {
                        HAS_RECEIVED
                    }
            }
            Some(timed) => {
                timed.advance(cycle, &mut self.input);
                let read = timed.read(data_register);
                if data_register {
                    timed.clock(Access::ReadData, &mut self.input);
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
        timed.advance(cycle, &mut self.input);
        if data_register {
            timed.clock(Access::Write(data as u8), &mut self.input);
        } else {
            timed.parity = data & 3;
        }
        None
    }

    /// Bytes that have reached the host before `cycle`, with the cycle at whose end they did.
    pub(crate) fn sent(&mut self, cycle: u64) -> Vec<(u64, u8)> {
        let Some(timed) = &mut self.timed else {
            return Vec::new();
        };
        timed.advance(cycle, &mut self.input);
        timed.sent.drain(..).collect()
    }

    /// Lets the UART send all that it holds.
    pub(crate) fn empty(&mut self) -> Vec<u8> {
        let Some(timed) = &mut self.timed else {
            return Vec::new();
        };
        while timed.sending.is_some() || timed.transmit.holds_something() {
            timed.advance(timed.now + 1, &mut self.input);
        }
        timed.sent.drain(..).map(|(_, byte)| byte).collect()
    }
}

impl Timed {
    fn read(&self, data_register: bool) -> u32 {
        if data_register {
            return self.receive.output().into();
        }
        let can_send = if self.transmit.is_full() { 0 } else { CAN_SEND };
        let has_received = if self.receive.has_output() {
            HAS_RECEIVED
        } else {
            0
        };
        can_send | has_received
    }

    fn advance(&mut self, cycle: u64, input: &mut VecDeque<u8>) {
        while self.now < cycle {
            if self.only_bits_move(input) {
                let moves_bits = self.sending.is_some() || self.receiving > 0;
                let bit_clock = (self.now / self.cycles_per_bit + 1) * self.cycles_per_bit - 1;
                self.now = if moves_bits {
                    bit_clock.min(cycle)
                } else {
                    cycle
                };
                if self.now == cycle {
                    return;
                }
            }
            self.clock(Access::None, input);
        }
    }

    /// Nothing changes before the next bit clock.
    fn only_bits_move(&self, input: &VecDeque<u8>) -> bool {
        let sender_waits = self.sending.is_some() || !self.transmit.has_output();
        let receiver_waits = self.receiving > 0 || input.is_empty() || self.receive.is_full();
        sender_waits
            && receiver_waits
            && !self.pop_transmit
            && !self.pop_receive
            && self.transmit.is_settled()
            && self.receive.is_settled()
    }

    /// The edge that ends cycle `now`.
    fn clock(&mut self, access: Access, input: &mut VecDeque<u8>) {
        let bit_clock = (self.now + 1).is_multiple_of(self.cycles_per_bit);
        let takes = self.transmit_bit(bit_clock);
        let received = self.receive_bit(bit_clock, input);
        let written = if let Access::Write(byte) = access {
            Some(byte)
        } else {
            None
        };
        self.transmit.clock(written, self.pop_transmit);
        self.pop_transmit = takes;
        self.receive.clock(received, self.pop_receive);
        self.pop_receive = access == Access::ReadData;
        self.now += 1;
    }

    fn frame_bits(&self) -> u32 {
        FRAME_BITS + (self.parity & 1)
    }

    fn transmit_bit(&mut self, bit_clock: bool) -> bool {
        match self.sending {
            None => {
                let starts = self.transmit.has_output() && !self.pop_transmit;
                if starts {
                    self.sending = Some((self.transmit.output(), self.frame_bits()));
                }
                starts
            }
            Some((byte, bits)) => {
                if bit_clock && bits == 1 {
                    self.sending = None;
                    self.sent.push_back((self.now, byte));
                } else if bit_clock {
                    self.sending = Some((byte, bits - 1));
                }
                false
            }
        }
    }

    fn receive_bit(&mut self, bit_clock: bool, input: &mut VecDeque<u8>) -> Option<u8> {
        if self.receiving == 0 {
            if !input.is_empty() && !self.receive.is_full() {
                self.receiving = self.frame_bits();
            }
            return None;
        }
        self.receiving -= u32::from(bit_clock);
        if self.receiving == 0 {
            input.pop_front()
        } else {
            None
        }
    }
}

/// A FIFO whose bytes move one element in each cycle (spec 06 section 3).
#[derive(Debug, Clone)]
struct BubbleFifo {
    elements: Vec<Element>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Element {
    byte: Option<u8>,
    /// Took its byte at the last edge: the element before gives it up at the next one.
    taken: bool,
}

impl BubbleFifo {
    fn new(depth: u8) -> Self {
        Self {
            elements: vec![Element::default(); usize::from(depth.max(1))],
        }
    }

    fn is_full(&self) -> bool {
        self.elements[0].byte.is_some()
    }

    fn has_output(&self) -> bool {
        self.elements.last().is_some_and(|last| last.byte.is_some())
    }

    fn holds_something(&self) -> bool {
        self.elements.iter().any(|element| element.byte.is_some())
    }

    /// The byte at the output; it stays there after it was taken.
    fn output(&self) -> u8 {
        self.elements.last().and_then(|last| last.byte).unwrap_or(0)
    }

    /// No byte can move.
    fn is_settled(&self) -> bool {
        let moves = |pair: &[Element]| pair[0].byte.is_some() && pair[1].byte.is_none();
        !self.elements.iter().any(|element| element.taken) && !self.elements.windows(2).any(moves)
    }

    fn clock(&mut self, write: Option<u8>, read: bool) {
        let before = self.elements.clone();
        for (i, element) in self.elements.iter_mut().enumerate() {
            let offered = if i == 0 { write } else { before[i - 1].byte };
            let given_up = before.get(i + 1).map_or(read, |next| next.taken);
            element.taken = element.byte.is_none() && offered.is_some();
            element.byte = match element.byte {
                None => offered,
                Some(_) if given_up => None,
                kept => kept,
            };
        }
    }
}
