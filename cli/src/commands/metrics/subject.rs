//! A program whose run is recorded in windows, and recordings in files.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use ::metrics::{Every, Metrics, MetricsProbe, metered};
use cross_profile::Provenance;
use isa::Bytecode;
use record::{Grain, Limits, RecordedMachine, Recording};
use run::probes::CollectionProbe;
use run::{End, Ending, Engine as _, EngineKind, Setup};
use sim_core::Statistics;

use super::Arguments;
use crate::commands::run::watch_for_interrupts;
use crate::console::Console;
use crate::errors::Error;
use crate::{exit_code, host_input, limits_arguments, long_methods};

/// A program on its machine.
pub(super) struct Subject {
    pub(super) setup: Setup,
    pub(super) limits: Limits,
    every: Every,
    opcodes: Vec<u8>,
    max_cycles: u64,
}

impl Subject {
    pub(super) fn load(arguments: &Arguments, console: Console) -> Result<Self, Error> {
        let machine = arguments.machine.machine()?;
        let program = arguments.program.load(machine.memory_words, console)?;
        let subject = Self {
            setup: Setup {
                program: program.fed(arguments.input.whole()?),
                microcode: arguments.microcode.load(console)?,
                machine,
            },
            limits: arguments.limits.limits(),
            every: arguments.window.clone(),
            opcodes: opcodes(&arguments.bytecodes)?,
            max_cycles: arguments.max_cycles.unwrap_or(u64::MAX),
        };
        long_methods::refuse_studied(&subject.setup.program, &subject.setup.machine, console)?;
        Ok(subject)
    }

    pub(super) fn probe(&self) -> Result<MetricsProbe, Error> {
        let program = &self.setup.program;
        MetricsProbe::new(
            self.every.clone(),
            &self.opcodes,
            (&program.image.words, program.symbols.as_ref()),
        )
        .map_err(|error| limits_arguments::wrong(error, program))
    }

    pub(super) fn recording(&self) -> Result<Recording<MetricsProbe>, Error> {
        let program = &self.setup.program;
        Recording::with(
            self.probe()?,
            Grain::Method,
            &self.limits,
            program.symbols.as_ref(),
        )
        .map_err(|error| limits_arguments::wrong(error, program))
    }

    /// Conditions that end the run.
    pub(super) fn ending(&self) -> Ending<'_> {
        Ending::of(&self.setup.program).max_cycles(self.max_cycles)
    }

    /// The windows of the run, and the exit code of its end; none after Ctrl-C.
    pub(super) fn record(&self, console: Console) -> Result<Option<(Metrics, u8)>, Error> {
        let tell = host_input::teller(console, "");
        let mut ending = self
            .ending()
            .interrupted_by(watch_for_interrupts()?)
            .telling(&tell);
        let provenance = record::provenance(&self.setup.provenance(), EngineKind::Machine);
        let (end, metrics) = if self.limits.is_all() {
            let collections = CollectionProbe::new(self.setup.program.symbols.as_ref());
            let along = (collections, self.probe()?);
            let mut run = metered(self.setup.build()?, (Statistics::default(), along));
            let Ok(end) = run::drive_silently(&mut run, &mut ending);
            let cycle = run.cycle();
            let (_, (_, probe)) = run.probe;
            (end, self.metrics(probe, cycle, true, provenance))
        } else {
            let mut run = RecordedMachine::new(self.setup.build()?, self.recording()?);
            let Ok(end) = run::drive_silently(&mut run, &mut ending);
            let (cycle, is_open) = (run.cycle(), run.recording.is_open());
            limits_arguments::refuse_unmet(&run.recording, &self.limits, (&self.setup, end))?;
            let probe = run.recording.into_parts().0;
            (end, self.metrics(probe, cycle, is_open, provenance))
        };
        if end == End::Interrupted {
            return Ok(None);
        }
        let code = exit_code::of_run(end, &self.setup.program, console);
        if metrics.windows().is_empty() {
            return Err(limits_arguments::nothing(&self.limits, (&self.setup, end)));
        }
        Ok(Some((metrics, code)))
    }

    fn metrics(
        &self,
        probe: MetricsProbe,
        cycle: u64,
        is_open: bool,
        provenance: Provenance,
    ) -> Metrics {
        let (recorded, profile) = probe.finish(cycle, is_open, provenance);
        let names = self
            .opcodes
            .iter()
            .map(|it| Bytecode::of(*it).name().to_owned());
        Metrics {
            recorded,
            bytecodes: names.collect(),
            run_cycles: cycle,
            profile,
        }
    }
}

fn opcodes(names: &[String]) -> Result<Vec<u8>, Error> {
    let opcode = |name: &String| {
        let found = Bytecode::named(&name.trim().to_lowercase());
        found.map(Bytecode::code).ok_or_else(|| {
            Error::Input(format!(
                "--bytecodes: no bytecode is called `{name}`; `jop isa --bytecodes` lists them"
            ))
        })
    };
    names.iter().map(opcode).collect()
}

/// Reads a recording.
pub(super) fn read(arguments: &Arguments, path: &Path) -> Result<Metrics, Error> {
    let given = [
        (arguments.overhead.is_some(), "--overhead"),
        (arguments.window != Every::Fitting, "--window"),
        (!arguments.bytecodes.is_empty(), "--bytecodes"),
        (
            !arguments.limits.limits().is_all(),
            "a limit of the recording",
        ),
        (
            arguments.program.is_configured(),
            "-- ARGS or an option of linking",
        ),
        (arguments.machine.is_given(), "--config"),
        (arguments.microcode.is_given(), "an option of the microcode"),
        (
            arguments.input.stdin || arguments.input.input.is_some(),
            "input",
        ),
        (arguments.max_cycles.is_some(), "--max-cycles"),
    ];
    if let Some((_, option)) = given.into_iter().find(|(is_given, _)| *is_given) {
        return Err(Error::Input(format!(
            "{}: {option} has no meaning for a recording, whose run is over; give the program instead",
            path.display()
        )));
    }
    let file = File::open(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    ::metrics::file::read(BufReader::new(file)).map_err(Error::at(path.display()))
}
