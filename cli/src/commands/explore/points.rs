//! The points of an exploration: what they cost, their front, and whether the machine agrees.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use explore::{
    Cost, Description, Exploration, JobResult, Outcome, Parts, Plan, Refused, Row, Source,
    mark_pareto, names, outcomes, pick, verify,
};

use super::arguments::Arguments;
use super::loaded::Loaded;
use super::verdict::verified;
use super::{chart, columns, page, questions, record, render};
use crate::args::cluster::NotForJobs;
use crate::host::journal::{self, Journal};
use crate::output::atomic_file;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::progress::bar;
use crate::output::rows::RowsFormat;
use crate::output::table::{counted, thousands};

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

/// Joins the parts of all jobs.
pub(super) fn merged(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let merge = &arguments.division.merge;
    let parts: Parts = journal::merge(merge)?;
    let cost = arguments.question.cost()?;
    finish(arguments, &parts, &merge[0], &cost, console)?;
    Ok(failures(parts.results.values()))
}

/// Everything but joining.
pub(super) fn explored(
    arguments: &Arguments,
    stop: &AtomicBool,
    console: Console,
) -> Result<u8, Error> {
    let cost = &arguments.question.cost()?;
    let loaded = Loaded::new(arguments, console)?;
    let description = &loaded.description;
    page::check(arguments.page.as_deref(), description)?;
    let plan = description.plan();
    if arguments.division.list_jobs {
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
    if let Some(job) = arguments.division.job {
        return one_job(arguments, &exploration, job);
    }
    if arguments.picture()?.is_some() {
        chart::varied(description)?;
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
    if let Some(picture) = arguments.picture()? {
        return picture.draw(&chart::points(&parts.description, &rows, console)?);
    }
    let bytes = match arguments.rows.format()? {
        RowsFormat::Table => shown
            .front(&rows, arguments.question.top.unwrap_or(render::TOP))?
            .into_bytes(),
        RowsFormat::Csv => record::csv(&rows)?,
        RowsFormat::Json => record::json(&rows)?.into_bytes(),
        RowsFormat::Parquet => columns::parquet(&rows)?,
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
            bits: explore::bits(&point.config, point.processors),
            cost: cost.of(&point, &variant),
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
    render::tell_refused(&refused, console);
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
        "jop: {} of {} from {}: {}",
        counted(points as u64, "point"),
        counted(description.programs.len() as u64, "program"),
        counted(runs, "exact run"),
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
    Ok(verified(equal, checks.len(), console))
}
