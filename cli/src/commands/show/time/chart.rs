//! The course of a run as a chart: a panel for each metric, a line for each focus.

use charts::{Axis, Figure, Mark, Panel, Point, Series};

use super::render::Shown;

impl Shown<'_> {
    /// The chosen metrics over the run.
    pub(super) fn chart(&self) -> Figure {
        let windows = self.metrics.windows();
        let foci = || self.foci.list().iter().zip(self.shares);
        let panel = |metric: &::metrics::Metric| {
            let series = foci().map(|(_, share)| {
                let value = |window| self.metrics.value(window, share, *metric) as f64;
                let starts = windows
                    .iter()
                    .map(|it| Point::new(it.start as f64, value(it)));
                // The last window reaches to its end.
                let end = windows.last();
                let end = end.map(|it| Point::new(it.end as f64, value(it)));
                Series {
                    name: String::new(),
                    mark: Mark::Steps,
                    points: starts.chain(end).collect(),
                }
            });
            Panel {
                x: Axis::linear("cycle"),
                y: Axis::linear(metric.name()).with_zero(),
                series: series.collect(),
            }
        };
        let mut panels: Vec<Panel> = self.chosen.iter().map(panel).collect();
        // One legend for all.
        if let (Some(last), true) = (panels.last_mut(), foci().len() > 1) {
            for (series, (focus, _)) in last.series.iter_mut().zip(foci()) {
                series.name.clone_from(&focus.name);
            }
        }
        Figure { panels }
    }
}
