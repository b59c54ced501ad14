//! Several processors in superblocks beside those that run every cycle.

use isa::{Output, Stop};
use sim_core::Machine;

use crate::checked::in_step::{Apart, InStep, Pair, Parted};
use crate::checked::{Compared, Difference, Differing, difference};
use crate::counters::Counters;
use crate::end::End;
use crate::engine::{Counted, Engine, View};
use crate::several::{OnSeveral, SeveralFault, SeveralFigures, SeveralRun};
use crate::several_blocks::SeveralBlockRun;

/// Processors in superblocks that the reference checks.
#[derive(Debug, Clone)]
pub struct CheckedSeveral {
    both: InStep<Both>,
}

/// Both, in one cycle.
#[derive(Debug, Clone)]
struct Both {
    engine: SeveralBlockRun,
    reference: SeveralRun,
}

impl CheckedSeveral {
    /// Both are in the same cycle.
    #[must_use]
    pub fn new(engine: SeveralBlockRun, reference: SeveralRun) -> Self {
        let both = InStep::new(Both { engine, reference });
        Self { both }
    }

    /// What was compared, and was the same.
    #[must_use]
    pub fn compared(&self) -> Compared {
        Compared {
            state: true,
            ..self.both.compared()
        }
    }
}

impl Pair for Both {
    type Fault = SeveralFault;

    fn run(&mut self, cut: u64) -> Result<Stop, Apart<SeveralFault>> {
        let found = self.engine.run(cut);
        let expected = self.reference.run(self.engine.cycle());
        let stop = match (expected, found) {
            (Err(expected), Err(found)) if expected == found => return Err(Apart::Fault(found)),
            (Ok(expected), Ok(found)) if expected == found => found,
            (expected, found) => {
                let name = format!(
                    "what leaves core 0 in cycle {} and {}",
                    self.reference.cycle(),
                    self.engine.cycle()
                );
                let [expected, found] = [expected, found].map(|it| format!("{it:?}"));
                return Err(Apart::Differs(vec![Differing::new(name, expected, found)]));
            }
        };
        // After another output, others than processor 0 may have gone on.
        let is_whole = matches!(stop, Stop::Limit | Stop::Output(Output::Exit(_)));
        let differing = match is_whole {
            true => self.differing(),
            false => Vec::new(),
        };
        match differing.is_empty() {
            true => Ok(stop),
            false => Err(Apart::Differs(differing)),
        }
    }

    fn cycle(&self) -> u64 {
        self.engine.cycle()
    }

    fn reference_cycle(&self) -> u64 {
        self.reference.cycle()
    }
}

impl Both {
    fn differing(&self) -> Vec<Differing> {
        let mut differing = Vec::new();
        let mut note = |name: &str, expected: String, found: String| {
            if expected != found {
                differing.push(Differing::new(name, expected, found));
            }
        };
        let (expected, found) = (&self.reference.machine, self.engine.machine());
        if expected.arbiter != found.arbiter {
            let [expected, found] = [expected, found].map(|it| format!("{:?}", it.arbiter));
            note("arbiter", expected, found);
        }
        if expected.lock_unit != found.lock_unit {
            let [expected, found] = [expected, found].map(|it| format!("{:?}", it.lock_unit));
            note("lock unit", expected, found);
        }
        let registers = [expected, found].map(|it| format!("{:?}", it.memory.registers()));
        let [expected_registers, found_registers] = registers;
        note("memory", expected_registers, found_registers);
        differing.extend(difference::of_words(
            &expected.memory.words,
            &found.memory.words,
        ));
        let (counted, others) = (&self.reference.probe, self.engine.counters_of_each());
        let pairs = expected.cpus.iter().zip(&found.cpus);
        let counters = counted.cpus.iter().zip(&others.statistics);
        for (core, ((expected, found), ((counted, _), other))) in pairs.zip(counters).enumerate() {
            let own = difference::of_machines((&expected.state, counted), (&found.state, other));
            differing.extend(own.into_iter().map(|it| Differing {
                name: format!("core {core}: {}", it.name),
                ..it
            }));
        }
        if counted.traffic != others.traffic {
            let [expected, found] = [&counted.traffic, &others.traffic].map(|it| format!("{it:?}"));
            differing.push(Differing::new("waits for the arbiter", expected, found));
        }
        if counted.ends != self.engine.ends() {
            let [expected, found] =
                [&counted.ends[..], self.engine.ends()].map(|it| format!("{it:?}"));
            differing.push(Differing::new("ends", expected, found));
        }
        differing
    }
}

impl Engine for CheckedSeveral {
    type Fault = SeveralFault;

    fn run(&mut self, limit: u64) -> Result<Stop, SeveralFault> {
        self.both.run(limit).map_err(|parted| match parted {
            Parted::Differs(difference) => SeveralFault::Differs(Box::new(Difference {
                is_saved: false,
                ..*difference
            })),
            Parted::Fault(fault) => fault,
        })
    }

    fn settle(&mut self) {
        self.both.pair.engine.settle();
    }

    fn cycle(&self) -> u64 {
        self.both.pair.engine.cycle()
    }

    fn cycles(&self, end: End) -> u64 {
        self.both.pair.engine.cycles(end)
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.both.pair.engine.feed(bytes);
        self.both.pair.reference.feed(bytes);
        self.both.forget();
    }

    fn view(&self) -> Option<View<'_>> {
        self.both.pair.engine.view()
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.both.pair.engine.empty_uart()
    }
}

impl Counted for CheckedSeveral {
    fn counters(&self, end: End) -> Counters {
        self.both.pair.engine.counters(end)
    }

    fn block_share(&self) -> Option<f64> {
        self.both.pair.engine.block_share()
    }
}

impl OnSeveral for CheckedSeveral {
    fn figures(&self) -> SeveralFigures {
        self.both.pair.engine.figures()
    }

    fn first(&mut self) -> &mut Machine {
        self.both.pair.engine.first()
    }
}
