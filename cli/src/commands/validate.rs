//! `jop validate`: predicted cycles compared with the machine's.

mod arguments;
mod chart;
mod divided;
pub(crate) mod inputs;
mod notes;
mod page;
mod parts;
mod printed;
mod render;

pub(crate) use self::arguments::Arguments;

use self::render::in_sentence;

use validation::{Case, Job, Plan, study};

use self::divided::{CaseResult, Work};
use crate::args::cluster::NotForJobs;
use crate::args::{method_names, profile_file};
use crate::host::interrupts::watch_for_interrupts;
use crate::host::signals::Signals;
use crate::output::atomic_file::PendingFile;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::progress::bar;
use crate::output::table::Format;

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let prints_parts = arguments.division.prints_parts();
    let picture = arguments.result.picture()?.filter(|_| !prints_parts);
    let format = match (prints_parts, picture) {
        (true, _) => Format::Json,
        (false, Some(_)) => Format::Table,
        (false, None) => arguments.result.format()?,
    };
    let page = arguments.page.as_deref();
    arguments.result.refuse_second(page, "--page")?;
    if arguments.by_method && format != Format::Csv {
        return Err(Error::Input(
            "--by-method is for --format csv; the table has the methods with the largest differences, JSON all of them"
                .to_owned(),
        ));
    }
    let inputs = inputs::load(arguments, console)?;
    check_names(arguments, &inputs.subjects)?;
    let root = arguments.root();
    if !arguments.cluster.is_given() {
        Signals::watch_to_end()?;
    }
    let page = arguments.page.as_deref().map(PendingFile::create);
    let page = page.transpose()?;
    let jobs: Vec<Job<'_>> = inputs
        .jobs
        .iter()
        .map(|&(subject, machine)| Job {
            subject: &inputs.subjects[subject],
            machine: &inputs.machines[machine],
        })
        .collect();
    let plan = Plan {
        build: arguments.build(),
        profiles: &inputs.profiles,
        tables: &inputs.tables,
        root: root.as_deref(),
        fold: arguments.fold,
        max_cycles: arguments.max_cycles.unwrap_or(u64::MAX),
        keeps_contexts: jobs.len() == 1,
    };
    let work = Work::of(&inputs, &plan);
    let division = &arguments.division;
    let file = arguments.result.output_file();
    if division.list(file, work.jobs.iter())? {
        return Ok(exit_code::DONE);
    }
    division.check(&work)?;
    if let Some(number) = division.job {
        let found = study(&plan, &jobs[number..=number], &|| ()).remove(0);
        let found = CaseResult::of(number, found);
        division.part(file, &work, &found)?;
        return Ok(code_of_part(&work, &found, console));
    }
    let results = if let Some(results) = division.merged(&work)? {
        results
    } else if arguments.cluster.is_given() {
        let bar = bar("runs", jobs.len(), console);
        let stop = watch_for_interrupts()?;
        let parts = arguments
            .cluster
            .run(&work, NOT_FOR_JOBS, &bar, stop, console)?;
        parts.results.into_values().collect()
    } else {
        let bar = bar("runs", jobs.len(), console);
        let found = division.on_threads(|| study(&plan, &jobs, &|| bar.inc(1)))?;
        bar.finish_and_clear();
        let found = found.into_iter().enumerate();
        found
            .map(|(job, found)| CaseResult::of(job, found))
            .collect()
    };
    let (mut cases, left_out) = cases(&jobs, results, console)?;
    notes::print(&cases, &inputs.profiles, console);
    if let Some(page) = page {
        page.finish(page::html(arguments, &inputs, &cases)?.as_bytes())?;
    }
    if format == Format::Json {
        drop_details_of_baselines(&mut cases);
    }
    match picture {
        Some(picture) => picture.draw(&chart::errors(&cases))?,
        None => arguments
            .result
            .print(&printed::text(arguments, format, &cases)?)?,
    }
    let failed = cases.iter().map(|case| {
        let place = format!("{} on {}", case.program, in_sentence(&case.machine));
        exit_code::of_status(case.failed, place, console)
    });
    let codes = failed.chain([left_out, verdict(arguments, &cases, console)]);
    Ok(exit_code::worst(codes))
}

/// The exit code of one job: how its program ended, whether or not it left something to compare.
fn code_of_part(work: &Work, found: &CaseResult, console: Console) -> u8 {
    let place = &work.jobs[found.job].program;
    match (&found.case, &found.left_out) {
        (Some(case), _) => exit_code::of_status(case.failed, place, console),
        (None, Some(left_out)) => left_out.code.unwrap_or(exit_code::DONE),
        (None, None) => exit_code::DONE,
    }
}

/// Checks that every program has the method or region that is compared.
fn check_names(arguments: &Arguments, subjects: &[run::Program]) -> Result<(), Error> {
    for subject in subjects {
        if let (Some(root), Some(symbols)) = (&arguments.root, &subject.symbols) {
            method_names::check_one(symbols, root)?;
        }
        profile_file::check_region(subject, arguments.region.as_deref())?;
    }
    Ok(())
}

/// Options that the jobs of a cluster do not get.
const NOT_FOR_JOBS: NotForJobs = &[
    ("--max-error", true),
    ("--max-method-error", true),
    ("--top", true),
    ("--by-method", false),
];

/// The cases that could be compared, and the exit code of those that could not; of several, these are noted.
fn cases(
    jobs: &[Job<'_>],
    results: Vec<CaseResult>,
    console: Console,
) -> Result<(Vec<Case>, u8), Error> {
    let mut cases = Vec::with_capacity(results.len());
    let mut failed = None;
    let mut code = exit_code::DONE;
    for (job, result) in jobs.iter().zip(results) {
        cases.extend(result.case);
        let Some(left_out) = result.left_out else {
            continue;
        };
        let machine = in_sentence(&job.machine.name);
        let reason = format!("{} on {machine}: {}", job.subject.name, left_out.reason);
        if left_out.differs {
            return Err(Error::Input(reason));
        }
        if jobs.len() > 1 {
            console.note(&format!("jop: note: left out: {reason}"));
        }
        code = exit_code::worst([code, left_out.code.unwrap_or(exit_code::DONE)]);
        let code = left_out.code.unwrap_or(exit_code::COULD_NOT_RUN);
        failed = Some(Error::Ended { reason, code });
    }
    match failed {
        Some(reason) if cases.is_empty() => Err(reason),
        _ => Ok((cases, code)),
    }
}

/// Methods and bytecodes are shown for the first prediction only: of many runs they are many.
fn drop_details_of_baselines(cases: &mut [Case]) {
    for case in cases {
        for score in case.predictions.iter_mut().skip(1) {
            score.comparison.by_method.clear();
            score.comparison.by_bytecode.clear();
            score.comparison.by_context.clear();
            score.decomposition.by_method.clear();
        }
    }
}

/// The exit code; success if the first prediction of each case is within the bounds.
fn verdict(arguments: &Arguments, cases: &[Case], console: Console) -> u8 {
    let mut code = exit_code::DONE;
    let mut beyond = |case: &Case, what: String| {
        console.note(&format!(
            "jop: {} on {}: {what}",
            case.program,
            in_sentence(&case.machine)
        ));
        code = exit_code::DIFFERS;
    };
    for case in cases {
        let Some(score) = case.predictions.first() else {
            continue;
        };
        let comparison = &score.comparison;
        let name = &score.prediction;
        if let (Some(most), Some(error)) = (arguments.max_error, comparison.total_error())
            && 100.0 * error.abs() > most
        {
            let error = 100.0 * error;
            beyond(
                case,
                format!("{name}: total error {error:+.4} % is beyond {most} %"),
            );
        }
        if let (Some(most), Some(methods)) = (arguments.max_method_error, &comparison.methods) {
            let worst = 100.0 * methods.worst;
            if worst.abs() > most {
                let method = &methods.worst_name;
                beyond(
                    case,
                    format!("{name}: {worst:+.4} % for {method} is beyond {most} %"),
                );
            }
            if methods.without_truth > 0 {
                let methods = notes::without_truth(&comparison.by_method);
                beyond(case, format!("{name}: {methods}"));
            }
        }
    }
    code
}
