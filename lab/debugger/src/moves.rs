//! Steps in both directions. A step back restores a snapshot and runs forward again, so both share their conditions.

use run::checkpoint::Moment;

use crate::breakpoints::number;
use crate::commands::Action;
use crate::conditions::{Cause, Conditions, Goal, Origin};
use crate::error::CommandError;
use crate::session::Session;
use crate::text;

/// Steps at most in one command.
const MOST_STEPS: u64 = 100_000_000;

/// Destination of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Move {
    Steps {
        kind: Action,
        count: u64,
        back: bool,
    },
    To(u64),
}

impl Move {
    pub(crate) fn read(action: Action, arguments: &str) -> Result<Self, CommandError> {
        let (kind, back) = match action {
            Action::Back(kind) => (*kind, true),
            kind => (kind, false),
        };
        if kind == Action::Restart {
            return Ok(Self::To(0));
        }
        if kind == Action::Goto {
            return Ok(Self::To(number(arguments)?));
        }
        let count = if arguments.is_empty() {
            1
        } else {
            number(arguments)?
        };
        if (1..=MOST_STEPS).contains(&count) {
            Ok(Self::Steps { kind, count, back })
        } else {
            Err(CommandError::new(format!(
                "{count} steps: at least 1 and at most {MOST_STEPS}"
            )))
        }
    }
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// The program has ended.
    pub ended: bool,
    /// The cycle that was asked for is reached.
    pub arrived: bool,
    /// Reason and place.
    pub text: String,
}

impl Session {
    /// Runs; returns reason and place of the stop.
    pub(crate) fn go(&mut self, to: Move) -> String {
        match to {
            Move::To(cycle) => self.go_to(cycle),
            Move::Steps {
                kind: Action::Cycle,
                count,
                back,
            } => {
                let now = self.timeline.cycle();
                self.go_to(if back {
                    now.saturating_sub(count)
                } else {
                    now.saturating_add(count)
                })
            }
            Move::Steps { kind, count, back } => self.steps(kind, count, back),
        }
    }

    /// Runs forward up to a cycle, a breakpoint, or where the program has ended or cannot go on.
    pub fn run_until(&mut self, cycle: u64) -> Arrival {
        let goal = Goal::Breakpoint;
        let conditions = Conditions::new(goal, &self.breakpoints, &self.names, &mut self.interrupt);
        let mut conditions = conditions.forward();
        let mut moment = self.timeline.run(cycle, &mut conditions);
        // A short run ends before it looks.
        if moment == Moment::Limit && conditions.stands(&self.timeline.machine().state) {
            moment = Moment::Watched;
        }
        let cause = conditions.cause;
        Arrival {
            ended: moment == Moment::End,
            arrived: moment == Moment::Limit,
            text: self.arrival(moment, cause),
        }
    }

    /// Goes to a cycle without regard to breakpoints.
    fn go_to(&mut self, cycle: u64) -> String {
        let back = cycle < self.timeline.cycle();
        if back {
            let moment = self.timeline.goto(cycle);
            return self.arrival(moment, None);
        }
        let mut conditions =
            Conditions::new(Goal::Breakpoint, &[], &self.names, &mut self.interrupt);
        let moment = self.timeline.run(cycle, &mut conditions);
        let cause = conditions.cause;
        self.arrival(moment, cause)
    }

    fn steps(&mut self, kind: Action, count: u64, back: bool) -> String {
        for step in 1..=count {
            let goal = self.goal(kind);
            let mut conditions =
                Conditions::new(goal, &self.breakpoints, &self.names, &mut self.interrupt);
            let (moment, cause) = if back {
                let moment = self.timeline.run_back(&mut conditions);
                (moment, conditions.cause)
            } else {
                conditions = conditions.forward();
                let moment = self.timeline.run(u64::MAX, &mut conditions);
                (moment, conditions.cause)
            };
            let goes_on = moment == Moment::Watched && matches!(cause, Some(Cause::Goal));
            if !goes_on || step == count {
                return self.arrival(moment, cause);
            }
        }
        text::place(self)
    }

    fn goal(&self, kind: Action) -> Goal {
        let position = self.position();
        let origin = Origin {
            method: position.method,
            line: self
                .names
                .line(position.method, position.pc)
                .map(|(_, line)| line),
            vp: self.timeline.machine().state.stack.vp(),
        };
        match kind {
            Action::Step => Goal::Line(origin),
            Action::Next => Goal::LineOver(origin),
            Action::Finish => Goal::Out(origin),
            Action::Bytecode => Goal::Bytecode,
            Action::Micro => Goal::Microinstruction,
            _ => Goal::Breakpoint,
        }
    }
}
