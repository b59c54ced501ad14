//! The port of one processor as its memory side sees it: the arbiter's answers, from the last access and its grant alone.

use std::collections::VecDeque;
use std::sync::Arc;

use sim_core::Probe;
use sim_core::memory_system::MemorySystem;
use sim_core::simpcon::{Command, Response};

use crate::several::timing::Timing;
use crate::sums::Sums;

/// No grant yet.
pub(super) const WAITS: u64 = u64::MAX;

/// An access of main memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Access {
    /// Cycle of the request, and that in which the memory gets it.
    pub(super) issue: u64,
    pub(super) grant: u64,
    pub(super) command: Command,
    /// The word read, or the one that a write replaces.
    pub(super) word: u32,
}

/// The port, and a probe that watches nothing.
#[derive(Debug, Clone)]
pub(super) struct Port {
    timing: Arc<Timing>,
    /// A pipelined request is a read after a read only (`fair`).
    strict: bool,
    last: Access,
    /// The word that it shows before that of the last access.
    before: u32,
    /// Accesses that have been granted already, of an operation that the reference executes once more.
    pub(super) known: VecDeque<Access>,
    /// A request of the cycle that has ended.
    pub(super) asked: Option<(u64, Command)>,
    /// A request came while another one was under way: no processor that waits for its memory does that.
    is_irregular: bool,
}

impl Port {
    /// At rest, after a read of this word.
    pub(super) fn new(timing: Arc<Timing>, strict: bool, data: u32) -> Self {
        Self {
            timing,
            strict,
            last: Access {
                issue: 0,
                grant: 0,
                command: Command::IDLE,
                word: 0,
            },
            before: data,
            known: VecDeque::new(),
            asked: None,
            is_irregular: false,
        }
    }

    /// The arbiter's answer in a cycle after the last request.
    pub(super) fn response(&self, cycle: u64) -> Response {
        let Access {
            grant,
            command,
            word,
            ..
        } = self.last;
        if cycle <= grant && command.is_active() {
            return Response {
                rd_data: self.before,
                rdy_cnt: 3,
            };
        }
        let count = self.timing.count(command.wr);
        let since = cycle - grant;
        let arrived = command.rd && since >= count.done;
        Response {
            rd_data: if arrived { word } else { self.before },
            rdy_cnt: if command.is_active() {
                count.at(since)
            } else {
                0
            },
        }
    }

    /// An access begins; its grant may be known.
    pub(super) fn begin(&mut self, access: Access) {
        if self.last.command.rd {
            self.before = self.last.word;
        }
        self.last = access;
    }

    /// The last access has been granted.
    pub(super) fn grant(&mut self, grant: u64, word: u32) {
        (self.last.grant, self.last.word) = (grant, word);
    }

    /// The reference has asked for another access than one that was granted, or for none.
    pub(super) fn is_irregular_after(&self, cycle: u64) -> bool {
        self.is_irregular || self.known.front().is_some_and(|it| it.issue <= cycle)
    }

    fn request(&mut self, cycle: u64, command: Command) {
        let rdy_cnt = self.response(cycle).rdy_cnt;
        let pipelined = rdy_cnt == 1 && (!self.strict || self.last.command.rd && command.rd);
        if rdy_cnt != 0 && !pipelined || command.rd && command.wr {
            self.is_irregular = true;
            return;
        }
        let mut access = Access {
            issue: cycle,
            grant: WAITS,
            command,
            word: 0,
        };
        if let Some(known) = self.known.pop_front() {
            self.is_irregular |= (known.issue, known.command) != (cycle, command);
            access = known;
        } else {
            self.asked = Some((cycle, command));
        }
        self.begin(access);
    }
}

impl Probe for Port {}

impl Sums for Port {
    const SEES_DISPATCHES: bool = false;
    const SHARED: bool = true;

    fn answer(&mut self, cycle: u64, system: &mut MemorySystem) {
        system.answer(self.response(cycle));
    }

    fn take_request(&mut self, cycle: u64, system: &mut MemorySystem) {
        let command = system.memory.take_command();
        if command.is_active() {
            self.request(cycle, command);
        }
    }
}
