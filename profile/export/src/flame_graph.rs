//! Flame graphs as SVG, of one profile or of the difference of two.
//!
//! In a difference widths are those of the second profile; red frames have grown in their own cycles, blue ones shrunk.

use cross_profile::Profile;
use inferno::flamegraph::{self, Options, TextTruncateDirection};

use crate::collapsed;
use crate::error::ExportError;
use crate::metric::Metric;

/// How a flame graph looks.
#[derive(Debug, Clone)]
pub struct Style {
    /// Heading.
    pub title: String,
    /// Frames narrower than this are left out, with all above them. Unit: percent of the width. 0 draws all.
    pub min_width: f64,
}

/// The flame graph of a profile.
///
/// # Errors
///
/// If the profile has nothing of the metric.
pub fn svg(profile: &Profile, metric: Metric, style: &Style) -> Result<Vec<u8>, ExportError> {
    draw(&collapsed::collapsed(profile, metric)?, metric, style)
}

/// The flame graph of what changed between two profiles.
///
/// # Errors
///
/// If either profile has nothing of the metric.
pub fn difference(
    before: &Profile,
    after: &Profile,
    metric: Metric,
    style: &Style,
) -> Result<Vec<u8>, ExportError> {
    let stacks = collapsed::difference(before, after, metric)?;
    draw(&stacks, metric, style)
}

fn draw(stacks: &str, metric: Metric, style: &Style) -> Result<Vec<u8>, ExportError> {
    let mut options = Options::default();
    options.title.clone_from(&style.title);
    metric.unit().clone_into(&mut options.count_name);
    "Method:".clone_into(&mut options.name_type);
    options.min_width = style.min_width;
    options.text_truncate_direction = TextTruncateDirection::Right;
    // Else colours are random, and no two files of one profile are the same.
    options.deterministic = true;
    let mut svg = Vec::new();
    flamegraph::from_lines(&mut options, stacks.lines(), &mut svg)?;
    Ok(svg)
}
