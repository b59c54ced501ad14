//! What a bound rests on from outside: prices of bytecodes, and bounds of loops and recursion.

use cost_model::EvaluatedTable;
use isa::MachineConfig;
use microcode::Build;
use run::Setup;
use wcet::{Bounds, Options, Program};
use wcet_check::Shown;

use super::arguments::Arguments;
use crate::output::errors::Error;

/// The costs of the microcode, or those of the table that is given.
pub(super) fn costs(
    arguments: &Arguments,
    setup: &Setup,
    build: Build,
) -> Result<EvaluatedTable, Error> {
    costs_on(arguments, &setup.machine, &setup.microcode.program, build)
}

/// The same on a machine.
pub(super) fn costs_on(
    arguments: &Arguments,
    machine: &MachineConfig,
    microcode: &microcode::Program,
    build: Build,
) -> Result<EvaluatedTable, Error> {
    let table = &arguments.table;
    match table.is_given() {
        true => table
            .load(build)?
            .for_machine(machine)
            .map_err(Error::at(table.name())),
        false => cost_model::derived_costs(machine, microcode).map_err(Error::refused),
    }
}

/// Options of the analysis; loops that nothing bounds take the repetitions that a run has shown.
pub(super) fn options<'a>(
    arguments: &Arguments,
    machine: &'a MachineConfig,
    costs: &'a EvaluatedTable,
    bounds: Bounds,
    shown: Option<&Shown>,
) -> Result<Options<'a>, Error> {
    let loops = shown.map(|shown| shown.counts.loops.clone());
    Ok(Options {
        bounds,
        observed: loops.unwrap_or_default(),
        cache: arguments.cache.policy(),
        context: arguments.context,
        exceptions: arguments.exceptions.rule(),
        collection: arguments.collection,
        ..Options::new(machine, costs).map_err(Error::refused)?
    })
}

/// Bounds of loops and recursion: of the runtime, of embedded programs, and of the user's files.
pub(super) fn given(arguments: &Arguments, image: &Program<'_>) -> Result<Bounds, Error> {
    let mut given = Bounds::of_runtime_of(image).map_err(Error::refused)?;
    if arguments.program.is_embedded() {
        given.add_programs().map_err(Error::refused)?;
    }
    for file in &arguments.bounds {
        given.add_file(file).map_err(Error::refused)?;
    }
    given.check(image).map_err(Error::refused)?;
    Ok(given)
}
