//! Programs on the simulated machine.

use std::path::Path;

use isa::{MachineConfig, Output};
use jopizer::{LinkOptions, Linked, link};
use microcode::Build;
use run::{Engine, FastRun, Guest, Limits, MachineRun};
use sim_core::{Machine, Probe};

use crate::error::Error;

isa::named_enum! {
    /// A build of the microcode with the machine on which it follows the Java specification.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Target {
        /// All of Java's checks, on the default machine.
        Strict = "strict",
        /// The hardware's cycles, with the memory that is slow enough for its checks to come in time.
        Jop = "jop",
        /// As `Jop`, the program linked with smaller frames.
        JopShrunk = "jop-shrunk",
    }
}

impl Target {
    /// Options of `jop run` for it.
    pub(crate) fn options(self) -> &'static str {
        match self {
            Target::Strict => " --strict",
            Target::Jop => "",
            Target::JopShrunk => " --shrink-frames",
        }
    }

    /// The build of the microcode.
    #[must_use]
    pub fn build(self) -> Build {
        match self {
            Target::Strict => Build::Strict,
            Target::Jop | Target::JopShrunk => Build::Jop,
        }
    }

    /// The machine.
    #[must_use]
    pub fn config(self) -> MachineConfig {
        let default = MachineConfig::default();
        match self {
            Target::Strict => default,
            Target::Jop | Target::JopShrunk => MachineConfig {
                ram_cnt: 3,
                ..default
            },
        }
    }
}

/// Behaviour of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// None if it did not end.
    pub(crate) status: Option<u32>,
    pub(crate) cycles: u64,
}

/// Links a class of a folder with the embedded runtime.
pub(crate) fn link_folder(
    folder: &Path,
    class: &str,
    arguments: &[String],
    target: Target,
) -> Result<Linked, Error> {
    let mut options = LinkOptions::new(class, [folder.to_owned()]);
    options.arguments = arguments.to_vec();
    options.shrink_frames = target == Target::JopShrunk;
    Ok(link(&options)?)
}

/// Runs a program, for `limit` cycles at most.
pub(crate) fn run(
    linked: &Linked,
    target: Target,
    limit: u64,
    probe: &mut impl Probe,
) -> Result<Outcome, Error> {
    let program = microcode::jvm(target.build());
    let machine = Machine::new(&target.config(), &program, &linked.image.words)?;
    outcome(MachineRun::new(machine, probe), limit)
}

/// The same on the fast engine, with the costs derived from the microcode.
pub(crate) fn run_fast(
    linked: &Linked,
    target: Target,
    limit: u64,
    probe: &mut impl fast_engine::Probe,
) -> Result<Outcome, Error> {
    let image = &linked.image.words;
    let engine = fast_engine::Engine::with_derived_costs(&target.config(), target.build(), image)?;
    outcome(FastRun::new(engine, probe), limit)
}

fn outcome<E: Engine>(mut engine: E, limit: u64) -> Result<Outcome, Error>
where
    Error: From<E::Fault>,
{
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut sink = |output| {
        match output {
            Output::Uart(byte) => stdout.push(byte),
            Output::Diagnostic(byte) => stderr.push(byte),
            Output::Trace(_) | Output::Exit(_) => {}
        }
        Ok::<(), Error>(())
    };
    let limits = Limits::cycles(limit);
    let end = run::to_end(Guest::trusted(), &mut engine, &mut sink, &limits)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Outcome {
        stdout: text(&stdout),
        stderr: text(&stderr),
        status: end.status(),
        cycles: engine.cycle(),
    })
}
