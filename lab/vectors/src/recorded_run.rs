//! A run of the fast engine whose components are counted beside its recorders.

use fast_engine::{Engine, Executed, Fault, Probe};
use isa::Stop;
use microcode::Build;
use recorders::{Choice, ChoiceError, FastRecordedRun, FastRecorders, Recorded};
use run::{End, Setup};
use validation::{CountProbe, run_counting};

use crate::calls::Calls;
use crate::record::{Division, RecordError, RecordOptions};
use crate::section;
use crate::vector::Vector;

/// A run that is recorded and counted.
pub type CountedRecordedRun = FastRecordedRun<Counts>;

/// Counts of components while a run is recorded.
#[derive(Debug, Clone)]
pub struct Counts {
    probe: CountProbe<Option<Calls>>,
    division: Division,
}

impl Probe for Counts {
    const BYTECODES: bool = true;

    #[inline(always)]
    fn executed(&mut self, executed: &Executed) {
        self.probe.executed(executed);
    }

    fn wrote(&mut self, field: u32, data: u32) {
        self.probe.wrote(field, data);
    }
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
    run_counting(engine, limit, probe, |(_, counts)| &mut counts.probe)
}

/// An engine with the derived costs that has not run yet, with the program of this setup.
///
/// # Errors
/// When recorders or components cannot be.
pub fn counted_recorded_run(
    engine: Engine,
    choice: Choice,
    (setup, build): (&Setup, Build),
    options: &RecordOptions,
) -> Result<CountedRecordedRun, NoRun> {
    let division = Division::new(&setup.program, (&setup.machine, build), options)?;
    let probe = CountProbe::new(&setup.program, None, division.follower(&setup.program));
    let beside = (Counts { probe, division }, counting_loop as _);
    Ok(FastRecordedRun::beside(engine, choice, setup, beside)?)
}

/// All sections of a run that has ended so, and the vector, which is one of them, if its program ended it.
///
/// # Errors
/// When a component has nothing.
pub fn finish_counted(
    run: CountedRecordedRun,
    end: End,
    setup: &Setup,
) -> Result<(Recorded, Option<Vector>), RecordError> {
    let cycles = run::Engine::cycles(&run, end);
    let (mut recorded, (Counts { probe, division }, engine)) = run.into_parts(end, setup);
    if !end.is_of_program() {
        return Ok((recorded, None));
    }
    let (run, calls) = probe.finish((cycles, end), &engine, division.java)?;
    let (mut vector, calls) = division.divided(&run, calls, &setup.program)?;
    division.fit(&mut vector, &calls)?;
    recorded.also.append(section::of_vector(&vector));
    Ok((recorded, Some(vector)))
}
