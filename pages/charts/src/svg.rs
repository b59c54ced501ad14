//! A scene as SVG.

use std::fmt::Write;

use crate::letters::{self, SIZE};
use crate::shape::{Anchor, Scene, Shape};

pub(crate) fn text(scene: &Scene) -> String {
    let (width, height) = (scene.width, scene.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.2}pt\" height=\"{height:.2}pt\" viewBox=\"0 0 {width:.2} {height:.2}\" \
         font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\" font-size=\"{SIZE}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for shape in &scene.shapes {
        // Writing to a string cannot fail.
        let _ = match shape {
            Shape::Line {
                points,
                colour,
                width,
            } => writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#{colour:06x}\" stroke-width=\"{width}\"/>",
                places(points)
            ),
            Shape::Area { points, colour } => writeln!(
                out,
                "<polygon points=\"{}\" fill=\"#{colour:06x}\"/>",
                places(points)
            ),
            Shape::Text {
                at,
                anchor,
                rises,
                text,
            } => {
                let (x, y) = at;
                let turn = match rises {
                    true => format!(" transform=\"rotate(-90 {x:.2} {y:.2})\""),
                    false => String::new(),
                };
                writeln!(
                    out,
                    "<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{}\" textLength=\"{:.2}\" lengthAdjust=\"spacingAndGlyphs\"{turn}>{}</text>",
                    name(*anchor),
                    // As wide in a font that is there instead.
                    letters::width(text),
                    escaped(text)
                )
            }
        };
    }
    out + "</svg>\n"
}

fn places(points: &[(f64, f64)]) -> String {
    let places = points.iter().map(|(x, y)| format!("{x:.2},{y:.2}"));
    places.collect::<Vec<_>>().join(" ")
}

fn name(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    }
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    // XML has no control characters.
    text.chars().filter(|letter| !letter.is_control()).collect()
}
