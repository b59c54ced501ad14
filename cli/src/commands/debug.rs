//! `jop debug`: a program under the debugger, on a terminal or from a file of commands.

mod arguments;
mod recorder;
mod several;
mod terminal;

use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;

use debugger::script::{self, ScriptError};
use debugger::{Interrupt, Names, Session};
use jopizer::Symbols;
use run::program::has_our_runtime;
use run::{End, Setup};

pub(crate) use self::arguments::Arguments;
use crate::args::input::read;
use crate::args::long_methods;
use crate::host::checkpoints;
use crate::host::interrupts::watch_for_interrupts;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::{exit_code, stdout};

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let Some(file) = &arguments.commands else {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(Error::Input(
                "the debugger needs a terminal; give commands with --commands FILE".to_owned(),
            ));
        }
        let life = terminal::Life::default();
        let interrupt = terminal::interrupt(life.clone());
        let (session, name) = session(arguments, interrupt, console)?;
        let session = terminal::run(session, &name, &life)?;
        note_unwritten(&session, console);
        return Ok(exit_code::DONE);
    };
    let commands = read(file, console)?;
    let commands = String::from_utf8_lossy(&commands);
    let interrupted = watch_for_interrupts()?;
    let interrupt = Box::new(|| interrupted.swap(false, Ordering::Relaxed));
    let (mut session, name) = session(arguments, interrupt, console)?;
    let mut out = io::stdout().lock();
    let verdict = script::run(&mut session, &commands, &mut out);
    note_unwritten(&session, console);
    match verdict {
        Ok(verdict) if verdict.failures == 0 => {
            let end = verdict.end.unwrap_or(End::Exit(0));
            Ok(exit_code::of_run(end, &name, console))
        }
        Ok(_) => Ok(exit_code::DIFFERS),
        Err(ScriptError::Write(reason)) => Err(stdout::failed(reason)),
        Err(ScriptError::Command { line, reason }) => {
            let place = format_args!("{}:{line}", file.display());
            Err(Error::at(place)(reason))
        }
    }
}

/// Notes a recording that nobody ended.
fn note_unwritten(session: &Session, console: Console) {
    if let Some(note) = session.unwritten() {
        console.note(&format!("jop: note: {note}"));
    }
}

/// The session, and the program's name.
fn session(
    arguments: &Arguments,
    interrupt: Interrupt,
    console: Console,
) -> Result<(Session, String), Error> {
    let system = arguments.machine.system()?;
    if let (Some(processors), None) = (&system.processors, &arguments.from) {
        return several::session(arguments, (&system, processors), interrupt, console);
    }
    let sources = arguments.program.sources(&arguments.source);
    let mut input = None;
    let mut feed = |symbols: Option<&Symbols>| -> Result<(), Error> {
        input = arguments.input_of(symbols, console)?;
        Ok(())
    };
    let (mut machine, names, name, exit_text, setup) = if let Some(file) = &arguments.from {
        let checkpoint = checkpoints::read(file)?;
        let machine = checkpoint.machine()?;
        let words = machine.state.memory_system.memory.words.as_slice();
        let image = words
            .get(..checkpoint.subject.program.words)
            .unwrap_or(words);
        let subject = checkpoint.subject;
        let exit_text = !has_our_runtime(subject.symbols.as_ref());
        feed(subject.symbols.as_ref())?;
        let microcode = &subject.microcode.program;
        let names = Names::new(subject.symbols, sources, image, microcode);
        (machine, names, subject.program.name, exit_text, None)
    } else {
        let config = system.machine;
        let program = arguments.program.load(config.memory_words, console)?;
        long_methods::check((&program, &config), "", console)?;
        feed(program.symbols.as_ref())?;
        let setup = Setup {
            microcode: arguments.microcode.load(console)?,
            machine: config,
            program,
        };
        let (program, microcode) = (&setup.program, &setup.microcode.program);
        let symbols = program.symbols.clone();
        let names = Names::new(symbols, sources, &program.image.words, microcode);
        let (name, exit_text) = (program.name.clone(), program.exit_text);
        (setup.build()?, names, name, exit_text, Some(setup))
    };
    if let Some(bytes) = &input {
        machine.state.memory_system.io.uart.feed(bytes);
    }
    let mut session = Session::new(machine, names, interrupt);
    if let Some(mut setup) = setup {
        setup.program.input = input;
        session = session.recording_with(Box::new(recorder::RunRecorder(setup)));
    }
    let session = match exit_text {
        true => session.ending_by_text(),
        false => session,
    };
    Ok((session, name))
}
