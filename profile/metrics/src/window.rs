//! Windows of a run: where they end, and what each context did in each.

use std::fmt;
use std::str::FromStr;

use cross_profile::{Context, ContextId, Observer, ThreadId};
use jopizer::Symbols;
use record::{LimitsError, Pattern};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::figures::{Field, Figures};

/// Most windows of [`Every::Fitting`].
const MOST: usize = 1000;
/// Their first width. Unit: cycles.
const FINEST: u64 = 1000;

/// Where windows end.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Every {
    /// Of equal width, which doubles whenever there are too many: 500 to 1000 windows of a long run.
    #[default]
    Fitting,
    /// After so many cycles.
    Cycles(u64),
    /// After so many calls of methods.
    Calls {
        /// The methods.
        method: Pattern,
        /// Calls in a window.
        number: u64,
    },
    /// Where a region that the program marks begins or ends.
    Regions,
}

/// A width that means nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{0}` is no window: give cycles (10_000, 10k), a method and its calls in a window (lift.Plant.step, lift.Plant.step#10), regions or fitting"
)]
pub struct EveryError(String);

impl FromStr for Every {
    type Err = EveryError;

    /// `10_000`, `lift.Plant.step` (each call), `lift.Plant.step#10`, `regions`, `fitting`.
    fn from_str(text: &str) -> Result<Self, EveryError> {
        let wrong = || EveryError(text.to_owned());
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            return match number(text) {
                Some(1..) => Ok(Self::Cycles(number(text).unwrap_or(1))),
                _ => Err(wrong()),
            };
        }
        if let "regions" | "fitting" = text {
            return Ok(match text {
                "regions" => Self::Regions,
                _ => Self::Fitting,
            });
        }
        let (method, calls) = text.rsplit_once('#').unwrap_or((text, "1"));
        match number(calls) {
            Some(number @ 1..) if !method.is_empty() => Ok(Self::Calls {
                method: Pattern(method.to_owned()),
                number,
            }),
            _ => Err(wrong()),
        }
    }
}

/// A whole number with `_` between digits.
fn number(text: &str) -> Option<u64> {
    text.replace('_', "").parse().ok()
}

impl fmt::Display for Every {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fitting => write!(f, "as many cycles as fit"),
            Self::Cycles(cycles) => write!(f, "{cycles} cycles"),
            Self::Calls { method, number: 1 } => write!(f, "a call of {}", method.0),
            Self::Calls { method, number } => write!(f, "{number} calls of {}", method.0),
            Self::Regions => write!(f, "from one mark of a region to the next"),
        }
    }
}

/// A context in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Place of its thread.
    pub thread: u32,
    /// The context in its tree.
    pub context: ContextId,
    /// What it did.
    pub figures: Figures,
}

/// A part of the run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Window {
    /// Its first cycle.
    pub start: u64,
    /// The cycle after its last.
    pub end: u64,
    /// What contexts did in it that did anything, by thread and context.
    pub cells: Vec<Cell>,
}

impl Window {
    /// Goes on with the window after it.
    fn absorb(&mut self, other: &Self) {
        self.end = other.end;
        let mut cells = Vec::with_capacity(self.cells.len().max(other.cells.len()));
        let (mut ours, mut theirs) = (self.cells.iter().peekable(), other.cells.iter().peekable());
        let key = |cell: &Cell| (cell.thread, cell.context);
        loop {
            match (ours.peek(), theirs.peek()) {
                (Some(a), Some(b)) if key(a) == key(b) => {
                    let mut cell = **a;
                    cell.figures.add(&b.figures);
                    cells.push(cell);
                    ours.next();
                    theirs.next();
                }
                (Some(a), Some(b)) if key(a) < key(b) => cells.extend(ours.next()),
                (Some(_), None) => cells.extend(ours.next()),
                (_, Some(_)) => cells.extend(theirs.next()),
                (None, None) => break,
            }
        }
        self.cells = cells;
    }
}

/// All windows of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recorded {
    /// Where they end.
    pub every: Every,
    /// They follow each other; between two there is a gap where nothing was recorded.
    pub windows: Vec<Window>,
}

/// When the running window ends.
#[derive(Debug, Clone)]
enum Ends {
    /// With the bytecode that runs in the cycle before this one.
    Cycle(u64),
    /// After so many calls of the methods at these word addresses.
    Calls { methods: Vec<bool>, left: u64 },
    /// When the number of turns of regions is another one.
    Turns(u64),
}

/// Divides a run.
#[derive(Debug, Clone)]
pub(crate) struct Windows {
    recorded: Recorded,
    /// Windows that have ended and wait for a journal, if there is one.
    journaled: Option<Vec<Window>>,
    /// Width of windows of cycles.
    width: u64,
    ends: Ends,
    start: u64,
    /// Figures besides those of the trees, by thread and context.
    more: Vec<Vec<More>>,
    /// All figures at the start of the window.
    before: Vec<Vec<Figures>>,
}

/// Figures of a context besides those of its tree.
#[derive(Debug, Clone, Default)]
struct More {
    /// Since the start of the run; the stack since that of the window.
    figures: Figures,
    /// They may have changed in the window.
    is_touched: bool,
    /// What its tree had at the start of the window, all together.
    amount: u64,
}

impl Windows {
    pub(crate) fn new(every: Every, symbols: Option<&Symbols>) -> Result<Self, LimitsError> {
        let width = match every {
            Every::Cycles(width) => width,
            _ => FINEST,
        };
        let ends = match &every {
            Every::Fitting | Every::Cycles(_) => Ends::Cycle(width),
            Every::Calls { method, number } => Ends::Calls {
                methods: method.addresses(symbols).map_err(|error| match error {
                    LimitsError::NoMethod(name) => LimitsError::NoWindow(name),
                    error => error,
                })?,
                left: *number,
            },
            Every::Regions => Ends::Turns(0),
        };
        Ok(Self {
            recorded: Recorded {
                every,
                windows: Vec::new(),
            },
            journaled: None,
            width,
            ends,
            start: 0,
            more: Vec::new(),
            before: Vec::new(),
        })
    }

    /// Figures of a context besides those of its tree.
    pub(crate) fn more(&mut self, (thread, context): (ThreadId, ContextId)) -> &mut Figures {
        let more = place(&mut self.more, thread.0 as usize, context.0 as usize);
        more.is_touched = true;
        &mut more.figures
    }

    /// A method is called: a window that ends after calls may end.
    pub(crate) fn called(&mut self, address: u32) -> bool {
        let Ends::Calls { methods, left } = &mut self.ends else {
            return false;
        };
        if methods.get(address as usize) != Some(&true) {
            return false;
        }
        *left -= 1;
        *left == 0
    }

    /// Regions have begun or ended so often: a window may end.
    pub(crate) fn turned(&mut self, turns: u64) -> bool {
        match &mut self.ends {
            Ends::Turns(before) => std::mem::replace(before, turns) != turns,
            _ => false,
        }
    }

    /// Cycle in which the window ends at the latest.
    #[inline(always)]
    pub(crate) fn due(&self) -> u64 {
        match self.ends {
            Ends::Cycle(end) => end,
            _ => u64::MAX,
        }
    }

    /// Recording goes on in this cycle after a gap that began in `paused`.
    pub(crate) fn resume(&mut self, paused: u64, cycle: u64, observer: &Observer) {
        if cycle >= self.due() {
            self.close(paused, observer);
            self.start = cycle;
            self.set_end(cycle);
        } else if self.start == paused {
            self.start = cycle;
        }
    }

    /// The window ends, and the next one begins.
    #[cold]
    pub(crate) fn close(&mut self, end: u64, observer: &Observer) {
        let cells = self.cells(observer);
        let start = std::mem::replace(&mut self.start, end);
        if !cells.is_empty() {
            self.ended(Window { start, end, cells });
        }
        if self.recorded.every == Every::Fitting && self.recorded.windows.len() > MOST {
            self.widen();
        }
        if let (Ends::Calls { left, .. }, Every::Calls { number, .. }) =
            (&mut self.ends, &self.recorded.every)
        {
            *left = *number;
        }
        self.set_end(end);
    }

    /// Widths are of a grid, so that a window that ends late does not move the others.
    fn set_end(&mut self, cycle: u64) {
        if let Ends::Cycle(end) = &mut self.ends {
            *end = (cycle / self.width + 1).saturating_mul(self.width);
        }
    }

    /// A window has ended. Those that fit are few and change, so that they stay here, too.
    fn ended(&mut self, window: Window) {
        let is_fitting = self.recorded.every == Every::Fitting;
        match &mut self.journaled {
            Some(journaled) if !is_fitting => return journaled.push(window),
            Some(journaled) => journaled.push(window.clone()),
            None => {}
        }
        self.push(window);
    }

    /// From here on windows go to a journal as they end.
    pub(crate) fn start_journal(&mut self) {
        self.journaled = Some(Vec::new());
    }

    /// Windows that have ended since the last time, for the journal.
    pub(crate) fn take_ended(&mut self) -> Vec<Window> {
        self.journaled
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Windows of twice the width.
    fn widen(&mut self) {
        self.width *= 2;
        for window in std::mem::take(&mut self.recorded.windows) {
            self.push(window);
        }
    }

    /// The next window, or what goes on with the last one: its first half, when widths have doubled.
    fn push(&mut self, window: Window) {
        let (is_fitting, width) = (self.recorded.every == Every::Fitting, self.width);
        match self.recorded.windows.last_mut() {
            Some(last) if is_fitting && last.start / width == window.start / width => {
                last.absorb(&window);
            }
            _ => self.recorded.windows.push(window),
        }
    }

    /// What contexts have done since the last window.
    fn cells(&mut self, observer: &Observer) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (number, tree) in observer.trees().enumerate() {
            let contexts = tree.contexts();
            let last = contexts.len() - 1;
            place(&mut self.more, number, last);
            place(&mut self.before, number, last);
            let figures = self.more[number].iter_mut().zip(&mut self.before[number]);
            for ((id, context), (more, before)) in tree.ids().zip(contexts).zip(figures) {
                let amount = amount(context);
                // Most contexts rest in most windows.
                if amount == more.amount && !more.is_touched {
                    continue;
                }
                (more.amount, more.is_touched) = (amount, false);
                let more = &mut more.figures;
                if !has_done(context, more, before) {
                    continue;
                }
                let now = all(context, more);
                *more.get_mut(Field::Stack) = 0;
                let figures = now.since(before);
                *before = now;
                cells.push(Cell {
                    thread: number as u32,
                    context: id,
                    figures,
                });
            }
        }
        cells
    }

    /// All windows that are here; the running one ends in this cycle.
    pub(crate) fn finish(mut self, cycle: u64, observer: &Observer) -> Recorded {
        self.close(cycle, observer);
        if self.recorded.every != Every::Fitting {
            self.recorded
                .windows
                .extend(self.journaled.unwrap_or_default());
        }
        self.recorded
    }
}

/// All figures of a context in its tree together: each only grows, so that none has changed where this has not.
#[inline(always)]
fn amount(context: &Context) -> u64 {
    let cycles: u64 = context.cycles.iter().sum();
    cycles + context.calls + context.bytecodes
}

/// Whether a context has done anything since the figures before, in which the depth of the stack counts for nothing.
#[inline(always)]
fn has_done(context: &Context, more: &Figures, before: &Figures) -> bool {
    let differs = |now: &[u64], before: &[u64]| {
        let pairs = now.iter().zip(before);
        pairs.fold(0, |all, (now, before)| all | (now ^ before)) != 0
    };
    // Those that are in its tree come first.
    let others = Figures::place(Field::Bytecodes) + 1..Figures::place(Field::Stack);
    context.bytecodes != before.get(Field::Bytecodes)
        || context.calls != before.get(Field::Calls)
        || more.get(Field::Stack) != 0
        || differs(&context.cycles, &before.0)
        || differs(&more.0[others.clone()], &before.0[others])
}

/// The figures of a context since the start of the run.
fn all(context: &Context, more: &Figures) -> Figures {
    let mut figures = *more;
    figures.0[..context.cycles.len()].copy_from_slice(&context.cycles);
    *figures.get_mut(Field::Calls) = context.calls;
    *figures.get_mut(Field::Bytecodes) = context.bytecodes;
    figures
}

fn place<T: Default>(table: &mut Vec<Vec<T>>, thread: usize, context: usize) -> &mut T {
    if table.len() <= thread {
        table.resize_with(thread + 1, Vec::new);
    }
    let row = &mut table[thread];
    if row.len() <= context {
        row.resize_with(context + 1, T::default);
    }
    &mut row[context]
}
