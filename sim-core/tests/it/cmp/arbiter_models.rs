//! The arbiters as spec 07 sections 2 to 5 have them: lists of assignments, a later one overrides. Slow, and independent of
//! `sim-core/src/cmp`.

use isa::{ArbiterKind, Slots};
use sim_core::simpcon::{Command, Response};

/// States by the page's names.
#[derive(Debug, Clone, Copy, PartialEq)]
enum S {
    Idle,
    Pending,
    WaitR,
    WaitW,
    Read,
    Write,
    SendR,
    SendW,
}

/// Registers of a processor, of all arbiters together.
#[derive(Debug, Clone)]
struct P {
    state: S,
    /// 0 idle, 1 wait1, 2 wait0.
    wstate: u8,
    reg: Command,
    data: u32,
    /// 0 idl, 1 servR, 2 servW; `serve` of fixed priority.
    mode: u8,
    pipelined: bool,
}

/// An arbiter.
#[derive(Debug, Clone)]
pub(super) struct Model {
    kind: ArbiterKind,
    pub(super) counter: usize,
    waiting: bool,
    p: Vec<P>,
}

/// What the arbiter shows in a cycle: command to the memory, answers to the processors.
pub(super) type Outputs = (Option<Command>, Vec<Response>);

impl Model {
    pub(super) fn new(kind: ArbiterKind, n: usize) -> Self {
        let p = P {
            state: S::Idle,
            wstate: 0,
            reg: Command::IDLE,
            data: 0,
            mode: 0,
            pipelined: false,
        };
        Self {
            kind,
            counter: 0,
            waiting: false,
            p: vec![p; n],
        }
    }

    /// One cycle.
    pub(super) fn cycle(&mut self, req: &[Command], mem: Response) -> Outputs {
        match self.kind {
            ArbiterKind::Fair => self.fair(req, mem),
            ArbiterKind::FixedPriority => self.fixed_priority(req, mem),
            _ => self.slots(req, mem),
        }
    }

    fn slot(&self, i: usize, rdy: u8) -> (bool, bool) {
        match self.kind {
            ArbiterKind::Tdma(Slots {
                slot,
                read_gap,
                write_gap,
            }) => {
                let slot = usize::from(slot);
                let inside =
                    |gap: u8| (i * slot..(i + 1) * slot - usize::from(gap)).contains(&self.counter);
                (inside(read_gap), inside(write_gap))
            }
            _ => (self.counter == i && rdy <= 1, self.counter == i && rdy <= 1),
        }
    }

    fn slots(&mut self, req: &[Command], mem: Response) -> Outputs {
        let (mut command, mut answers) = (None, Vec::new());
        for i in 0..self.p.len() {
            let (rdslot, wrslot) = self.slot(i, mem.rdy_cnt);
            let (old, req) = (self.p[i].clone(), req[i]);
            for it in [old.reg, req] {
                if rdslot && it.rd || wrslot && it.wr {
                    command = Some(it);
                }
            }
            let new = &mut self.p[i];
            let (mut rdy, mut take) = (0, false);
            if old.state == S::Pending {
                rdy = 3;
                if rdslot && old.reg.rd {
                    (new.state, new.reg.rd) = (S::WaitR, false);
                }
                if wrslot && old.reg.wr {
                    (new.state, new.reg.wr) = (S::WaitW, false);
                }
            }
            if old.state == S::WaitR {
                new.wstate = [new.wstate, 2, 1, new.wstate][usize::from(mem.rdy_cnt)];
                take |= mem.rdy_cnt == 0;
            }
            if old.state == S::WaitR || old.state == S::WaitW {
                rdy = mem.rdy_cnt;
                if rdy <= 1 {
                    new.state = S::Idle;
                }
            }
            if req.rd {
                (new.reg, new.state) = (req, S::Pending);
                if rdslot {
                    (new.state, new.reg.rd) = (S::WaitR, false);
                }
            }
            if req.wr {
                (new.reg, new.state) = (req, S::Pending);
                if wrslot {
                    (new.state, new.reg.wr) = (S::WaitW, false);
                }
            }
            if old.wstate == 1 {
                new.wstate = 2;
                if mem.rdy_cnt == 0 {
                    (take, new.wstate) = (true, 0);
                }
            }
            if old.wstate == 2 {
                (take, new.wstate) = (true, 0);
            }
            if take {
                new.data = mem.rd_data;
            }
            answers.push(Response {
                rd_data: new.data,
                rdy_cnt: rdy,
            });
        }
        let length = match self.kind {
            ArbiterKind::Tdma(slots) => self.p.len() * usize::from(slots.slot),
            _ => self.p.len(),
        };
        if matches!(self.kind, ArbiterKind::Tdma(_)) || mem.rdy_cnt <= 1 {
            self.counter = (self.counter + 1) % length;
        }
        (command, answers)
    }

    fn fair(&mut self, req: &[Command], mem: Response) -> Outputs {
        let rdy = mem.rdy_cnt;
        let (mut command, mut answers, mut decides) = (None, Vec::new(), None);
        for i in 0..self.p.len() {
            let (old, req, slot) = (self.p[i].clone(), req[i], self.counter == i);
            let mut pl = false;
            let t = match old.state {
                S::Idle if slot && old.mode == 1 && rdy == 1 && req.rd => {
                    pl = true;
                    S::Read
                }
                S::Idle if slot && rdy == 0 => strobe(req, S::Read, S::Write),
                S::Idle => strobe(req, S::WaitR, S::WaitW),
                S::WaitR if rdy == 0 && slot => S::SendR,
                S::WaitW if rdy == 0 && slot => S::SendW,
                S::WaitR | S::WaitW => old.state,
                S::Read => {
                    pl = old.pipelined;
                    S::Idle
                }
                _ => S::Idle,
            };
            command = given(t, req, old.reg).or(command);
            let set = set(t);
            let mode = match old.mode {
                0 => set,
                _ if rdy == 0 && set == 0 => 0,
                mode => mode,
            };
            if mode != 0 && decides.is_none() {
                decides = Some(rdy == 1 && !req.rd);
            }
            let memory_word = match old.state {
                S::Idle => old.mode == 1 && rdy == 0,
                S::Read => old.mode == 1 && (rdy == 0 || rdy >= 2 && pl),
                S::WaitR => old.mode == 1,
                _ => false,
            };
            answers.push(Response {
                rd_data: if memory_word { mem.rd_data } else { old.data },
                rdy_cnt: match old.state {
                    S::Idle if old.mode == 0 => 0,
                    S::WaitR | S::WaitW => 3,
                    _ => rdy,
                },
            });
            let new = &mut self.p[i];
            if old.mode == 1 && (rdy == 0 || rdy >= 2 && pl) {
                new.data = mem.rd_data;
            }
            if req.is_active() {
                new.reg = req;
            }
            (new.state, new.mode, new.pipelined) = (t, mode, pl);
        }
        if decides.unwrap_or(true) {
            self.counter = (self.counter + 1) % self.p.len();
        }
        (command, answers)
    }

    fn fixed_priority(&mut self, req: &[Command], mem: Response) -> Outputs {
        let rdy = mem.rdy_cnt;
        let (mut command, mut answers) = (None, Vec::new());
        let before = self.p.clone();
        for (i, old) in before.iter().enumerate() {
            let waits = |it: &P| it.state == S::WaitR || it.state == S::WaitW;
            let t = match old.state {
                S::Idle if old.mode == 1 && rdy == 1 && req[i].rd => S::Read,
                S::Idle if rdy != 0 || self.waiting || req[..i].iter().any(Command::is_active) => {
                    strobe(req[i], S::WaitR, S::WaitW)
                }
                S::Idle => strobe(req[i], S::Read, S::Write),
                S::WaitR if rdy == 0 && !before[..i].iter().any(waits) => S::SendR,
                S::WaitW if rdy == 0 && !before[..i].iter().any(waits) => S::SendW,
                S::WaitR | S::WaitW => old.state,
                _ => S::Idle,
            };
            command = given(t, req[i], old.reg).or(command);
            answers.push(Response {
                rd_data: mem.rd_data,
                rdy_cnt: match old.state {
                    S::Idle if old.mode == 0 => 0,
                    S::WaitR | S::WaitW => 3,
                    _ => rdy,
                },
            });
            let new = &mut self.p[i];
            new.mode = match old.mode {
                _ if set(t) != 0 => 1,
                _ if rdy == 0 => 0,
                mode => mode,
            };
            if req[i].is_active() {
                new.reg = req[i];
            }
            new.state = t;
        }
        let mut states = self.p.iter().map(|it| it.state);
        self.waiting = states.any(|it| it == S::WaitR || it == S::WaitW);
        (command, answers)
    }
}

fn strobe(req: Command, read: S, write: S) -> S {
    match (req.rd, req.wr) {
        (true, _) => read,
        (_, true) => write,
        _ => S::Idle,
    }
}

fn given(t: S, req: Command, reg: Command) -> Option<Command> {
    match t {
        S::Read | S::Write => Some(req),
        S::SendR => Some(Command {
            rd: true,
            wr: false,
            ..reg
        }),
        S::SendW => Some(reg),
        _ => None,
    }
}

fn set(t: S) -> u8 {
    match t {
        S::Read | S::SendR => 1,
        S::Write | S::SendW => 2,
        _ => 0,
    }
}
