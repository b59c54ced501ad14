//! Ranges and ticks of axes.

use crate::figure::{Axis, Scale};

/// A tick: its place on the axis, 0 to 1, and its text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tick {
    pub(crate) place: f64,
    pub(crate) text: String,
}

/// An axis with its range.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ranged<'a> {
    axis: &'a Axis,
    low: f64,
    high: f64,
    /// Distance of two ticks.
    step: f64,
}

impl<'a> Ranged<'a> {
    /// The axis for these values, with about so many ticks. `tight` ends with the last value, else with a tick.
    pub(crate) fn new(
        axis: &'a Axis,
        values: impl Iterator<Item = f64>,
        ticks: f64,
        tight: bool,
    ) -> Self {
        if let Scale::Names(names) = &axis.scale {
            return Self {
                axis,
                low: -0.5,
                high: names.len().max(1) as f64 - 0.5,
                step: 1.0,
            };
        }
        let values = values.filter(|value| value.is_finite());
        let values = values.map(|value| match axis.scale {
            Scale::Doubling => value.max(1.0).log2(),
            _ => value,
        });
        let (mut low, mut high) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        if axis.with_zero || low > high {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        if high - low <= f64::EPSILON * high.abs() {
            (low, high) = match low == 0.0 {
                true => (0.0, 1.0),
                false => (low - 0.1 * low.abs(), high + 0.1 * high.abs()),
            };
        }
        if axis.scale == Scale::Doubling {
            return Self {
                axis,
                low: low - 0.15,
                high: high + 0.15,
                step: ((high - low) / ticks).ceil().max(1.0),
            };
        }
        let step = nice((high - low) / ticks);
        if !tight {
            (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        }
        Self {
            axis,
            low,
            high,
            step,
        }
    }

    /// Place of a value on the axis, 0 to 1.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let value = match self.axis.scale {
            Scale::Doubling => value.max(1.0).log2(),
            _ => value,
        };
        (value - self.low) / (self.high - self.low)
    }

    pub(crate) fn ticks(&self) -> Vec<Tick> {
        let tick = |value: f64, text: String| Tick {
            place: (value - self.low) / (self.high - self.low),
            text,
        };
        if let Scale::Names(names) = &self.axis.scale {
            let places = (0..).map(f64::from);
            return places
                .zip(names)
                .map(|(at, name)| tick(at, name.clone()))
                .collect();
        }
        let first = (self.low / self.step - 1e-9).ceil() * self.step;
        let count = ((self.high - first) / self.step + 1e-9).floor().max(0.0) as u32;
        let values = (0..=count).map(|index| first + f64::from(index) * self.step);
        if self.axis.scale == Scale::Doubling {
            return values.map(|log| tick(log, doubled(log))).collect();
        }
        let most = self.low.abs().max(self.high.abs());
        values
            .map(|value| tick(value, number(value, most, self.step)))
            .collect()
    }
}

/// The next of 1, 2, 2.5 and 5 times a power of ten.
fn nice(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let factors = [1.0, 2.0, 2.5, 5.0, 10.0];
    let factor = factors
        .into_iter()
        .find(|factor| factor * power >= step * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// A tick of an axis whose values go up to `most`.
fn number(value: f64, most: f64, step: f64) -> String {
    let units = [(1e9, " G"), (1e6, " M"), (1e4, " k")];
    let (factor, unit) = units
        .into_iter()
        .find(|(from, _)| most >= *from)
        .unwrap_or((1.0, ""));
    let factor = if unit == " k" { 1e3 } else { factor };
    let (value, step) = (value / factor, step / factor);
    if value.abs() < step * 1e-6 {
        return "0".to_owned();
    }
    let is_whole = |decimals: i32| {
        let scaled = step * 10f64.powi(decimals);
        (scaled - scaled.round()).abs() < 1e-6 * scaled
    };
    let decimals = (0..9).find(|decimals| is_whole(*decimals)).unwrap_or(9);
    format!("{value:.*}{unit}", decimals as usize)
}

/// A power of two: `512`, `4 Ki`.
fn doubled(log: f64) -> String {
    let value = log.exp2().round();
    let units = [(f64::from(1 << 20), " Mi"), (1024.0, " Ki"), (1.0, "")];
    let unit = units.into_iter().find(|(unit, _)| value >= *unit);
    let (unit, name) = unit.unwrap_or((1.0, ""));
    format!("{}{name}", value / unit)
}
