//! Shapes on a page: lengths are points, y goes down.

/// Colours of Okabe and Ito, without the yellow that white paper swallows.
pub(crate) const PALETTE: [u32; 8] = [
    0x0000_72b2,
    0x00d5_5e00,
    0x0000_9e73,
    0x00cc_79a7,
    0x00e6_9f00,
    0x0056_b4e9,
    0x0000_0000,
    0x0099_9999,
];
pub(crate) const BLACK: u32 = 0;
pub(crate) const GRID: u32 = 0x00dd_dddd;

/// Which part of a text is at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    /// A line through points.
    Line {
        points: Vec<(f64, f64)>,
        colour: u32,
        width: f64,
    },
    /// A filled polygon.
    Area {
        points: Vec<(f64, f64)>,
        colour: u32,
    },
    /// Black letters on a base line, or rising along a vertical one.
    Text {
        at: (f64, f64),
        anchor: Anchor,
        rises: bool,
        text: String,
    },
}

/// All shapes of a figure.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) shapes: Vec<Shape>,
}

impl Scene {
    pub(crate) fn line(&mut self, points: Vec<(f64, f64)>, colour: u32, width: f64) {
        self.shapes.push(Shape::Line {
            points,
            colour,
            width,
        });
    }

    pub(crate) fn text(&mut self, at: (f64, f64), anchor: Anchor, text: &str) {
        self.shapes.push(Shape::Text {
            at,
            anchor,
            rises: false,
            text: text.to_owned(),
        });
    }

    /// The mark of a series: each of the first has its own form.
    pub(crate) fn mark(&mut self, series: usize, (x, y): (f64, f64)) {
        let corners: &[(f64, f64)] = match series % 4 {
            0 => &ROUND,
            1 => &[(-1.6, -1.6), (1.6, -1.6), (1.6, 1.6), (-1.6, 1.6)],
            2 => &[(0.0, -2.1), (2.0, 1.5), (-2.0, 1.5)],
            _ => &[(0.0, -2.3), (2.3, 0.0), (0.0, 2.3), (-2.3, 0.0)],
        };
        self.shapes.push(Shape::Area {
            points: corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect(),
            colour: colour(series),
        });
    }
}

/// A circle, as good as one at this size.
const ROUND: [(f64, f64); 12] = [
    (1.8, 0.0),
    (1.56, 0.9),
    (0.9, 1.56),
    (0.0, 1.8),
    (-0.9, 1.56),
    (-1.56, 0.9),
    (-1.8, 0.0),
    (-1.56, -0.9),
    (-0.9, -1.56),
    (0.0, -1.8),
    (0.9, -1.56),
    (1.56, -0.9),
];

pub(crate) fn colour(series: usize) -> u32 {
    PALETTE[series % PALETTE.len()]
}
