//! A walk through the microcode of one bytecode in one world, with its cycles as a formula.
//!
//! Time is the cycle in which a microinstruction is in the instruction register; the first one of a bytecode is there in
//! cycle 2 and starts its memory operation in cycle 3. Everything takes one cycle, but `wait` holds the word after it
//! while the memory unit is busy (spec 02 section 5, spec 03 section 2).

use microcode::Program;
use microcode::isa::{Instruction, Op, Word};

use crate::expression::Value;
use crate::formula::Formula;
use crate::latency::{BusCommand, Gap, Latencies, Timing, Whose};
use crate::processor::{Processor, Request, is_device};
use crate::table::{Access, AccessKind, Load, Span, StackMove};
use crate::world::{Entry, World};

const FIRST_TIME: i64 = 2;
/// Cycles from the time of a microinstruction to its execute stage.
const TO_EXECUTE: i64 = 1;
const LONGEST_WALK: usize = 20_000;
const EXCEPTION_REGISTER: &str = "-124";
const ROM_MASK: u16 = 0x7ff;

/// Reason why a path has no formula.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WalkError {
    /// Nothing ends the bytecode.
    #[error(
        "the microcode from address {entry} does not end within {LONGEST_WALK} words; the last is at {last}"
    )]
    NoEnd {
        /// Its start.
        entry: u16,
        /// End of the walk.
        last: u16,
    },
    /// A branch is under way when the next bytecode begins.
    #[error(
        "the branch at address {0} takes effect after the first word of the next bytecode: put nxt after its second slot"
    )]
    BranchLeavesBytecode(u16),
    /// An operation begins while another may be under way.
    #[error(
        "the memory operation at address {0} may begin while another is under way, which the hardware does not support: put two waits before it"
    )]
    StartsWhileBusy(u16),
    /// A word would run once for each busy cycle.
    #[error(
        "the word at address {0} runs once for each cycle that the wait before it is held: put a second wait before it"
    )]
    RepeatedWord(u16),
    /// Something is measured from within the load of a method.
    #[error(
        "the microcode at address {0} starts a memory operation after it waited for the load of a method: its cycles are no sum"
    )]
    AfterLoad(u16),
    /// The first word after reset does something.
    #[error("ROM word 1 runs three times after reset: make it a plain nop")]
    ResetWord,
    /// The scenario does not decide the cycles.
    #[error("takes {first} cycles or {other}, by the condition {condition}")]
    Undecided {
        /// Cycles in one world.
        first: Formula,
        /// Cycles in another.
        other: Formula,
        /// Tests of the microcode in the other one.
        condition: String,
    },
    /// The bytecode runs its loop so that the count has no constant cost.
    #[error("the loop at address {0} takes other cycles in its second run than in its third")]
    UnevenLoop(u16),
}

/// Values that a branch tested.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pub(crate) address: u16,
    pub(crate) tested: String,
    pub(crate) zero: bool,
}

impl Condition {
    pub(crate) fn text(&self, zero: bool) -> String {
        let sign = if zero { "=" } else { "!=" };
        format!("{} {sign} 0", self.tested)
    }
}

/// Result of the walk.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    pub(crate) cycles: Formula,
    pub(crate) read_stall: Formula,
    pub(crate) write_stall: Formula,
    pub(crate) load: Option<Load>,
    /// The first word of the method struct that is loaded.
    pub(crate) method: Option<Value>,
    pub(crate) accesses: Vec<Access>,
    pub(crate) exception: Option<Formula>,
    pub(crate) overhang: Formula,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) addresses: Vec<u16>,
    pub(crate) stack: Vec<StackMove>,
}

/// Operations that keep the memory unit busy.
#[derive(Debug, Clone)]
enum Busy {
    /// Up to a cycle.
    Until(Formula),
    /// Up to a cycle, with a gap before; the start.
    WithGap {
        start: Formula,
        until: Formula,
        gap: Gap,
    },
    /// A load since a cycle.
    Load(Formula),
}

struct Walker<'a> {
    program: &'a Program,
    latencies: &'a Latencies,
    processor: Processor<'a>,
    now: Formula,
    busy: Vec<Busy>,
    idle: Formula,
    /// Accesses since the last wait, whose slack is not known yet.
    unwaited: Vec<usize>,
    waited_for_load: bool,
    load_start: Option<Formula>,
    gap_passed: bool,
    /// Direction of the last operation.
    direction: Option<AccessKind>,
    found: Walk,
}

fn c(number: i64) -> Formula {
    Formula::constant(number)
}

/// Walks from an entry.
pub(crate) fn walk(
    program: &Program,
    latencies: &Latencies,
    entry: Entry,
    world: &World,
) -> Result<Walk, WalkError> {
    let address = match entry {
        Entry::Bytecode(opcode) => program.jump_table.entry(opcode),
        Entry::Interrupt => program.jump_table.interrupt,
        Entry::Exception => program.jump_table.exception,
        Entry::Reset => 1,
    };
    if entry == Entry::Reset && !is_plain_nop(word(program, 1)) {
        return Err(WalkError::ResetWord);
    }
    let walker = Walker {
        program,
        latencies,
        processor: Processor::new(program, world, entry),
        now: c(FIRST_TIME),
        busy: Vec::new(),
        idle: c(0),
        unwaited: Vec::new(),
        waited_for_load: false,
        load_start: None,
        gap_passed: false,
        direction: None,
        found: Walk {
            cycles: c(0),
            read_stall: c(0),
            write_stall: c(0),
            load: None,
            method: None,
            accesses: Vec::new(),
            exception: None,
            overhang: c(0),
            conditions: Vec::new(),
            addresses: Vec::new(),
            stack: Vec::new(),
        },
    };
    walker.run(address & ROM_MASK)
}

fn word(program: &Program, address: u16) -> Word {
    Word::decode(program.word(address & ROM_MASK))
}

fn is_plain_nop(word: Word) -> bool {
    word.instruction.op() == Some(Op::Nop) && !word.nxt && !word.opd
}

fn is_wait(word: Word) -> bool {
    word.instruction.op() == Some(Op::Wait)
}

impl Walker<'_> {
    /// `at` is in the instruction register, `ahead` on the ROM's output; a branch in the execute stage decides what follows.
    fn run(mut self, entry: u16) -> Result<Walk, WalkError> {
        let (mut at, mut ahead) = (entry, (entry + 1) & ROM_MASK);
        let mut branch = None;
        for _ in 0..LONGEST_WALK {
            let here = word(self.program, at);
            self.processor.fetch(here);
            let target = self.execute(at, ahead, here.instruction)?;
            if here.nxt {
                return match target {
                    Some(_) => Err(WalkError::BranchLeavesBytecode(at)),
                    None => Ok(self.end()),
                };
            }
            let following = word(self.program, ahead);
            if following.nxt {
                if target.is_some() {
                    return Err(WalkError::BranchLeavesBytecode(at));
                }
            } else if is_wait(here) && branch.is_none() {
                let held = self.hold(ahead)?;
                if held != c(0) && !(is_wait(following) || is_plain_nop(following)) {
                    return Err(WalkError::RepeatedWord(ahead));
                }
                self.note_stall(&held);
                self.now = self.now.clone() + held;
            }
            self.now = self.now.clone() + c(1);
            let next = branch.take().unwrap_or(ahead + 1);
            (at, ahead, branch) = (ahead, next & ROM_MASK, target);
        }
        Err(WalkError::NoEnd { entry, last: at })
    }

    /// Executes a word; gives the target of a branch that is taken.
    fn execute(
        &mut self,
        at: u16,
        ahead: u16,
        instruction: Instruction,
    ) -> Result<Option<u16>, WalkError> {
        self.found.addresses.push(at);
        let target = self.branch(at, ahead, instruction);
        let before = self.processor.sp;
        let request = self.processor.execute(instruction);
        let after = self.processor.sp;
        if after != before {
            let base = after.stored.unwrap_or(crate::world::place::SP);
            self.found.stack.push(StackMove {
                at: self.now.clone() + c(1),
                stored: after.stored.is_some(),
                height: after.number.wrapping_sub(base).cast_signed(),
            });
        }
        if let Some(request) = request {
            self.start(at, request)?;
        }
        Ok(target)
    }

    fn branch(&mut self, at: u16, ahead: u16, instruction: Instruction) -> Option<u16> {
        let taken_if_zero = match instruction.op()? {
            Op::Jump => None,
            Op::BranchIfZero => Some(true),
            Op::BranchIfNotZero => Some(false),
            _ => return None,
        };
        let displacement = instruction.operand().cast_unsigned() as u16;
        let target = ahead.wrapping_add(displacement) & ROM_MASK;
        let Some(taken_if_zero) = taken_if_zero else {
            return Some(target);
        };
        let tested = self.processor.tested();
        let zero = tested.number == 0;
        if !tested.is_constant() {
            self.found.conditions.push(Condition {
                address: at,
                tested: tested.expression.to_string(),
                zero,
            });
        }
        (zero == taken_if_zero).then_some(target)
    }

    fn start(&mut self, at: u16, request: Request) -> Result<(), WalkError> {
        let start = self.now.clone() + c(TO_EXECUTE);
        self.direction = request.direction();
        // Every such instruction holds the unit busy in its execute stage (spec 02 section 3).
        self.busy.push(Busy::Until(start.clone() + c(1)));
        if matches!(request, Request::Strobe) {
            return Ok(());
        }
        if self.waited_for_load {
            return Err(WalkError::AfterLoad(at));
        }
        if self.load_start.is_some() || !(start.clone() - self.idle.clone()).is_never_negative() {
            return Err(WalkError::StartsWhileBusy(at));
        }
        match request {
            Request::Strobe => {}
            Request::Load { method } => {
                self.busy.push(Busy::Load(start.clone()));
                self.load_start = Some(start);
                self.found.method = Some(method);
            }
            Request::Start {
                operation,
                handle,
                data,
                destination,
            } => {
                let timing = self.latencies.of(operation);
                self.note_accesses(
                    &start,
                    &timing,
                    handle.as_ref(),
                    &data,
                    destination.as_ref(),
                );
                self.note_timing(&start, timing);
            }
        }
        Ok(())
    }

    fn note_timing(&mut self, start: &Formula, timing: Timing) {
        let until = start.clone() + timing.busy;
        self.idle = start.clone() + timing.idle;
        if let (Some(exception), None) = (timing.exception, &self.found.exception) {
            self.found.exception = Some(start.clone() + exception);
        }
        self.busy.push(match timing.gap {
            Some(gap) => Busy::WithGap {
                start: start.clone(),
                until,
                gap,
            },
            None => Busy::Until(until),
        });
    }

    fn note_accesses(
        &mut self,
        start: &Formula,
        timing: &Timing,
        handle: Option<&Value>,
        data: &Value,
        destination: Option<&Value>,
    ) {
        for command in &timing.commands {
            let address = address_text(command, handle, data, destination);
            let at = start.clone() + command.at.clone();
            if address == EXCEPTION_REGISTER && self.found.exception.is_none() {
                self.found.exception = Some(at.clone());
            }
            self.unwaited.push(self.found.accesses.len());
            self.found.accesses.push(Access {
                kind: command.kind,
                address,
                done: start.clone() + command.done.clone(),
                at,
                slack: u32::MAX,
                every: None,
            });
        }
    }

    /// Cycles for which a `wait` holds the word after it.
    fn hold(&mut self, ahead: u16) -> Result<Formula, WalkError> {
        self.note_slack();
        if std::mem::take(&mut self.gap_passed) {
            return Err(WalkError::RepeatedWord(ahead));
        }
        let mut held = c(0);
        for busy in std::mem::take(&mut self.busy) {
            let cycles = match busy {
                Busy::Until(end) => (end - self.now.clone()).positive(),
                Busy::WithGap { start, until, gap } => self.hold_in_gap(&start, &until, &gap),
                Busy::Load(start) => {
                    self.found.load = Some(self.hidden(&start));
                    self.waited_for_load = true;
                    self.load_start = None;
                    c(0)
                }
            };
            held = held.larger_of(&cycles);
        }
        Ok(held)
    }

    fn note_stall(&mut self, held: &Formula) {
        let stall = match self.direction {
            Some(AccessKind::Read) => &mut self.found.read_stall,
            Some(AccessKind::Write) => &mut self.found.write_stall,
            None => return,
        };
        *stall = stall.clone() + held.clone();
    }

    fn hold_in_gap(&mut self, start: &Formula, until: &Formula, gap: &Gap) -> Formula {
        let since = (self.now.clone() - start.clone()).as_constant();
        if since.is_some_and(|since| since <= gap.at) {
            self.gap_passed = true;
            return start.clone() + gap.busy.clone() - self.now.clone();
        }
        (until.clone() - self.now.clone()).positive()
    }

    fn hidden(&self, start: &Formula) -> Load {
        let hidden = (self.now.clone() - start.clone())
            .as_constant()
            .unwrap_or(0);
        Load {
            hidden: u32::try_from(hidden).unwrap_or(0),
            at: start.clone(),
        }
    }

    /// A device that is not ready when `wait` looks delays the bytecode from here on.
    fn note_slack(&mut self) {
        for place in std::mem::take(&mut self.unwaited) {
            let access = &mut self.found.accesses[place];
            let slack = (self.now.clone() - access.at.clone()).as_constant();
            access.slack = slack
                .and_then(|slack| u32::try_from(slack).ok())
                .unwrap_or(0)
                .max(1);
        }
    }

    /// The word with `nxt` is in the instruction register: it was on the ROM's output in the cycle before.
    fn end(mut self) -> Walk {
        let dispatch = self.now.clone() - c(1);
        if let Some(start) = &self.load_start {
            self.found.load = Some(self.hidden(start));
        }
        let first_wait = dispatch.clone() + c(FIRST_TIME);
        let mut overhang = self.idle.clone() - first_wait.clone() - c(TO_EXECUTE);
        for busy in &self.busy {
            if let Busy::Until(end) | Busy::WithGap { until: end, .. } = busy {
                overhang = overhang.larger_of(&(end.clone() - first_wait.clone()));
            }
        }
        self.found.overhang = overhang.positive();
        self.found.cycles = dispatch;
        self.found
    }
}

fn address_text(
    command: &BusCommand,
    handle: Option<&Value>,
    data: &Value,
    destination: Option<&Value>,
) -> String {
    let handle_text = || handle.map_or_else(String::new, |handle| handle.expression.to_string());
    match command.whose {
        Whose::Handle => handle_text(),
        Whose::Length => format!("{} + 1", handle_text()),
        Whose::Data if data.is_constant() && is_device(data) => {
            data.number.cast_signed().to_string()
        }
        Whose::Data => data.expression.to_string(),
        Whose::Destination => {
            destination.map_or_else(String::new, |value| value.expression.to_string())
        }
    }
}

/// Consecutive addresses as spans, in order of execution; what repeats at once is named once.
pub(crate) fn spans(addresses: &[u16]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for address in addresses {
        match spans.last_mut() {
            Some(span) if span.last + 1 == *address => span.last = *address,
            _ => {
                let repeats = spans
                    .iter()
                    .any(|span| (span.first..=span.last).contains(address));
                if !repeats {
                    spans.push(Span {
                        first: *address,
                        last: *address,
                    });
                }
            }
        }
    }
    spans
}
