//! Two engines in step: cut at the same cycles, and back to where they were the same last to find the first difference.

use isa::{Output, Stop};

use super::compared::Compared;
use super::difference::{Difference, Differing};

/// Cycles between two comparisons at most.
const APART: u64 = 1 << 16;

/// An engine and the reference, in one cycle.
pub(crate) trait Pair: Clone {
    type Fault;

    /// Runs both to `cut`, or to the next output, and compares them.
    fn run(&mut self, cut: u64) -> Result<Stop, Apart<Self::Fault>>;

    /// Cycle of the engine.
    fn cycle(&self) -> u64;

    /// Cycle of the reference.
    fn reference_cycle(&self) -> u64;

    /// Runs both to `cut` in any case.
    fn run_through(&mut self, cut: u64) -> Result<(), Apart<Self::Fault>> {
        while self.cycle() < cut {
            if let Stop::Output(Output::Exit(_)) = self.run(cut)? {
                break;
            }
        }
        Ok(())
    }
}

/// Why two engines do not go on together.
pub(crate) enum Apart<F> {
    Differs(Vec<Differing>),
    Fault(F),
}

/// The same, with the cycle in which they parted.
pub(crate) enum Parted<F> {
    Differs(Box<Difference>),
    Fault(F),
}

/// Both, and where they were the same last.
#[derive(Debug, Clone)]
pub(crate) struct InStep<P> {
    pub(crate) pair: P,
    /// Nobody has cut them since.
    same: Option<P>,
    from: u64,
    compared: Compared,
}

impl<P: Pair> InStep<P> {
    pub(crate) fn new(pair: P) -> Self {
        Self {
            from: pair.reference_cycle(),
            pair,
            same: None,
            compared: Compared::default(),
        }
    }

    /// What was compared, and was the same.
    pub(crate) fn compared(&self) -> Compared {
        Compared {
            cycles: self.pair.reference_cycle() - self.from,
            ..self.compared
        }
    }

    /// Both were changed from outside.
    pub(crate) fn forget(&mut self) {
        self.same = None;
    }

    /// Runs both until something leaves or they reach `limit`.
    pub(crate) fn run(&mut self, limit: u64) -> Result<Stop, Parted<P::Fault>> {
        loop {
            let cycle = self.pair.cycle();
            let same = self.same.get_or_insert_with(|| self.pair.clone());
            let begin = same.reference_cycle();
            let cut = limit.min((begin + APART).max(cycle + 1));
            let stop = match self.pair.run(cut) {
                Ok(stop) => stop,
                Err(Apart::Fault(fault)) => return Err(Parted::Fault(fault)),
                Err(Apart::Differs(differing)) => {
                    let shows = self.pair.cycle().max(self.pair.reference_cycle());
                    let difference = self.trace_back(shows, differing);
                    return Err(Parted::Differs(Box::new(difference)));
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

    /// The first cycle in which the difference shows that shows at `cut`.
    fn trace_back(&self, cut: u64, differing: Vec<Differing>) -> Difference {
        let Some(same) = &self.same else {
            return Difference::new(cut, cut, differing);
        };
        let (mut equal, mut first) = (same.reference_cycle(), (cut, differing));
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
