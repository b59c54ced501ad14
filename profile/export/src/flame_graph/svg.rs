//! A layout as a self-contained SVG document: rectangles with names and titles, and a script for zoom and search.

use std::fmt::Write;

use html_escape::{encode_double_quoted_attribute as attribute, encode_text};

use super::Style;
use super::colour;
use super::layout::{Frame, Layout};

const STYLE: &str = include_str!("flame_graph.css");
const SCRIPT: &str = include_str!("flame_graph.js");

/// Width of the outermost frame. Unit: pixels, as of all lengths here.
const WIDTH: f64 = 1180.0;
const MARGIN: f64 = 10.0;
/// Height of a frame with the gap above it.
const ROW: usize = 17;
/// Room for the heading and what can be clicked above the frames.
const HEAD: usize = 56;
/// Room for the line that describes a frame, below them.
const FOOT: usize = 28;
/// Width of a letter in a fixed-width font of 12 pixels.
const ADVANCE: f64 = 7.23;

/// The document. In a difference colours and titles show growth.
pub(super) fn page(layout: &Layout<'_>, unit: &str, style: &Style, difference: bool) -> Vec<u8> {
    let shown: Vec<&Frame<'_>> = layout
        .frames
        .iter()
        .filter(|frame| is_shown(frame, layout, style))
        .collect();
    let rows = 1 + shown.iter().map(|frame| frame.depth).max().unwrap_or(0);
    let (width, height) = (WIDTH + 2.0 * MARGIN, HEAD + rows * ROW + FOOT);
    let total = layout.total();
    let title = style.title.replace(char::is_control, " ");
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         data-width=\"{WIDTH}\" data-margin=\"{MARGIN}\" data-advance=\"{ADVANCE}\" data-total=\"{total}\" \
         data-unit=\"{}\">\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text class=\"heading\" x=\"{}\" y=\"24\">{}</text>\n\
         <text id=\"reset\" class=\"button hidden\" x=\"{MARGIN}\" y=\"44\">whole graph</text>\n\
         <text id=\"found\" class=\"right\" x=\"{}\" y=\"44\"></text>\n\
         <text id=\"search\" class=\"button right hidden\" x=\"{}\" y=\"44\">search</text>\n\
         <text id=\"detail\" x=\"{MARGIN}\" y=\"{}\"></text>\n",
        attribute(unit),
        width / 2.0,
        encode_text(&title),
        MARGIN + WIDTH - 70.0,
        MARGIN + WIDTH,
        height - 10,
    );
    let growths = shown.iter().map(|frame| frame.growth().unsigned_abs());
    let largest = difference.then(|| growths.max().unwrap_or(0));
    for frame in shown {
        let y = HEAD + (rows - 1 - frame.depth) * ROW;
        write_frame(&mut text, frame, y, total, unit, largest);
    }
    let _ = write!(text, "<script><![CDATA[\n{SCRIPT}]]></script>\n</svg>\n");
    text.into_bytes()
}

fn is_shown(frame: &Frame<'_>, layout: &Layout<'_>, style: &Style) -> bool {
    frame.weight > 0 && percent(frame.weight, layout.total()) >= style.min_width
}

fn write_frame(
    text: &mut String,
    frame: &Frame<'_>,
    y: usize,
    total: u64,
    unit: &str,
    largest: Option<u128>,
) {
    let x = MARGIN + WIDTH * share(frame.start, total);
    let width = WIDTH * share(frame.weight, total);
    let fill = match largest {
        _ if frame.depth == 0 => colour::ALL.to_owned(),
        None => colour::of_name(frame.name),
        Some(largest) => colour::of_growth(frame.growth(), largest),
    };
    let _ = writeln!(
        text,
        "<g class=\"frame\" data-start=\"{}\" data-weight=\"{}\" data-depth=\"{}\"><title>{} ({})</title>\
         <rect x=\"{x:.2}\" y=\"{y}\" width=\"{width:.2}\" height=\"{}\" rx=\"1\" fill=\"{fill}\"/>\
         <text x=\"{:.2}\" y=\"{}\">{}</text></g>",
        frame.start,
        frame.weight,
        frame.depth,
        encode_text(frame.name),
        figures(frame, total, unit, largest.is_some()),
        ROW - 1,
        x + 3.0,
        y + ROW - 5,
        encode_text(&label(frame.name, width)),
    );
}

/// `1,234 cycles, 5.60%`, and in a difference what the frame's own weight grew by, as a share of the whole.
fn figures(frame: &Frame<'_>, total: u64, unit: &str, difference: bool) -> String {
    let weight = grouped(frame.weight);
    if frame.depth == 0 {
        return format!("{weight} {unit}, 100%");
    }
    let share = percent(frame.weight, total);
    match frame.growth() {
        _ if !difference => format!("{weight} {unit}, {share:.2}%"),
        0 => format!("{weight} {unit}, {share:.2}%; 0.00%"),
        growth => {
            let growth = 100.0 * growth as f64 / total as f64;
            format!("{weight} {unit}, {share:.2}%; {growth:+.2}%")
        }
    }
}

/// The end of a name that there is room for: without package, then without class; else its beginning.
fn label(name: &str, room: f64) -> String {
    let letters = ((room - 6.0) / ADVANCE).floor().max(0.0) as usize;
    let mut rest = name;
    loop {
        if rest.chars().count() <= letters {
            return rest.to_owned();
        }
        match rest.find(['.', '(']) {
            Some(dot) if rest[dot..].starts_with('.') => rest = &rest[dot + 1..],
            _ if letters < 3 => return String::new(),
            _ => return rest.chars().take(letters - 1).chain(['…']).collect(),
        }
    }
}

fn share(weight: u64, total: u64) -> f64 {
    weight as f64 / total as f64
}

fn percent(weight: u64, total: u64) -> f64 {
    100.0 * share(weight, total)
}

/// A number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_loses_package_and_class_before_it_is_cut() {
        let room = |letters: f64| 6.0 + letters * ADVANCE + 0.1;
        let name = "lift.control.Main.step(java.lang.String)";
        for (letters, expected) in [
            (40.0, name),
            (39.0, "control.Main.step(java.lang.String)"),
            (30.0, "Main.step(java.lang.String)"),
            (22.0, "step(java.lang.String)"),
            (10.0, "step(java…"),
            (3.0, "st…"),
            (2.0, ""),
            (-9.0, ""),
        ] {
            assert_eq!(label(name, room(letters)), expected);
        }
    }

    #[test]
    fn digits_are_grouped_from_the_right() {
        let expected = ["0", "999", "1,000", "12,345,678"];
        assert_eq!([0, 999, 1000, 12_345_678].map(grouped), expected);
    }

    #[test]
    fn a_difference_tells_by_how_much_of_the_whole_a_frame_has_grown() {
        let layout = Layout::new([("a", [10, 30]), ("b", [20, 10]), ("c", [10, 10])].into_iter());
        let style = Style {
            unit: None,
            title: "\u{1}".to_owned(),
            min_width: 0.0,
        };
        let text = String::from_utf8(page(&layout, "cycles", &style, true)).expect("text");
        for title in [
            "all (50 cycles, 100%)",
            "a (30 cycles, 60.00%; +40.00%)",
            "b (10 cycles, 20.00%; -20.00%)",
            "c (10 cycles, 20.00%; 0.00%)",
        ] {
            assert!(text.contains(&format!("<title>{title}</title>")), "{title}");
        }
        assert!(!text.contains('\u{1}'), "XML has no such character");
    }
}
