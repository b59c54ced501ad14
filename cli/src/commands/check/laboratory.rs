//! Shared parts of the cases of a manifest: machines, microcode, costs and images, each made once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use cost_model::EvaluatedTable;
use isa::{ConfigError, MachineConfig, MemoryKind};
use microcode::{Assembly, Build};
use rayon::prelude::*;
use regression::check::{
    Case, Configuration, EngineKind, Limit, Measured, MicrocodeChoice, Named, Predicted,
    ProgramChoice, Ran, Section,
};
use run::{Microcode, Setup};

use super::bounds::bounds;
use super::inputs;
use super::prediction::predict;
use crate::args::embedded_programs::PROGRAM;
use crate::args::machine_file;
use crate::args::method_names;
use crate::args::program_source::{LinkArguments, load_embedded};
use crate::output::console::Console;
use crate::output::errors::{Error, Problem};

/// Notes of the linker would come again with every check.
const SILENT: Console = Console { quiet: true };

/// Microcode, memory and `ram_cnt`, which determine the costs of bytecodes.
type CostKey = (MicrocodeChoice, MemoryKind, u8);

/// Everything that cases share.
pub(super) struct Laboratory {
    manifest: PathBuf,
    machines: HashMap<String, MachineConfig>,
    microcodes: HashMap<MicrocodeChoice, Microcode>,
    costs: HashMap<CostKey, EvaluatedTable>,
}

impl Laboratory {
    /// Makes what the cases need.
    pub(super) fn new(manifest: &Path, cases: &[Case]) -> Result<Self, Error> {
        let mut laboratory = Self {
            manifest: manifest.to_owned(),
            machines: HashMap::new(),
            microcodes: HashMap::new(),
            costs: HashMap::new(),
        };
        for case in cases {
            if !laboratory.machines.contains_key(&case.configuration) {
                let machine = machine(manifest, &case.machine)?;
                laboratory
                    .machines
                    .insert(case.configuration.clone(), machine);
            }
            if !laboratory.microcodes.contains_key(&case.microcode) {
                let program = assemble(&case.microcode)?;
                laboratory
                    .microcodes
                    .insert(case.microcode.clone(), program);
            }
        }
        laboratory.costs = laboratory.derive_costs(cases)?;
        Ok(laboratory)
    }

    /// Runs a case.
    pub(super) fn run(&self, case: &Case) -> Result<Ran, Error> {
        let setup = self.setup(case)?;
        let costs = build(case).map(|build| (build, &self.costs[&self.cost_key(case)]));
        let named = self.named(case, &setup)?;
        let ran = regression::check::run(case, &setup, costs, &named);
        let mut ran = ran.map_err(self.at(case))?;
        if !case.bounds.is_empty() {
            let bounds = bounds(case, &setup, &case.bounds).map_err(self.at(case))?;
            for (method, cycles) in bounds {
                ran.measured.figures.add(Section::Bounds, method, cycles);
            }
        }
        for row in ran.limits.iter_mut().filter(|row| !row.holds()) {
            inputs::find(&setup, row);
        }
        Ok(ran)
    }

    /// Methods of limits as the program has them, and bounds that deadlines ask for.
    fn named(&self, case: &Case, setup: &Setup) -> Result<Named, Error> {
        let mut named = Named::default();
        let mut bounded = Vec::new();
        for limit in &case.most {
            let (name, line) = match limit {
                Limit::Calls(limit) => (&limit.method, limit.line),
                Limit::Figure(limit) if limit.is_of_method() => (&limit.name, limit.line),
                Limit::Figure(_) => continue,
            };
            let at = format!("{}:{line}: {}", self.manifest.display(), case.title());
            let method = method(setup, name).map_err(Error::at(at))?;
            if matches!(limit, Limit::Calls(limit) if limit.bound) {
                bounded.push(method.clone());
            }
            named.methods.insert(name.clone(), method);
        }
        if !bounded.is_empty() {
            let bounds = bounds(case, setup, &bounded).map_err(self.at(case))?;
            named.bounds.extend(bounds);
        }
        Ok(named)
    }

    /// Predicts a case, and holds it against the machine; none if a command is missing that may be.
    pub(super) fn predict(&self, case: &Case) -> Result<Option<(Measured, Predicted)>, Error> {
        let setup = self.setup(case)?;
        predict(case, &setup).map_err(self.at(case))
    }

    fn setup(&self, case: &Case) -> Result<Setup, Error> {
        let machine = self.machines[&case.configuration].clone();
        let program = load(case, machine.memory_words).map_err(self.at(case))?;
        Ok(Setup {
            program,
            machine,
            microcode: self.microcodes[&case.microcode].clone(),
        })
    }

    fn derive_costs(&self, cases: &[Case]) -> Result<HashMap<CostKey, EvaluatedTable>, Error> {
        let fast = cases.iter().filter(|case| build(case).is_some());
        let keys: HashMap<CostKey, &Case> = fast.map(|case| (self.cost_key(case), case)).collect();
        let derived = keys.into_par_iter().map(|(key, case)| {
            let config = &self.machines[&case.configuration];
            let costs =
                cost_model::derived_costs(config, &self.microcodes[&case.microcode].program)
                    .map_err(self.at(case))?;
            Ok((key, costs))
        });
        derived.collect()
    }

    fn cost_key(&self, case: &Case) -> CostKey {
        let config = &self.machines[&case.configuration];
        let memory = config.memory;
        (case.microcode.clone(), memory, config.ram_cnt)
    }

    /// An error with the line that asks for the case.
    fn at<R: Into<Problem>>(&self, case: &Case) -> impl Fn(R) -> Error {
        let manifest = self.manifest.display();
        Error::at(format!("{manifest}:{}: {}", case.line, case.title()))
    }
}

/// A method as the program names it.
fn method(setup: &Setup, name: &str) -> Result<String, Error> {
    let Some(symbols) = &setup.program.symbols else {
        return Err(Error::Input(format!(
            "`{name}`: the image names no methods; link it with `jop build`"
        )));
    };
    Ok(method_names::only(symbols, name)?.to_string())
}

/// The build of our microcode, for cases of the fast engine.
fn build(case: &Case) -> Option<Build> {
    match (case.engine, &case.microcode) {
        (EngineKind::Fast, MicrocodeChoice::Jop) => Some(Build::Jop),
        (EngineKind::Fast, MicrocodeChoice::Strict) => Some(Build::Strict),
        _ => None,
    }
}

fn machine(manifest: &Path, configuration: &Configuration) -> Result<MachineConfig, Error> {
    match configuration {
        Configuration::Default => Ok(MachineConfig::default()),
        Configuration::File(file) => machine_file::read(file),
        Configuration::Options(text, line) => {
            MachineConfig::from_toml(text).map_err(|error| Error::Config {
                path: manifest.to_owned(),
                line: *line,
                problem: match error {
                    ConfigError::Syntax { message, .. } => {
                        format!("{message}; `jop config --all` lists the options")
                    }
                    ConfigError::Value { problem, .. } => problem,
                    error => error.to_string(),
                },
            })
        }
    }
}

fn assemble(choice: &MicrocodeChoice) -> Result<Microcode, Error> {
    Ok(match choice {
        MicrocodeChoice::Jop => ours(Build::Jop)?,
        MicrocodeChoice::Strict => ours(Build::Strict)?,
        MicrocodeChoice::File(source) => {
            let assembly = Assembly::of_file(source, &microcode::Options::default())?;
            Microcode::foreign(source.display().to_string(), assembly.program)
        }
    })
}

fn ours(build: Build) -> Result<Microcode, Error> {
    let program = microcode::jvm_assembly(build)?.program;
    Ok(Microcode::of_build(build, program))
}

fn load(case: &Case, memory_words: u32) -> Result<run::Program, Error> {
    let arguments = &case.arguments;
    match &case.source {
        ProgramChoice::Embedded(name) => {
            let program = PROGRAM.parse(name).map_err(Error::Input)?;
            load_embedded(program, arguments, memory_words)
        }
        ProgramChoice::Class { name, class_path } => {
            LinkArguments::with_class_path(class_path)?.load(name, arguments, memory_words, SILENT)
        }
        ProgramChoice::Image(path) => {
            LinkArguments::default().load(&path.to_string_lossy(), arguments, memory_words, SILENT)
        }
    }
}
