//! Screens of the terminal at two sizes.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::it::support::session;
use debugger::terminal::{App, draw, running_text};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Types lines, each with Enter.
fn app(lines: &[&str]) -> App {
    let mut app = App::new(session(), "quick-sort");
    for line in lines {
        for letter in line.chars() {
            app.key(KeyCode::Char(letter).into());
        }
        app.key(KeyCode::Enter.into());
    }
    app
}

fn screen(app: &App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(frame, app)).unwrap();
    let text = terminal.backend().to_string();
    let lines = text.lines().map(|line| line.trim_matches('"').trim_end());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_small_terminal_shows_source_over_one_more_pane_and_cuts_neither() {
    let app = app(&["break QuickSort.main", "continue", "next"]);
    let shown = screen(&app, 80, 24);
    for whole in [
        "Verdict verdict = new Verdict(\"quick-sort\");",
        "public static void main(String[] args) {",
        "new 2  class program.Verdict",
        "QuickSort.main([Ljava/lang/String;)V",
    ] {
        assert!(shown.contains(whole), "{whole} in\n{shown}");
    }
    insta::assert_snapshot!("small", shown);
}

#[test]
fn a_large_terminal_shows_everything() {
    let app = app(&["break QuickSort.main", "continue", "next"]);
    insta::assert_snapshot!("large", screen(&app, 160, 50));
}

#[test]
fn before_the_first_cycle_there_is_nothing_to_show_and_it_is_shown() {
    insta::assert_snapshot!("start", screen(&app(&[]), 80, 24));
}

#[test]
fn tab_takes_the_next_pane_and_completes_commands() {
    let mut app = app(&["break QuickSort.main", "continue"]);
    app.key(KeyCode::Tab.into());
    assert!(screen(&app, 80, 24).contains(" Locals "));
    app.key(KeyCode::Tab.into());
    assert!(screen(&app, 80, 24).contains(" Stack "));
    for letter in "back-f".chars() {
        app.key(KeyCode::Char(letter).into());
    }
    app.key(KeyCode::Tab.into());
    assert!(screen(&app, 80, 24).contains("> back-finish"));
}

#[test]
fn the_help_opens_a_window_that_any_key_closes() {
    let mut app = app(&["?watch"]);
    let watch = screen(&app, 80, 24);
    for part in [
        "watch, w FIELD",
        "static field changes",
        "element is written",
        "any key closes",
    ] {
        assert!(watch.contains(part), "{part} in\n{watch}");
    }
    app.key(KeyCode::Esc.into());
    app.key(KeyCode::F(1).into());
    let help = screen(&app, 80, 24);
    insta::assert_snapshot!("help_window", help);
    app.key(KeyCode::PageDown.into());
    assert_ne!(screen(&app, 80, 24), help);
    app.key(KeyCode::Char('x').into());
    assert!(!screen(&app, 80, 24).contains("closes"));
}

#[test]
fn an_empty_line_repeats_the_last_command_and_up_recalls_it() {
    let mut app = app(&["break QuickSort.main", "continue", "bytecode"]);
    let before = app.session().timeline().probe().0.bytecodes;
    app.key(KeyCode::Enter.into());
    assert_eq!(app.session().timeline().probe().0.bytecodes, before + 1);
    app.key(KeyCode::Up.into());
    assert!(screen(&app, 80, 24).contains("> bytecode"));
}

#[test]
fn function_keys_go_back_as_they_went_forward() {
    let mut app = app(&["break QuickSort.main", "continue"]);
    let start = app.session().timeline().cycle();
    for key in [10, 10, 12, 11, 9, 9] {
        app.key(KeyCode::F(key).into());
    }
    assert_eq!(app.session().timeline().cycle(), start);
    app.key(KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL));
    assert!(app.quits());
}

#[test]
fn a_long_move_says_that_it_runs_and_how_to_stop_it() {
    let text = running_text(12, 80);
    assert_eq!(text.trim_end(), " running for 12 s; Esc or Ctrl-C stops");
    assert_eq!(text.len(), 80);
    assert_eq!(running_text(3, 8), " running");
}

#[test]
fn a_terminal_of_any_size_is_drawn() {
    let app = app(&["break QuickSort.main", "continue", "help"]);
    for (width, height) in [(1, 1), (10, 3), (79, 5), (121, 7), (300, 100)] {
        screen(&app, width, height);
    }
}
