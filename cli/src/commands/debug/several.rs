//! Several cores under the debugger.

use debugger::{Interrupt, Names, Session};
use isa::{Processors, System};
use run::Setup;
use sim_core::cmp::Multiprocessor;

use super::arguments::Arguments;
use crate::args::{lock_unit, long_methods, unshared};
use crate::output::console::Console;
use crate::output::errors::Error;

/// The session, and the program's name.
pub(super) fn session(
    arguments: &Arguments,
    (system, processors): (&System, &Processors),
    interrupt: Interrupt,
    console: Console,
) -> Result<(Session, String), Error> {
    let program = arguments.program.load(system, console)?;
    lock_unit::check(&program, processors)?;
    long_methods::check((&program, &system.machine), "", console)?;
    let input = arguments.input_of(program.symbols.as_ref(), console)?;
    let setup = Setup {
        program,
        machine: system.machine.clone(),
        microcode: arguments.microcode.load(console)?,
    };
    unshared::check(&setup, processors, console)?;
    let Setup {
        program, microcode, ..
    } = setup;
    let (words, machine) = (&program.image.words, (&system.machine, processors));
    let built = Multiprocessor::new(machine, &microcode.program, words);
    let mut built = built.map_err(|error| Error::Input(error.to_string()))?;
    if let Some(bytes) = &input {
        let first = &mut built.cpus[0].state;
        first.memory_system.io.uart.feed(bytes);
    }
    let sources = arguments.program.sources(&arguments.source);
    let names = Names::new(program.symbols.clone(), sources, words, &microcode.program);
    let session = Session::several(built, names, interrupt);
    let session = match program.exit_text {
        true => session.ending_by_text(),
        false => session,
    };
    Ok((session, program.name))
}
