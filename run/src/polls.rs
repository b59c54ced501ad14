//! Polling loops: where a program waits by executing.
//!
//! A loop of the linked code polls if it reads a register of a device at a constant address, if a branch of the loop depends on
//! what it has read, and if it can go round without a call and without a write to memory or a device. An *iteration* lasts from
//! the end of the read to the end of the next one at the same place, unless the program has left the loop, called, written or been interrupted in
//! between. Such an iteration found nothing: its cycles are waiting. The last one, which leaves the loop, is execution.
//!
//! The loop of `Scheduler.choose`, which looks for a thread that can run, is one of them: it waits while there is none.

use std::fmt;
use std::sync::Arc;

use isa::address::{ADDRESS_MASK, DEVICES, Region, system, uart};
use isa::cause::Charge;
use isa::op;
use jopizer::Symbols;
use jopizer::linked_code::Instruction;
use jopizer::symbols::MethodSymbol;

use crate::probes::SCHEDULER;

mod code;
mod decides;

use code::Code;

/// Event that a polling loop waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Awaited {
    /// Room for a byte in the UART.
    Output,
    /// A byte from the UART.
    Input,
    /// A time of one of the clocks.
    Clock,
    /// A change of another device register, by the 23 bits of its address.
    Device(u32),
    /// A thread that can run.
    Thread,
}

impl Awaited {
    /// Charge of the cycles that it takes.
    #[must_use]
    pub fn charge(self) -> Charge {
        match self {
            Self::Output | Self::Input | Self::Device(_) => Charge::WaitIo,
            Self::Clock => Charge::WaitTime,
            Self::Thread => Charge::WaitIdle,
        }
    }

    /// Register at `address`, read by a program that goes on with `after`.
    fn of(address: u32, after: &[Instruction]) -> Self {
        let status = uart::STATUS & ADDRESS_MASK;
        match address {
            _ if address == system::CYCLE_COUNTER & ADDRESS_MASK => Self::Clock,
            _ if address == system::MICROSECOND_COUNTER & ADDRESS_MASK => Self::Clock,
            _ if address == uart::DATA & ADDRESS_MASK => Self::Input,
            _ if address == status => match after {
                [mask, and, ..] if (mask.opcode, and.opcode) == (op::ICONST_1, op::IAND) => {
                    Self::Output
                }
                [mask, and, ..] if (mask.opcode, and.opcode) == (op::ICONST_2, op::IAND) => {
                    Self::Input
                }
                _ => Self::Device(address),
            },
            _ => Self::Device(address),
        }
    }
}

impl fmt::Display for Awaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output => f.write_str("UART output"),
            Self::Input => f.write_str("UART input"),
            Self::Clock => f.write_str("clock"),
            Self::Device(address) if *address == uart::STATUS & ADDRESS_MASK => f.write_str("UART"),
            // As programs push it.
            Self::Device(address) => {
                let below = i64::from(ADDRESS_MASK) + 1 - i64::from(*address);
                write!(f, "device {}", -below)
            }
            Self::Thread => f.write_str("thread to run"),
        }
    }
}

/// Read of a device in a polling loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PollSite {
    /// Word address of the method's code.
    pub method: u32,
    /// Byte offset of the read.
    pub pc: u32,
    /// What it waits for.
    pub awaited: Awaited,
    /// First byte of its innermost loop.
    head: u32,
    /// Byte offsets of the bytecodes of iterations that go round.
    round: Vec<u32>,
}

/// The polling loops of a program, by method and place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Polls(Vec<PollSite>);

impl Polls {
    /// The polling loops of an image with these words. Without symbols its methods are not known, so there are none.
    #[must_use]
    pub fn of(words: &[u32], symbols: Option<&Symbols>) -> Self {
        let methods = symbols.into_iter().flat_map(|symbols| &symbols.methods);
        let mut sites: Vec<PollSite> = methods.flat_map(|it| sites_of(words, it)).collect();
        sites.sort_by_key(|site| (site.method, site.pc));
        Self(sites)
    }

    /// The reads that poll.
    #[must_use]
    pub fn sites(&self) -> &[PollSite] {
        &self.0
    }

    fn at(&self, method: u32, pc: u32) -> Option<usize> {
        let key = |site: &PollSite| (site.method, site.pc);
        self.0.binary_search_by_key(&(method, pc), key).ok()
    }
}

fn sites_of(words: &[u32], method: &MethodSymbol) -> Vec<PollSite> {
    let own = words.iter().skip(method.address as usize);
    let bytes: Vec<u8> = own
        .take(method.words as usize)
        .flat_map(|word| word.to_be_bytes())
        .take(method.bytes as usize)
        .collect();
    if !bytes.contains(&op::JOPSYS_RD) {
        return Vec::new();
    }
    let code = Code::new(&bytes);
    let is_scheduler = (&*method.class, &*method.name) == (SCHEDULER, "choose");
    let reads = 1..code.instructions.len();
    let sites = reads.filter_map(|place| {
        let address = register(&code, place, &bytes)?;
        let (head, round) = code.round(place)?;
        if !decides::branches(&code, place, &round) {
            return None;
        }
        let pc = |place: &usize| code.instructions[*place].pc as u32;
        Some(PollSite {
            method: method.address,
            pc: pc(&place),
            awaited: match is_scheduler {
                true => Awaited::Thread,
                false => Awaited::of(address, &code.instructions[place + 1..]),
            },
            head: pc(&head),
            round: round.iter().map(pc).collect(),
        })
    });
    sites.collect()
}

/// The device register that an instruction reads, if it does and the one before it pushes its address.
fn register(code: &Code, place: usize, bytes: &[u8]) -> Option<u32> {
    let [push, read] = code.instructions.get(place - 1..=place)? else {
        return None;
    };
    let operand = |at: usize| bytes.get(push.pc + at).copied();
    let address = match push.opcode {
        op::BIPUSH => i32::from(operand(1)? as i8),
        op::SIPUSH => i32::from(i16::from_be_bytes([operand(1)?, operand(2)?])),
        _ => return None,
    };
    let address = address as u32 & ADDRESS_MASK;
    let is_read = read.opcode == op::JOPSYS_RD;
    (is_read && Region::of(address) == Region::of(DEVICES)).then_some(address)
}

/// Result of a bytecode's begin for the bytecodes since the last read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// They and the next may still be waiting.
    Stays,
    /// They were an iteration of this site: they waited. It may go round again.
    Round(usize),
    /// They were execution. A new iteration may begin.
    Turns,
}

/// Follows a program in and out of polling loops.
#[derive(Debug, Clone, Default)]
pub struct Stay {
    polls: Arc<Polls>,
    /// The site whose iteration is under way.
    site: Option<usize>,
}

impl Stay {
    /// A program outside of these loops.
    #[must_use]
    pub fn new(polls: Polls) -> Self {
        Self {
            polls: Arc::new(polls),
            site: None,
        }
    }

    /// An iteration is under way: every bytecode is to be reported.
    #[inline(always)]
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.site.is_some()
    }

    /// One of the sites.
    #[must_use]
    pub fn site(&self, number: usize) -> &PollSite {
        &self.polls.0[number]
    }

    /// True if this bytecode has to be reported.
    #[inline(always)]
    #[must_use]
    pub fn concerns(&self, bytecode: u8) -> bool {
        bytecode == op::JOPSYS_RD || self.is_on()
    }

    /// A bytecode begins at this place.
    #[inline(never)]
    pub fn arrive(&mut self, method: u32, pc: u32, bytecode: u8) -> Arrival {
        let read = match bytecode {
            op::JOPSYS_RD => self.polls.at(method, pc),
            _ => None,
        };
        let Some(number) = self.site else {
            self.site = read;
            return Arrival::Turns;
        };
        let site = self.site(number);
        if read == Some(number) {
            return Arrival::Round(number);
        }
        let is_inside = site.method == method && site.round.binary_search(&pc).is_ok();
        let other_loop = read.is_some_and(|read| self.site(read).head != site.head);
        if is_inside && !other_loop {
            return Arrival::Stays;
        }
        self.site = read;
        Arrival::Turns
    }

    /// A call, an interrupt or the end of the recording: what has run since the last read is execution.
    #[inline(always)]
    pub fn leave(&mut self) {
        self.site = None;
    }
}
