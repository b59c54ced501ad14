//! `jop cost predict`: counts of a program's atoms, times their costs in a table.

use std::path::PathBuf;

use calibration::{Application, Atom, application, predict};
use cost_model::{Carrier, CostTable, EvaluatedTable};
use isa::MachineConfig;
use jopizer::LinkProgram;
use microcode::Build;
use rayon::prelude::*;
use run::probes::CollectionProbe;
use run::{BlockRun, Engine as _, Limits, Microcode, Setup, Silent};
use sim_core::Statistics;

use crate::args::cost_source::TableArguments;
use crate::args::embedded_programs::{self, PROGRAM_OR_SUITE, Programs};
use crate::args::input::InputArguments;
use crate::args::machine_file;
use crate::args::memories::MemoryArguments;
use crate::args::program_source::{LinkArguments, link_with_notes};
use crate::args::quantity::cycles;
use crate::host::interrupts::end_at_interrupts;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::exit_code::exit_codes;
use crate::output::result::ResultArguments;
use crate::output::table::{Table, Value};

/// Predict the cycles of programs with a cost table
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Predict the cycles of programs with a cost table: how often each atom happens, times its cycles.

The fast engine counts the atoms once for each machine, with the costs of the microcode, so they are those of \
the path that the program takes there: bytecodes by scenario, branches, loads of methods by size. The table then only \
prices them. An atom that the table has no price for counts as zero and is reported.")]
#[command(after_help = concat!(exit_codes!(), "

Examples:
  jop cost predict --table measured.toml --program lift,udpip --truth
  jop cost predict --set iaload=15 --set idiv.carrier=microcode --set idiv=40 --program lift
  jop cost predict --table formulas.toml --program lift --memory sram32 --ram-cnt 2..6 --truth
  jop cost predict --table measured.toml app.jop --config board.toml,other.toml --format csv"))]
pub(super) struct Arguments {
    #[command(flatten)]
    table: TableArguments,
    /// FILE.jop, mem_main.dat, FILE.class, FILE.java, FILE.jar, or the name of a class on the class path
    #[arg(value_name = "PROGRAM", required_unless_present = "embedded")]
    own: Option<String>,
    /// Embedded programs, separated by commas; `embedded`, `kernel` and `modern` are suites, `all` is all of them
    #[arg(long = "program", value_name = "NAMES", value_delimiter = ',',
          conflicts_with_all = ["own", "class_path"], hide_possible_values = true, value_parser = PROGRAM_OR_SUITE)]
    embedded: Vec<Programs>,
    /// Arguments passed to main
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
    #[command(flatten)]
    link: LinkArguments,
    #[command(flatten)]
    input: InputArguments,
    /// Machines, as printed by `jop config`, separated by commas; by default the default machine
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    config: Vec<PathBuf>,
    #[command(flatten)]
    memories: MemoryArguments,
    /// Also run the machine, and report the error
    #[arg(long)]
    truth: bool,
    /// Our microcode with exact null and bounds checks
    #[arg(long)]
    strict: bool,
    /// Stop a program after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles, default_value = "10G")]
    max_cycles: u64,
    #[command(flatten)]
    result: ResultArguments,
}

/// A program on a machine.
struct Job {
    setup: Setup,
    /// Name of the machine.
    machine: String,
}

/// Result of the prediction.
struct Done {
    application: Application,
    predicted: u64,
    missing: String,
    truth: Option<u64>,
}

/// Runs the command.
pub(super) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    end_at_interrupts()?;
    let format = arguments.result.format()?;
    let table = arguments.table.load(arguments.build())?;
    let jobs = arguments.jobs(console)?;
    let done: Result<Vec<Done>, Error> = jobs
        .par_iter()
        .map(|job| arguments.perform(job, &table))
        .collect();
    let mut rows = Table::new(&[
        "program",
        "machine",
        "memory",
        "ram_cnt",
        "bytecodes",
        "predicted",
        "true",
        "error in %",
        "without a price",
    ]);
    let mut elsewhere = false;
    let mut codes = Vec::new();
    for (job, done) in jobs.iter().zip(done?) {
        codes.push((job, done.application.end));
        let config = &job.setup.machine;
        let waits = cost_model::MemoryTiming::of(config.memory, config.ram_cnt).ok();
        let held = &table.provenance.memories;
        let name = calibration::memories(&waits.into_iter().collect::<Vec<_>>());
        elsewhere |= !held.is_empty() && name.iter().any(|name| !held.contains(name));
        rows.push(row(job, &done));
    }
    arguments
        .result
        .print(&rows.render(format, Document::CostPredict)?)?;
    if elsewhere {
        console.note(&format!(
            "jop: note: {} was found for {}; its figures for other memories are extrapolated",
            arguments.table.name(),
            table.provenance.memories.join("; ")
        ));
    }
    // Each program is named once, on however many machines it ran.
    codes.dedup_by_key(|(job, end)| (job.setup.program.name.clone(), *end));
    let codes = codes.into_iter();
    let codes = codes.map(|(job, end)| exit_code::of_run(end, &job.setup.program, console));
    Ok(exit_code::worst(codes))
}

/// Implementation of each bytecode.
fn carriers(costs: &EvaluatedTable) -> Vec<Carrier> {
    costs.bytecodes.iter().map(|row| row.carrier).collect()
}

fn row(job: &Job, done: &Done) -> Vec<Value> {
    let error = done.truth.map(|truth| {
        let difference = done.predicted as f64 - truth as f64;
        Value::Decimal(100.0 * difference / truth.max(1) as f64, 4)
    });
    let truth = done.truth.map(Value::Count);
    vec![
        job.setup.program.name.as_str().into(),
        job.machine.as_str().into(),
        memory_name(&job.setup.machine).into(),
        Value::Count(job.setup.machine.ram_cnt.into()),
        Value::Count(done.application.bytecodes),
        Value::Count(done.predicted),
        truth.unwrap_or_else(|| "".into()),
        error.unwrap_or_else(|| "".into()),
        done.missing.as_str().into(),
    ]
}

fn memory_name(config: &MachineConfig) -> &'static str {
    use isa::MemoryKind;
    match config.memory {
        MemoryKind::Sram32 => "sram32",
        MemoryKind::Sram16 => "sram16",
        MemoryKind::Ssram32 => "ssram32",
    }
}

impl Arguments {
    fn build(&self) -> Build {
        if self.strict {
            Build::Strict
        } else {
            Build::Jop
        }
    }

    /// Every program on every machine.
    fn jobs(&self, console: Console) -> Result<Vec<Job>, Error> {
        let mut machines = vec![("default".to_owned(), MachineConfig::default())];
        if !self.config.is_empty() {
            let named = self.config.iter();
            let named: Result<Vec<_>, Error> = named
                .map(|path| Ok((path.display().to_string(), machine_file::read(path)?)))
                .collect();
            machines = named?;
        }
        let microcode = Microcode::ours(self.build());
        let input = self.input.whole()?;
        let mut jobs = Vec::new();
        for (name, machine) in machines {
            for config in self.memories.machines(&machine, console)? {
                for program in self.programs(config.memory_words, console)? {
                    jobs.push(Job {
                        setup: Setup {
                            program: program.fed(input.clone()),
                            machine: config.clone(),
                            microcode: microcode.clone(),
                        },
                        machine: name.clone(),
                    });
                }
            }
        }
        Ok(jobs)
    }

    fn programs(&self, words: u32, console: Console) -> Result<Vec<run::Program>, Error> {
        if let Some(own) = &self.own {
            let loaded = self.link.load(own, &self.arguments, words, console)?;
            return Ok(vec![loaded]);
        }
        let linked = embedded_programs::distinct(&self.embedded)
            .into_iter()
            .map(|program| {
                let options = jopizer::LinkOptions {
                    memory_words: words,
                    ..program.options(&self.arguments)
                };
                let linked = link_with_notes(&options, console)?;
                Ok(run::Program::linked(program.name, linked))
            });
        linked.collect()
    }

    fn perform(&self, job: &Job, table: &CostTable) -> Result<Done, Error> {
        let of_memory = Error::at(&job.setup.program);
        let Setup {
            program,
            machine,
            microcode,
        } = &job.setup;
        let derived = cost_model::derived_costs(machine, &microcode.program).map_err(&of_memory)?;
        let ours = carriers(&derived);
        let costs = (self.build(), derived);
        let counted = application(program, machine, costs, self.max_cycles);
        let application = counted.map_err(Error::at(program))?;
        let costs = table.for_machine(machine).map_err(&of_memory)?;
        let mut prediction = predict(table, &costs, &application);
        if carriers(&costs) != ours {
            // Methods of bytecodes that the table has in microcode are no part of it, which only contexts tell.
            let limit = self.max_cycles;
            let profile = validation::predict(program, machine, self.build(), table, limit);
            prediction.cycles = profile.map_err(Error::at(program))?.total_cycles();
            let ours_only = |atom: &Atom| matches!(atom, Atom::Load(row) if costs.row(*row).usual.load.is_none());
            prediction.unknown.retain(|(atom, _)| !ours_only(atom));
        }
        let missing: Vec<String> = prediction
            .unknown
            .iter()
            .map(|(atom, times)| format!("{times} {atom}"))
            .collect();
        Ok(Done {
            predicted: prediction.cycles,
            missing: missing.join(", "),
            truth: match self.truth {
                true => Some(self.run(job)?),
                false => None,
            },
            application,
        })
    }

    /// Cycles of the machine.
    fn run(&self, job: &Job) -> Result<u64, Error> {
        let machine = job.setup.build()?;
        let collections = CollectionProbe::new(job.setup.program.symbols.as_ref());
        let mut run = BlockRun::usual(machine, (Statistics::default(), collections));
        let (program, limits) = (&job.setup.program, Limits::cycles(self.max_cycles));
        let Ok(end) = run::to_end(program, &mut run, &mut Silent, &limits);
        end.whole(&program.name, run.cycle())?;
        Ok(run.cycle())
    }
}
