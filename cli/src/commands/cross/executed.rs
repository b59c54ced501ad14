//! `jop cross run` of a program with threads: the host's scheduler is another, so the fast engine executes the program.

use std::path::Path;

use cross_profile::Provenance;
use fast_engine::Engine;
use host_profile::{CacheModel, Collections, Routines, Settings};
use isa::MachineConfig;
use run::{EngineKind, FastRun, Limits, Setup};

use super::options::Options;
use super::outputs::Outputs;
use super::target::Target;
use crate::args::engine;
use crate::host::interrupts::watch_for_interrupts;
use crate::host::session::Session;
use crate::host::uart_input::HostInput;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::table::counted;

/// Cycles up to which the fast engine takes less time than the instrumented JVM, as measured; its start takes none.
pub(super) const FASTER_BELOW: u64 = 3_000_000_000;

/// A linked program that is ready to be executed.
pub(super) struct Executed {
    setup: Setup,
    engine: Box<Engine>,
}

impl Executed {
    /// The program on the fast engine, or why the engine cannot give what is asked for.
    pub(super) fn prepare(
        target: &Target,
        (options, settings): (&Options, &Settings),
        machine: &MachineConfig,
        console: Console,
    ) -> Result<Self, String> {
        if let Some(option) = of_the_host(settings) {
            return Err(format!("{option} is for the JVM"));
        }
        let source = options.costs();
        let reason = |error: Error| error.to_string();
        let setup = Setup {
            program: target.program(),
            machine: machine.clone(),
            microcode: source.microcode(console).map_err(reason)?,
        };
        let table = |_| match source.is_derived() {
            true => Ok(None),
            false => options.table(machine, console).map(Some),
        };
        let engine = engine::built(&setup, table).map_err(reason)?;
        Ok(Self {
            setup,
            engine: Box::new(engine),
        })
    }

    /// Executes it and writes the profile; gives the exit code.
    pub(super) fn execute(
        self,
        outputs: Outputs,
        output: &Path,
        console: Console,
    ) -> Result<u8, Error> {
        let subject = self.setup.subject();
        let engine = record::fast::watched(*self.engine, subject.symbols.as_ref());
        let limits = Limits::stopped_by(u64::MAX, watch_for_interrupts()?);
        let input = HostInput::start()?;
        let ran = Session::new(&subject, limits, Some(input), console).run(engine)?;
        let FastRun { engine, probe, .. } = ran.engine;
        let contexts = probe.finish(&engine, ran.ended.counters.cycles);
        let provenance = record::provenance(&subject.provenance(), EngineKind::Fast);
        let profile = contexts.into_profile(Provenance {
            engine: format!("cross, executed: {}", provenance.engine),
            ..provenance
        });
        outputs.finish(&profile, &[])?;
        console.note(&format!(
            "{}: {}, {}, {}, executed by the fast engine",
            output.display(),
            counted(profile.total_cycles(), "cycle"),
            counted(profile.contexts() as u64, "context"),
            counted(profile.threads.len() as u64, "thread"),
        ));
        Ok(ran.ended.end.exit_code())
    }
}

/// An option that only the JVM and its agent know.
fn of_the_host(settings: &Settings) -> Option<&'static str> {
    let given = [
        (settings.every != 0, "--every"),
        (settings.organisation.is_some(), "--org"),
        (settings.cache != CacheModel::Simulated, "--lookups"),
        (settings.routines != Routines::Exact, "--routines"),
        (settings.collections != Collections::Priced, "--collections"),
    ];
    given.into_iter().find(|(is, _)| *is).map(|(_, name)| name)
}
