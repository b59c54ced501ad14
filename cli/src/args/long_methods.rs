//! Methods that are too long for the machine's method cache: one rule for every command that runs a program on the machine.
//!
//! A program that has one is refused before it runs. On a cache of the hardware the machine executes what the hardware
//! executes, garbage: only `jop run`, whose results are to be right, refuses it there, and others warn. The fast engine stops
//! where such a method is called.

use isa::MachineConfig;
use jopizer::symbols::MethodSymbol;
use method_cache::{Longest, OrganisationKind, TooLong};
use run::{Program, Setup};

use crate::args::engine::EngineArguments;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Holds a run to the rule.
pub(crate) fn check_run(
    setup: &Setup,
    engine: &EngineArguments,
    console: Console,
) -> Result<(), Error> {
    if engine.is_fast()? {
        return Ok(());
    }
    let (program, machine) = (&setup.program, &setup.machine);
    if is_studied(machine) || engine.is_reference() {
        return check((program, machine), "", console);
    }
    match too_long(program, machine).next() {
        None => Ok(()),
        Some(method) => Err(Error::Input(format!(
            "{}, or choose `--engine fast`, which stops where such a method is called, or `reference`, which does what the hardware does",
            problem(method)
        ))),
    }
}

/// Holds what shows the machine to it. `place` is what a message begins with.
pub(crate) fn check(
    (program, machine): (&Program, &MachineConfig),
    place: &str,
    console: Console,
) -> Result<(), Error> {
    for method in too_long(program, machine) {
        let problem = format!("{place}{}", problem(method));
        if is_studied(machine) {
            return Err(Error::Input(problem));
        }
        console.note(&format!("jop: note: {problem}"));
    }
    Ok(())
}

fn is_studied(machine: &MachineConfig) -> bool {
    matches!(machine.method_cache, OrganisationKind::Studied(_))
}

fn too_long<'a>(
    program: &'a Program,
    machine: &MachineConfig,
) -> impl Iterator<Item = (&'a MethodSymbol, TooLong)> {
    let longest = Longest::of(machine);
    let symbols = program.symbols.iter();
    symbols
        .flat_map(|symbols| &symbols.methods)
        .filter_map(move |method| Some((method, longest.check(method.words).err()?)))
}

fn problem((method, reason): (&MethodSymbol, TooLong)) -> String {
    format!("{method} has {reason}")
}
