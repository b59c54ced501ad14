//! The panes, for terminals from 80 columns on.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::{App, Pane, Window};
use crate::text::{self, Listed};

/// Minimum columns to show microcode and the small panes next to the source.
const WIDE: u16 = 120;
/// Rows of the panes at the bottom: a third at most.
const BOTTOM: u16 = 12;

/// The keys, for 80 columns.
const KEYS_TEXT: &str =
    "F1 help  Tab pane  back/on: F5/F6 run  F7/F8 step  F9/F10 next  F11/F12 bytecode";

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    let bottom = (area.height / 4).clamp(3, BOTTOM);
    let [status, main, below, prompt, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(3),
        Constraint::Length(bottom),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    frame.render_widget(Line::from(status_text(app)).reversed(), status);
    if main.width >= WIDE {
        draw_wide(frame, app, main);
    } else {
        draw_narrow(frame, app, main);
    }
    draw_bottom(frame, app, below);
    let text = format!("> {}", app.prompt);
    let column = prompt.x + text.chars().count() as u16;
    frame.render_widget(Line::from(text), prompt);
    frame.render_widget(Line::from(KEYS_TEXT).dim(), keys);
    match &app.window {
        Some(window) => draw_window(frame, window, area),
        None => frame.set_cursor_position((column.min(prompt.right().saturating_sub(1)), prompt.y)),
    }
}

fn status_text(app: &App) -> String {
    let timeline = app.session.timeline();
    let cycle = timeline.cycle();
    let counted = &timeline.probe().0;
    let past = if cycle < timeline.farthest() {
        format!("  in the past of {}", timeline.farthest())
    } else if timeline.end() == Some(cycle) {
        "  ended".to_owned()
    } else {
        String::new()
    };
    format!(
        " {}  cycle {cycle}  bytecodes {}  breakpoints {}{past}",
        app.program,
        counted.bytecodes,
        app.session.breakpoints().len()
    )
}

fn draw_wide(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let [left, middle, right] = Layout::horizontal([
        Constraint::Percentage(40),
        Constraint::Percentage(33),
        Constraint::Percentage(27),
    ])
    .areas(area);
    draw_source(frame, app, left);
    let [code, microcode] =
        Layout::vertical([Constraint::Percentage(50), Constraint::Percentage(50)]).areas(middle);
    draw_code(frame, app, code);
    draw_pane(frame, app, Pane::Microcode, microcode);
    let [calls, locals, stack, registers] = Layout::vertical([
        Constraint::Percentage(24),
        Constraint::Percentage(26),
        Constraint::Min(5),
        Constraint::Length(8),
    ])
    .areas(right);
    draw_pane(frame, app, Pane::Calls, calls);
    draw_pane(frame, app, Pane::Locals, locals);
    draw_pane(frame, app, Pane::Stack, stack);
    let last = match app.pane {
        Pane::Caches => Pane::Caches,
        _ => Pane::Registers,
    };
    draw_pane(frame, app, last, registers);
}

/// Source over bytecode, or over the pane that was chosen: lines of both need the whole width.
fn draw_narrow(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let [source, pane] =
        Layout::vertical([Constraint::Percentage(50), Constraint::Percentage(50)]).areas(area);
    draw_source(frame, app, source);
    match app.pane {
        Pane::Bytecode => draw_code(frame, app, pane),
        other => draw_pane(frame, app, other, pane),
    }
}

fn draw_bottom(frame: &mut Frame<'_>, app: &App, area: Rect) {
    // The program's lines are mostly shorter than answers.
    let [answers, output] =
        Layout::horizontal([Constraint::Percentage(66), Constraint::Percentage(34)]).areas(area);
    draw_end(frame, "Answers", &app.answers, answers);
    let printed = String::from_utf8_lossy(&app.session.printed()).into_owned();
    let lines: Vec<String> = printed.lines().map(clean).collect();
    draw_end(frame, "Output", &lines, output);
}

/// The last lines that fit.
fn draw_end(frame: &mut Frame<'_>, title: &str, lines: &[String], area: Rect) {
    let rows = usize::from(area.height.saturating_sub(2));
    let lines = wrapped(lines, area.width);
    let first = lines.len().saturating_sub(rows);
    draw_lines(frame, title, &lines[first..], None, area);
}

fn draw_source(frame: &mut Frame<'_>, app: &App, area: Rect) {
    match text::source(&app.session) {
        Some(listed) => draw_listed(frame, &listed, area),
        None => {
            let lines = ["no source is known here".to_owned()];
            draw_lines(frame, "Source", &lines, None, area);
        }
    }
}

fn draw_code(frame: &mut Frame<'_>, app: &App, area: Rect) {
    match text::running_code(&app.session) {
        Some(listed) => draw_listed(frame, &listed, area),
        None => {
            let lines = ["no method is running".to_owned()];
            draw_lines(frame, "Bytecode", &lines, None, area);
        }
    }
}

fn draw_listed(frame: &mut Frame<'_>, listed: &Listed, area: Rect) {
    let rows = usize::from(area.height.saturating_sub(2));
    let (lines, current) = listed.around(rows);
    draw_lines(frame, &listed.title, lines, current, area);
}

fn draw_pane(frame: &mut Frame<'_>, app: &App, pane: Pane, area: Rect) {
    let rows = usize::from(area.height.saturating_sub(2));
    let (lines, current) = app.pane_lines(pane, rows);
    draw_lines(frame, pane.name(), &lines, current, area);
}

fn draw_lines(
    frame: &mut Frame<'_>,
    title: &str,
    lines: &[String],
    current: Option<usize>,
    area: Rect,
) {
    let lines = lines.iter().enumerate().map(|(index, line)| {
        let style = if current == Some(index) {
            Style::new().add_modifier(Modifier::REVERSED)
        } else {
            Style::new()
        };
        let mark = if current == Some(index) { '>' } else { ' ' };
        Line::styled(format!("{mark}{}", clean(line)), style)
    });
    let block = Block::bordered().title(format!(" {title} "));
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).block(block), area);
}

fn draw_window(frame: &mut Frame<'_>, window: &Window, area: Rect) {
    let inner = Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(3),
    };
    let rows = usize::from(inner.height.saturating_sub(2));
    let lines = wrapped(&window.lines, inner.width);
    let first = window.scroll.min(lines.len().saturating_sub(rows));
    let end = lines.len().min(first + rows);
    frame.render_widget(Clear, inner);
    let title = if end < lines.len() || first > 0 {
        format!("{}: up and down scroll, any other key closes", window.title)
    } else {
        format!("{}: any key closes", window.title)
    };
    draw_lines(frame, &title, &lines[first..end], None, inner);
}

/// Lines cut to the width of a pane with a border; what did not fit goes on in the next line.
fn wrapped(lines: &[String], width: u16) -> Vec<String> {
    let width = usize::from(width).saturating_sub(3).max(20);
    let mut cut = Vec::new();
    for line in lines {
        let letters: Vec<char> = line.chars().collect();
        let (first, mut rest) = letters.split_at(row_end(&letters, width));
        cut.push(first.iter().collect());
        while !rest.is_empty() {
            let (row, after) = rest.split_at(row_end(rest, width - 4));
            cut.push(format!(
                "    {}",
                row.iter().collect::<String>().trim_start()
            ));
            rest = after;
        }
    }
    cut
}

/// Letters of a text that fit into a row: up to the last space in its second half, else all of the row.
fn row_end(letters: &[char], width: usize) -> usize {
    if letters.len() <= width {
        return letters.len();
    }
    let spaces = letters[..width].iter().rposition(|letter| *letter == ' ');
    spaces.filter(|place| *place > width / 2).unwrap_or(width)
}

/// Control characters would move the cursor.
fn clean(line: &str) -> String {
    line.chars()
        .map(|letter| if letter.is_control() { '.' } else { letter })
        .collect()
}
