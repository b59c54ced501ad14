//! How a flame graph looks.

use crate::metric::Metric;

/// Appearance of a flame graph.
#[derive(Debug, Clone)]
pub struct Style {
    /// Heading.
    pub title: String,
    /// Unit of the weights; by default that of the metric.
    pub unit: Option<String>,
    /// Frames narrower than this are left out, with all above them. Unit: percent of the width. 0 draws all.
    pub min_width: f64,
}

impl Style {
    pub(super) fn unit(&self, metric: Metric) -> &str {
        self.unit.as_deref().unwrap_or(metric.unit())
    }
}
