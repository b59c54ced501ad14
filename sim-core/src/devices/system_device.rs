//! System device: counters, timer and software interrupts, exceptions, delay, watchdog (spec 06 section 2).
//!
//! ```text
//!                            +---------------+
//!   rd, wr, offset --------->|               |--> rd_data, rdy_cnt
//!   ack_irq, ack_exc ------->| system device |--> irq, exc    one-cycle pulses to bytecode fetch
//!   sp_ov, null, bounds ---->|               |--> irq_ena
//!   halted, status, s_out -->|               |--> lock_req, lock_op, lock_data, signal    several processors only
//!                            +---------------+
//! ```
//!
//! Phase: outputs come from registers; [`SystemDevice::clock`] is the edge that ends a cycle.
//!
//! Most of the time only the counters change. The device then knows for how many cycles (`rest`) and lets
//! them pass uncounted; `catch_up` adds them when anything else happens.
//!
//! Quirks:
//! - An acknowledged or cleared flag is 0 even if its request comes in the same cycle: the request is lost.
//! - The stack overflow input is a level: after it no other exception pulses again.
//! - Right after reset timer and microsecond counter are both 0, which is one timer request.

use serde::{Deserialize, Serialize};

use crate::lock_port::LockPort;
use crate::simpcon::{Command, Response};

/// Number of interrupt sources: the timer and two external ones, tied to 0.
const SOURCES: u32 = 3;

/// Register offsets.
mod offset {
    pub(super) const CLOCK_AND_INT_ENA: u32 = 0;
    pub(super) const MICROSECONDS_AND_TIMER: u32 = 1;
    pub(super) const INTERRUPT_NUMBER: u32 = 2;
    pub(super) const WATCHDOG: u32 = 3;
    pub(super) const EXCEPTION: u32 = 4;
    pub(super) const LOCK: u32 = 5;
    pub(super) const CPU_ID_AND_UNLOCK: u32 = 6;
    pub(super) const SIGNAL: u32 = 7;
    pub(super) const INTERRUPT_MASK: u32 = 8;
    pub(super) const CLEAR_INTERRUPTS: u32 = 9;
    pub(super) const DELAY: u32 = 10;
    pub(super) const CPU_COUNT: u32 = 11;
    /// Ignored by the hardware; a word of a stack trace for the simulator.
    pub(super) const STACK_TRACE: u32 = 13;
    /// Ignored by the hardware; text for the simulator's standard error.
    pub(super) const DIAGNOSTIC_TEXT: u32 = 14;
    /// Ignored by the hardware; ends the simulation with the status written.
    pub(super) const EXIT_STATUS: u32 = 15;
}

/// Exception numbers of the hardware sources.
mod exception {
    pub(super) const STACK_OVERFLOW: u8 = 1;
    pub(super) const NULL_POINTER: u8 = 2;
    pub(super) const ARRAY_BOUNDS: u8 = 3;
}

/// Levels and pulses from the processor in one cycle.
#[derive(Debug, Clone, Copy, Default)]
pub struct Events {
    /// Bytecode fetch takes the interrupt.
    pub ack_irq: bool,
    /// Bytecode fetch takes the exception.
    pub ack_exc: bool,
    /// Stack overflow, a level.
    pub sp_ov: bool,
    /// Null pointer pulse.
    pub null_pointer: bool,
    /// Array bounds pulse.
    pub bounds_error: bool,
}

impl Events {
    #[inline(always)]
    fn any(self) -> bool {
        self.ack_irq | self.ack_exc | self.sp_ov | self.null_pointer | self.bounds_error
    }
}

/// Message of a program to the simulator, a write that the hardware ignores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message {
    /// The program ends with this status.
    Exit(u32),
    /// One byte of diagnostic text.
    Diagnostic(u8),
    /// One word of a stack trace.
    Trace(u32),
}

/// Registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemDevice {
    /// Clock cycles since reset, those at rest left out.
    clock_cnt: u32,
    /// Microseconds since reset.
    us_cnt: u32,
    pre_scale: u32,
    pre_scale_reload: u32,
    /// Microsecond at which the timer requests. Reset 0.
    pub timer_cnt: u32,
    /// The timer's comparison in the cycle before. Reset 0.
    pub equal_d: bool,
    /// One bit for each source that has requested. Reset 0.
    pub flags: u8,
    /// One bit for each source that may interrupt. Reset 0.
    pub mask: u8,
    /// One bit for each request by software in this cycle. Reset 0.
    pub software: u8,
    /// All requests are cleared at the next edge. Reset 0.
    pub clear_all: bool,
    /// Source of the interrupt taken last. Reset 0.
    pub interrupt_number: u8,
    /// The request in the cycle before. Reset 0.
    pub gate_d: bool,
    int_ena: bool,
    /// An exception is to be pulsed. Reset 0.
    pub exc_pend: bool,
    /// `exc_pend` of the cycle before. Reset 0.
    pub exc_pend_d: bool,
    /// Number of the last exception. Reset 0.
    pub exc_type: u8,
    /// Cycle at which a delay ends. Reset 0.
    pub timeout: u32,
    /// A delay holds `rdy_cnt`. Reset 0.
    pub dly_block: bool,
    /// Level of the watchdog output.
    pub watchdog: bool,
    /// Level of the signal output to the other cores.
    pub signal: bool,
    rd_data: u32,
    /// Interrupt and exception pulses of this cycle, from the registers.
    irq: bool,
    exc: bool,
    /// Cycles for which only the counters will move, and how many of them have passed.
    rest: u32,
    rested: u32,
    /// Interface to the lock unit, on several processors only: no part of a stored state.
    #[serde(skip)]
    lock: Option<Box<LockPort>>,
}

impl SystemDevice {
    /// The device after reset, for a clock of `clk_freq_hz`.
    #[must_use]
    pub fn new(clk_freq_hz: u32) -> Self {
        let pre_scale_reload = clk_freq_hz / 1_000_000 - 1;
        Self {
            clock_cnt: 0,
            us_cnt: 0,
            pre_scale: pre_scale_reload,
            pre_scale_reload,
            timer_cnt: 0,
            equal_d: false,
            flags: 0,
            mask: 0,
            software: 0,
            clear_all: false,
            interrupt_number: 0,
            gate_d: false,
            int_ena: false,
            exc_pend: false,
            exc_pend_d: false,
            exc_type: 0,
            timeout: 0,
            dly_block: false,
            watchdog: false,
            signal: false,
            rd_data: 0,
            irq: false,
            exc: false,
            rest: 0,
            rested: 0,
            lock: None,
        }
    }

    /// Connects the device of one of several processors to a lock unit.
    pub fn connect(&mut self, lock: LockPort) {
        self.lock = Some(Box::new(lock));
    }

    /// The interface to the lock unit, if the device has one.
    #[must_use]
    pub fn lock(&self) -> Option<&LockPort> {
        self.lock.as_deref()
    }

    /// As [`SystemDevice::lock`], to set what the lock unit answers.
    pub fn lock_mut(&mut self) -> Option<&mut LockPort> {
        self.lock.as_deref_mut()
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        self.pre_scale_reload == fresh.pre_scale_reload
            && self.pre_scale <= self.pre_scale_reload
            && self.rested <= self.rest
            && self.rest <= self.pre_scale
            && (self.flags | self.mask | self.software) < 1 << SOURCES
            && u32::from(self.interrupt_number) < SOURCES
    }

    /// Answer in this cycle; a delay or the lock unit holds `rdy_cnt` at 3.
    #[inline(always)]
    #[must_use]
    pub fn response(&self) -> Response {
        Response {
            rd_data: self.rd_data,
            rdy_cnt: if self.dly_block || self.is_halted() {
                3
            } else {
                0
            },
        }
    }

    #[inline(always)]
    fn is_halted(&self) -> bool {
        self.lock.as_ref().is_some_and(|lock| lock.holds())
    }

    /// Global interrupt enable: `irq_ena`.
    #[inline(always)]
    #[must_use]
    pub fn interrupt_enable(&self) -> bool {
        self.int_ena
    }

    /// Interrupt pulse in this cycle: `irq`.
    #[inline(always)]
    #[must_use]
    pub fn irq(&self) -> bool {
        self.irq
    }

    /// Exception pulse in this cycle: `exc`.
    #[inline(always)]
    #[must_use]
    pub fn exc(&self) -> bool {
        self.exc
    }

    /// Clock cycles since reset.
    #[must_use]
    pub fn clock_cnt(&self) -> u32 {
        self.clock_cnt.wrapping_add(self.rested)
    }

    /// Clock cycles to the next microsecond.
    #[must_use]
    pub fn pre_scale(&self) -> u32 {
        self.pre_scale - self.rested
    }

    /// Microseconds since reset.
    #[must_use]
    pub fn us_cnt(&self) -> u32 {
        self.us_cnt
    }

    #[inline(always)]
    fn pending(&self) -> u8 {
        self.flags & self.mask
    }

    #[inline(always)]
    fn gate(&self) -> bool {
        self.int_ena && self.pending() != 0
    }

    /// Number of the pending source that wins: the highest; 0 if none is pending.
    fn priority(&self) -> u8 {
        self.pending().checked_ilog2().unwrap_or(0) as u8
    }

    /// The edge ending a cycle. `command` is active only when it addresses this device.
    #[inline(always)]
    pub fn clock(&mut self, command: &Command, events: Events) -> Option<Message> {
        if !command.is_active() && !events.any() && self.rest() {
            None
        } else {
            self.clock_all(command, events)
        }
    }

    /// The edge ending a cycle without command and event, if only the counters move in it; else nothing happens
    /// and the answer is `false`.
    #[inline(always)]
    pub fn rest(&mut self) -> bool {
        let rests = self.rested < self.rest;
        self.rested += u32::from(rests);
        rests
    }

    /// The edges of so many cycles without command and event.
    pub fn skip(&mut self, mut cycles: u64) {
        while cycles > 0 {
            let rests = u64::from(self.rest - self.rested).min(cycles);
            self.rested += rests as u32;
            cycles -= rests;
            if cycles > 0 {
                self.clock_all(&Command::IDLE, Events::default());
                cycles -= 1;
                cycles -= self.skip_microseconds(cycles);
            }
        }
    }

    /// As many of the cycles as make whole microseconds after which all is as it was, but for the counters.
    fn skip_microseconds(&mut self, cycles: u64) -> u64 {
        let begins = self.pre_scale == self.pre_scale_reload && self.rested == 0;
        if self.moves() || self.equal_d || !begins {
            return 0;
        }
        let microsecond = u64::from(self.pre_scale_reload) + 1;
        let steady = self.timer_cnt.wrapping_sub(self.us_cnt).wrapping_sub(1);
        let microseconds = (cycles / microsecond).min(steady.into()) as u32;
        let skipped = u64::from(microseconds) * microsecond;
        self.us_cnt = self.us_cnt.wrapping_add(microseconds);
        self.clock_cnt = self.clock_cnt.wrapping_add(skipped as u32);
        skipped
    }

    /// Nothing but the counters moves until the timer requests, as long as no command and no event comes.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        !self.moves() && !self.irq && !self.exc
    }

    /// Cycles from now on that a steady device certainly stays steady.
    #[must_use]
    pub fn steady_cycles(&self) -> u64 {
        // The comparison is that of a microsecond that has just begun: the one before may be the last steady one.
        let microseconds = self.timer_cnt.wrapping_sub(self.us_cnt).wrapping_sub(1);
        let microsecond = u64::from(self.pre_scale_reload) + 1;
        u64::from(self.pre_scale()) + u64::from(microseconds) * microsecond
    }

    fn clock_all(&mut self, command: &Command, events: Events) -> Option<Message> {
        self.catch_up();
        if command.rd {
            self.read(command.address & 15);
        }
        self.clock_interrupts(events);
        self.clock_exceptions(events);
        self.clock_delay();
        if let Some(lock) = &mut self.lock {
            lock.clock();
        }
        let message = if command.wr {
            self.write(command.address & 15, command.wr_data)
        } else {
            None
        };
        self.clock_counters();
        self.irq = self.gate() && !self.gate_d;
        self.exc = self.exc_pend && !self.exc_pend_d;
        self.rest = self.cycles_at_rest();
        message
    }

    /// Lets the counters move by the cycles at rest.
    fn catch_up(&mut self) {
        self.clock_cnt = self.clock_cnt.wrapping_add(self.rested);
        self.pre_scale -= self.rested;
        self.rested = 0;
        self.rest = 0;
    }

    /// Cycles from now on in which only `clock_cnt` and `pre_scale` move without further input.
    fn cycles_at_rest(&self) -> u32 {
        if self.moves() { 0 } else { self.pre_scale }
    }

    fn moves(&self) -> bool {
        self.gate() != self.gate_d
            || self.exc_pend
            || self.exc_pend_d
            || self.software != 0
            || self.clear_all
            || self.dly_block
            || (self.us_cnt == self.timer_cnt) != self.equal_d
            || self.lock.as_ref().is_some_and(|lock| lock.moves())
    }

    #[inline(always)]
    fn clock_interrupts(&mut self, events: Events) {
        let equal = self.us_cnt == self.timer_cnt;
        let timer = u8::from(equal && !self.equal_d);
        self.equal_d = equal;
        self.gate_d = self.gate();
        let mut flags = self.flags | timer | self.software;
        if events.ack_irq {
            self.interrupt_number = self.priority();
            flags &= !(1 << self.interrupt_number);
        }
        if self.clear_all {
            flags = 0;
        }
        self.flags = flags;
        self.software = 0;
        self.clear_all = false;
        if events.ack_irq || events.ack_exc {
            self.int_ena = false;
        }
    }

    #[inline(always)]
    fn clock_exceptions(&mut self, events: Events) {
        self.exc_pend_d = self.exc_pend;
        self.exc_pend = false;
        for (raised, number) in [
            (events.sp_ov, exception::STACK_OVERFLOW),
            (events.null_pointer, exception::NULL_POINTER),
            (events.bounds_error, exception::ARRAY_BOUNDS),
        ] {
            if raised {
                self.exc_pend = true;
                self.exc_type = self.exc_type & !7 | number;
            }
        }
    }

    #[inline(always)]
    fn clock_delay(&mut self) {
        if self.timeout == self.clock_cnt {
            self.dly_block = false;
        }
    }

    #[inline(always)]
    fn clock_counters(&mut self) {
        self.clock_cnt = self.clock_cnt.wrapping_add(1);
        if self.pre_scale == 0 {
            self.pre_scale = self.pre_scale_reload;
            self.us_cnt = self.us_cnt.wrapping_add(1);
        } else {
            self.pre_scale -= 1;
        }
    }

    /// Comes before all else: a read shows the registers of its strobe cycle.
    fn read(&mut self, register: u32) {
        self.rd_data = match register {
            offset::CLOCK_AND_INT_ENA => self.clock_cnt,
            offset::MICROSECONDS_AND_TIMER => self.us_cnt,
            offset::INTERRUPT_NUMBER => self.interrupt_number.into(),
            offset::EXCEPTION => self.exc_type.into(),
            offset::LOCK | offset::CPU_ID_AND_UNLOCK | offset::SIGNAL | offset::CPU_COUNT => {
                self.read_lock(register)
            }
            _ => self.rd_data,
        };
    }

    /// A single processor has number 0 and no lock unit: nothing is halted, no lock fails and no start signal is set.
    fn read_lock(&self, register: u32) -> u32 {
        match (&self.lock, register) {
            (None, offset::CPU_COUNT) => 1,
            (None, _) => 0,
            (Some(lock), offset::LOCK) => lock.read(),
            (Some(lock), offset::CPU_ID_AND_UNLOCK) => lock.cpu_id,
            (Some(lock), offset::SIGNAL) => lock.answer.s_out.into(),
            (Some(lock), _) => lock.cpu_cnt,
        }
    }

    /// Comes after interrupts and exceptions: a write in the cycle of an acknowledge overrides it.
    fn write(&mut self, register: u32, data: u32) -> Option<Message> {
        match register {
            offset::CLOCK_AND_INT_ENA => self.int_ena = data & 1 != 0,
            offset::MICROSECONDS_AND_TIMER => self.timer_cnt = data,
            offset::INTERRUPT_NUMBER if data < SOURCES => self.software = 1 << data,
            offset::WATCHDOG => self.watchdog = data & 1 != 0,
            offset::EXCEPTION => {
                self.exc_type = data as u8;
                self.exc_pend = true;
            }
            offset::LOCK | offset::CPU_ID_AND_UNLOCK => {
                if let Some(lock) = &mut self.lock {
                    lock.write(register == offset::CPU_ID_AND_UNLOCK, data);
                }
            }
            offset::SIGNAL => self.signal = data & 1 != 0,
            offset::INTERRUPT_MASK => self.mask = (data & ((1 << SOURCES) - 1)) as u8,
            offset::CLEAR_INTERRUPTS => self.clear_all = true,
            offset::DELAY => {
                // The release by the old timeout wins over a simultaneous write.
                self.dly_block = self.timeout != self.clock_cnt;
                self.timeout = data;
            }
            offset::STACK_TRACE => return Some(Message::Trace(data)),
            offset::DIAGNOSTIC_TEXT => return Some(Message::Diagnostic(data as u8)),
            offset::EXIT_STATUS => return Some(Message::Exit(data)),
            _ => {}
        }
        None
    }
}
