//! The bench: what is open, and the answers to requests.

use std::cell::Cell;
use std::rc::Rc;

use jopizer::{Image, Symbols};
use run::Program;
use serde::Serialize;
use serde_json::{Value, json};

use crate::lab;
use crate::library::Library;
use crate::open::{self, Files};
use crate::pipeline;
use crate::request::Request;
use crate::views;
use debugger::{Names, Session};
use isa::MachineConfig;
use microcode::Build;
use sim_core::Machine;

/// Memory for snapshots. Unit: bytes. A page has 4 GB at most.
const BUDGET: usize = 96 << 20;
/// Times that a command asks before it is interrupted: about a second, after which the page asks for more.
const PATIENCE: u32 = 16;
/// What the page sends at the end of the input: Ctrl-D.
const END_OF_TEXT: char = '\u{4}';

/// A request that cannot be done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Refusal(pub(crate) String);

impl Refusal {
    #[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
    pub(crate) fn of(reason: impl ToString) -> Self {
        Self(reason.to_string())
    }
}

/// An open program on its machine.
pub(crate) struct Opened {
    pub(crate) name: String,
    pub(crate) session: Session,
    /// For names in the pipeline.
    pub(crate) image: Image,
    pub(crate) symbols: Option<Symbols>,
    /// To start again; none for a checkpoint, whose beginning nobody has.
    pub(crate) program: Option<Program>,
    pub(crate) microcode: microcode::Program,
}

/// Everything that the page works with.
pub struct Bench {
    /// What the page has brought.
    library: Option<Library>,
    pub(crate) opened: Option<Opened>,
    pub(crate) files: Files,
    pub(crate) config: MachineConfig,
    pub(crate) microcode: microcode::Program,
    /// Questions left until the present command is interrupted.
    patience: Rc<Cell<u32>>,
}

impl Default for Bench {
    fn default() -> Self {
        Self::new()
    }
}

impl Bench {
    /// An empty bench with the usual machine and our microcode.
    #[must_use]
    pub fn new() -> Self {
        Self {
            library: None,
            opened: None,
            files: Files::default(),
            config: MachineConfig::default(),
            microcode: microcode::jvm(Build::Jop),
            patience: Rc::default(),
        }
    }

    /// Answers a request: `{"ok": ...}` or `{"error": "..."}`. `bytes` are those of a file that it brings.
    pub fn answer(&mut self, request: &str, bytes: &[u8]) -> String {
        let answer = serde_json::from_str(request)
            .map_err(|error| Refusal(format!("no such request: {error}")))
            .and_then(|request| self.execute(request, bytes));
        let answer = match answer {
            Ok(value) => json!({ "ok": value }),
            Err(Refusal(reason)) => json!({ "error": reason }),
        };
        answer.to_string()
    }

    fn execute(&mut self, request: Request, bytes: &[u8]) -> Result<Value, Refusal> {
        match request {
            Request::Library(parts) => {
                let library = self.library.insert(Library::of(parts, bytes)?);
                self.files.use_library(library);
                Ok(Value::Null)
            }
            Request::Program { name, arguments } => {
                let words = self.config.memory_words;
                let program = self.library()?.program(&name, &arguments, words)?;
                self.start(program)
            }
            Request::File { name } => self.open_file(&name, bytes),
            Request::Link { main, arguments } => {
                let words = self.config.memory_words;
                let library = self.library()?;
                let program = self.files.link(library, &main, &arguments, words)?;
                self.start(program)
            }
            Request::Machine { config } => {
                let config = open::config(&config)?;
                let before = std::mem::replace(&mut self.config, config);
                // A machine that is refused is not there for the next program either.
                self.restart().inspect_err(|_| self.config = before)
            }
            Request::Run { until } => {
                self.patience.set(u32::MAX);
                let arrival = self.opened_mut()?.session.run_until(until);
                Ok(json!({
                    "ended": arrival.ended,
                    "arrived": arrival.arrived,
                    "text": arrival.text,
                    "cycle": self.opened()?.session.timeline().cycle(),
                }))
            }
            Request::Command { line } => {
                self.patience.set(PATIENCE);
                let reply = self.opened_mut()?.session.execute(&line);
                let reply = reply.map_err(Refusal::of)?;
                let interrupted = self.patience.get() == 0;
                Ok(
                    json!({ "text": reply.text, "failed": reply.failed, "interrupted": interrupted }),
                )
            }
            Request::Show { parts } => views::show(self.opened()?, &parts),
            Request::Pipeline { before, after } => {
                pipeline::around(self.opened()?, before, after).map(|it| value(&it))
            }
            Request::Text { of } => views::text(self.opened()?, &of),
            Request::Memory { start, words } => Ok(views::memory(self.opened()?, start, words)),
            Request::Input { text } => {
                let session = &mut self.opened_mut()?.session;
                let before = text.strip_suffix(END_OF_TEXT);
                session.feed_bytes(before.unwrap_or(&text).as_bytes());
                if before.is_some() {
                    session.end_input();
                }
                Ok(Value::Null)
            }
            Request::Sources => Ok(lab::sources()),
            Request::Assemble {
                files,
                strict,
                load,
            } => {
                let build = if strict { Build::Strict } else { Build::Jop };
                let (program, answer) = lab::assemble(&files, build, &self.config);
                if let (Some(program), true) = (program, load) {
                    let before = std::mem::replace(&mut self.microcode, program);
                    self.restart().inspect_err(|_| self.microcode = before)?;
                }
                Ok(answer)
            }
        }
    }

    fn library(&self) -> Result<&Library, Refusal> {
        let library = self.library.as_ref();
        library.ok_or_else(|| Refusal("the page has not brought its library".to_owned()))
    }

    pub(crate) fn opened(&self) -> Result<&Opened, Refusal> {
        let opened = self.opened.as_ref();
        opened.ok_or_else(|| Refusal("no program is open".to_owned()))
    }

    fn opened_mut(&mut self) -> Result<&mut Opened, Refusal> {
        let opened = self.opened.as_mut();
        opened.ok_or_else(|| Refusal("no program is open".to_owned()))
    }

    fn restart(&mut self) -> Result<Value, Refusal> {
        match self.opened.as_ref().map(|opened| opened.program.clone()) {
            None => Ok(Value::Null),
            Some(None) => Err(Refusal(
                "a checkpoint holds its own machine and microcode; open a program to try others"
                    .to_owned(),
            )),
            Some(Some(program)) => self.start(program),
        }
    }

    /// Looks for sources again: there are more of them.
    pub(crate) fn refresh_names(&mut self) {
        let sources = self.files.sources();
        if let Some(opened) = &mut self.opened {
            opened.session.set_sources(sources);
        }
    }

    /// Puts a program before its first cycle.
    pub(crate) fn start(&mut self, program: Program) -> Result<Value, Refusal> {
        let image = &program.image.words;
        let machine = Machine::new(&self.config, &self.microcode, image).map_err(Refusal::of)?;
        let sources = self.files.sources();
        let names = Names::new(program.symbols.clone(), sources, image, &self.microcode);
        self.put(Opened {
            name: program.name.clone(),
            session: self.session(machine, names, program.exit_text),
            image: program.image.clone(),
            symbols: program.symbols.clone(),
            microcode: self.microcode.clone(),
            program: Some(program),
        })
    }

    /// A session whose long commands come back to the page now and then.
    pub(crate) fn session(&self, machine: Machine, names: Names, exit_text: bool) -> Session {
        let patience = Rc::clone(&self.patience);
        let interrupt = Box::new(move || {
            patience.set(patience.get().saturating_sub(1));
            patience.get() == 0
        });
        let session = Session::new(machine, names, interrupt).keeping(BUDGET);
        match exit_text {
            true => session.ending_by_text(),
            false => session,
        }
    }

    pub(crate) fn put(&mut self, opened: Opened) -> Result<Value, Refusal> {
        let answer = json!({
            "opened": opened.name,
            "cycle": opened.session.timeline().cycle(),
            "words": opened.image.words.len(),
            "restarts": opened.program.is_some(),
        });
        self.opened = Some(opened);
        Ok(answer)
    }
}

pub(crate) fn value(answer: &impl Serialize) -> Value {
    // Structs of texts and numbers always have a JSON form.
    serde_json::to_value(answer).unwrap_or(Value::Null)
}
