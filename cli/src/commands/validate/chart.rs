//! Errors of predictions as a chart: bars of one run, dots of many.

use charts::{Axis, Figure, Mark, Panel, Point, Series};
use validation::{Case, Score};

use super::render::in_sentence;
use crate::output::picture::bars;

/// The quantity.
const LABEL: &str = "error of the cycles (%)";

/// The errors of all predictions, those that have one.
pub(super) fn errors(cases: &[Case]) -> Figure {
    let error = |score: &Score| score.comparison.total_error().map(|error| 100.0 * error);
    if let [case] = cases {
        let scores = case.predictions.iter();
        let rows = scores.filter_map(|score| Some((score.prediction.clone(), error(score)?)));
        return bars(&rows.collect::<Vec<_>>(), LABEL);
    }
    let one_machine = cases.windows(2).all(|two| two[0].machine == two[1].machine);
    let name = |case: &Case| match one_machine {
        true => case.program.clone(),
        false => format!("{} on {}", case.program, in_sentence(&case.machine)),
    };
    let count = cases.first().map_or(0, |case| case.predictions.len());
    let series = (0..count).map(|place| {
        let points = (0..)
            .map(f64::from)
            .zip(cases)
            .filter_map(|(y, case)| Some(Point::new(error(case.predictions.get(place)?)?, y)));
        Series {
            name: cases[0].predictions[place].prediction.clone(),
            mark: Mark::Dots,
            points: points.collect(),
        }
    });
    Figure::of(Panel {
        x: Axis::linear(LABEL).with_zero(),
        y: Axis::names("", cases.iter().map(name).collect()),
        series: series.collect(),
    })
}
