//! Windows as text and as rows.

use ::metrics::{Foci, Metric, Metrics, Phases, Share};
use parquet_table::{Kind, ParquetTable, Values};

use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::rows::RowsFormat;
use crate::output::table::{Format, Order, Table, Value, counted, list, thousands};

/// Characters of a course.
const COURSE: usize = 48;
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// What is shown of a recording.
pub(super) struct Shown<'a> {
    pub(super) metrics: &'a Metrics,
    pub(super) phases: &'a Phases,
    pub(super) foci: &'a Foci,
    pub(super) shares: &'a [Share],
    pub(super) chosen: Vec<Metric>,
    pub(super) order: Order<'a>,
}

/// Methods of a phase that people get.
const HOTTEST: usize = 3;

/// A column of rows: its name and its values.
struct Column {
    name: String,
    values: Vec<Value>,
}

impl Shown<'_> {
    /// A row for each metric of each focus, with its course over the run.
    pub(super) fn overview(&self, format: RowsFormat) -> Result<Vec<u8>, Error> {
        let mut columns: Vec<Column> = [
            "focus",
            "metric",
            "total",
            "mean of a window",
            "highest",
            "highest from cycle",
            "course",
        ]
        .map(Column::new)
        .into();
        for (focus, share) in self.foci.list().iter().zip(self.shares) {
            for metric in &self.chosen {
                let windows = self.metrics.windows();
                let values: Vec<u64> = windows
                    .iter()
                    .map(|window| self.metrics.value(window, share, *metric))
                    .collect();
                let highest = values.iter().copied().max().unwrap_or(0);
                let place = values
                    .iter()
                    .position(|value| *value == highest)
                    .unwrap_or(0);
                let sum: u64 = values.iter().sum();
                let total = if metric.is_sum() { sum } else { highest };
                let mean = sum as f64 / values.len().max(1) as f64;
                let row: [Value; 7] = [
                    focus.name.as_str().into(),
                    metric.name().into(),
                    total.into(),
                    Value::Decimal(mean, 1),
                    highest.into(),
                    windows.get(place).map_or(Value::None, |it| it.start.into()),
                    self.course(&values, *metric).into(),
                ];
                for (column, value) in columns.iter_mut().zip(row) {
                    column.values.push(value);
                }
            }
        }
        self.rendered(&columns, format, Document::MetricsOverview)
    }

    /// Heights over time: the mean of the windows under each character, or the largest value of what is no sum.
    fn course(&self, values: &[u64], metric: Metric) -> String {
        let windows = self.metrics.windows();
        let (Some(first), Some(last)) = (windows.first(), windows.last()) else {
            return String::new();
        };
        let (start, span) = (first.start, (last.end - first.start).max(1));
        let width = COURSE.min(values.len());
        let mut sums = vec![(0.0_f64, 0.0_f64); width];
        for (window, value) in windows.iter().zip(values) {
            let middle = u128::from((window.start - start).midpoint(window.end - start));
            let place = (middle * width as u128 / u128::from(span)) as usize;
            let (sum, weight) = &mut sums[place.min(width - 1)];
            if metric.is_sum() {
                *sum += *value as f64;
                *weight += (window.end - window.start) as f64;
            } else {
                *sum = sum.max(*value as f64);
                *weight = 1.0;
            }
        }
        let heights = sums.iter().map(|(sum, weight)| sum / weight.max(1.0));
        let heights: Vec<f64> = heights.collect();
        let most = heights.iter().copied().fold(0.0, f64::max);
        let character = |height: &f64| match most {
            0.0 => HEIGHTS[0],
            most => HEIGHTS[((height / most * 7.0).round() as usize).min(7)],
        };
        heights.iter().map(character).collect()
    }

    /// A row for each focus in each window.
    pub(super) fn windows(&self, format: RowsFormat) -> Result<Vec<u8>, Error> {
        let names = ["window", "start", "end", "phase", "focus"];
        let mut columns: Vec<Column> = names.map(Column::new).into();
        columns.extend(self.chosen.iter().map(|metric| Column::new(metric.name())));
        for (place, window) in self.metrics.windows().iter().enumerate() {
            for (focus, share) in self.foci.list().iter().zip(self.shares) {
                let mut row: Vec<Value> = vec![
                    (place as u64 + 1).into(),
                    window.start.into(),
                    window.end.into(),
                    (self.phases.of_window[place] as u64 + 1).into(),
                    focus.name.as_str().into(),
                ];
                let values = self.chosen.iter();
                row.extend(values.map(|it| self.metrics.value(window, share, *it).into()));
                for (column, value) in columns.iter_mut().zip(row) {
                    column.values.push(value);
                }
            }
        }
        self.rendered(&columns, format, Document::MetricsWindows)
    }

    /// A row for each phase.
    pub(super) fn phases(&self, format: RowsFormat) -> Result<Vec<u8>, Error> {
        let names = [
            "phase",
            "first cycle",
            "windows",
            "stretches",
            "cycles",
            "share",
            "cycles per bytecode",
            "hit rate",
            "hottest methods",
        ];
        let mut columns: Vec<Column> = names.map(Column::new).into();
        let windows = self.metrics.windows();
        let all: u64 = self.phases.phases.iter().map(|phase| phase.cycles).sum();
        let run = [::metrics::Focus {
            name: "run".to_owned(),
            kind: ::metrics::Kind::Run,
        }];
        let run = run[0]
            .share(&self.metrics.profile)
            .map_err(|error| Error::Input(error.to_string()))?;
        for (place, phase) in self.phases.phases.iter().enumerate() {
            let sum = |metric| -> u64 {
                let own = phase.windows.iter().map(|at| &windows[*at]);
                own.map(|window| self.metrics.value(window, &run, metric))
                    .sum()
            };
            let lookups = sum(Metric::Lookups);
            let row: [Value; 9] = [
                (place as u64 + 1).into(),
                phase
                    .windows
                    .first()
                    .map_or(Value::None, |at| windows[*at].start.into()),
                (phase.windows.len() as u64).into(),
                phase.stretches.into(),
                phase.cycles.into(),
                Value::Part(phase.cycles as f64 / all.max(1) as f64),
                ratio(phase.cycles, sum(Metric::Bytecodes)),
                match lookups {
                    0 => Value::None,
                    all => Value::Part((all - sum(Metric::Misses)) as f64 / all as f64),
                },
                self.hottest(place, format).into(),
            ];
            for (column, value) in columns.iter_mut().zip(row) {
                column.values.push(value);
            }
        }
        self.rendered(&columns, format, Document::MetricsPhases)
    }

    /// The methods with the most cycles in a phase, and their parts.
    fn hottest(&self, phase: usize, format: RowsFormat) -> String {
        let phase = &self.phases.phases[phase];
        let texts = phase.methods.iter().map(|(method, cycles)| {
            let name = &self.metrics.profile.methods[*method];
            let name = name.split('(').next().unwrap_or(name);
            let part = 100.0 * *cycles as f64 / phase.cycles.max(1) as f64;
            format!("{name} {part:.0} %")
        });
        let most = match (format, self.order.top) {
            (RowsFormat::Table, 1..) => HOTTEST,
            _ => usize::MAX,
        };
        list(texts.collect(), most, ", ")
    }

    fn rendered(
        &self,
        columns: &[Column],
        format: RowsFormat,
        document: Document,
    ) -> Result<Vec<u8>, Error> {
        let format = match format {
            RowsFormat::Parquet if self.order.sort.is_some() => {
                return Err(Error::Input("--sort is for text, CSV and JSON".to_owned()));
            }
            RowsFormat::Parquet => return parquet(columns, document),
            RowsFormat::Table => Format::Table,
            RowsFormat::Csv => Format::Csv,
            RowsFormat::Json => Format::Json,
        };
        let names: Vec<&str> = columns.iter().map(|column| &*column.name).collect();
        let mut table = Table::new(&names);
        let count = columns.first().map_or(0, |column| column.values.len());
        for row in 0..count {
            let cells = columns.iter().map(|column| column.values[row].clone());
            table.push(cells.collect());
        }
        let text = table
            .ordered(self.order, format)?
            .render(format, document)?;
        if format == Format::Table {
            return Ok(format!(
                "{}\n{text}",
                summary(self.metrics).trim_start_matches("jop: ")
            )
            .into_bytes());
        }
        Ok(text.into_bytes())
    }
}

impl Column {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            values: Vec::new(),
        }
    }

    fn kind(&self) -> Kind {
        let is = |test: fn(&Value) -> bool| self.values.iter().all(test);
        match () {
            () if is(|value| matches!(value, Value::Count(_))) => Kind::Number,
            () if is(|value| matches!(value, Value::Text(_))) => Kind::Text,
            () => Kind::Fraction,
        }
    }

    fn parquet(&self) -> Values {
        let mut values = self.kind().empty();
        for value in &self.values {
            match (&mut values, value) {
                (Values::Numbers(list), Value::Count(count)) => list.push(*count as i64),
                (Values::Texts(list), Value::Text(text)) => list.push(text.as_str().into()),
                (Values::Fractions(list), Value::Decimal(number, _) | Value::Part(number)) => {
                    list.push(*number);
                }
                (Values::Fractions(list), Value::Count(count)) => list.push(*count as f64),
                (Values::Fractions(list), _) => list.push(f64::NAN),
                _ => {}
            }
        }
        values
    }
}

fn parquet(columns: &[Column], document: Document) -> Result<Vec<u8>, Error> {
    let failed = |reason: parquet_table::ParquetError| Error::System {
        what: "write Parquet",
        reason: reason.into(),
    };
    let names: Vec<String> = columns
        .iter()
        .map(|it| it.name.replace([' ', '-'], "_"))
        .collect();
    let kinds = columns.iter().map(Column::kind);
    let kinds: Vec<(&str, Kind)> = names.iter().map(String::as_str).zip(kinds).collect();
    let values: Vec<Values> = columns.iter().map(Column::parquet).collect();
    let mut table = ParquetTable::new(Vec::new(), document.name(), &kinds).map_err(failed)?;
    table.write_group(&values).map_err(failed)?;
    table.into_inner().map_err(failed)
}

fn ratio(of: u64, to: u64) -> Value {
    match to {
        0 => Value::None,
        to => Value::Decimal(of as f64 / to as f64, 3),
    }
}

/// What was recorded, in a line.
pub(super) fn summary(metrics: &Metrics) -> String {
    let recorded = metrics.profile.total_cycles();
    format!(
        "jop: {}: recorded {} of {} in {} ({})",
        metrics.profile.provenance.program,
        thousands(recorded),
        counted(metrics.run_cycles, "cycle"),
        counted(metrics.windows().len() as u64, "window"),
        metrics.recorded.every
    )
}
