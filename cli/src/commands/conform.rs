//! `jop conform`: golden traces and golden runs of the hardware against the machine, on all cores.

mod checked;
mod conformance;
mod divergence;
mod runs;

use std::path::{Path, PathBuf};
use std::time::Instant;

use rayon::prelude::*;
use trace::golden::{Comparison, Vector, compare};

use self::checked::Checked;
use self::conformance::Summary;
use self::runs::CheckedRun;
use crate::args::vector_files::{self, is_table};
use crate::host::interrupts::end_at_interrupts;
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::{self, Error};
use crate::output::exit_code;
use crate::output::progress::bar;
use crate::output::result::ResultArguments;
use crate::output::table::{Format, counted};

/// Compare the machine with golden traces and whole runs of the hardware, cycle by cycle
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Compare the machine with golden traces of the hardware, cycle by cycle.

Every value of every cycle must agree, even in the columns that a vector calls informative. For each vector that differs, the ten cycles around its first difference \
are shown.

A table of runs (runs*.csv) has whole programs with the cycles that the hardware took; images and microcode lie in folders beside it. The end of each core, \
the words that it wrote and the bytes sent must agree.")]
#[command(after_help = "\
Exit codes: 0 all agree, 1 a vector or run differs, 2 one cannot be read.

Examples:
  jop conform tests/golden/vectors                  every vector below a folder
  jop conform tests/golden/runs/runs-cmp.csv        whole runs of several cores
  jop conform isa-007.json.gz --format json         one vector, for a program")]
pub(crate) struct Arguments {
    /// Vectors (*.json.gz), tables of runs (runs*.csv), or folders with such files at any depth
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Use so many threads of the host, by default all
    #[arg(long, value_name = "N", alias = "threads", hide = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    host_threads: Option<u16>,
    #[command(flatten)]
    result: ResultArguments,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    end_at_interrupts()?;
    let format = arguments.result.format()?;
    let start = Instant::now();
    let files = vector_files::find(&arguments.paths)?;
    let (tables, files): (Vec<_>, Vec<_>) = files.into_iter().partition(|it| is_table(it));
    tracing::info!("{} vectors, {} tables", files.len(), tables.len());
    let progress = bar("vectors", files.len(), console);
    let pool = pool(arguments.host_threads)?;
    let results: Vec<_> = pool.install(|| {
        files
            .par_iter()
            .map(|path| check(path))
            .inspect(|_| progress.inc(1))
            .collect()
    });
    let runs = pool.install(|| {
        tables
            .par_iter()
            .map(|it| runs::check(it, &progress))
            .collect::<Vec<_>>()
    });
    progress.finish_and_clear();

    let (checked, mut unread) = split(results);
    let mut golden = Vec::new();
    for table in runs {
        match table {
            Ok(runs) => golden.extend(runs),
            Err(error) => unread.push(error),
        }
    }
    for error in &unread {
        errors::print(error);
    }
    if checked.is_empty() && golden.is_empty() {
        return Err(Error::Several("no vector could be compared".to_owned()));
    }
    let summary = Summary::of(&checked, &golden);
    arguments
        .result
        .print(&render(&summary, (&checked, &golden), format)?)?;
    console.note(&format!(
        "{}, {}, {} in {:.2} s",
        counted(checked.len() as u64, "vector"),
        counted(golden.len() as u64, "run"),
        counted(summary.cycles(), "cycle"),
        start.elapsed().as_secs_f64()
    ));
    if !unread.is_empty() {
        let (unread, all) = (unread.len(), files.len() + tables.len());
        return Err(Error::Several(format!(
            "{unread} of {all} files could not be compared"
        )));
    }
    let differs = checked
        .iter()
        .any(|vector| vector.comparison.divergence.is_some())
        || golden.iter().any(|run| !run.agrees());
    Ok(if differs {
        exit_code::DIFFERS
    } else {
        exit_code::DONE
    })
}

fn check(path: &Path) -> Result<Checked, Error> {
    tracing::debug!("comparing {}", path.display());
    let vector = Vector::read(path)?;
    let comparison: Comparison = compare(&vector).map_err(|reason| Error::Compare {
        path: path.to_owned(),
        reason,
    })?;
    Ok(Checked {
        path: path.to_owned(),
        name: vector.name,
        family: vector.family,
        columns: vector.columns,
        comparison,
    })
}

fn split(results: Vec<Result<Checked, Error>>) -> (Vec<Checked>, Vec<Error>) {
    let (mut checked, mut unread) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(vector) => checked.push(vector),
            Err(error) => unread.push(error),
        }
    }
    (checked, unread)
}

fn render(
    summary: &Summary,
    (checked, golden): (&[Checked], &[CheckedRun]),
    format: Format,
) -> Result<String, Error> {
    match format {
        Format::Json => document::json(Document::Conform, &summary.body(checked, golden)),
        Format::Csv => summary.table().csv(),
        Format::Table => {
            let mut text = summary.table().for_people();
            for vector in checked {
                if let Some(difference) = &vector.comparison.divergence {
                    text += &divergence::render(vector, difference);
                }
            }
            let different = golden.iter().filter(|run| !run.agrees());
            text.extend(different.map(CheckedRun::render));
            Ok(text)
        }
    }
}

fn pool(threads: Option<u16>) -> Result<rayon::ThreadPool, Error> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0).into())
        .build()
        .map_err(|reason| Error::System {
            what: "start threads",
            reason: reason.into(),
        })
}
