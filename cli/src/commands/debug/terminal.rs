//! The terminal of the debugger, restored however the debugger ends.

use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use debugger::terminal::{App, draw, running_text};
use debugger::{Interrupt, Session};
use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::{MoveTo, RestorePosition, SavePosition};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::crossterm::style::{Attribute, Print, SetAttribute};
use ratatui::crossterm::{execute, terminal};

use crate::output::errors::Error;
use run::End;

/// Time after which a command shows that it is still running.
const PATIENCE: Duration = Duration::from_millis(500);

/// When the running command was first asked whether to go on; none while no command runs. Shared by both ends of a run.
pub(super) type Life = Rc<Cell<Option<Instant>>>;

/// Checks for Ctrl-C and Escape; polled during a run, of which it gives a sign of life.
pub(super) fn interrupt(life: Life) -> Interrupt {
    Box::new(move || {
        let start = life.get().unwrap_or_else(Instant::now);
        life.set(Some(start));
        if start.elapsed() >= PATIENCE {
            // A sign of life that cannot be given stops nothing.
            let _ = show_life(start.elapsed().as_secs());
        }
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

/// Writes over the status line.
fn show_life(seconds: u64) -> io::Result<()> {
    let (width, _) = terminal::size()?;
    let text = running_text(seconds, width);
    execute!(
        io::stdout(),
        SavePosition,
        MoveTo(0, 0),
        SetAttribute(Attribute::Reverse),
        Print(text),
        SetAttribute(Attribute::Reset),
        RestorePosition
    )
}

/// Shows the debugger until the user ends it; returns the session as it is then.
pub(super) fn run(session: Session, program: &str, life: &Life) -> Result<Session, Error> {
    // In raw mode Ctrl-C is a key; this is for signals from elsewhere.
    let handler = || {
        ratatui::restore();
        std::process::exit(End::Interrupted.exit_code().into());
    };
    ctrlc::set_handler(handler).map_err(|reason| failed(io::Error::other(reason)))?;
    // A panic gives the terminal back, too.
    let terminal = ratatui::try_init().map_err(failed)?;
    let shown = show(terminal, App::new(session, program), life);
    ratatui::restore();
    shown.map_err(failed)
}

fn show(mut terminal: DefaultTerminal, mut app: App, life: &Life) -> io::Result<Session> {
    while !app.quits() {
        terminal.draw(|frame| draw(frame, &app))?;
        if let Event::Key(key) = event::read()?
            && key.kind == KeyEventKind::Press
        {
            life.set(None);
            app.key(key);
            if life.take().is_some_and(|start| start.elapsed() >= PATIENCE) {
                // What was written over the screen is unknown to it.
                terminal.clear()?;
            }
        }
    }
    Ok(app.into_session())
}

fn failed(reason: io::Error) -> Error {
    Error::System {
        what: "use the terminal",
        reason: reason.into(),
    }
}
