//! Windows as a page for a browser.

use ::metrics::{Field, Foci, Focus, Kind, Metric, Metrics, Phases, Share, Window};
use pages::{PageCell, PageFocus, PageMetric, PageWindow};

use crate::output::errors::{Error, Problem};
use crate::output::table::{counted, thousands};

/// Figures of contexts in windows that a browser reads in some seconds.
const MOST_CELLS: usize = 4_000_000;

/// The page of all windows. The whole run is the first focus.
pub(super) fn html(
    metrics: &Metrics,
    phases: &Phases,
    (foci, shares): (&Foci, &[Share]),
) -> Result<String, Error> {
    let cells: usize = metrics.windows().iter().map(|it| it.cells.len()).sum();
    if cells > MOST_CELLS {
        return Err(Error::Input(format!(
            "-o: a page of windows with {} of contexts are more than a browser reads, {}; give wider windows",
            counted(cells as u64, "figure"),
            thousands(MOST_CELLS as u64)
        )));
    }
    let is_there = |metric: &Metric| !metric.is_of_bytecodes() || metrics.counts_bytecodes();
    let list: Vec<Metric> = Metric::all().filter(is_there).collect();
    let focus = |name: &str, share: &Share| PageFocus {
        name: name.to_owned(),
        series: list.iter().map(|it| series(metrics, share, *it)).collect(),
    };
    let run = Focus {
        name: "run".to_owned(),
        kind: Kind::Run,
    };
    let mut shown = vec![focus(
        "whole run",
        &run.share(&metrics.profile).map_err(Problem::from)?,
    )];
    for (own, share) in foci.list().iter().zip(shares) {
        if own.kind != Kind::Run {
            shown.push(focus(&own.name, share));
        }
    }
    let page_metrics: Vec<PageMetric> = list.iter().map(|it| page_metric(*it)).collect();
    let windows = metrics.windows().iter().zip(&phases.of_window);
    let windows: Vec<PageWindow> = windows
        .map(|(window, phase)| page_window(window, *phase))
        .collect();
    let provenance = &metrics.profile.provenance;
    let page = pages::metrics(
        &provenance.program,
        &facts(metrics, phases),
        (&metrics.profile, &windows),
        (&page_metrics, &shown),
    );
    Ok(page.map_err(Problem::from)?)
}

fn series(metrics: &Metrics, share: &Share, metric: Metric) -> Vec<u64> {
    let windows = metrics.windows().iter();
    windows
        .map(|window| metrics.value(window, share, metric))
        .collect()
}

fn page_metric(metric: Metric) -> PageMetric {
    PageMetric {
        name: metric.name(),
        is_cause: matches!(metric, Metric::Cause(_)),
        is_sum: metric.is_sum(),
    }
}

fn page_window(window: &Window, phase: usize) -> PageWindow {
    let cells = window.cells.iter().map(|cell| PageCell {
        thread: cell.thread,
        context: cell.context,
        figures: [
            cell.figures.cycles(),
            cell.figures.get(Field::Bytecodes),
            cell.figures.get(Field::Calls),
        ],
    });
    PageWindow {
        start: window.start,
        end: window.end,
        phase,
        cells: cells.collect(),
    }
}

fn facts(metrics: &Metrics, phases: &Phases) -> Vec<(String, String)> {
    let provenance = &metrics.profile.provenance;
    let facts = [
        ("program", provenance.program.clone()),
        (
            "windows",
            format!(
                "{}, {}",
                thousands(metrics.windows().len() as u64),
                metrics.recorded.every
            ),
        ),
        (
            "cycles",
            format!(
                "{} of {}",
                thousands(metrics.profile.total_cycles()),
                thousands(metrics.run_cycles)
            ),
        ),
        ("phases", thousands(phases.phases.len() as u64)),
        ("counted bytecodes", metrics.bytecodes.join(", ")),
        ("machine", provenance.machine.clone()),
        ("microcode", provenance.microcode.clone()),
        ("image", provenance.image.clone()),
    ];
    let known = facts.into_iter().filter(|(_, fact)| !fact.is_empty());
    known.map(|(name, fact)| (name.to_owned(), fact)).collect()
}
