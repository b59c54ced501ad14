//! A debugging session: a machine with its past, breakpoints, and commands as text.

use isa::Output;
use jopizer::Symbols;
use jopizer::stack_trace::TraceReader;
use run::End;
use run::checkpoint::{Moment, Timeline};
use run::end_of_input;
use runtime::sources::SourcePath;
use sim_core::cmp::Multiprocessor;
use sim_core::decode::Pointer;
use sim_core::{Machine, MachineState, NoProbe, Statistics};

use crate::breakpoints::{self, Breakpoint, Kind, number};
use crate::commands::{self, Action, find};
use crate::conditions::{self, Cause, Interrupt, Seen};
use crate::error::CommandError;
use crate::expression::{REGISTERS, Scope, Value, evaluate};
use crate::frames::{Frame, frames};
use crate::moves::Move;
use crate::names::Names;
use crate::position::Position;
use crate::stretch::{Begun, Recorder};
use crate::text;

/// Commands that `history` shows.
const HISTORY: usize = 20;

/// Memory for snapshots. Unit: bytes.
const BUDGET: usize = 256 << 20;

/// Result of a command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// Lines to show.
    pub text: String,
    /// An assertion or expectation did not hold.
    pub failed: bool,
    /// The session is to end.
    pub quits: bool,
}

impl Reply {
    fn of(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

/// A session.
pub struct Session {
    pub(crate) timeline: Timeline<Seen>,
    pub(crate) names: Names,
    pub(crate) breakpoints: Vec<Breakpoint>,
    pub(crate) interrupt: Interrupt,
    numbers: u32,
    last_text: String,
    /// Commands that were executed.
    history: Vec<String>,
    /// The frame that is looked at, 0 is the running one.
    selected: usize,
    /// Bytes of output that were shown.
    shown: usize,
    /// How the run ended that led here, if it did.
    end: Option<End>,
    /// Maker of recordings, and the one that has begun.
    pub(crate) recorder: Option<Box<dyn Recorder>>,
    pub(crate) recording: Option<Begun>,
    /// Bytes that were fed after the first cycle, with their cycles.
    pub(crate) fed: Vec<(u64, Vec<u8>)>,
}

impl Session {
    /// A session on a machine; its past begins now. `interrupt` is asked a few times a second whether a run is to stop.
    #[must_use]
    pub fn new(machine: Machine, names: Names, interrupt: Interrupt) -> Self {
        let position = Position::of(&machine.state);
        let timeline = Timeline::new(machine, (Statistics::default(), position), BUDGET);
        Self::on(timeline, names, interrupt)
    }

    /// A session on several processors in their first cycle.
    #[must_use]
    pub fn several(processors: Multiprocessor, names: Names, interrupt: Interrupt) -> Self {
        let seen = |state: &MachineState| (Statistics::default(), Position::of(state));
        Self::on(
            Timeline::several(processors, seen, BUDGET),
            names,
            interrupt,
        )
    }

    fn on(timeline: Timeline<Seen>, names: Names, interrupt: Interrupt) -> Self {
        Self {
            timeline,
            names,
            breakpoints: Vec::new(),
            interrupt,
            numbers: 0,
            last_text: String::new(),
            history: Vec::new(),
            selected: 0,
            shown: 0,
            end: None,
            recorder: None,
            recording: None,
            fed: Vec::new(),
        }
    }

    /// The same with other memory for snapshots; all but the first are dropped. Unit: bytes.
    #[must_use]
    pub fn keeping(mut self, budget: usize) -> Self {
        let machine = self.timeline.machine().clone();
        let position = Position::of(&machine.state);
        self.timeline = Timeline::new(machine, (Statistics::default(), position), budget);
        self
    }

    /// The same for an image of the original, which ends by its exit text.
    #[must_use]
    pub fn ending_by_text(mut self) -> Self {
        self.timeline = self.timeline.ending_by_text();
        self
    }

    /// The same with every cycle on the reference, and none as superblocks.
    #[must_use]
    pub fn on_reference(mut self) -> Self {
        self.timeline = self.timeline.on_reference();
        self
    }

    /// Carries out a command. Nothing has changed where it is an error.
    ///
    /// # Errors
    /// When the command is unknown, or its arguments make no sense here.
    pub fn execute(&mut self, line: &str) -> Result<Reply, CommandError> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(Reply::default());
        }
        let (name, arguments) = match line.strip_prefix('?') {
            Some(text) => ("?", text),
            None => line.split_once(char::is_whitespace).unwrap_or((line, "")),
        };
        let command = find(name).ok_or_else(|| {
            CommandError::new(format!(
                "no command `{name}`, or several begin so; `help` lists them"
            ))
        })?;
        self.history.push(line.to_owned());
        let arguments = arguments.trim();
        if command.arguments.is_empty() && !arguments.is_empty() {
            return Err(CommandError::new(format!(
                "`{}` takes no arguments, and `{arguments}` was given",
                command.names[0]
            )));
        }
        let reply = self.act(command.action, arguments)?;
        if !matches!(command.action, Action::Expect | Action::Assert) {
            self.last_text.clone_from(&reply.text);
        }
        Ok(reply)
    }

    fn act(&mut self, action: Action, arguments: &str) -> Result<Reply, CommandError> {
        let text = match action {
            Action::Assert => return self.assert(arguments),
            Action::Expect => return self.expect(arguments),
            Action::Quit => {
                return Ok(Reply {
                    quits: true,
                    ..Reply::default()
                });
            }
            Action::Continue
            | Action::Step
            | Action::Next
            | Action::Finish
            | Action::Bytecode
            | Action::Micro
            | Action::Cycle
            | Action::Back(_)
            | Action::Goto
            | Action::Restart => {
                let to = Move::read(action, arguments)?;
                self.selected = 0;
                self.go(to)
            }
            Action::Core => self.core(arguments)?,
            Action::Up | Action::Down | Action::Frame => self.select(action, arguments)?,
            Action::History => self.last_commands(arguments)?,
            Action::Break => self.add(arguments, breakpoints::place(arguments, &self.names)?),
            Action::Watch => self.watch(arguments)?,
            Action::Record => self.record(arguments)?,
            Action::Delete => self.delete(arguments)?,
            Action::Breaks => self.list_breakpoints(),
            Action::Input => self.feed(arguments)?,
            Action::Help if arguments == "values" => values(),
            Action::Help => commands::help(arguments),
            _ => text::show(self, action, arguments)?,
        };
        Ok(Reply::of(text))
    }

    /// The machine and its past.
    #[must_use]
    pub fn timeline(&self) -> &Timeline<Seen> {
        &self.timeline
    }

    /// The end of the program, or of the run that was stopped here.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Names.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The breakpoints.
    #[must_use]
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// Position of the machine.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.timeline.probe().1
    }

    /// The stack as the bytecode that begins here finds it. The end of the bytecode before is still in the pipeline then: its
    /// last word moves the stack pointer at the next edge and the top of stack at the one after (spec 03 section 3). Within a
    /// bytecode it is the machine as it stands.
    #[must_use]
    pub fn view(&self) -> MachineState {
        let machine = self.timeline.machine();
        if !self.position().begins(self.timeline.cycle()) {
            return machine.state.clone();
        }
        let mut ahead = machine.clone();
        ahead.step(&mut NoProbe);
        let sp = ahead.state.stack.sp();
        ahead.step(&mut NoProbe);
        ahead.state.stack.pointers[Pointer::Sp as usize] = sp;
        let mut view = machine.state.clone();
        view.stack = ahead.state.stack;
        view
    }

    /// The calls that lead here, the running method first.
    #[must_use]
    pub fn frames(&self) -> Vec<Frame> {
        frames(&self.view(), self.position())
    }

    /// The frame that is looked at, if that is not the running one.
    pub(crate) fn looked_at(&self) -> Option<Frame> {
        match self.selected {
            0 => None,
            depth => self.frames().get(depth).copied(),
        }
    }

    /// The number of the frame that is looked at.
    pub(crate) fn selected(&self) -> usize {
        self.selected
    }

    /// Chooses a processor, or lists all.
    fn core(&mut self, arguments: &str) -> Result<String, CommandError> {
        let (cores, chosen) = (self.timeline.cores(), self.timeline.core());
        if cores == 1 {
            return Err(CommandError::new("the machine has one core"));
        }
        self.selected = 0;
        if !arguments.is_empty() {
            let core = usize::try_from(number(arguments)?).unwrap_or(usize::MAX);
            if core >= cores {
                let last = cores - 1;
                return Err(CommandError::new(format!(
                    "no core {arguments}; the machine has cores 0 to {last}"
                )));
            }
            self.timeline.choose(core);
            return Ok(text::place(self));
        }
        let mut lines = Vec::new();
        for core in 0..cores {
            self.timeline.choose(core);
            let place = text::place(self);
            let mark = if core == chosen { '>' } else { ' ' };
            lines.push(format!("{mark} {}", place.lines().next().unwrap_or("")));
        }
        self.timeline.choose(chosen);
        Ok(lines.join("\n"))
    }

    fn select(&mut self, action: Action, arguments: &str) -> Result<String, CommandError> {
        let count = match (arguments, action) {
            ("", Action::Frame) => self.selected,
            ("", _) => 1,
            (text, _) => usize::try_from(number(text)?).unwrap_or(usize::MAX),
        };
        let wanted = match action {
            Action::Up => self.selected.saturating_add(count),
            Action::Down if count > self.selected => {
                return Err(CommandError::new("the running method is the lowest frame"));
            }
            Action::Down => self.selected - count,
            _ => count,
        };
        let frames = text::calls(self);
        let Some(line) = frames.get(wanted).filter(|it| it.starts_with('#')) else {
            return Err(CommandError::new(format!(
                "no frame {wanted}; `where` lists them"
            )));
        };
        self.selected = wanted;
        Ok(line.clone())
    }

    fn last_commands(&self, arguments: &str) -> Result<String, CommandError> {
        let most = match arguments {
            "" => HISTORY,
            text => usize::try_from(number(text)?).unwrap_or(usize::MAX),
        };
        let first = self.history.len().saturating_sub(most);
        let lines = self.history.iter().enumerate().skip(first);
        let lines = lines.map(|(place, line)| format!("{:3}  {line}", place + 1));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    /// Looks for sources there from now on.
    pub fn set_sources(&mut self, sources: SourcePath) {
        self.names.set_sources(sources);
    }

    /// Position of the machine as text: one line, with the source line on a second one.
    #[must_use]
    pub fn place(&self) -> String {
        text::place(self)
    }

    /// The bytes that the program has printed until now; diagnostic text included.
    #[must_use]
    pub fn printed(&self) -> Vec<u8> {
        bytes(self.timeline.outputs(), self.names.symbols())
    }

    /// New output of the program since the last call; each byte appears once, even after steps back.
    pub fn new_output(&mut self) -> Vec<u8> {
        let all = bytes(self.timeline.recorded_outputs(), self.names.symbols());
        // Input in the past may have made another future.
        let new = all.get(self.shown..).unwrap_or_default().to_vec();
        self.shown = all.len();
        new
    }

    pub(crate) fn value(&self, text: &str) -> Result<Value, CommandError> {
        let view = self.view();
        let frames = frames(&view, self.position());
        let scope = Scope {
            state: &view,
            seen: self.timeline.probe(),
            names: &self.names,
            frame: frames.get(self.selected).copied(),
            depth: frames.len(),
        };
        evaluate(text, scope)
    }

    pub(crate) fn add(&mut self, text: &str, kind: Kind) -> String {
        self.numbers += 1;
        let breakpoint = Breakpoint {
            number: self.numbers,
            text: text.to_owned(),
            kind,
        };
        let line = breakpoint.describe(&self.names);
        self.breakpoints.push(breakpoint);
        format!("breakpoint {}", line.trim_start())
    }

    fn delete(&mut self, arguments: &str) -> Result<String, CommandError> {
        if arguments.is_empty() {
            self.breakpoints.clear();
            return Ok("no breakpoints any more".to_owned());
        }
        let number = number(arguments)?;
        let before = self.breakpoints.len();
        self.breakpoints
            .retain(|breakpoint| u64::from(breakpoint.number) != number);
        if self.breakpoints.len() == before {
            return Err(CommandError::new(format!(
                "no breakpoint {number}; `breaks` lists them"
            )));
        }
        Ok(format!("breakpoint {number} deleted"))
    }

    fn list_breakpoints(&self) -> String {
        if self.breakpoints.is_empty() {
            return "no breakpoints".to_owned();
        }
        let lines = self.breakpoints.iter().map(|it| it.describe(&self.names));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Feeds the UART now; gives true if what was recorded after now is forgotten.
    pub fn feed_bytes(&mut self, bytes: &[u8]) -> bool {
        let forgets = self.timeline.farthest() > self.timeline.cycle();
        self.remember(bytes);
        self.timeline.feed(bytes);
        let printed = self::bytes(self.timeline.recorded_outputs(), self.names.symbols());
        self.shown = self.shown.min(printed.len());
        forgets
    }

    /// Ends the input now, as the program's runtime understands it.
    pub fn end_input(&mut self) {
        let end = end_of_input(self.names.symbols());
        self.feed_bytes(end);
    }

    fn feed(&mut self, arguments: &str) -> Result<String, CommandError> {
        if arguments.is_empty() {
            return Err(CommandError::new(
                "`input` needs a text; \\n is a line end, \\d the end of the input",
            ));
        }
        let end = end_of_input(self.names.symbols());
        let end: String = end.iter().copied().map(char::from).collect();
        let text = arguments.replace("\\n", "\n").replace("\\d", &end);
        let note = if self.feed_bytes(text.as_bytes()) {
            "; what was recorded after now is forgotten"
        } else {
            ""
        };
        Ok(format!("{} bytes fed{note}", text.len()))
    }

    fn assert(&mut self, arguments: &str) -> Result<Reply, CommandError> {
        type Holds = fn(&i64, &i64) -> bool;
        const OPERATORS: [(&str, Holds); 6] = [
            ("==", i64::eq),
            ("!=", i64::ne),
            ("<=", i64::le),
            (">=", i64::ge),
            ("<", i64::lt),
            (">", i64::gt),
        ];
        let found = OPERATORS
            .iter()
            .find_map(|(sign, holds)| Some((arguments.split_once(sign)?, sign, holds)));
        let Some(((left, right), sign, holds)) = found else {
            return Err(CommandError::new(
                "`assert` compares two values with ==, !=, <, <=, > or >=",
            ));
        };
        let (a, b) = (
            self.value(left.trim())?.number,
            self.value(right.trim())?.number,
        );
        let holds = holds(&a, &b);
        Ok(Reply {
            text: if holds {
                String::new()
            } else {
                format!("failed: {arguments}: {a} {sign} {b} does not hold")
            },
            failed: !holds,
            quits: false,
        })
    }

    fn expect(&mut self, text: &str) -> Result<Reply, CommandError> {
        if text.is_empty() {
            return Err(CommandError::new("`expect` needs a text"));
        }
        let holds = self.last_text.contains(text);
        Ok(Reply {
            text: if holds {
                String::new()
            } else {
                let answer = self.last_text.lines().next().unwrap_or("nothing");
                format!("failed: expected `{text}`, and the answer was `{answer}`")
            },
            failed: !holds,
            quits: false,
        })
    }

    /// The exception and its thrower, one line.
    fn thrown(&self) -> String {
        let state = &self.timeline.machine().state;
        let exception = match conditions::thrown(state) {
            0 => "null".to_owned(),
            handle => {
                let table = state
                    .memory_system
                    .memory
                    .words
                    .read(handle.wrapping_add(1));
                let class = self.names.class_of_table(table);
                class.map_or_else(|| format!("{handle:#x}"), |class| class.name.clone())
            }
        };
        let thrower = text::calls(self).into_iter().nth(1).unwrap_or_default();
        format!("{exception} thrown by {thrower}\n")
    }

    /// Reason and place of a stop.
    pub(crate) fn arrival(&mut self, moment: Moment, cause: Option<Cause>) -> String {
        self.end = match (moment, cause) {
            (Moment::End, _) => match self.timeline.recorded_outputs().last() {
                Some((_, Output::Exit(status))) => Some(End::Exit(*status)),
                _ => Some(End::ExitText),
            },
            (Moment::Watched, Some(Cause::Blocked)) => Some(End::Blocked),
            (Moment::Watched, Some(Cause::Interrupted)) => Some(End::Interrupted),
            _ => None,
        };
        let why = match (moment, cause) {
            (Moment::Watched, Some(Cause::Breakpoint(number))) => {
                let text = self.breakpoints.iter().find(|it| it.number == number);
                let throws = text.filter(|it| matches!(it.kind, Kind::Exception { .. }));
                let thrown = throws.map_or(String::new(), |_| self.thrown());
                let text = text.map_or("", |it| it.text.as_str());
                format!("breakpoint {number}, {text}\n{thrown}")
            }
            (Moment::Watched, Some(Cause::Watch(number, touch))) => {
                let what = match self.names.static_at(touch.address) {
                    Some(field) => format!("{}.{}", field.class, field.name),
                    None => format!("{:#x}", touch.address),
                };
                let before = touch.before.cast_signed();
                match touch.written {
                    Some(word) => {
                        format!(
                            "breakpoint {number}, {what} written: {before} -> {}\n",
                            word.cast_signed()
                        )
                    }
                    None => format!("breakpoint {number}, {what} read: {before}\n"),
                }
            }
            (Moment::Watched, Some(Cause::Interrupted)) => "interrupted\n".to_owned(),
            (Moment::Watched, Some(Cause::Blocked)) => {
                "every thread waits, and none can wake another\n".to_owned()
            }
            (Moment::Watched, Some(Cause::Input)) => {
                "the program waits for input; `input TEXT` feeds it, `input \\d` ends it\n"
                    .to_owned()
            }
            (Moment::Start, _) => "the start\n".to_owned(),
            (Moment::End, _) => match self.end.and_then(End::status) {
                Some(status) => {
                    let status = status.cast_signed();
                    format!("the program has ended with status {status}\n")
                }
                None => "the program has ended\n".to_owned(),
            },
            _ => String::new(),
        };
        format!("{why}{}", text::place(self))
    }
}

/// Text of the UART, diagnostic text and stack traces.
fn bytes(outputs: &[(u64, Output)], symbols: Option<&Symbols>) -> Vec<u8> {
    let mut reader = TraceReader::default();
    let mut bytes = Vec::new();
    for (_, output) in outputs {
        match output {
            Output::Uart(byte) | Output::Diagnostic(byte) => bytes.push(*byte),
            Output::Trace(word) => {
                let lines = reader.push(*word, symbols).unwrap_or_default();
                bytes.extend(lines.into_bytes());
            }
            Output::Exit(_) => {}
        }
    }
    bytes
}

fn values() -> String {
    let mut lines = vec![
        "42, 0x2a, 10k             numbers".to_owned(),
        "name, l0, l1, ..., this   arguments and locals of the selected frame; names if compiled with `javac -g`".to_owned(),
        "Class.field               static fields".to_owned(),
        "VALUE.field, VALUE[I]     fields of objects, elements of arrays; VALUE.length".to_owned(),
        "mem[VALUE], stack[VALUE]  words of main memory and of the stack".to_owned(),
        "VALUE + VALUE, -, *       from left to right; brackets".to_owned(),
    ];
    lines.extend(
        REGISTERS
            .iter()
            .map(|(name, meaning)| format!("{:25} {meaning}", format!("${name}"))),
    );
    lines.join("\n")
}
