//! The debugger on a terminal: keys in, panes out. The owner of the terminal calls [`App::key`] and [`draw`].
//!
//! ```text
//!   status                                            one line
//!   source    | bytecode, microcode | calls, locals,  narrow terminals show the source over one of the other panes,
//!             |                     | stack, registers  which Tab chooses
//!   answers               | the program's output
//!   prompt
//!   keys
//! ```

mod draw;

pub use draw::draw;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::commands;
use crate::session::Session;
use crate::text;

/// Lines of answers that are kept.
const MOST_ANSWERS: usize = 500;
/// An answer with more lines opens a window.
const SHORT_ANSWER: usize = 4;
/// Lines that a page key scrolls.
const PAGE: usize = 10;

isa::named_enum! {
    /// A pane that narrow terminals show one at a time.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) enum Pane {
        Bytecode = "Bytecode",
        Locals = "Locals",
        Stack = "Stack",
        Calls = "Calls",
        Microcode = "Microcode",
        Registers = "Registers",
        Caches = "Caches",
    }
}

impl Pane {
    fn next(self) -> Self {
        let at = Self::ALL.iter().position(|pane| *pane == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}

/// A long text above the panes.
#[derive(Debug, Clone)]
pub(crate) struct Window {
    pub(crate) title: String,
    pub(crate) lines: Vec<String>,
    pub(crate) scroll: usize,
}

/// Contents of the terminal.
pub struct App {
    pub(crate) session: Session,
    pub(crate) program: String,
    pub(crate) prompt: String,
    pub(crate) answers: Vec<String>,
    pub(crate) window: Option<Window>,
    pub(crate) pane: Pane,
    history: Vec<String>,
    /// Place in the history while one looks through it.
    recalled: usize,
    quits: bool,
}

/// Function keys and their commands: odd ones go back.
const KEYS: [(u8, &str); 8] = [
    (5, "back"),
    (6, "continue"),
    (7, "back-step"),
    (8, "step"),
    (9, "back-next"),
    (10, "next"),
    (11, "back-bytecode"),
    (12, "bytecode"),
];

/// What a terminal of a width shows while a command has been running for so long.
#[must_use]
pub fn running_text(seconds: u64, width: u16) -> String {
    let text = format!(" running for {seconds} s; Esc or Ctrl-C stops");
    let width = usize::from(width);
    format!("{text:width$}").chars().take(width).collect()
}

impl App {
    /// The debugger on a session; `program` is its name in the status line.
    #[must_use]
    pub fn new(session: Session, program: &str) -> Self {
        Self {
            session,
            program: program.to_owned(),
            prompt: String::new(),
            answers: vec![
                "F1 or ? lists the commands; `break Class.method`, then `continue`".to_owned(),
            ],
            window: None,
            pane: Pane::Bytecode,
            history: Vec::new(),
            recalled: 0,
            quits: false,
        }
    }

    /// The session as it is now.
    #[must_use]
    pub fn into_session(self) -> Session {
        self.session
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns true if the user wants to end.
    #[must_use]
    pub fn quits(&self) -> bool {
        self.quits
    }

    /// A key was pressed. Commands that run do so before this returns.
    pub fn key(&mut self, key: KeyEvent) {
        if self.window.is_some() {
            return self.window_key(key.code);
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('d') if control => self.quits = true,
            KeyCode::Char('c') if control => {
                self.prompt.clear();
                self.answer("Ctrl-D or `quit` ends");
            }
            KeyCode::Char('u') if control => self.prompt.clear(),
            KeyCode::Char(letter) if !control => self.prompt.push(letter),
            KeyCode::Backspace => _ = self.prompt.pop(),
            KeyCode::Esc => self.prompt.clear(),
            KeyCode::Enter => self.enter(),
            KeyCode::Tab => self.complete(),
            KeyCode::Up => self.recall(self.recalled.saturating_sub(1)),
            KeyCode::Down => self.recall(self.recalled + 1),
            KeyCode::F(1) => self.open("Commands", &commands::help("")),
            KeyCode::F(number) => {
                let command = KEYS.iter().find(|(key, _)| *key == number);
                if let Some((_, command)) = command {
                    self.execute(command);
                }
            }
            _ => {}
        }
    }

    fn window_key(&mut self, key: KeyCode) {
        let Some(window) = &mut self.window else {
            return;
        };
        let last = window.lines.len().saturating_sub(1);
        match key {
            KeyCode::Up => window.scroll = window.scroll.saturating_sub(1),
            KeyCode::Down => window.scroll = (window.scroll + 1).min(last),
            KeyCode::PageUp => window.scroll = window.scroll.saturating_sub(PAGE),
            KeyCode::PageDown => window.scroll = (window.scroll + PAGE).min(last),
            _ => self.window = None,
        }
    }

    /// Carries out the prompt; an empty one repeats the last command.
    fn enter(&mut self) {
        let typed = std::mem::take(&mut self.prompt);
        let command = if typed.trim().is_empty() {
            self.history.last().cloned().unwrap_or_default()
        } else {
            typed
        };
        if self.history.last() != Some(&command) && !command.is_empty() {
            self.history.push(command.clone());
        }
        self.recalled = self.history.len();
        self.execute(&command);
    }

    fn recall(&mut self, place: usize) {
        self.recalled = place.min(self.history.len());
        self.prompt = self.history.get(self.recalled).cloned().unwrap_or_default();
    }

    /// Completes the name of a command; an empty prompt takes the next pane.
    fn complete(&mut self) {
        if self.prompt.is_empty() {
            self.pane = self.pane.next();
            return;
        }
        let names = commands::COMMANDS.iter().map(|command| command.names[0]);
        let begun: Vec<_> = names
            .filter(|name| name.starts_with(&self.prompt))
            .collect();
        match begun[..] {
            [] => {}
            [name] => self.prompt = format!("{name} "),
            _ => self.answer(&begun.join("  ")),
        }
    }

    fn execute(&mut self, command: &str) {
        match self.session.execute(command) {
            Err(error) => self.answer(&format!("error: {error}")),
            Ok(reply) => {
                self.quits |= reply.quits;
                // Help has long lines, of which a low pane would show the last ones.
                if commands::is_help(command) || reply.text.lines().count() > SHORT_ANSWER {
                    self.open(command, &reply.text);
                } else if !reply.text.is_empty() {
                    self.answer(&reply.text);
                }
            }
        }
    }

    fn answer(&mut self, text: &str) {
        self.answers.extend(text.lines().map(str::to_owned));
        let old = self.answers.len().saturating_sub(MOST_ANSWERS);
        self.answers.drain(..old);
    }

    fn open(&mut self, title: &str, text: &str) {
        self.window = Some(Window {
            title: title.to_owned(),
            lines: text.lines().map(str::to_owned).collect(),
            scroll: 0,
        });
    }

    /// Lines of one of the small panes, and which is the present one.
    pub(crate) fn pane_lines(&self, pane: Pane, rows: usize) -> (Vec<String>, Option<usize>) {
        let session = &self.session;
        let lines = match pane {
            Pane::Bytecode => {
                let listed = text::running_code(session);
                let listed = listed.map(|listed| {
                    let (lines, current) = listed.around(rows);
                    (lines.to_vec(), current)
                });
                return listed.unwrap_or_default();
            }
            Pane::Microcode => {
                let listed = text::microcode(session);
                let (lines, current) = listed.around(rows);
                return (lines.to_vec(), current);
            }
            Pane::Locals => text::locals(session, 0).unwrap_or_default(),
            Pane::Stack => text::stack(session, rows),
            Pane::Calls => text::calls(session),
            Pane::Registers => text::registers(session),
            Pane::Caches => text::caches(session),
        };
        (lines, None)
    }
}
