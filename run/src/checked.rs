//! An engine beside the reference, in step: the run stops at the first difference.
//!
//! ```text
//!           +-----------+ ---> Stop     the engine that was chosen
//!  limit -->|           |                 ||    the same output in the same cycle; at each cut the same state and counters
//!           +-----------+ ---> Stop     every cycle on the machine itself
//! ```
//!
//! An engine that holds the machine's state is compared with all of it; the fast engine, which does not, by output, cycles and
//! counters. A difference is traced back to the first cycle in which it shows.

mod difference;

use std::collections::VecDeque;
use std::fmt;

use isa::{Output, Stop};
use sim_core::{Machine, Statistics};

pub use self::difference::{CheckFault, Difference, Differing};
use crate::counters::Counters;
use crate::end::End;
use crate::engine::{Counted, Engine, Saved, View};

/// Cycles between two comparisons at most.
const APART: u64 = 1 << 16;

/// Both engines in one cycle.
#[derive(Debug, Clone)]
struct Pair<E> {
    engine: E,
    reference: Machine,
    statistics: Statistics,
    /// Output of the reference that the engine has not given yet, with its cycle.
    ahead: VecDeque<(Output, u64)>,
}

/// What was compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Compared {
    /// Cycles that both engines ran.
    pub cycles: u64,
    /// Comparisons of state and counters.
    pub cuts: u64,
    /// Bytes and words of output.
    pub outputs: u64,
    /// All registers and memories; false: counters alone.
    pub state: bool,
}

/// A sentence.
impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            cycles,
            cuts,
            outputs,
            state,
        } = self;
        let what = match state {
            true => "all registers, memories and counters",
            false => "cycles and counters",
        };
        write!(
            f,
            "the engine is the reference over {cycles} cycles: {what} at {cuts} cuts, and {outputs} bytes and words of output, \
             each in its cycle"
        )
    }
}

/// An engine that the reference checks.
#[derive(Debug, Clone)]
pub struct Checked<E> {
    pair: Pair<E>,
    /// Where they were the same last, and nobody has cut them since.
    same: Option<Pair<E>>,
    from: u64,
    compared: Compared,
}

impl<E: Counted + Clone> Checked<E>
where
    CheckFault: From<E::Fault>,
{
    /// `engine` is in the same cycle as `reference`, whose counters are `statistics`.
    #[must_use]
    pub fn new(engine: E, reference: Machine, statistics: Statistics) -> Self {
        let state = engine.saved().is_some();
        Self {
            from: reference.state.cycle,
            pair: Pair {
                engine,
                reference,
                statistics,
                ahead: VecDeque::new(),
            },
            same: None,
            compared: Compared {
                state,
                ..Compared::default()
            },
        }
    }

    /// What was compared, and was the same.
    #[must_use]
    pub fn compared(&self) -> Compared {
        Compared {
            cycles: self.pair.reference.state.cycle - self.from,
            ..self.compared
        }
    }

    /// The engine alone.
    #[must_use]
    pub fn into_engine(self) -> E {
        self.pair.engine
    }

    /// The first cycle in which the difference shows that shows at `cut`.
    fn trace_back(&self, cut: u64, differing: Vec<Differing>) -> Difference {
        let Some(same) = &self.same else {
            return Difference::new(cut, cut, differing);
        };
        let (mut equal, mut first) = (same.reference.state.cycle, (cut, differing));
        while equal + 1 < first.0 {
            let middle = equal + (first.0 - equal) / 2;
            match same.clone().run_through(middle) {
                Ok(()) => equal = middle,
                Err(Apart::Differs(differing)) => first = (middle, differing),
                // The engine stops there: it cannot be compared any closer.
                Err(Apart::Fault(_)) => break,
            }
        }
        let (cycle, differing) = first;
        Difference::new(equal, cycle, differing)
    }
}

/// Why two engines do not go on together.
enum Apart<F> {
    Differs(Vec<Differing>),
    Fault(F),
}

impl<E: Counted> Pair<E> {
    /// Runs both to `cut`, or to the next output.
    fn run(&mut self, cut: u64) -> Result<Stop, Apart<E::Fault>> {
        let stop = self.engine.run(cut).map_err(Apart::Fault)?;
        if let Stop::Output(output) = stop {
            let cycle = self.engine.cycles(End::Until);
            let limit = cycle.max(self.engine.cycle());
            let next = self.ahead.pop_front().or_else(|| self.output(limit));
            if next != Some((output, cycle)) {
                let next = next.map_or("none".to_owned(), |(output, cycle)| {
                    format!("{output:?} in cycle {cycle}")
                });
                let found = format!("{output:?} in cycle {cycle}");
                return Err(Apart::Differs(vec![Differing::new("output", next, found)]));
            }
        } else {
            while let Some(output) = self.output(self.engine.cycle()) {
                self.ahead.push_back(output);
            }
        }
        let differing = self.compare(stop);
        if differing.is_empty() {
            Ok(stop)
        } else {
            Err(Apart::Differs(differing))
        }
    }

    /// The same to `cut` in any case.
    fn run_through(&mut self, cut: u64) -> Result<(), Apart<E::Fault>> {
        while self.engine.cycle() < cut {
            self.run(cut)?;
        }
        Ok(())
    }

    /// Runs the reference to its next output, which it gives with its cycle.
    fn output(&mut self, limit: u64) -> Option<(Output, u64)> {
        match self.reference.run(limit, &mut self.statistics) {
            Stop::Output(output) => Some((output, self.reference.state.cycle)),
            Stop::Limit => None,
        }
    }

    fn compare(&self, stop: Stop) -> Vec<Differing> {
        if let Some(saved) = self.engine.saved() {
            if let Some((output, cycle)) = self.ahead.front() {
                let expected = format!("{output:?} in cycle {cycle}");
                return vec![Differing::new("output", expected, "none".to_owned())];
            }
            let expected = (&self.reference.state, &self.statistics);
            return difference::of_machines(expected, (saved.state, saved.statistics));
        }
        // Between two outputs of one bytecode the fast engine has counted all of it.
        let ends = matches!(stop, Stop::Output(Output::Exit(_)));
        if !ends && (stop != Stop::Limit || self.reference.state.cycle != self.engine.cycle()) {
            return Vec::new();
        }
        let end = if ends { End::Until } else { End::Interrupted };
        let found = self.engine.counters(end);
        let mut expected = Counters::from(&self.statistics);
        if found.machine.is_none() {
            expected.machine = None;
        }
        difference::of_counters(&expected, &found)
    }
}

impl<E: Counted + Clone> Engine for Checked<E>
where
    CheckFault: From<E::Fault>,
{
    type Fault = CheckFault;

    fn run(&mut self, limit: u64) -> Result<Stop, CheckFault> {
        loop {
            let cycle = self.pair.engine.cycle();
            let same = self.same.get_or_insert_with(|| self.pair.clone());
            let begin = same.reference.state.cycle;
            let cut = limit.min((begin + APART).max(cycle + 1));
            let stop = match self.pair.run(cut) {
                Ok(stop) => stop,
                Err(Apart::Fault(fault)) => return Err(fault.into()),
                Err(Apart::Differs(differing)) => {
                    let shows = self
                        .pair
                        .engine
                        .cycle()
                        .max(self.pair.reference.state.cycle);
                    return Err(CheckFault::Differs(Box::new(
                        self.trace_back(shows, differing),
                    )));
                }
            };
            self.compared.cuts += 1;
            if let Stop::Output(_) = stop {
                self.compared.outputs += 1;
                return Ok(stop);
            }
            self.same = None;
            // An engine that is past the limit learns of it all the same.
            if cut == limit {
                return Ok(stop);
            }
        }
    }

    fn cycle(&self) -> u64 {
        self.pair.engine.cycle()
    }

    fn cycles(&self, end: End) -> u64 {
        self.pair.engine.cycles(end)
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.pair.engine.feed(bytes);
        self.pair.reference.state.memory_system.io.uart.feed(bytes);
        self.same = None;
    }

    fn end_input(&mut self, bytes: &[u8]) {
        self.pair.engine.end_input(bytes);
        self.pair.reference.state.memory_system.io.uart.feed(bytes);
        self.same = None;
    }

    fn view(&self) -> Option<View<'_>> {
        self.pair.engine.view()
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.pair.engine.empty_uart()
    }
}

impl<E: Counted + Clone> Counted for Checked<E>
where
    CheckFault: From<E::Fault>,
{
    fn counters(&self, end: End) -> Counters {
        self.pair.engine.counters(end)
    }

    fn block_share(&self) -> Option<f64> {
        self.pair.engine.block_share()
    }

    fn saved(&self) -> Option<Saved<'_>> {
        self.pair.engine.saved()
    }
}
