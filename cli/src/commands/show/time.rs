//! What a program does when, in windows of its run.

mod chart;
mod page;
mod render;

use ::metrics::{Foci, FocusError, Metric, Metrics, Phases};
use record::LimitsError;
use run::Program;

use super::found::Found;
use super::subject::Subject;
use super::{Arguments, View};
use crate::args::foci;
use crate::output::atomic_file;
use crate::output::errors::Error;
use crate::output::picture::Picture;

/// Metrics that are shown, if none is chosen.
const METRICS: &str = "cycles,bytecodes,calls,misses,words-loaded,objects,stack-words";
/// Rows that are printed.
const TOP: usize = 40;

/// Shows the view; gives the exit code.
pub(super) fn show(
    arguments: &Arguments,
    subject: &Subject<'_>,
    found: &Found,
) -> Result<u8, Error> {
    let metrics = match found {
        Found::Run(recorded, _, _) => recorded.windows.clone(),
        Found::File(recording) => {
            let path = subject.path()?;
            Some(::metrics::file::of(recording).map_err(Error::at(path.display()))?)
        }
    };
    if let Some(metrics) = metrics {
        let metrics = arguments.selected(metrics, &subject.name()?)?;
        write(arguments, subject, &metrics)?;
    }
    Ok(found.code())
}

/// Checks before a run that each metric is one.
pub(super) fn check_metrics(arguments: &Arguments) -> Result<(), Error> {
    let names = arguments.whole.metric.as_deref().unwrap_or(METRICS);
    let mut names = names.split(',');
    names.try_for_each(|name| chosen(name.trim()).map(drop))
}

/// Checks before a run that the program has the methods of each focus.
pub(super) fn check_foci(arguments: &Arguments, program: &Program) -> Result<(), Error> {
    foci::check(arguments.foci()?.list(), program)
}

fn write(arguments: &Arguments, subject: &Subject<'_>, metrics: &Metrics) -> Result<(), Error> {
    let name = subject.name()?;
    let foci = arguments.foci()?;
    let shares = foci.shares(&metrics.profile).map_err(|error| match error {
        FocusError::Limits(LimitsError::NoMethod(pattern)) => Error::Input(format!(
            "{name}: no recorded method is called `{pattern}`; --focus takes a method, a class, a package or a name with *"
        )),
        error => Error::at(&name)(error),
    })?;
    let phases = Phases::of(metrics, arguments.whole.distance());
    if let Some(page) = arguments.page() {
        let html = page::html(metrics, &phases, (&foci, &shares))?;
        return atomic_file::write(page, html.as_bytes());
    }
    if let Some(file) = arguments.keeps() {
        return keep(file, metrics, subject);
    }
    let shown = render::Shown {
        metrics,
        phases: &phases,
        foci: &foci,
        shares: &shares,
        chosen: arguments.metrics(metrics)?,
        order: arguments.order(TOP),
    };
    if let Some(picture) = picture(arguments, subject.words.view)? {
        return picture.draw(&shown.chart());
    }
    let format = arguments.rows.format()?;
    let rendered = match subject.words.view {
        View::Phases => shown.phases(format)?,
        View::Windows => shown.windows(format)?,
        _ => shown.overview(format)?,
    };
    arguments.rows.write(&rendered)
}

/// The chart that the file is to have; phases have none.
pub(super) fn picture(arguments: &Arguments, view: View) -> Result<Option<Picture<'_>>, Error> {
    match view {
        View::Time | View::Windows => arguments.rows.picture(),
        _ => Ok(None),
    }
}

/// Keeps the contexts of the windows.
fn keep(file: &std::path::Path, metrics: &Metrics, subject: &Subject<'_>) -> Result<(), Error> {
    let mut bytes = Vec::new();
    let profile = metrics.part(metrics.windows());
    cross_profile::file::write(&profile, &mut bytes).map_err(|reason| Error::System {
        what: "pack the recording",
        reason: reason.into(),
    })?;
    atomic_file::write(file, &bytes)?;
    subject.console.note(&render::summary(metrics));
    Ok(())
}

/// A metric, or all.
enum Chosen {
    All,
    One(Metric),
}

fn chosen(text: &str) -> Result<Chosen, Error> {
    match text {
        "all" => Ok(Chosen::All),
        text => text
            .parse()
            .map(Chosen::One)
            .map_err(|error: String| Error::Input(format!("--metric {text}: {error}"))),
    }
}

impl Arguments {
    fn foci(&self) -> Result<Foci, Error> {
        let foci = foci::read(&self.whole.focus, self.whole.foci.as_deref())?;
        Foci::new(foci).map_err(|error| Error::Input(error.to_string()))
    }

    /// The windows of --between.
    fn selected(&self, mut metrics: Metrics, name: &str) -> Result<Metrics, Error> {
        let Some(between) = &self.whole.between else {
            return Ok(metrics);
        };
        let windows = metrics.between(between.clone()).to_vec();
        if windows.is_empty() {
            return Err(Error::Input(format!(
                "{}: no window begins in the cycles of --between; the run has {} cycles",
                name, metrics.run_cycles
            )));
        }
        metrics.profile = metrics.part(&windows);
        metrics.recorded.windows = windows;
        Ok(metrics)
    }

    fn metrics(&self, metrics: &Metrics) -> Result<Vec<Metric>, Error> {
        let mut list: Vec<Metric> = Vec::new();
        for name in self.whole.metric.as_deref().unwrap_or(METRICS).split(',') {
            match chosen(name.trim())? {
                Chosen::One(metric) if metric.is_of_bytecodes() && !metrics.counts_bytecodes() => {
                    return Err(Error::Input(format!(
                        "{metric} is of chosen bytecodes; choose them with --bytecodes when the run is recorded"
                    )));
                }
                Chosen::One(metric) => list.push(metric),
                Chosen::All => list.extend(
                    Metric::all().filter(|it| !it.is_of_bytecodes() || metrics.counts_bytecodes()),
                ),
            }
        }
        let mut kept = Vec::new();
        for metric in list {
            if !kept.contains(&metric) {
                kept.push(metric);
            }
        }
        Ok(kept)
    }
}
