//! The memory unit's operations as formulas (spec 04 sections 2, 5, 7 and 8), in cycles from the start of an operation:
//! the cycle in which its microinstruction is in the execute stage.
//!
//! A read that starts in cycle 0 holds `wait` up to cycle m(r) and has its data in cycle r + 2; the next access of a
//! longer operation follows a read after m(r) + 1 cycles if it does not need its data.
//!
//! Quirk: 16-bit SRAM with `ram_cnt` 1 counts 3, 1, 0 where it should count 2, 1, 0 (spec 04 section 2). A wait
//! for less than 3 takes one cycle longer; `R` below is m(r), and one more for this memory.

use crate::formula::{Formula, Symbol};
use crate::memory_timing::MemoryTiming;
use crate::table::{AccessKind, MethodLoad};

/// Scenarios of an array access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArrayOutcome {
    Memory,
    Device,
    /// Null, or bit 22 of the index: the unit looks no further.
    RefusedEarly,
    /// The index is not below the length.
    Bounds,
}

/// Scenarios of a field access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldOutcome {
    Memory,
    Device,
    Null,
    CacheHit,
}

/// An operation of the memory unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Read { device: bool },
    Write { device: bool },
    GetStatic { device: bool },
    PutStatic { device: bool },
    GetField(FieldOutcome),
    PutField(FieldOutcome),
    ArrayLoad(ArrayOutcome),
    ArrayStore(ArrayOutcome),
    Copy,
    CopyStop,
}

/// Whose address an access has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    /// The handle: its first word.
    Handle,
    /// The handle's second word.
    Length,
    /// The word that the operation is for.
    Data,
    /// Write address of the copy unit.
    Destination,
}

/// A bus command of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BusCommand {
    pub(crate) kind: AccessKind,
    pub(crate) whose: Whose,
    pub(crate) at: Formula,
    pub(crate) done: Formula,
}

/// An operation in cycles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Timing {
    /// First cycle in which the unit no longer holds `wait`.
    pub(crate) busy: Formula,
    /// First cycle in which the unit takes the next operation.
    pub(crate) idle: Formula,
    /// Bus commands in order.
    pub(crate) commands: Vec<BusCommand>,
    /// The cycle that reports an exception.
    pub(crate) exception: Option<Formula>,
    /// A cycle in which a fast memory lets `wait` go too early, before it holds it again up to `busy`.
    pub(crate) gap: Option<Gap>,
}

/// The bounds error of an array load with r <= 1: not busy in `at`, then busy again (spec 04 section 8).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Gap {
    /// The cycle.
    pub(crate) at: i64,
    /// Where `wait` is let go if it holds in the cycle `at`, for all r.
    pub(crate) busy: Formula,
}

/// Latencies of one kind of memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Latencies {
    r: Formula,
    w: Formula,
    /// m(r).
    m: Formula,
    /// `R`.
    spacing: Formula,
    skips_two: bool,
}

fn c(number: i64) -> Formula {
    Formula::constant(number)
}

impl Latencies {
    /// Every memory of [`MemoryTiming`], as formulas.
    #[must_use]
    pub fn of_wait_states() -> Self {
        Self::of_waits(Formula::read(), Formula::write())
    }

    /// One memory, in numbers: a table derived with them has no symbols of wait states.
    #[must_use]
    pub fn of_memory(memory: MemoryTiming) -> Self {
        Self::of_waits(c(memory.read_wait.into()), c(memory.write_wait.into()))
    }

    fn of_waits(r: Formula, w: Formula) -> Self {
        let m = c(1).larger_of(&r);
        Self {
            r,
            w,
            spacing: m.clone(),
            m,
            skips_two: false,
        }
    }

    /// 16-bit SRAM with `ram_cnt` 1, in numbers.
    #[must_use]
    pub fn of_fastest_sram16() -> Self {
        Self {
            r: c(1),
            w: c(3),
            m: c(1),
            spacing: c(2),
            skips_two: true,
        }
    }

    /// The wait states of the fastest 16-bit SRAM.
    pub const FASTEST_SRAM16: MemoryTiming = MemoryTiming {
        read_wait: 1,
        write_wait: 3,
    };

    /// The load of a method: a hit ends after the lookup; a miss reads one word more than the method has.
    pub(crate) fn method_load(&self) -> MethodLoad {
        let words = Formula::symbol(Symbol::Words) * (self.spacing.clone() + c(1));
        MethodLoad {
            hit: c(4),
            miss: c(7) + words + self.m.clone(),
        }
    }

    pub(crate) fn of(&self, operation: Operation) -> Timing {
        match operation {
            Operation::Read { device } => self.single(AccessKind::Read, 0, device),
            Operation::Write { device } => self.single(AccessKind::Write, 0, device),
            Operation::GetStatic { device } => self.single(AccessKind::Read, 1, device),
            Operation::PutStatic { device } => self.single(AccessKind::Write, 1, device),
            Operation::GetField(outcome) => self.get_field(outcome),
            Operation::PutField(outcome) => self.put_field(outcome),
            Operation::ArrayLoad(outcome) => self.array_load(outcome),
            Operation::ArrayStore(outcome) => self.array_store(outcome),
            Operation::Copy => self.copy(),
            Operation::CopyStop => Timing::without_commands(c(3), c(3)),
        }
    }

    fn command(&self, kind: AccessKind, whose: Whose, at: Formula, device: bool) -> BusCommand {
        let latency = match (device, kind) {
            (true, _) => c(1),
            (false, AccessKind::Read) => self.r.clone() + c(2),
            (false, AccessKind::Write) => self.w.clone() + c(2),
        };
        BusCommand {
            kind,
            whose,
            done: at.clone() + latency,
            at,
        }
    }

    /// Ends with this command: `wait` is held until its ready counter is below 3.
    fn ending_with(&self, mut commands: Vec<BusCommand>, last: BusCommand, device: bool) -> Timing {
        let busy = match (device, last.kind) {
            (true, _) => c(1),
            (false, AccessKind::Read) => self.spacing.clone(),
            (false, AccessKind::Write) => self.w.clone(),
        };
        let idle = if device {
            c(2)
        } else {
            last.done.clone() - last.at.clone()
        };
        let timing = Timing::without_commands(last.at.clone() + busy, last.at.clone() + idle);
        commands.push(last);
        Timing { commands, ..timing }
    }

    fn single(&self, kind: AccessKind, at: i64, device: bool) -> Timing {
        let command = self.command(kind, Whose::Data, c(at), device);
        self.ending_with(Vec::new(), command, device)
    }

    fn handle_read(&self, at: i64) -> BusCommand {
        self.command(AccessKind::Read, Whose::Handle, c(at), false)
    }

    fn get_field(&self, outcome: FieldOutcome) -> Timing {
        match outcome {
            FieldOutcome::CacheHit => Timing::without_commands(c(1), c(1)),
            FieldOutcome::Null => self.refused(vec![self.handle_read(1)], 2),
            FieldOutcome::Memory | FieldOutcome::Device => {
                let device = outcome == FieldOutcome::Device;
                let at = self.r.clone() + c(4);
                let data = self.command(AccessKind::Read, Whose::Data, at, device);
                self.ending_with(vec![self.handle_read(1)], data, device)
            }
        }
    }

    fn put_field(&self, outcome: FieldOutcome) -> Timing {
        if outcome == FieldOutcome::Null {
            return self.refused(vec![self.handle_read(2)], 3);
        }
        let device = outcome == FieldOutcome::Device;
        let at = self.r.clone() + c(5);
        let data = self.command(AccessKind::Write, Whose::Data, at, device);
        self.ending_with(vec![self.handle_read(2)], data, device)
    }

    /// The exception is reported in cycle `report`, after a handle read; the unit waits until the memory is idle.
    fn refused(&self, commands: Vec<BusCommand>, report: i64) -> Timing {
        let read_done = commands.last().map_or(c(0), |command| command.done.clone());
        let idle = c(report + 2).larger_of(&(read_done + c(1)));
        Timing {
            commands,
            exception: Some(c(report)),
            ..Timing::without_commands(idle.clone(), idle)
        }
    }

    fn array_load(&self, outcome: ArrayOutcome) -> Timing {
        let spacing = self.spacing.clone() + c(1);
        let handle = self.handle_read(0);
        if outcome == ArrayOutcome::RefusedEarly {
            return self.refused(vec![handle], 2);
        }
        let length = self.command(AccessKind::Read, Whose::Length, spacing.clone(), false);
        let at = c(2) * spacing;
        let device = outcome == ArrayOutcome::Device;
        let data = self.command(AccessKind::Read, Whose::Data, at.clone(), device);
        let fine = self.ending_with(vec![handle, length], data, device);
        if outcome != ArrayOutcome::Bounds {
            return fine;
        }
        let idle = at.clone() + c(3) + self.m.clone();
        Timing {
            exception: Some(at + c(2)),
            gap: (!self.skips_two).then(|| Gap {
                at: 5,
                busy: self.bounds_gap(),
            }),
            busy: idle.clone(),
            idle,
            ..fine
        }
    }

    fn array_store(&self, outcome: ArrayOutcome) -> Timing {
        let handle = self.handle_read(2);
        if outcome == ArrayOutcome::RefusedEarly {
            return self.refused(vec![handle], 3);
        }
        let at = self.spacing.clone() + c(3);
        let length = self.command(AccessKind::Read, Whose::Length, at.clone(), false);
        let commands = vec![handle, length];
        let at = at + c(3) + self.m.clone();
        if outcome == ArrayOutcome::Bounds {
            let idle = at.clone() + c(2);
            return Timing {
                commands,
                exception: Some(at),
                ..Timing::without_commands(idle.clone(), idle)
            };
        }
        let device = outcome == ArrayOutcome::Device;
        let data = self.command(AccessKind::Write, Whose::Data, at, device);
        self.ending_with(commands, data, device)
    }

    /// 5 for r <= 1, where `wait` is let go too early; 3r + 5, as for a bounds error that is waited for, else.
    fn bounds_gap(&self) -> Formula {
        let beyond = |at| (self.r.clone() - c(at)).positive();
        c(5) + c(6) * beyond(1) - c(3) * beyond(2)
    }

    fn copy(&self) -> Timing {
        let read = self.command(AccessKind::Read, Whose::Data, c(2), false);
        let at = self.r.clone() + c(5);
        let write = self.command(AccessKind::Write, Whose::Destination, at, false);
        self.ending_with(vec![read], write, false)
    }
}

impl Timing {
    fn without_commands(busy: Formula, idle: Formula) -> Self {
        Self {
            busy,
            idle,
            commands: Vec::new(),
            exception: None,
            gap: None,
        }
    }
}
