//! Fully associative data cache: 16 lines of one word, the least recently used one is replaced (spec 05
//! section 4, spec 15 section 2).
//!
//! ```text
//!               +-------+
//!   command --->|       |---> rdy_cnt, rd_data
//!               |  LRU  |
//!   memory  --->| cache |---> command to the memory     from a register
//!               +-------+
//! ```
//!
//! Address bits 19 to 0 are compared. Writes go through and allocate. The lines form a shift list, the most
//! recently used one first; each names the slot of the data RAM that holds its word.
//!
//! Latency from the request: read hit 2, read miss r + 5, write w + 4.
//!
//! Quirks (spec 15 section 2):
//! - A strobe of any class loads the request register in any state: the word that a miss fetches gets the
//!   tag of the address in it by then.
//! - A request taken in the cycle in which a fetched word comes in keeps that word out of the list.
//! - A request with both strobes is taken twice, the write first.

use serde::{Deserialize, Serialize};

use crate::simpcon::{CacheClass, Command, Response};

const LINES: usize = 16;
const TAG_MASK: u32 = (1 << 20) - 1;

/// States of the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum State {
    Idle,
    /// The read is on its way to the memory.
    Read0,
    /// Waits for the word.
    Read1,
    /// Takes the word in.
    Read2,
    /// The write is on its way to the memory.
    Write0,
    /// Waits for the write.
    Write1,
}

/// One entry of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Line {
    slot: u8,
    tag: u32,
    valid: bool,
}

/// Lines with the tag of the request.
#[derive(Debug, Clone, Copy)]
struct Hit {
    /// Last of them in the list.
    line: usize,
    /// Their slots, or-ed.
    slot: u8,
}

/// Registers and lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LruCache {
    state: State,
    /// Request register: the bus of the last strobe, until its request is taken. Reset 0.
    request: Command,
    /// Command to the memory in this cycle.
    memory_command: Command,
    /// Data register. Reset 0.
    rd_data: u32,
    /// The word of a miss is on the memory's output in this cycle. Reset 0.
    fetch: bool,
    /// The word of a hit is on the RAM's output in this cycle. Reset 0.
    hit: bool,
    ram_q: u32,
    ram: [u32; LINES],
    /// The list, the most recently used line first.
    lines: [Line; LINES],
}

impl LruCache {
    /// An empty cache.
    #[must_use]
    pub fn new() -> Self {
        Self {
            state: State::Idle,
            request: Command::IDLE,
            memory_command: Command::IDLE,
            rd_data: 0,
            fetch: false,
            hit: false,
            ram_q: 0,
            ram: [0; LINES],
            lines: empty_list(),
        }
    }

    /// Checks that no value is wider than its register.
    pub(crate) fn fits(&self) -> bool {
        let in_ram = |line: &Line| usize::from(line.slot) < LINES && line.tag <= TAG_MASK;
        self.lines.iter().all(in_ram)
    }

    /// Answer in this cycle, beside the memory's.
    #[must_use]
    pub fn response(&self, memory: Response) -> Response {
        let rdy_cnt = match self.state {
            State::Idle | State::Write1 | State::Read2 if self.has_request() => 3,
            State::Idle => 0,
            State::Read1 if memory.rdy_cnt <= 1 => 2,
            State::Read0 | State::Read1 | State::Write0 => 3,
            State::Read2 => 1,
            State::Write1 => memory.rdy_cnt,
        };
        let rd_data = if self.fetch {
            memory.rd_data
        } else if self.hit {
            self.ram_q
        } else {
            self.rd_data
        };
        Response { rd_data, rdy_cnt }
    }

    /// Command to the memory in this cycle.
    #[must_use]
    pub fn memory_command(&self) -> Command {
        self.memory_command
    }

    /// An edge without a request changes nothing.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        let moves = self.fetch || self.hit || self.has_request() || self.memory_command.is_active();
        self.state == State::Idle && !moves
    }

    /// The asynchronous reset of `cinval`: the registers read like this in its whole cycle. The command to the
    /// memory still drives in it.
    pub fn reset(&mut self) {
        *self = Self {
            memory_command: self.memory_command,
            ram_q: self.ram_q,
            ram: self.ram,
            ..Self::new()
        };
    }

    /// The edge ending a cycle, with the bus in it: strobes of every class.
    pub fn clock(&mut self, bus: &Command, memory: Response) {
        self.rd_data = self.response(memory).rd_data;
        self.hit = false;
        self.fetch = self.state == State::Read2;
        self.memory_command = Command {
            rd: false,
            wr: false,
            ..self.request
        };
        let fetched = (self.state == State::Read2).then_some(memory.rd_data);
        let listens = matches!(self.state, State::Idle | State::Write1 | State::Read2);
        self.state = if listens && self.has_request() {
            self.take_request(fetched)
        } else {
            self.go_on(memory, fetched)
        };
        if bus.is_active() {
            self.request = *bus;
        }
    }

    /// The word of a read of `address`, if a line has it. Which words it finds changes when the last line is replaced first.
    #[must_use]
    pub(crate) fn find_word(&self, address: u32, replaced: bool) -> Option<u32> {
        let lines = &self.lines[..LINES - usize::from(replaced)];
        let hit = find(lines, address & TAG_MASK)?;
        Some(self.ram[usize::from(hit.slot)])
    }

    /// A strobe of any class that the idle unit hears, and the edge after it.
    #[inline(always)]
    pub(crate) fn listen(&mut self, bus: &Command) {
        self.request = *bus;
        if bus.class == CacheClass::FullyAssociative {
            (self.request.rd, self.request.wr) = (false, false);
        }
        self.rest();
    }

    /// The command to the memory after idle cycles.
    #[inline(always)]
    pub(crate) fn rest(&mut self) {
        self.memory_command = Command {
            rd: false,
            wr: false,
            ..self.request
        };
    }

    /// A request of its class, after [`LruCache::listen`], up to its last edge; `word` is what memory has for it.
    pub(crate) fn complete(&mut self, bus: &Command, word: u32) -> bool {
        let hit = self.find();
        let last_slot = self.lines[LINES - 1].slot;
        let (line, slot) = hit.map_or((LINES - 1, last_slot), |hit| (hit.line, hit.slot));
        self.put_in_front(line, slot);
        let kept = &mut self.ram[usize::from(slot)];
        if bus.wr {
            *kept = bus.wr_data;
        } else if hit.is_some() {
            self.ram_q = *kept;
            self.rd_data = *kept;
        } else {
            *kept = word;
            self.rd_data = word;
        }
        hit.is_some()
    }

    fn has_request(&self) -> bool {
        self.request.is_active() && self.request.class == CacheClass::FullyAssociative
    }

    fn go_on(&mut self, memory: Response, fetched: Option<u32>) -> State {
        let done = memory.rdy_cnt <= 1;
        if let Some(word) = fetched {
            let slot = self.lines[LINES - 1].slot;
            self.put_in_front(LINES - 1, slot);
            self.ram[usize::from(slot)] = word;
        }
        match self.state {
            State::Read0 => State::Read1,
            State::Read1 if done => State::Read2,
            State::Read2 => State::Idle,
            State::Write0 => State::Write1,
            State::Write1 if done => State::Idle,
            waiting => waiting,
        }
    }

    fn take_request(&mut self, fetched: Option<u32>) -> State {
        let last_slot = self.lines[LINES - 1].slot;
        let hit = self.find();
        if self.request.wr {
            self.request.wr = false;
            let (line, slot) = hit.map_or((LINES - 1, last_slot), |hit| (hit.line, hit.slot));
            self.put_in_front(line, slot);
            self.ram[usize::from(slot)] = self.request.wr_data;
            self.memory_command.wr = true;
            return State::Write0;
        }
        self.request.rd = false;
        let state = if let Some(Hit { line, slot }) = hit {
            self.put_in_front(line, slot);
            self.ram_q = self.ram[usize::from(slot)];
            self.hit = true;
            State::Idle
        } else {
            self.memory_command.rd = true;
            State::Read0
        };
        // The fetched word is written, but no line names its slot: spec 15 section 2.
        if let Some(word) = fetched {
            self.ram[usize::from(last_slot)] = word;
        }
        state
    }

    fn find(&self) -> Option<Hit> {
        find(&self.lines, self.request.address & TAG_MASK)
    }

    /// Shifts the list down to `line` and puts the address of the request in front, its word in `slot`.
    fn put_in_front(&mut self, line: usize, slot: u8) {
        self.lines.copy_within(..line, 1);
        self.lines[0] = Line {
            slot,
            tag: self.request.address & TAG_MASK,
            valid: true,
        };
    }
}

fn find(lines: &[Line], tag: u32) -> Option<Hit> {
    let matches = |line: &Line| u32::from(line.valid && line.tag == tag);
    let lines_of_tag = lines.iter().enumerate();
    let mut found = lines_of_tag.fold(0, |found, (n, line)| found | matches(line) << n);
    let last = found.checked_ilog2()? as usize;
    let mut slot = 0;
    while found != 0 {
        slot |= lines[found.trailing_zeros() as usize].slot;
        found &= found - 1;
    }
    Some(Hit { line: last, slot })
}

impl Default for LruCache {
    fn default() -> Self {
        Self::new()
    }
}

/// Line i names slot i; none is valid.
fn empty_list() -> [Line; LINES] {
    std::array::from_fn(|slot| Line {
        slot: slot as u8,
        tag: 0,
        valid: false,
    })
}
