//! `jop sweep`: many method caches from one recorded run per memory.

pub(crate) mod numbers;
mod page;
mod parquet_file;
mod render;
mod workloads;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use cache_sweep::{
    Description, Environment, JobResult, MemoryPoint, Parts, Plan, Space, SweepError, SweepRow,
    Workload, mark_pareto, pick, render_head, render_job, sweep, verify,
};
use isa::MemoryKind;
use method_cache::replay::{self, Organisation};

use self::numbers::Numbers;
use self::workloads::Loaded;
use crate::atomic_file::{self, PendingFile};
use crate::cluster::{ClusterArguments, NotForJobs};
use crate::commands::run::watch_for_interrupts;
use crate::console::Console;
use crate::embedded_programs::{PROGRAM_OR_SUITE, Programs};
use crate::errors::Error;
use crate::exit_code;
use crate::exit_code::exit_codes;
use crate::host_input::InputArguments;
use crate::journal::{self, Journal};
use crate::machine_arguments::MachineArguments;
use crate::microcode_source::MicrocodeArguments;
use crate::named::Named;
use crate::program_source::LinkArguments;
use crate::progress::bar;
use crate::quantity::cycles;
use crate::result_output::refuse_second;
use crate::rows_output::{RowsArguments, RowsFormat};

/// Explore method caches: every size, block count and organisation from one run on each memory
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Explore method caches: every size, block count and organisation from one run on each memory.

On JOP only invoke and return access the method cache, so the lookups of one run determine the cycles of every cache \
on the same memory, unless the program sees time. The program is run once for each memory; every cache is then replayed. Its cycles are exact if the program takes the same path with it: \
--verify runs the machine and compares. If a program reads a clock, waits for time or takes interrupts, it could \
take another path with another cache: Joplab detects this, names the method and line, and runs the machine on each \
configuration, of organisations that no hardware has, too. Only an instruction cache, which no machine can have, is \
replayed as if it did not change the path; --assume-path does so for all, which is faster. Such rows are marked \
`assumed`, and the error is measured on caches of the hardware.

Bytes used are the loaded bytes that were executed before their method was loaded again. `pareto` marks the \
caches that no other cache of the same program and memory beats in size or cycles without being worse in the other. \
Organisations that no hardware has are marked `no` in the column `hardware`, and are in the front only if --org names them or --with-studied is given; \
rows with an assumed path are compared with each other only.")]
#[command(after_help = after_help())]
pub(crate) struct Arguments {
    /// FILE.jop, mem_main.dat, FILE.class, FILE.java, FILE.jar, or the name of a class on the class path
    #[arg(value_name = "PROGRAM", required_unless_present_any = ["embedded", "trace", "merge"])]
    own: Option<String>,
    /// Embedded programs, separated by commas; `embedded`, `kernel` and `modern` are suites, `all` is all of them
    #[arg(long = "program", value_name = "NAMES", value_delimiter = ',',
          conflicts_with_all = ["own", "class_path"], hide_possible_values = true, value_parser = PROGRAM_OR_SUITE)]
    embedded: Vec<Programs>,
    /// Embedded programs run for at least 20 million cycles
    #[arg(long, requires = "embedded", conflicts_with = "arguments")]
    long: bool,
    /// Recorded lookups instead of a program; each file represents the memory it was recorded on
    #[arg(long, value_name = "FILES", value_delimiter = ',',
          conflicts_with_all = ["own", "embedded", "class_path", "memory", "ram_cnt", "config", "verify", "stdin", "input"])]
    trace: Vec<PathBuf>,
    /// Arguments passed to main
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
    #[command(flatten)]
    link: LinkArguments,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    rows: RowsArguments,
    /// Also write an HTML page of all rows, and of why lookups miss on the machine's own cache
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list_jobs", "job"])]
    page: Option<PathBuf>,
    /// Print only the Pareto front of size and cycles
    #[arg(long)]
    pareto: bool,
    /// Let organisations that no hardware has into the front, all that are swept; one that --org names is let in anyway
    #[arg(long)]
    with_studied: bool,
    #[command(flatten)]
    microcode: MicrocodeArguments,
    #[command(flatten)]
    space: SpaceArguments,
    #[command(flatten)]
    work: WorkArguments,
    #[command(flatten)]
    cluster: ClusterArguments,
}

/// Varied parameters. `A..B` doubles from A to B, for --ram-cnt it counts; commas separate; K is 1024.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is varied")]
struct SpaceArguments {
    /// Cache sizes in bytes
    #[arg(long, value_name = "BYTES", default_value = "1K..16K", value_parser = numbers::sizes)]
    size: Numbers,
    /// Numbers of blocks
    #[arg(long, value_name = "N", default_value = "4..64", value_parser = numbers::blocks)]
    blocks: Numbers,
    /// Organisations, or `all`; of `all` only the hardware's are in the front
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "all", hide_possible_values = true,
          value_parser = ORGANISATION)]
    org: Vec<Organisations>,
    /// Main memory technologies; by default the machine's
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = MEMORY)]
    memory: Vec<MemoryKind>,
    /// Lengths of a memory read in cycles; by default the machine's
    #[arg(long, value_name = "N", value_parser = numbers::ram_cnts)]
    ram_cnt: Option<Numbers>,
    /// Replay a program that reads a clock, waits or takes interrupts, too, as if no cache changed its path; rows are marked, and
    /// the error is measured on caches of the hardware
    #[arg(long)]
    assume_path: bool,
    /// Line lengths of instruction caches in bytes
    #[arg(long, value_name = "BYTES", default_value = "16,32", value_parser = numbers::lines)]
    line: Numbers,
    /// Lines per set of instruction caches
    #[arg(long, value_name = "N", default_value = "1,2,4", value_parser = numbers::ways)]
    ways: Numbers,
}

/// Options that divide and check the work.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Work")]
struct WorkArguments {
    /// Run the machine on N random configurations and compare; the exit code is 1 if one differs
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
    #[arg(long, value_name = "N", conflicts_with_all = ["merge", "pareto"])]
    job: Option<usize>,
    /// Join the parts of all jobs; they describe the sweep
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with_all = ["own", "embedded", "trace", "stdin", "input"])]
    merge: Vec<PathBuf>,
    /// Record the lookups of the only program on the only memory in a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["trace", "merge", "list_jobs", "job"])]
    save_trace: Option<PathBuf>,
    /// Use so many cores of the host, by default all; the rows do not depend on it
    #[arg(long, value_name = "N", alias = "threads", value_parser = clap::value_parser!(u16).range(1..=1024))]
    cores: Option<u16>,
    /// Stop a program after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles)]
    max_cycles: Option<u64>,
}

/// One name of `--org`: an organisation, or all, which asks for none of them.
#[derive(Clone)]
struct Organisations {
    known: Vec<&'static dyn Organisation>,
    are_all: bool,
}

impl std::fmt::Debug for Organisations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.known.iter().map(|organisation| organisation.name()))
            .finish()
    }
}

fn after_help() -> String {
    let mut text = "Organisations:\n".to_owned();
    for organisation in replay::all() {
        text += &format!("  {:<13} {}\n", organisation.name(), organisation.summary());
    }
    text + concat!(
        "
",
        exit_codes!("--verify found a difference, or\n                    "),
        "

Examples:
  jop sweep app.jop                                   the default caches on the default memory
  jop sweep --program lift --org fifo --pareto        which sizes are worth their bytes
  jop sweep app.jop --ram-cnt 1..10 --memory sram32,sram16 -o caches.csv
  jop sweep Main.java --input lines.txt               what Main reads, the same in every run
  jop sweep app.jop --verify 25                       compare 25 rows with the machine
  jop sweep --program lift --page caches.html         charts, and why lookups miss, for a browser
  jop sweep app.jop --journal sweep.jsonl             interrupt it; the same command resumes
  jop sweep app.jop --job 3 -o part3.jsonl            one part of many, for a cluster
  jop sweep --merge part*.jsonl -o caches.parquet
  jop sweep --program all --cluster slurm -o all.csv  the jobs on a cluster"
    )
}

/// Value of `--org`.
const ORGANISATION: Named<Organisations> = Named {
    names: || {
        let names = replay::all().into_iter().map(|known| known.name());
        names.chain(["all"]).collect()
    },
    read: |name| match name {
        "all" => Some(Organisations {
            known: replay::all(),
            are_all: true,
        }),
        _ => replay::organisation(name).map(|found| Organisations {
            known: vec![found],
            are_all: false,
        }),
    },
    remedy: "no such organisation; `jop help sweep` lists them",
};

/// Value of `--memory`.
pub(crate) const MEMORY: Named<MemoryKind> = Named {
    names: || vec!["sram32", "sram16", "ssram32"],
    read: |name| match name {
        "sram32" => Some(MemoryKind::Sram32),
        "sram16" => Some(MemoryKind::Sram16),
        "ssram32" => Some(MemoryKind::Ssram32),
        _ => None,
    },
    remedy: "of sram32, sram16, ssram32",
};

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let prints_rows = !arguments.work.list_jobs && arguments.work.job.is_none();
    let work = &arguments.work;
    for (file, option) in [
        (&work.journal, "--journal"),
        (&work.save_trace, "--save-trace"),
    ] {
        file.as_deref()
            .map_or(Ok(()), |file| atomic_file::file_only(file, option))?;
    }
    let rows = &arguments.rows;
    refuse_second(rows.file(), arguments.page.as_deref(), "--page")?;
    if prints_rows {
        rows.check()?;
    }
    if !arguments.work.merge.is_empty() {
        let parts = journal::merge(&arguments.work.merge)?;
        tell(&parts, console);
        let rows = rows_of(&parts, &arguments.work.merge[0])?;
        let rows = marked(arguments, &parts.description, rows);
        if let Some(path) = &arguments.page {
            atomic_file::write(path, page::html(&parts.description, &rows, &[])?.as_bytes())?;
        }
        show(arguments, &rows)?;
        return Ok(failures(&parts));
    }
    let interrupted = watch_for_interrupts()?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.work.cores.unwrap_or(0).into())
        .build()
        .map_err(|reason| Error::System {
            what: "start threads",
            reason: reason.into(),
        })?;
    match pool.install(|| explore(arguments, interrupted, console)) {
        Err(error) if error.is_interrupted() => {
            if let Some(journal) = &arguments.work.journal {
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

/// Options that the jobs of a cluster do not get.
const NOT_FOR_JOBS: NotForJobs = &[
    ("--pareto", false),
    ("--with-studied", false),
    ("--verify", true),
    ("--seed", true),
    ("--journal", true),
    ("--save-trace", true),
];

/// Everything but joining.
fn explore(arguments: &Arguments, stop: &AtomicBool, console: Console) -> Result<u8, Error> {
    let page = arguments.page.as_deref().map(PendingFile::create);
    let page = page.transpose()?;
    let Loaded { workloads, symbols } = workloads::load(arguments, stop, console)?;
    let plan = plan(arguments, &workloads)?;
    let jobs = plan.jobs();
    if arguments.work.list_jobs {
        let lines: Result<String, _> = jobs.iter().map(journal::line).collect();
        arguments.rows.write(lines?.as_bytes())?;
        return Ok(exit_code::DONE);
    }
    let mut journal = match (&arguments.work.journal, arguments.work.job) {
        (Some(path), _) => Journal::open(path, &plan.description)?,
        (None, Some(job)) if job >= jobs.len() => {
            return Err(Error::Input(format!(
                "there is no job {job}: the sweep has {}, counted from 0",
                jobs.len()
            )));
        }
        _ => Journal::in_memory(&plan.description),
    };
    let wanted = match arguments.work.job {
        Some(job) => vec![job],
        None => journal.parts.missing(),
    };
    if arguments.cluster.is_given() {
        let bar = bar("jobs", jobs.len(), console);
        let cluster = &arguments.cluster;
        journal.parts = cluster.run(&plan.description, NOT_FOR_JOBS, &bar, stop, console)?;
    } else {
        run(&plan, &workloads, &wanted, &mut journal, stop, console)?;
    }
    tell(&journal.parts, console);
    if arguments.work.job.is_some() {
        let mut text = render_head(&plan.description);
        text.extend(journal.parts.results.values().map(render_job));
        arguments.rows.write(text.as_bytes())?;
        return Ok(failures(&journal.parts));
    }
    let rows = rows_of(&journal.parts, Path::new("this sweep"))?;
    let rows = marked(arguments, &plan.description, rows);
    show(arguments, &rows)?;
    if let Some(page) = page {
        // The plan's machine has no cache of its own.
        let machine = arguments.machine.machine()?;
        let misses = page::misses(&machine, &workloads, &symbols, stop)?;
        let html = page::html(&plan.description, &rows, &misses)?;
        page.finish(html.as_bytes())?;
    }
    let verified = match arguments.work.verify {
        Some(count) => check(
            &plan,
            &workloads,
            &rows,
            (count, arguments.work.seed),
            stop,
            console,
        )?,
        None => exit_code::DONE,
    };
    Ok(exit_code::worst([failures(&journal.parts), verified]))
}

fn plan(arguments: &Arguments, workloads: &[Workload]) -> Result<Plan<'static>, Error> {
    let space = &arguments.space;
    let wanted: BTreeSet<&str> = space
        .org
        .iter()
        .flat_map(|names| names.known.iter().map(|organisation| organisation.name()))
        .collect();
    let named = space.org.iter().filter(|names| !names.are_all);
    let named = named.flat_map(|names| names.known.iter());
    let asked: BTreeSet<&str> = named.map(|organisation| organisation.name()).collect();
    let organisations = replay::all()
        .into_iter()
        .filter(|organisation| wanted.contains(organisation.name()));
    let described: Result<Vec<_>, SweepError> = workloads.iter().map(Workload::describe).collect();
    let machine = match arguments.trace.first() {
        Some(path) => workloads::machine_of(path)?,
        None => arguments.machine.machine()?,
    };
    let mut plan = Plan::new(
        described?,
        &machine,
        organisations.collect(),
        &Space {
            sizes: space.size.0.clone(),
            blocks: space.blocks.0.clone(),
            lines: space.line.0.clone(),
            ways: space.ways.0.clone(),
        },
    );
    plan.description.assume_path = space.assume_path;
    plan.description.asked = asked.into_iter().map(str::to_owned).collect();
    if plan
        .description
        .organisations
        .iter()
        .all(|(_, shapes)| shapes.is_empty())
    {
        return Err(Error::Input(
            "none of these organisations exists in these shapes; blocks must have at least one word".to_owned(),
        ));
    }
    Ok(plan)
}

/// The memories of the sweep, those left out that cannot be built.
fn memory_points(arguments: &Arguments, console: Console) -> Result<Vec<MemoryPoint>, Error> {
    let machine = arguments.machine.machine()?;
    let technologies = match arguments.space.memory.as_slice() {
        [] => vec![machine.memory],
        given => given.to_vec(),
    };
    let ram_cnts = match &arguments.space.ram_cnt {
        None => vec![machine.ram_cnt.into()],
        Some(given) => given.0.clone(),
    };
    let mut points = Vec::new();
    for memory in technologies {
        for &ram_cnt in &ram_cnts {
            let point = MemoryPoint {
                memory,
                ram_cnt: ram_cnt as u8,
            };
            match point.on(&machine).check() {
                Ok(()) if !points.contains(&point) => points.push(point),
                Ok(()) => {}
                Err(reason) => console.note(&format!("jop: note: left out: {reason}")),
            }
        }
    }
    if points.is_empty() {
        return Err(Error::Input(
            "none of these memories can be built".to_owned(),
        ));
    }
    Ok(points)
}

fn run(
    plan: &Plan<'_>,
    workloads: &[Workload],
    jobs: &[usize],
    journal: &mut Journal<Description>,
    stop: &AtomicBool,
    console: Console,
) -> Result<(), Error> {
    let bar = bar("jobs", jobs.len(), console);
    let mut failed = None;
    let mut finished = |result: JobResult| {
        bar.inc(1);
        journal.add(result).map_err(|error| {
            failed = Some(error);
            std::io::Error::other("journal")
        })
    };
    let mut environment = Environment {
        stop,
        finished: &mut finished,
    };
    let swept = sweep(plan, workloads, jobs, &mut environment);
    bar.finish_and_clear();
    match failed {
        Some(error) => Err(error),
        None => Ok(swept?),
    }
}

/// All rows; `path` stands for the files in the message that jobs are missing.
fn rows_of(parts: &Parts, path: &Path) -> Result<Vec<SweepRow>, Error> {
    let results = journal::complete(parts, path)?;
    Ok(results.into_iter().flat_map(|result| result.rows).collect())
}

/// Prints notes about the rows.
fn tell(parts: &Parts, console: Console) {
    let mut notes = Vec::new();
    let mut refusals: Vec<(String, String, usize)> = Vec::new();
    for (job, result) in parts
        .description
        .jobs()
        .iter()
        .filter_map(|job| Some((job, parts.results.get(&job.job)?)))
    {
        for note in &result.notes {
            let memory = render::memory_name(job.memory);
            let note = format!(
                "jop: note: {} on {memory}, ram_cnt {}: {note}",
                job.program, job.ram_cnt
            );
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        for refused in &result.refused {
            let name = format!("{}, {}", job.program, job.organisation);
            let known = refusals
                .iter_mut()
                .find(|(known, reason, _)| *known == name && *reason == refused.reason);
            match known {
                Some((_, _, count)) => *count += refused.configurations,
                None => refusals.push((name, refused.reason.clone(), refused.configurations)),
            }
        }
    }
    for note in notes {
        console.note(&note);
    }
    for (name, reason, count) in refusals {
        console.note(&format!(
            "jop: note: {name}: {count} configurations left out: {reason}"
        ));
    }
}

fn check(
    plan: &Plan<'_>,
    workloads: &[Workload],
    rows: &[SweepRow],
    (count, seed): (usize, u64),
    stop: &AtomicBool,
    console: Console,
) -> Result<u8, Error> {
    let picked = pick(plan, rows, count, seed);
    let assumed = rows
        .iter()
        .filter(|row| row.path == cache_sweep::Path::Assumed)
        .count();
    if picked.is_empty() && assumed > 0 {
        return Err(Error::Input(format!(
            "--verify: nothing was verified; rows of an assumed path, which the machine may not take: {assumed}; \
             without --assume-path the machine runs each configuration"
        )));
    }
    if assumed > 0 {
        console.note(&format!(
            "jop: note: rows with an assumed path are not verified: {assumed}"
        ));
    }
    if picked.is_empty() {
        console.note("jop: nothing to verify: no replayed row is of a machine that can be built");
        return Ok(exit_code::DONE);
    }
    let bar = bar("machines", picked.len(), console);
    let checks = verify(plan, workloads, &picked, stop, &|| bar.inc(1))?;
    bar.finish_and_clear();
    let equal = checks
        .iter()
        .filter(|check| check.differences.is_empty())
        .count();
    for check in &checks {
        for (column, replayed, machine) in &check.differences {
            console.note(&format!(
                "jop: {}: {column} is {replayed} replayed and {machine} on the machine",
                render::name_of(&check.row)
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

/// The rows with their front.
fn marked(
    arguments: &Arguments,
    description: &Description,
    mut rows: Vec<SweepRow>,
) -> Vec<SweepRow> {
    let with_studied = arguments.with_studied;
    mark_pareto(&mut rows, |row| {
        with_studied || description.may_recommend(row)
    });
    rows
}

/// The exit code of how the programs ended; the notes of the jobs name those that failed.
fn failures(parts: &Parts) -> u8 {
    let failed = parts.results.values().any(|result| result.failed.is_some());
    match failed {
        true => exit_code::DIFFERS,
        false => exit_code::DONE,
    }
}

fn show(arguments: &Arguments, rows: &[SweepRow]) -> Result<(), Error> {
    let mut rows = rows.to_vec();
    if arguments.pareto {
        rows.retain(|row| row.pareto);
    }
    if rows.is_empty() {
        return Err(Error::Input(
            "no configuration is left; the notes above say why each was left out".to_owned(),
        ));
    }
    let bytes = match arguments.rows.format()? {
        RowsFormat::Table => render::for_people(&rows)?.into_bytes(),
        RowsFormat::Csv => render::csv(&rows)?,
        RowsFormat::Json => render::json(&rows)?.into_bytes(),
        RowsFormat::Parquet => parquet_file::bytes(&rows)?,
    };
    arguments.rows.write(&bytes)
}
