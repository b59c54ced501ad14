//! `jop cost predict`: counts of atoms times their costs in a table.

mod arguments;
mod components;
mod programs;

pub(super) use self::arguments::Arguments;
use crate::args::vector_terms;
use crate::host::interrupts::end_at_interrupts;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Runs the command.
pub(super) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    end_at_interrupts()?;
    arguments.refuse_inputs()?;
    match &arguments.own {
        Some(file) if vector_terms::is_meant(file) => components::execute(arguments, file, console),
        _ => programs::execute(arguments, console),
    }
}
