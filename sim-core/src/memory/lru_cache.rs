//! Fully associative data cache: 16 lines of one word, the least recently used one is replaced (spec 05
//! section 4). As specified, not verified.
//!
//! Address bits 19 to 0 are compared. Writes go through and allocate. The lines form a list, the most recently
//! used one first.
//!
//! Latency from the request: read hit 2, read miss r + 5, write w + 4.

use serde::{Deserialize, Serialize};

use crate::simpcon::{Command, Response};

const LINES: usize = 16;
const TAG_MASK: u32 = (1 << 20) - 1;

/// States of the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum State {
    /// Takes a request and looks up the one registered before.
    Idle,
    /// Requests the word from memory.
    Read0,
    /// Waits for the word.
    Read1,
    /// Takes the word in.
    Read2,
    /// Requests the write.
    Write0,
    /// Waits for the write.
    Write1,
}

/// One line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Line {
    tag: u32,
    word: u32,
}

/// A request, registered in its cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Request {
    address: u32,
    write: Option<u32>,
}

/// Registers and lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LruCache {
    state: State,
    pending: Option<Request>,
    current: Request,
    rd_data: u32,
    /// Valid lines, the most recently used one first.
    lines: Vec<Line>,
}

impl LruCache {
    /// An empty cache.
    #[must_use]
    pub fn new() -> Self {
        Self {
            state: State::Idle,
            pending: None,
            current: Request {
                address: 0,
                write: None,
            },
            rd_data: 0,
            lines: Vec::with_capacity(LINES),
        }
    }

    /// Whether it holds no more lines than the hardware.
    pub(crate) fn fits(&self) -> bool {
        self.lines.len() <= LINES
    }

    /// Answer in this cycle, beside the memory's.
    #[must_use]
    pub fn response(&self, memory: Response) -> Response {
        let rdy_cnt = match self.state {
            State::Idle if self.pending.is_none() => 0,
            State::Idle | State::Read0 | State::Write0 => 3,
            State::Read1 if memory.rdy_cnt <= 1 => 2,
            State::Read1 => 3,
            State::Read2 => 1,
            State::Write1 => memory.rdy_cnt,
        };
        Response {
            rd_data: self.rd_data,
            rdy_cnt,
        }
    }

    /// Command to the memory in this cycle.
    #[must_use]
    pub fn memory_command(&self) -> Command {
        Command {
            rd: self.state == State::Read0,
            wr: self.state == State::Write0,
            address: self.current.address,
            wr_data: self.current.write.unwrap_or(0),
            ..Command::IDLE
        }
    }

    /// An edge without a request changes nothing.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.state == State::Idle && self.pending.is_none()
    }

    /// The edge ending a cycle; `request` is active only when its class is this cache's.
    pub fn clock(&mut self, request: &Command, memory: Response, invalidate: bool) {
        if invalidate {
            *self = Self::new();
            return;
        }
        let done = memory.rdy_cnt <= 1;
        self.state = match self.state {
            State::Idle => self.look_up(),
            State::Read0 => State::Read1,
            State::Read1 if done => State::Read2,
            State::Read2 => {
                self.rd_data = memory.rd_data;
                self.insert(memory.rd_data);
                State::Idle
            }
            State::Write0 => State::Write1,
            State::Write1 if done => State::Idle,
            waiting => waiting,
        };
        if request.is_active() {
            self.pending = Some(Request {
                address: request.address,
                write: request.wr.then_some(request.wr_data),
            });
        }
    }

    fn look_up(&mut self) -> State {
        let Some(request) = self.pending.take() else {
            return State::Idle;
        };
        self.current = request;
        let tag = request.address & TAG_MASK;
        let hit = self.lines.iter().position(|line| line.tag == tag);
        match (request.write, hit) {
            (Some(word), _) => {
                self.insert(word);
                State::Write0
            }
            (None, Some(position)) => {
                self.rd_data = self.lines[position].word;
                self.lines[..=position].rotate_right(1);
                State::Idle
            }
            (None, None) => State::Read0,
        }
    }

    /// Puts the current word at the front, in place of its old line or of the least recently used one.
    fn insert(&mut self, word: u32) {
        let tag = self.current.address & TAG_MASK;
        self.lines.retain(|line| line.tag != tag);
        self.lines.truncate(LINES - 1);
        self.lines.insert(0, Line { tag, word });
    }
}

impl Default for LruCache {
    fn default() -> Self {
        Self::new()
    }
}
