//! The evaluation as one table of figures.

use super::super::result::{Evaluation, Source};
use crate::output::errors::Error;
use crate::output::table::{Table, Value};

/// Every figure in a line of its own.
pub(in super::super) fn csv(evaluation: &Evaluation) -> Result<String, Error> {
    let mut table = Table::new(&[
        "part", "group", "program", "subject", "figure", "value", "source",
    ]);
    let mut push = |part: &str,
                    [group, program, subject]: [&str; 3],
                    figures: &[(&str, Value)],
                    source: Source| {
        for (figure, value) in figures.iter().filter(|(_, value)| *value != Value::None) {
            table.push(vec![
                part.into(),
                group.into(),
                program.into(),
                subject.into(),
                (*figure).into(),
                value.clone(),
                source.name().into(),
            ]);
        }
    };
    let decimal = |value: Option<f64>| value.map_or(Value::None, |value| Value::Decimal(value, 6));
    for row in &evaluation.accuracy {
        let place = [
            row.cache.name(),
            row.program.as_str(),
            row.prediction.as_str(),
        ];
        let figures = [
            ("true cycles", row.truth.into()),
            ("predicted cycles", row.predicted.into()),
            ("error", decimal(row.error)),
            ("error by method", decimal(row.methods)),
            ("error by context", decimal(row.contexts)),
            ("Kendall tau", decimal(row.kendall_tau)),
            ("hottest found", row.top_shared.into()),
            ("hottest of", row.top_of.into()),
        ];
        push("accuracy", place, &figures, Source::Measured);
    }
    for row in &evaluation.hot_methods {
        let place = [
            row.prediction.as_str(),
            row.program.as_str(),
            row.method.as_str(),
        ];
        let predicted_rank = row.predicted_rank.map_or(Value::None, Value::Count);
        let figures = [
            ("true cycles", row.truth.into()),
            ("predicted cycles", row.predicted.into()),
            ("rank", row.rank.into()),
            ("predicted rank", predicted_rank),
        ];
        push("hot methods", place, &figures, Source::Measured);
    }
    for row in &evaluation.predictors {
        let place = [row.compared_with.as_str(), "", row.predictor.as_str()];
        let figures = [
            ("least percent", decimal(Some(row.least))),
            ("mean percent", decimal(row.mean)),
            ("most percent", decimal(Some(row.most))),
        ];
        push("predictors", place, &figures, row.source);
    }
    for row in &evaluation.times {
        let place = ["", row.program.as_str(), row.environment.as_str()];
        let figures = [
            ("cycles", row.cycles.into()),
            ("seconds", decimal(Some(row.seconds))),
            ("seconds of the processor", decimal(row.cpu_seconds)),
        ];
        push("times", place, &figures, row.source);
    }
    for row in &evaluation.slow_down {
        let place = [
            row.suite.as_str(),
            row.program.as_str(),
            row.variant.as_str(),
        ];
        let figures = [
            ("plain seconds", decimal(Some(row.plain_seconds))),
            ("cross seconds", decimal(Some(row.cross_seconds))),
            ("factor", decimal(Some(row.factor))),
            ("running factor", decimal(row.running_factor)),
            ("plain wall seconds", decimal(Some(row.plain_wall_seconds))),
            ("cross wall seconds", decimal(Some(row.cross_wall_seconds))),
            ("wall factor", decimal(Some(row.wall_factor))),
            ("length", row.length.map_or(Value::None, Value::Count)),
        ];
        push("slow-down", place, &figures, Source::Measured);
    }
    for mean in &evaluation.means {
        let place = [mean.suite.as_str(), "", mean.variant.as_str()];
        let figures = [
            ("programs", mean.programs.into()),
            ("geometric mean", decimal(Some(mean.factor))),
            ("least", decimal(Some(mean.least_factor))),
            ("most", decimal(Some(mean.most_factor))),
            ("running geometric mean", decimal(mean.running_factor)),
            ("wall geometric mean", decimal(Some(mean.wall_factor))),
            ("aim", decimal(mean.aim_factor)),
        ];
        push("slow-down", place, &figures, Source::Measured);
    }
    for row in &evaluation.noise {
        let place = [
            row.suite.as_str(),
            row.program.as_str(),
            row.variant.as_str(),
        ];
        let figures = [
            ("first seconds", decimal(Some(row.first_seconds))),
            ("second seconds", decimal(Some(row.second_seconds))),
            ("difference", decimal(Some(row.difference))),
        ];
        push("noise", place, &figures, Source::Measured);
    }
    for row in &evaluation.published_errors {
        let place = [row.cache.name(), row.published_program.as_str(), "CProf"];
        let figures = [
            ("true cycles", row.published_cycles.into()),
            ("percent", decimal(Some(row.published_percent))),
        ];
        push("published errors", place, &figures, Source::Published);
    }
    for row in &evaluation.published_factors {
        let place = ["", row.point.as_str(), "CProf"];
        let figures = [("factor", decimal(row.published_factor))];
        push("published slow-down", place, &figures, Source::Published);
    }
    table.csv()
}
