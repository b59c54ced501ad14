//! The full screen, which follows the run and stays after its end.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use isa::Output;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use run::ending::slice_end;
use run::{End, Ending, Engine as _, Host, Input, Limits, Program};

use super::view::{self, Screen};
use super::watched::{Run, Watched};
use crate::output::errors::Error;

/// The host that draws it.
pub(super) struct OnScreen {
    watched: Watched,
    terminal: DefaultTerminal,
    screen: Screen,
    interval: Duration,
    drawn: Instant,
    /// Cycle in which it was drawn.
    cycle: u64,
    stale: bool,
    paused: bool,
    /// The program waits for input that does not come.
    waits: bool,
    end: Option<End>,
}

/// Why the screen goes before the end of the run.
pub(super) enum Left {
    Quit,
    Interrupted,
    Failed(Box<Error>),
}

impl From<Error> for Left {
    fn from(error: Error) -> Self {
        Self::Failed(Box::new(error))
    }
}

impl From<Infallible> for Left {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl OnScreen {
    /// A screen that is drawn in every interval.
    pub(super) fn new(watched: Watched, screen: Screen, interval: Duration) -> Result<Self, Error> {
        let terminal = ratatui::try_init().map_err(no_terminal)?;
        Ok(Self {
            watched,
            terminal,
            screen,
            interval,
            drawn: Instant::now(),
            cycle: 0,
            stale: true,
            paused: false,
            waits: false,
            end: None,
        })
    }

    /// Runs until the user quits, then prints the tables; gives the end, unless the user quit before.
    pub(super) fn run(
        mut self,
        program: &Program,
        run: &mut Run,
        limits: &Limits<'_>,
    ) -> Result<Option<End>, Error> {
        let left = run::to_end(program, run, &mut self, limits);
        ratatui::restore();
        let end = match left {
            Ok(end) => Some(end),
            Err(Left::Quit) => None,
            Err(Left::Interrupted) => Some(End::Interrupted),
            Err(Left::Failed(error)) => return Err(*error),
        };
        self.watched.look(run);
        self.watched.print()?;
        Ok(end)
    }

    /// Draws if it is time to, and does what keys ask for, which may be to leave.
    fn turn(&mut self, run: &Run) -> Result<(), Left> {
        let rests = self.paused || self.end.is_some();
        if self.drawn.elapsed() >= self.interval {
            if !rests {
                self.look(run);
            }
            (self.drawn, self.cycle) = (Instant::now(), run.cycle());
            self.stale = true;
        }
        if self.stale {
            self.draw()?;
        }
        let patience = if rests { self.interval } else { Duration::ZERO };
        if !event::poll(patience).map_err(no_terminal)? {
            return Ok(());
        }
        self.stale = true;
        match event::read().map_err(no_terminal)? {
            Event::Key(key) if key.kind == KeyEventKind::Press => {
                self.press(key.code, key.modifiers.contains(KeyModifiers::CONTROL))
            }
            _ => Ok(()),
        }
    }

    fn look(&mut self, run: &Run) {
        self.watched.look(run);
        let cycles = run.cycle() - self.cycle;
        self.screen.speed = cycles as f64 / self.drawn.elapsed().as_secs_f64();
    }

    fn draw(&mut self) -> Result<(), Left> {
        self.screen.state = self.state();
        let Self {
            watched, screen, ..
        } = self;
        self.terminal
            .draw(|frame| view::draw(frame, screen, &watched.snapshot, &watched.printed))
            .map_err(no_terminal)?;
        self.stale = false;
        Ok(())
    }

    fn press(&mut self, key: KeyCode, with_control: bool) -> Result<(), Left> {
        let screen = &mut self.screen;
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return Err(Left::Quit),
            KeyCode::Char('c') if with_control => return Err(Left::Interrupted),
            KeyCode::Char(' ' | 'p') => self.paused = !self.paused,
            KeyCode::Char('s') => screen.recently = !screen.recently,
            KeyCode::Down => {
                let methods = self.watched.snapshot.methods.len();
                screen.scroll = (screen.scroll + 1).min(methods);
            }
            KeyCode::Up => screen.scroll = screen.scroll.saturating_sub(1),
            KeyCode::Home => screen.scroll = 0,
            _ => {}
        }
        Ok(())
    }

    fn state(&self) -> String {
        match self.end {
            Some(End::Exit(status)) => format!("ended with status {status}"),
            Some(End::ExitText) => "ended".to_owned(),
            Some(_) => "stopped".to_owned(),
            None if self.paused => "paused".to_owned(),
            None if self.waits => "waits for input".to_owned(),
            None => "running".to_owned(),
        }
    }
}

impl Host<Run> for OnScreen {
    type Error = Left;

    fn takes(&mut self, output: Output) -> Result<(), Left> {
        self.watched.takes(output);
        Ok(())
    }

    fn next(&self, cycle: u64) -> u64 {
        slice_end(cycle)
    }

    fn between(&mut self, run: &mut Run, _: &Ending<'_>) -> Result<(), Left> {
        self.turn(run)?;
        while self.paused {
            self.turn(run)?;
        }
        Ok(())
    }

    fn hears(&self) -> bool {
        true
    }

    /// Nothing is printed between the panes.
    fn waits(&mut self, _: Input) {
        self.waits = true;
    }

    fn ended(&mut self, run: &mut Run, end: End, _: &Ending<'_>) -> Result<(), Left> {
        self.look(run);
        self.end = Some(end);
        self.stale = true;
        loop {
            match self.turn(run) {
                Ok(()) => {}
                // The run is over.
                Err(Left::Quit) => return Ok(()),
                left => return left,
            }
        }
    }
}

fn no_terminal(reason: std::io::Error) -> Error {
    Error::System {
        what: "use the terminal; give --every N for tables",
        reason: reason.into(),
    }
}
