//! Where everything is: panels one above the other, each with its axes, its series and its legend.

use crate::axis::{Ranged, Tick};
use crate::figure::{Figure, Mark, Panel, Scale, Series};
use crate::letters::{SIZE, shortened, width};
use crate::shape::{Anchor, BLACK, GRID, Scene, Shape, colour};

/// Width of a column of two: 84 mm. Unit: points.
const WIDTH: f64 = 238.1;
/// Height between the axes of one panel, and of each of several.
const HEIGHT: f64 = 130.0;
const LOW_HEIGHT: f64 = 42.0;
/// Height of a name.
const ROW: f64 = 11.0;
/// Distance of two things.
const GAP: f64 = 3.0;
/// Room for names at most.
const MOST_NAMES: f64 = 120.0;
/// Marks that a line can show apart.
const MOST_MARKS: usize = 40;
/// Thickness of lines.
const THIN: f64 = 0.5;
const THICK: f64 = 1.0;

/// A rectangle between axes.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Frame {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (
            self.left + x * (self.right - self.left),
            self.bottom - y * (self.bottom - self.top),
        )
    }
}

/// A panel with its scales.
struct Scaled<'a> {
    panel: &'a Panel,
    x: Ranged<'a>,
    y: Ranged<'a>,
}

impl<'a> Scaled<'a> {
    fn new(panel: &'a Panel, is_low: bool) -> Self {
        let points = || panel.series.iter().flat_map(|series| &series.points);
        let has_bars = panel.series.iter().any(|it| it.mark == Mark::Bars);
        let is_named = matches!(panel.y.scale, Scale::Names(_));
        let reach = points().flat_map(|it| {
            let error = it.error.unwrap_or(0.0);
            [it.y - error, it.y + error]
        });
        Self {
            panel,
            x: Ranged::new(
                &panel.x,
                points().map(|it| it.x),
                if is_named { 3.0 } else { 5.0 },
                !(has_bars || is_named),
            ),
            y: Ranged::new(&panel.y, reach, if is_low { 2.0 } else { 5.0 }, false),
        }
    }

    fn height(&self, is_low: bool) -> f64 {
        match &self.panel.y.scale {
            Scale::Names(names) => ROW * names.len().max(1) as f64,
            _ if is_low => LOW_HEIGHT,
            _ => HEIGHT,
        }
    }

    /// Room for the numbers or names of the vertical axis.
    fn margin(&self) -> f64 {
        let widths = self.y.ticks().into_iter().map(|tick| width(&tick.text));
        widths.fold(0.0, f64::max).min(MOST_NAMES)
    }
}

pub(crate) fn scene(figure: &Figure) -> Scene {
    let is_low = figure.panels.len() > 1;
    let panels: Vec<Scaled<'_>> = figure
        .panels
        .iter()
        .map(|panel| Scaled::new(panel, is_low))
        .collect();
    let mut scene = Scene {
        width: WIDTH,
        height: 0.0,
        shapes: Vec::new(),
    };
    let margin = panels.iter().map(Scaled::margin).fold(0.0, f64::max);
    let mut top = 0.6 * SIZE;
    for (place, scaled) in panels.iter().enumerate() {
        let has_label = !scaled.panel.y.label.is_empty() && !is_low;
        if is_low {
            // A label beside so low an axis has no room.
            top += SIZE + GAP;
            let left = GAP + margin + GAP;
            scene.text((left, top - GAP), Anchor::Start, &scaled.panel.y.label);
        }
        let label_width = if has_label { SIZE + GAP } else { 0.0 };
        let frame = Frame {
            left: GAP + label_width + margin + GAP,
            right: WIDTH - GAP - SIZE,
            top,
            bottom: top + scaled.height(is_low),
        };
        let is_last = place + 1 == panels.len();
        grid(&mut scene, scaled, &frame, margin);
        if has_label {
            let middle = frame.top.midpoint(frame.bottom);
            rising(&mut scene, (SIZE, middle), &scaled.panel.y.label);
        }
        for (number, series) in scaled.panel.series.iter().enumerate() {
            draw(&mut scene, scaled, &frame, number, series);
        }
        top = frame.bottom + GAP;
        if is_last {
            top = below(&mut scene, scaled, &frame);
        }
        top = legend(&mut scene, scaled.panel, &frame, top);
    }
    scene.height = top + GAP;
    scene
}

fn rising(scene: &mut Scene, at: (f64, f64), text: &str) {
    scene.shapes.push(Shape::Text {
        at,
        anchor: Anchor::Middle,
        rises: true,
        text: text.to_owned(),
    });
}

/// The vertical axis with its numbers, the lines of the grid, and the line of zero.
fn grid(scene: &mut Scene, scaled: &Scaled<'_>, frame: &Frame, margin: f64) {
    let is_named = matches!(scaled.panel.y.scale, Scale::Names(_));
    for Tick { place, text } in scaled.y.ticks() {
        let place = if is_named { 1.0 - place } else { place };
        let (x, y) = frame.at(0.0, place);
        if !is_named {
            scene.line(vec![(x, y), (frame.right, y)], GRID, THIN);
        }
        let text = shortened(&text, margin + 0.1);
        scene.text((x - GAP, y + 0.35 * SIZE), Anchor::End, &text);
    }
    if is_named {
        for tick in scaled.x.ticks() {
            let (x, _) = frame.at(tick.place, 0.0);
            scene.line(vec![(x, frame.top), (x, frame.bottom)], GRID, THIN);
        }
    }
    let zero = match is_named {
        true => scaled.x.place(0.0),
        false => 0.0,
    };
    let zero = if (0.0..=1.0).contains(&zero) {
        zero
    } else {
        0.0
    };
    let (x, _) = frame.at(zero, 0.0);
    scene.line(vec![(x, frame.top), (x, frame.bottom)], BLACK, THIN);
    if !is_named {
        scene.line(
            vec![(frame.left, frame.bottom), (frame.right, frame.bottom)],
            BLACK,
            THIN,
        );
    }
}

/// The horizontal axis' numbers and label; gives where free room begins.
fn below(scene: &mut Scene, scaled: &Scaled<'_>, frame: &Frame) -> f64 {
    let base = frame.bottom + SIZE + 2.0;
    let mut free = f64::NEG_INFINITY;
    for Tick { place, text } in scaled.x.ticks() {
        let (x, _) = frame.at(place, 0.0);
        scene.line(
            vec![(x, frame.bottom), (x, frame.bottom + 2.0)],
            BLACK,
            THIN,
        );
        let half = width(&text) / 2.0;
        // Texts that would meet the one before are left out.
        if x - half > free {
            scene.text((x, base), Anchor::Middle, &text);
            free = x + half + GAP;
        }
    }
    let label = &scaled.panel.x.label;
    if label.is_empty() {
        return base + GAP;
    }
    let middle = frame.left.midpoint(frame.right);
    scene.text((middle, base + SIZE + 1.0), Anchor::Middle, label);
    base + SIZE + GAP
}

fn draw(scene: &mut Scene, scaled: &Scaled<'_>, frame: &Frame, number: usize, series: &Series) {
    let is_named = matches!(scaled.panel.y.scale, Scale::Names(_));
    let place = |x: f64, y: f64| {
        let y = scaled.y.place(y);
        frame.at(scaled.x.place(x), if is_named { 1.0 - y } else { y })
    };
    let points = series.points.iter();
    let shown = points.filter(|it| it.x.is_finite() && it.y.is_finite());
    let shown: Vec<_> = shown.collect();
    let places: Vec<(f64, f64)> = shown.iter().map(|it| place(it.x, it.y)).collect();
    match series.mark {
        Mark::Bars => {
            let (zero, _) = place(0.0, 0.0);
            for (x, y) in places {
                let (above, under) = (y - 0.35 * ROW, y + 0.35 * ROW);
                scene.shapes.push(Shape::Area {
                    points: vec![(zero, above), (x, above), (x, under), (zero, under)],
                    colour: colour(number),
                });
            }
            return;
        }
        Mark::Steps => {
            scene.line(steps(&places), colour(number), THICK);
            return;
        }
        Mark::Filled => {
            let mut points = steps(&places);
            let ends = [points.last().copied(), points.first().copied()];
            let (_, zero) = place(0.0, 0.0);
            points.extend(ends.into_iter().flatten().map(|(x, _)| (x, zero)));
            scene.shapes.push(Shape::Area {
                points,
                colour: colour(number),
            });
            return;
        }
        Mark::Line if places.len() > 1 => scene.line(places.clone(), colour(number), THICK),
        Mark::Line | Mark::Dots => {}
    }
    for point in shown.iter().filter(|point| point.error.is_some()) {
        let error = point.error.unwrap_or(0.0);
        let ends = [
            place(point.x, point.y - error),
            place(point.x, point.y + error),
        ];
        scene.line(ends.to_vec(), colour(number), THIN);
        for (x, y) in ends {
            scene.line(vec![(x - 1.5, y), (x + 1.5, y)], colour(number), THIN);
        }
    }
    if places.len() <= MOST_MARKS || series.mark == Mark::Dots {
        places.into_iter().for_each(|at| scene.mark(number, at));
    }
}

/// Each place holds until the next one.
fn steps(places: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut steps: Vec<(f64, f64)> = Vec::new();
    for (x, y) in places {
        steps.extend(steps.last().map(|(_, before)| (*x, *before)));
        steps.push((*x, *y));
    }
    steps
}

/// Names of the series in rows; gives where free room begins.
fn legend(scene: &mut Scene, panel: &Panel, frame: &Frame, top: f64) -> f64 {
    let named = panel.series.iter().enumerate();
    let named: Vec<_> = named.filter(|(_, it)| !it.name.is_empty()).collect();
    if named.is_empty() {
        return top;
    }
    let room = frame.right - GAP;
    let (mut x, mut y) = (GAP, top + SIZE);
    for (number, series) in named {
        let text = shortened(&series.name, room - GAP - 2.0 * SIZE);
        let length = 1.5 * SIZE + width(&text) + SIZE;
        if x > GAP && x + length > WIDTH {
            (x, y) = (GAP, y + SIZE + 2.0);
        }
        let middle = y - 0.3 * SIZE;
        match series.mark {
            Mark::Bars | Mark::Filled => scene.shapes.push(Shape::Area {
                points: vec![
                    (x, middle - 2.0),
                    (x + SIZE, middle - 2.0),
                    (x + SIZE, middle + 2.0),
                    (x, middle + 2.0),
                ],
                colour: colour(number),
            }),
            mark => {
                if mark != Mark::Dots {
                    scene.line(vec![(x, middle), (x + SIZE, middle)], colour(number), THICK);
                }
                if mark != Mark::Steps {
                    scene.mark(number, (x + SIZE / 2.0, middle));
                }
            }
        }
        scene.text((x + 1.5 * SIZE, y), Anchor::Start, &text);
        x += length;
    }
    y + GAP
}
