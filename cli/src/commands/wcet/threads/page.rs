//! The longest response of each thread as a page of time lines.

use std::fmt::Write;

use html_escape::encode_text;
use response::{Activity, Step};

use super::reason::reason;
use super::set::Set;
use crate::output::table::thousands;

/// Of the drawing. Unit: pixels.
const WIDTH: f64 = 1000.0;
const LABELS: f64 = 180.0;
const ROW: usize = 26;
/// Steps that a page draws of one response.
const MOST: usize = 4000;

const STYLE: &str = "body{font:14px sans-serif;margin:2em auto;max-width:1240px}h2{font-size:16px;margin:2em 0 .3em}\
    table{border-collapse:collapse}td,th{padding:.15em .8em;text-align:right}td:first-child,th:first-child{text-align:left}\
    svg{width:100%}text{font:12px sans-serif}i{display:inline-block;width:.9em;height:.9em;margin:0 .3em 0 1em}";

/// The page, which needs nothing else.
pub(super) fn page(program: &str, set: &Set) -> String {
    let program = encode_text(program);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Response times of {program}</title><style>{STYLE}</style></head><body>\n\
         <h1>Response times of {program}</h1>\n<p>Each time line is the alignment that the bound is for: others are released with the thread, just after interrupts \
         were switched off.</p>\n<p>"
    );
    for activity in Activity::ALL {
        let _ = write!(
            html,
            "<i style=\"background:{}\"></i>{}",
            colour(activity),
            activity.name()
        );
    }
    html.push_str("</p>\n");
    table(&mut html, set);
    for (number, row) in set.rows.iter().enumerate() {
        let _ = writeln!(html, "<h2>{}</h2>", encode_text(&row.name));
        if let Some(cycles) = row.response.cycles {
            drawing(&mut html, set, number, cycles);
        }
        if let Some(why) = reason(set, row) {
            let _ = writeln!(html, "<p>Not proven: {}.</p>", encode_text(&why));
        }
    }
    html + "</body></html>\n"
}

/// Colours that the colour-blind can tell apart.
fn colour(activity: Activity) -> &'static str {
    match activity {
        Activity::Blocking => "#d55e00",
        Activity::Scheduler => "#e69f00",
        Activity::Job => "#0072b2",
        Activity::Reloads => "#cc79a7",
    }
}

fn us(set: &Set, cycles: u64) -> f64 {
    cycles as f64 / set.cycles_per_us
}

fn table(html: &mut String, set: &Set) {
    html.push_str("<table><tr><th>thread<th>priority<th>period µs<th>deadline µs<th>response µs<th>deadline</tr>\n");
    for row in &set.rows {
        let it = &row.demand;
        let response = row.response.cycles;
        let response = response.map_or("–".to_owned(), |it| format!("{:.2}", us(set, it)));
        let _ = writeln!(
            html,
            "<tr><td>{}<td>{}<td>{:.2}<td>{:.2}<td>{response}<td>{}</tr>",
            encode_text(&row.name),
            it.priority,
            us(set, it.period),
            us(set, it.deadline),
            row.verdict().name()
        );
    }
    html.push_str("</table>\n");
}

/// The time line of a response, a row for each thread.
fn drawing(html: &mut String, set: &Set, number: usize, cycles: u64) {
    let steps = set.time_line(number);
    let deadline = set.rows[number].demand.deadline;
    let end = cycles.max(deadline).max(1) as f64;
    let x = |at: u64| LABELS + at as f64 / end * WIDTH;
    let rows = set.rows.len() + 1;
    let _ = writeln!(
        html,
        "<svg viewBox=\"0 0 {:.0} {}\" role=\"img\">",
        LABELS + WIDTH + 20.0,
        ROW * (rows + 1)
    );
    let names = set
        .rows
        .iter()
        .map(|row| row.name.as_str())
        .chain(["under way"]);
    for (row, name) in names.enumerate() {
        let y = row * ROW;
        let _ = writeln!(
            html,
            "<text x=\"0\" y=\"{}\">{}</text><line x1=\"{LABELS}\" x2=\"{:.1}\" y1=\"{}\" y2=\"{}\" stroke=\"#ddd\"/>",
            y + 17,
            encode_text(name),
            LABELS + WIDTH,
            y + ROW,
            y + ROW
        );
    }
    for step in steps.iter().take(MOST) {
        bar(html, set, step, x);
    }
    if let Some(more) = steps.len().checked_sub(MOST + 1) {
        let _ = writeln!(
            html,
            "<text x=\"{LABELS}\" y=\"11\">{} steps more are not drawn</text>",
            more + 1
        );
    }
    let height = ROW * rows;
    for (at, name) in [(cycles, "response"), (deadline, "deadline")] {
        let _ = writeln!(
            html,
            "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"0\" y2=\"{height}\" stroke=\"#000\" stroke-dasharray=\"3\"/>\
             <text x=\"{0:.1}\" y=\"{1}\" text-anchor=\"end\">{name} {2:.2} µs</text>",
            x(at),
            height + if name == "response" { 11 } else { 23 },
            us(set, at)
        );
    }
    html.push_str("</svg>\n");
}

fn bar(html: &mut String, set: &Set, step: &Step, x: impl Fn(u64) -> f64) {
    let row = step.thread.unwrap_or(set.rows.len());
    let cycles = step.to - step.from;
    let _ = writeln!(
        html,
        "<rect x=\"{:.2}\" y=\"{}\" width=\"{:.2}\" height=\"{}\" fill=\"{}\"><title>{}, {:.2} to {:.2} µs, {} cycles</title></rect>",
        x(step.from),
        row * ROW + 5,
        (x(step.to) - x(step.from)).max(0.5),
        ROW - 8,
        colour(step.activity),
        step.activity.name(),
        us(set, step.from),
        us(set, step.to),
        thousands(cycles)
    );
}
