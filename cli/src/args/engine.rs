//! Choice of the engine: the machine, cycle by cycle or in superblocks, or the fast engine with cycles from a table.

use bytecode_timing::{NotStandard, Standard, standard_for};
use cost_model::EvaluatedTable;
use fast_engine::Engine;
use microcode::Build;
use run::{BlockRun, EngineKind, Setup, Subject};
use superblock::Sums;

use crate::args::cost_source::TableArguments;
use crate::output::errors::Error;

/// Cycles that take the machine some seconds.
const LONG_RUN: u64 = 1_000_000_000;

/// Engines that execute a program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum EngineChoice {
    /// The machine: every microinstruction, compiled to superblocks with the same results
    #[default]
    Machine,
    /// The machine one cycle at a time: many times slower; superblocks are compared with it
    Reference,
    /// The fast engine: every bytecode, with cycles from a table
    Fast,
}

/// The options that choose it.
#[derive(Debug, clap::Args)]
pub(crate) struct EngineArguments {
    /// Engine that executes the program; all take the same cycles
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    engine: EngineChoice,
    #[command(flatten, next_help_heading = "Cost table of the fast engine")]
    table: TableArguments,
}

impl EngineArguments {
    /// Checks if the fast engine is chosen.
    pub(crate) fn is_fast(&self) -> Result<bool, Error> {
        if self.engine != EngineChoice::Fast && self.table.is_given() {
            return Err(Error::Input(
                "--table and --set are for --engine fast: the cycles of the machine are its own"
                    .to_owned(),
            ));
        }
        Ok(self.engine == EngineChoice::Fast)
    }

    /// The machine as it is to run: every cycle on the reference, if that is chosen.
    pub(crate) fn on_machine<S: Sums>(&self, machine: BlockRun<S>) -> BlockRun<S> {
        match self.engine {
            EngineChoice::Reference => machine.on_reference(),
            EngineChoice::Machine | EngineChoice::Fast => machine,
        }
    }

    /// Returns true for the reference.
    pub(crate) fn is_reference(&self) -> bool {
        self.engine == EngineChoice::Reference
    }

    /// Name of the engine, for the report.
    pub(crate) fn kind(&self) -> EngineKind {
        match self.engine {
            EngineChoice::Machine | EngineChoice::Reference => EngineKind::Machine,
            EngineChoice::Fast => EngineKind::Fast,
        }
    }

    /// What a run of so many cycles is told of the other engine: nothing where it is chosen, or would refuse the program.
    pub(crate) fn hint(&self, cycles: u64, subject: &Subject) -> Option<&'static str> {
        let is_slow = self.engine == EngineChoice::Machine && cycles >= LONG_RUN;
        let is_ours = subject.microcode.build.is_some();
        let would_run = is_ours && fast_engine::check_machine(&subject.machine).is_ok();
        (is_slow && would_run).then_some("`--engine fast` takes the same cycles in less time")
    }

    /// Source of the costs, for the report.
    pub(crate) fn cost_table(&self) -> Option<String> {
        (self.engine == EngineChoice::Fast).then(|| self.table.name())
    }

    /// The fast engine with a program in its memory.
    pub(crate) fn build(&self, setup: &Setup) -> Result<Engine, Error> {
        let table = self.table.is_given().then_some(&self.table);
        built(setup, |build| {
            let Some(table) = table else {
                return Ok(None);
            };
            let evaluated = table.load(build)?.for_machine(&setup.machine);
            evaluated.map(Some).map_err(Error::at(table.name()))
        })
    }
}

/// The fast engine with a program in its memory, on the costs for its microcode; on the derived ones if there are none.
pub(crate) fn built(
    setup: &Setup,
    costs: impl FnOnce(Build) -> Result<Option<EvaluatedTable>, Error>,
) -> Result<Engine, Error> {
    let config = &setup.machine;
    let program = &setup.microcode.program;
    fast_engine::check_machine(config)?;
    let standard = standard(setup)?;
    let build = standard.build;
    let mut costs = match costs(build)? {
        Some(costs) => costs,
        None => cost_model::derived_costs(config, program).map_err(Error::refused)?,
    };
    standard.withdraw_unknown(&mut costs);
    let image = &setup.program.image.words;
    let engine = Engine::new(config, build, costs, image, &program.stack_ram)?;
    Ok(engine)
}

#[cfg(feature = "whole")]
impl EngineArguments {
    /// The microcode of ours that this is, for counts of the paths of its table; other microcode and other tables are refused.
    pub(crate) fn build_of(&self, setup: &Setup) -> Result<Build, Error> {
        if self.table.is_given() {
            return Err(Error::Input(
                "--record vector counts on the path that the machine takes; leave out --table and --set, and price the recording: jop cost predict"
                    .to_owned(),
            ));
        }
        let build = standard(setup)?.build;
        let ours = run::Microcode::ours(build);
        match ours.identity().sha256 == setup.microcode.identity().sha256 {
            true => Ok(build),
            false => Err(Error::Input(
                "--record vector counts paths of our microcode; leave out --microcode".to_owned(),
            )),
        }
    }
}

/// The build of ours whose bytecodes a microcode has.
fn standard(setup: &Setup) -> Result<Standard, Error> {
    let found = standard_for(&setup.machine, &setup.microcode, &setup.program);
    found.map_err(|error| match error {
        NotStandard::Entry { .. } => Error::Input(format!(
            "--engine fast executes bytecodes as our microcode does, and {error}; leave out --engine fast"
        )),
        NotStandard::Memory(error) => Error::refused(error),
    })
}

#[cfg(test)]
mod tests {
    use isa::{MachineConfig, StackRamKind};
    use run::{Fingerprint, Microcode, ProgramIdentity};

    use super::*;

    fn hint(machine: MachineConfig, is_ours: bool, cycles: u64) -> Option<&'static str> {
        let mut microcode = Microcode::ours(Build::Jop);
        microcode.build = microcode.build.filter(|_| is_ours);
        let subject = Subject {
            program: ProgramIdentity {
                name: "a program".to_owned(),
                words: 0,
                sha256: Fingerprint::of_image(&[]),
            },
            symbols: None,
            machine,
            microcode,
        };
        let engine = EngineArguments {
            engine: EngineChoice::Machine,
            table: TableArguments::default(),
        };
        engine.hint(cycles, &subject)
    }

    #[test]
    fn the_fast_engine_is_named_only_where_it_takes_the_machine_and_its_microcode() {
        let usual = MachineConfig::default;
        assert!(hint(usual(), true, LONG_RUN).is_some());
        assert!(hint(usual(), true, LONG_RUN - 1).is_none());
        assert!(hint(usual(), false, LONG_RUN).is_none());
        let cached = MachineConfig {
            data_cache: true,
            ..usual()
        };
        let new_data = MachineConfig {
            stack_ram: StackRamKind::NewData,
            ..usual()
        };
        assert!(hint(cached, true, LONG_RUN).is_none());
        assert!(hint(new_data, true, LONG_RUN).is_none());
    }
}
