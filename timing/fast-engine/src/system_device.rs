//! Counters, timer and software interrupts, exceptions and the delay of the system device, and the two pending bits of
//! the bytecode fetch (spec 06 section 2, spec 03 section 1).
//!
//! The registers of the device are those of cycle `now`. Almost always only the counters change, and
//! these are functions of the cycle, so time is skipped up to the next change. Only around an interrupt, an exception
//! or a write is the device simulated cycle by cycle.
//!
//! ```text
//! timer = us at c -> flag c+1, irq pulse c+1 -> waits c+2 -> a bytecode boundary at c+2 or later takes it
//! exception raised in c -> pulse c+1 -> waits c+2 -> a boundary at c+2 or later takes it
//! ```

use isa::address::system::{exception, register};

/// Number of interrupt sources: the timer and two external ones, tied to 0.
const SOURCES: u32 = 3;
const TIMER: u8 = 1;

/// Effects of a write to the device beyond its registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing.
    None,
    /// The processor waits until so many cycles after the write.
    Stall(u64),
    /// A byte of diagnostic text.
    Diagnostic(u8),
    /// A word of a stack trace.
    Trace(u32),
    /// The program ends with this status.
    Exit(u32),
}

/// Reports of the memory unit in one cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Null reference.
    NullPointer,
    /// Index out of bounds.
    ArrayBounds,
}

/// Requests pending at a bytecode boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waiting {
    /// An exception, with or without an interrupt that is lost beside it.
    Exception,
    /// An interrupt.
    Interrupt,
}

/// Inputs of the device in one cycle.
#[derive(Debug, Clone, Copy, Default)]
struct Inputs {
    interrupt_taken: bool,
    exception_taken: bool,
    fault: Option<Fault>,
    write: Option<(u32, u32)>,
}

/// Registers in cycle `now`.
#[derive(Debug, Clone)]
pub(crate) struct SystemDevice {
    now: u64,
    cycles_per_us: u64,
    timer: u32,
    equal_before: bool,
    flags: u8,
    mask: u8,
    software: u8,
    clear_all: bool,
    interrupt_number: u8,
    gate_before: bool,
    enabled: bool,
    raised: bool,
    raised_before: bool,
    exception_number: u8,
    timeout: u32,
    read_data: u32,
    /// First cycle in which the stack overflow level is set.
    overflow_from: u64,
    interrupt_waits: bool,
    exception_waits: bool,
}

impl SystemDevice {
    /// The device after reset.
    pub(crate) fn new(clk_freq_hz: u32) -> Self {
        Self {
            now: 0,
            cycles_per_us: u64::from(clk_freq_hz / 1_000_000),
            timer: 0,
            equal_before: false,
            flags: 0,
            mask: 0,
            software: 0,
            clear_all: false,
            interrupt_number: 0,
            gate_before: false,
            enabled: false,
            raised: false,
            raised_before: false,
            exception_number: 0,
            timeout: 0,
            read_data: 0,
            overflow_from: u64::MAX,
            interrupt_waits: false,
            exception_waits: false,
        }
    }

    /// First boundary cycle that has to ask [`Self::boundary`].
    pub(crate) fn quiet_until(&self) -> u64 {
        let waits = self.exception_waits || self.interrupt_waits && self.enabled;
        if waits || !self.is_at_rest() {
            return 0;
        }
        let timer = if self.enabled && self.mask & TIMER != 0 {
            self.next_change()
        } else {
            u64::MAX
        };
        timer.min(self.overflow_from)
    }

    /// Entry taken in place of the bytecode whose dispatch is in `cycle`; it is acknowledged.
    pub(crate) fn boundary(&mut self, cycle: u64) -> Option<Waiting> {
        self.advance(cycle);
        let interrupt = self.interrupt_waits && self.enabled;
        let exception = self.exception_waits;
        if !interrupt && !exception {
            return None;
        }
        self.clock(Inputs {
            interrupt_taken: interrupt,
            exception_taken: exception,
            ..Inputs::default()
        });
        Some(if exception {
            Waiting::Exception
        } else {
            Waiting::Interrupt
        })
    }

    /// The memory unit reports a fault in `cycle`.
    pub(crate) fn fault(&mut self, cycle: u64, fault: Fault) {
        self.advance(cycle);
        self.clock(Inputs {
            fault: Some(fault),
            ..Inputs::default()
        });
    }

    /// The stack pointer met its limit: the level is set from `cycle` on, for ever.
    pub(crate) fn overflow(&mut self, cycle: u64) {
        self.overflow_from = self.overflow_from.min(cycle.max(self.now));
    }

    /// Read data of the last read.
    pub(crate) fn read_data(&self) -> u32 {
        self.read_data
    }

    /// Returns true for a register whose value depends on the cycle of the read.
    pub(crate) fn shows_time(register: u32) -> bool {
        matches!(
            register,
            register::CYCLE_COUNTER | register::MICROSECOND_COUNTER
        )
    }

    /// Returns true for a register whose write waits for a cycle.
    pub(crate) fn waits_for_time(register: u32) -> bool {
        register == register::DELAY
    }

    /// A read in `cycle`.
    pub(crate) fn read(&mut self, cycle: u64, register: u32) -> u32 {
        self.advance(cycle);
        self.read_data = match register {
            register::CYCLE_COUNTER => cycle as u32,
            register::MICROSECOND_COUNTER => self.microseconds(cycle),
            register::INTERRUPT_NUMBER => self.interrupt_number.into(),
            register::EXCEPTION => self.exception_number.into(),
            // No lock unit and no other core: nothing is halted, no signal is set, the number of this core is 0.
            register::LOCK | register::PROCESSOR | register::SIGNAL => 0,
            register::PROCESSORS => 1,
            _ => self.read_data,
        };
        self.read_data
    }

    /// A write in `cycle`.
    pub(crate) fn write(&mut self, cycle: u64, register: u32, data: u32) -> Effect {
        self.advance(cycle);
        let released = self.timeout == cycle as u32;
        self.clock(Inputs {
            write: Some((register, data)),
            ..Inputs::default()
        });
        match register {
            // A timeout that is met in this very cycle releases what the write would hold (spec 06 section 2).
            register::DELAY if !released => Effect::Stall(cycles_until(data, cycle)),
            register::STACK_TRACE => Effect::Trace(data),
            register::DIAGNOSTIC_TEXT => Effect::Diagnostic(data as u8),
            register::EXIT_STATUS => Effect::Exit(data),
            _ => Effect::None,
        }
    }

    fn microseconds(&self, cycle: u64) -> u32 {
        (cycle / self.cycles_per_us) as u32
    }

    fn pending(&self) -> u8 {
        self.flags & self.mask
    }

    fn gate(&self) -> bool {
        self.enabled && self.pending() != 0
    }

    fn overflows(&self) -> bool {
        self.now >= self.overflow_from
    }

    /// Without input only the counters move until [`Self::next_change`].
    fn is_at_rest(&self) -> bool {
        self.gate() == self.gate_before
            && self.raised == self.raised_before
            && self.raised == self.overflows()
            && self.software == 0
            && !self.clear_all
            && self.equal_before == (self.microseconds(self.now) == self.timer)
    }

    /// First cycle after `now` in which timer and microseconds become or cease to be equal.
    fn next_change(&self) -> u64 {
        let us = self.now / self.cycles_per_us;
        let to_go = self.timer.wrapping_sub(us as u32);
        (us + u64::from(to_go.max(1))) * self.cycles_per_us
    }

    fn advance(&mut self, cycle: u64) {
        while self.now < cycle {
            if self.is_at_rest() {
                let change = self.next_change().min(cycle);
                let pause = if self.overflows() {
                    change
                } else {
                    change.min(self.overflow_from)
                };
                if pause > self.now {
                    if self.overflows() {
                        self.exception_number =
                            self.exception_number & !7 | exception::STACK_OVERFLOW;
                    }
                    self.now = pause;
                    continue;
                }
            }
            self.clock(Inputs::default());
        }
    }

    /// The edge that ends cycle `now`.
    fn clock(&mut self, inputs: Inputs) {
        let gate = self.gate();
        let interrupt_pulse = gate && !self.gate_before;
        let exception_pulse = self.raised && !self.raised_before;
        let equal = self.microseconds(self.now) == self.timer;
        let requests = self.software
            | if equal && !self.equal_before {
                TIMER
            } else {
                0
            };

        self.interrupt_waits = interrupt_pulse || self.interrupt_waits && !inputs.interrupt_taken;
        self.exception_waits = exception_pulse || self.exception_waits && !inputs.exception_taken;
        self.gate_before = gate;
        self.equal_before = equal;
        self.take_requests(requests, inputs.interrupt_taken);
        if inputs.interrupt_taken || inputs.exception_taken {
            self.enabled = false;
        }
        self.raise(inputs.fault);
        (self.software, self.clear_all) = (0, false);
        if let Some((register, data)) = inputs.write {
            self.take_write(register, data);
        }
        self.now += 1;
    }

    fn take_requests(&mut self, requests: u8, interrupt_taken: bool) {
        let pending = self.pending();
        self.flags |= requests;
        if interrupt_taken {
            self.interrupt_number = pending.checked_ilog2().unwrap_or(0) as u8;
            self.flags &= !(1 << self.interrupt_number);
        }
        if self.clear_all {
            self.flags = 0;
        }
    }

    fn raise(&mut self, fault: Option<Fault>) {
        self.raised_before = self.raised;
        self.raised = self.overflows() || fault.is_some();
        let number = match fault {
            Some(Fault::NullPointer) => exception::NULL_POINTER,
            Some(Fault::ArrayBounds) => exception::ARRAY_BOUNDS,
            None if self.overflows() => exception::STACK_OVERFLOW,
            None => return,
        };
        self.exception_number = self.exception_number & !7 | number;
    }

    /// Comes last: a write in the cycle of an acknowledge overrides it.
    fn take_write(&mut self, register: u32, data: u32) {
        match register {
            register::INTERRUPT_ENABLE => self.enabled = data & 1 != 0,
            register::TIMER => self.timer = data,
            register::SOFTWARE_INTERRUPT if data < SOURCES => self.software = 1 << data,
            register::EXCEPTION => {
                self.exception_number = data as u8;
                self.raised = true;
            }
            register::INTERRUPT_MASK => self.mask = (data & ((1 << SOURCES) - 1)) as u8,
            register::CLEAR_INTERRUPTS => self.clear_all = true,
            register::DELAY => self.timeout = data,
            _ => {}
        }
    }
}

/// Cycles from `cycle` until the clock counter next equals `value`, at least 1.
fn cycles_until(value: u32, cycle: u64) -> u64 {
    match value.wrapping_sub(cycle as u32) {
        0 => 1 << 32,
        cycles => cycles.into(),
    }
}
