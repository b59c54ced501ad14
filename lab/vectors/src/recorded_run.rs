//! A run of the fast engine whose components are counted beside its recorders.

use std::io::{self, Write};

use fast_engine::{Engine, Fault};
use isa::Stop;
use metrics::Journal;
use microcode::Build;
use recorders::{Choice, ChoiceError, FastRecordedRun, FastRecorders, Recorded};
use run::{Counted, Counters, End, Setup, View};
use validation::{CountProbe, run_counting};

use crate::calls::Calls;
use crate::record::{Division, RecordError, RecordOptions};
use crate::section;
use crate::vector::Vector;

type Counts = CountProbe<Option<Calls>>;

/// A run that is recorded and counted.
#[derive(Debug, Clone)]
pub struct CountedRecordedRun {
    run: FastRecordedRun<Counts>,
    division: Division,
}

/// A run that cannot be recorded so.
#[derive(Debug, thiserror::Error)]
pub enum NoRun {
    /// Its recorders mean nothing.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// Its components cannot be.
    #[error(transparent)]
    Record(#[from] RecordError),
}

fn counting_loop(
    engine: &mut Engine,
    limit: u64,
    probe: &mut (FastRecorders, Counts),
) -> Result<Stop, Fault> {
    run_counting(engine, limit, probe, |(_, counts)| counts)
}

impl CountedRecordedRun {
    /// An engine with the derived costs that has not run yet, with the program of this setup.
    ///
    /// # Errors
    /// When recorders or components cannot be.
    pub fn new(
        engine: Engine,
        choice: Choice,
        (setup, build): (&Setup, Build),
        options: &RecordOptions,
    ) -> Result<Self, NoRun> {
        let division = Division::new(&setup.program, (&setup.machine, build), options)?;
        let counts = CountProbe::new(&setup.program, None, division.follower(&setup.program));
        let run = FastRecordedRun::beside(engine, choice, setup, (counts, counting_loop))?;
        Ok(Self { run, division })
    }

    /// Begins a journal of its windows, if there are any.
    ///
    /// # Errors
    /// Output of the file.
    pub fn journal<F: Write>(&mut self, file: F, setup: &Setup) -> io::Result<Option<Journal<F>>> {
        self.run.journal(file, setup)
    }

    /// Adds the windows that have ended.
    ///
    /// # Errors
    /// Output of the file.
    pub fn add_to<F: Write>(&mut self, journal: &mut Journal<F>) -> io::Result<()> {
        self.run.add_to(journal)
    }

    /// All sections of a run that has ended so, and the vector, which is one of them, if its program ended it.
    ///
    /// # Errors
    /// When a component has nothing.
    pub fn finish(
        self,
        end: End,
        setup: &Setup,
    ) -> Result<(Recorded, Option<Vector>), RecordError> {
        let cycles = run::Engine::cycles(&self.run, end);
        let (mut recorded, (counts, engine)) = self.run.into_parts(end, setup);
        if !end.is_of_program() {
            return Ok((recorded, None));
        }
        let division = &self.division;
        let (run, calls) = counts.finish((cycles, end), &engine, division.java)?;
        let (mut vector, calls) = division.divided(&run, calls, &setup.program)?;
        division.fit(&mut vector, &calls)?;
        recorded.also.append(section::of_vector(&vector));
        Ok((recorded, Some(vector)))
    }
}

impl run::Engine for CountedRecordedRun {
    type Fault = Fault;

    fn run(&mut self, limit: u64) -> Result<Stop, Fault> {
        self.run.run(limit)
    }

    fn cycle(&self) -> u64 {
        self.run.cycle()
    }

    fn cycles(&self, end: End) -> u64 {
        run::Engine::cycles(&self.run, end)
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.run.feed(bytes);
    }

    fn view(&self) -> Option<View<'_>> {
        self.run.view()
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.run.empty_uart()
    }
}

impl Counted for CountedRecordedRun {
    fn counters(&self, end: End) -> Counters {
        self.run.counters(end)
    }
}
