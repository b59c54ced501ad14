//! A golden run on the machine.

use std::path::Path;

use isa::{Output, Stop};
use run::probes::CollectionProbe;
use run::{
    BlockRun, Counted, Counters, Engine, Guest, Limits, OnSeveral, SeveralBlockRun, SeveralFault,
    View, to_end,
};
use sim_core::cmp::Multiprocessor;
use sim_core::{Machine, Statistics};

use crate::files::{FileError, image, microcode};
use crate::results::{digest, results};
use crate::table::{End, Golden, Outcome};

/// Cycles after the last measured one, in which a processor that is late shows how late.
const MARGIN: u64 = 1_000;

/// A run that cannot be executed.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError {
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The machine.
    #[error(transparent)]
    Machine(#[from] sim_core::MachineError),
    /// Several of them.
    #[error(transparent)]
    Several(#[from] sim_core::cmp::CmpError),
    /// Java on an arbiter that it cannot share.
    #[error(transparent)]
    Fault(#[from] SeveralFault),
}

/// Runs it; `folder` is the table's.
///
/// # Errors
/// When its files cannot be read, or no machine can be built of them.
pub fn execute(run: &Golden, folder: &Path) -> Result<Outcome, ExecuteError> {
    let (program, image) = (microcode(run, folder)?, image(run, folder)?);
    let Some(processors) = run.processors else {
        let machine = Machine::new(&run.machine, &program, &image)?;
        let probe = (Statistics::default(), CollectionProbe::new(None));
        return on_one(run, BlockRun::usual(machine, probe));
    };
    let config = (&run.machine, &processors);
    on_several(
        run,
        SeveralBlockRun::of(Multiprocessor::new(config, &program, &image)?),
    )
}

fn on_one(run: &Golden, mut engine: BlockRun<CollectionProbe>) -> Result<Outcome, ExecuteError> {
    let (sent, end) = match printed(run, &mut engine) {
        Ok(it) => it,
        Err(never) => match never {},
    };
    let cycles = engine.cycle();
    let end = end.status().map(|_| End { cycles, word: None });
    Ok(Outcome {
        ends: vec![end],
        results: None,
        output: Some(digest(&sent)),
    })
}

fn on_several(run: &Golden, engine: SeveralBlockRun) -> Result<Outcome, ExecuteError> {
    let mut engine = Several {
        run: engine,
        ends_with_all: run.is_microcode(),
    };
    let (sent, _) = printed(run, &mut engine)?;
    let figures = engine.run.figures();
    let end = |core: &run::CoreFigures| {
        core.end.map(|end| End {
            cycles: end.cycle,
            word: Some(end.word),
        })
    };
    Ok(Outcome {
        ends: figures.cores.iter().map(end).collect(),
        results: results(&run.image, &engine.run.machine().memory.words),
        output: (!run.is_microcode()).then(|| digest(&sent)),
    })
}

/// Bytes sent until the program ends, or a little longer than it should take.
fn printed<E: Engine>(run: &Golden, engine: &mut E) -> Result<(Vec<u8>, run::End), E::Fault> {
    let mut bytes = Vec::new();
    let limits = Limits::cycles(run.cycles() + MARGIN);
    let mut sink = |output| {
        if let Output::Uart(byte) = output {
            bytes.push(byte);
        }
        Ok::<(), E::Fault>(())
    };
    let end = to_end(Guest::trusted(), engine, &mut sink, &limits)?;
    Ok((bytes, end))
}

/// Several processors, of which microcode ends with the last.
struct Several {
    run: SeveralBlockRun,
    ends_with_all: bool,
}

impl Several {
    fn has_ended(&self) -> bool {
        !self.ends_with_all || self.run.ends().iter().all(Option::is_some)
    }
}

impl Engine for Several {
    type Fault = SeveralFault;

    fn run(&mut self, limit: u64) -> Result<Stop, SeveralFault> {
        loop {
            match self.run.run(limit)? {
                Stop::Output(Output::Exit(_)) if !self.has_ended() => {}
                stop => return Ok(stop),
            }
        }
    }

    fn settle(&mut self) {
        self.run.settle();
    }

    fn cycle(&self) -> u64 {
        self.run.cycle()
    }

    fn cycles(&self, end: run::End) -> u64 {
        self.run.cycles(end)
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

impl Counted for Several {
    fn counters(&self, end: run::End) -> Counters {
        self.run.counters(end)
    }
}
