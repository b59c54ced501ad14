//! Charts for papers as SVG and PDF: lines, steps, areas, dots and bars.
//!
//! ```text
//!   Figure ──▶ layout ──▶ shapes ──┬─▶ SVG
//!   (data)     ticks, legend       └─▶ PDF
//! ```
//!
//! A figure is as wide as a column of two, with letters of 8 pt, in colours that the colour-blind can distinguish; lines also
//! differ by their marks. It has no title, as a paper has captions.

mod axis;
mod figure;
mod layout;
mod letters;
mod pdf;
mod shape;
mod svg;

pub use figure::{Axis, Figure, Mark, Panel, Point, Scale, Series};

/// Series that have colours of their own.
pub const MOST_SERIES: usize = shape::PALETTE.len();

impl Figure {
    /// The figure as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::text(&layout::scene(self))
    }

    /// The figure as a page of PDF of its size.
    #[must_use]
    pub fn pdf(&self) -> Vec<u8> {
        pdf::bytes(&layout::scene(self))
    }
}

#[cfg(test)]
mod tests;
