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

mod compared;
pub(crate) mod difference;
pub(crate) mod in_step;

use std::collections::VecDeque;

use isa::{Output, Stop};
use sim_core::{Machine, Statistics};

pub use self::compared::Compared;
pub use self::difference::{CheckFault, Difference, Differing};
use self::in_step::{Apart, InStep, Parted};
use crate::counters::Counters;
use crate::end::End;
use crate::engine::{Counted, Engine, Saved, View};

/// Both engines in one cycle.
#[derive(Debug, Clone)]
struct Pair<E> {
    engine: E,
    reference: Machine,
    statistics: Statistics,
    /// Output of the reference that the engine has not given yet, with its cycle.
    ahead: VecDeque<(Output, u64)>,
}

/// An engine that the reference checks.
#[derive(Debug, Clone)]
pub struct Checked<E> {
    both: InStep<Pair<E>>,
    state: bool,
}

impl<E: Counted + Clone> Checked<E>
where
    CheckFault: From<E::Fault>,
{
    /// `engine` is in the same cycle as `reference`, whose counters are `statistics`.
    #[must_use]
    pub fn new(engine: E, reference: Machine, statistics: Statistics) -> Self {
        let state = engine.saved().is_some();
        let both = InStep::new(Pair {
            engine,
            reference,
            statistics,
            ahead: VecDeque::new(),
        });
        Self { both, state }
    }

    /// What was compared, and was the same.
    #[must_use]
    pub fn compared(&self) -> Compared {
        Compared {
            state: self.state,
            ..self.both.compared()
        }
    }

    /// The engine alone.
    #[must_use]
    pub fn into_engine(self) -> E {
        self.both.pair.engine
    }
}

impl<E: Counted + Clone> in_step::Pair for Pair<E> {
    type Fault = E::Fault;

    fn run(&mut self, cut: u64) -> Result<Stop, Apart<E::Fault>> {
        self.run_both(cut)
    }

    fn cycle(&self) -> u64 {
        self.engine.cycle()
    }

    fn reference_cycle(&self) -> u64 {
        self.reference.state.cycle
    }
}

impl<E: Counted> Pair<E> {
    /// Runs both to `cut`, or to the next output.
    fn run_both(&mut self, cut: u64) -> Result<Stop, Apart<E::Fault>> {
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
        self.both.run(limit).map_err(|parted| match parted {
            Parted::Differs(difference) => CheckFault::Differs(difference),
            Parted::Fault(fault) => fault.into(),
        })
    }

    fn cycle(&self) -> u64 {
        self.both.pair.engine.cycle()
    }

    fn cycles(&self, end: End) -> u64 {
        self.both.pair.engine.cycles(end)
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.both.pair.engine.feed(bytes);
        self.both
            .pair
            .reference
            .state
            .memory_system
            .io
            .uart
            .feed(bytes);
        self.both.forget();
    }

    fn end_input(&mut self, bytes: &[u8]) {
        self.both.pair.engine.end_input(bytes);
        self.both
            .pair
            .reference
            .state
            .memory_system
            .io
            .uart
            .feed(bytes);
        self.both.forget();
    }

    fn view(&self) -> Option<View<'_>> {
        self.both.pair.engine.view()
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.both.pair.engine.empty_uart()
    }
}

impl<E: Counted + Clone> Counted for Checked<E>
where
    CheckFault: From<E::Fault>,
{
    fn counters(&self, end: End) -> Counters {
        self.both.pair.engine.counters(end)
    }

    fn block_share(&self) -> Option<f64> {
        self.both.pair.engine.block_share()
    }

    fn saved(&self) -> Option<Saved<'_>> {
        self.both.pair.engine.saved()
    }
}
