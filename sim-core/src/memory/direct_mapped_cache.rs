//! Direct-mapped data cache: 256 lines of one word (spec 05 section 4, spec 15 section 2).
//!
//! ```text
//!               +--------+
//!   command --->| direct |---> rdy_cnt    from the state and the memory
//!               | mapped |---> rd_data
//!   memory  --->| cache  |---> command to the memory
//!               +--------+
//! ```
//!
//! The index is address bits 7 to 0, the tag bits 19 to 8; higher bits are not compared. Writes go through and
//! allocate. Latency from the request: read hit 2, read miss r + 4, write w + 3.
//!
//! Quirks (spec 15 section 2):
//! - A strobe of any class loads the request register while the unit listens.
//! - It listens in every cycle in which it waits for the memory: a fetch that has not ended yet is lost then.
//! - A word fetched in the cycle of a write request keeps its line and tag, but gets the data of the write.
//! - The variant for constants keeps its lines on an invalidation.

use bitvec::vec::BitVec;
use serde::{Deserialize, Serialize};

use crate::simpcon::{CacheClass, Command, Response};

const LINES: usize = 256;

/// States of the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum State {
    Idle,
    /// Compares the tag.
    Read0,
    /// Requests the word from memory.
    Read1,
    /// Waits for the word.
    Read2,
    /// Requests the write.
    Write0,
    /// Waits for the write.
    Write1,
}

/// Variants of the cache: for constants and for static fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Variant {
    /// Of constants: its valid bits are in the RAM, and no invalidation clears them.
    Constants,
    /// Of static fields: its valid bits are flip-flops.
    Statics,
}

impl Variant {
    /// The class of the requests that it answers.
    #[must_use]
    pub fn class(self) -> CacheClass {
        match self {
            Self::Constants => CacheClass::DirectMappedConstant,
            Self::Statics => CacheClass::DirectMapped,
        }
    }
}

/// One word of the RAM.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Line {
    word: u32,
    tag: u16,
    valid: bool,
}

/// Registers and lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectMappedCache {
    variant: Variant,
    state: State,
    /// Request register: address and data of the last strobe it has listened to. Reset 0.
    address: u32,
    wr_data: u32,
    /// Data register. Reset 0.
    rd_data: u32,
    /// The word of `fetch_address` is on the memory's output in this cycle. Reset 0.
    fetch: bool,
    fetch_address: u32,
    /// Output of the RAM: the line of the bus address in the cycle before.
    ram_q: Line,
    /// Valid flip-flop of that line; no trace decides whether it is read in this cycle or with the line.
    valid_q: bool,
    ram: Vec<Line>,
    /// Valid flip-flops. Reset 0; of static fields only.
    #[serde(with = "method_cache::bits")]
    valid: BitVec,
}

impl DirectMappedCache {
    /// An empty cache.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Self {
            variant,
            state: State::Idle,
            address: 0,
            wr_data: 0,
            rd_data: 0,
            fetch: false,
            fetch_address: 0,
            ram_q: Line::default(),
            valid_q: false,
            ram: vec![Line::default(); LINES],
            valid: BitVec::repeat(false, LINES),
        }
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        [self.ram.len(), self.valid.len()] == [LINES; 2] && self.variant == fresh.variant
    }

    /// Answer in this cycle, beside the memory's.
    #[must_use]
    pub fn response(&self, memory: Response) -> Response {
        Response {
            rd_data: if self.fetch {
                memory.rd_data
            } else {
                self.rd_data
            },
            rdy_cnt: match self.state {
                State::Idle => 0,
                State::Read0 | State::Read1 | State::Write0 => 3,
                State::Read2 | State::Write1 => memory.rdy_cnt,
            },
        }
    }

    /// Command to the memory in this cycle.
    #[must_use]
    pub fn memory_command(&self) -> Command {
        Command {
            rd: self.state == State::Read1,
            wr: self.state == State::Write0,
            address: self.address,
            wr_data: self.wr_data,
            class: self.variant.class(),
        }
    }

    /// An edge without a request changes nothing.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.state == State::Idle && !self.fetch
    }

    /// The asynchronous reset of `cinval`: the registers read like this in its whole cycle.
    pub fn reset(&mut self) {
        self.state = State::Idle;
        (self.address, self.wr_data) = (0, 0);
        (self.fetch, self.fetch_address) = (false, 0);
        self.rd_data = 0;
        if self.variant == Variant::Statics {
            self.valid.fill(false);
        }
    }

    /// The edge ending a cycle, with the bus in it: strobes of every class.
    pub fn clock(&mut self, bus: &Command, memory: Response) {
        let listens = matches!(self.state, State::Idle | State::Write1 | State::Read2);
        let done = memory.rdy_cnt <= 1;
        let hit = self.hit();
        let fetched = self.fetch.then_some(self.fetch_address);
        // The RAM shows the old line to a read of the cycle in which it is written.
        let ram_q = self.ram[index(bus.address)];
        let valid_q = self.valid[index(bus.address)];
        self.rd_data = self.response(memory).rd_data;
        self.write_line(fetched, memory.rd_data);
        self.fetch = false;
        self.state = match self.state {
            State::Read0 if hit => {
                self.rd_data = self.ram_q.word;
                State::Idle
            }
            State::Read0 => State::Read1,
            State::Read1 => State::Read2,
            State::Read2 if done => {
                self.fetch = true;
                self.fetch_address = self.address;
                State::Idle
            }
            State::Write0 => State::Write1,
            State::Write1 if done => State::Idle,
            waiting => waiting,
        };
        (self.ram_q, self.valid_q) = (ram_q, valid_q);
        if listens && bus.is_active() {
            (self.address, self.wr_data) = (bus.address, bus.wr_data);
            if bus.class == self.variant.class() {
                self.state = if bus.wr { State::Write0 } else { State::Read0 };
            }
        }
    }

    /// The word of a read of `address`, if its line is here.
    #[must_use]
    pub(crate) fn find(&self, address: u32) -> Option<u32> {
        let line = &self.ram[index(address)];
        let valid = match self.variant {
            Variant::Constants => line.valid,
            Variant::Statics => self.valid[index(address)],
        };
        (valid && line.tag == tag(address)).then_some(line.word)
    }

    /// A strobe of any class that the idle unit listens to.
    #[inline(always)]
    pub(crate) fn listen(&mut self, bus: &Command) {
        (self.address, self.wr_data) = (bus.address, bus.wr_data);
    }

    /// A request of its class from the idle unit's edge to the last one of it; `word` is what memory has for it.
    pub(crate) fn complete(&mut self, bus: &Command, word: u32) -> bool {
        let found = if bus.wr { None } else { self.find(bus.address) };
        if let Some(word) = found {
            self.rd_data = word;
            return true;
        }
        if !bus.wr {
            (self.rd_data, self.fetch_address) = (word, bus.address);
        }
        let at = index(bus.address);
        self.ram[at] = Line {
            word: if bus.wr { bus.wr_data } else { word },
            tag: tag(bus.address),
            valid: true,
        };
        self.valid.set(at, true);
        false
    }

    /// The RAM's output after an idle cycle with this address on the bus.
    pub(crate) fn rest(&mut self, address: u32) {
        self.ram_q = self.ram[index(address)];
        self.valid_q = self.valid[index(address)];
    }

    fn hit(&self) -> bool {
        let valid = match self.variant {
            Variant::Constants => self.ram_q.valid,
            Variant::Statics => self.valid_q,
        };
        valid && self.ram_q.tag == tag(self.address)
    }

    /// Writes the line of a fetched word, of a write request, or of both at once.
    fn write_line(&mut self, fetched: Option<u32>, fetched_word: u32) {
        let writes = self.state == State::Write0;
        let Some(address) = fetched.or(writes.then_some(self.address)) else {
            return;
        };
        // The data is the request's, line and tag stay the fetch's: spec 15 section 2.
        let word = if writes { self.wr_data } else { fetched_word };
        self.ram[index(address)] = Line {
            word,
            tag: tag(address),
            valid: true,
        };
        self.valid.set(index(address), true);
        if writes {
            self.valid.set(index(self.address), true);
        }
    }
}

fn index(address: u32) -> usize {
    address as usize % LINES
}

fn tag(address: u32) -> u16 {
    (address >> 8 & 0xFFF) as u16
}
