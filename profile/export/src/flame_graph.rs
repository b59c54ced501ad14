//! Flame graphs as SVG, of one profile or of the difference of two.
//!
//! ```text
//!   stacks ──▶ layout: frames with start, weight, depth ──▶ svg: rectangles, titles, script ──▶ file
//! ```
//!
//! In a difference widths are those of the second profile; red frames have grown in their own cycles, blue ones shrunk.

mod colour;
mod layout;
mod style;
mod svg;

pub use self::style::Style;

use cross_profile::Profile;

use crate::collapsed;
use crate::error::ExportError;
use crate::metric::Metric;
use layout::Layout;

/// The flame graph of a profile.
///
/// # Errors
///
/// If the profile has nothing of the metric.
pub fn svg(profile: &Profile, metric: Metric, style: &Style) -> Result<Vec<u8>, ExportError> {
    let stacks = collapsed::weights(profile, metric)?;
    let stacks = stacks
        .iter()
        .map(|(stack, weight)| (&**stack, [0, *weight]));
    let unit = style.unit(metric);
    Ok(svg::page(&Layout::new(stacks), unit, style, false))
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
    let stacks = collapsed::both_weights(before, after, metric)?;
    let stacks = stacks.iter().map(|(stack, weights)| (&**stack, *weights));
    let unit = style.unit(metric);
    Ok(svg::page(&Layout::new(stacks), unit, style, true))
}
