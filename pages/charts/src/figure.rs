//! What is drawn: figures of panels with axes and series.

/// Scale of an axis.
#[derive(Debug, Clone, PartialEq)]
pub enum Scale {
    /// Equal distances for equal differences.
    Linear,
    /// Equal distances for doubled values.
    Doubling,
    /// A place for each name: values are its number, from 0.
    Names(Vec<String>),
}

/// An axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Quantity and unit.
    pub label: String,
    /// Scale.
    pub scale: Scale,
    /// The axis begins at zero, or includes it.
    pub with_zero: bool,
}

impl Axis {
    /// An axis with a linear scale.
    #[must_use]
    pub fn linear(label: &str) -> Self {
        Self {
            label: label.to_owned(),
            scale: Scale::Linear,
            with_zero: false,
        }
    }

    /// The same with zero on it.
    #[must_use]
    pub fn with_zero(self) -> Self {
        Self {
            with_zero: true,
            ..self
        }
    }

    /// An axis with a place for each name.
    #[must_use]
    pub fn names(label: &str, names: Vec<String>) -> Self {
        Self {
            scale: Scale::Names(names),
            ..Self::linear(label)
        }
    }
}

/// How values are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Marks joined by lines.
    Line,
    /// A value that holds until the next one.
    Steps,
    /// The same, filled down to zero; earlier series are behind later ones.
    Filled,
    /// Marks alone.
    Dots,
    /// Bars from zero to the right; the values of y are names.
    Bars,
}

/// A value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Place on the horizontal axis.
    pub x: f64,
    /// Place on the vertical axis.
    pub y: f64,
    /// Greatest error to both sides along the vertical axis.
    pub error: Option<f64>,
}

impl Point {
    /// A value without an error.
    #[must_use]
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, error: None }
    }
}

/// Values of one colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Name in the legend; a panel without names has none.
    pub name: String,
    /// How it is drawn.
    pub mark: Mark,
    /// Its values, in order.
    pub points: Vec<Point>,
}

/// Two axes with series between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// Values; colours repeat after [`crate::MOST_SERIES`].
    pub series: Vec<Series>,
}

/// Panels, one above the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The panels.
    pub panels: Vec<Panel>,
}

impl Figure {
    /// A figure of one panel.
    #[must_use]
    pub fn of(panel: Panel) -> Self {
        Self {
            panels: vec![panel],
        }
    }
}
