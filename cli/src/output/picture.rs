//! Charts for papers: the views that have one write it to a file that ends in .svg or .pdf.

use std::path::Path;

use charts::{Axis, Figure, MOST_SERIES, Mark, Panel, Point, Scale, Series};

use crate::output::atomic_file;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::file_name::has_extension;

/// Forms of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Svg,
    Pdf,
}

/// A file that is to have a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Picture<'a> {
    file: &'a Path,
    form: Form,
}

impl<'a> Picture<'a> {
    /// The picture that a file's ending means, if it means one.
    pub(crate) fn of(file: &'a Path) -> Option<Self> {
        let forms = [("svg", Form::Svg), ("pdf", Form::Pdf)];
        let name = file.to_string_lossy();
        let found = forms.iter().find(|(end, _)| has_extension(&name, end));
        found.map(|(_, form)| Self { file, form: *form })
    }

    /// Draws it.
    ///
    /// # Errors
    /// When it has nothing to show, or the file cannot be written.
    pub(crate) fn draw(self, figure: &Figure) -> Result<(), Error> {
        let mut series = figure.panels.iter().flat_map(|panel| &panel.series);
        if series.all(|it| it.points.is_empty()) {
            return Err(Error::Input(format!(
                "{}: there is nothing to draw; end it in .txt for the table",
                self.file.display()
            )));
        }
        match self.form {
            Form::Svg => atomic_file::write(self.file, figure.svg().as_bytes()),
            Form::Pdf => atomic_file::write(self.file, &figure.pdf()),
        }
    }
}

/// A bar for each name.
pub(crate) fn bars(rows: &[(String, f64)], label: &str) -> Figure {
    let names = rows.iter().map(|(name, _)| name.clone()).collect();
    let places = (0..).map(f64::from);
    let points = places.zip(rows).map(|(y, (_, x))| Point::new(*x, y));
    Figure::of(Panel {
        x: Axis::linear(label).with_zero(),
        y: Axis::names("", names),
        series: vec![Series {
            name: String::new(),
            mark: Mark::Bars,
            points: points.collect(),
        }],
    })
}

/// The scale on which these values are evenly spread: doubling for powers of two.
pub(crate) fn scale(values: impl Iterator<Item = f64> + Clone) -> Scale {
    let is_power = |value: f64| value >= 1.0 && value.log2().fract() == 0.0;
    let (least, most) = values
        .clone()
        .fold((f64::INFINITY, 0.0_f64), |(least, most), value| {
            (least.min(value), most.max(value))
        });
    match values.into_iter().all(is_power) && most >= 4.0 * least {
        true => Scale::Doubling,
        false => Scale::Linear,
    }
}

/// Lines of one panel: those with the lowest values if there are more than colours, which is noted.
pub(crate) fn lines(mut series: Vec<Series>, console: Console) -> Vec<Series> {
    let count = series.len();
    if count > MOST_SERIES {
        let lowest = |series: &Series| {
            let values = series.points.iter().map(|point| point.y);
            values.fold(f64::INFINITY, f64::min)
        };
        series.sort_by(|a, b| lowest(a).total_cmp(&lowest(b)));
        series.truncate(MOST_SERIES);
        console.note(&format!(
            "jop: note: the chart shows the {MOST_SERIES} lowest of {count} lines; vary less to choose others"
        ));
    }
    if let [only] = &mut series[..] {
        only.name.clear();
    }
    for series in &mut series {
        series.points.sort_by(|a, b| a.x.total_cmp(&b.x));
    }
    series
}
