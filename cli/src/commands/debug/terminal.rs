//! The terminal of the debugger, restored however the debugger ends.

use std::io;
use std::time::Duration;

use debugger::terminal::{App, draw};
use debugger::{Interrupt, Session};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};

use crate::errors::Error;
use run::End;

/// Checks for Ctrl-C and Escape; polled during a run.
pub(super) fn interrupt() -> Interrupt {
    Box::new(|| {
        let mut pressed = false;
        while event::poll(Duration::ZERO).unwrap_or(false) {
            if let Ok(Event::Key(key)) = event::read() {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                pressed |= key.code == KeyCode::Esc || control && key.code == KeyCode::Char('c');
            }
        }
        pressed
    })
}

/// Shows the debugger until the user ends it.
pub(super) fn run(session: Session, program: &str) -> Result<(), Error> {
    // In raw mode Ctrl-C is a key; this is for signals from elsewhere.
    let handler = || {
        ratatui::restore();
        std::process::exit(End::Interrupted.exit_code().into());
    };
    ctrlc::set_handler(handler).map_err(|reason| failed(io::Error::other(reason)))?;
    // A panic gives the terminal back, too.
    let terminal = ratatui::try_init().map_err(failed)?;
    let shown = show(terminal, App::new(session, program));
    ratatui::restore();
    shown.map_err(failed)
}

fn show(mut terminal: DefaultTerminal, mut app: App) -> io::Result<()> {
    while !app.quits() {
        terminal.draw(|frame| draw(frame, &app))?;
        if let Event::Key(key) = event::read()?
            && key.kind == KeyEventKind::Press
        {
            app.key(key);
        }
    }
    Ok(())
}

fn failed(reason: io::Error) -> Error {
    Error::System {
        what: "use the terminal",
        reason: reason.into(),
    }
}
