//! The fast engine as an engine: every bytecode, with cycles from a table.

use fast_engine::{Fault, NoProbe, Probe};
use isa::Stop;

use crate::counters::Counters;
use crate::end::End;
use crate::engine::{Counted, Engine, View};

/// The loop over the bytecodes, compiled for a probe.
type Loop<P> = fn(&mut fast_engine::Engine, u64, &mut P) -> Result<Stop, Fault>;

/// A fast engine under observation.
#[derive(Debug, Clone)]
pub struct FastRun<P> {
    /// The engine.
    pub engine: fast_engine::Engine,
    /// Probe of the run.
    pub probe: P,
    /// The last limit.
    limit: u64,
    /// The dispatch at which the probe was told last that its cycle has come.
    reached: Option<u64>,
    run: Loop<P>,
}

impl<P: Probe> FastRun<P> {
    /// `probe` watches from the next bytecode on.
    pub fn new(engine: fast_engine::Engine, probe: P) -> Self {
        Self::with_loop(engine, probe, fast_engine::Engine::run::<P>)
    }

    /// The same with a loop that was compiled elsewhere: in a crate that is optimised more than the caller's.
    pub fn with_loop(engine: fast_engine::Engine, probe: P, run: Loop<P>) -> Self {
        Self {
            engine,
            probe,
            limit: u64::MAX,
            reached: None,
            run,
        }
    }
}

impl FastRun<NoProbe> {
    /// The usual run, without observers, whose loop is compiled here.
    #[must_use]
    pub fn usual(engine: fast_engine::Engine) -> Self {
        Self::with_loop(engine, NoProbe, usual_loop)
    }
}

fn usual_loop(
    engine: &mut fast_engine::Engine,
    limit: u64,
    probe: &mut NoProbe,
) -> Result<Stop, Fault> {
    engine.run(limit, probe)
}

impl<P: Probe> Engine for FastRun<P> {
    type Fault = Fault;

    fn run(&mut self, limit: u64) -> Result<Stop, Fault> {
        self.limit = limit;
        loop {
            let due = match self.reached {
                // At least one bytecode, where the probe goes on waiting.
                Some(cycle) => self.probe.due().max(cycle.saturating_add(1)),
                None => self.probe.due(),
            };
            let stop = (self.run)(&mut self.engine, limit.min(due), &mut self.probe)?;
            let cycle = self.engine.cycles();
            if stop != Stop::Limit {
                return Ok(stop);
            }
            // The run may be over, in the middle of the last bytecode; if not, the probe is told when it goes on.
            if cycle >= limit {
                return Ok(stop);
            }
            if cycle >= self.probe.due() && self.reached != Some(cycle) {
                self.probe.reached(cycle);
                self.reached = Some(cycle);
            }
        }
    }

    fn cycle(&self) -> u64 {
        self.engine.cycles()
    }

    fn cycles(&self, end: End) -> u64 {
        match end {
            End::Exit(_) | End::Until | End::ExitText => self.engine.cycles_of_output(),
            // The bytecode under way at the limit is counted as far as the limit.
            End::MaxCycles | End::Blocked => self.engine.cycles().min(self.limit),
            End::Interrupted => self.engine.cycles(),
        }
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.engine.feed(bytes);
    }

    fn view(&self) -> Option<View<'_>> {
        Some(View {
            memory: self.engine.memory(),
            stack: self.engine.stack_ram(),
            locals: self.engine.locals(),
            has_input: self.engine.has_input(),
        })
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.engine.empty_uart()
    }
}

impl<P: Probe> Counted for FastRun<P> {
    fn counters(&self, end: End) -> Counters {
        let counted = self.engine.counters();
        Counters {
            cycles: self.cycles(end),
            bytecodes: counted.bytecodes,
            interrupts: counted.interrupts,
            exceptions: counted.exceptions,
            thrown: counted.thrown,
            method_lookups: counted.method_lookups,
            method_hits: counted.method_hits,
            method_words_loaded: counted.method_words_loaded,
            machine: None,
        }
    }
}
