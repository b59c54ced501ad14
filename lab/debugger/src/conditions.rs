//! Conditions that end a run: the goal of a step, a breakpoint, a watched access, the user.

use sim_core::probe::{MethodLookup, Signals};
use sim_core::{MachineState, Probe, Statistics};

use run::View;
use run::checkpoint::Watcher;
use run::standstill::{Standstill, StandstillWatch};

use crate::breakpoints::{Access, Breakpoint, Kind};
use crate::frames::word;
use crate::names::Names;
use crate::position::Position;

/// Permanent probes of the machine: counters and position.
pub type Seen = (Statistics, Position);

/// Cycles between two questions to the user.
const PATIENCE: u32 = 1 << 18;

/// Cycles at once as superblocks at most, and how often between two questions.
const STRIDE: u64 = 1 << 18;
const STRIDES: u32 = 32;

/// Start of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) method: u32,
    pub(crate) line: Option<u16>,
    pub(crate) vp: u32,
}

/// Conditions of a run besides breakpoints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Nothing.
    Breakpoint,
    /// The next microinstruction that is not held.
    Microinstruction,
    /// The beginning of a bytecode.
    Bytecode,
    /// The beginning of another line, in a called method, too.
    Line(Origin),
    /// The beginning of another line of this method or a caller.
    LineOver(Origin),
    /// A bytecode of a caller.
    Out(Origin),
}

/// Reasons why a run stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    Goal,
    Breakpoint(u32),
    Watch(u32, Touch),
    Interrupted,
    /// Every thread waits for ever; on the way back that was passed already.
    Blocked,
    /// The only thread that can run waits for input.
    Input,
}

/// An access that was watched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Touch {
    pub(crate) address: u32,
    /// The word that was written; none for a read.
    pub(crate) written: Option<u32>,
    pub(crate) before: u32,
}

/// Asked now and then whether a run is to stop.
pub type Interrupt = Box<dyn FnMut() -> bool>;

/// Watches a run for all of it.
pub(crate) struct Conditions<'a> {
    pub(crate) goal: Goal,
    breakpoints: &'a [Breakpoint],
    has_watches: bool,
    /// It may run as superblocks until one of `methods` is looked up.
    is_coarse: bool,
    /// Methods with breakpoints.
    methods: Vec<u32>,
    names: &'a Names,
    interrupt: &'a mut Interrupt,
    /// Looks if the program can go on; none on the way back.
    standstill: Option<StandstillWatch<'a>>,
    patience: u32,
    /// Whether processor 0 of several can go on, where that was asked.
    first: Option<Option<Cause>>,
    held: bool,
    /// A lookup has missed in this cycle.
    missed: bool,
    touch: Option<(u32, Touch)>,
    /// Reason of the stop, once it has stopped.
    pub(crate) cause: Option<Cause>,
}

impl<'a> Conditions<'a> {
    pub(crate) fn new(
        goal: Goal,
        breakpoints: &'a [Breakpoint],
        names: &'a Names,
        interrupt: &'a mut Interrupt,
    ) -> Self {
        let is_fine = |breakpoint: &Breakpoint| {
            matches!(
                breakpoint.kind,
                Kind::Memory { .. } | Kind::Microcode(_) | Kind::Miss(_)
            )
        };
        let places = breakpoints.iter().flat_map(|it| match &it.kind {
            Kind::Code(places) => places.iter().map(|(method, _)| *method).collect(),
            Kind::Exception { method, .. } => vec![*method],
            _ => Vec::new(),
        });
        Self {
            goal,
            is_coarse: goal == Goal::Breakpoint && !breakpoints.iter().any(is_fine),
            methods: places.collect(),
            breakpoints,
            has_watches: breakpoints
                .iter()
                .any(|breakpoint| matches!(breakpoint.kind, Kind::Memory { .. })),
            names,
            interrupt,
            standstill: None,
            patience: PATIENCE,
            first: None,
            held: false,
            missed: false,
            touch: None,
            cause: None,
        }
    }

    /// The same on the way forward, which ends where the program cannot go on.
    pub(crate) fn forward(self) -> Self {
        let standstill = Some(StandstillWatch::new(self.names.symbols()));
        Self { standstill, ..self }
    }

    /// What ends the run however long it goes on.
    fn outside(&mut self, state: &MachineState) -> Option<Cause> {
        if (self.interrupt)() {
            return Some(Cause::Interrupted);
        }
        self.standstill_at(state)
    }

    /// Returns true if the program cannot go on here, which is then the reason of the stop.
    pub(crate) fn stands(&mut self, state: &MachineState) -> bool {
        self.cause = self.standstill_at(state);
        self.cause.is_some()
    }

    fn standstill_at(&mut self, state: &MachineState) -> Option<Cause> {
        let first = self.first.take();
        first.unwrap_or_else(|| self.standstill_of(&View::of(state)))
    }

    fn standstill_of(&self, view: &View<'_>) -> Option<Cause> {
        match self.standstill.as_ref()?.look(view)? {
            Standstill::Blocked(_) => Some(Cause::Blocked),
            Standstill::Input { alone } => alone.then_some(Cause::Input),
        }
    }

    fn reaches_goal(&self, state: &MachineState, position: &Position, begins: bool) -> bool {
        match self.goal {
            Goal::Breakpoint => false,
            Goal::Microinstruction => !self.held,
            Goal::Bytecode => begins,
            Goal::Line(origin) => begins && self.begins_line(state, position, origin),
            Goal::LineOver(origin) => {
                begins && state.stack.vp() <= origin.vp && self.begins_line(state, position, origin)
            }
            Goal::Out(origin) => begins && state.stack.vp() < origin.vp,
        }
    }

    /// Returns true if the bytecode is the first of a line, and that line another one than the step began in.
    fn begins_line(&self, state: &MachineState, position: &Position, origin: Origin) -> bool {
        if self.names.is_passed(position.method) && position.method != origin.method {
            return false;
        }
        let Some(method) = self.names.method(position.method) else {
            return false;
        };
        let mut starts = method.lines.iter();
        let line = starts.find(|(start, _)| u32::from(*start) == position.pc);
        line.is_some_and(|(_, line)| {
            let here = Origin {
                method: position.method,
                line: Some(*line),
                vp: state.stack.vp(),
            };
            here != origin
        })
    }

    /// The first of these breakpoints that stops here.
    fn breakpoint(
        &self,
        among: impl Fn(&Breakpoint) -> bool,
        (state, position): (&MachineState, &Position),
        begins: bool,
    ) -> Option<u32> {
        let hit = self
            .breakpoints
            .iter()
            .filter(|breakpoint| among(breakpoint))
            .find(|breakpoint| match &breakpoint.kind {
                Kind::Code(places) => begins && places.contains(&(position.method, position.pc)),
                Kind::Microcode(address) => !self.held && state.microcode_fetch.pc == *address,
                Kind::Cycle(cycle) => state.cycle == *cycle,
                Kind::Exception { method, class } => {
                    begins
                        && (position.method, position.pc) == (*method, 0)
                        && class
                            .as_deref()
                            .is_none_or(|it| self.names.is_a(thrown(state), it, state))
                }
                Kind::Miss(opcode) => self.missed && position.bytecode == Some(*opcode),
                Kind::Memory { .. } => false,
            });
        hit.map(|breakpoint| breakpoint.number)
    }

    fn look_at_access(&mut self, state: &MachineState, signals: &Signals) {
        let command = &signals.command;
        for breakpoint in self.breakpoints {
            let Kind::Memory {
                start,
                words,
                access,
            } = breakpoint.kind
            else {
                continue;
            };
            if command.address.wrapping_sub(start) >= words {
                continue;
            }
            let before = state.memory_system.memory.words.read(command.address);
            let wanted = match access {
                Access::Read => command.rd,
                Access::Write => command.wr,
                Access::Change => command.wr && command.wr_data != before,
                Access::Any => true,
            };
            if wanted {
                let touch = Touch {
                    address: command.address,
                    written: command.wr.then_some(command.wr_data),
                    before,
                };
                self.touch = Some((breakpoint.number, touch));
            }
        }
    }
}

fn is_code(breakpoint: &Breakpoint) -> bool {
    matches!(breakpoint.kind, Kind::Code(_) | Kind::Exception { .. })
}

/// The exception, at the beginning of the method that throws it.
pub(crate) fn thrown(state: &MachineState) -> u32 {
    word(state, state.stack.vp())
}

impl Probe for Conditions<'_> {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        self.held = signals.held;
        if self.has_watches && signals.command.is_active() {
            self.look_at_access(state, signals);
        }
    }

    #[inline(always)]
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        self.missed |= !lookup.hit;
    }
}

impl Watcher<Seen> for Conditions<'_> {
    #[inline(always)]
    fn stops(&mut self, state: &MachineState, seen: &Seen) -> bool {
        let position = &seen.1;
        let begins = position.begins(state.cycle);
        let cause = if let Some((number, touch)) = self.touch.take() {
            Some(Cause::Watch(number, touch))
        } else if let Some(number) = self.breakpoint(|_| true, (state, position), begins) {
            Some(Cause::Breakpoint(number))
        } else if self.reaches_goal(state, position, begins) {
            Some(Cause::Goal)
        } else {
            self.missed = false;
            self.patience -= 1;
            if self.patience > 0 {
                return false;
            }
            self.patience = PATIENCE;
            self.outside(state)
        };
        self.missed = false;
        // On the way back the last stop of a stretch counts, whatever comes behind it.
        self.cause = cause.or(self.cause);
        cause.is_some()
    }

    #[inline(always)]
    fn far(&mut self, state: &MachineState, seen: &Seen) -> Option<(u64, &[u32])> {
        if !self.is_coarse || seen.1.is_in(&self.methods) {
            return None;
        }
        let cycles = self.breakpoints.iter().filter_map(|it| match it.kind {
            Kind::Cycle(cycle) if cycle > state.cycle => Some(cycle),
            _ => None,
        });
        self.patience = self.patience.saturating_sub(PATIENCE / STRIDES).max(1);
        let until = cycles.fold(state.cycle + STRIDE, u64::min);
        Some((until, self.methods.as_slice()))
    }

    fn wants_others(&self) -> bool {
        self.breakpoints.iter().any(is_code)
    }

    fn stops_other(&mut self, state: &MachineState, seen: &Seen) -> bool {
        let begins = seen.1.begins(state.cycle);
        let number = self.breakpoint(is_code, (state, &seen.1), begins);
        self.cause = number.map(Cause::Breakpoint).or(self.cause);
        number.is_some()
    }

    fn wants_first(&self) -> bool {
        self.patience == 1
    }

    fn first(&mut self, view: &View<'_>) {
        self.first = Some(self.standstill_of(view));
    }
}
