//! Programs: counts of their atoms, times the prices of a table.

use calibration::{Application, application, predict};
use cost_model::{Atom, Carrier, CostTable, EvaluatedTable};
use jopizer::LinkProgram;
use rayon::prelude::*;
use run::{Microcode, Setup};

use super::arguments::Arguments;
use crate::args::embedded_programs;
use crate::args::memories::memory_name;
use crate::args::program_source::link_with_notes;
use crate::commands::cost::measure::machine_cycles;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::table::{Table, Value};

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
    let format = arguments.result.format()?;
    let table = arguments.table.load(arguments.build())?;
    refuse_options(arguments)?;
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

impl Arguments {
    /// Every program on every machine.
    fn jobs(&self, console: Console) -> Result<Vec<Job>, Error> {
        let microcode = Microcode::ours(self.build());
        let mut jobs = Vec::new();
        for (name, machine) in self.machines(console)? {
            for program in self.programs(machine.memory_words, console)? {
                jobs.push(Job {
                    setup: Setup {
                        program,
                        machine: machine.clone(),
                        microcode: microcode.clone(),
                    },
                    machine: name.clone(),
                });
            }
        }
        let programs: Vec<run::Program> =
            jobs.iter().map(|job| job.setup.program.clone()).collect();
        let input = self.input.whole_of(&programs, console)?;
        for job in &mut jobs {
            job.setup.program = job.setup.program.clone().fed(input.clone());
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
        let counted = application(program, machine, costs, self.max_cycles());
        let application = counted.map_err(Error::at(program))?;
        let costs = table.for_machine(machine).map_err(&of_memory)?;
        let mut prediction = predict(table, &costs, &application);
        if carriers(&costs) != ours {
            // Methods of bytecodes that the table has in microcode are no part of it, which only contexts tell.
            let limit = self.max_cycles();
            let profile = validation::predict(program, machine, self.build(), table, limit);
            prediction.cycles = profile.map_err(Error::at(program))?.total_cycles();
            let ours_only = |atom: &Atom| matches!(atom, Atom::LoadOn(row) if costs.row(*row).usual.load.is_none());
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
                Some(_) => {
                    Some(machine_cycles(program, machine, self.build(), self.max_cycles())?.0)
                }
                None => None,
            },
            application,
        })
    }
}

/// Refuses what is said of components.
fn refuse_options(arguments: &Arguments) -> Result<(), Error> {
    let given = [
        ("--lookups", arguments.lookups.is_some()),
        ("--total", arguments.total),
        ("--top", arguments.top.is_some()),
    ];
    if let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) {
        return Err(Error::Input(format!(
            "{option} is for the components of a recording; leave it out, or name a FILE.jrec"
        )));
    }
    match &arguments.truth {
        Some(Some(name)) => Err(Error::Input(format!(
            "--truth={name}: the program is there already; write --truth alone"
        ))),
        _ => Ok(()),
    }
}
