//! Direct-mapped data cache: 256 lines of one word (spec 05 section 4). As specified, not verified.
//!
//! The index is address bits 7 to 0, the tag bits 19 to 8; higher bits are not compared. Writes go through and
//! allocate. The variant for constants keeps its lines on an invalidation.
//!
//! Latency from the request: read hit 2, read miss r + 4, write w + 3.

use bitvec::vec::BitVec;
use serde::{Deserialize, Serialize};

use crate::simpcon::{Command, Response};

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

/// Registers and lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectMappedCache {
    state: State,
    address: u32,
    wr_data: u32,
    rd_data: u32,
    /// Line to fill: the word of this address is on the memory's output in this cycle.
    fetch: Option<u32>,
    /// Line read from the RAM in the cycle of the request: its word, if it holds the address.
    looked_up: Option<u32>,
    data: Vec<u32>,
    tags: Vec<u16>,
    valid: BitVec,
    constant: bool,
}

impl DirectMappedCache {
    /// An empty cache; `constant` is the variant that ignores invalidations.
    #[must_use]
    pub fn new(constant: bool) -> Self {
        Self {
            state: State::Idle,
            address: 0,
            wr_data: 0,
            rd_data: 0,
            fetch: None,
            looked_up: None,
            data: vec![0; LINES],
            tags: vec![0; LINES],
            valid: BitVec::repeat(false, LINES),
            constant,
        }
    }

    /// Whether these registers can be those of the machine that `fresh` belongs to: sizes and constants are the same, and no
    /// register exceeds its width.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        let lines = [self.data.len(), self.tags.len(), self.valid.len()];
        lines == [LINES; 3] && self.constant == fresh.constant
    }

    /// Answer in this cycle, beside the memory's.
    #[must_use]
    pub fn response(&self, memory: Response) -> Response {
        Response {
            rd_data: if self.fetch.is_some() {
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
            ..Command::IDLE
        }
    }

    /// An edge without a request changes nothing.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.state == State::Idle && self.fetch.is_none()
    }

    /// The edge ending a cycle; `request` is active only when its class is this cache's.
    pub fn clock(&mut self, request: &Command, memory: Response, invalidate: bool) {
        if invalidate && !self.constant {
            self.valid.fill(false);
            self.state = State::Idle;
            self.fetch = None;
            self.rd_data = 0;
            return;
        }
        let fetched = self.fetch.take();
        let done = memory.rdy_cnt <= 1;
        self.state = match self.state {
            State::Idle => self.accept(request),
            State::Read0 => self.compare(),
            State::Read1 => State::Read2,
            State::Read2 if done => {
                self.fetch = Some(self.address);
                self.accept(request)
            }
            State::Write0 => {
                self.fill(self.address, self.wr_data);
                State::Write1
            }
            State::Write1 if done => self.accept(request),
            waiting => waiting,
        };
        // The write comes last: a request of the same cycle has read the old line.
        if let Some(address) = fetched {
            self.rd_data = memory.rd_data;
            self.fill(address, memory.rd_data);
        }
    }

    fn accept(&mut self, request: &Command) -> State {
        if !request.is_active() {
            return State::Idle;
        }
        let line = line(request.address);
        let hit = self.valid[line] && self.tags[line] == tag(request.address);
        self.looked_up = hit.then_some(self.data[line]);
        self.address = request.address;
        if request.rd {
            State::Read0
        } else {
            self.wr_data = request.wr_data;
            State::Write0
        }
    }

    fn compare(&mut self) -> State {
        match self.looked_up {
            Some(word) => {
                self.rd_data = word;
                State::Idle
            }
            None => State::Read1,
        }
    }

    fn fill(&mut self, address: u32, word: u32) {
        let line = line(address);
        self.data[line] = word;
        self.tags[line] = tag(address);
        self.valid.set(line, true);
    }
}

fn line(address: u32) -> usize {
    address as usize % LINES
}

fn tag(address: u32) -> u16 {
    (address >> 8 & 0xFFF) as u16
}
