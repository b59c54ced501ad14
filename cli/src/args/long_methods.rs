//! Methods that are too long for the machine's method cache.

use cross_profile::Profile;
use isa::MachineConfig;
use jopizer::symbols::MethodSymbol;
use method_cache::OrganisationKind;
use run::{Program, Setup};

use crate::args::engine::EngineArguments;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Refuses a program with such methods. The reference executes on the hardware's caches what the hardware executes, garbage;
/// the fast engine stops where one is called.
pub(crate) fn refuse_run(
    setup: &Setup,
    engine: &EngineArguments,
    console: Console,
) -> Result<(), Error> {
    let is_studied = is_studied(&setup.machine);
    if !is_studied && engine.is_reference() {
        note((&setup.program, &setup.machine), "", console);
        return Ok(());
    }
    if engine.is_fast()? {
        return Ok(());
    }
    let Some(method) = too_long(&setup.program, &setup.machine).next() else {
        return Ok(());
    };
    let otherwise = match is_studied {
        true => "",
        false => {
            ", or choose `--engine fast`, which stops where such a method is called, or `reference`, which does what the hardware does"
        }
    };
    let problem = problem(&setup.machine, method);
    Err(Error::Input(format!("{problem}{otherwise}")))
}

/// Refuses it on a cache that no hardware has, and warns of it on others.
pub(crate) fn refuse_studied(
    program: &Program,
    machine: &MachineConfig,
    console: Console,
) -> Result<(), Error> {
    match too_long(program, machine).next() {
        Some(method) if is_studied(machine) => Err(Error::Input(problem(machine, method))),
        _ => {
            note((program, machine), "", console);
            Ok(())
        }
    }
}

/// Warns of such methods; the hardware would execute garbage unnoticed. `place` is what the warning begins with.
pub(crate) fn note((program, machine): (&Program, &MachineConfig), place: &str, console: Console) {
    for method in too_long(program, machine) {
        console.note(&format!("jop: note: {place}{}", problem(machine, method)));
    }
}

/// Refuses the figures of a run in which such a method was called on a cache that no hardware has: they are nobody's.
pub(crate) fn refuse_called(setup: &Setup, profile: &Profile) -> Result<(), Error> {
    if !is_studied(&setup.machine) {
        return Ok(());
    }
    for method in too_long(&setup.program, &setup.machine) {
        let name = method.to_string();
        let figures = profile.methods.iter().zip(profile.by_method());
        let mut own = figures.filter(|(other, _)| **other == name);
        if own.any(|(_, figures)| figures.bytecodes > 0) {
            return Err(Error::Input(problem(&setup.machine, method)));
        }
    }
    Ok(())
}

fn is_studied(machine: &MachineConfig) -> bool {
    matches!(machine.method_cache, OrganisationKind::Studied(_))
}

fn too_long<'a>(
    program: &'a Program,
    machine: &MachineConfig,
) -> impl Iterator<Item = &'a MethodSymbol> {
    let longest = method_cache::longest_method(machine);
    let symbols = program.symbols.iter();
    symbols
        .flat_map(|symbols| &symbols.methods)
        .filter(move |method| method.words > longest)
}

fn problem(machine: &MachineConfig, method: &MethodSymbol) -> String {
    let longest = method_cache::longest_method(machine);
    // An organisation whose methods do not fit into one block, or into a part, wants larger ones.
    let remedy = match longest < machine.longest_method() {
        true => "lower block_bits or raise jpc_width",
        false => "raise jpc_width",
    };
    format!(
        "{method} has {} words, and the method cache of this machine runs methods of up to {longest}; {remedy}",
        method.words
    )
}
