//! Programs on the fast engine: bytecode by bytecode, with cycles from a table.

use std::fs;
use std::path::{Path, PathBuf};

use cost_model::{CostTable, EvaluatedTable};
use cross_profile::Observer;
use fast_engine::{Engine, NoProbe};
use isa::{MachineConfig, Output, Stop};
use jopizer::Symbols;
use record::fast::ContextProbe;
use sim_core::Statistics;

use crate::errors::Error;
use crate::microcode_source::MicrocodeArguments;
use crate::session::{End, Parts, Processor};

/// What executes a program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EngineKind {
    /// The machine: every microinstruction, every cycle
    #[default]
    Machine,
    /// The fast engine: every bytecode, with cycles from a table
    Fast,
}

/// The options that choose it.
#[derive(Debug, clap::Args)]
pub(crate) struct EngineArguments {
    /// What executes the program; both take the same cycles
    #[arg(long, value_enum, default_value_t)]
    pub(crate) engine: EngineKind,
    /// Cost table of the fast engine, TOML or JSON, in place of the one derived from the microcode: cycles become its prediction
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
}

impl EngineArguments {
    /// Whether the fast engine is wanted.
    pub(crate) fn is_fast(&self) -> Result<bool, Error> {
        match (self.engine, &self.table) {
            (EngineKind::Machine, Some(_)) => Err(Error::Input(
                "--table is for --engine fast: the cycles of the machine are its own".to_owned(),
            )),
            (engine, _) => Ok(engine == EngineKind::Fast),
        }
    }

    /// Where the costs come from, for the report.
    pub(crate) fn cost_table(&self) -> Option<String> {
        (self.engine == EngineKind::Fast).then(|| {
            let file = self.table.as_ref();
            file.map_or("derived".to_owned(), |file| file.display().to_string())
        })
    }

    /// An engine with an image in its memory.
    pub(crate) fn build(
        &self,
        config: &MachineConfig,
        source: &MicrocodeArguments,
        program: &microcode::Program,
        image: &[u32],
    ) -> Result<QuickRun, Error> {
        let Some(build) = source.build() else {
            return Err(Error::Input(
                "--engine fast executes bytecodes as our microcode does, so it takes no other; use --strict or --table, or the machine"
                    .to_owned(),
            ));
        };
        fast_engine::check_machine(config).map_err(|error| Error::Input(error.to_string()))?;
        let costs = match &self.table {
            Some(file) => read_table(file, config)?,
            None => cost_model::derived_costs(config, program)
                .map_err(|error| Error::Input(error.to_string()))?,
        };
        let engine = Engine::new(config, build, costs, image, &program.stack_ram)
            .map_err(|error| Error::Input(error.to_string()))?;
        Ok(QuickRun {
            engine,
            contexts: None,
            most: u64::MAX,
        })
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
    let in_file = |problem: String| Error::Input(format!("{}: {problem}", file.display()));
    let table = read.map_err(|error| in_file(error.to_string()))?;
    table
        .for_machine(config)
        .map_err(|error| in_file(error.to_string()))
}

/// The engine as a session sees it.
pub(crate) struct QuickRun {
    engine: Engine,
    contexts: Option<ContextProbe>,
    /// The highest limit that was asked for.
    most: u64,
}

impl QuickRun {
    /// The engine, before it runs.
    pub(crate) fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Records calling contexts from the first cycle on.
    pub(crate) fn record(&mut self, symbols: Option<&Symbols>) {
        self.contexts = Some(ContextProbe::new(&mut self.engine, symbols));
    }
}

impl Processor for QuickRun {
    type Probe = Option<Observer>;

    fn run(&mut self, limit: u64) -> Result<Option<Output>, Error> {
        self.most = limit;
        let stop = match &mut self.contexts {
            Some(probe) => self.engine.run(limit, probe),
            None => self.engine.run(limit, &mut NoProbe),
        };
        Ok(
            match stop.map_err(|fault| Error::Input(fault.to_string()))? {
                Stop::Limit => None,
                Stop::Output(output) => Some(output),
            },
        )
    }

    fn cycle(&self) -> u64 {
        self.engine.cycles()
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.engine.feed(bytes);
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.engine.empty_uart()
    }

    fn parts(&self) -> Option<Parts<'_>> {
        None
    }

    fn finish(self, end: End) -> (Statistics, Option<Observer>) {
        let counters = self.engine.counters();
        let mut statistics = Statistics::default();
        statistics.cycles = match end {
            End::Exit(_) | End::Until | End::ExitText => self.engine.cycles_of_output(),
            // The bytecode under way at the limit is counted as far as the limit.
            End::MaxCycles => self.engine.cycles().min(self.most),
            End::Interrupted => self.engine.cycles(),
        };
        statistics.bytecodes = counters.bytecodes;
        statistics.interrupts = counters.interrupts;
        statistics.exceptions = counters.exceptions;
        statistics.method_lookups = counters.method_lookups;
        statistics.method_hits = counters.method_hits;
        statistics.method_words_loaded = counters.method_words_loaded;
        let contexts = self.contexts;
        let contexts = contexts.map(|probe| probe.finish(&self.engine, statistics.cycles));
        (statistics, contexts)
    }
}
