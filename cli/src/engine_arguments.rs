//! Choice of the engine: the machine, or the fast engine with cycles from a table.

use std::fs;
use std::path::{Path, PathBuf};

use cost_model::{CostTable, EvaluatedTable};
use fast_engine::Engine;
use isa::MachineConfig;
use run::{EngineKind, Setup};

use crate::errors::Error;

/// Engines that execute a program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum EngineChoice {
    /// The machine: every microinstruction, every cycle
    #[default]
    Machine,
    /// The fast engine: every bytecode, with cycles from a table
    Fast,
}

/// The options that choose it.
#[derive(Debug, clap::Args)]
pub(crate) struct EngineArguments {
    /// Engine that executes the program; both take the same cycles
    #[arg(long, value_enum, default_value_t)]
    engine: EngineChoice,
    /// Cost table of the fast engine, TOML or JSON, instead of the one derived from the microcode: cycles become its prediction
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

impl EngineArguments {
    /// Checks if the fast engine is chosen.
    pub(crate) fn is_fast(&self) -> Result<bool, Error> {
        match (self.engine, &self.table) {
            (EngineChoice::Machine, Some(_)) => Err(Error::Input(
                "--table is for --engine fast: the cycles of the machine are its own".to_owned(),
            )),
            (engine, _) => Ok(engine == EngineChoice::Fast),
        }
    }

    /// Name of the engine, for the report.
    pub(crate) fn kind(&self) -> EngineKind {
        match self.engine {
            EngineChoice::Machine => EngineKind::Machine,
            EngineChoice::Fast => EngineKind::Fast,
        }
    }

    /// Source of the costs, for the report.
    pub(crate) fn cost_table(&self) -> Option<String> {
        (self.engine == EngineChoice::Fast).then(|| {
            let file = self.table.as_ref();
            file.map_or("derived".to_owned(), |file| file.display().to_string())
        })
    }

    /// The fast engine with a program in its memory.
    pub(crate) fn build(&self, setup: &Setup) -> Result<Engine, Error> {
        let config = &setup.machine;
        let program = &setup.microcode.program;
        let Some(build) = setup.microcode.build else {
            return Err(Error::Input(
                "--engine fast executes bytecodes as our microcode does, so it takes no other; use --strict or --table, or the machine"
                    .to_owned(),
            ));
        };
        fast_engine::check_machine(config)?;
        let costs = match &self.table {
            Some(file) => read_table(file, config)?,
            None => cost_model::derived_costs(config, program).map_err(Error::refused)?,
        };
        let image = &setup.program.image.words;
        Ok(Engine::new(
            config,
            build,
            costs,
            image,
            &program.stack_ram,
        )?)
    }
}

fn read_table(file: &Path, config: &MachineConfig) -> Result<EvaluatedTable, Error> {
    let text = fs::read_to_string(file).map_err(|reason| Error::Read {
        path: file.to_owned(),
        reason,
    })?;
    let json = file
        .extension()
        .is_some_and(|extension| extension == "json");
    let read = if json {
        CostTable::from_json(&text)
    } else {
        CostTable::from_toml(&text)
    };
    let table = read.map_err(Error::at(file.display()))?;
    let evaluated = table.for_machine(config);
    evaluated.map_err(Error::at(file.display()))
}
