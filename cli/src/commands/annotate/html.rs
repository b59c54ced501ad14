//! Annotated methods as a self-contained page: no script, no other file, light and dark.

use std::fmt::Write;

use html_escape::{encode_double_quoted_attribute, encode_text};
use record::{Annotation, Counts};

use super::Report;
use crate::table::thousands;

const STYLE: &str = include_str!("page.css");

/// The page: an index of the methods, then each with its lines and their bytecodes.
pub(super) fn page(report: &Report) -> String {
    let whole = report.profile.total_cycles();
    let title = format!("{}: {} cycles", report.program, thousands(whole));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{0}</h1>\n\
         <p><label><input type=\"checkbox\" id=\"bytecodes\"> bytecodes below their lines</label></p>\n",
        encode_text(&title)
    );
    index(&mut page, report, whole);
    for (number, method) in report.annotations.iter().enumerate() {
        section(&mut page, number, method, whole);
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn index(page: &mut String, report: &Report, whole: u64) {
    page.push_str("<ol>\n");
    for (number, method) in report.annotations.iter().enumerate() {
        let _ = writeln!(
            page,
            "<li><a href=\"#m{number}\">{}</a> {}</li>",
            encode_text(&method.method.to_string()),
            percent(method.counts.cycles, whole)
        );
    }
    page.push_str("</ol>\n");
}

fn section(page: &mut String, number: usize, method: &Annotation, whole: u64) {
    let counts = &method.counts;
    let _ = write!(
        page,
        "<section id=\"m{number}\">\n<h2>{}</h2>\n<p>{}{} calls, {} cycles, {} of the run</p>\n<div class=\"wide\"><table>\n<thead><tr>\
         <th>share</th><th>cycles</th><th>executions</th>",
        encode_text(&method.method.to_string()),
        method
            .file
            .as_deref()
            .map(|file| format!("<code>{}</code>, ", encode_text(file)))
            .unwrap_or_default(),
        thousands(counts.executions),
        thousands(counts.cycles),
        percent(counts.cycles, whole),
    );
    let stalls = counts.stalls().by_cause();
    let causes: Vec<&str> = stalls
        .iter()
        .filter(|(_, cycles)| *cycles > 0)
        .map(|(cause, _)| *cause)
        .collect();
    for cause in &causes {
        let _ = write!(page, "<th>{cause}</th>");
    }
    page.push_str("<th>line</th><th class=\"code\">source</th></tr></thead>\n<tbody>\n");
    let row = Row {
        whole: counts.cycles,
        causes: &causes,
        class: "line",
    };
    for (name, own) in &method.dispatches {
        row.write(page, Some(own), "", name);
    }
    for line in &method.lines {
        let number = line.number.map(|number| number.to_string());
        let text = line.text.as_deref().unwrap_or_default();
        let own = line.has_code.then_some(&line.counts);
        row.write(page, own, &number.unwrap_or_default(), text);
        for place in &line.instructions {
            let instruction = &method.instructions[*place];
            let row = Row {
                class: "bytecode",
                ..row
            };
            let text = instruction.code.to_string();
            row.write(page, Some(&instruction.counts), "", &text);
        }
    }
    page.push_str("</tbody></table></div>\n</section>\n");
}

struct Row<'a> {
    /// Cycles of the method.
    whole: u64,
    causes: &'a [&'a str],
    class: &'a str,
}

impl Row<'_> {
    fn write(&self, page: &mut String, counts: Option<&Counts>, number: &str, text: &str) {
        let share = counts.map_or(0.0, |counts| {
            counts.cycles as f64 / self.whole.max(1) as f64
        });
        let _ = write!(
            page,
            "<tr class=\"{}\" style=\"--heat:{share:.4}\">",
            encode_double_quoted_attribute(self.class)
        );
        match counts {
            Some(counts) => self.figures(page, counts),
            None => {
                let columns = 3 + self.causes.len();
                let _ = write!(page, "<td colspan=\"{columns}\"></td>");
            }
        }
        let text = text.replace('\t', "    ");
        let _ = writeln!(
            page,
            "<td>{number}</td><td class=\"code\">{}</td></tr>",
            encode_text(&text)
        );
    }

    fn figures(&self, page: &mut String, counts: &Counts) {
        let _ = write!(
            page,
            "<td class=\"share\">{}</td><td>{}</td><td>{}</td>",
            percent(counts.cycles, self.whole),
            thousands(counts.cycles),
            thousands(counts.executions)
        );
        let stalls = counts.stalls().by_cause();
        for cause in self.causes {
            let found = stalls.iter().find(|(name, _)| name == cause);
            let cycles = found.map_or(0, |(_, cycles)| *cycles);
            let cell = if cycles > 0 {
                thousands(cycles)
            } else {
                String::new()
            };
            let _ = write!(page, "<td>{cell}</td>");
        }
    }
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.2} %", 100.0 * part as f64 / whole.max(1) as f64)
}
