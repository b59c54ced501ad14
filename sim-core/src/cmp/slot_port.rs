//! A processor's half of the arbiters with slots, `tdma` and `round_robin` (spec 07 sections 2 and 3).
//!
//! ```text
//!                       +-----------+
//!   request, slots ---->|           |--> command    to the memory, in the request's own cycle inside a slot
//!   memory's response ->| slot port |--> response   to the processor, from registers
//!                       +-----------+
//! ```
//!
//! Quirks:
//! - After a read the port is idle although the memory shows `rdy_cnt` 1: the processor sees 0 one cycle later, and the
//!   word is taken by `late`. So a pipelined read works inside a slot and across slots.
//! - Nothing looks at the memory before a command is given: with slots that are too short, processors get each other's words.

use serde::{Deserialize, Serialize};

use crate::simpcon::{Command, Response};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
enum State {
    #[default]
    Idle,
    Pending,
    WaitRead,
    WaitWrite,
}

/// Cycles until the memory's word is taken: `wstate`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Late {
    #[default]
    Idle,
    Wait1,
    Wait0,
}

/// Accesses that may begin in this cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slots {
    pub(super) read: bool,
    pub(super) write: bool,
}

/// Registers, all reset to idle or 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SlotPort {
    state: State,
    late: Late,
    /// The last request; its strobes fall when it reaches the memory.
    saved: Command,
    /// The last word read.
    data: u32,
}

impl SlotPort {
    /// Nothing is under way after this request, and this word was read last.
    pub(super) fn at_rest(last: Command, data: u32) -> Self {
        Self {
            saved: Command {
                rd: false,
                wr: false,
                ..last
            },
            data,
            ..Self::default()
        }
    }

    /// A strobe that is left over, as of a read and a write in one cycle, still gives commands.
    pub(super) fn is_at_rest(&self) -> bool {
        let is_idle = self.state == State::Idle && self.late == Late::Idle;
        is_idle && !self.saved.is_active()
    }

    /// The memory's word is the processor's in this cycle.
    fn takes(&self, memory: Response) -> bool {
        let arrives = memory.rdy_cnt == 0;
        self.state == State::WaitRead && arrives
            || match self.late {
                Late::Idle => false,
                Late::Wait1 => arrives,
                Late::Wait0 => true,
            }
    }

    /// A request has not reached the memory yet.
    pub(super) fn is_pending(&self) -> bool {
        self.state == State::Pending
    }

    /// Answer to the processor in this cycle.
    pub(super) fn response(&self, memory: Response) -> Response {
        Response {
            rd_data: if self.takes(memory) {
                memory.rd_data
            } else {
                self.data
            },
            rdy_cnt: match self.state {
                State::Idle => 0,
                State::Pending => 3,
                State::WaitRead | State::WaitWrite => memory.rdy_cnt,
            },
        }
    }

    /// Command to the memory in this cycle.
    pub(super) fn command(&self, slots: Slots, request: &Command) -> Command {
        let fits = |command: &Command| slots.read && command.rd || slots.write && command.wr;
        if fits(request) {
            *request
        } else if fits(&self.saved) {
            self.saved
        } else {
            Command::IDLE
        }
    }

    /// The edge ending a cycle.
    pub(super) fn clock(&mut self, slots: Slots, request: &Command, memory: Response) {
        let before = self.late;
        if self.takes(memory) {
            self.data = memory.rd_data;
        }
        self.advance(slots, memory.rdy_cnt);
        if request.rd {
            self.saved = *request;
            self.state = State::Pending;
            if slots.read {
                (self.state, self.saved.rd) = (State::WaitRead, false);
            }
        }
        if request.wr {
            self.saved = *request;
            self.state = State::Pending;
            if slots.write {
                (self.state, self.saved.wr) = (State::WaitWrite, false);
            }
        }
        // Overrides what the state has set: spec 07 section 2, step 4.
        match before {
            Late::Wait1 if memory.rdy_cnt == 0 => self.late = Late::Idle,
            Late::Wait1 => self.late = Late::Wait0,
            Late::Wait0 => self.late = Late::Idle,
            Late::Idle => {}
        }
    }

    fn advance(&mut self, slots: Slots, rdy_cnt: u8) {
        match self.state {
            State::Idle => {}
            State::Pending => {
                if slots.read && self.saved.rd {
                    (self.state, self.saved.rd) = (State::WaitRead, false);
                }
                if slots.write && self.saved.wr {
                    (self.state, self.saved.wr) = (State::WaitWrite, false);
                }
            }
            State::WaitRead => {
                match rdy_cnt {
                    2 => self.late = Late::Wait1,
                    1 => self.late = Late::Wait0,
                    _ => {}
                }
                if rdy_cnt <= 1 {
                    self.state = State::Idle;
                }
            }
            State::WaitWrite if rdy_cnt <= 1 => self.state = State::Idle,
            State::WaitWrite => {}
        }
    }
}
