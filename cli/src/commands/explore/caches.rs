//! `jop explore --caches`: many method caches from one recorded run per memory.

mod notes;
mod page;
mod parquet_file;
mod prices;
mod render;
mod workloads;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use cache_sweep::{
    Description, Environment, JobResult, Parts, Plan, Space, SweepError, SweepRow, Workload,
    mark_pareto, pick, render_head, render_job, sweep, verify,
};
use method_cache::replay;

use self::workloads::Loaded;
use super::arguments::Arguments;
use super::axes::Name;
use super::chart;
use super::verdict::verified;
use crate::args::cluster::NotForJobs;
use crate::args::numbers::Numbers;
use crate::host::journal::{self, Journal};
use crate::output::atomic_file::{self, PendingFile};
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::progress::bar;
use crate::output::rows::RowsFormat;
use crate::output::table::{Format, limited};

/// Options that the jobs of a cluster do not get.
const NOT_FOR_JOBS: NotForJobs = &[
    ("--pareto", false),
    ("--with-studied", false),
    ("--verify", true),
    ("--seed", true),
    ("--journal", true),
    ("--top", true),
    ("--table", true),
    ("--set", true),
];

/// Checks if a file has finished jobs of method caches.
pub(super) fn is_part(file: &Path) -> bool {
    std::fs::read(file).is_ok_and(|bytes| Parts::parse(&bytes, true).is_ok())
}

/// Joins the parts of all jobs.
pub(super) fn merged(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    prices::check(arguments)?;
    let merge = &arguments.division.merge;
    let parts = journal::merge(merge)?;
    notes::tell(&parts, console);
    let rows = rows_of(&parts, &merge[0])?;
    let rows = marked(arguments, &parts.description, rows);
    if let Some(path) = &arguments.page {
        atomic_file::write(path, page::html(&parts.description, &rows, &[])?.as_bytes())?;
    }
    show(arguments, &rows, console)?;
    Ok(failures(&parts))
}

/// Everything but joining.
pub(super) fn explored(
    arguments: &Arguments,
    stop: &AtomicBool,
    console: Console,
) -> Result<u8, Error> {
    prices::check(arguments)?;
    let page = arguments.page.as_deref().map(PendingFile::create);
    let page = page.transpose()?;
    let Loaded { workloads, symbols } = workloads::load(arguments, console)?;
    let plan = plan(arguments, &workloads)?;
    let jobs = plan.jobs();
    if arguments.division.list_jobs {
        let lines: Result<String, _> = jobs.iter().map(journal::line).collect();
        arguments.rows.write(lines?.as_bytes())?;
        return Ok(exit_code::DONE);
    }
    let mut journal = match (&arguments.work.journal, arguments.division.job) {
        (Some(path), _) => Journal::open(path, &plan.description)?,
        (None, Some(job)) if job >= jobs.len() => {
            return Err(Error::Input(format!(
                "there is no job {job}: the exploration has {}, counted from 0",
                jobs.len()
            )));
        }
        _ => Journal::in_memory(&plan.description),
    };
    let wanted = match arguments.division.job {
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
    notes::tell(&journal.parts, console);
    if arguments.division.job.is_some() {
        let mut text = render_head(&plan.description);
        text.extend(journal.parts.results.values().map(render_job));
        arguments.rows.write(text.as_bytes())?;
        return Ok(failures(&journal.parts));
    }
    let mut rows = rows_of(&journal.parts, Path::new("this exploration"))?;
    prices::apply(arguments, &workloads, &mut rows)?;
    let rows = marked(arguments, &plan.description, rows);
    show(arguments, &rows, console)?;
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
    let axes = &arguments.axes;
    let asked: BTreeSet<&str> = axes.named().into_iter().collect();
    let are_all = axes.org.is_empty() || axes.org.contains(&Name::All);
    let organisations = replay::all()
        .into_iter()
        .filter(|organisation| are_all || asked.contains(organisation.name()));
    let described: Result<Vec<_>, SweepError> = workloads.iter().map(Workload::describe).collect();
    let machine = match workloads.first() {
        Some(Workload::Recorded(recorded)) => recorded.header()?.machine,
        _ => arguments.machine.machine()?,
    };
    let or = |given: &Option<Numbers>, otherwise: &[u32]| {
        let given = given.as_ref().map(|given| given.0.clone());
        given.unwrap_or_else(|| otherwise.to_vec())
    };
    let mut plan = Plan::new(
        described?,
        &machine,
        organisations.collect(),
        &Space {
            sizes: or(&axes.size, &[1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10]),
            blocks: or(&axes.blocks, &[4, 8, 16, 32, 64]),
            lines: or(&axes.line, &[16, 32]),
            ways: or(&axes.ways, &[1, 2, 4]),
        },
    );
    plan.description.assume_path = arguments.question.assume_path;
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
    Ok(verified(equal, checks.len(), console))
}

/// The rows with their front.
fn marked(
    arguments: &Arguments,
    description: &Description,
    mut rows: Vec<SweepRow>,
) -> Vec<SweepRow> {
    let with_studied = arguments.question.with_studied;
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

fn show(arguments: &Arguments, rows: &[SweepRow], console: Console) -> Result<(), Error> {
    let mut rows = rows.to_vec();
    if arguments.question.pareto {
        rows.retain(|row| row.pareto);
    }
    if rows.is_empty() {
        return Err(Error::Input(
            "no configuration is left; the notes above say why each was left out".to_owned(),
        ));
    }
    if let Some(picture) = arguments.picture()? {
        return picture.draw(&chart::caches(&rows, console));
    }
    let bytes = match arguments.rows.format()? {
        RowsFormat::Table => {
            let (rows, missing) = limited(rows, arguments.question.top.unwrap_or(0), Format::Table);
            render::for_people(&rows, missing)?.into_bytes()
        }
        RowsFormat::Csv => render::csv(&rows)?,
        RowsFormat::Json => render::json(&rows)?.into_bytes(),
        RowsFormat::Parquet => parquet_file::bytes(&rows)?,
    };
    arguments.rows.write(&bytes)
}
