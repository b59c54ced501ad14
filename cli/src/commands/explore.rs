//! `jop explore`: programs on machines and instruction sets along any axes.

mod axes;
mod page;
mod questions;
mod render;
mod variants;
mod workloads;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use explore::{
    Cost, Description, Exploration, JobResult, Outcome, Parts, Plan, Refused, Resources, Row,
    Source, mark_pareto, names, outcomes, pick, verify,
};
use isa::bounded_file;

use self::axes::AxisArguments;
use self::variants::VariantArguments;
use self::workloads::{Loaded, WorkloadArguments};
use crate::cluster::{ClusterArguments, NotForJobs};
use crate::commands::run::watch_for_interrupts;
use crate::console::Console;
use crate::errors::Error;
use crate::exit_code::exit_codes;
use crate::journal::{self, Journal};
use crate::machine_arguments::MachineArguments;
use crate::microcode_source::MicrocodeArguments;
use crate::progress::bar;
use crate::quantity::cycles;
use crate::result_output::refuse_second;
use crate::rows_output::{RowsArguments, RowsFormat};
use crate::table::thousands;
use crate::{atomic_file, exit_code};

/// Explore machines and instruction sets: what programs would cost on hardware that does not exist yet
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Explore machines and instruction sets: what programs would cost on hardware that does not exist yet.

Axes are options of the machine (--size, --memory, --vary OPTION=VALUES, ...) and of the instruction set: which bytecodes \
are in microcode, in hardware or in Java, and what they take (--carrier, --cost, --variants). A point is one value of each. \
Few points need a run: one run counts what a program executes and writes down its lookups in the method cache; memory, clock, \
method cache and costs then only price them, to the cycle. --verify runs the machine and compares. A program that reads time, waits or takes \
interrupts runs on each point. A bytecode that moved to where the fast engine cannot stand for it runs on the machine, on each memory.

The column `source` says where cycles come from: `machine` and `fast` are runs of this very point on the machine or the fast engine; `replay` are \
the machine's lookups under another method cache; `repriced` are counts times the costs of the microcode; `predicted` is the same \
with costs that no microcode here has, or the counts of a cross-profile.

The cost of a point is its on-chip memory in bits, or a formula. `pareto` marks points that no other one beats in time or cost \
without being worse in the other. A table shows those; files have every point. Method caches that no hardware has are marked; they are \
in no front and within no budget, unless --org, --vary or --config names the organisation or --with-studied is given. Their bits are those that \
they would need. --sensitivity varies one axis at a time around \
the machine of --config; --break-even says how many cycles a bytecode may take until its Java method is as good.")]
#[command(after_help = concat!(exit_codes!("--verify found a difference, or\n                    "), "

Examples:
  jop explore --program lift --size 1K..16K --org fifo,lru --vary object_cache=false,true
  jop explore --program lift,udpip --memory all --ram-cnt 1..10 --clock 60M,100M -o points.csv
  jop explore --program udpip --size 1K..16K --vary object_cache=false,true --under 6KB
  jop explore --program lift --carrier fadd=java,microcode --cost fadd=6,20
  jop explore --program lift --break-even              what is worth microcode or hardware
  jop explore --program udpip --ram-cnt 1..6 --size 1K..16K --sensitivity
  jop explore app.jop --size 1K..16K --page points.html --verify 25
  jop explore app.jop other.jop t.Main -cp classes --program lift --size 1K..16K  several programs
  jop explore --profile ecj.jprof --ram-cnt 1..10      predictions for a program too big for JOP
  jop explore --program all --ram-cnt 1..14 --cluster slurm -o all.parquet"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    workload: WorkloadArguments,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    rows: RowsArguments,
    /// Also write an HTML page of all points
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list_jobs", "job"])]
    page: Option<PathBuf>,
    #[command(flatten)]
    microcode: MicrocodeArguments,
    #[command(flatten)]
    axes: AxisArguments,
    #[command(flatten)]
    variants: VariantArguments,
    #[command(flatten)]
    question: QuestionArguments,
    #[command(flatten)]
    work: WorkArguments,
    #[command(flatten)]
    cluster: ClusterArguments,
}

/// Options that choose what is asked of the points.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is asked")]
struct QuestionArguments {
    /// Print or write only the Pareto front of time and cost
    #[arg(long)]
    pareto: bool,
    /// Cost of a point: a formula of bits, bytes, size, blocks, options of the machine, and the amounts of --resources
    #[arg(long, value_name = "FORMULA")]
    cost_of: Option<String>,
    /// Amounts of units, for --cost-of
    #[arg(long, value_name = "FILE.toml")]
    resources: Option<PathBuf>,
    /// Print the best point within a budget: a cost, or bytes of on-chip memory as in 12KB
    #[arg(long, value_name = "COST", value_parser = questions::budget)]
    under: Option<f64>,
    /// Vary one axis at a time around the machine of --config
    #[arg(long, conflicts_with_all = ["under", "pareto", "with_studied", "page", "break_even", "verify", "journal", "list_jobs", "job", "merge", "cluster"])]
    sensitivity: bool,
    /// Say for each bytecode in Java how many cycles it may take in microcode or hardware
    #[arg(long, conflicts_with_all = ["under", "pareto", "with_studied", "page", "verify", "journal", "list_jobs", "job", "merge", "cluster"])]
    break_even: bool,
    /// Let organisations of the method cache that no hardware has into fronts and budgets, all that are explored; one that --org,
    /// --vary or --config names is let in anyway
    #[arg(long)]
    with_studied: bool,
    /// Rows of a table at most; 0 is every point, also those that others beat
    #[arg(long, value_name = "N", default_value_t = 40)]
    top: usize,
}

/// Options that divide and check the work.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Work")]
struct WorkArguments {
    /// Run the machine on N random points and compare; the exit code is 1 if one differs
    #[arg(long, value_name = "N", conflicts_with_all = ["list_jobs", "job", "merge"])]
    verify: Option<usize>,
    /// Seed of the random choice of --verify
    #[arg(long, value_name = "N", default_value_t = 1, requires = "verify")]
    seed: u64,
    /// Keep finished jobs in a file; the same command resumes after an interruption
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list_jobs", "job", "merge"])]
    journal: Option<PathBuf>,
    /// List the jobs, one line of JSON each
    #[arg(long, conflicts_with_all = ["job", "merge"])]
    list_jobs: bool,
    /// Run one job of the list, and print its part for --merge
    #[arg(long, value_name = "N", conflicts_with_all = ["merge", "pareto", "under"])]
    job: Option<usize>,
    /// Join the parts of all jobs; they describe the exploration
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with_all = ["own", "embedded", "profile", "stdin", "input"])]
    merge: Vec<PathBuf>,
    /// Use so many cores of the host, by default all; the rows do not depend on it
    #[arg(long, value_name = "N", alias = "threads", value_parser = clap::value_parser!(u16).range(1..=1024))]
    cores: Option<u16>,
    /// Stop a program after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles, default_value = "10G")]
    max_cycles: u64,
}

/// Options that the jobs of a cluster do not get.
const NOT_FOR_JOBS: NotForJobs = &[
    ("--pareto", false),
    ("--cost-of", true),
    ("--resources", true),
    ("--under", true),
    ("--with-studied", false),
    ("--top", true),
    ("--verify", true),
    ("--seed", true),
    ("--journal", true),
];

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let work = &arguments.work;
    if let Some(file) = &work.journal {
        atomic_file::file_only(file, "--journal")?;
    }
    let page = arguments.page.as_deref();
    refuse_second(arguments.rows.file(), page, "--page")?;
    let prints_rows = !work.list_jobs && work.job.is_none();
    if prints_rows {
        arguments.rows.check()?;
    }
    let cost = arguments.question.cost()?;
    if !work.merge.is_empty() {
        let parts: Parts = journal::merge(&work.merge)?;
        finish(arguments, &parts, &work.merge[0], &cost, console)?;
        return Ok(failures(parts.results.values()));
    }
    let stop = watch_for_interrupts()?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(work.cores.unwrap_or(0).into())
        .build()
        .map_err(|reason| Error::System {
            what: "start threads",
            reason: reason.into(),
        })?;
    match pool.install(|| explored(arguments, &cost, stop, console)) {
        Err(error) if error.is_interrupted() => {
            if let Some(journal) = &work.journal {
                console.note(&format!(
                    "jop: interrupted; {} has what is finished, and the same command goes on from there",
                    journal.display()
                ));
            }
            Ok(exit_code::INTERRUPTED)
        }
        other => other,
    }
}

/// Everything but joining.
fn explored(
    arguments: &Arguments,
    cost: &Cost,
    stop: &AtomicBool,
    console: Console,
) -> Result<u8, Error> {
    let loaded = Loaded::new(arguments, console)?;
    let description = &loaded.description;
    if arguments.question.sensitivity {
        return questions::sensitivity(arguments, &loaded, cost, stop, console);
    }
    if arguments.question.break_even {
        return questions::break_even(arguments, &loaded, stop, console);
    }
    let plan = description.plan();
    if arguments.work.list_jobs {
        let lines: Result<String, _> = plan.jobs.iter().map(journal::line).collect();
        arguments.rows.write(lines?.as_bytes())?;
        return Ok(exit_code::DONE);
    }
    let exploration = Exploration {
        description,
        plan: &plan,
        workloads: &loaded.workloads,
        variants: &loaded.variants,
        stop,
    };
    if let Some(job) = arguments.work.job {
        return one_job(arguments, &exploration, job);
    }
    let parts = if arguments.cluster.is_given() {
        let bar = bar("jobs", plan.jobs.len(), console);
        let cluster = &arguments.cluster;
        cluster.run(description, NOT_FOR_JOBS, &bar, stop, console)?
    } else {
        run_here(arguments, &exploration, console)?
    };
    finish(
        arguments,
        &parts,
        Path::new("this exploration"),
        cost,
        console,
    )?;
    let verified = match arguments.work.verify {
        Some(count) => check(&exploration, &parts, (count, arguments.work.seed), console)?,
        None => exit_code::DONE,
    };
    let failures = failures(parts.results.values());
    Ok(exit_code::worst([failures, verified]))
}

/// The exit code of how the programs ended; the notes of the jobs name those that failed.
fn failures<'a>(results: impl IntoIterator<Item = &'a JobResult>) -> u8 {
    let mut outcomes = results.into_iter().flat_map(|result| &result.outcomes);
    match outcomes.any(|outcome| outcome.failed.is_some()) {
        true => exit_code::DIFFERS,
        false => exit_code::DONE,
    }
}

fn one_job(arguments: &Arguments, exploration: &Exploration<'_>, job: usize) -> Result<u8, Error> {
    let jobs = exploration.plan.jobs.len();
    if job >= jobs {
        return Err(Error::Input(format!(
            "there is no job {job}: the exploration has {jobs}, counted from 0"
        )));
    }
    let mut text = jobs::render_head(exploration.description);
    let mut code = exit_code::DONE;
    exploration.run(&[job], &mut |result| {
        text += &jobs::render_job(&result);
        code = failures([&result]);
        Ok(())
    })?;
    arguments.rows.write(text.as_bytes())?;
    Ok(code)
}

fn run_here(
    arguments: &Arguments,
    exploration: &Exploration<'_>,
    console: Console,
) -> Result<Parts, Error> {
    let description = exploration.description;
    let mut journal = match &arguments.work.journal {
        Some(path) => Journal::open(path, description)?,
        None => Journal::in_memory(description),
    };
    let wanted = journal.parts.missing();
    let bar = bar("jobs", wanted.len(), console);
    let mut failed = None;
    let run = exploration.run(&wanted, &mut |result: JobResult| {
        bar.inc(1);
        journal.add(result).map_err(|error| {
            failed = Some(error);
            std::io::Error::other("journal")
        })
    });
    bar.finish_and_clear();
    match failed {
        Some(error) => Err(error),
        None => {
            run?;
            Ok(journal.parts)
        }
    }
}

/// Prints notes and rows; `path` stands for the parts in messages.
fn finish(
    arguments: &Arguments,
    parts: &Parts,
    path: &Path,
    cost: &Cost,
    console: Console,
) -> Result<(), Error> {
    let plan = parts.description.plan();
    let results = journal::complete(parts, path)?;
    tell(&parts.description, &plan, &results, console);
    let mut rows = rows(&parts.description, &plan, &results, cost);
    if arguments.question.with_studied {
        rows.iter_mut().for_each(|row| row.eligible = true);
    }
    mark_pareto(&mut rows);
    if rows.is_empty() {
        return Err(Error::Input(
            "no point is left; the notes above say why each was left out".to_owned(),
        ));
    }
    if let Some(page) = &arguments.page {
        let html = page::html(&parts.description, &rows, cost)?;
        atomic_file::write(page, html.as_bytes())?;
    }
    let shown = render::Shown::new(&parts.description, cost);
    if let Some(budget) = arguments.question.under {
        return questions::best(arguments, &rows, budget, &shown);
    }
    if arguments.question.pareto {
        rows.retain(|row| row.pareto);
    }
    let bytes = match arguments.rows.format()? {
        RowsFormat::Table => shown.front(&rows, arguments.question.top)?.into_bytes(),
        RowsFormat::Csv => render::csv(&rows)?,
        RowsFormat::Json => render::json(&rows)?.into_bytes(),
        RowsFormat::Parquet => render::parquet(&rows)?,
    };
    arguments.rows.write(&bytes)
}

/// Results with names and costs.
fn rows(description: &Description, plan: &Plan, results: &[JobResult], cost: &Cost) -> Vec<Row> {
    let found = outcomes(plan, results.iter());
    let row = |(program, outcome): (usize, Outcome)| {
        let point = plan.points[outcome.point].clone();
        let [program, variant] = names(description, program, &point);
        Row {
            bits: explore::bits(&point.config),
            cost: cost.of(&point.config, &variant),
            eligible: description.may_recommend(&point.config),
            pareto: false,
            program,
            variant,
            point,
            outcome,
        }
    };
    found.into_iter().map(row).collect()
}

/// Prints how the rows were made, notes, and why points were left out.
fn tell(description: &Description, plan: &Plan, results: &[JobResult], console: Console) {
    let mut notes: Vec<String> = Vec::new();
    for result in results {
        for note in &result.notes {
            let note = format!("jop: note: {}: {note}", plan.jobs[result.job].program);
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    for note in notes {
        console.note(&note);
    }
    let mut refused: Vec<Refused> = plan.refused.clone();
    for result in results {
        for new in &result.refused {
            let program = &plan.jobs[result.job].program;
            let reason = format!("{program}: {}", new.reason);
            match refused.iter_mut().find(|known| known.reason == reason) {
                Some(known) => known.points += new.points,
                None => refused.push(Refused {
                    reason,
                    points: new.points,
                }),
            }
        }
    }
    questions::tell_refused(&refused, console);
    let outcomes = results.iter().flat_map(|result| &result.outcomes);
    let points = outcomes.clone().count();
    let runs: u64 = results.iter().map(|result| result.runs).sum();
    let by_source = Source::ALL.into_iter().filter_map(|source| {
        let count = outcomes.clone().filter(|it| it.source == source).count();
        (count > 0).then(|| format!("{} {}", thousands(count as u64), source.name()))
    });
    let by_source: Vec<String> = by_source.collect();
    if points == 0 {
        return;
    }
    console.note(&format!(
        "jop: {} point{} of {} program{} from {} exact run{}: {}",
        thousands(points as u64),
        if points == 1 { "" } else { "s" },
        description.programs.len(),
        if description.programs.len() == 1 {
            ""
        } else {
            "s"
        },
        thousands(runs),
        if runs == 1 { "" } else { "s" },
        by_source.join(", ")
    ));
}

fn check(
    exploration: &Exploration<'_>,
    parts: &Parts,
    (count, seed): (usize, u64),
    console: Console,
) -> Result<u8, Error> {
    let found = outcomes(exploration.plan, parts.results.values());
    let picked = pick(exploration, &found, count, seed);
    if picked.is_empty() {
        console.note("jop: nothing to verify: no row is of a machine that can be built and did not run already");
        return Ok(exit_code::DONE);
    }
    let bar = bar("machines", picked.len(), console);
    let checks = verify(exploration, &picked, &|| bar.inc(1))?;
    bar.finish_and_clear();
    let equal = checks
        .iter()
        .filter(|check| check.differences.is_empty())
        .count();
    for check in &checks {
        let point = &exploration.plan.points[check.outcome.point];
        let [program, variant] = names(exploration.description, check.program, point);
        for (column, row, machine) in &check.differences {
            console.note(&format!(
                "jop: {program} on point {}, {variant}: {column} is {row} here and {machine} on the machine",
                check.outcome.point
            ));
        }
    }
    console.note(&format!(
        "jop: verified on the machine: {equal} of {} equal in cycles, stalls, misses and words",
        checks.len()
    ));
    Ok(if equal == checks.len() {
        exit_code::DONE
    } else {
        exit_code::DIFFERS
    })
}

impl QuestionArguments {
    fn cost(&self) -> Result<Cost, Error> {
        let resources = match &self.resources {
            None => Resources::default(),
            Some(path) => {
                let text = bounded_file::text(path, 1, "a file of resources has");
                let text = text.map_err(|reason| Error::Read {
                    path: path.clone(),
                    reason,
                })?;
                Resources::from_toml(&text).map_err(Error::at(path.display()))?
            }
        };
        Cost::new(self.cost_of.as_deref(), resources).map_err(Error::at("--cost-of"))
    }
}
