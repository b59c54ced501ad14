//! State of a processor at the arbiters `fair` and `fixed_priority`, named as in spec 07 sections 4 and 5.

use serde::{Deserialize, Serialize};

use crate::simpcon::Command;

/// State of a processor. The arbiters give commands from the *next* state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum PortState {
    /// No access, or one that the memory works on.
    #[default]
    Idle,
    /// A read was passed on in its own cycle.
    Read,
    /// A write was passed on in its own cycle.
    Write,
    /// A saved read waits.
    WaitRead,
    /// A saved read was passed on.
    SendRead,
    /// A saved write waits.
    WaitWrite,
    /// A saved write was passed on.
    SendWrite,
}

/// Direction of an access that is passed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Read,
    Write,
}

impl PortState {
    /// A request that is passed on in its own cycle; idle without one.
    pub(super) fn passing(request: &Command) -> Self {
        match (request.rd, request.wr) {
            (true, _) => Self::Read,
            (false, true) => Self::Write,
            (false, false) => Self::Idle,
        }
    }

    /// A request that has to wait; idle without one.
    pub(super) fn waiting(request: &Command) -> Self {
        match (request.rd, request.wr) {
            (true, _) => Self::WaitRead,
            (false, true) => Self::WaitWrite,
            (false, false) => Self::Idle,
        }
    }

    /// A waiting state: the processor sees `rdy_cnt` 3.
    pub(super) fn waits(self) -> bool {
        matches!(self, Self::WaitRead | Self::WaitWrite)
    }

    /// What a waiting state becomes when its turn has come.
    pub(super) fn sent(self) -> Self {
        match self {
            Self::WaitRead => Self::SendRead,
            Self::WaitWrite => Self::SendWrite,
            other => other,
        }
    }

    /// The access that this next state passes on.
    pub(super) fn passes(self) -> Option<Direction> {
        match self {
            Self::Read | Self::SendRead => Some(Direction::Read),
            Self::Write | Self::SendWrite => Some(Direction::Write),
            Self::Idle | Self::WaitRead | Self::WaitWrite => None,
        }
    }

    /// The command that this next state gives to the memory, if any.
    pub(super) fn command(self, request: &Command, saved: &Command) -> Option<Command> {
        let direction = self.passes()?;
        let source = match self {
            Self::Read | Self::Write => request,
            _ => saved,
        };
        Some(match direction {
            Direction::Read => Command {
                rd: true,
                wr: false,
                ..*source
            },
            Direction::Write => *source,
        })
    }
}
