//! The screen of `jop top`.

use cross_profile::Cause;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Cell, Paragraph, Row, Table};

use super::snapshot::{Printed, Snapshot};
use crate::output::table::thousands;

/// Maximum length of a cause's bar. Unit: columns.
const BAR: u16 = 16;
/// Columns of a cause without its bar: line, name, share, space.
const CAUSE: u16 = 1 + 16 + 6 + 1;
/// Columns of a method: the figures, and a name that can be recognised.
const METHOD: u16 = 39 + 24;
/// Lines of output that are shown.
const OUTPUT_LINES: u16 = 5;

/// The user's choices and the state of the run.
#[derive(Debug, Clone)]
pub(super) struct Screen {
    pub(super) program: String,
    /// The only region whose methods and causes count.
    pub(super) region: Option<String>,
    pub(super) machine: String,
    /// `running`, `paused`, or how it ended.
    pub(super) state: String,
    /// Clock cycles simulated in a second of the host.
    pub(super) speed: f64,
    /// Orders methods by the last interval, not by the whole run.
    pub(super) recently: bool,
    /// First method shown.
    pub(super) scroll: usize,
}

/// Draws all of it.
pub(super) fn draw(frame: &mut Frame<'_>, screen: &Screen, snapshot: &Snapshot, printed: &Printed) {
    let [head, middle, output, keys] = Layout::vertical([
        Constraint::Length(4 + u16::from(screen.region.is_some()) + snapshot.foci.len() as u16),
        Constraint::Min(3),
        Constraint::Length(OUTPUT_LINES + 1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    // Bars get what figures leave.
    let bar = middle.width.saturating_sub(METHOD + CAUSE).min(BAR);
    let [methods, causes] =
        Layout::horizontal([Constraint::Min(40), Constraint::Length(CAUSE + bar)]).areas(middle);
    frame.render_widget(head_lines(screen, snapshot), head);
    draw_methods(frame, methods, screen, snapshot);
    frame.render_widget(cause_lines(screen, snapshot, bar), causes);
    frame.render_widget(output_lines(printed), output);
    let order = if screen.recently {
        "since reset"
    } else {
        "of the last interval"
    };
    let help = format!(" q quit   space pause   s order {order}   up, down, home scroll");
    frame.render_widget(
        Paragraph::new(help).style(Style::new().add_modifier(Modifier::REVERSED)),
        keys,
    );
}

fn head_lines<'a>(screen: &Screen, snapshot: &Snapshot) -> Paragraph<'a> {
    let run = &snapshot.statistics;
    let [lookups, hits] = snapshot.recent_lookups;
    let recent = if lookups == 0 {
        100.0
    } else {
        100.0 * hits as f64 / lookups as f64
    };
    let stalled = 100.0 * run.stalls.total() as f64 / run.cycles.max(1) as f64;
    let (whole, of_whole) = match screen.region {
        Some(_) => ("run: ", "run "),
        None => ("", ""),
    };
    let mut lines = vec![
        Line::from(vec![
            Span::styled(
                screen.program.clone(),
                Style::new().add_modifier(Modifier::BOLD),
            ),
            Span::raw(format!(
                "  {}   {:.1} MHz simulated   {stalled:.1} % stalled",
                screen.state,
                screen.speed / 1e6
            )),
        ]),
        Line::raw(screen.machine.clone()),
        Line::raw(format!(
            "{whole}{} cycles   {} bytecodes   {:.3} cycles per bytecode",
            thousands(run.cycles),
            thousands(run.bytecodes),
            run.cycles_per_bytecode(),
        )),
        Line::raw(format!(
            "{of_whole}cache {:.2} % hits, {recent:.2} % now   {} exceptions   {} interrupts",
            100.0 * run.hit_rate(),
            thousands(run.exceptions),
            thousands(run.interrupts),
        )),
    ];
    if let Some(region) = &screen.region {
        lines.push(Line::raw(format!(
            "region {region}: {} cycles, {:.2} % of the run",
            thousands(snapshot.cycles),
            100.0 * snapshot.cycles as f64 / run.cycles.max(1) as f64,
        )));
    }
    for row in &snapshot.foci {
        lines.push(Line::raw(format!(
            "focus {}: {} cycles, {:.2} %, {:.2} % now",
            row.name,
            thousands(row.cycles),
            100.0 * snapshot.share(row.cycles, false),
            100.0 * snapshot.share(row.recent, true),
        )));
    }
    Paragraph::new(lines)
}

fn draw_methods(frame: &mut Frame<'_>, area: Rect, screen: &Screen, snapshot: &Snapshot) {
    let rows = snapshot
        .hottest(screen.recently)
        .into_iter()
        .skip(screen.scroll)
        .map(|row| {
            let now = snapshot.share(row.recent, true);
            let hot = if now >= 0.1 {
                Style::new().fg(Color::LightRed)
            } else if now >= 0.01 {
                Style::new().fg(Color::Yellow)
            } else {
                Style::new()
            };
            let cells = [
                format!("{:6.2}", 100.0 * now),
                format!("{:6.2}", 100.0 * snapshot.share(row.cycles, false)),
                format!("{:>14}", thousands(row.cycles)),
                format!("{:>9}", thousands(row.calls)),
                row.name.clone(),
            ];
            Row::new(cells.map(Cell::from)).style(hot)
        });
    let widths = [
        Constraint::Length(6),
        Constraint::Length(6),
        Constraint::Length(14),
        Constraint::Length(9),
        Constraint::Min(10),
    ];
    let header = Row::new(["now %", "all %", "self cycles", "calls", "method"])
        .style(Style::new().add_modifier(Modifier::UNDERLINED));
    frame.render_widget(Table::new(rows, widths).header(header), area);
}

fn cause_lines<'a>(screen: &Screen, snapshot: &Snapshot, most: u16) -> Paragraph<'a> {
    let cycles = &snapshot.causes[usize::from(screen.recently)];
    let title = if screen.recently {
        " causes now "
    } else {
        " causes "
    };
    let shown = Cause::ALL.into_iter().zip(cycles);
    let shown = shown.filter(|(cause, cycles)| !cause.is_wait() || **cycles != 0);
    let lines = shown.map(|(cause, cycles)| {
        let share = snapshot.share(*cycles, screen.recently);
        let bar = "█".repeat((share * f64::from(most)).round() as usize);
        Line::raw(format!("{:16}{:6.2} {bar}", cause.name(), 100.0 * share))
    });
    Paragraph::new(lines.collect::<Vec<_>>())
        .block(Block::new().borders(Borders::LEFT).title(title))
}

fn output_lines<'a>(printed: &Printed) -> Paragraph<'a> {
    let lines = printed.last(usize::from(OUTPUT_LINES));
    Paragraph::new(lines.into_iter().map(Line::raw).collect::<Vec<_>>())
        .block(Block::new().borders(Borders::TOP).title(" output "))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use cross_profile::Provenance;
    use isa::{MachineConfig, Output};
    use jopizer::LinkProgram;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use run::{Ending, MachineRun};
    use sim_core::{Machine, Statistics};

    use super::*;
    use crate::output::machine_summary::summary;

    /// The lift after so many cycles, in two snapshots.
    fn screen_of(recently: bool) -> String {
        let lift = runtime::programs::find("lift")
            .unwrap()
            .link(4, 1 << 18)
            .unwrap();
        let program = microcode::jvm(microcode::Build::Jop);
        let config = MachineConfig::default();
        let machine = Machine::new(&config, &program, &lift.image.words).unwrap();
        let contexts = record::machine::contexts(&lift.image.words, Some(&lift.symbols));
        let mut run = MachineRun::new(machine, (Statistics::default(), contexts));
        let mut ending = Ending::of_program(false);
        let (mut snapshot, mut printed) = (Snapshot::default(), Printed::default());
        for limit in [100_000, 150_000] {
            let Ok(None) = ending.run_to::<_, Infallible>(&mut run, limit, |output| {
                if let Output::Uart(byte) = output {
                    printed.push(byte);
                }
                Ok(())
            }) else {
                panic!("the lift goes on");
            };
            let contexts = run.probe.1.clone().finish();
            let profile = contexts.into_profile(Provenance::default());
            let statistics = run.probe.0;
            let foci = ["below:lift.Plant".parse().unwrap()];
            snapshot = snapshot
                .after((statistics, statistics.cycles), &profile)
                .with_foci(&snapshot, &foci, &profile);
        }
        let screen = Screen {
            program: "lift".to_owned(),
            region: None,
            machine: summary(&config),
            state: "running".to_owned(),
            speed: 40e6,
            recently,
            scroll: 0,
        };
        let mut terminal = Terminal::new(TestBackend::new(120, 24)).unwrap();
        terminal
            .draw(|frame| draw(frame, &screen, &snapshot, &printed))
            .unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn the_screen_shows_methods_causes_and_output() {
        insta::assert_snapshot!(screen_of(false));
    }

    #[test]
    fn in_the_order_of_the_last_interval_the_methods_of_now_stand_first() {
        let (all, now) = (screen_of(false), screen_of(true));
        assert_ne!(all, now);
        insta::assert_snapshot!(now);
    }

    #[test]
    fn a_screen_of_the_usual_size_cuts_no_figure() {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let screen = Screen {
            program: "producer-consumer".to_owned(),
            region: Some("filter".to_owned()),
            machine: String::new(),
            state: "paused".to_owned(),
            speed: 999.9e6,
            recently: true,
            scroll: 0,
        };
        let most = 9_999_999_999;
        let mut statistics = Statistics::default();
        (statistics.cycles, statistics.bytecodes) = (most, 999_999_999);
        (statistics.exceptions, statistics.interrupts) = (99_999, 9_999_999);
        let mut recorder = cross_profile::Recorder::new(cross_profile::MethodId(0));
        for frame in 0..1_000_000 {
            recorder.enter(
                cross_profile::MethodId(1),
                cross_profile::Service::Program,
                frame,
            );
            recorder.resume(u32::MAX);
        }
        recorder.enter(
            cross_profile::MethodId(1),
            cross_profile::Service::Program,
            0,
        );
        recorder.charge(cross_profile::Charge::Execute, most);
        let profile = cross_profile::Profile {
            provenance: Provenance::default(),
            methods: vec!["(start)".to_owned(), "t.A.b()V".to_owned()],
            bytecodes: Vec::new(),
            flat: false,
            threads: vec![cross_profile::ThreadProfile {
                name: "main".to_owned(),
                tree: recorder.into_trees().remove(0),
            }],
        };
        let snapshot = Snapshot::default().after((statistics, statistics.cycles), &profile);
        terminal
            .draw(|frame| draw(frame, &screen, &snapshot, &Printed::default()))
            .unwrap();
        let text = terminal.backend().to_string();
        for figure in [
            "999.9 MHz simulated",
            "0.0 % stalled",
            "run: 9,999,999,999 cycles",
            "region filter: 9,999,999,999 cycles, 100.00 % of the run",
            "999,999,999 bytecodes",
            "10.000 cycles per bytecode",
            "9,999,999 interrupts",
            "9,999,999,999",
            "1,000,001",
            "execute         100.00",
            "load-on-invoke    0.00",
        ] {
            assert!(text.contains(figure), "{figure} in\n{text}");
        }
    }
}
