//! Annotated methods for people, in the manner of `perf annotate`.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use record::{Annotation, Figures, Instruction, Line};

use super::report::{Report, View};
use crate::output::console::HEADING;
use crate::output::table::{counted, decimal, more, thousands};

/// The column with a line's part of the method's cycles.
const OF_METHOD: &str = "of method";
/// Minimum share of the method's cycles of a hot line.
const HOT: f64 = 0.1;
/// Minimum share of a warm line.
const WARM: f64 = 0.02;

const HOT_STYLE: Style = AnsiColor::Red.on_default().bold();
const WARM_STYLE: Style = AnsiColor::Yellow.on_default();
const CODE_STYLE: Style = AnsiColor::Cyan.on_default();

/// The methods one below the other.
pub(super) fn render(report: &Report<'_>, view: View) -> String {
    let whole = match report.region {
        Some(_) => (report.vertical.recorded_cycles(), "region"),
        None if report.vertical.recorded.limits.is_all() => {
            (report.vertical.recorded_cycles(), "run")
        }
        None => (report.vertical.recorded_cycles(), "recording"),
    };
    let methods = report.annotations.iter();
    let methods: Vec<String> = methods
        .map(|method| rendered(method, view, whole))
        .collect();
    let mut text = methods.join("\n");
    if report.left_out > 0 {
        text += "\n";
        text += &more(report.left_out);
    }
    text
}

fn rendered(method: &Annotation, view: View, whole: (u64, &str)) -> String {
    let mut text = heading(method, whole);
    let columns = Columns::of(method);
    let _ = writeln!(text, "{}", columns.names(view));
    for (name, counts) in &method.dispatches {
        let figures = columns.figures(counts);
        let _ = writeln!(text, "{figures}         {name}");
    }
    match view {
        View::Bytecode => {
            let mut before = None;
            for instruction in &method.instructions {
                let line = instruction.code.4;
                if let Some(line) = line.filter(|_| line != before) {
                    let _ = writeln!(text, "{}  line {line}", columns.blank());
                }
                before = line;
                bytecode(&mut text, &columns, instruction, "");
            }
        }
        View::Source | View::Interleaved => {
            for line in &method.lines {
                source_line(&mut text, &columns, line);
                if view == View::Interleaved {
                    for place in &line.instructions {
                        bytecode(&mut text, &columns, &method.instructions[*place], "       ");
                    }
                }
            }
        }
    }
    text
}

fn heading(method: &Annotation, (whole, part): (u64, &str)) -> String {
    let counts = &method.figures;
    let place = match &method.file {
        Some(file) => format!("{file}, "),
        None => "no source; --source DIR names its folder, ".to_owned(),
    };
    let cycles = counts.cycles as f64;
    format!(
        "{HEADING}{}{HEADING:#}\n  {place}{}, {} ({:.2} % of the {part}), {} per call, {:.1} % stalls\n",
        method.method.name,
        counted(counts.executions, "call"),
        counted(counts.cycles, "cycle"),
        100.0 * cycles / whole.max(1) as f64,
        decimal(cycles / counts.executions.max(1) as f64, 1),
        100.0 * counts.stalls.total() as f64 / cycles.max(1.0),
    )
}

/// A line, or a place without code.
fn source_line(text: &mut String, columns: &Columns, line: &Line) {
    let figures = if line.has_code {
        columns.figures(&line.figures)
    } else {
        columns.blank()
    };
    let number = line
        .number
        .map(|number| number.to_string())
        .unwrap_or_default();
    let source = line.text.as_deref().unwrap_or_default();
    let style = columns.style(&line.figures);
    let row = format!("{figures}  {number:>5}  {}", source.replace('\t', "    "));
    let _ = writeln!(text, "{style}{}{style:#}", row.trim_end());
}

fn bytecode(text: &mut String, columns: &Columns, instruction: &Instruction, indent: &str) {
    let style = match columns.style(&instruction.figures) {
        style if style == Style::new() && !indent.is_empty() => CODE_STYLE,
        style => style,
    };
    let figures = columns.figures(&instruction.figures);
    let row = format!("{figures}  {indent}{}", instruction.listed());
    let _ = writeln!(text, "{style}{}{style:#}", row.trim_end());
}

/// Columns of a method: the causes of stalls that it has, and their widths.
struct Columns {
    /// Cycles of the method.
    cycles: u64,
    /// Names of all columns before the text, with their widths.
    widths: Vec<(&'static str, usize)>,
}

impl Columns {
    fn of(method: &Annotation) -> Self {
        let cycles = method.figures.cycles;
        let code = method.instructions.iter().map(|code| &code.figures);
        let dispatches = method.dispatches.iter().map(|(_, counts)| counts);
        let most = code.chain(dispatches).map(|counts| counts.executions);
        let mut widths = vec![
            (OF_METHOD, OF_METHOD.len()),
            ("cycles", thousands(cycles).len()),
            ("executions", thousands(most.max().unwrap_or(0)).len()),
        ];
        let stalls = method.figures.stalls.by_cause();
        let stalls = stalls.iter().filter(|(_, cycles)| *cycles > 0);
        widths.extend(stalls.map(|(name, cycles)| (*name, thousands(*cycles).len())));
        for (name, width) in &mut widths {
            *width = name.len().max(*width);
        }
        Self { cycles, widths }
    }

    fn names(&self, view: View) -> String {
        let last = match view {
            View::Source | View::Interleaved => " line  source",
            View::Bytecode => "bytes  bytecode",
        };
        let names = self
            .widths
            .iter()
            .map(|(name, width)| format!("{name:>width$}"));
        let names: Vec<String> = names.collect();
        format!("{HEADING}{}  {last}{HEADING:#}", names.join("  "))
    }

    fn blank(&self) -> String {
        let width: usize = self.widths.iter().map(|(_, width)| width + 2).sum();
        " ".repeat(width - 2)
    }

    fn figures(&self, counts: &Figures) -> String {
        let stalls = counts.stalls.by_cause();
        let cells = self.widths.iter().map(|(name, width)| {
            let cell = match *name {
                OF_METHOD if counts.cycles == 0 => String::new(),
                OF_METHOD => format!("{:.2} %", 100.0 * self.share(counts)),
                "cycles" => thousands(counts.cycles),
                "executions" => thousands(counts.executions),
                _ => {
                    let stall = stalls.iter().find(|(cause, _)| cause == name);
                    stall
                        .map(|(_, cycles)| *cycles)
                        .filter(|cycles| *cycles > 0)
                        .map(thousands)
                        .unwrap_or_default()
                }
            };
            format!("{cell:>width$}")
        });
        let cells: Vec<String> = cells.collect();
        cells.join("  ")
    }

    fn share(&self, counts: &Figures) -> f64 {
        counts.cycles as f64 / self.cycles.max(1) as f64
    }

    fn style(&self, counts: &Figures) -> Style {
        match self.share(counts) {
            share if share >= HOT => HOT_STYLE,
            share if share >= WARM => WARM_STYLE,
            _ => Style::new(),
        }
    }
}
